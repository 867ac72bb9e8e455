//! Adjoint mode (RR-7957 §5.4), in three steps.
//!
//! 1. *plan*: `tree` gives the body regions that can be reversed one by one; `planner` decides over them what is live, saved,
//!    decided again ([`plan::Plan`]).
//! 2. *emit*: forward and backward sweep as pairs: `emit` control, `emit_step` statements, `emit_expr` and `emit_array`
//!    expressions, `emit_call` calls.
//! 3. *tidy*: what a person would not have written goes away.

pub mod access;
pub mod alias;
mod associations;
pub mod binomial;
mod broadcast;
mod elements;
mod emit;
mod emit_allocation;
mod emit_array;
mod emit_assign;
mod emit_call;
mod emit_clear;
mod emit_expr;
mod emit_step;
mod emit_where;
mod extents;
mod fusion;
mod memory;
mod moving;
pub mod plan;
mod planner;
mod preaccumulate;
mod rebuild;
mod recompute;
mod results;
mod sections;
mod storage;
mod structure;
mod sums;
mod system;
mod tape_arrays;
mod tidy;
mod tidy_columns;
mod tidy_evaluations;
mod tidy_loops;
mod tidy_whole;
mod tidy_zero;
pub mod tree;
mod uses;

use std::collections::{BTreeMap, BTreeSet};

pub use structure::structure;

use il::symbol::Storage;
use il::typing::type_of;
use il::zones::ZoneId;
use il::{Block, DeclKind, Diagnostic, Expr, Language, StmtKind, SymbolId, Type, UnitId};

use crate::derive::World;
use crate::signature::{Part, Status};
use emit::{Emit, Pair, Side};

/// The plans of all differentiated units as text (`-dump plan`).
pub fn dump_plans(world: &mut World) -> String {
    let access = access::Access::new(world.source, &world.facts.analysis);
    settle_contracts(world);
    let mut plans = settle_calls(world, &access);
    let mut said = Vec::new();
    for unit in world.facts.differentiated() {
        said.extend(
            [false, true].iter().filter_map(|&s| plans.remove(&(*unit, s))).map(|p| p.dump(world.source, *unit)),
        );
    }
    said.join("\n")
}

/// Which derivative procedures of each unit are called for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Wanted {
    joint: bool,
    split: bool,
}

/// Makes the adjoints of all differentiated units.
pub fn differentiate(world: &mut World) {
    let access = access::Access::new(world.source, &world.facts.analysis);
    settle_contracts(world);
    let units: Vec<UnitId> = world.facts.differentiated().to_vec();
    let mut plans = settle_calls(world, &access);
    for unit in units {
        if let Some(plan) = plans.remove(&(unit, false)) {
            joint(world, &access, unit, &plan);
        }
        if let Some(plan) = plans.remove(&(unit, true)) {
            split(world, &access, unit, &plan);
        }
    }
    tape_arrays::settle_hosts(world);
}

/// Plans until it is known which calls must be split, and which callees restore what they overwrite: each may ask for another.
/// The plans are those of the last round, by unit and by whether it is split.
fn settle_calls<'a>(world: &mut World<'a>, access: &access::Access<'a>) -> BTreeMap<(UnitId, bool), plan::Plan> {
    loop {
        let before = access.decisions();
        let mut plans = BTreeMap::new();
        // Callees first: what their adjoints need and leave decides about snapshots. Of callees in a cycle the worst is assumed.
        access.joint.borrow_mut().clear();
        let wanted = wanted(world, access);
        for unit in callees_first(world, wanted.keys().copied()) {
            let w = wanted[&unit];
            for split in [false, true].into_iter().filter(|split| if *split { w.split } else { w.joint }) {
                let plan = planner::plan(world, access, unit, split);
                if !split {
                    access.joint.borrow_mut().insert(unit, plan.joint.clone());
                }
                plans.insert((unit, split), plan);
            }
        }
        if access.decisions() == before {
            return plans;
        }
    }
}

/// Units in an order in which callees come before their callers, where there is one.
fn callees_first(world: &World, units: impl Iterator<Item = UnitId>) -> Vec<UnitId> {
    fn visit(world: &World, unit: UnitId, seen: &mut BTreeSet<UnitId>, out: &mut Vec<UnitId>) {
        if seen.insert(unit) {
            for callee in crate::facts::callees(world.source, unit) {
                visit(world, callee, seen, out);
            }
            out.push(unit);
        }
    }
    let units: BTreeSet<UnitId> = units.collect();
    let (mut seen, mut out) = (BTreeSet::new(), Vec::new());
    units.iter().for_each(|u| visit(world, *u, &mut seen, &mut out));
    out.retain(|u| units.contains(u));
    out
}

