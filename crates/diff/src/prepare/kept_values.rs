//! Fortran: what a procedure keeps from one call to the next, a SAVEd local or one with an initial value, becomes a variable of a module of its own.
//!
//! A procedure and its derivatives would otherwise each keep a value that the others do not know, and no caller could save it for a procedure that
//! it runs twice. All of them use the module instead, under the names that their statements have anyway. What every call sets before it reads it
//! is not kept at all, whatever a SAVE says of it; constants stay as they are. In C this is the work of [`c_statics`](crate::prepare::c_statics).
//!
//! What EQUIVALENCE lays over each other moves together, with the statement. A module cannot declare what only the procedure can: extents that are no
//! constants, initial values of types of the procedure's own module. Such procedures cannot be differentiated ([`check`]), and neither can they with modules that are used as they are.

mod moved;

use std::collections::BTreeSet;

use il::decl::{Attr, Data, Decl, DeclKind, Entity, UseItem};
use il::expr::Item;
use il::symbol::{ScopeKind, Storage, SymbolKind};
use il::{Diagnostic, Expr, ExprKind, Language, Program, SymbolId, Type, Unit, UnitId, UnitKind};

use crate::facts::Facts;
use crate::request::Request;
use crate::shared::{is_inside, words_of};

use moved::moved_place;
pub(crate) use moved::{moved_target, moved_type, moved_value, spelling_of};

/// Raises them in the part of the program that the heads reach. The modules that nobody wrote, its own and those that hold what entries share, must be
/// among those of the output.
pub fn raise(program: &Program, request: &Request) -> (Option<Program>, BTreeSet<UnitId>) {
    let none_keeps = !program.symbols.ids().any(|s| keeps(program, s));
    if none_keeps && !program.units.ids().any(|u| is_of_entries(program, u)) {
        return (None, BTreeSet::new());
    }
    let part = crate::prepare::reachable::part(program, request);
    let reached = part.units.ids().filter(|u| !part.units[*u].body.is_empty());
    let mut modules: BTreeSet<UnitId> = reached.flat_map(|u| of_entries(&part, u)).collect();
    if none_keeps {
        return (None, modules);
    }
    let mut found = Kept::new(&part, request);
    // The procedures that a module has as they are keep their own.
    let is_copied = |unit: UnitId| crate::modules::module_of(&part, unit).is_none_or(|m| !request.reuses(m));
    found.carried.retain(|(unit, kept)| is_copied(*unit) && kept.iter().all(|s| can_move(&part, *unit, *s)));
    if found.carried.is_empty() && found.idle.is_empty() {
        return (None, modules);
    }
    let mut out = program.clone();
    found.idle.iter().for_each(|s| forget(&mut out, *s));
    modules.extend(found.carried.into_iter().map(|(unit, kept)| move_out(&mut out, unit, &kept)));
    (Some(out), modules)
}

/// The modules of procedures that keep a value from one call to the next: derivatives of these need a copy of the module.
pub fn modules(program: &Program, request: &Request) -> BTreeSet<UnitId> {
    if !program.symbols.ids().any(|s| keeps(program, s)) {
        return BTreeSet::new();
    }
    let part = crate::prepare::reachable::part(program, request);
    let found = Kept::new(&part, request);
    found.carried.iter().filter_map(|(unit, _)| crate::modules::module_of(&part, *unit)).collect()
}

/// Whether a module was made by the frontend for what the entries of a subprogram keep: it has no place in the sources.
pub fn is_of_entries(p: &Program, unit: UnitId) -> bool {
    let u = &p.units[unit];
    u.kind == UnitKind::Module && u.span.file.is_none()
}

/// The modules of entries that a unit uses.
fn of_entries(p: &Program, unit: UnitId) -> Vec<UnitId> {
    p.used_modules(unit).filter(|m| is_of_entries(p, *m)).collect()
}

