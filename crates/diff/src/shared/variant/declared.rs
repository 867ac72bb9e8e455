//! The scope and the declarations of a variant: copies of the symbols of the original, but of those that go.

use std::collections::{BTreeMap, BTreeSet};

use il::symbol::{ScopeKind, Storage, Symbol};
use il::{Attr, Decl, DeclKind, Entity, Language, Program, Scalar, ScopeId, SymbolId, Type, Unit, UnitId};

use super::Shape;
use crate::derive::{Maps, keeps_identity, map_decl, remap_symbol};
use crate::names;

/// The scope of the variant, with those of its internal procedures and their copies `inner`: a copy of every symbol but of those that go.
pub(super) fn copy_scope(
    p: &mut Program,
    original: &Unit,
    new: UnitId,
    parent: ScopeId,
    shape: &Shape,
    inner: &[(UnitId, UnitId)],
    maps: &mut Maps,
) -> ScopeId {
    let scope = p.new_scope(parent, ScopeKind::Unit(new));
    maps.scopes.insert(original.scope, scope);
    for &(of, copy) in inner {
        let own = p.new_scope(scope, ScopeKind::Unit(copy));
        maps.scopes.insert(p.units[of].scope, own);
    }
    for id in p.scopes.ids().collect::<Vec<_>>() {
        if let (ScopeKind::Block, Some(at)) = (p.scopes[id].kind, p.scopes[id].parent)
            && let Some(&at) = maps.scopes.get(&at)
        {
            let copy = p.new_scope(at, ScopeKind::Block);
            maps.scopes.insert(id, copy);
        }
    }
    let goes = |s: SymbolId| {
        let k = original.params.iter().position(|q| *q == s);
        k.is_some_and(|k| {
            shape.merged.contains_key(&k)
                || shape.bound.contains_key(&k)
                || shape.groups().any(|g| g[0] != k && g.contains(&k))
        })
    };
    let own: Vec<(SymbolId, ScopeId)> =
        p.symbols.iter().filter_map(|(id, s)| Some((id, *maps.scopes.get(&s.scope)?))).collect();
    let mut copies = Vec::new();
    let mut renamed: BTreeMap<SymbolId, String> = BTreeMap::new();
    for (old, at) in own {
        if goes(old) || keeps_identity(p, old) {
            continue;
        }
        let mut symbol = Symbol { scope: at, ..p.symbols[old].clone() };
        if let Some(name) = apart_from_bound(p, original, old, parent, shape) {
            symbol.name.clone_from(&name);
            renamed.insert(old, name);
        }
        let copy = match maps.symbols.get(&old) {
            Some(&place) => {
                p.replace_symbol(place, symbol);
                place
            }
            None => p.add_symbol(symbol),
        };
        maps.symbols.insert(old, copy);
        copies.push(copy);
    }
    for copy in copies {
        remap_symbol(p, copy, maps);
    }
    for (old, at) in maps.scopes.clone() {
        let name = |n: &String, s: &SymbolId| renamed.get(s).map_or(n.clone(), |new| new.to_lowercase());
        let names: Vec<(String, SymbolId)> = p.scopes[old]
            .names
            .iter()
            .filter(|(_, s)| !goes(**s))
            .map(|(n, s)| (name(n, s), maps.symbol(*s)))
            .collect();
        p.scopes[at].names.extend(names);
    }
    scope
}

/// Another name for a local variable with the name of a procedure that a dummy procedure stands for: it would hide that procedure.
pub(super) fn apart_from_bound(
    p: &Program,
    original: &Unit,
    s: SymbolId,
    parent: ScopeId,
    shape: &Shape,
) -> Option<String> {
    let name = &p.symbols[s].name;
    let same = |bound: &SymbolId| p.symbols[*bound].name.eq_ignore_ascii_case(name);
    let local = is_local(p, s);
    if original.language == Language::C || !local || !shape.bound.values().any(same) {
        return None;
    }
    let free = |n: &String| p.lookup(p.symbols[s].scope, n).is_none() && p.lookup(parent, n).is_none();
    (0..).map(|k| format!("{name}{k}")).find(free)
}

/// Whether a symbol is a local variable, which may have any name.
pub(super) fn is_local(p: &Program, s: SymbolId) -> bool {
    p.variable(s).is_some_and(|v| v.storage == Storage::Local)
}

