//! Array statements with SPREAD or a sum along the second dimension, column by column.
//!
//! `x = x + spread(v, 2, m)*spread(w, 1, n)` and `y = y + sum(a*xb, 2)` make compilers build arrays that nobody wanted. By columns they need none:
//! `do ii1 = 1, m; x(:,ii1) = x(:,ii1) + v*w(ii1); end do`. Possible where everything of rank two is a whole array that begins at 1, or an elementwise
//! operation on such, and where the columns of the left side depend on nothing but themselves. Of `w` one element is asked for: of arrays, sections and
//! components that are no pointers, and elementwise operations on them.

use il::intrinsics::{Class, argument};
use il::stmt::Do;
use il::typing::{rank_of, scalar_of};
use il::{
    Block, Expr, ExprKind, Language, Scalar, ScalarClass, StmtId, StmtKind, Subscript, SymbolId, Type, UnitId, Upper,
};

use crate::adjoint::tidy::increment;
use crate::derive::{Shell, World};
use crate::simplify;

/// Rewrites what can be.
pub(crate) fn columns(world: &mut World, shell: &mut Shell, block: &mut Block) {
    let unit = shell.unit;
    if world.out.units[unit].language != Language::Fortran {
        return;
    }
    let mut out = Block::new();
    for id in std::mem::take(block) {
        match &world.out.units[unit].stmts[id].kind {
            StmtKind::Assign { lhs, rhs } => {
                let (lhs, rhs) = (lhs.clone(), rhs.clone());
                match by_columns(world, shell, &lhs, &rhs) {
                    Some(new) => replace(world, unit, id, new, &mut out),
                    None => out.push(id),
                }
            }
            // Masks are evaluated once for all columns.
            StmtKind::Where { .. } | StmtKind::Forall { .. } => out.push(id),
            _ => {
                let mut kind = std::mem::replace(&mut world.out.units[unit].stmts[id].kind, StmtKind::Nop);
                for inner in kind.blocks_mut() {
                    columns(world, shell, inner);
                }
                world.out.units[unit].stmts[id].kind = kind;
                out.push(id);
            }
        }
    }
    *block = out;
}

/// The new statements take the place, the comments and the label of the old one.
fn replace(world: &mut World, unit: UnitId, id: StmtId, new: Vec<StmtKind>, out: &mut Block) {
    let u = &mut world.out.units[unit];
    let mut rest = new.into_iter();
    if let Some(first) = rest.next() {
        u.stmts[id].kind = first;
        out.push(id);
    }
    for kind in rest {
        out.push(u.add(kind));
    }
}

fn by_columns(world: &mut World, shell: &mut Shell, lhs: &Expr, rhs: &Expr) -> Option<Vec<StmtKind>> {
    let p = &world.out;
    let ExprKind::Var(x) = lhs.kind else { return None };
    if rhs.has_call() {
        return None;
    }
    let own = increment(lhs, rhs);
    let value = own.clone().unwrap_or_else(|| rhs.clone());
    let mut first = Vec::new();
    let (target, source, like) = match rank_of(p, lhs) {
        2 if mentions_spread(rhs) && is_whole(world, lhs) => (None, rhs.clone(), x),
        1 if !value.mentions(x) => {
            // y = y + sum(e, 2)
            let ExprKind::Intrinsic(f, args) = &value.kind else { return None };
            let along = argument(*f, args, "dim").and_then(Expr::as_int);
            if f.name() != "sum" || along != Some(2) || argument(*f, args, "mask").is_some() {
                return None;
            }
            let summed = argument(*f, args, "array")?.clone();
            if rank_of(p, &summed) != 2 {
                return None;
            }
            if own.is_none() {
                // The assignment may give an allocatable array its extents.
                if world.out.variable(x).is_some_and(|v| v.allocatable) {
                    return None;
                }
                first.push(StmtKind::Assign { lhs: lhs.clone(), rhs: simplify::zero(&scalar_of(p, lhs)?) });
            }
            let like = whole_of(world, &summed)?;
            (Some(lhs.clone()), summed, like)
        }
        _ => return None,
    };
    let Some(Type::Array { dims, .. }) = p.symbol_type(like) else { return None };
    let last = match &dims.get(1)?.upper {
        Upper::At(e) => e.clone(),
        Upper::Deferred | Upper::Assumed => Expr::intrinsic("size", vec![Expr::var(like), Expr::int(2)]),
    };
    // The loop variable is made when it is sure to be used.
    let marker = Expr::int(0);
    column(world, &source, x, &marker)?;
    let spelling = if shell.upper { "INTEGER" } else { "integer" };
    let integer = Type::Scalar(Scalar::new(ScalarClass::Integer, world.source.integer().bytes, spelling));
    let var = world.local(shell, "ii1", integer);
    let e = column(world, &source, x, &Expr::var(var))?;
    let assign = match target {
        None => StmtKind::Assign { lhs: at_column(lhs, &Expr::var(var)), rhs: e },
        Some(y) => StmtKind::Assign { lhs: y.clone(), rhs: simplify::add(y, e) },
    };
    let body = vec![world.out.units[shell.unit].add(assign)];
    let (from, step) = (Expr::int(1), None);
    first.push(StmtKind::Do(Box::new(Do { var, from, to: last, step, body, name: None, declares: false })));
    Some(first)
}

