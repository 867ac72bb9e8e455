//! What the entries of a subprogram keep together from one call to the next: variables of a module, which all parts use.
//!
//! The module is nothing that the user wrote: it has no place in the sources, and who generates code takes it along with the parts.

use std::collections::BTreeSet;

use super::entries::{declared, root};
use super::walk;
use crate::ast::{
    AttrKind, BaseType, BlockOrName, Entity, Expr, ExprKind, GenericSpec, Ident, Meta, Stmt, StmtKind, TypeDecl, Unit,
    UnitKind, Use, UseItem,
};
use il::source::Span;

/// The module `name` with the variables `kept` of a subprogram, in a module with the statements `around` or in none. `None` where a module cannot declare
/// them.
pub(super) fn module(unit: &Unit, around: &[Stmt], kept: &BTreeSet<String>, name: &str) -> Option<Unit> {
    let mut body = from_around(unit, around, kept)?;
    let mut constants = constants(&unit.body);
    constants.extend(counters(unit, kept));
    for s in unit.body.iter().filter(|s| !s.kind.is_executable()) {
        let mut kind = s.kind.clone();
        let stays = match &mut kind {
            StmtKind::Use(_) | StmtKind::Implicit(_) | StmtKind::Parameter(_) => true,
            StmtKind::TypeDecl(d) => {
                let constant = d.attrs.iter().any(|a| matches!(a.kind, AttrKind::Parameter));
                d.entities.retain(|e| constant || kept.contains(&e.name.key()) || constants.contains(&e.name.key()));
                !d.entities.is_empty()
            }
            StmtKind::AttrStmt { entities, .. } => {
                entities.retain(|e| kept.contains(&e.name.key()));
                !entities.is_empty()
            }
            StmtKind::Data(sets) => {
                let own = |e: &Expr| root(e).is_some_and(|n| kept.contains(&n));
                sets.retain(|d| d.objects.iter().any(own));
                if !sets.iter().all(|d| d.objects.iter().all(own)) {
                    return None;
                }
                !sets.is_empty()
            }
            // Of what is laid over each other, all is kept or nothing.
            StmtKind::Equivalence(groups) => {
                groups.retain(|g| g.iter().any(|e| root(e).is_some_and(|n| kept.contains(&n))));
                !groups.is_empty()
            }
            StmtKind::Import { .. } | StmtKind::TypeDef(_) | StmtKind::Error { .. } => {
                return None;
            }
            _ => false,
        };
        if stays {
            body.push(Stmt { meta: Meta { span: s.meta.span, ..Meta::NONE }, kind });
        }
    }
    // USE stands before all else, IMPLICIT before what it is about (F2018 table 2.1).
    body.sort_by_key(|s| match s.kind {
        StmtKind::Use(_) => 0,
        StmtKind::Implicit(_) => 1,
        _ => 2,
    });
    // All are named, for a name that SAVE alone mentions is typed by its letter; once is enough.
    let upper = is_upper(unit);
    let said = saved_by_attribute(&body);
    let items: Vec<BlockOrName> =
        kept.iter().filter(|n| !said.contains(*n)).map(|n| BlockOrName::Name(made(&cased(n, upper)))).collect();
    if !items.is_empty() {
        body.push(Stmt { meta: Meta::NONE, kind: StmtKind::Save { items, bind: None } });
    }
    let kind = UnitKind::Module { name: made(name) };
    Some(Unit { kind, meta: Meta::NONE, body, contains: None, end: Meta::NONE, has_error: false, of_entry: false })
}

/// The names whose declarations have SAVE.
fn saved_by_attribute(body: &[Stmt]) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for s in body {
        if let StmtKind::TypeDecl(d) = &s.kind
            && d.attrs.iter().any(|a| matches!(a.kind, AttrKind::Save))
        {
            out.extend(d.entities.iter().map(|e| e.name.key()));
        }
    }
    out
}