/// The declarations: dummies that go are not declared, arrays that take in others are declared apart, with the offsets behind them.
pub(super) fn declarations(
    p: &Program,
    original: &Unit,
    shape: &Shape,
    maps: &Maps,
    offsets: &BTreeMap<usize, SymbolId>,
) -> Option<Vec<Decl>> {
    // An external procedure is declared where it is called, one of the module is visible.
    let visible = shape.bound.iter().filter(|(_, f)| p.callee(**f).is_some_and(|u| p.units[u].parent.is_some()));
    let goes: BTreeSet<SymbolId> =
        shape.merged.keys().chain(visible.map(|(k, _)| k)).chain(&shape.absent).map(|k| original.params[*k]).collect();
    let bound: BTreeSet<SymbolId> = shape.bound.keys().map(|k| original.params[*k]).collect();
    let linear: BTreeMap<SymbolId, &Vec<usize>> =
        shape.groups().flat_map(|g| g.iter().map(move |k| (original.params[*k], g))).collect();
    let moved = |s: &SymbolId| goes.contains(s) || linear.contains_key(s);
    let joint = |s: &SymbolId| {
        let kept = original.params.iter().position(|q| q == s).filter(|_| !moved(s))?;
        shape.intent(p, &original.params, kept)
    };
    let array = |k: usize, attrs: &[Attr], colons: bool| {
        let v = p.variable(original.params[k])?;
        let Type::Scalar(scalar) = v.ty.element() else { return None };
        let intent = shape.intent(p, &original.params, k).unwrap_or(v.intent);
        let mut own: Vec<Attr> =
            attrs.iter().filter(|a| !matches!(a, Attr::Dimension(_) | Attr::Intent(_))).cloned().collect();
        own.extend(intent.map(Attr::Intent));
        let entities = vec![Entity::new(maps.symbol(original.params[k]))];
        let kind = DeclKind::Variables {
            spelling: scalar.spelling.clone(),
            attrs: own,
            colons: colons || intent.is_some(),
            entities,
        };
        Some(Decl::from(kind))
    };
    let offset = |group: &[usize], colons: bool| {
        let symbols: Vec<SymbolId> = group.iter().filter_map(|k| offsets.get(k)).copied().collect();
        if symbols.is_empty() {
            return None;
        }
        let intent = symbols.first().and_then(|s| p.variable(*s)).and_then(|v| v.intent);
        let attrs: Vec<Attr> = intent.map(Attr::Intent).into_iter().collect();
        let upper = symbols.first().is_some_and(|s| names::is_upper(&p.symbols[*s].name));
        let spelling = if upper { Scalar::integer().spelling.to_uppercase() } else { Scalar::integer().spelling };
        let entities = symbols.into_iter().map(Entity::new).collect();
        Some(Decl::from(DeclKind::Variables { spelling, colons: colons || intent.is_some(), attrs, entities }))
    };
    let mut out = Vec::new();
    let mut done: BTreeSet<usize> = BTreeSet::new();
    for d in &original.decls {
        let mut d = d.clone();
        let mut behind = Vec::new();
        let empty = match &mut d.kind {
            DeclKind::Variables { attrs, colons, entities, spelling } => {
                // No procedure but a dummy is optional.
                if attrs.contains(&Attr::Optional)
                    && entities.iter().any(|e| bound.contains(&e.symbol) && !moved(&e.symbol))
                {
                    return None;
                }
                for e in entities.iter() {
                    if let Some(g) = linear.get(&e.symbol).filter(|g| done.insert(g[0])) {
                        behind.push(array(g[0], attrs, *colons)?);
                        behind.extend(offset(g, *colons));
                    }
                }
                entities.retain(|e| !moved(&e.symbol));
                let others = |a: &&Attr| !matches!(a, Attr::Intent(_));
                if attrs.iter().any(|a| matches!(a, Attr::Intent(_))) {
                    for e in entities.extract_if(.., |e| joint(&e.symbol).is_some()) {
                        let intent = joint(&e.symbol).flatten().map(Attr::Intent);
                        let attrs = attrs.iter().filter(others).cloned().chain(intent).collect();
                        let kind =
                            DeclKind::Variables { spelling: spelling.clone(), attrs, colons: true, entities: vec![e] };
                        behind.push(map_decl(&Decl::from(kind), maps));
                    }
                }
                entities.is_empty()
            }
            DeclKind::Dimension(list) => {
                list.retain(|s| !moved(s));
                list.is_empty()
            }
            DeclKind::External(list) => {
                list.retain(|s| !moved(s));
                list.is_empty()
            }
            DeclKind::Attribute { attr, symbols } if !symbols.is_empty() => {
                if matches!(attr, Attr::Intent(_)) {
                    for e in symbols.extract_if(.., |e| joint(&e.symbol).is_some()) {
                        let attr = joint(&e.symbol).flatten().map(Attr::Intent);
                        let kind = attr.map(|attr| DeclKind::Attribute { attr, symbols: vec![e] });
                        behind.extend(kind.map(|k| map_decl(&Decl::from(k), maps)));
                    }
                }
                symbols.retain(|e| !moved(&e.symbol) && !(*attr == Attr::Optional && bound.contains(&e.symbol)));
                symbols.is_empty()
            }
            DeclKind::Interface { bodies, .. } => {
                bodies.retain(|b| p.units[*b].symbol.is_none_or(|s| !moved(&s)));
                bodies.is_empty()
            }
            DeclKind::Equivalence(groups) => {
                if groups.iter().flatten().any(|e| e.root().is_some_and(|s| moved(&s))) {
                    return None;
                }
                false
            }
            DeclKind::Opaque { symbols, .. } => {
                if symbols.iter().any(moved) {
                    return None;
                }
                false
            }
            _ => false,
        };
        if !empty {
            out.push(map_decl(&d, maps));
        }
        out.extend(behind);
    }
    for g in shape.groups() {
        // Implicitly typed, or only given a shape.
        if done.insert(g[0]) {
            out.push(array(g[0], &[], false)?);
            out.extend(offset(g, false));
        }
    }
    Some(out)
}
