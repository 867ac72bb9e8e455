//! Fortran: what a procedure keeps from one call to the next, a SAVEd local or one with an initial value, becomes a variable of a module of its own.
//!
//! A procedure and its derivatives would otherwise each keep a value that the others do not know, and no caller could save it for a procedure that
//! it runs twice. All of them use the module instead, under the names that their statements have anyway. What every call sets before it reads it
//! is not kept at all, whatever a SAVE says of it; constants stay as they are. In C this is the work of [`c_statics`](crate::prepare::c_statics).
//!
//! What EQUIVALENCE lays over each other moves together, with the statement. A module cannot declare what only the procedure can: extents that are no
//! constants, initial values of types of the procedure's own module. Such procedures cannot be differentiated ([`check`]), and neither can they with modules that are used as they are.

use std::collections::BTreeSet;

use il::decl::{Attr, Data, Decl, DeclKind, Entity, UseItem};
use il::expr::{Item, Literal};
use il::symbol::{ScopeKind, Storage, SymbolKind};
use il::{
    Diagnostic, Expr, ExprKind, Language, Program, Scalar, ScalarClass, SymbolId, Type, Unit, UnitId, UnitKind, Upper,
};

use crate::facts::Facts;
use crate::request::Request;

/// Raises them in the part of the program that the heads reach. The modules that nobody wrote, its own and those that hold what entries share, must be
/// among those of the output.
pub fn raise(program: &Program, request: &Request) -> (Option<Program>, BTreeSet<UnitId>) {
    let none_keeps = !program.symbols.ids().any(|s| keeps(program, s));
    if none_keeps && !program.units.ids().any(|u| is_of_entries(program, u)) {
        return (None, BTreeSet::new());
    }
    let part = crate::known::reachable::part(program, request);
    let reached = part.units.ids().filter(|u| !part.units[*u].body.is_empty());
    let mut modules: BTreeSet<UnitId> = reached.flat_map(|u| of_entries(&part, u)).collect();
    if none_keeps {
        return (None, modules);
    }
    let mut found = Kept::new(&part, request);
    found.carried.retain(|(unit, kept)| !request.reuse_modules && kept.iter().all(|s| can_move(&part, *unit, *s)));
    if found.carried.is_empty() && found.idle.is_empty() {
        return (None, modules);
    }
    let mut out = program.clone();
    found.idle.iter().for_each(|s| forget(&mut out, *s));
    modules.extend(found.carried.into_iter().map(|(unit, kept)| move_out(&mut out, unit, &kept)));
    (Some(out), modules)
}

/// Whether a module was made by the frontend for what the entries of a subprogram keep: it has no place in the sources.
pub fn is_of_entries(p: &Program, unit: UnitId) -> bool {
    let u = &p.units[unit];
    u.kind == UnitKind::Module && u.span.file.is_none()
}

/// The modules of entries that a unit uses.
fn of_entries(p: &Program, unit: UnitId) -> Vec<UnitId> {
    let used = p.units[unit].decls.iter().filter_map(|d| match d.kind {
        DeclKind::Use { symbol, .. } => match p.symbols[symbol].kind {
            SymbolKind::Module(module) => module,
            _ => None,
        },
        _ => None,
    });
    used.filter(|m| is_of_entries(p, *m)).collect()
}

/// Procedures with derivatives that keep a value between calls where no module could have it.
pub fn check(p: &Program, request: &Request, facts: &Facts) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for &unit in facts.differentiated() {
        if request.reuse_modules && !of_entries(p, unit).is_empty() {
            let of = &p.units[unit];
            let message =
                format!("`{}` keeps values together with another ENTRY, where no derivative would know them", of.name);
            out.push(Diagnostic::error("RT0465", of.span, message).note("leave `-module reuse` out"));
        }
        let kept = facts.analysis.in_out(unit);
        let s = p.symbols.ids().find(|s| {
            let zones = facts.analysis.zones().of_symbol(*s);
            keeps(p, *s)
                && p.home(*s) == Some(unit)
                && kept.exposed.contains_any(&zones)
                && kept.written.contains_any(&zones)
        });
        if let Some(s) = s {
            let (name, of) = (&p.symbols[s].name, &p.units[unit].name);
            let message =
                format!("`{name}` keeps its value between calls of `{of}`, where no derivative would know it");
            out.push(Diagnostic::error("RT0465", p.symbols[s].span, message).note(
                "make it a variable of a module or of a COMMON block, and leave `-module reuse` out if it is there",
            ));
        }
    }
    for h in &request.heads {
        out.extend(never_set(p, h.unit, facts));
    }
    out
}

