//! The extents of an array have their types before it.
//!
//! `DOUBLE PRECISION A(N)` in front of `INTEGER N` is right where N has its type implicitly, which its declaration then confirms (F2018 8.7). Under the IMPLICIT
//! NONE of derivatives it is not: the declaration of the extent goes in front of the first array that is made of it.

use std::collections::BTreeSet;

use il::{Attr, Decl, DeclKind, Dim, Program, SymbolId, Type};

/// Moves declarations of plain variables in front of what uses them in extents.
pub(super) fn put_extents_first(p: &Program, decls: &mut Vec<Decl>) {
    let mut k = 0;
    while k < decls.len() {
        let wanted = extents_in(p, &decls[k]);
        let behind = (k + 1..decls.len()).find(|j| wanted.iter().any(|s| declares_plainly(p, &decls[*j], *s)));
        match behind {
            Some(j) => {
                let moved = take(p, decls, j, &wanted);
                decls.insert(k, moved);
            }
            None => {
                if let DeclKind::Variables { entities, .. } = &mut decls[k].kind {
                    let (first, others) =
                        std::mem::take(entities).into_iter().partition(|e| wanted.contains(&e.symbol));
                    *entities = first;
                    entities.extend::<Vec<_>>(others);
                }
                k += 1;
            }
        }
    }
}

/// The variables that extents written in a declaration are made of.
fn extents_in(p: &Program, d: &Decl) -> BTreeSet<SymbolId> {
    let mut out = BTreeSet::new();
    let mut note = |dims: &[Dim]| {
        for d in dims {
            d.bounds().for_each(|e| e.collect_symbols(&mut out));
        }
    };
    let mut shape = |s: SymbolId| {
        if let Some(Type::Array { dims, .. }) = p.symbol_type(s) {
            note(dims);
        }
    };
    match &d.kind {
        DeclKind::Variables { entities, attrs, .. } => {
            let all = attrs.iter().any(|a| matches!(a, Attr::Dimension(_)));
            entities.iter().filter(|e| all || e.dims).for_each(|e| shape(e.symbol));
        }
        DeclKind::Dimension(list) => list.iter().for_each(|s| shape(*s)),
        DeclKind::Common { members, .. } | DeclKind::Attribute { symbols: members, .. } => {
            members.iter().filter(|m| m.dims).for_each(|m| shape(m.symbol));
        }
        _ => {}
    }
    out
}

/// Whether a declaration gives a variable its type, and nothing that would have to stay where it is.
fn declares_plainly(p: &Program, d: &Decl, s: SymbolId) -> bool {
    let DeclKind::Variables { attrs, entities, .. } = &d.kind else { return false };
    let plain = attrs.iter().all(|a| matches!(a, Attr::Intent(_) | Attr::Value));
    plain
        && entities.iter().any(|e| e.symbol == s && !e.dims && !e.init)
        && p.symbol_type(s).is_some_and(|t| t.rank() == 0)
        && p.variable(s).is_some()
}

/// Takes the declaration of those of `wanted` that declaration `j` has: all of it, when it has no others.
fn take(p: &Program, decls: &mut Vec<Decl>, j: usize, wanted: &BTreeSet<SymbolId>) -> Decl {
    let goes: Vec<SymbolId> = wanted.iter().copied().filter(|s| declares_plainly(p, &decls[j], *s)).collect();
    let DeclKind::Variables { spelling, attrs, colons, entities } = &mut decls[j].kind else { return decls.remove(j) };
    if entities.iter().all(|e| !e.dims && !e.init && p.symbol_type(e.symbol).is_some_and(|t| t.rank() == 0)) {
        return decls.remove(j);
    }
    let (moved, stays) = std::mem::take(entities).into_iter().partition(|e| goes.contains(&e.symbol));
    *entities = stays;
    let kind =
        DeclKind::Variables { spelling: spelling.clone(), attrs: attrs.clone(), colons: *colons, entities: moved };
    Decl::from(kind)
}
