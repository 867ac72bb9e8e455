//! Reductions by `*`, `max` and `min`, and `lastprivate`: what each iteration comes to goes into an array, by the iteration, and is taken together behind the loop.
//!
//! ```text
//! do i = from, to  (parallel, reduction(max: m))        do i = from, to  (parallel)
//!   m = max(m, f(x(i)))                                   m_i = -huge(m_i)
//! end do                                                  m_i = max(m_i, f(x(i)))
//!                                                         m_of(i) = m_i
//!                                                       end do
//!                                                       do i = from, to: if (m_of(i) > m) m = m_of(i)
//! ```
//!
//! So derivatives of the loop are parallel in both modes: what is serial is only what takes the values together. (Which thread has found the greatest value, and
//! what the other factors of a product were, no derivative can ask of a clause.)

use il::stmt::{Allocation, Do, If};
use il::symbol::{Procedure, ProcedureClass, SymbolKind, Variable};
use il::{
    Arg, BinaryOp, Block, Dim, Expr, ExprKind, Parallel, Program, Scalar, ScalarClass, SourceForm, Span, StmtId,
    StmtKind, Storage, SymbolId, Type, UnaryOp, UnitId, Upper, fold,
};

use il::locals::{declare, fresh};

/// What is made of a variable that is reduced, or that the last iteration leaves.
struct Carried {
    symbol: SymbolId,
    /// The operator; `None`: the last one's value.
    op: Option<String>,
    scalar: Scalar,
}

/// Rewrites the parallel loops of a program.
pub(super) fn write(p: &mut Program) {
    for unit in p.units.ids().collect::<Vec<_>>() {
        let u = &p.units[unit];
        let is_parallel = |id: &StmtId| u.stmts[*id].kind.parallel().is_some();
        let loops: Vec<StmtId> = u.all_stmts().into_iter().filter(is_parallel).collect();
        for id in loops {
            if !is_old(p, unit) {
                of_loop(p, unit, id);
            }
        }
    }
}

/// Fixed form has no arrays that are allocated, as a rule.
fn is_old(p: &Program, unit: UnitId) -> bool {
    let mut at = unit;
    while let Some(parent) = p.units[at].parent {
        at = parent;
    }
    p.inputs.iter().any(|i| i.form == SourceForm::Fixed && i.units.contains(&at))
}

/// The variables of a loop that are carried so.
fn carried(p: &Program, said: &Parallel) -> Vec<Carried> {
    let number = |s: SymbolId| match p.symbol_type(s) {
        Some(Type::Scalar(scalar))
            if scalar.class == ScalarClass::Real && !p.variable(s).is_some_and(|v| v.pointer) =>
        {
            Some(scalar.clone())
        }
        _ => None,
    };
    let reduced = said.reductions.iter().filter(|(op, _)| ["*", "max", "min"].contains(&op.as_str()));
    let reduced = reduced.flat_map(|(op, list)| list.iter().map(move |s| (*s, Some(op.clone()))));
    let last = said.last_private.iter().filter(|s| !said.first_private.contains(s)).map(|s| (*s, None));
    reduced.chain(last).filter_map(|(symbol, op)| Some(Carried { symbol, op, scalar: number(symbol)? })).collect()
}