/// Adjoints that other adjoints call only add to what they are given: they cannot know what was in it before. So do recursive heads.
fn settle_contracts(world: &mut World) {
    let mut called: BTreeSet<UnitId> = BTreeSet::new();
    for &unit in world.facts.differentiated() {
        called.extend(crate::facts::callees(world.source, unit));
    }
    let units: Vec<UnitId> = world.facts.differentiated().to_vec();
    for unit in units {
        let head = world.request.head(unit).is_some();
        for part in [Part::Adjoint, Part::Forward, Part::Backward] {
            let Some(s) = world.signatures.get_mut(unit, part) else { continue };
            let is_called = called.contains(&unit);
            for (place, status) in &mut s.status {
                // What lies behind a C pointer cannot be cleared here unless it is one object, nor what has no declared extent.
                let unknown = world.facts.extent_is_unknown(world.source, place);
                *status = match *status {
                    _ if Some(place.symbol) == world.source.units[unit].result() => Status::In,
                    Status::Out if unknown => Status::Incr,
                    Status::InZero if unknown => Status::InOut,
                    Status::Out if is_called => Status::Incr,
                    Status::Out | Status::InZero if !head || part != Part::Adjoint => Status::InOut,
                    other => other,
                };
            }
        }
    }
}

/// Joint where a head or a joint call asks for it, split where a split call does.
fn wanted(world: &World, access: &access::Access) -> BTreeMap<UnitId, Wanted> {
    let mut out: BTreeMap<UnitId, Wanted> = BTreeMap::new();
    for h in &world.request.heads {
        let w = out.entry(h.unit).or_default();
        let split = world.request.split.contains(h.unit) && crate::directives::can_split(world.source, h.unit);
        if split { w.split = true } else { w.joint = true }
    }
    for &unit in world.facts.differentiated() {
        let u = &world.source.units[unit];
        u.walk(&u.body, &mut |id, stmt| {
            let callee = match &stmt.kind {
                StmtKind::Call { callee, .. } => Some(*callee),
                StmtKind::Assign { rhs, .. } | StmtKind::Return(Some(rhs)) => match &rhs.kind {
                    il::ExprKind::Call { callee, .. } => Some(*callee),
                    _ => None,
                },
                _ => None,
            };
            let Some(target) = callee.and_then(|c| world.source.callee(c)) else { return };
            let w = out.entry(target).or_default();
            match uses::call_mode(world, access, unit, id) {
                Some(plan::CallMode::Joint) => w.joint = true,
                Some(plan::CallMode::Split) => w.split = true,
                Some(plan::CallMode::Passive) | None => {}
            }
        });
    }
    out
}

/// `F_B`: both sweeps in one procedure.
fn joint<'a>(world: &mut World<'a>, access: &access::Access<'a>, unit: UnitId, plan: &plan::Plan) {
    let shell = world.shell(unit, Part::Adjoint);
    let mut emit = Emit::new(world, unit, vec![shell], plan, access);
    let (Pair { mut fore, mut back }, label) = emit.run();
    emit.drop_unused(&mut fore, Side::Fore);
    emit.drop_unused(&mut back, Side::Back);
    let (clears, zeroes) = contract(&mut emit, unit, Part::Adjoint);
    let tapes = emit.tapes();
    let mut shell = emit.shells.pop().expect("one shell");
    let declares = declarations(emit.world, unit, &shell);
    let mut body = declares;
    body.append(&mut fore);
    if let Some(label) = label {
        let id = world.out.units[shell.unit].add(StmtKind::Nop);
        world.out.units[shell.unit].stmts[id].label = Some(label);
        body.push(id);
    }
    body.extend(clears);
    body.append(&mut back);
    body.extend(zeroes);
    tape_arrays::place(world, &mut shell, &mut body);
    tidy::tidy(world, &mut shell, unit, &mut body);
    finish(world, shell, body, tapes);
}

