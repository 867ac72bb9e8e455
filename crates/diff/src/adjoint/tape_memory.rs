//! Tape arrays of C: a local array where the number of values is a small constant, memory otherwise.
//!
//! `x_tape[(size_t)t*n + i]` holds what the stack would, the outermost loop first. The memory is asked for in front of the outermost loop, and given
//! back behind the loop that restores from it. Loops that begin at a small number use the memory from 0, so that their variables are the
//! subscripts. Where an extent is negative the loops make no turn: as a number of bytes it would be a very large one, so that differences are tested first.

use il::stmt::If;
use il::types::Scalar;
use il::typing::type_of;
use il::{Arg, BinaryOp, Block, Expr, ExprKind, StmtKind, Subscript, Type, UnaryOp};

use super::tape_arrays::{Value, counted, insert, name, places};
use crate::derive::{Shell, World};

/// Arrays of so many elements are local variables.
const SMALL: i64 = 512;
/// Loops that begin above are counted from their beginning.
const FIRST: i64 = 4;

/// One array for a group of values, instead of their places on the stack.
pub(super) fn in_memory(world: &mut World, shell: &mut Shell, body: &mut Block, group: &[Value]) {
    let unit = shell.unit;
    let first = &group[0];
    let (places, members) = places(group);
    let mut extents: Vec<Expr> = Vec::new();
    let mut position: Option<Expr> = None;
    let product = |a: Expr, b: Expr| match (a.as_int(), b.as_int()) {
        (Some(a), Some(b)) => Expr::int(a * b),
        (Some(1), _) => b,
        (_, Some(1)) => a,
        _ => Expr::binary(BinaryOp::Mul, a, b),
    };
    let size = Type::Scalar(Scalar::size());
    let wide = |e: Expr| if e.as_int().is_some() { e } else { ExprKind::Cast(size.clone(), Box::new(e)).into() };
    for (id, (low, high)) in first.loops.iter().zip(&first.bounds) {
        let turn = Expr::var(counted(world, unit, *id).var);
        let from_zero = low.as_int().is_some_and(|l| (0..=FIRST).contains(&l));
        let low = if from_zero { Expr::int(0) } else { low.clone() };
        let extent = il::fold::add(&il::fold::sub(high, &low), &Expr::int(1));
        let extent = il::fold::integer(&world.out, &extent).map_or(extent, Expr::int);
        let at = if from_zero { turn } else { il::fold::sub(&turn, &low) };
        position = Some(match position {
            None => at,
            Some(before) => Expr::binary(BinaryOp::Add, product(before, extent.clone()), at),
        });
        // Only what is multiplied grows beyond an `int`.
        if extents.is_empty() && (first.loops.len() > 1 || members > 1) {
            position = position.map(&wide);
        }
        extents.push(extent);
    }
    // What is unsigned is never negative, but very large instead: only a variable says what it is.
    let wraps = |e: &Expr| e.any(&mut |x| type_of(&world.out, x).scalar().is_some_and(|s| s.unsigned));
    if extents.iter().any(|e| wraps(e) && !matches!(e.kind, ExprKind::Var(_))) {
        return;
    }
    // Loops that make no turn save nothing.
    if extents.iter().any(|e| e.as_int().is_some_and(|n| n <= 0)) {
        return;
    }
    let count = extents.iter().map(Expr::as_int).try_fold(members, |n, e| n.checked_mul(e?));
    let small = count.filter(|n| (1..=SMALL).contains(n));
    let elem = Type::Scalar(first.scalar.clone());
    let ty = match small {
        Some(n) => Type::Array {
            elem: Box::new(elem.clone()),
            dims: vec![il::Dim { lower: None, upper: il::Upper::At(Expr::int(n)) }],
        },
        None => Type::Pointer { to: Box::new(elem.clone()), to_const: false, restrict: false },
    };
    let base = name(world, shell, group, members);
    let tape = Expr::var(world.local(shell, &base, ty));
    for (v, k) in group.iter().zip(places) {
        let at = match (&position, members) {
            (None, _) => Expr::int(k as i64),
            (Some(at), 1) => at.clone(),
            (Some(at), _) => il::fold::add(&product(at.clone(), Expr::int(members)), &Expr::int(k as i64)),
        };
        let at = if small.is_some() { narrow(at) } else { at };
        let slot: Expr = ExprKind::Index { base: Box::new(tape.clone()), subs: vec![Subscript::At(at)] }.into();
        let stmts = &mut world.out.units[unit].stmts;
        v.goes_to(slot, stmts);
    }
    if small.is_some() {
        return;
    }
    // tape = (double *)malloc((size_t)n*m*sizeof(double)); if (n > 0 && m > 0 && !tape) exit(1);
    let void = Type::Pointer { to: Box::new(Type::Void), to_const: false, restrict: false };
    let malloc = world.runtime_function(shell, "malloc", Some(void));
    let free = world.runtime_function(shell, "free", None);
    let factors =
        extents.iter().map(|e| if e.as_int().is_some() { e.clone() } else { not_negative(wide(e.clone()), e) });
    let elements = factors.chain((members > 1).then(|| Expr::int(members)));
    let elements = elements.reduce(product).unwrap_or_else(|| Expr::int(members));
    let bytes = product(elements, ExprKind::SizeOf(elem.clone()).into());
    let memory: Expr = ExprKind::Call { callee: malloc, args: vec![Arg::new(bytes)] }.into();
    let own = Type::Pointer { to: Box::new(elem), to_const: false, restrict: false };
    let missing: Expr = ExprKind::Unary(UnaryOp::Not, Box::new(tape.clone())).into();
    let some = extents.iter().filter(|e| e.as_int().is_none());
    let mut tests: Vec<Expr> = Vec::new();
    for test in some.map(is_positive) {
        if !tests.contains(&test) {
            tests.push(test);
        }
    }
    let test = tests
        .into_iter()
        .chain([missing])
        .reduce(|a, b| Expr::binary(BinaryOp::And, a, b))
        .expect("one condition at least");
    let u = &mut world.out.units[unit];
    let get = u.add(StmtKind::Assign { lhs: tape.clone(), rhs: ExprKind::Cast(own, Box::new(memory)).into() });
    let stop = u.add(StmtKind::Stop { error: true, code: None });
    let check = u.add(StmtKind::If(If::when(test, vec![stop], true)));
    let release = u.add(StmtKind::Call { callee: free, args: vec![Arg::new(tape)], alternates: Vec::new() });
    let (front, back) = (first.front, first.back);
    insert(world, unit, body, front, &[get, check], true);
    insert(world, unit, body, back, &[release], false);
}

