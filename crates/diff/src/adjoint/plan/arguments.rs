//! What a callee, and its adjoint, do with one argument of a call. Two arguments may be elements of one array (`call step(a(k - 1), a(k))`), whose
//! zone alone does not tell which of them is read and which written.

use il::{
    BinaryOp, Dim, Expr, ExprKind, Language, Program, StmtKind, Subscript, SymbolId, Type, UnaryOp, UnitId, Upper,
};

use crate::adjoint::plan::access::{Access, Set};
use crate::derive::World;
use crate::prepare::normalise::values::is_changed;
use crate::request::Improvement;

/// Whether a callee may change the numbers of an argument. Of pointers and structures, and in C, nothing is said.
pub(crate) fn may_be_written(world: &World, access: &Access, callee: UnitId, dummy: SymbolId) -> bool {
    !has_own_numbers(world, callee, dummy)
        || access.zones.of_symbol(dummy).iter().any(|z| world.facts.analysis.in_out(callee).written.contains(*z))
}

/// Whether the joint adjoint of a callee may look at the numbers that an argument had before the call.
pub(crate) fn may_be_looked_at(world: &World, access: &Access, callee: UnitId, dummy: SymbolId) -> bool {
    let known = access.joint.borrow();
    let Some(there) = known.get(&callee).filter(|_| world.request.improves(Improvement::Snapshot)) else { return true };
    let mut zones = Set::default();
    zones.add(&access.zones.of_symbol(dummy));
    !has_own_numbers(world, callee, dummy) || there.needs.meets(&zones)
}

/// The elements of an actual argument that a call may change, where their places are known from the arguments: `call put(a, i, v)` with `a(i) = v` in it
/// changes one. `None`: any.
pub(crate) fn written_elements(
    world: &World,
    callee: UnitId,
    dummy: SymbolId,
    actual: &Expr,
    value_of: &dyn Fn(SymbolId) -> Option<Expr>,
) -> Option<Vec<Expr>> {
    let p = world.source;
    if !world.request.improves(Improvement::Snapshot)
        || !has_own_numbers(world, callee, dummy)
        || !is_numbered_alike(p, dummy, actual)
    {
        return None;
    }
    let u = &p.units[callee];
    let mut found: Option<Vec<Vec<Expr>>> = Some(Vec::new());
    u.walk(&u.body, &mut |_, stmt| {
        let mut handed_on = false;
        let mut note = |args: &[il::Arg]| {
            handed_on |= args.iter().any(|a| a.value.root() == Some(dummy) && a.value.is_reference())
        };
        if let StmtKind::Call { args, .. } = &stmt.kind {
            note(args);
        }
        stmt.kind.exprs(&mut |e| {
            e.walk(&mut |x| {
                if let ExprKind::Call { args, .. } = &x.kind {
                    note(args);
                }
            })
        });
        let subs = match &stmt.kind {
            StmtKind::Assign { lhs, .. } if lhs.root() != Some(dummy) => None,
            StmtKind::Assign { lhs, .. } => Some(fixed_subscripts(p, callee, lhs)),
            StmtKind::If(_)
            | StmtKind::Do(_)
            | StmtKind::While { .. }
            | StmtKind::Select { .. }
            | StmtKind::Call { .. } => None,
            kind => kind.mentions(dummy).then_some(None),
        };
        match subs {
            _ if handed_on => found = None,
            None => {}
            Some(None) => found = None,
            Some(Some(subs)) => {
                if let Some(all) = found.as_mut().filter(|all| !all.contains(&subs)) {
                    all.push(subs);
                }
            }
        }
    });
    let all = found.filter(|all| !all.is_empty() && all.len() <= MOST)?;
    let here = |e: &Expr| {
        let (mut e, mut known) = (e.clone(), true);
        e.rewrite(&mut |x| {
            if let ExprKind::Var(s) = x.kind {
                match value_of(s) {
                    Some(value) if is_simple(&value) => *x = value,
                    _ => known = false,
                }
            }
        });
        known.then_some(e)
    };
    let element = |subs: &Vec<Expr>| Some(Expr::index(actual.clone(), subs.iter().map(here).collect::<Option<_>>()?));
    all.iter().map(element).collect()
}

/// More elements than this are not saved one by one.
const MOST: usize = 4;

/// The subscripts of an element that are the same for the whole call: of constants and numbers that the callee is given and does not change.
fn fixed_subscripts(p: &Program, callee: UnitId, lhs: &Expr) -> Option<Vec<Expr>> {
    let ExprKind::Index { base, subs } = &lhs.kind else { return None };
    let fixed = |e: &Expr| {
        let mut fixed = true;
        e.walk(&mut |x| {
            fixed &= match &x.kind {
                ExprKind::Var(s) => {
                    let given = p.units[callee].params.contains(s) && p.symbol_type(*s).is_some_and(|t| t.rank() == 0);
                    given && !is_changed(p, callee, *s) && !counts(p, callee, *s)
                }
                ExprKind::Integer { .. } => true,
                ExprKind::Binary(op, ..) => matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul),
                ExprKind::Unary(op, _) => matches!(op, UnaryOp::Neg | UnaryOp::Paren),
                _ => false,
            }
        });
        fixed
    };
    if !matches!(base.kind, ExprKind::Var(_)) {
        return None;
    }
    let one = |s: &Subscript| match s {
        Subscript::At(e) if fixed(e) => Some(e.clone()),
        _ => None,
    };
    subs.iter().map(one).collect()
}

/// Whether a loop counts with a variable.
fn counts(p: &Program, unit: UnitId, s: SymbolId) -> bool {
    let (u, mut found) = (&p.units[unit], false);
    u.walk(&u.body, &mut |_, stmt| found |= matches!(&stmt.kind, StmtKind::Do(d) if d.var == s));
    found
}

/// What can stand in a subscript.
fn is_simple(value: &Expr) -> bool {
    let mut simple = true;
    value.walk(&mut |x| {
        simple &=
            matches!(x.kind, ExprKind::Var(_) | ExprKind::Integer { .. } | ExprKind::Binary(..) | ExprKind::Unary(..))
    });
    simple
}

/// Whether an element of a dummy has the same subscripts in the actual argument.
fn is_numbered_alike(p: &Program, dummy: SymbolId, actual: &Expr) -> bool {
    let ExprKind::Var(s) = actual.kind else { return false };
    let (Some(v), Some(d)) = (p.variable(s), p.variable(dummy)) else { return false };
    let (Type::Array { dims: theirs, .. }, Type::Array { dims: ours, .. }) = (&d.ty, &v.ty) else { return false };
    let from_one = |dims: &[Dim]| dims.iter().all(|d| d.lower.is_none());
    let whole = ours.len() == 1 || theirs.iter().all(|d| matches!(d.upper, Upper::Deferred));
    !v.allocatable && !v.pointer && ours.len() == theirs.len() && from_one(ours) && from_one(theirs) && whole
}

/// Whether a dummy is a number or an array of numbers that lies in its own zones.
fn has_own_numbers(world: &World, callee: UnitId, dummy: SymbolId) -> bool {
    let p = world.source;
    p.units[callee].language == Language::Fortran
        && p.variable(dummy).is_some_and(|v| {
            let elements = match &v.ty {
                Type::Array { elem, .. } => elem,
                ty => ty,
            };
            !v.pointer && !v.allocatable && matches!(elements, Type::Scalar(_))
        })
}