/// `F_FWD` and `F_BWD`.
fn split<'a>(world: &mut World<'a>, access: &access::Access<'a>, unit: UnitId, plan: &plan::Plan) {
    let shells = vec![world.shell(unit, Part::Forward), world.shell(unit, Part::Backward)];
    let mut emit = Emit::new(world, unit, shells, plan, access);
    let (Pair { mut fore, mut back }, label) = emit.run();
    if let Some(label) = label {
        let id = emit.add(Side::Fore, StmtKind::Nop);
        let u = emit.shell(Side::Fore).unit;
        emit.world.out.units[u].stmts[id].label = Some(label);
        fore.push(id);
    }
    // Locals that the backward half starts from travel on the tape.
    let (allocations, done) = emit.hand_over_allocations(&plan.handed_over);
    let mut handed = allocations.back;
    fore.extend(allocations.fore);
    for &s in plan.handed_over.iter().filter(|s| !done.contains(&Expr::var(**s))) {
        // What its pointers lead to is not its own, and may lead back.
        let source = emit.world.source;
        let ty = source.symbol_type(s).cloned().unwrap_or(Type::Void);
        if source.units[unit].language == Language::Fortran && has_pointer_parts(source, &ty) {
            emit.refuse(
                source.symbols[s].span,
                "a local structure with pointer components in a procedure in split mode",
                "make it an argument, or call the procedure in joint mode",
            );
            continue;
        }
        for value in leaves(emit.world, &Expr::var(s)).into_iter().filter(|v| !done.contains(v)) {
            let mut places = vec![(emit.fore(&value), emit.back(&value))];
            if emit.has_twin(&value) {
                let (fore, back) = (&emit.shell(Side::Fore).maps, &emit.shell(Side::Back).maps);
                places.extend(fore.reference(&value).zip(back.reference(&value)));
            }
            for (f, b) in places {
                let id = emit.new_tape();
                let save = emit.add(Side::Fore, StmtKind::Save { id, value: f });
                let restore = emit.add(Side::Back, StmtKind::Restore { id, into: b });
                fore.push(save);
                handed.insert(0, restore);
            }
        }
    }
    emit.drop_unused(&mut fore, Side::Fore);
    emit.drop_unused(&mut handed, Side::Back);
    emit.drop_unused(&mut back, Side::Back);
    let (clears, zeroes) = contract(&mut emit, unit, Part::Backward);
    let tapes = emit.tapes();
    let mut bwd = emit.shells.pop().expect("two shells");
    let mut fwd = emit.shells.pop().expect("two shells");
    let mut fore_body = declarations(world, unit, &fwd);
    fore_body.append(&mut fore);
    let mut back_body = declarations(world, unit, &bwd);
    // Derivatives take over allocations that are handed over.
    back_body.append(&mut handed);
    back_body.extend(clears);
    back_body.append(&mut back);
    back_body.extend(zeroes);
    if world.language(unit) == Language::C {
        if let (Some(result), il::UnitKind::Function { .. }) =
            (world.source.units[unit].result(), &world.out.units[fwd.unit].kind)
        {
            let value = returned_value(world, &mut fwd, result, &mut fore_body);
            let id = world.out.units[fwd.unit].add(StmtKind::Return(Some(value)));
            fore_body.push(id);
        }
    }
    tidy::tidy(world, &mut fwd, unit, &mut fore_body);
    tidy::tidy(world, &mut bwd, unit, &mut back_body);
    finish(world, fwd, fore_body, tapes);
    finish(world, bwd, back_body, tapes);
}

/// C: what a forward sweep returns: the value that its last statement sets, otherwise a local that holds it from there on.
fn returned_value(world: &mut World, shell: &mut crate::derive::Shell, result: SymbolId, body: &mut Block) -> Expr {
    let symbol = shell.maps.symbol(result);
    let value = |s: &il::Stmt| match &s.kind {
        StmtKind::Assign { lhs, rhs } if lhs.kind == il::ExprKind::Var(symbol) => Some(rhs.clone()),
        _ => None,
    };
    let unit = shell.unit;
    let mut setting = Vec::new();
    world.out.units[unit].walk(body, &mut |id, s| setting.extend(value(s).map(|rhs| (id, rhs))));
    if let [(id, rhs)] = setting.as_slice() {
        if body.last() == Some(id) {
            body.pop();
            return rhs.clone();
        }
    }
    let Some(ty) = world.out.symbol_type(symbol).cloned() else { return Expr::var(symbol) };
    let local = world.local(shell, "value", ty);
    for (id, _) in setting {
        if let StmtKind::Assign { lhs, .. } = &mut world.out.units[unit].stmts[id].kind {
            *lhs = Expr::var(local);
        }
    }
    Expr::var(local)
}

