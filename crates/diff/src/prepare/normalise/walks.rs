//! C: pointers that walk through a counted loop (adjoint mode).
//!
//! ```text
//! for (i = 0; i < n; i++) {                 for (i = 0; i < n; i++) {
//!     t = x[i];                                 t = x[i];
//!     *p = t*t;                    →            p[i] = t*t;
//!     p++;                                  }
//! }
//! ```
//!
//! Where a pointer moves by the same step in each turn, its place follows from the turn: it need not be walked back, turns can be run again one by one,
//! and each is seen to have an element of its own. That is done to pointers of the procedure's own that the loop uses for elements only, that it
//! moves at one place of its body, and that nobody asks behind the loop.

use il::stmt::Do;
use il::stores;
use il::typing::type_of;
use il::{
    BinaryOp, Expr, ExprKind, Program, ScalarClass, StmtId, StmtKind, Storage, Subscript, SymbolId, Type, Unit, UnitId,
    fold,
};

/// Lets the pointers of a procedure stand still in its counted loops.
pub(super) fn stop(p: &mut Program, unit: UnitId) {
    let u = &p.units[unit];
    if !u.language.points_by_address() || u.stands_for_pointer() {
        return;
    }
    let mut loops = Vec::new();
    let mut plain = true;
    u.walk(&u.body, &mut |id, s| {
        plain &= s.label.is_none() && !s.kind.jumps_to_labels();
        if matches!(s.kind, StmtKind::Do(_)) {
            loops.push(id);
        }
    });
    if !plain {
        return;
    }
    for id in loops {
        while let Some(found) = walker(p, unit, id) {
            still(p, unit, id, found);
        }
    }
}

/// A pointer that walks.
struct Walker {
    pointer: SymbolId,
    /// The place of the statement that moves it, in the body of the loop.
    at: usize,
    /// How far it has come at the beginning of a turn, and behind that statement.
    before: Expr,
    after: Expr,
}

fn walker(p: &Program, unit: UnitId, id: StmtId) -> Option<Walker> {
    let u = &p.units[unit];
    let StmtKind::Do(d) = &u.stmts[id].kind else { return None };
    if leaves(u, d) {
        return None;
    }
    d.body.iter().enumerate().find_map(|(at, s)| {
        let StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(pointer), .. }, rhs } = &u.stmts[*s].kind else {
            return None;
        };
        let step = step(p, unit, d, *pointer, rhs)?;
        let fits = is_own(p, unit, *pointer)
            && !d.from.mentions(*pointer)
            && !d.to.mentions(*pointer)
            && is_for_elements(p, u, d, at, *pointer, step.as_int().is_some_and(|n| n < 0))
            && dies(u, &u.body, id, *pointer) == Some(true);
        let down = step.as_int() == Some(-1);
        let turns = turns(p, unit, d, down).filter(|_| fits)?;
        let before = match step.as_int() {
            Some(1 | -1) => turns,
            _ => Expr::binary(BinaryOp::Mul, step.clone(), turns),
        };
        let after = fold::add(&before, &step);
        Some(Walker { pointer: *pointer, at, before, after })
    })
}

/// Whether some turn of a loop may not run to its end.
fn leaves(u: &Unit, d: &Do) -> bool {
    fn within(u: &Unit, block: &[StmtId], inner: bool) -> bool {
        block.iter().any(|id| {
            let kind = &u.stmts[*id].kind;
            match kind {
                StmtKind::Exit(name) | StmtKind::Cycle(name) => !inner || name.is_some(),
                StmtKind::Return(_) | StmtKind::Error(_) | StmtKind::Opaque { .. } => true,
                _ => kind.blocks().into_iter().any(|b| within(u, b, inner || kind.is_loop())),
            }
        })
    }
    within(u, &d.body, false)
}