fn of_loop(p: &mut Program, unit: UnitId, id: StmtId) {
    super::turns_run_on(&mut p.units[unit], id);
    let u = &p.units[unit];
    let StmtKind::Do(d) = &u.stmts[id].kind else { return };
    let Some(said) = d.parallel.as_deref() else { return };
    let found = carried(p, said);
    let counter =
        said.last_private.contains(&d.var) && matches!(d.step.as_ref().map(Expr::as_int), None | Some(Some(1 | -1)));
    let leaves = |k: &StmtKind| matches!(k, il::jump!() | StmtKind::Return(_)) || k.jumps_to_labels();
    let up = match d.step.as_ref().map(Expr::as_int) {
        None | Some(Some(1..)) => true,
        Some(Some(..=-1)) => false,
        Some(Some(0) | None) => return,
    };
    // Bounds stand in three places: they are the same in all of them.
    let changed = il::stores::names(p, unit, &d.body);
    let steady = |e: &Expr| !e.has_call() && changed.iter().all(|s| !e.mentions(*s)) && !e.mentions(d.var);
    let numbers = found.iter().all(|c| u.language.has_intrinsics() || matches!(c.scalar.bytes, 4 | 8));
    if found.is_empty() && !counter
        || u.any(&d.body, &mut |_, s| leaves(&s.kind))
        || ![&d.from, &d.to].into_iter().all(steady)
        || !numbers
    {
        return;
    }
    let (var, from, to, step) = (d.var, d.from.clone(), d.to.clone(), d.step.clone());
    let (low, high) = if up { (from.clone(), to.clone()) } else { (to.clone(), from.clone()) };
    let (mut before, mut after) = (Block::new(), Block::new());
    for c in found {
        let array = memory(p, unit, &c);
        let base = Expr::var(array);
        let is_c = p.units[unit].language.points_by_address();
        let place = |i: &Expr| Expr::index(base.clone(), vec![if is_c { fold::sub(i, &low) } else { i.clone() }]);
        let own = match &c.op {
            Some(op) => {
                let v = Variable::new(Type::Scalar(c.scalar.clone()), Storage::Local);
                let name = format!("{}_i", p.symbols[c.symbol].name);
                let own = fresh(p, unit, &name, v);
                declare(p, unit, &[own]);
                renamed(p, unit, id, c.symbol, own);
                let first =
                    p.units[unit].add(StmtKind::Assign { lhs: Expr::var(own), rhs: neutral(op, &c.scalar, own, is_c) });
                body(p, unit, id).insert(0, first);
                own
            }
            None => c.symbol,
        };
        let u = &mut p.units[unit];
        let kept = u.add(StmtKind::Assign { lhs: place(&Expr::var(var)), rhs: Expr::var(own) });
        body(p, unit, id).push(kept);
        if let Some(said) = said_of(p, unit, id) {
            said.reductions.iter_mut().for_each(|(_, list)| list.retain(|s| *s != c.symbol && *s != own));
            said.reductions.retain(|(_, list)| !list.is_empty());
            said.last_private.retain(|s| *s != c.symbol);
            said.private.push(own);
            said.named.extend([own, array]);
            said.named.sort();
        }
        // Compilers want a value where there is no iteration.
        if c.op.is_none() && is_unset(p, unit, id, c.symbol) {
            let zero = ExprKind::Real { value: 0.0, text: il::expr::Literal(None), ty: Box::new(c.scalar.clone()) };
            before.push(p.units[unit].add(StmtKind::Assign { lhs: Expr::var(c.symbol), rhs: zero.into() }));
        }
        allocate(p, unit, &c, array, &low, &high, &mut before);
        let u = &mut p.units[unit];
        let m = Expr::var(c.symbol);
        let taken = |i: Expr| -> Expr { place(&i) };
        let last = match &c.op {
            None => {
                let at = match step.as_ref().and_then(Expr::as_int) {
                    None | Some(1 | -1) => to.clone(),
                    Some(n) => {
                        let turns = Expr::binary(BinaryOp::Div, fold::sub(&to, &from), Expr::int(n));
                        fold::add(&from, &Expr::binary(BinaryOp::Mul, turns, Expr::int(n)))
                    }
                };
                let set = u.add(StmtKind::Assign { lhs: m, rhs: taken(at) });
                let some = Expr::binary(if up { BinaryOp::Le } else { BinaryOp::Ge }, from.clone(), to.clone());
                StmtKind::If(If::when(some, vec![set], true))
            }
            Some(op) => {
                let one = taken(Expr::var(var));
                let each = match op.as_str() {
                    "*" => StmtKind::Assign { lhs: m.clone(), rhs: Expr::binary(BinaryOp::Mul, m, one) },
                    op => {
                        let test = if op == "max" { BinaryOp::Gt } else { BinaryOp::Lt };
                        let set = u.add(StmtKind::Assign { lhs: m.clone(), rhs: one.clone() });
                        StmtKind::If(If::when(Expr::binary(test, one, m), vec![set], true))
                    }
                };
                let each = u.add(each);
                let declares = matches!(&u.stmts[id].kind, StmtKind::Do(d) if d.declares);
                let all = Do::counting(var, from.clone(), to.clone(), step.clone(), vec![each]);
                StmtKind::Do(Box::new(Do { declares, ..all }))
            }
        };
        after.push(u.add(last));
        release(p, unit, array, &mut after);
    }
    if counter {
        let next = Expr::int(if up { 1 } else { -1 });
        let u = &mut p.units[unit];
        let mut set = |rhs: Expr| vec![u.add(StmtKind::Assign { lhs: Expr::var(var), rhs })];
        let (left, not_begun) = (set(fold::add(&to, &next)), set(from.clone()));
        let some = Expr::binary(if up { BinaryOp::Le } else { BinaryOp::Ge }, from.clone(), to.clone());
        after.push(u.add(StmtKind::If(If { otherwise: Some(not_begun), ..If::when(some, left, false) })));
        if let Some(said) = said_of(p, unit, id) {
            said.last_private.retain(|s| *s != var);
        }
    }
    let u = &mut p.units[unit];
    let body = std::mem::take(&mut u.body);
    u.body = around(u, body, id, &before, &after);
}