/// What entries keep together, a head reads and nothing below it sets: the ENTRY that does so must be among the heads, or the derivative has no value.
fn never_set(p: &Program, head: UnitId, facts: &Facts) -> Option<Diagnostic> {
    let (zones, kept) = (facts.analysis.zones(), facts.analysis.in_out(head));
    let is_bare = |s: SymbolId, home: UnitId| {
        p.variable(s).is_some_and(|v| v.init.is_none()) && !data_of(&p.units[home]).any(|d| d.sets(s))
    };
    let s = p.symbols.ids().find(|s| {
        let of = zones.of_symbol(*s);
        p.home(*s).is_some_and(|home| is_of_entries(p, home) && is_bare(*s, home))
            && kept.exposed.contains_any(&of)
            && !kept.written.contains_any(&of)
    })?;
    let (name, unit) = (&p.symbols[s].name, &p.units[head]);
    let message = format!(
        "nothing that `{}` calls sets `{name}`, which another ENTRY keeps for it: its derivative has a copy of its own",
        unit.name
    );
    Some(
        Diagnostic::warning("RT0319", unit.span, message)
            .note("differentiate a procedure that calls both entries, or put what they share into a COMMON block"),
    )
}

/// Whether a local of a Fortran procedure may have a value when the procedure is called.
fn keeps(p: &Program, s: SymbolId) -> bool {
    let Some(v) = p.variable(s).filter(|v| v.saved && v.storage == Storage::Local && !v.constant) else { return false };
    let Some(unit) = p.home(s) else { return false };
    let u = &p.units[unit];
    let procedure = matches!(u.kind, UnitKind::Subroutine | UnitKind::Function { .. });
    u.language == Language::Fortran && procedure && !u.is_interface && !u.has_errors && !matches!(v.ty, Type::Procedure)
}

/// What the SAVEd locals of a program are.
struct Kept {
    /// By procedure, what it keeps, changes, and reads before it sets it.
    carried: Vec<(UnitId, Vec<SymbolId>)>,
    /// What every call sets before it reads it.
    idle: Vec<SymbolId>,
}

impl Kept {
    fn new(part: &Program, request: &Request) -> Kept {
        let options = analysis::Options { externals: request.externals.clone(), ..analysis::Options::default() };
        let facts = analysis::facts::analyse(part, &[], &options);
        let mut out = Kept { carried: Vec::new(), idle: Vec::new() };
        for s in part.symbols.ids().filter(|s| keeps(part, *s)) {
            let Some(unit) = part.home(s).filter(|u| !part.units[*u].body.is_empty()) else { continue };
            let zones = facts.zones().of_symbol(s);
            let kept = facts.in_out(unit);
            if !kept.written.contains_any(&zones) {
                continue;
            }
            if !kept.exposed.contains_any(&zones) {
                if is_plain(part, unit, s) {
                    out.idle.push(s);
                    continue;
                }
                // Set together with others by one DATA: the two halves of split mode need one variable.
                if !can_move(part, unit, s) || part.units[unit].overlaid().contains(&s) {
                    continue;
                }
            }
            match out.carried.iter_mut().find(|(u, _)| *u == unit) {
                Some((_, list)) => list.push(s),
                None => out.carried.push((unit, vec![s])),
            }
        }
        for (unit, list) in &mut out.carried {
            // One storage has all its names.
            let groups: Vec<BTreeSet<SymbolId>> =
                part.units[*unit].equivalences().map(|g| g.iter().filter_map(Expr::root).collect()).collect();
            while let Some(more) =
                groups.iter().find(|g| list.iter().any(|s| g.contains(s)) && !g.iter().all(|s| list.contains(s)))
            {
                list.extend(more.iter().filter(|s| !list.contains(s)).copied().collect::<Vec<_>>());
            }
            // One DATA statement sets all of its targets.
            for data in data_of(&part.units[*unit]) {
                let targets: Vec<SymbolId> = data.targets.iter().filter_map(target).collect();
                if targets.iter().any(|s| list.contains(s)) {
                    list.extend(targets.into_iter().filter(|s| !list.contains(s)).collect::<BTreeSet<_>>());
                }
            }
        }
        out
    }
}

