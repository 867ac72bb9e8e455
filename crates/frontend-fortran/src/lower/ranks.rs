//! SELECT RANK: a procedure with assumed-rank dummy arguments becomes as many procedures as there are ranks that it asks for, under the generic name that it had.
//!
//! ```text
//! subroutine total(a, s)            interface total
//!   real :: a(..)                     procedure total_rank0, total_rank1
//!   select rank (a)                 end interface
//!   rank (0);  s = a                subroutine total_rank0(a, s);  real :: a;  s = a
//!   rank (1);  s = sum(a)           subroutine total_rank1(a, s);  real :: a(:);  s = sum(a)
//! ```
//!
//! Each has the statements of its rank, so that nothing is decided when it runs, and calls find theirs by the rank of what they pass. What DEFAULT does is
//! copied for all ranks that something in the program is declared with, unless it only stops. A procedure stays as it is, with the message about SELECT RANK, where a
//! rank is not known by its number, where a dummy of assumed rank is not asked for its rank, where the procedure is handed on by its name, and outside of modules.

use std::collections::{BTreeMap, BTreeSet};

use super::{unmentioned, walk};
use crate::ast::{
    Arg, ArgValue, Association, AttrKind, Binding, Dim, Dummy, Entity, Expr, ExprKind, File, GenericSpec, GuardKind,
    Ident, Interface, InterfaceItem, LiteralKind, Meta, Prefix, SelectType, Stmt, StmtKind, Subprogram, TypeGuard,
    Unit, UnitKind,
};

/// No procedure has more copies.
const MOST: usize = 16;

/// Splits the procedures of all modules.
pub(super) fn split(files: &mut [File]) {
    let is_module = |u: &&mut Unit| matches!(u.kind, UnitKind::Module { .. });
    let greatest = files.iter().flat_map(|f| &f.units).map(greatest_rank).max().unwrap_or(0);
    files.iter_mut().flat_map(|f| &mut f.units).filter(is_module).for_each(|u| split_inside(u, greatest));
}

/// The greatest rank of what a unit declares.
fn greatest_rank(unit: &Unit) -> usize {
    let inner = unit.contains.iter().flat_map(|c| &c.units).map(greatest_rank).max().unwrap_or(0);
    let mut declared = 0;
    walk::statements(&unit.body, &mut |s| {
        declared = declared.max(declared_rank(s));
        if let StmtKind::TypeDef(t) = &s.kind {
            declared = t.components.iter().map(declared_rank).fold(declared, usize::max);
        }
    });
    inner.max(declared)
}

fn declared_rank(s: &Stmt) -> usize {
    let (attrs, entities) = match &s.kind {
        StmtKind::TypeDecl(d) => (d.attrs.as_slice(), &d.entities),
        StmtKind::AttrStmt { entities, .. } => (&[][..], entities),
        _ => return 0,
    };
    let shared = attrs.iter().map(|a| if let AttrKind::Dimension(dims) = &a.kind { dims.len() } else { 0 });
    shared.chain(entities.iter().map(|e| e.dims.len())).max().unwrap_or(0)
}

fn split_inside(unit: &mut Unit, greatest: usize) {
    let Some(contains) = &mut unit.contains else { return };
    let named = named_elsewhere(&unit.body, &contains.units);
    let mut out = Vec::new();
    let mut generics: BTreeMap<String, (Ident, Vec<Ident>)> = BTreeMap::new();
    for inner in std::mem::take(&mut contains.units) {
        match copies(&inner, greatest).filter(|_| inner.name().is_some_and(|n| !named.contains(&n.key()))) {
            Some(copies) => {
                let names = copies.iter().filter_map(|c| c.name().cloned()).collect();
                if let Some(name) = inner.name() {
                    generics.insert(name.key(), (name.clone(), names));
                }
                out.extend(copies);
            }
            None => out.push(inner),
        }
    }
    contains.units = out;
    let first = |s: &Stmt| matches!(s.kind, StmtKind::Use(_) | StmtKind::Import { .. } | StmtKind::Implicit(_));
    let at = unit.body.iter().rposition(first).map_or(0, |k| k + 1);
    // Others know the generic: the module as its author wrote it has no such procedures.
    let private: Vec<GenericSpec> = generics.values().flat_map(|g| &g.1).cloned().map(GenericSpec::Name).collect();
    let access = StmtKind::Access { private: true, names: private };
    let access = (!generics.is_empty()).then_some(Stmt { meta: Meta::NONE, kind: access });
    unit.body.splice(at..at, access.into_iter().chain(generics.values().map(|(name, copies)| generic(name, copies))));
}