fn mentions_spread(e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |x| found |= matches!(&x.kind, ExprKind::Intrinsic(f, _) if f.name() == "spread"));
    found
}

/// Whether an expression is a whole array whose dimensions begin at 1.
fn is_whole(world: &World, e: &Expr) -> bool {
    let ExprKind::Var(s) = e.kind else { return false };
    let Some(v) = world.out.variable(s) else { return false };
    let Type::Array { dims, .. } = &v.ty else { return false };
    !v.pointer
        && !v.allocatable
        && dims
            .iter()
            .all(|d| d.lower.as_ref().is_none_or(|l| l.as_int() == Some(1)) && !matches!(d.upper, Upper::Assumed))
}

/// A whole array of rank two in an expression.
fn whole_of(world: &World, e: &Expr) -> Option<SymbolId> {
    let mut found = None;
    e.walk(&mut |x| {
        if let (ExprKind::Var(s), None) = (&x.kind, found) {
            found = (rank_of(&world.out, x) == 2 && is_whole(world, x)).then_some(*s);
        }
    });
    found
}

fn at_column(e: &Expr, j: &Expr) -> Expr {
    let all = Subscript::Range { lo: None, hi: None, step: None };
    ExprKind::Index { base: Box::new(e.clone()), subs: vec![all, Subscript::At(j.clone())] }.into()
}

/// Column `j` of an expression of rank two (scalars are what they are), when it can be told; `x` is being changed.
fn column(world: &World, e: &Expr, x: SymbolId, j: &Expr) -> Option<Expr> {
    match rank_of(&world.out, e) {
        0 => (!e.mentions(x)).then(|| e.clone()),
        2 => match &e.kind {
            ExprKind::Var(_) => is_whole(world, e).then(|| at_column(e, j)),
            ExprKind::Unary(op, inner) => Some(Expr::unary(*op, column(world, inner, x, j)?)),
            ExprKind::Binary(op, l, r) => Some(Expr::binary(*op, column(world, l, x, j)?, column(world, r, x, j)?)),
            ExprKind::Intrinsic(f, args) if f.name() == "spread" => {
                let (v, dim) = (argument(*f, args, "source")?, argument(*f, args, "dim")?.as_int()?);
                if v.mentions(x) {
                    return None;
                }
                // Evaluated once for all columns before, for each of them now.
                let mut dear = false;
                v.walk(&mut |e| dear |= matches!(e.kind, ExprKind::Intrinsic(..)));
                match dim {
                    2 => (!dear).then(|| v.clone()),
                    1 => (!names_pointer(world, v)).then(|| element(world, v, j)).flatten(),
                    _ => None,
                }
            }
            ExprKind::Intrinsic(f, args) if f.info().class == Class::Elemental => {
                let mut args = args.clone();
                for a in &mut args {
                    a.value = column(world, &a.value, x, j)?;
                }
                Some(ExprKind::Intrinsic(*f, args).into())
            }
            _ => None,
        },
        _ => None,
    }
}