/// Whether a local would be an ordinary one without SAVE: of fixed extents, and with a storage and a beginning of its own.
fn is_plain(p: &Program, unit: UnitId, s: SymbolId) -> bool {
    let Some(v) = p.variable(s) else { return false };
    let elsewhere = |d: &Decl| match &d.kind {
        DeclKind::Equivalence(groups) => groups.iter().flatten().any(|e| e.root() == Some(s)),
        DeclKind::Opaque { symbols, .. } => symbols.contains(&s),
        DeclKind::Data(all) => all.iter().any(|d| d.sets(s) && !d.sets_only(s)),
        _ => false,
    };
    let scalars = matches!(v.ty.element(), Type::Scalar(_));
    scalars && !v.allocatable && !v.pointer && !v.target && !p.units[unit].decls.iter().any(elsewhere)
}

/// Makes it a local like any other: its first value is read by nobody.
fn forget(p: &mut Program, s: SymbolId) {
    let unit = p.home(s);
    if let SymbolKind::Variable(v) = &mut p.symbols[s].kind {
        v.saved = false;
        v.init = None;
    }
    let decls = unit.map(|u| &mut p.units[u].decls);
    for d in decls.into_iter().flatten() {
        if let DeclKind::Data(all) = &mut d.kind {
            all.retain(|d| !d.sets_only(s));
        }
        if let DeclKind::Variables { attrs, entities, .. } = &mut d.kind
            && entities.len() == 1
            && entities[0].symbol == s
        {
            attrs.retain(|a| !matches!(a, Attr::Save));
        }
    }
    if let Some(u) = unit {
        p.units[u].decls.retain(|d| !matches!(&d.kind, DeclKind::Data(all) if all.is_empty()));
    }
}

fn data_of(u: &Unit) -> impl Iterator<Item = &Data> {
    u.decls.iter().flat_map(|d| match &d.kind {
        DeclKind::Data(all) => all.as_slice(),
        _ => &[],
    })
}

fn target(item: &Item) -> Option<SymbolId> {
    match item {
        Item::Value(e) => e.root(),
        Item::Implied { .. } => None,
    }
}

/// Whether a module can declare it.
fn can_move(p: &Program, unit: UnitId, s: SymbolId) -> bool {
    let u = &p.units[unit];
    let Some(v) = p.variable(s) else { return false };
    let plain =
        !v.polymorphic && moved_type(p, &v.ty).is_some() && v.init.as_ref().is_none_or(|e| moved_value(p, e).is_some());
    let apart = u.decls.iter().all(|d| match &d.kind {
        DeclKind::Equivalence(groups) => groups
            .iter()
            .filter(|g| g.iter().any(|e| e.root() == Some(s)))
            .all(|g| g.iter().all(|e| is_own(p, unit, e) && moved_place(p, e).is_some())),
        DeclKind::Opaque { symbols, .. } => !symbols.contains(&s),
        DeclKind::Data(all) => all.iter().all(|d| {
            let whole = || d.targets.iter().all(|t| target(t).is_some_and(|_| moved_target(p, t).is_some()));
            !d.sets(s)
                || whole()
                    && d.values
                        .iter()
                        .all(|(n, e)| moved_value(p, e).is_some() && n.iter().all(|n| moved_value(p, n).is_some()))
        }),
        _ => true,
    });
    // Not one of a BLOCK.
    plain && apart && p.symbols[s].scope == u.scope
}

/// Whether a place is one of a variable of the procedure itself.
fn is_own(p: &Program, unit: UnitId, e: &Expr) -> bool {
    let local = |s: SymbolId| p.home(s) == Some(unit) && p.variable(s).is_some_and(|v| v.storage == Storage::Local);
    e.root().is_some_and(local)
}

fn moved_target(p: &Program, item: &Item) -> Option<Item> {
    let Item::Value(e) = item else { return None };
    moved_place(p, e).map(Item::Value)
}

/// A place with subscripts that are numbers.
fn moved_place(p: &Program, e: &Expr) -> Option<Expr> {
    let mut out = e.clone();
    let root = e.root();
    let mut known = true;
    out.rewrite(&mut |x| {
        if let ExprKind::Var(s) = x.kind
            && Some(s) != root
        {
            match il::fold::integer(p, x) {
                Some(n) => *x = Expr::int(n),
                None => known = false,
            }
        }
    });
    known.then_some(out)
}

