//! The contract of an adjoint with its callers: what it clears where it begins and where its backward sweep does, and zeroes where it ends.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use analysis::allocated;
use analysis::allocation;
use il::symbol::Storage;
use il::zones::ZoneId;
use il::{Block, Diagnostic, Expr, Intent, StmtId, StmtKind, SymbolId, UnitId};

use super::emit::{Emit, Side};
use crate::adjoint::emit::storage;
use crate::request::Place;
use crate::signature::{Part, Status};

/// What an adjoint clears and zeroes.
#[derive(Default)]
pub(super) struct Contract {
    /// Where it begins: what pointers lead to then, and perhaps no more where the sweeps meet.
    pub(super) before: Block,
    /// Where the backward sweep begins.
    pub(super) clears: Block,
    /// Where it ends.
    pub(super) zeroes: Block,
}

/// What is cleared where the backward sweep begins, and what is zeroed where it ends (`conventions.md` §4.4).
///
/// Locals start from zero. Of a head, what is independent only is overwritten: it starts from zero too; what is dependent only has been
/// read and is zero on exit. Everything else just grows.
pub(super) fn contract(emit: &mut Emit, unit: UnitId, part: Part) -> Contract {
    let shell = emit.shell(Side::Back).clone();
    let signature = emit.world.signatures.of(unit, part).clone();
    let is_head = emit.world.request.head(unit).is_some() && part == Part::Adjoint;
    let source = emit.world.source;
    let Contract { mut before, mut clears, mut zeroes } = Contract::default();
    let mut after = Block::new();
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
    let takes_part = |status: Status| !matches!(status, Status::Local);
    let about = signature.status.iter().filter(|(_, status)| takes_part(*status));
    let spoken: BTreeSet<ZoneId> =
        about.flat_map(|(p, _)| facts.analysis.zones().of_component(p.symbol, &p.path)).collect();
    let anywhere = facts.analysis.active_anywhere(unit);
    // What is active here or below, with all of the variables that it is a part of: COMMON and EQUIVALENCE may give it several.
    let active = OnceCell::new();
    let active_below = || {
        let reached = facts.analysis.calls().reached(&[unit]);
        let symbols = reached.iter().flat_map(|u| facts.analysis.active_symbols(*u));
        symbols.flat_map(|v| facts.analysis.zones().of_component(v.symbol, &v.path)).collect::<BTreeSet<ZoneId>>()
    };
    let in_out = facts.analysis.in_out(unit);
    let touches = |s: SymbolId| {
        let zones = zones_of(s);
        let named = || in_out.read.contains_any(&zones) || in_out.written.contains_any(&zones);
        // Structures are copied with all that is in them.
        let structure = || source.symbol_type(s).is_some_and(|t| t.element().record().is_some());
        let active = active.get_or_init(active_below);
        zones.iter().any(|z| active.contains(z)) || structure() && named()
    };
    // Asked for few globals, and found by a walk over the whole program.
    let made = OnceCell::new();
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
                let place = Expr::var(s);
                let allocations = emit.allocations_of(&place);
                // The backward sweep begins where the forward sweep ends: before a last DEALLOCATE, which is left to the end of the procedure.
                let u = &source.units[unit];
                let last = |id: &StmtId| matches!(&u.stmts[*id].kind, StmtKind::Deallocate { objects, .. } if objects.contains(&place));
                let last = u.body.iter().copied().find(|id| last(id) && emit.goes_with_its_procedure(*id, &place));
                // Jumps may pass the last DEALLOCATE by, or come back to it: then it is asked for.
                let straight = !allocated::jumps(u);
                let never = straight && last.is_none() && allocations.never_at_end();
                let surely = straight && last.map_or(allocations.surely_at_end(), |id| allocations.surely(id));
                // Some of it is there already.
                if emit.early.contains(&s) || emit.world.facts.has_moving_parts(source, &v.ty) {
                    emit.follow(&place, storage::Fill::Missing, &mut clears);
                    emit.clear_all(&place, &mut clears);
                    continue;
                }
                match (emit.is_split(), never, surely) {
                    (false, true, _) => {}
                    (false, _, true) => emit.follow(&place, storage::Fill::AllocateAllocated, &mut clears),
                    _ => emit.follow(&place, storage::Fill::Allocate, &mut clears),
                }
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
                if own && facts.is_work_space(source, unit, s) {
                    for (place, _) in signature.status.iter().filter(|(p, _)| p.symbol == s) {
                        if !facts.is_cleared_inside(source, unit, place) {
                            continue;
                        }
                        emit.clear_place(place, &mut clears);
                        // A generated caller goes on with it, as zero. What is overwritten before it is read leaves nothing in it.
                        let zones = facts.analysis.zones().of_component(s, &place.path);
                        if !emit.world.is_only_a_head(unit) && in_out.exposed.contains_any(&zones) {
                            emit.clear_place(place, &mut zeroes);
                        }
                    }
                    continue;
                }
                if !is_head {
                    continue;
                }
                let spoken_of = listed.contains(&s);
                if !matches!(v.storage, Storage::Dummy(_)) && !spoken_of {
                    // To what is active nowhere here or below nothing is added: what is there is its callers'. Another head may be one.
                    if !touches(s) {
                        continue;
                    }
                    // Other names that the head speaks of speak for what they share with it.
                    let own = zones_of(s);
                    let shared = own.iter().filter(|z| spoken.contains(z)).count();
                    let open = |z: &ZoneId| !spoken.contains(z) && anywhere.contains(*z);
                    if shared > 0 {
                        if own.iter().any(open) {
                            let symbol = &source.symbols[s];
                            let said =
                                format!("`{}` shares storage with what the head is about, and has more", symbol.name);
                            let said = Diagnostic::error("RT0425", symbol.span, said);
                            emit.world.report(said.note("list it in the head, too"));
                        }
                        continue;
                    }
                    // A global that is active in between starts from zero when the head speaks of no derivative of it.
                    let place = Expr::var(s);
                    match storage::follows(source, emit.world.facts, unit, s) {
                        true if made_where_sweeps_meet(emit, v) => made_anew(emit, &place, &mut clears),
                        true => {
                            emit.follow(&place, storage::Fill::AllocateMissing, &mut clears);
                            emit.clear_all(&place, &mut clears);
                        }
                        false => emit.clear_all(&place, &mut clears),
                    }
                    continue;
                }
                // What this procedure has allocated may be nothing that the caller knows of.
                let makes =
                    || v.allocatable || made.get_or_init(|| allocation::made_globals(source, unit)).contains(&s);
                let own: Vec<_> = signature.status.iter().filter(|(p, _)| p.symbol == s).collect();
                if v.storage == Storage::Global && storage::follows(source, emit.world.facts, unit, s) && makes() {
                    let place = Expr::var(s);
                    // What the caller gives of an input has the shape that the original began with.
                    let given = own.iter().any(|(_, st)| !matches!(st, Status::Out | Status::Local));
                    if !given && made_where_sweeps_meet(emit, v) && allocation::may_be_remade(source, unit, s) {
                        made_anew(emit, &place, &mut clears);
                        continue;
                    }
                    emit.follow(&place, storage::Fill::Missing, &mut clears);
                }
                // Components that are active in between, and that the head does not speak of, start from zero.
                let covered =
                    |path: &[usize]| own.iter().any(|(p, _)| p.path.starts_with(path) || path.starts_with(&p.path));
                let open = |v: &&analysis::VarRef| v.symbol == s && !v.path.is_empty() && !covered(&v.path);
                for v in facts.analysis.active_symbols(unit).iter().filter(open) {
                    let place = Place { symbol: s, path: v.path.clone() };
                    if !facts.place_owns(source, &place) {
                        continue;
                    }
                    emit.clear_place(&place, &mut clears);
                }
                if !emit.language().describes_storage() {
                    let all_out = own.iter().all(|(_, st)| matches!(st, Status::Out | Status::Local));
                    if all_out && !own.is_empty() {
                        emit.clear_component(s, &[], &mut clears);
                        continue;
                    }
                }
                for (place, status) in own {
                    let moved = moved_on_the_way_to(emit, unit, place);
                    if is_dependent(emit, unit, place)
                        && let Some(span) = emit.led_elsewhere(&moved)
                    {
                        emit.refuse(
                            span,
                            "a dependent of the head is led elsewhere here: its derivative would be another one than the caller's",
                            "name what it leads to in the end among the dependents, or lead it there before the head is called",
                        );
                    }
                    let given = source.variable(s).is_some_and(|v| v.intent != Some(Intent::Out));
                    if given && !moved.is_empty() && *status != Status::Local {
                        // The caller finds the derivative where its own pointer leads.
                        emit.keep_associations(place, &moved, &mut before, &mut after);
                    }
                    if given && !moved.is_empty() && *status == Status::Out {
                        emit.clear_place(place, &mut before);
                    }
                    match status {
                        Status::Out | Status::Local => emit.clear_place(place, &mut clears),
                        Status::InZero => emit.clear_place(place, &mut zeroes),
                        Status::In | Status::InOut | Status::Incr | Status::InKilled => {}
                    }
                }
            }
        }
    }
    zeroes.append(&mut after);
    Contract { before, clears, zeroes }
}

