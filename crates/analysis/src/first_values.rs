//! Assignments that give a place its first value: places in memory that the procedure has made a moment ago.
//!
//! ```text
//! n = malloc(sizeof(node));            allocate (r)                allocate (w(n))
//! if (!n) abort();                     r%key = key                 do i = 1, n
//! n->key = key;                        r%left => null()               w(i) = f(i)
//! n->left = n->right = NULL;                                       end do
//! ```
//!
//! What such an assignment overwrites is nobody's value: no sweep needs it, and reading it, to save it, is undefined (compilers see that).
//!
//! One variable is followed from the statement that makes its memory, as long as nothing else knows that memory: until the pointer is copied, passed on
//! or associated again. On the way each place is noted that has been read or written. In a counted loop whose turns each mention one row of
//! it only, `w(:, i)` of the loop's own `i`, a turn finds its row as the loop found all of them.

use std::collections::{BTreeMap, BTreeSet};

use il::calls::is_new_memory;
use il::stmt::{Do, associated};
use il::symbol::Storage;
use il::typing::type_of;
use il::{Block, Expr, ExprKind, Language, Program, Stmt, StmtId, StmtKind, Subscript, SymbolId, Type, UnitId};

/// The assignments of a procedure that overwrite nothing.
pub fn first_values(p: &Program, unit: UnitId) -> BTreeSet<StmtId> {
    let u = &p.units[unit];
    let mut followed = BTreeSet::new();
    u.walk(&u.body, &mut |_, s| followed.extend(made(p, &s.kind)));
    if followed.is_empty() {
        return BTreeSet::new();
    }
    u.walk(&u.body, &mut |_, s| {
        s.kind.exprs(&mut |e| {
            e.walk(&mut |x| {
                if let ExprKind::Address(of) = &x.kind
                    && let ExprKind::Var(s) = of.kind
                {
                    followed.remove(&s);
                }
            });
        });
    });
    followed.retain(|s| p.home(*s) == Some(unit) && is_own(p, *s));
    let mut walk = Walk { p, unit, followed, first: BTreeSet::new() };
    walk.block(&u.body, &mut New::new());
    walk.first
}

/// The places that were read or written since their memory was made, by the variable that leads there.
type New = BTreeMap<SymbolId, Vec<Expr>>;

/// The variables whose memory a statement makes.
fn made(p: &Program, kind: &StmtKind) -> Vec<SymbolId> {
    let variable = |e: &Expr| e.as_var();
    match kind {
        StmtKind::Assign { lhs, rhs } if is_new_memory(p, rhs) => variable(lhs).into_iter().collect(),
        StmtKind::Allocate { objects, .. } => objects.iter().filter_map(|o| variable(&o.object)).collect(),
        _ => Vec::new(),
    }
}

/// Whether a variable is the procedure's: a local, a result, what it gives back by an argument.
fn is_own(p: &Program, s: SymbolId) -> bool {
    p.variable(s).is_some_and(|v| {
        v.is_unsaved_local()
            || v.storage == Storage::Result
            || matches!(v.storage, Storage::Dummy(_)) && v.intent == Some(il::Intent::Out)
    })
}

struct Walk<'p> {
    p: &'p Program,
    unit: UnitId,
    followed: BTreeSet<SymbolId>,
    first: BTreeSet<StmtId>,
}