/// The type with kinds and extents that are numbers. None: it says something that only the procedure knows.
pub(crate) fn moved_type(p: &Program, ty: &Type) -> Option<Type> {
    match ty {
        Type::Scalar(s) => Some(Type::Scalar(moved_scalar(s))),
        Type::Character { len, .. } => {
            let n = il::fold::integer(p, len.as_deref()?)?;
            Some(Type::Character { len: Some(Box::new(Expr::int(n))), spelling: format!("character(len={n})") })
        }
        Type::Array { elem, dims } => {
            let mut dims = dims.clone();
            for d in &mut dims {
                if let Some(lower) = &mut d.lower {
                    *lower = Expr::int(il::fold::integer(p, lower)?);
                }
                if let Upper::At(e) = &mut d.upper {
                    *e = Expr::int(il::fold::integer(p, e)?);
                }
            }
            Some(Type::Array { elem: Box::new(moved_type(p, elem)?), dims })
        }
        Type::Record(_) | Type::Pointer { .. } | Type::Procedure | Type::Void | Type::Opaque(_) => None,
    }
}

/// How a type that [`moved_type`] gave is written in a declaration.
pub(crate) fn spelling_of(ty: &Type) -> String {
    match ty.element() {
        Type::Scalar(scalar) => scalar.spelling.clone(),
        Type::Character { spelling, .. } => spelling.clone(),
        _ => String::new(),
    }
}

fn moved_scalar(s: &Scalar) -> Scalar {
    if s.kind_name.is_none() {
        return s.clone();
    }
    let (word, kind) = match s.class {
        ScalarClass::Integer => ("integer", s.bytes),
        ScalarClass::Real => ("real", s.bytes),
        ScalarClass::Complex => ("complex", s.bytes / 2),
        ScalarClass::Logical => ("logical", s.bytes),
    };
    Scalar { kind_name: None, spelling: format!("{word}({kind})"), ..s.clone() }
}

/// An initial value without the names of constants.
fn moved_value(p: &Program, e: &Expr) -> Option<Expr> {
    let mut out = e.clone();
    let mut known = true;
    out.rewrite(&mut |x| match &mut x.kind {
        ExprKind::Var(s) => match &p.symbols[*s].kind {
            SymbolKind::Constant { value, .. } => match moved_value(p, value) {
                Some(value) if value.is_reference() || is_literal(&value) => *x = value,
                Some(value) => *x = Expr::unary(il::UnaryOp::Paren, value),
                None => known = false,
            },
            _ => known = false,
        },
        ExprKind::Real { text, ty, .. } if ty.kind_name.is_some() => {
            *text = Literal::default();
            **ty = moved_scalar(ty);
        }
        ExprKind::Integer { text, ty: Some(ty), .. } if ty.kind_name.is_some() => {
            *text = Literal::default();
            **ty = moved_scalar(ty);
        }
        ExprKind::Constructor { ty: Some(ty), .. } => match moved_type(p, ty) {
            Some(moved) => **ty = moved,
            None => known = false,
        },
        ExprKind::Call { .. } | ExprKind::Structure { .. } | ExprKind::Opaque { .. } | ExprKind::Index { .. } => {
            known = false
        }
        _ => {}
    });
    known.then_some(out)
}

fn is_literal(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::Integer { .. }
            | ExprKind::Real { .. }
            | ExprKind::Logical(_)
            | ExprKind::Text(..)
            | ExprKind::Constructor { .. }
    )
}