/// The generic that has the name of what was split.
fn generic(name: &Ident, copies: &[Ident]) -> Stmt {
    let procedures = InterfaceItem::Procedures { meta: Meta::NONE, module: false, names: copies.to_vec() };
    let spec = Some(GenericSpec::Name(name.clone()));
    let block = Interface { is_abstract: false, spec, items: vec![procedures], end: Meta::NONE };
    Stmt { meta: Meta::NONE, kind: StmtKind::Interface(Box::new(block)) }
}

/// The names that are handed on, are members of generics or bindings: those that a generic cannot stand for.
fn named_elsewhere(around: &[Stmt], units: &[Unit]) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for s in around {
        match &s.kind {
            StmtKind::Interface(i) => {
                for item in &i.items {
                    if let InterfaceItem::Procedures { names, .. } = item {
                        out.extend(names.iter().map(Ident::key));
                    }
                }
            }
            StmtKind::TypeDef(t) => {
                for (_, b) in t.bindings.iter().flat_map(|b| &b.bindings) {
                    match b {
                        Binding::Procedure { names, .. } => {
                            out.extend(names.iter().map(|(name, target)| target.as_ref().unwrap_or(name).key()));
                        }
                        Binding::Final(names) => out.extend(names.iter().map(Ident::key)),
                        Binding::Generic { .. } | Binding::Error(_) => {}
                    }
                }
            }
            _ => {}
        }
    }
    let mut todo: Vec<&Unit> = units.iter().collect();
    while let Some(u) = todo.pop() {
        todo.extend(u.contains.iter().flat_map(|c| &c.units));
        walk::statements(&u.body, &mut |s| {
            let mut hand_on = |e: &Expr| {
                if let ExprKind::Name(n) = &e.kind {
                    out.insert(n.to_ascii_lowercase());
                }
            };
            let mut list = |args: &[Arg]| {
                for a in args {
                    if let ArgValue::Expr(e) = &a.value {
                        hand_on(e);
                    }
                }
            };
            if let StmtKind::Call { args, .. } = &s.kind {
                list(args);
            }
            walk::expressions(s, &mut |e| {
                if let ExprKind::Apply { args, .. } = &e.kind {
                    list(args);
                }
            });
            if let StmtKind::PointerAssign { rhs, .. } = &s.kind {
                hand_on(rhs);
            }
        });
    }
    out
}

/// The procedures that a procedure becomes; `None` where it stays.
fn copies(unit: &Unit, greatest: usize) -> Option<Vec<Unit>> {
    let UnitKind::Subprogram(header) = &unit.kind else { return None };
    let plain = header.bind.is_none() && !header.prefixes.iter().any(|p| matches!(p, Prefix::Module));
    let assumed = assumed(unit);
    if assumed.is_empty() || !plain || unit.has_error {
        return None;
    }
    let dummies: Vec<String> =
        header.dummies.iter().filter_map(|d| if let Dummy::Name(n) = d { Some(n.key()) } else { None }).collect();
    let mut choices: Vec<BTreeMap<String, usize>> = vec![BTreeMap::new()];
    for name in dummies.iter().filter(|d| assumed.contains(*d)) {
        let ranks = ranks(unit, name, greatest)?;
        let with = |one: &BTreeMap<String, usize>| {
            let one = one.clone();
            ranks.clone().into_iter().map(move |r| one.clone().into_iter().chain([(name.clone(), r)]).collect())
        };
        choices = choices.iter().flat_map(with).collect();
        if choices.is_empty() || choices.len() > MOST {
            return None;
        }
    }
    let names_all = choices.iter().all(|c| c.len() == assumed.len());
    names_all.then(|| choices.iter().map(|c| copy(unit, header, c)).collect())
}

/// `(..)`.
fn is_rank(dims: &[Dim]) -> bool {
    dims.iter().any(|d| matches!(d, Dim::Rank))
}