impl Walk<'_> {
    /// Whether control leaves the procedure, or jumps, at the end of the block.
    fn block(&mut self, block: &Block, new: &mut New) -> bool {
        let mut leaves = false;
        for &id in block {
            leaves = self.statement(id, new);
        }
        leaves
    }

    fn statement(&mut self, id: StmtId, new: &mut New) -> bool {
        let p = self.p;
        let stmt: &Stmt = &p.units[self.unit].stmts[id];
        if stmt.label.is_some() {
            new.clear();
        }
        match &stmt.kind {
            StmtKind::Assign { lhs, rhs } | StmtKind::PointerAssign { lhs, rhs } => {
                self.reads(rhs, new);
                let associates = matches!(stmt.kind, StmtKind::PointerAssign { .. });
                let lhs = if associates { associated(lhs) } else { lhs };
                lhs.spine().for_each(|link| self.subscripts(link, new));
                if made(p, &stmt.kind).is_empty() {
                    self.writes(id, lhs, new);
                }
            }
            StmtKind::If(i) => {
                let mut after: Option<New> = None;
                let mut join = |way: New| {
                    after = Some(match after.take() {
                        Some(other) => either(other, way),
                        None => way,
                    });
                };
                for arm in &i.arms {
                    self.reads(&arm.test, new);
                    let mut way = new.clone();
                    if !self.block(&arm.body, &mut way) {
                        join(way);
                    }
                }
                let mut way = new.clone();
                if !i.otherwise.as_ref().is_some_and(|body| self.block(body, &mut way)) {
                    join(way);
                }
                *new = after.unwrap_or_default();
            }
            StmtKind::Do(d) => {
                [Some(&d.from), Some(&d.to), d.step.as_ref()].into_iter().flatten().for_each(|e| self.reads(e, new));
                self.counted(d, new);
            }
            StmtKind::Scope { body, .. } => return self.block(body, new),
            kind => {
                self.forget_all(kind, new);
                for inner in kind.blocks() {
                    p.units[self.unit].walk(inner, &mut |_, s| self.forget_all(&s.kind, new));
                    self.block(inner, &mut New::new());
                }
            }
        }
        new.extend(made(p, &stmt.kind).into_iter().filter(|s| self.followed.contains(s)).map(|s| (s, Vec::new())));
        matches!(stmt.kind, StmtKind::Return(_) | StmtKind::Stop { .. } | StmtKind::Goto(_))
    }

    /// A loop: its turns begin with what no other turn mentions.
    fn counted(&mut self, d: &Do, new: &mut New) {
        let mut inner = New::new();
        let mut rows: BTreeMap<SymbolId, Expr> = BTreeMap::new();
        for (&s, touched) in new.iter() {
            match self.row(d, s) {
                Row::Unmentioned => {}
                Row::Of(base) if touched.iter().all(|t| are_apart(t, &base)) => {
                    inner.insert(s, Vec::new());
                    rows.insert(s, base);
                }
                Row::Of(_) | Row::Others => {
                    rows.insert(s, Expr::var(s));
                }
            }
        }
        self.block(&d.body, &mut inner);
        for (s, base) in rows {
            match new.get_mut(&s) {
                Some(touched) if inner.contains_key(&s) => touched.push(base),
                _ => {
                    new.remove(&s);
                }
            }
        }
    }

    /// What a loop mentions of the memory behind a variable.
    fn row(&self, d: &Do, s: SymbolId) -> Row {
        let u = &self.p.units[self.unit];
        let mut found = Row::Unmentioned;
        u.walk(&d.body, &mut |_, stmt| {
            stmt.kind.exprs(&mut |e| each_place(e, s, &mut |place| found.meet(rows(place, d.var))));
        });
        found
    }

    /// A value is read. What the pointer of a followed variable itself is may be asked, and nothing else done with it.
    fn reads(&self, e: &Expr, new: &mut New) {
        if new.is_empty() {
            return;
        }
        match &e.kind {
            ExprKind::Binary(op, l, r) if op.is_comparison() => {
                [l, r].into_iter().filter(|x| !self.is_pointer(x)).for_each(|x| self.reads(x, new));
            }
            ExprKind::Unary(il::UnaryOp::Not, x) if self.is_pointer(x) => {}
            ExprKind::Intrinsic(f, args)
                if matches!(f.name(), "associated" | "allocated" | "size" | "lbound" | "ubound") =>
            {
                args.iter()
                    .filter(|a| !matches!(a.value.kind, ExprKind::Var(_)))
                    .for_each(|a| self.reads(&a.value, new));
            }
            ExprKind::Call { .. } => self.forget(e, new),
            _ if e.is_reference() => {
                e.spine().for_each(|link| self.subscripts(link, new));
                let Some(touched) = e.root().and_then(|s| new.get_mut(&s)) else { return };
                // In C an array is a pointer to where it begins.
                let hands_on = matches!(e.kind, ExprKind::Var(_)) || matches!(type_of(self.p, e), Type::Array { .. });
                match (hands_on, e.root()) {
                    (true, Some(s)) => _ = new.remove(&s),
                    _ => touched.push(e.clone()),
                }
            }
            ExprKind::Address(_) => self.forget(e, new),
            _ => e.children(&mut |x| self.reads(x, new)),
        }
    }

    fn subscripts(&self, link: &Expr, new: &mut New) {
        if let ExprKind::Index { subs, .. } = &link.kind {
            subs.iter().flat_map(Subscript::parts).for_each(|e| self.reads(e, new));
        }
    }

    /// Whether it is the pointer of a followed variable.
    fn is_pointer(&self, e: &Expr) -> bool {
        matches!(e.uncast().kind, ExprKind::Var(s) if self.followed.contains(&s))
    }

    /// Anything may happen with what a statement mentions.
    fn forget_all(&self, kind: &StmtKind, new: &mut New) {
        kind.exprs(&mut |e| self.forget(e, new));
        if kind.calls() {
            new.retain(|s, _| self.is_hidden(*s));
        }
    }

    /// Anything may happen with what an expression mentions; a call may know what is not a local alone.
    fn forget(&self, e: &Expr, new: &mut New) {
        e.walk(&mut |x| match &x.kind {
            ExprKind::Var(s) => _ = new.remove(s),
            ExprKind::Call { .. } => new.retain(|s, _| self.is_hidden(*s)),
            _ => {}
        });
    }

    /// Whether no other procedure can name a variable.
    fn is_hidden(&self, s: SymbolId) -> bool {
        let u = &self.p.units[self.unit];
        u.language == Language::C || u.children.is_empty() && self.p.variable(s).is_some_and(|v| v.is_unsaved_local())
    }

    fn writes(&mut self, id: StmtId, place: &Expr, new: &mut New) {
        let Some((s, touched)) = place.root().and_then(|s| Some((s, new.get_mut(&s)?))) else { return };
        let c = self.p.units[self.unit].language == Language::C;
        let whole = matches!(place.kind, ExprKind::Var(_));
        let associates = matches!(self.p.units[self.unit].stmts[id].kind, StmtKind::PointerAssign { .. });
        if whole && (c || associates) {
            new.remove(&s);
            return;
        }
        if !self.lies_there(place, associates || c) {
            return;
        }
        if touched.iter().all(|t| are_apart(t, place)) {
            self.first.insert(id);
        }
        touched.push(place.clone());
    }

    /// Whether a place is in the memory behind its root, not behind a pointer in it. `link`: a pointer at its end is meant itself.
    fn lies_there(&self, place: &Expr, link: bool) -> bool {
        place.spine().all(|at| match &at.kind {
            ExprKind::Var(_) => true,
            ExprKind::Field { record, field, .. } => {
                let f = &self.p.records[*record].fields[*field];
                !f.pointer && !f.allocatable || f.pointer && link && at == place
            }
            ExprKind::Index { base, .. } => self.is_there(base),
            ExprKind::Deref(base) => self.is_there(base),
            _ => false,
        })
    }

    /// Whether what is indexed or followed is the variable itself, or an array in what it leads to.
    fn is_there(&self, base: &Expr) -> bool {
        matches!(base.kind, ExprKind::Var(_)) || !matches!(type_of(self.p, base), Type::Pointer { .. })
    }
}