/// A pointer of the procedure whose address nobody takes.
fn is_own(p: &Program, unit: UnitId, s: SymbolId) -> bool {
    let fits = p.home(s) == Some(unit)
        && p.variable(s).is_some_and(|v| {
            let own = v.is_unsaved_local() || matches!(v.storage, Storage::Dummy(_));
            own && matches!(&v.ty, Type::Pointer { to, .. } if matches!(**to, Type::Scalar(_)))
        });
    fits && !stores::is_addressed(p, unit, s)
}

/// How far `pointer = rhs` moves it: a number, or a long integer that the loop leaves alone.
fn step(p: &Program, unit: UnitId, d: &Do, pointer: SymbolId, rhs: &Expr) -> Option<Expr> {
    let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), base, by) = &rhs.kind else { return None };
    if base.kind != ExprKind::Var(pointer) {
        return None;
    }
    match (&by.kind, op) {
        (_, BinaryOp::Sub) => by.as_int().map(|n| Expr::int(-n)),
        (ExprKind::Var(n), _) => {
            let v = p.variable(*n)?;
            let own = p.home(*n) == Some(unit) && (v.is_unsaved_local() || matches!(v.storage, Storage::Dummy(_)));
            // The product with the turn must not overflow where walking does not.
            let integer = matches!(&v.ty, Type::Scalar(s) if s.class == ScalarClass::Integer && s.bytes == 8);
            (own && integer && !changes(p, unit, d, *n)).then(|| (**by).clone())
        }
        _ => by.as_int().map(Expr::int),
    }
}

/// Whether a loop may give a variable another value, also through its address.
fn changes(p: &Program, unit: UnitId, d: &Do, s: SymbolId) -> bool {
    d.var == s || stores::is_addressed(p, unit, s) || stores::changes(p, unit, &d.body, s)
}

/// How many turns a loop has made where one begins; `negative`: times -1.
fn turns(p: &Program, unit: UnitId, d: &Do, negative: bool) -> Option<Expr> {
    let step = d.step.as_ref().map_or(Some(1), |s| fold::integer(p, s))?;
    let mut stable = true;
    d.from.walk(&mut |e| {
        stable &= match e.kind {
            ExprKind::Integer { .. } | ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, ..) => true,
            ExprKind::Var(s) => {
                let v = p.variable(s);
                let own = |v: &il::Variable| v.is_unsaved_local() || matches!(v.storage, Storage::Dummy(_));
                v.is_some_and(|v| own(v) && matches!(v.ty, Type::Scalar(_))) && !changes(p, unit, d, s)
            }
            _ => false,
        }
    });
    let var = Expr::var(d.var);
    match (step, negative) {
        (1, false) | (-1, true) => stable.then(|| fold::sub(&var, &d.from)),
        (-1, false) | (1, true) => stable.then(|| fold::sub(&d.from, &var)),
        _ => None,
    }
}

/// Whether a loop moves a pointer at one place only, and otherwise takes elements through it. `down`: it moves against the order of elements.
fn is_for_elements(p: &Program, u: &Unit, d: &Do, at: usize, pointer: SymbolId, down: bool) -> bool {
    fn elements_only(p: &Program, e: &Expr, pointer: SymbolId, unsigned: bool) -> bool {
        match &e.kind {
            ExprKind::Var(s) => *s != pointer,
            ExprKind::Deref(base) if base.kind == ExprKind::Var(pointer) => true,
            ExprKind::Index { base, subs } if base.kind == ExprKind::Var(pointer) => match subs.as_slice() {
                // Sums of unsigned numbers go round below zero.
                [Subscript::At(i)] => {
                    let plain = match i.as_int() {
                        Some(n) => n >= 0 || !unsigned,
                        None => !unsigned && type_of(p, i).class() == Some(ScalarClass::Integer),
                    };
                    plain && elements_only(p, i, pointer, unsigned)
                }
                _ => false,
            },
            _ => {
                let mut fine = true;
                e.children(&mut |x| fine &= elements_only(p, x, pointer, unsigned));
                fine
            }
        }
    }
    let is_unsigned = |s: SymbolId| {
        let spelled = p.symbol_type(s).and_then(Type::scalar).map(|t| t.spelling.as_str());
        spelled.is_none_or(|t| t.contains("unsigned") || t.contains("size_t") || t.contains("uint"))
    };
    let unsigned = is_unsigned(d.var);
    let mut fine = !(down && unsigned);
    u.walk(&d.body, &mut |id, s| {
        if id == d.body[at] {
            return;
        }
        fine &= !matches!(&s.kind, StmtKind::Assign { lhs, .. } if lhs.kind == ExprKind::Var(pointer));
        s.kind.exprs(&mut |e| fine &= elements_only(p, e, pointer, unsigned));
    });
    fine
}