/// What the declarations of a subprogram may need of the module around it: what that uses, how it types names, and its constants. `None` where a variable has a
/// type that it defines.
fn from_around(unit: &Unit, around: &[Stmt], kept: &BTreeSet<String>) -> Option<Vec<Stmt>> {
    let types: BTreeSet<String> = around
        .iter()
        .filter_map(|s| if let StmtKind::TypeDef(t) = &s.kind { Some(t.name.key()) } else { None })
        .collect();
    let of_its_types = |d: &TypeDecl| match &d.spec.base {
        BaseType::Derived(name, _) | BaseType::Class(name, _) => types.contains(&name.key()),
        _ => false,
    };
    for s in &unit.body {
        if let StmtKind::TypeDecl(d) = &s.kind
            && of_its_types(d)
            && d.entities.iter().any(|e| kept.contains(&e.name.key()))
        {
            return None;
        }
    }
    let own_letters = unit.body.iter().any(|s| matches!(s.kind, StmtKind::Implicit(_)));
    let constants = constants(around);
    let mut hidden = declared(&unit.body);
    hidden.extend(kept.iter().cloned());
    let needed = |s: &Stmt| {
        let mut kind = s.kind.clone();
        let stays = match &mut kind {
            StmtKind::Use(_) => true,
            StmtKind::Implicit(_) => !own_letters,
            StmtKind::Parameter(list) => {
                list.retain(|(name, _)| !hidden.contains(&name.key()));
                !list.is_empty()
            }
            StmtKind::TypeDecl(d) => {
                let constant = d.attrs.iter().any(|a| matches!(a.kind, AttrKind::Parameter));
                let stays = |n: &String| (constant || constants.contains(n)) && !hidden.contains(n);
                d.entities.retain(|e| stays(&e.name.key()));
                !d.entities.is_empty() && !of_its_types(d)
            }
            _ => false,
        };
        stays.then_some(Stmt { meta: Meta { span: s.meta.span, ..Meta::NONE }, kind })
    };
    Some(around.iter().filter_map(needed).collect())
}

/// Takes them from a part, which uses the module instead.
pub(super) fn use_of(part: &mut Unit, kept: &BTreeSet<String>, module: &str) {
    let mut mentioned = BTreeSet::new();
    for s in part.body.iter().filter(|s| s.kind.is_executable()) {
        walk::statement(s, &mut |s| {
            walk::expressions(s, &mut |e| {
                if let ExprKind::Name(n) = &e.kind {
                    mentioned.insert(n.to_ascii_lowercase());
                }
            });
        });
    }
    part.body.retain_mut(|s| match &mut s.kind {
        StmtKind::TypeDecl(d) => without(&mut d.entities, kept),
        StmtKind::AttrStmt { entities, .. } => without(entities, kept),
        StmtKind::Save { items, .. } => {
            let all = items.is_empty();
            items.retain(|i| !matches!(i, BlockOrName::Name(n) if kept.contains(&n.key())));
            all || !items.is_empty()
        }
        StmtKind::Equivalence(groups) => {
            groups.retain(|g| !g.iter().any(|e| root(e).is_some_and(|n| kept.contains(&n))));
            !groups.is_empty()
        }
        StmtKind::Data(sets) => {
            sets.retain(|d| !d.objects.iter().any(|e| root(e).is_some_and(|n| kept.contains(&n))));
            !sets.is_empty()
        }
        _ => true,
    });
    let upper = is_upper(part);
    let item = |n: &String| UseItem { local: None, name: GenericSpec::Name(made(&cased(n, upper))) };
    let items: Vec<UseItem> = kept.intersection(&mentioned).map(item).collect();
    if !items.is_empty() {
        let kind = StmtKind::Use(Use { intrinsic: None, module: made(module), only: true, items });
        part.body.insert(0, Stmt { meta: Meta::NONE, kind });
    }
}

/// Whether any of the entities stay; had it none, it says something of all.
fn without(entities: &mut Vec<Entity>, gone: &BTreeSet<String>) -> bool {
    let had = !entities.is_empty();
    entities.retain(|e| !gone.contains(&e.name.key()));
    !had || !entities.is_empty()
}

/// The names of PARAMETER statements, which extents may mention.
fn constants(body: &[Stmt]) -> BTreeSet<String> {
    let list = body.iter().filter_map(|s| match &s.kind {
        StmtKind::Parameter(list) => Some(list),
        _ => None,
    });
    list.flatten().map(|(name, _)| name.key()).collect()
}

/// The variables of implied DO in their DATA, which are typed like others.
fn counters(unit: &Unit, kept: &BTreeSet<String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let sets = unit.body.iter().filter_map(|s| if let StmtKind::Data(sets) = &s.kind { Some(sets) } else { None });
    for object in sets.flatten().flat_map(|d| &d.objects).filter(|e| root(e).is_some_and(|n| kept.contains(&n))) {
        walk::expression(object, &mut |e| {
            if let ExprKind::ImpliedDo(i) = &e.kind {
                found.insert(i.variable.key());
            }
        });
    }
    found
}

/// Whether its author writes names in upper case.
pub(super) fn is_upper(unit: &Unit) -> bool {
    unit.name().is_some_and(|n| !n.text.contains(|c: char| c.is_ascii_lowercase()))
}

fn cased(name: &str, upper: bool) -> String {
    if upper { name.to_ascii_uppercase() } else { name.to_string() }
}

fn made(name: &str) -> Ident {
    Ident { text: name.into(), span: Span::NONE }
}