fn finish(world: &mut World, shell: crate::derive::Shell, mut body: Block, tapes: u32) {
    world.out.units[shell.unit].tapes = tapes;
    declare_value(world, &shell);
    let unused = mention_unused(world, &shell, &mut body);
    keep_values(world, &shell, &unused);
    world.finish_shell(shell, body);
}

/// The value of a function is a local of its adjoint: declared, when the original's type stood in its FUNCTION statement.
fn declare_value(world: &mut World, shell: &crate::derive::Shell) {
    let original = &world.source.units[shell.original];
    let (Some(result), Language::Fortran) = (original.result(), original.language) else { return };
    let value = shell.maps.symbol(result);
    if matches!(world.out.units[shell.unit].kind, il::UnitKind::Function { .. }) {
        return;
    }
    let u = &mut world.out.units[shell.unit];
    let declared = u.decls.iter().any(|d| match &d.kind {
        DeclKind::Variables { entities, .. } => entities.iter().any(|e| e.symbol == value),
        _ => false,
    });
    if declared {
        return;
    }
    let colons = u.decls.iter().any(|d| matches!(d.kind, DeclKind::Variables { colons: true, .. }));
    let Some(ty) = world.out.symbol_type(value) else { return };
    let spelling = match ty.element() {
        Type::Scalar(s) => s.spelling.clone(),
        Type::Record(r) => format!("type({})", world.out.records[*r].name),
        _ => return,
    };
    let kind = DeclKind::Variables { spelling, attrs: Vec::new(), colons, entities: vec![il::Entity::new(value)] };
    world.out.units[shell.unit].decls.push(il::Decl::from(kind));
}

/// Dummies that the derivative has no use for are mentioned, so that no compiler complains (`design.md` §8).
fn mention_unused(world: &mut World, shell: &crate::derive::Shell, body: &mut Block) -> Vec<SymbolId> {
    let u = &world.out.units[shell.unit];
    let mut seen: BTreeSet<SymbolId> = BTreeSet::new();
    let mut note = |e: &Expr| {
        e.walk(&mut |x| match &x.kind {
            il::ExprKind::Var(s) => {
                seen.insert(*s);
            }
            il::ExprKind::Call { callee, .. } => {
                seen.insert(*callee);
            }
            _ => {}
        });
    };
    u.walk(body, &mut |_, s| s.kind.exprs(&mut note));
    for p in &u.params {
        if let Some(Type::Array { dims, .. }) = world.out.symbol_type(*p) {
            for d in dims {
                d.lower.iter().for_each(&mut note);
                if let il::Upper::At(e) = &d.upper {
                    note(e);
                }
            }
        }
    }
    u.walk(body, &mut |_, s| match &s.kind {
        StmtKind::Do(d) => {
            seen.insert(d.var);
        }
        StmtKind::Call { callee, .. } => {
            seen.insert(*callee);
        }
        _ => {}
    });
    let unused: Vec<SymbolId> =
        u.params.iter().copied().filter(|p| !seen.contains(p) && world.out.variable(*p).is_some()).collect();
    if unused.is_empty() {
        return unused;
    }
    let reads: Vec<Expr> = unused.iter().map(|s| Expr::var(*s)).collect();
    let name = |s: &SymbolId| world.out.symbols[*s].name.clone();
    let texts: Vec<(String, Vec<Expr>)> = if u.language == Language::C {
        unused.iter().map(|s| (format!("(void){};", name(s)), vec![Expr::var(*s)])).collect()
    } else {
        let upper = shell.upper;
        let items: Vec<String> = unused
            .iter()
            .enumerate()
            .map(|(n, s)| {
                let v = world.out.variable(*s).expect("a variable");
                let assumed = matches!(&v.ty, Type::Array { dims, .. } if dims.iter().any(|d| matches!(d.upper, il::Upper::Assumed)));
                let what = match &v.ty {
                    _ if v.optional => format!("present({})", name(s)),
                    Type::Array { dims, .. } if assumed => format!("{}({})", name(s), vec!["1:1"; dims.len()].join(", ")),
                    _ => name(s),
                };
                let number = if n == 0 { String::new() } else { (n - 1).to_string() };
                format!("unused{number} => {what}")
            })
            .collect();
        let case = |t: String| if upper { t.to_uppercase() } else { t };
        vec![
            (case(format!("associate ({})", items.join(", "))), reads),
            (case("end associate".to_string()), Vec::new()),
        ]
    };
    let ids: Block = texts
        .into_iter()
        .map(|(text, reads)| world.out.units[shell.unit].add(StmtKind::Opaque { text, reads, writes: Vec::new() }))
        .collect();
    // After C declarations.
    let at = body
        .iter()
        .position(|s| !matches!(world.out.units[shell.unit].stmts[*s].kind, StmtKind::Declare(_)))
        .unwrap_or(body.len());
    body.splice(at..at, ids);
    unused
}