/// What the turns of a loop mention.
enum Row {
    Unmentioned,
    /// Of this place only what the loop's variable selects.
    Of(Expr),
    Others,
}

impl Row {
    fn meet(&mut self, bases: Vec<Expr>) {
        let kept = match self {
            Row::Unmentioned => bases.into_iter().next(),
            Row::Of(base) => bases.into_iter().find(|b| b == base),
            Row::Others => None,
        };
        *self = kept.map_or(Row::Others, Row::Of);
    }
}

/// What is indexed by the variable of a loop alone on the way to a place, with the position among its subscripts: `w(:, i)` stands for it.
fn rows(place: &Expr, var: SymbolId) -> Vec<Expr> {
    let whole = || Subscript::Range { lo: None, hi: None, step: None };
    let row = |link: &Expr| {
        let ExprKind::Index { base, subs } = &link.kind else { return Vec::new() };
        let by_it = |s: &Subscript| matches!(s, Subscript::At(e) if matches!(e.kind, ExprKind::Var(v) if v == var));
        let one = |k: usize| {
            let mut of: Vec<Subscript> = subs.iter().map(|_| whole()).collect();
            of[k] = subs[k].clone();
            Expr::from(ExprKind::Index { base: base.clone(), subs: of })
        };
        (0..subs.len()).filter(|k| by_it(&subs[*k])).map(one).collect()
    };
    place.spine().flat_map(row).collect()
}

/// The largest references to a variable's memory.
fn each_place(e: &Expr, s: SymbolId, f: &mut dyn FnMut(&Expr)) {
    if e.is_reference() && e.root() == Some(s) {
        f(e);
        e.spine().for_each(|link| {
            if let ExprKind::Index { base, .. } = &link.kind {
                link.children(&mut |x| {
                    if *x != **base {
                        each_place(x, s, f);
                    }
                });
            }
        });
        return;
    }
    e.children(&mut |x| each_place(x, s, f));
}

/// What holds on either way.
fn either(a: New, mut b: New) -> New {
    a.into_iter()
        .filter_map(|(s, mut touched)| {
            touched.extend(b.remove(&s)?);
            Some((s, touched))
        })
        .collect()
}

/// Whether two places behind one variable surely do not overlap: the ways there part at two components, or at two constant subscripts.
fn are_apart(a: &Expr, b: &Expr) -> bool {
    let way = |e: &Expr| {
        let mut links: Vec<Expr> = e.spine().cloned().collect();
        links.reverse();
        links
    };
    let (a, b) = (way(a), way(b));
    let Some((x, y)) = a.iter().zip(&b).find(|(x, y)| x != y) else { return false };
    match (&x.kind, &y.kind) {
        (ExprKind::Field { field: m, .. }, ExprKind::Field { field: n, .. }) => m != n,
        (ExprKind::Index { subs: m, .. }, ExprKind::Index { subs: n, .. }) => m.iter().zip(n).any(|(m, n)| {
            let (Subscript::At(m), Subscript::At(n)) = (m, n) else { return false };
            m.as_int().zip(n.as_int()).is_some_and(|(m, n)| m != n)
        }),
        _ => false,
    }
}
