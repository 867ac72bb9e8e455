//! The variables that stand for the elements of an array: `d1, d2, d3` for `d(3)`, `a11, a12 …` for `a(3, 3)`, `d1b, d2b, d3b` for the derivative of `d`.

use std::collections::BTreeMap;

use il::symbol::{Storage, SymbolKind, Variable};
use il::{Block, Decl, DeclKind, Entity, Program, Span, Stmt, StmtKind, SymbolId, Type, UnitId};

use super::{Elements, Small};
use crate::derive::{Shell, World};
use crate::names;

/// Declares them beside their arrays, with a line of comment that says what they are.
pub(super) fn declare(
    world: &mut World,
    shell: &Shell,
    body: &mut Block,
    arrays: &BTreeMap<SymbolId, Small>,
) -> Elements {
    let mut out = Elements::new();
    for (&array, small) in arrays {
        let of = shell.maps.derivatives.iter().find(|(_, d)| **d == array).map(|(old, _)| shell.maps.symbol(*old));
        let base = world.out.symbols[of.unwrap_or(array)].name.clone();
        let mut all = BTreeMap::new();
        for at in positions(&small.bounds) {
            let digits: String = at.iter().map(i64::to_string).collect();
            let between = if base.ends_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
            let name = format!("{base}{between}{digits}");
            let folded = world.out.scopes[shell.scope].case_insensitive;
            let name = match of {
                Some(_) => names::apply(world.request.variable_pattern(), &name, folded),
                None => name,
            };
            let name = names::fresh(&world.out, shell.scope, &name, false);
            let kind = SymbolKind::Variable(Variable::new(Type::Scalar(small.scalar.clone()), Storage::Local));
            all.insert(at, world.out.declare(shell.scope, name, Span::NONE, kind));
        }
        out.insert(array, all);
    }
    place(&mut world.out, shell.unit, body, &out);
    out
}

/// The subscripts of all elements, the last one fastest.
fn positions(bounds: &[(i64, i64)]) -> Vec<Vec<i64>> {
    let longer = |all: Vec<Vec<i64>>, (lo, hi): &(i64, i64)| {
        let with = |at: Vec<i64>| (*lo..=*hi).map(move |n| [at.as_slice(), &[n]].concat());
        all.into_iter().flat_map(with).collect()
    };
    bounds.iter().fold(vec![Vec::new()], longer)
}

/// Puts the declarations behind those of the arrays: one for all arrays that were declared together.
fn place(p: &mut Program, unit: UnitId, body: &mut Block, elements: &Elements) {
    let both = |p: &Program, list: &[SymbolId]| {
        let all: Vec<SymbolId> =
            list.iter().filter_map(|a| elements.get(a)).flat_map(|e| e.values().copied()).collect();
        let arrays: Vec<SymbolId> = list.iter().copied().filter(|a| elements.contains_key(a)).collect();
        let said = comment(p, &arrays, &all);
        (!all.is_empty()).then_some((all, vec![said]))
    };
    let mut k = 0;
    while k < body.len() {
        if let StmtKind::Declare(list) = &p.units[unit].stmts[body[k]].kind
            && let Some((all, comments)) = both(p, list)
        {
            let u = &mut p.units[unit];
            let id = u.add(Stmt { comments, ..Stmt::from(StmtKind::Declare(all)) });
            body.insert(k + 1, id);
            if let StmtKind::Declare(list) = &mut u.stmts[body[k]].kind {
                list.retain(|s| !elements.contains_key(s));
                if list.is_empty() {
                    body.remove(k);
                }
            }
        }
        k += 1;
    }
    let mut decls = Vec::new();
    for d in std::mem::take(&mut p.units[unit].decls) {
        let mut behind = None;
        if let DeclKind::Variables { spelling, colons, entities, .. } = &d.kind
            && let Some((all, comments)) = both(p, &entities.iter().map(|e| e.symbol).collect::<Vec<_>>())
        {
            let entities = all.into_iter().map(Entity::new).collect();
            let kind = DeclKind::Variables { spelling: spelling.clone(), attrs: Vec::new(), colons: *colons, entities };
            behind = Some(Decl { comments, ..Decl::from(kind) });
        }
        decls.push(d);
        decls.extend(behind);
    }
    p.units[unit].decls = decls;
}

/// `d1, d2, d3: the elements of d`; of several arrays, which those are.
fn comment(p: &Program, arrays: &[SymbolId], elements: &[SymbolId]) -> String {
    let names = |all: &[SymbolId]| all.iter().map(|s| p.symbols[*s].name.as_str()).collect::<Vec<_>>().join(", ");
    match (arrays, elements) {
        ([_], [_, .., _]) if elements.len() <= 4 => format!(" {}: the elements of {}", names(elements), names(arrays)),
        (arrays, _) => format!(" the elements of {}", names(arrays)),
    }
}