/// `n > 0`; differences by their ends: `to > from` for `to - from`, `to >= from` for `to - from + 1`.
fn is_positive(extent: &Expr) -> Expr {
    let (difference, more) = match &extent.kind {
        ExprKind::Binary(BinaryOp::Add, turns, one) if one.as_int() == Some(1) => (&**turns, BinaryOp::Ge),
        _ => (extent, BinaryOp::Gt),
    };
    match &difference.kind {
        ExprKind::Binary(BinaryOp::Sub, high, low) => Expr::binary(more, (**high).clone(), (**low).clone()),
        _ => Expr::binary(BinaryOp::Gt, extent.clone(), Expr::int(0)),
    }
}

/// `(size_t)(n > 0 ? n : 0)`, and `(size_t)(to > from ? to - from : 0)` for differences: an extent may be negative where a loop has no iteration, and
/// as a size it would be most of the memory.
fn not_negative(wide: Expr, extent: &Expr) -> Expr {
    let ExprKind::Cast(size, inner) = wide.kind.clone() else { return wide };
    let chosen = ExprKind::Cond { test: Box::new(is_positive(extent)), yes: inner, no: Box::new(Expr::int(0)) };
    ExprKind::Cast(size, Box::new(chosen.into())).into()
}

/// A position in a small array needs no wide arithmetic.
fn narrow(mut e: Expr) -> Expr {
    e.rewrite(&mut |x| {
        if let ExprKind::Cast(_, inner) = &x.kind {
            *x = (**inner).clone();
        }
    });
    e
}
