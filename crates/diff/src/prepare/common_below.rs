//! COMMON blocks that only procedures below a head declare.
//!
//! A head clears the derivatives of what is active in between, and tangents start from derivatives that are zero: both are wrong from the second call
//! on for a block that the head's procedure cannot name. Such a head declares the block too, as the procedure does that declares most of it, under
//! names that are free; the declaration is dropped again where nothing needs it. A block whose declaration says what only its procedure knows is left
//! as it is, and refused where it is active ([`check`]).
//!
//! A procedure between the two must save a block, too, where it calls what may overwrite it and has no adjoint: a procedure without source may
//! overwrite all of them. Plans find that out; then others are made with the block declared there ([`Request::named`]).

use std::collections::{BTreeMap, BTreeSet};

use il::decl::{Attr, Entity};
use il::symbol::{Storage, SymbolKind};
use il::{Decl, DeclKind, Diagnostic, Language, Program, SymbolId, Type, UnitId};

use crate::facts::Facts;
use crate::prepare::kept_values::{moved_type, spelling_of};
use crate::request::Request;

/// Declares them in the heads of `part`, which holds what the heads reach. Gives the variables that it made.
pub fn declare(part: &mut Program, request: &Request) -> BTreeSet<SymbolId> {
    let mut made = BTreeSet::new();
    for (unit, block) in &request.named {
        if let Some(from) = declarer(part, block) {
            made.extend(add(part, *unit, block, from));
        }
    }
    for head in heads(part, request) {
        for (block, from) in missing(part, head) {
            if part.units[from].commons()[&block].iter().all(|s| can_declare(part, *s)) {
                made.extend(add(part, head, &block, from));
            }
        }
    }
    made
}

/// The blocks of `unnamed` that their procedures can declare, and do not yet.
pub fn can_be_named(p: &Program, request: &Request, unnamed: BTreeSet<(UnitId, String)>) -> BTreeSet<(UnitId, String)> {
    let declarable = |block: &str| {
        declarer(p, block).is_some_and(|from| p.units[from].commons()[block].iter().all(|s| can_declare(p, *s)))
    };
    // Procedures that were made on the way are not of the program.
    let is_new = |(unit, block): &(UnitId, String)| {
        p.units.contains(*unit) && !request.named.contains(&(*unit, block.clone())) && declarable(block)
    };
    unnamed.into_iter().filter(is_new).collect()
}

/// The procedure that declares most of a block.
fn declarer(p: &Program, block: &str) -> Option<UnitId> {
    let declare = p.units.iter().filter(|(_, u)| !u.is_interface && u.commons().contains_key(block));
    declare.map(|(id, _)| id).rev().max_by_key(|u| storage_of(p, &p.units[*u].commons()[block]))
}

/// Blocks with derivatives that a head can neither name nor declare.
pub fn check(p: &Program, request: &Request, facts: &Facts) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for head in heads(p, request) {
        for (block, from) in missing(p, head) {
            let active = |u: &UnitId| {
                let members = p.units[*u].commons().shift_remove(&block).unwrap_or_default();
                let list = facts.analysis.active_symbols(*u);
                members.iter().any(|m| list.iter().any(|v| v.symbol == *m))
            };
            if facts.differentiated().iter().any(active) {
                let (name, of) = (&p.units[head].name, &p.units[from].name);
                let said = format!("nothing in `{name}` can clear the derivatives of the COMMON block `/{block}/`");
                let said = Diagnostic::error("RT0466", p.units[head].span, said);
                out.push(said.note(format!("declare the block in `{name}` as `{of}` does")));
            }
        }
    }
    out
}

fn heads(p: &Program, request: &Request) -> Vec<UnitId> {
    let mut out: Vec<UnitId> = request.heads.iter().map(|h| h.unit).collect();
    out.retain(|u| p.units.contains(*u) && p.units[*u].language == Language::Fortran);
    out.dedup();
    out
}