/// Makes the module and takes the variables from the procedure.
fn move_out(p: &mut Program, unit: UnitId, kept: &[SymbolId]) -> UnitId {
    let base = format!("{}_saved", p.units[unit].name);
    let name = crate::names::fresh(p, p.global, &base, false);
    let module = p.units.add(Unit::new(name.clone(), UnitKind::Module, Language::Fortran, p.global));
    let scope = p.new_scope(p.global, ScopeKind::Unit(module));
    let span = p.units[unit].span;
    let symbol = p.declare(p.global, name.clone(), span, SymbolKind::Module(Some(module)));
    let upper = p.inputs.iter().any(|i| i.upper_case && p.units[unit].file == Some(i.file));
    let mut decls = vec![Decl::from(DeclKind::Implicit(if upper { "NONE" } else { "none" }.into()))];
    for &s in kept {
        decls.push(declaration(p, s));
    }
    let overlaid: Vec<Vec<Expr>> = p.units[unit]
        .equivalences()
        .filter(|g| g.iter().filter_map(Expr::root).any(|s| kept.contains(&s)))
        .map(|g| g.iter().map(|e| moved_place(p, e).unwrap_or_else(|| e.clone())).collect())
        .collect();
    if !overlaid.is_empty() {
        decls.push(Decl::from(DeclKind::Equivalence(overlaid)));
    }
    let mut data: Vec<Data> = Vec::new();
    for d in data_of(&p.units[unit]) {
        if d.targets.iter().filter_map(target).any(|s| kept.contains(&s)) {
            let value = |e: &Expr| moved_value(p, e).unwrap_or_else(|| e.clone());
            data.push(Data {
                targets: d.targets.iter().map(|t| moved_target(p, t).unwrap_or_else(|| t.clone())).collect(),
                values: d.values.iter().map(|(n, e)| (n.as_ref().map(value), value(e))).collect(),
            });
        }
    }
    if !data.is_empty() {
        decls.push(Decl::from(DeclKind::Data(data)));
    }
    let file = p.units[unit].file;
    let u = &mut p.units[module];
    (u.scope, u.symbol, u.file, u.decls, u.span) = (scope, Some(symbol), file, decls, span);
    let of = p.units[unit].name.clone();
    p.units[module].comments = vec![format!(" What {of} keeps from one call to the next.")];

    // The procedure uses it under the same names.
    let mut items = Vec::new();
    for &s in kept {
        let own = p.symbols[s].name.clone();
        p.symbols[s].scope = scope;
        p.import(scope, &own, s);
        items.push(UseItem { local: own, name: None });
    }
    let decls = std::mem::take(&mut p.units[unit].decls);
    let mut decls: Vec<Decl> = decls.into_iter().filter_map(|d| without(d, kept)).collect();
    let at = decls.iter().rposition(|d| matches!(d.kind, DeclKind::Use { .. })).map_or(0, |k| k + 1);
    let list = DeclKind::Use { module: name, symbol, nature: None, only: true, items };
    decls.insert(at, Decl::from(list));
    p.units[unit].decls = decls;

    // In front of the file that holds the procedure: derivatives of what calls it set and save these variables too, and may stand before it.
    let mut top = unit;
    while let Some(parent) = p.units[top].parent {
        top = parent;
    }
    for input in &mut p.inputs {
        if input.units.contains(&top) {
            input.units.insert(0, module);
            break;
        }
    }
    module
}

/// The declaration of one variable in its module. Afterwards it is a variable of that module.
fn declaration(p: &mut Program, s: SymbolId) -> Decl {
    let Some(mut v) = p.variable(s).cloned() else { unreachable!("a variable is moved") };
    v.ty = moved_type(p, &v.ty).unwrap_or(v.ty);
    v.init = v.init.map(|e| moved_value(p, &e).unwrap_or(e));
    v.storage = Storage::Global;
    v.implicit = false;
    let flags =
        [(v.allocatable, Attr::Allocatable), (v.pointer, Attr::Pointer), (v.target, Attr::Target), (true, Attr::Save)];
    let attrs = flags.into_iter().filter(|(has, _)| *has).map(|(_, a)| a).collect();
    let spelling = spelling_of(&v.ty);
    p.symbols[s].kind = SymbolKind::Variable(v);
    Decl::from(DeclKind::Variables { spelling, attrs, colons: true, entities: vec![Entity::new(s)] })
}

/// A declaration without some of its variables.
fn without(mut d: Decl, gone: &[SymbolId]) -> Option<Decl> {
    let entities = |list: &mut Vec<Entity>| {
        let had = list.iter().any(|e| gone.contains(&e.symbol));
        list.retain(|e| !gone.contains(&e.symbol));
        !had || !list.is_empty()
    };
    let symbols = |list: &mut Vec<SymbolId>| {
        let had = list.iter().any(|s| gone.contains(s));
        list.retain(|s| !gone.contains(s));
        !had || !list.is_empty()
    };
    let left = match &mut d.kind {
        DeclKind::Variables { entities: list, .. } | DeclKind::Attribute { symbols: list, .. } => entities(list),
        DeclKind::Dimension(list) => symbols(list),
        DeclKind::Save { symbols: list, blocks } => symbols(list) || !blocks.is_empty(),
        DeclKind::Equivalence(groups) => {
            groups.retain(|g| !g.iter().filter_map(Expr::root).any(|s| gone.contains(&s)));
            !groups.is_empty()
        }
        DeclKind::Data(all) => {
            all.retain(|x| !x.targets.iter().filter_map(target).any(|s| gone.contains(&s)));
            !all.is_empty()
        }
        _ => true,
    };
    left.then_some(d)
}