/// A dummy of INTENT(OUT) that an adjoint does not set any more would still be undefined after its call (F2018 8.5.10), while the caller goes on with
/// the value that it has restored: it becomes INOUT. Nobody but their callers sees heads; adjoints that other adjoints call are meant.
fn keep_values(world: &mut World, shell: &crate::derive::Shell, unused: &[SymbolId]) {
    let unit = shell.original;
    let called = world.facts.differentiated().iter().any(|u| crate::facts::callees(world.source, *u).contains(&unit));
    if world.language(unit) != Language::Fortran || world.request.head(unit).is_some() && !called {
        return;
    }
    let kept =
        |s: &SymbolId| world.out.variable(*s).is_some_and(|v| v.intent == Some(il::Intent::Out) && !v.allocatable);
    let changed: Vec<SymbolId> = unused.iter().copied().filter(kept).collect();
    crate::intents::out_to_inout(&mut world.out, shell.unit, &changed);
}

/// The scalar or array leaves of a reference.
fn leaves(world: &World, e: &Expr) -> Vec<Expr> {
    let ty = type_of(world.source, e);
    let c_array =
        ty.rank() > 0 && e.root().is_some_and(|s| !world.source.scopes[world.source.symbols[s].scope].case_insensitive);
    match ty.record().filter(|_| !c_array) {
        Some(record) if !matches!(ty, Type::Pointer { .. }) => world
            .source
            .parts_of(e, record)
            .into_iter()
            .flat_map(|field| {
                let part = il::ExprKind::Field { base: Box::new(e.clone()), record, field }.into();
                leaves(world, &part)
            })
            .collect(),
        _ => vec![e.clone()],
    }
}

/// Whether a structure has pointers in it, at any depth.
fn has_pointer_parts(p: &il::Program, ty: &Type) -> bool {
    let inner = |f: &il::Field| f.pointer || !f.allocatable && has_pointer_parts(p, &f.ty);
    ty.element().record().is_some_and(|r| p.records[r].fields.iter().any(inner))
}

/// C: the declarations that stood in the body.
fn declarations(world: &mut World, unit: UnitId, shell: &crate::derive::Shell) -> Block {
    if world.language(unit) != Language::C {
        return Block::new();
    }
    let u = &world.source.units[unit];
    let mut symbols: Vec<SymbolId> = Vec::new();
    u.walk(&u.body, &mut |_, s| {
        if let StmtKind::Declare(list) = &s.kind {
            symbols.extend(list);
        }
    });
    let mut out = Block::new();
    for s in symbols {
        let mut both = vec![shell.maps.symbol(s)];
        both.extend(shell.maps.derivative(s));
        let id = world.out.units[shell.unit].add(StmtKind::Declare(both));
        out.push(id);
    }
    out
}

/// The reference that a place stands for.
fn component(source: &il::Program, place: &crate::request::Place) -> Expr {
    let mut e = Expr::var(place.symbol);
    for &field in &place.path {
        let Some(record) = type_of(source, &e).record() else { break };
        e = il::ExprKind::Field { base: Box::new(e), record, field }.into();
    }
    e
}