/// Procedures with derivatives that keep a value between calls where no module could have it.
pub fn check(p: &Program, request: &Request, facts: &Facts) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let mut said = BTreeSet::new();
    for &unit in facts.differentiated() {
        let stays = crate::modules::module_of(p, unit).is_some_and(|m| request.reuses(m));
        if stays && !of_entries(p, unit).is_empty() {
            let of = &p.units[unit];
            let message =
                format!("`{}` keeps values together with another ENTRY, where no derivative would know them", of.name);
            out.push(
                Diagnostic::error("RT0465", of.span, message)
                    .note("write `-module auto`, or leave `-module reuse` out"),
            );
        }
        let kept = facts.analysis.in_out(unit);
        let s = p.symbols_in(unit).into_iter().filter(|s| keeps(p, *s)).find(|s| {
            let zones = facts.analysis.zones().of_symbol(*s);
            kept.exposed.contains_any(&zones) && kept.written.contains_any(&zones)
        });
        if let Some(s) = s {
            said.insert(s);
            let (name, of) = (&p.symbols[s].name, &p.units[unit].name);
            let message =
                format!("`{name}` keeps its value between calls of `{of}`, where no derivative would know it");
            let structure = p.symbol_type(s).is_some_and(|t| t.element().record().is_some());
            let note = match (stays && can_move(p, unit, s), structure) {
                (true, _) => "write `-module auto`, or make it a variable of a module",
                (false, true) => {
                    "make it a variable of a module, of the one that defines its type or of one that uses that"
                }
                (false, false) => "make it a variable of a module or of a COMMON block",
            };
            out.push(Diagnostic::error("RT0465", p.symbols[s].span, message).note(note));
        }
    }
    for h in &request.heads {
        out.extend(never_set(p, h.unit, facts, request.own_saved));
    }
    if !request.own_saved {
        out.extend(left_by_earlier_calls(p, request, facts, said));
    }
    out
}

/// Reals that earlier calls of the original may have left, and that the derivatives of heads would be made of: they have their own.
fn left_by_earlier_calls(
    p: &Program,
    request: &Request,
    facts: &Facts,
    mut said: BTreeSet<SymbolId>,
) -> Vec<Diagnostic> {
    let heads: Vec<UnitId> = request.heads.iter().map(|h| h.unit).collect();
    let is_keeper = |home: UnitId| request.keepers.contains(&home) || is_of_entries(p, home);
    let is_hidden = |s: &SymbolId| keeps(p, *s) || p.home(*s).is_some_and(is_keeper);
    let hidden: Vec<SymbolId> = p.symbols.ids().filter(|s| p.variable(*s).is_some() && is_hidden(s)).collect();
    if hidden.is_empty() {
        return Vec::new();
    }
    let all = facts.analysis.zones();
    let procedures = p.units.iter().filter(|(_, u)| u.is_procedure() && !u.is_interface);
    let written: Vec<_> = procedures.map(|(unit, _)| facts.analysis.in_out(unit).written).collect();
    let zones = hidden.iter().flat_map(|s| all.of_symbol(*s)).filter(|z| written.iter().any(|w| w.contains(*z)));
    let zones: Vec<il::zones::ZoneId> = zones.collect();
    let once = analysis::made_once::made_once(&facts.analysis);
    let mut out = Vec::new();
    for &head in &heads {
        let reached = analysis::earlier_calls::reals_that_reach(&facts.analysis, head, &zones, &once);
        for s in hidden.iter().filter(|s| all.of_symbol(**s).iter().any(|z| reached.contains(z))) {
            if said.contains(s) || analysis::set_first::set_first(&facts.analysis, &heads, *s) {
                continue;
            }
            said.insert(*s);
            let name = &p.symbols[*s].name;
            let message =
                format!("what an earlier call has left in `{name}` goes into the results of `{}`", p.units[head].name);
            out.push(
                Diagnostic::error("RT0465", p.symbols[*s].span, message)
                    .label("kept from one call to the next, and a copy of it is the derivative's")
                    .note("set it in every call before it is read, or make it an argument, or a variable of a module or of a COMMON block")
                    .note("`-saved own` promises that the derivative's own copy, which begins with the initial value, is as good"),
            );
        }
    }
    out
}

/// What entries keep together, a head reads and nothing below it sets: the ENTRY that does so must be among the heads, or the derivative has no value.
fn never_set(p: &Program, head: UnitId, facts: &Facts, promised: bool) -> Option<Diagnostic> {
    let (zones, kept) = (facts.analysis.zones(), facts.analysis.in_out(head));
    let is_bare = |s: SymbolId, home: UnitId| {
        p.variable(s).is_some_and(|v| v.init.is_none()) && !data_of(&p.units[home]).any(|d| d.sets(s))
    };
    let s = p.symbols.ids().find(|s| {
        p.home(*s).is_some_and(|home| is_of_entries(p, home) && is_bare(*s, home)) && {
            let of = zones.of_symbol(*s);
            kept.exposed.contains_any(&of) && !kept.written.contains_any(&of)
        }
    })?;
    let (name, unit) = (&p.symbols[s].name, &p.units[head]);
    let message = format!(
        "nothing that `{}` calls sets `{name}`, which another ENTRY keeps for it: its derivative has a copy of its own",
        unit.name
    );
    let severity = if promised { il::Severity::Warning } else { il::Severity::Error };
    Some(
        Diagnostic { severity, ..Diagnostic::error("RT0319", unit.span, message) }
            .note("differentiate a procedure that calls both entries, or put what they share into a COMMON block"),
    )
}