/// The blocks with real members that only other procedures declare, each with the one that declares most of it.
fn missing(p: &Program, head: UnitId) -> BTreeMap<String, UnitId> {
    let mut seen: Vec<String> = Vec::new();
    let mut at = Some(head);
    while let Some(unit) = at {
        let u = &p.units[unit];
        seen.extend(u.commons().into_keys());
        for d in &u.decls {
            if let DeclKind::Use { symbol, .. } = &d.kind
                && let SymbolKind::Module(Some(module)) = p.symbols[*symbol].kind
            {
                seen.extend(p.units[module].commons().into_keys());
            }
        }
        at = u.parent;
    }
    let mut out: BTreeMap<String, UnitId> = BTreeMap::new();
    for (id, u) in p.units.iter().filter(|(_, u)| u.is_procedure() && !u.is_interface && !u.body.is_empty()) {
        for (block, members) in u.commons() {
            let real = members.iter().any(|s| p.symbol_type(*s).is_some_and(|t| p.is_differentiable(t)));
            if seen.contains(&block) || !real {
                continue;
            }
            let better = out.get(&block).is_none_or(|other| {
                let theirs = &p.units[*other].commons()[&block];
                storage_of(p, &members) > storage_of(p, theirs)
            });
            if better {
                out.insert(block, id);
            }
        }
    }
    out
}

/// Bytes of the members whose extents are known.
fn storage_of(p: &Program, members: &[SymbolId]) -> i64 {
    let bytes = |s: &SymbolId| match p.symbol_type(*s)? {
        Type::Array { elem, dims } => {
            let extents = dims.iter().map(|d| il::fold::integer(p, &il::typing::extent(d)?));
            Some(extents.product::<Option<i64>>()? * i64::from(elem.scalar()?.bytes))
        }
        ty => Some(i64::from(ty.scalar()?.bytes)),
    };
    members.iter().filter_map(bytes).sum()
}

fn can_declare(p: &Program, s: SymbolId) -> bool {
    p.variable(s).is_some_and(|v| !v.pointer && !v.allocatable && moved_type(p, &v.ty).is_some())
}

/// Declares a block of `from` in `head`, and gives its members there.
fn add(p: &mut Program, head: UnitId, block: &str, from: UnitId) -> Vec<SymbolId> {
    let members = p.units[from].commons().shift_remove(block).unwrap_or_default();
    let written = p.units[from].decls.iter().find_map(|d| match &d.kind {
        DeclKind::Common { block: b, .. } if b.eq_ignore_ascii_case(block) => Some(b.clone()),
        _ => None,
    });
    let scope = p.units[head].scope;
    let span = p.units[head].span;
    let upper = p.writes_upper(head);
    let mut decls = Vec::new();
    let mut own: Vec<Entity> = Vec::new();
    for s in members {
        let Some(mut v) = p.variable(s).cloned() else { continue };
        v.ty = moved_type(p, &v.ty).unwrap_or(v.ty);
        (v.storage, v.init, v.implicit, v.saved) = (Storage::Common, None, false, false);
        let spelling = spelling_of(&v.ty);
        let attrs = if v.target { vec![Attr::Target] } else { Vec::new() };
        let base = p.symbols[s].name.clone();
        let name = match p.lookup(scope, &base) {
            None => base,
            Some(_) => crate::names::fresh(p, scope, &base, upper),
        };
        let new = p.declare(scope, name, span, SymbolKind::Variable(v));
        own.push(Entity { dims: false, ..Entity::new(new) });
        decls.push(Decl::from(DeclKind::Variables {
            spelling,
            attrs,
            colons: false,
            entities: vec![Entity::new(new)],
        }));
    }
    let made = own.iter().map(|e| e.symbol).collect();
    decls.push(Decl::from(DeclKind::Common { block: written.unwrap_or_default(), members: own }));
    p.units[head].decls.extend(decls);
    made
}
