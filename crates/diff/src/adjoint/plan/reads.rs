//! What the adjoints of simple statements read, expression by expression, where that is all there is to it.

use il::typing::type_of;
use il::{Expr, Program, StmtId, StmtKind, SymbolId, UnitId};

use crate::adjoint::plan::access::{Access, Set};
use crate::adjoint::plan::elements::{Elements, Use};
use crate::adjoint::plan::{CallMode, arguments, shifts, uses, written_parts};
use crate::derive::World;

/// Elements with what the adjoints read, where `out` has only what the statements write.
pub(crate) fn with_uses<'a>(mut out: Elements<'a>, world: &World<'a>, access: &Access<'a>) -> Elements<'a> {
    let unit = out.unit;
    for &id in out.sites.keys() {
        let zones = uses::of(world, access, unit, id);
        if !zones.is_empty() {
            let values = uses::values(world, access, unit, id);
            let call = values.is_none();
            let mode = uses::call_mode(world, access, unit, id);
            let (joint, split) = (mode == Some(CallMode::Joint), mode == Some(CallMode::Split));
            let looked_at = |u, d| !joint && !split || arguments::may_be_looked_at(world, access, u, d, split);
            let values = values.or_else(|| uses::call_values(world, unit, id, &looked_at));
            let own = if joint { written_whole(world, access, unit, id) } else { assigned(world.source, unit, id) };
            out.uses.push(Use { of: id, zones, values, after: false, call, own });
        }
        let values = put_back_by(world, unit, id);
        let mut zones = Set::default();
        values.iter().for_each(|e| access.reads(e, &mut zones));
        if !zones.is_empty() {
            let (zones, values) = (access.with_inputs(&zones), Some(values));
            out.uses.push(Use { of: id, zones, values, after: false, call: false, own: Vec::new() });
        }
        if let Some(lhs) = uses::result(world, access, unit, id) {
            let zones = access.place(lhs).0;
            out.uses.push(Use {
                of: id,
                zones,
                values: Some(vec![lhs.clone()]),
                after: true,
                call: false,
                own: Vec::new(),
            });
        }
        if let (Some(zones), Some(CallMode::Library)) =
            (uses::left(world, access, unit, id), uses::call_mode(world, access, unit, id))
        {
            out.uses.push(Use { of: id, zones, values: None, after: true, call: true, own: Vec::new() });
        }
        if uses::call_mode(world, access, unit, id) == Some(CallMode::Split) {
            // Its backward half starts from what its forward half left.
            let zones = uses::behind_split(world, access, unit, id);
            let zones = zones.unwrap_or_else(|| access.statement(unit, id).writes.clone());
            let values =
                uses::call_values(world, unit, id, &|u, d| arguments::may_be_looked_at(world, access, u, d, true));
            let values = values.map(|mut values| {
                if let StmtKind::Assign { lhs, .. } = &world.source.units[unit].stmts[id].kind {
                    values.push(lhs.clone());
                }
                values
            });
            out.uses.push(Use { of: id, zones, values, after: true, call: true, own: Vec::new() });
        }
    }
    out
}

/// What is read where the backward sweep puts back what a statement overwrites: the subscripts by which it finds the places, and what it takes a shift
/// back by.
fn put_back_by(world: &World, unit: UnitId, id: StmtId) -> Vec<Expr> {
    let kind = &world.source.units[unit].stmts[id].kind;
    let mut out: Vec<Expr> = shifts::undone(world, unit, kind).map(|i| i.shift).into_iter().collect();
    let mut find = |place: &Expr| out.extend(place.spine().flat_map(Expr::positions).cloned());
    kind.call().into_iter().flat_map(|(_, args, _)| args).for_each(|a| find(&a.value));
    il::stores::each_in(world.source, unit, &[id], &mut |store| store.place.into_iter().for_each(&mut find));
    out
}

/// What an assignment of numbers overwrites, if nothing but that.
fn assigned(p: &Program, unit: UnitId, id: StmtId) -> Vec<Expr> {
    let plain = |(lhs, rhs): &(&Expr, &Expr)| !rhs.has_call() && type_of(p, lhs).is_differentiable();
    p.units[unit].stmts[id].kind.as_assign().filter(plain).map(|(lhs, _)| lhs.clone()).into_iter().collect()
}

/// The arguments of a call that it may change and of which its snapshot holds all that the callee finds there.
fn written_whole(world: &World, access: &Access, unit: UnitId, id: StmtId) -> Vec<Expr> {
    let StmtKind::Call { callee, args, .. } = &world.source.units[unit].stmts[id].kind else { return Vec::new() };
    let Some(target) = world.source.callee(*callee) else { return Vec::new() };
    let params = &world.source.units[target].params;
    let plain = args.len() == params.len() && args.iter().all(|a| a.keyword.is_none());
    let value_of = |s: SymbolId| params.iter().position(|p| *p == s).map(|k| args[k].value.clone());
    let site = written_parts::Site { caller: unit, id, callee: target, value_of: &value_of };
    let whole = |dummy: SymbolId, e: &Expr| {
        arguments::has_own_numbers(world, target, dummy)
            && arguments::may_be_written(world, access, target, dummy)
            && written_parts::are_whole(world, site, dummy, e)
    };
    let arguments =
        params.iter().zip(args).filter(|(dummy, a)| plain && a.value.is_reference() && whole(**dummy, &a.value));
    arguments.map(|(_, a)| a.value.clone()).collect()
}
