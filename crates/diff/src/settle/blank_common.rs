//! Blank COMMON may be of different lengths in different units (F2018 8.10.2.5), a named block may not: the block that holds its derivatives is filled up
//! to the longest.

use std::collections::BTreeMap;

use il::{DeclKind, Dim, Entity, Expr, Program, Storage, SymbolId, Type, UnitId, Upper, Variable};

use il::locals::{declare, fresh};

/// Makes the block of that name equally long in all units that are generated.
pub(crate) fn settle(p: &mut Program, generated: &[UnitId], name: &str) {
    let with_inner: Vec<UnitId> =
        p.units.ids().filter(|u| generated.iter().any(|g| g == u || is_inside(p, *u, *g))).collect();
    let lengths: BTreeMap<UnitId, u64> =
        with_inner.into_iter().filter_map(|u| Some((u, length(p, p.units[u].commons().get(name)?)?))).collect();
    let longest = lengths.values().copied().max().unwrap_or(0);
    for (unit, own) in lengths {
        fill(p, unit, name, longest - own);
    }
}

pub(super) fn is_inside(p: &Program, unit: UnitId, outer: UnitId) -> bool {
    std::iter::successors(p.units[unit].parent, |u| p.units[*u].parent).any(|u| u == outer)
}

fn length(p: &Program, members: &[SymbolId]) -> Option<u64> {
    members.iter().map(|m| il::consts::bytes(p, p.symbol_type(*m)?)).sum()
}

/// Adds `bytes` behind the last member: an array of its type.
fn fill(p: &mut Program, unit: UnitId, name: &str, bytes: u64) {
    let last = p.units[unit].commons().get(name).and_then(|m| m.last().copied());
    let Some(elem) = last.and_then(|m| p.symbol_type(m)).map(|t| t.element().clone()) else { return };
    let Some(size) = il::consts::bytes(p, &elem).filter(|size| bytes > 0 && bytes.is_multiple_of(*size)) else {
        return;
    };
    let upper = Upper::At(Expr::int(i64::try_from(bytes / size).unwrap_or(i64::MAX)));
    let ty = Type::Array { elem: Box::new(elem), dims: vec![Dim { lower: None, upper }] };
    let rest = fresh(p, unit, "rest", Variable::new(ty, Storage::Common));
    let block = p.units[unit].decls.iter_mut().rev().find_map(|d| match &mut d.kind {
        DeclKind::Common { block, members } if block.eq_ignore_ascii_case(name) => Some(members),
        _ => None,
    });
    if let Some(members) = block {
        members.push(Entity { dims: false, ..Entity::new(rest) });
        declare(p, unit, &[rest]);
    }
}
