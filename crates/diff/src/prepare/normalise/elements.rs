//! Assignments of arrays of structures that have allocations of their own become loops over the elements (adjoint): each of these goes to the tape by
//! itself, with the shapes that it had.

use std::mem;

use analysis::allocation::has_allocatable_parts;
use analysis::{extents, other_names};
use il::stmt::Do;
use il::symbol::Storage;
use il::typing::{rank_of, type_of};
use il::{
    BinaryOp, Block, Expr, ExprKind, Program, Stmt, StmtId, StmtKind, Subscript, SymbolId, Type, UnitId, Upper,
    Variable,
};

use il::locals::fresh;

/// Takes such assignments of `unit` apart; gives the counters that it made.
pub(super) fn take_apart(p: &mut Program, unit: UnitId) -> Vec<SymbolId> {
    let mut counters = Vec::new();
    if p.units[unit].language.computes_with_arrays() {
        let body = mem::take(&mut p.units[unit].body);
        p.units[unit].body = block(p, unit, body, &mut counters);
    }
    counters
}

fn block(p: &mut Program, unit: UnitId, statements: Block, counters: &mut Vec<SymbolId>) -> Block {
    for &id in &statements {
        let mut s = mem::replace(&mut p.units[unit].stmts[id], Stmt::from(StmtKind::Nop));
        for inner in s.kind.blocks_mut() {
            *inner = block(p, unit, mem::take(inner), counters);
        }
        if let StmtKind::Assign { lhs, rhs } = &s.kind
            && is_meant(p, unit, lhs, rhs)
            && let Some(loops) = loops(p, unit, lhs, rhs, counters)
        {
            s.kind = loops;
        }
        p.units[unit].stmts[id] = s;
    }
    statements
}

/// Whether an assignment is one of these. What is allocated by it as a whole is not, nor what reads itself.
fn is_meant(p: &Program, unit: UnitId, lhs: &Expr, rhs: &Expr) -> bool {
    let ty = type_of(p, lhs);
    let same = ty.record().is_some() && type_of(p, rhs).record() == ty.record();
    let plain = !p.is_allocatable(lhs) && !p.is_polymorphic(lhs) && !p.is_polymorphic(rhs);
    same && plain
        && ty.rank() > 0
        && rhs.is_reference()
        && has_allocatable_parts(p, &ty)
        && p.is_differentiable(&ty)
        && !other_names::touches(rhs, lhs)
        && !other_names::may_share(p, unit, rhs, lhs)
}

/// The loops, the outermost in place of the assignment.
fn loops(p: &mut Program, unit: UnitId, lhs: &Expr, rhs: &Expr, counters: &mut Vec<SymbolId>) -> Option<StmtKind> {
    let rank = rank_of(p, lhs);
    let extents = extents::fixed(p, lhs);
    let first = counters.len();
    for k in 1..=rank {
        let counter = Variable::new(Type::Scalar(p.integer()), Storage::Local);
        counters.push(fresh(p, unit, &format!("ii{k}"), counter));
    }
    let turns: Vec<SymbolId> = counters[first..].to_vec();
    let value = if rank_of(p, rhs) == 0 { Some(rhs.clone()) } else { element(p, rhs, &turns) };
    let (Some(lhs_one), Some(rhs_one)) = (element(p, lhs, &turns), value) else {
        counters.truncate(first);
        return None;
    };
    let mut kind = StmtKind::Assign { lhs: lhs_one, rhs: rhs_one };
    for (k, &var) in turns.iter().enumerate() {
        let known = extents.as_ref().and_then(|dims| match &dims.get(k)?.upper {
            Upper::At(e) => Some(e.clone()),
            _ => None,
        });
        let to = known.unwrap_or_else(|| Expr::intrinsic("size", vec![lhs.clone(), Expr::int(k as i64 + 1)]));
        let body: Vec<StmtId> = vec![p.units[unit].add(kind)];
        kind = StmtKind::Do(Box::new(Do::counting(var, Expr::int(1), to, None, body)));
    }
    Some(kind)
}

/// The element of an array whose turn it is, counted from one in each dimension.
fn element(p: &Program, array: &Expr, turns: &[SymbolId]) -> Option<Expr> {
    let behind = |first: Option<Expr>, turn: Expr| match first {
        None => turn,
        Some(first) => il::fold::sub(&il::fold::add(&first, &turn), &Expr::int(1)),
    };
    // The first index of a dimension, unless it is one.
    let lower = |base: &Expr, k: usize| {
        let Type::Array { dims, .. } = type_of(p, base) else { return None };
        let moves = p.is_allocatable(base) || p.is_pointer(base);
        match moves {
            true => Some(Expr::intrinsic("lbound", vec![base.clone(), Expr::int(k as i64 + 1)])),
            false => dims.get(k)?.lower.clone().filter(|l| l.as_int() != Some(1)),
        }
    };
    let mut turns = turns.iter().map(|t| Expr::var(*t));
    let (base, subs) = match &array.kind {
        ExprKind::Index { base, subs } => (base.as_ref(), subs.clone()),
        _ => {
            let all = Subscript::Range { lo: None, hi: None, step: None };
            (array, vec![all; rank_of(p, array)])
        }
    };
    if !p.is_of_one(base) {
        return None;
    }
    let mut at = Vec::new();
    for (k, s) in subs.into_iter().enumerate() {
        at.push(match s {
            Subscript::At(e) if rank_of(p, &e) == 0 => e,
            Subscript::At(_) => return None,
            Subscript::Range { lo, step: None, .. } => behind(lo.or_else(|| lower(base, k)), turns.next()?),
            Subscript::Range { lo, step: Some(step), .. } => {
                let passed = Expr::binary(BinaryOp::Mul, il::fold::sub(&turns.next()?, &Expr::int(1)), step);
                il::fold::add(&lo?, &passed)
            }
        });
    }
    Some(Expr::index(base.clone(), at))
}
