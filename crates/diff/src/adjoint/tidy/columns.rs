//! Array statements with SPREAD or a sum along the second dimension, column by column.
//!
//! `x = x + spread(v, 2, m)*spread(w, 1, n)` and `y = y + sum(a*xb, 2)` make compilers build arrays that nobody wanted. By columns they need none:
//! `do ii1 = 1, m; x(:,ii1) = x(:,ii1) + v*w(ii1); end do`. Possible where everything of rank two is a whole array that begins at 1, or an elementwise
//! operation on such, and where the columns of the left side depend on nothing but themselves.

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
                // Evaluated once for all columns before, for each of them now.
                let mut dear = false;
                v.walk(&mut |e| dear |= matches!(e.kind, ExprKind::Intrinsic(..)));
                if v.mentions(x) || dear {
                    return None;
                }
                match dim {
                    2 => Some(v.clone()),
                    1 if is_whole(world, v) => Some(Expr::index(v.clone(), vec![j.clone()])),
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