/// Whether a local of a Fortran procedure may have a value when the procedure is called.
fn keeps(p: &Program, s: SymbolId) -> bool {
    let Some(v) = p.variable(s).filter(|v| v.saved && v.storage == Storage::Local && !v.constant) else { return false };
    let Some(unit) = p.home(s) else { return false };
    let u = &p.units[unit];
    let procedure = matches!(u.kind, UnitKind::Subroutine | UnitKind::Function { .. });
    u.language.has_modules() && procedure && !u.is_interface && !u.has_errors && !matches!(v.ty, Type::Procedure)
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
                // Set together with others by one DATA, or lying over others: callers and the two halves of split mode need one variable.
                if !can_move(part, unit, s) {
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
            let u = &part.units[*unit];
            let all: BTreeSet<SymbolId> = list.iter().flat_map(|s| u.tied_with(*s, &|_| true)).collect();
            list.extend(all.into_iter().filter(|s| !list.contains(s)).collect::<Vec<_>>());
            // One DATA statement sets all of its targets.
            for data in data_of(u) {
                let targets = data.variables();
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
        p.units[u].decls.retain_mut(|d| match &mut d.kind {
            DeclKind::Data(all) => !all.is_empty(),
            // Without names SAVE would keep everything.
            DeclKind::Save { symbols, blocks } if symbols.contains(&s) => {
                symbols.retain(|x| *x != s);
                !symbols.is_empty() || !blocks.is_empty()
            }
            _ => true,
        });
    }
}

fn data_of(u: &Unit) -> impl Iterator<Item = &Data> {
    u.decls.iter().flat_map(|d| match &d.kind {
        DeclKind::Data(all) => all.as_slice(),
        _ => &[],
    })
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
            let whole = || d.targets.iter().all(|t| moved_target(p, t).is_some());
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

/// Makes the module and takes the variables from the procedure.
fn move_out(p: &mut Program, unit: UnitId, kept: &[SymbolId]) -> UnitId {
    let word = if p.writes_upper(unit) { "_SAVED" } else { "_saved" };
    let base = format!("{}{word}", p.units[unit].name);
    let name = crate::names::fresh(p, p.global, &base, false);
    let module = p.units.add(Unit::new(name.clone(), UnitKind::Module, Language::Fortran, p.global));
    let scope = p.new_scope(p.global, ScopeKind::Unit(module));
    let span = p.units[unit].span;
    let symbol = p.declare(p.global, name.clone(), span, SymbolKind::Module(Some(module)));
    let upper = p.inputs.iter().any(|i| i.upper_case && p.units[unit].file == Some(i.file));
    let mut decls = vec![Decl::from(DeclKind::Implicit(if upper { "NONE" } else { "none" }.into()))];
    let mut named: Vec<SymbolId> = Vec::new();
    for &s in kept {
        named_by(p, s, &mut named);
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
        if d.variables().iter().any(|s| kept.contains(s)) {
            d.targets.iter().for_each(|t| names(t, &mut named));
            let value = |e: &Expr| moved_value(p, e).unwrap_or_else(|| e.clone());
            data.push(Data {
                targets: d.targets.iter().filter_map(|t| moved_target(p, t)).flatten().map(Item::Value).collect(),
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
        p.move_symbol(s, scope);
        p.import(scope, &own, s);
        items.push(UseItem { local: own, name: None });
    }
    let decls = std::mem::take(&mut p.units[unit].decls);
    let mut decls: Vec<Decl> = decls.into_iter().filter_map(|d| without(d, kept)).collect();
    let at = decls.iter().rposition(|d| matches!(d.kind, DeclKind::Use { .. })).map_or(0, |k| k + 1);
    let list = DeclKind::Use { module: name, symbol, nature: None, only: true, items };
    decls.insert(at, Decl::from(list));
    p.units[unit].decls = decls;
    // What only their declarations named goes, and what only those names' own values did.
    let mut idle: Vec<SymbolId> = Vec::new();
    while let Some(s) = named.pop() {
        if !kept.contains(&s) && !idle.contains(&s) && is_idle(p, unit, s, &idle) {
            named_by(p, s, &mut named);
            idle.push(s);
        }
    }
    let decls = std::mem::take(&mut p.units[unit].decls);
    p.units[unit].decls = decls.into_iter().filter_map(|d| without(d, &idle)).collect();

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

/// The names in the type and in the first value of a variable, or in those of a constant.
fn named_by(p: &Program, s: SymbolId, out: &mut Vec<SymbolId>) {
    let mut note = |e: &Expr| e.walk(&mut |x| out.extend(x.as_var()));
    let (ty, value) = match &p.symbols[s].kind {
        SymbolKind::Variable(v) => (&v.ty, v.init.as_ref()),
        SymbolKind::Constant { ty, value } => (ty, Some(value)),
        _ => return,
    };
    ty.extents(&mut note);
    value.into_iter().for_each(note);
}

/// The names in an item of DATA, those of the variables of implied DOs among them.
fn names(item: &Item, out: &mut Vec<SymbolId>) {
    let mut note = |e: &Expr| e.walk(&mut |x| out.extend(x.as_var()));
    match item {
        Item::Value(e) => note(e),
        Item::Implied { items, var, from, to, step } => {
            [Some(from), Some(to), step.as_ref()].into_iter().flatten().for_each(note);
            out.push(*var);
            items.iter().for_each(|i| names(i, out));
        }
    }
}

/// Whether nothing in a procedure uses a name any more that it declares, but for what is `gone`.
fn is_idle(p: &Program, unit: UnitId, s: SymbolId, gone: &[SymbolId]) -> bool {
    let u = &p.units[unit];
    let is_kind = |of: &il::Scalar| words_of(of).iter().any(|w| w.eq_ignore_ascii_case(&p.symbols[s].name));
    let in_value = |e: &Expr| {
        let mut found = e.mentions(s);
        e.walk(&mut |x| match &x.kind {
            ExprKind::Real { ty, .. } | ExprKind::Integer { ty: Some(ty), .. } => found |= is_kind(ty),
            _ => {}
        });
        found
    };
    let in_type = |ty: &Type| {
        let mut found = ty.scalar().is_some_and(is_kind);
        ty.extents(&mut |e| found |= in_value(e));
        found
    };
    let others = p.symbols.iter().filter(|(id, _)| *id != s && !gone.contains(id));
    let declared = others.filter(|(_, other)| is_inside(p, other.scope, u.scope));
    let in_declarations = declared.into_iter().any(|(_, other)| match &other.kind {
        SymbolKind::Variable(v) => in_type(&v.ty) || v.init.as_ref().is_some_and(in_value),
        SymbolKind::Constant { value, ty } => in_type(ty) || in_value(value),
        _ => false,
    });
    let mut in_body = u.mentions(&u.body, s);
    u.walk(&u.body, &mut |_, stmt| stmt.kind.exprs(&mut |e| in_body |= in_value(e)));
    let in_statements = u.decls.iter().any(|d| match &d.kind {
        DeclKind::Equivalence(groups) => groups.iter().flatten().any(|e| e.mentions(s)),
        DeclKind::Common { members, .. } => members.iter().any(|m| m.symbol == s),
        DeclKind::Opaque { symbols, .. } => symbols.contains(&s),
        DeclKind::Data(all) => all.iter().any(|d| {
            let mut named = Vec::new();
            d.targets.iter().for_each(|t| names(t, &mut named));
            let mut values = d.values.iter().flat_map(|(n, e)| n.iter().chain([e]));
            named.contains(&s) || values.any(|e| e.mentions(s))
        }),
        _ => false,
    });
    let own = p.symbols[s].scope == u.scope && !u.params.contains(&s) && u.result() != Some(s);
    own && u.children.is_empty() && !in_declarations && !in_statements && !in_body
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
        DeclKind::Dimension(list) | DeclKind::Parameter(list) => symbols(list),
        DeclKind::Save { symbols: list, blocks } => symbols(list) || !blocks.is_empty(),
        DeclKind::Equivalence(groups) => {
            groups.retain(|g| !g.iter().filter_map(Expr::root).any(|s| gone.contains(&s)));
            !groups.is_empty()
        }
        DeclKind::Data(all) => {
            all.retain(|x| !x.variables().iter().any(|s| gone.contains(s)));
            !all.is_empty()
        }
        _ => true,
    };
    left.then_some(d)
}