fn body(p: &mut Program, unit: UnitId, id: StmtId) -> &mut Block {
    let StmtKind::Do(d) = &mut p.units[unit].stmts[id].kind else { unreachable!("it is a loop") };
    &mut d.body
}

fn said_of(p: &mut Program, unit: UnitId, id: StmtId) -> Option<&mut Parallel> {
    let StmtKind::Do(d) = &mut p.units[unit].stmts[id].kind else { return None };
    d.parallel.as_deref_mut()
}

/// Names a variable otherwise in the statements of a loop.
fn renamed(p: &mut Program, unit: UnitId, id: StmtId, from: SymbolId, to: SymbolId) {
    let mut inside = Vec::new();
    let block = body(p, unit, id).clone();
    p.units[unit].walk(&block, &mut |id, _| inside.push(id));
    for id in inside {
        p.units[unit].stmts[id].kind.exprs_mut(&mut |e| {
            e.rewrite(&mut |x| {
                if let ExprKind::Var(s) = &mut x.kind
                    && *s == from
                {
                    *s = to;
                }
            });
        });
    }
}

/// Whether a local has no value in front of a loop: nothing before it names it.
fn is_unset(p: &Program, unit: UnitId, id: StmtId, s: SymbolId) -> bool {
    let u = &p.units[unit];
    let before = u.all_stmts().into_iter().take_while(|at| *at != id);
    let local = p.variable(s).is_some_and(Variable::is_unsaved_local) && p.home(s) == Some(unit);
    let repeats = u.any(&u.body, &mut |at, stmt| {
        at != id && stmt.kind.repeats() && stmt.kind.blocks().into_iter().any(|b| u.any(b, &mut |inner, _| inner == id))
    });
    local
        && !repeats
        && before.into_iter().all(|at| {
            let kind = &u.stmts[at].kind;
            matches!(kind, StmtKind::Declare(_)) || !kind.mentions(s)
        })
}

/// What changes nothing that it is taken together with.
fn neutral(op: &str, scalar: &Scalar, like: SymbolId, is_c: bool) -> Expr {
    let real =
        |value: f64| ExprKind::Real { value, text: il::expr::Literal(None), ty: Box::new(scalar.clone()) }.into();
    let least = || match (is_c, scalar.bytes) {
        (false, _) => Expr::intrinsic("huge", vec![Expr::var(like)]),
        (true, 4) => real(f64::from(f32::MAX)),
        (true, _) => real(f64::MAX),
    };
    match op {
        "max" => Expr::unary(UnaryOp::Neg, least()),
        "min" => least(),
        _ => real(1.0),
    }
}

