//! A function that the forward half has evaluated is not evaluated again by the backward half: the result is noted.
//!
//! `exp(-b/t)` in a statement of the forward half and in its adjoint; `c = cos(t)`, `s = sin(t)`, whose adjoints need the other one. The forward half
//! evaluates it in a statement that is neither in a loop nor in an arm, with operands that both halves see alike: scalars of the procedure that no more
//! than one such statement sets, before, and that the backward half at most finds handed over.

use std::collections::BTreeMap;

use il::stores;
use il::symbol::Storage;
use il::typing::type_of;
use il::{Block, Expr, ExprKind, Program, StmtKind, SymbolId, TapeId, Type, UnitId};

use crate::derive::{Shell, World};

/// Functions that cost more than a store and a load.
const COSTLY: &[&str] = &[
    "exp",
    "log",
    "log10",
    "sqrt",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "pow",
    "erf",
    "gamma",
    "log_gamma",
];

/// Adds what is noted so to the ends of both halves, where they meet.
pub(super) fn note(
    world: &mut World,
    [fwd, bwd]: [&mut Shell; 2],
    [fore, handed, back]: [&mut Block; 3],
    mut tapes: u32,
) {
    let there: BTreeMap<SymbolId, SymbolId> =
        fwd.maps.symbols.iter().filter_map(|(old, new)| Some((*bwd.maps.symbols.get(old)?, *new))).collect();
    let mut wanted: Vec<Expr> = Vec::new();
    world.out.units[bwd.unit].walk(back, &mut |_, s| {
        s.kind.exprs(&mut |e| {
            e.walk(&mut |x| {
                let costly = matches!(&x.kind, ExprKind::Intrinsic(f, _) if COSTLY.contains(&f.name()));
                if costly && matches!(type_of(&world.out, x), Type::Scalar(_)) && !wanted.contains(x) {
                    wanted.push(x.clone());
                }
            })
        })
    });
    for again in wanted {
        let mut first = again.clone();
        let mut known = Some(0);
        first.rewrite(&mut |x| {
            if let ExprKind::Var(s) = &x.kind {
                let at = alike(&world.out, [fwd.unit, bwd.unit], [fore, handed, back], there.get(s).copied(), *s);
                known = known.zip(at).map(|(a, b)| a.max(b));
                x.kind = ExprKind::Var(there.get(s).copied().unwrap_or(*s));
            }
            let plain = matches!(
                x.kind,
                ExprKind::Var(_)
                    | ExprKind::Integer { .. }
                    | ExprKind::Real { .. }
                    | ExprKind::Unary(..)
                    | ExprKind::Binary(..)
                    | ExprKind::Intrinsic(..)
            );
            known = known.filter(|_| plain);
        });
        let Some(known) = known else { continue };
        let evaluates = |k: &usize| {
            let kind = &world.out.units[fwd.unit].stmts[fore[*k]].kind;
            let mut found = false;
            if let StmtKind::Assign { rhs, .. } = kind {
                rhs.walk(&mut |x| found |= *x == first);
            }
            found
        };
        let Some(at) = (known..fore.len()).find(evaluates) else { continue };
        let ty = type_of(&world.out, &first);
        let StmtKind::Assign { lhs, rhs } = world.out.units[fwd.unit].stmts[fore[at]].kind.clone() else { continue };
        let holds = |s| rhs == first && type_of(&world.out, &lhs) == ty && sets(&world.out, fwd.unit, fore, s) == 1;
        let kept = if matches!(lhs.kind, ExprKind::Var(s) if holds(s)) {
            lhs.clone()
        } else {
            let value = Expr::var(world.local(fwd, "temp", ty.clone()));
            let u = &mut world.out.units[fwd.unit];
            u.stmts[fore[at]].kind.exprs_mut(&mut |e| replace(e, &first, &value));
            let set = u.add(StmtKind::Assign { lhs: value.clone(), rhs: first });
            u.stmts[set].comments = std::mem::take(&mut u.stmts[fore[at]].comments);
            fore.insert(at, set);
            value
        };
        // It may be handed over already.
        let kind_in = |unit: UnitId, id: &il::StmtId| &world.out.units[unit].stmts[*id].kind;
        let saved = fore.iter().find_map(|s| {
            let StmtKind::Save { id, value } = kind_in(fwd.unit, s) else { return None };
            (*value == kept).then_some(*id)
        });
        let there = handed.iter().find_map(|s| {
            let StmtKind::Restore { id, into } = kind_in(bwd.unit, s) else { return None };
            into.root().filter(|s| Some(*id) == saved && into.kind == ExprKind::Var(*s))
        });
        let here = there.filter(|s| sets(&world.out, bwd.unit, back, *s) == 0).unwrap_or_else(|| {
            let id: TapeId = il::Id::from_index(tapes as usize);
            tapes += 1;
            let here = world.local(bwd, "temp", ty.clone());
            fore.push(world.out.units[fwd.unit].add(StmtKind::Save { id, value: kept }));
            handed.insert(0, world.out.units[bwd.unit].add(StmtKind::Restore { id, into: Expr::var(here) }));
            here
        });
        let u = &mut world.out.units[bwd.unit];
        let mut all = Vec::new();
        u.walk(back, &mut |id, _| all.push(id));
        for id in all {
            u.stmts[id].kind.exprs_mut(&mut |e| replace(e, &again, &Expr::var(here)));
        }
    }
}

fn replace(e: &mut Expr, old: &Expr, new: &Expr) {
    e.rewrite(&mut |x| {
        if x == old {
            *x = new.clone();
        }
    });
}

/// How often a block sets a variable.
fn sets(p: &Program, unit: UnitId, block: &Block, s: SymbolId) -> usize {
    let mut n = 0;
    stores::each_in(p, unit, block, &mut |store| n += usize::from(store.symbol == Some(s)));
    n
}

/// From which statement of the forward half on a variable has the value that the backward half finds in it; `None` where that is not known.
fn alike(
    p: &Program,
    [fwd, bwd]: [UnitId; 2],
    [fore, handed, back]: [&Block; 3],
    there: Option<SymbolId>,
    here: SymbolId,
) -> Option<usize> {
    let there = there?;
    let v = p.variable(there)?;
    let dummy = matches!(v.storage, Storage::Dummy(_)) && !v.optional;
    let own = (dummy || v.is_unsaved_local()) && !v.target && !v.pointer;
    let restores = |id: &il::StmtId| matches!(&p.units[bwd].stmts[*id].kind, StmtKind::Restore { into, .. } if into.kind == ExprKind::Var(here));
    let handed_over = handed.iter().filter(|id| restores(id)).count();
    let plain = own && matches!(v.ty, Type::Scalar(_)) && sets(p, bwd, back, here) == 0;
    if !plain || sets(p, bwd, handed, here) > handed_over {
        return None;
    }
    let set = |id: &il::StmtId| matches!(&p.units[fwd].stmts[*id].kind, StmtKind::Assign { lhs, .. } if lhs.kind == ExprKind::Var(there));
    let times = sets(p, fwd, fore, there);
    if dummy {
        return (times == 0).then_some(0);
    }
    fore.iter().position(set).filter(|_| times == 1 && handed_over == 1).map(|k| k + 1)
}