/// The pointers that lead to a place and that a procedure may associate again, by what holds their addresses.
fn moved_on_the_way_to(emit: &Emit, unit: UnitId, place: &Place) -> Vec<ZoneId> {
    let analysis = &emit.world.facts.analysis;
    if !emit.language().describes_storage() {
        return Vec::new();
    }
    let on_the_way = |z: &ZoneId| {
        let z = analysis.zones().zone(*z);
        z.address && z.symbol == place.symbol && place.path.starts_with(&z.path)
    };
    analysis.in_out(unit).written.iter().filter(on_the_way).collect()
}

/// Whether the head asks for the derivative of a place, or of what it is a part of.
fn is_dependent(emit: &Emit, unit: UnitId, place: &Place) -> bool {
    let listed = emit.world.request.head(unit).and_then(|h| h.dependents.as_ref());
    listed.is_some_and(|all| all.iter().any(|d| d.symbol == place.symbol && place.path.starts_with(&d.path)))
}

/// Whether nothing leads to the derivative of an allocatable global, or from it, before the sweeps meet.
fn made_where_sweeps_meet(emit: &Emit, v: &il::Variable) -> bool {
    v.allocatable && !v.target && !emit.world.facts.has_moving_parts(emit.world.source, &v.ty)
}

/// The derivative of an allocatable global gets the allocation that the original has here: what is there may have the shape of before.
fn made_anew(emit: &mut Emit, place: &Expr, clears: &mut Block) {
    clears.extend(emit.adjoint_of(place).map(|d| emit.release_where("allocated", d)));
    emit.follow(place, storage::Fill::Allocate, clears);
}

/// Whether a symbol belongs to the unit itself, not to its host.
fn is_own(emit: &Emit, unit: UnitId, s: SymbolId) -> bool {
    emit.world.source.home(s) == Some(unit)
}