/// Whether what a pointer is behind a statement, somewhere in a block, is asked nowhere. `None`: the statement does not stand there.
fn dies(u: &Unit, block: &[StmtId], id: StmtId, s: SymbolId) -> Option<bool> {
    let (at, own) = block.iter().enumerate().find_map(|(k, x)| {
        if *x == id {
            return Some((k, true));
        }
        let kind = &u.stmts[*x].kind;
        let blocks = kind.blocks();
        let inner = blocks.into_iter().find_map(|b| dies(u, b, id, s).map(|dead| (b, dead)));
        let (b, dead) = inner?;
        // The next turn begins before it; the next case behind it.
        let falls = matches!(kind, StmtKind::Select { cases, .. } if cases.iter().any(|c| c.falls_through));
        let again = !falls && (!kind.repeats() || first_use(u, b, s) == Some(Use::Set));
        Some((k, dead && again))
    })?;
    let sets_first = matches!(first_use(u, &block[at + 1..], s), None | Some(Use::Set));
    Some(own && sets_first)
}

#[derive(PartialEq)]
enum Use {
    Set,
    Asked,
}

/// What statements in a row do with a pointer first; nothing: they do not mention it.
fn first_use(u: &Unit, block: &[StmtId], s: SymbolId) -> Option<Use> {
    block.iter().find_map(|id| match &u.stmts[*id].kind {
        StmtKind::Assign { lhs, rhs } if lhs.kind == ExprKind::Var(s) && !rhs.mentions(s) => Some(Use::Set),
        StmtKind::Declare(_) => None,
        _ => u.mentions(&[*id], s).then_some(Use::Asked),
    })
}

/// Writes the place of a pointer out, and takes away what moves it.
fn still(p: &mut Program, unit: UnitId, id: StmtId, w: Walker) {
    let StmtKind::Do(d) = &p.units[unit].stmts[id].kind else { return };
    let body = d.body.clone();
    for (blocks, by) in [(&body[..w.at], &w.before), (&body[w.at + 1..], &w.after)] {
        let mut inside = Vec::new();
        p.units[unit].walk(blocks, &mut |s, _| inside.push(s));
        for s in inside {
            p.units[unit].stmts[s].kind.exprs_mut(&mut |e| e.rewrite(&mut |x| place(x, w.pointer, by)));
        }
    }
    if let StmtKind::Do(d) = &mut p.units[unit].stmts[id].kind {
        d.body.remove(w.at);
    }
    let comments = std::mem::take(&mut p.units[unit].stmts[body[w.at]].comments);
    if let Some(next) = body.get(w.at + 1) {
        p.units[unit].stmts[*next].comments.splice(0..0, comments);
    }
}

/// `*p` is `p[by]`, `p[i]` is `p[by + i]`.
fn place(x: &mut Expr, pointer: SymbolId, by: &Expr) {
    let index = match &x.kind {
        ExprKind::Deref(base) if base.kind == ExprKind::Var(pointer) => by.clone(),
        ExprKind::Index { base, subs } if base.kind == ExprKind::Var(pointer) => match subs.as_slice() {
            [Subscript::At(i)] => fold::add(by, i),
            _ => return,
        },
        _ => return,
    };
    x.kind = ExprKind::Index { base: Box::new(Expr::var(pointer)), subs: vec![Subscript::At(index)] };
}