/// The array of a variable's values.
fn memory(p: &mut Program, unit: UnitId, c: &Carried) -> SymbolId {
    let elem = Box::new(Type::Scalar(c.scalar.clone()));
    let describes = p.units[unit].language.describes_storage();
    let ty = match describes {
        true => Type::Array { elem, dims: vec![Dim { lower: None, upper: Upper::Deferred }] },
        false => Type::Pointer { to: elem, to_const: false, restrict: false },
    };
    let v = Variable { allocatable: describes, ..Variable::new(ty, Storage::Local) };
    let name = format!("{}_of", p.symbols[c.symbol].name);
    let array = fresh(p, unit, &name, v);
    declare(p, unit, &[array]);
    array
}

fn allocate(p: &mut Program, unit: UnitId, c: &Carried, array: SymbolId, low: &Expr, high: &Expr, out: &mut Block) {
    if p.units[unit].language.describes_storage() {
        let dims = vec![Dim { lower: Some(low.clone()), upper: Upper::At(high.clone()) }];
        let objects = vec![Allocation { object: Expr::var(array), dims }];
        out.push(p.units[unit].add(StmtKind::Allocate { objects, options: Vec::new() }));
        return;
    }
    let void = Type::Pointer { to: Box::new(Type::Void), to_const: false, restrict: false };
    let malloc = function(p, unit, "malloc", Some(void));
    let elem = Type::Scalar(c.scalar.clone());
    let wide = |e: Expr| -> Expr { ExprKind::Cast(Type::Scalar(Scalar::size()), Box::new(e)).into() };
    let turns = fold::add(&fold::sub(high, low), &Expr::int(1));
    let some = Expr::binary(BinaryOp::Ge, high.clone(), low.clone());
    let turns = ExprKind::Cond { test: Box::new(some), yes: Box::new(turns), no: Box::new(Expr::int(0)) };
    let turns = Expr::unary(UnaryOp::Paren, turns.into());
    let bytes = Expr::binary(BinaryOp::Mul, wide(turns), ExprKind::SizeOf(elem.clone()).into());
    let own = Type::Pointer { to: Box::new(elem), to_const: false, restrict: false };
    let memory: Expr = ExprKind::Call { callee: malloc, args: vec![Arg::new(bytes)] }.into();
    let rhs = ExprKind::Cast(own, Box::new(memory)).into();
    out.push(p.units[unit].add(StmtKind::Assign { lhs: Expr::var(array), rhs }));
}

fn release(p: &mut Program, unit: UnitId, array: SymbolId, out: &mut Block) {
    let kind = match p.units[unit].language.describes_storage() {
        true => StmtKind::Deallocate { objects: vec![Expr::var(array)], options: Vec::new() },
        false => {
            let callee = function(p, unit, "free", None);
            StmtKind::Call { callee, args: vec![Arg::new(Expr::var(array))], alternates: Vec::new() }
        }
    };
    out.push(p.units[unit].add(kind));
}

/// A function of the C library.
fn function(p: &mut Program, unit: UnitId, name: &str, result: Option<Type>) -> SymbolId {
    let scope = p.units[unit].scope;
    p.lookup(scope, name).unwrap_or_else(|| {
        let outermost = p.scopes[scope].parent.unwrap_or(scope);
        let function = Procedure::new(None, result, ProcedureClass::System);
        p.declare(outermost, name, Span::NONE, SymbolKind::Procedure(function))
    })
}

/// A block with statements in front of one of those in it, and behind it.
fn around(u: &mut il::Unit, block: Block, id: StmtId, before: &[StmtId], after: &[StmtId]) -> Block {
    let mut out = Block::new();
    for s in block {
        let own = |list: &[StmtId]| if s == id { list.to_vec() } else { Vec::new() };
        let inner: Vec<Block> = u.stmts[s].kind.blocks_mut().into_iter().map(std::mem::take).collect();
        let inner: Vec<Block> = inner.into_iter().map(|b| around(u, b, id, before, after)).collect();
        u.stmts[s].kind.blocks_mut().into_iter().zip(inner).for_each(|(place, b)| *place = b);
        if s != id
            && let StmtKind::If(i) = &mut u.stmts[s].kind
        {
            i.one_line &= i.arms.iter().all(|a| a.body.len() == 1);
        }
        out.extend(own(before));
        out.push(s);
        out.extend(own(after));
    }
    out
}