/// What is cleared where the backward sweep begins, and what is zeroed where it ends (`conventions.md` §4.4).
///
/// Locals start from zero. Of a head, what is independent only is overwritten: it starts from zero too; what is dependent only has been
/// read and is zero on exit. Everything else just grows.
fn contract(emit: &mut Emit, unit: UnitId, part: Part) -> (Block, Block) {
    let shell = emit.shell(Side::Back).clone();
    let signature = emit.world.signatures.of(unit, part).clone();
    let is_head = emit.world.request.head(unit).is_some() && part == Part::Adjoint;
    let source = emit.world.source;
    let (mut clears, mut zeroes) = (Block::new(), Block::new());
    let mut owners: BTreeSet<SymbolId> = shell.maps.derivatives.keys().copied().collect();
    let listed: Vec<SymbolId> = signature.status.iter().map(|(p, _)| p.symbol).collect();
    owners.extend(listed.iter().copied());
    let facts = emit.world.facts;
    // Names that an EQUIVALENCE lays over COMMON: the members speak for them.
    let zones_of = |s: SymbolId| facts.analysis.zones().of_symbol(s);
    let u = &source.units[unit];
    let common: BTreeSet<ZoneId> = u.commons().into_values().flatten().flat_map(zones_of).collect();
    let is_overlay = |s: SymbolId| {
        source.variable(s).is_some_and(|v| v.storage == Storage::Local)
            && u.equivalences().flatten().any(|e| e.root() == Some(s))
            && zones_of(s).iter().any(|z| common.contains(z))
    };
    for s in owners {
        if is_overlay(s) {
            if is_head && zones_of(s).iter().any(|z| !common.contains(z)) {
                let said =
                    format!("`{}` reaches beyond the COMMON block that it shares storage with", source.symbols[s].name);
                let said = Diagnostic::error("RT0425", source.symbols[s].span, said);
                emit.world.report(said.note("declare what lies beyond as members of the block"));
            }
            continue;
        }
        let Some(v) = source.variable(s) else { continue };
        let own = is_own(emit, unit, s);
        match v.storage {
            Storage::Local if own && !v.saved && emit.follows(s) => {
                emit.follow(&Expr::var(s), storage::Fill::Allocate, &mut clears);
            }
            Storage::Local if own && !v.saved && !v.allocatable && !v.pointer => {
                if Some(s) != source.units[unit].result() {
                    emit.clear_all(&Expr::var(s), &mut clears);
                }
            }
            // The other allocatable locals are cleared where they are allocated.
            Storage::Local if own && !v.saved => {}
            Storage::Result if own => {
                if shell.result_derivative.is_none()
                    || !signature.slots.contains(&crate::signature::Slot::ResultDerivative)
                {
                    emit.clear_all(&Expr::var(s), &mut clears);
                }
            }
            Storage::Dummy(k) if own && !signature.has_derivative(k) => emit.clear_all(&Expr::var(s), &mut clears),
            // The result of a procedure around is one of its variables.
            Storage::Local | Storage::Dummy(_) | Storage::Result | Storage::Global | Storage::Common => {
                if !is_head {
                    continue;
                }
                if !matches!(v.storage, Storage::Dummy(_)) && !listed.contains(&s) {
                    // A global that is active in between starts from zero when the head speaks of no derivative of it.
                    if storage::follows(source, emit.world.facts, unit, s) {
                        emit.follow(&Expr::var(s), storage::Fill::AllocateMissing, &mut clears);
                    }
                    emit.clear_all(&Expr::var(s), &mut clears);
                    continue;
                }
                let own: Vec<_> = signature.status.iter().filter(|(p, _)| p.symbol == s).collect();
                // Components that are active in between, and that the head does not speak of, start from zero.
                let covered =
                    |path: &[usize]| own.iter().any(|(p, _)| p.path.starts_with(path) || path.starts_with(&p.path));
                let open = |v: &&analysis::VarRef| v.symbol == s && !v.path.is_empty() && !covered(&v.path);
                for v in facts.analysis.active_symbols(unit).iter().filter(open) {
                    let place = crate::request::Place { symbol: s, path: v.path.clone() };
                    if !facts.place_owns(source, &place) {
                        continue;
                    }
                    match emit.language() {
                        Language::C => emit.clear_component(s, &place.path, &mut clears),
                        Language::Fortran => emit.clear_all(&component(source, &place), &mut clears),
                    }
                }
                if emit.language() == Language::C {
                    let all_out = own.iter().all(|(_, st)| matches!(st, Status::Out | Status::Local));
                    if all_out && !own.is_empty() {
                        emit.clear_component(s, &[], &mut clears);
                        continue;
                    }
                    for (place, status) in own {
                        match status {
                            Status::Out | Status::Local => emit.clear_component(s, &place.path, &mut clears),
                            Status::InZero => emit.clear_component(s, &place.path, &mut zeroes),
                            Status::In | Status::InOut | Status::Incr | Status::InKilled => {}
                        }
                    }
                    continue;
                }
                for (place, status) in own {
                    let e = component(source, place);
                    match status {
                        Status::Out | Status::Local => emit.clear_all(&e, &mut clears),
                        Status::InZero => emit.clear_all(&e, &mut zeroes),
                        Status::In | Status::InOut | Status::Incr | Status::InKilled => {}
                    }
                }
            }
        }
    }
    (clears, zeroes)
}

/// Whether a symbol belongs to the unit itself, not to its host.
fn is_own(emit: &Emit, unit: UnitId, s: SymbolId) -> bool {
    emit.world.source.home(s) == Some(unit)
}