/// Element `j` of a vector, counted from 1 (scalars are what they are), when it can be told.
fn element(world: &World, v: &Expr, j: &Expr) -> Option<Expr> {
    let p = &world.out;
    let of = |e: &Expr| element(world, e, j);
    if rank_of(p, v) == 0 {
        // Evaluated once for all elements before.
        let mut dear = false;
        v.walk(&mut |e| dear |= matches!(&e.kind, ExprKind::Intrinsic(f, _) if f.info().class != Class::Elemental));
        return (!dear).then(|| v.clone());
    }
    match &v.kind {
        ExprKind::Var(_) | ExprKind::Field { .. } => {
            let lower = lower_bounds(world, v)?.into_iter().next()?;
            Some(Expr::index(v.clone(), vec![counted_from(&lower, 1, j)]))
        }
        ExprKind::Index { base, subs } => {
            let place = |(k, s): (usize, &Subscript)| match s {
                Subscript::At(i) => (rank_of(p, i) == 0).then(|| s.clone()),
                Subscript::Range { lo, step, .. } => {
                    let step = step.as_ref().map_or(Some(1), Expr::as_int)?;
                    let first = match lo {
                        Some(lo) => lo.clone(),
                        None if step > 0 => lower_bounds(world, base)?.into_iter().nth(k)?,
                        None => return None,
                    };
                    Some(Subscript::At(counted_from(&first, step, j)))
                }
            };
            let subs = subs.iter().enumerate().map(place).collect::<Option<Vec<_>>>()?;
            Some(ExprKind::Index { base: base.clone(), subs }.into())
        }
        ExprKind::Unary(op, inner) => Some(Expr::unary(*op, of(inner)?)),
        ExprKind::Binary(op, l, r) => Some(Expr::binary(*op, of(l)?, of(r)?)),
        ExprKind::Intrinsic(f, args) if f.info().class == Class::Elemental => {
            let mut args = args.clone();
            for a in &mut args {
                a.value = of(&a.value)?;
            }
            Some(ExprKind::Intrinsic(*f, args).into())
        }
        _ => None,
    }
}

/// Whether an expression may look at what is being changed by way of a pointer.
fn names_pointer(world: &World, e: &Expr) -> bool {
    let (p, mut found) = (&world.out, false);
    e.walk(&mut |x| {
        found |= match &x.kind {
            ExprKind::Var(s) => p.variable(*s).is_some_and(|v| v.pointer),
            ExprKind::Field { record, field, .. } => p.records[*record].fields[*field].pointer,
            _ => false,
        }
    });
    found
}

/// Where the dimensions of an array begin that is taken whole, where its declaration says it in numbers.
fn lower_bounds(world: &World, e: &Expr) -> Option<Vec<Expr>> {
    let p = &world.out;
    let ty = match &e.kind {
        ExprKind::Var(s) => p.variable(*s).filter(|v| !v.allocatable && !v.pointer).map(|v| &v.ty)?,
        ExprKind::Field { base, record, field } => {
            let f = &p.records[*record].fields[*field];
            (rank_of(p, base) == 0 && !f.allocatable && !f.pointer).then_some(&f.ty)?
        }
        _ => return None,
    };
    let Type::Array { dims, .. } = ty else { return None };
    // A bound that is computed may be made of what has changed since.
    let lower = |d: &il::Dim| match &d.lower {
        None => Some(Expr::int(1)),
        Some(l) => il::fold::integer(p, l).map(Expr::int),
    };
    dims.iter().map(lower).collect()
}

/// Index `j`, counted from 1, where they begin at `first`.
fn counted_from(first: &Expr, step: i64, j: &Expr) -> Expr {
    if step == 1 && first.as_int() == Some(1) {
        return j.clone();
    }
    let ways = il::fold::sub(j, &Expr::int(1));
    match step {
        1 => il::fold::add(first, &ways),
        _ => il::fold::add(first, &Expr::binary(il::BinaryOp::Mul, Expr::int(step), ways)),
    }
}