/// The dummy arguments of assumed rank.
fn assumed(unit: &Unit) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for s in &unit.body {
        let (whole, entities) = match &s.kind {
            StmtKind::TypeDecl(d) => {
                (d.attrs.iter().any(|a| matches!(&a.kind, AttrKind::Dimension(dims) if is_rank(dims))), &d.entities)
            }
            StmtKind::AttrStmt { entities, .. } => (false, entities),
            _ => continue,
        };
        out.extend(entities.iter().filter(|e| is_rank(&e.dims) || whole && e.dims.is_empty()).map(|e| e.name.key()));
    }
    out
}

/// The ranks that a dummy argument is asked for. `None`: one of them is no number, or it is not asked.
fn ranks(unit: &Unit, name: &str, greatest: usize) -> Option<BTreeSet<usize>> {
    let mut out = BTreeSet::new();
    let (mut known, mut asked, mut rest) = (true, false, false);
    walk::statements(&unit.body, &mut |s| {
        let StmtKind::SelectType(select) = &s.kind else { return };
        if !select.rank || !is_name(&select.selector, name) {
            return;
        }
        asked = true;
        // EXIT may name the construct, GO TO a label.
        known &= s.meta.name.is_none() && s.meta.label.is_none();
        // Without DEFAULT nothing is done for other ranks.
        rest |= !select.guards.iter().any(|g| matches!(g.kind, GuardKind::Default));
        for g in &select.guards {
            match &g.kind {
                GuardKind::Rank(Some(e)) => match number(e) {
                    Some(r) => drop(out.insert(r)),
                    None => known = false,
                },
                GuardKind::Default => rest |= !g.body.iter().all(|s| matches!(s.kind, StmtKind::Stop { .. })),
                GuardKind::Rank(None) | GuardKind::Type(_) | GuardKind::Class(_) => {}
            }
        }
    });
    if rest {
        out.extend(0..=greatest);
    }
    (known && asked).then_some(out)
}

fn is_name(e: &Expr, name: &str) -> bool {
    matches!(&e.kind, ExprKind::Name(n) if n.eq_ignore_ascii_case(name))
}

fn number(e: &Expr) -> Option<usize> {
    match &e.kind {
        ExprKind::Literal(l) if l.kind == LiteralKind::Integer => l.text.parse().ok(),
        _ => None,
    }
}

/// A procedure for certain ranks of its dummy arguments.
fn copy(unit: &Unit, header: &Subprogram, ranks: &BTreeMap<String, usize>) -> Unit {
    let mut out = unit.clone();
    let digits: Vec<String> = ranks.values().map(usize::to_string).collect();
    let name = Ident { text: format!("{}_rank{}", header.name.text, digits.join("_")).into(), span: header.name.span };
    let mut header = header.clone();
    if header.is_function && header.result.is_none() {
        header.result = Some(header.name.clone());
    }
    header.name = name;
    out.kind = UnitKind::Subprogram(header);
    for s in &mut out.body {
        match &mut s.kind {
            StmtKind::TypeDecl(d) => {
                let whole = d.attrs.iter().any(|a| matches!(&a.kind, AttrKind::Dimension(dims) if is_rank(dims)));
                if whole {
                    d.attrs.retain(|a| !matches!(a.kind, AttrKind::Dimension(_)));
                }
                d.entities.iter_mut().for_each(|e| shape(e, ranks));
            }
            StmtKind::AttrStmt { attr, entities } => {
                entities.iter_mut().for_each(|e| shape(e, ranks));
                if matches!(attr.kind, AttrKind::Dimension(_)) {
                    entities.retain(|e| !e.dims.is_empty());
                }
            }
            _ => {}
        }
    }
    out.body.retain(|s| !matches!(&s.kind, StmtKind::AttrStmt { attr, entities } if entities.is_empty() && matches!(attr.kind, AttrKind::Dimension(_))));
    choose(&mut out.body, ranks);
    for inner in out.contains.iter_mut().flat_map(|c| &mut c.units) {
        choose(&mut inner.body, ranks);
    }
    unmentioned::drop(&mut out);
    mention_dummies(&mut out, unit);
    out
}

/// Mentions the dummy arguments that only the statements of other ranks do, for strict compilers.
fn mention_dummies(copy: &mut Unit, of: &Unit) {
    let UnitKind::Subprogram(header) = &copy.kind else { return };
    let (here, there) = (mentioned(copy), mentioned(of));
    let optional = optional(&copy.body);
    let is_idle = |n: &String| there.contains(n) && !here.contains(n) && !optional.contains(n);
    let idle = header.dummies.iter().filter_map(|d| match d {
        Dummy::Name(n) => Some(n).filter(|n| is_idle(&n.key())),
        Dummy::Star(_) => None,
    });
    let association = |(k, n): (usize, &Ident)| Association {
        name: Ident { text: format!("unused{k}").into(), span: n.span },
        selector: Expr { kind: ExprKind::Name(n.text.clone()), span: n.span },
    };
    let associations: Vec<Association> = idle.enumerate().map(association).collect();
    if associations.is_empty() {
        return;
    }
    let kind = StmtKind::Associate { associations, body: Vec::new(), end: Box::new(Meta::NONE) };
    let at = copy.body.iter().position(|s| s.kind.is_executable()).unwrap_or(copy.body.len());
    copy.body.insert(at, Stmt { meta: Meta::NONE, kind });
}

/// The names of OPTIONAL entities.
fn optional(body: &[Stmt]) -> BTreeSet<String> {
    let of = |s: &Stmt| match &s.kind {
        StmtKind::TypeDecl(d) if d.attrs.iter().any(|a| matches!(a.kind, AttrKind::Optional)) => d.entities.clone(),
        StmtKind::AttrStmt { attr, entities } if matches!(attr.kind, AttrKind::Optional) => entities.clone(),
        _ => Vec::new(),
    };
    body.iter().flat_map(of).map(|e| e.name.key()).collect()
}

/// The names in the executable statements of a unit and its internal procedures.
fn mentioned(unit: &Unit) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    walk::statements(&unit.body, &mut |s| {
        if s.kind.is_executable() {
            walk::expressions(s, &mut |e| {
                if let ExprKind::Name(n) = &e.kind {
                    out.insert(n.to_ascii_lowercase());
                }
            });
        }
    });
    out.extend(unit.contains.iter().flat_map(|c| &c.units).flat_map(mentioned));
    out
}

fn shape(e: &mut Entity, ranks: &BTreeMap<String, usize>) {
    if let Some(&rank) = ranks.get(&e.name.key())
        && e.dims.iter().all(|d| matches!(d, Dim::Rank))
    {
        e.dims = (0..rank).map(|_| Dim::Shape { lower: None }).collect();
    }
}

/// Puts the statements of its rank in the place of each SELECT RANK of these dummy arguments.
fn choose(body: &mut Vec<Stmt>, ranks: &BTreeMap<String, usize>) {
    let mut out = Vec::new();
    for mut s in std::mem::take(body) {
        walk::blocks_mut(&mut s, &mut |inner| choose(inner, ranks));
        let rank = match &s.kind {
            StmtKind::SelectType(select) if select.rank => match &select.selector.kind {
                ExprKind::Name(n) => ranks.get(&n.to_ascii_lowercase()).copied(),
                _ => None,
            },
            _ => None,
        };
        match (rank, s.kind) {
            (Some(rank), StmtKind::SelectType(select)) => out.extend(chosen(*select, rank)),
            (_, kind) => out.push(Stmt { meta: s.meta, kind }),
        }
    }
    *body = out;
}

/// The statements of a rank; those of DEFAULT where it is not named.
fn chosen(select: SelectType, rank: usize) -> Vec<Stmt> {
    let of_rank = |g: &TypeGuard| matches!(&g.kind, GuardKind::Rank(Some(e)) if number(e) == Some(rank));
    let otherwise = |g: &TypeGuard| matches!(g.kind, GuardKind::Default);
    let mut guards = select.guards;
    let Some(at) = guards.iter().position(of_rank).or_else(|| guards.iter().position(otherwise)) else {
        return Vec::new();
    };
    let body = guards.swap_remove(at).body;
    match select.associate {
        Some(name) if !body.is_empty() => {
            let associations = vec![Association { name, selector: select.selector }];
            let kind = StmtKind::Associate { associations, body, end: Box::new(Meta::NONE) };
            vec![Stmt { meta: Meta::NONE, kind }]
        }
        _ => body,
    }
}
