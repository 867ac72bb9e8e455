//! The lists of a derivative: those of its header comment, and how they differ from what the head asks for.

use std::collections::BTreeSet;

use il::zones::ZoneId;
use il::{Diagnostic, Program, Span, SymbolId, UnitId};

use super::{At, Facts, Lists};
use crate::request::{HeadSpec, Improvement, Place, Request};
use crate::signature::part::{Part, Status};

impl Facts<'_> {
    /// The lists of a unit's derivative.
    pub fn lists(&self, program: &Program, request: &Request, unit: UnitId, part: Part) -> Lists {
        let u = &program.units[unit];
        let mut symbols: Vec<SymbolId> =
            u.params.iter().enumerate().filter(|(k, _)| self.param(unit, *k)).map(|(_, s)| *s).collect();
        symbols.extend(u.result().filter(|_| self.result(unit)));
        for v in self.analysis.active_symbols(unit) {
            let own = u.params.contains(&v.symbol) || u.result() == Some(v.symbol);
            let global = program
                .variable(v.symbol)
                .is_some_and(|x| matches!(x.storage, il::Storage::Global | il::Storage::Common));
            if global && !own && !symbols.contains(&v.symbol) && !crate::tape::stands_for(program, v.symbol) {
                symbols.push(v.symbol);
            }
        }
        let (entry, exit) = (self.analysis.active_in(unit), self.analysis.active_out(unit));
        let written = self.analysis.in_out(unit).written;
        let kept = request.heads_of(unit).any(|h| request.fix_interface || h.for_others);
        let (independents, dependents) = self.listed(request, unit);
        // Who lists what turns out not to vary, and has its derivative all the same, finds zero there.
        let asked = if part == Part::Tangent { &dependents } else { &independents };
        let trusted = if part == Part::Tangent { self.trusted_on_entry(program, unit) } else { Vec::new() };
        // What a copy takes with it is cleared, also of what the original only reads.
        let mut cleared = if part == Part::Tangent { self.entry_resets(program, unit) } else { Vec::new() };
        cleared.retain(|p| program.variable(p.symbol).is_some_and(|v| v.intent == Some(il::Intent::In) && !v.pointer));
        let (mut useful, mut varying, mut status) = (Vec::new(), Vec::new(), Vec::new());
        for (place, zones) in symbols.into_iter().flat_map(|s| self.components(s)) {
            if !self.place_owns(program, &place) || self.is_out_of_reach(request, unit, place.symbol) {
                continue;
            }
            let active = (entry.contains_any(&zones), exit.contains_any(&zones));
            // What others that call a head ask for is in its derivative, beside what the lists keep there.
            let among = |list: &BTreeSet<ZoneId>| zones.iter().any(|z| list.contains(z));
            let (input, output) = (active.0 || kept && among(&independents), active.1 || kept && among(&dependents));
            let changes = written.contains_any(&zones) && !program.is_read_only(place.symbol);
            let s = match (part, input, output) {
                (Part::Tangent, _, false) if kept && active == (false, false) => Status::Local,
                (Part::Tangent, true, _) => {
                    if changes {
                        Status::InOut
                    } else {
                        Status::In
                    }
                }
                (Part::Tangent, false, true) if trusted.contains(&place) => Status::InOut,
                (Part::Tangent, false, true) => Status::Out,
                (Part::Tangent, false, false) if trusted.contains(&place) => Status::InKilled,
                (Part::Tangent, false, false) if cleared.contains(&place) => Status::Out,
                (_, false, false) if !kept && among(asked) && self.is_plain(program, &place) => Status::Out,
                (_, true, false) => Status::Out,
                (_, false, true) if request.fix_interface => Status::InKilled,
                (_, false, true) => Status::InZero,
                (_, true, true) => {
                    if changes {
                        Status::InOut
                    } else {
                        Status::Incr
                    }
                }
                (_, false, false) => Status::Local,
            };
            if input {
                varying.push(place.clone());
            }
            if output {
                useful.push(place.clone());
            }
            // What has its derivative from the caller is spoken of, though nothing is said to him by it.
            if s != Status::Local || kept || self.is_work_space(program, unit, place.symbol) {
                status.push((place, s));
            }
        }
        Lists { useful, varying, status }
    }

    /// Whether a place is a whole variable of known extent, with its numbers in itself.
    fn is_plain(&self, program: &Program, place: &Place) -> bool {
        let plain = |v: &il::Variable| {
            !v.pointer && !v.allocatable && !v.optional && matches!(v.ty.element(), il::Type::Scalar(_))
        };
        place.path.is_empty()
            && program.variable(place.symbol).is_some_and(plain)
            && !self.extent_is_unknown(program, place)
    }

    /// The zones of what the heads of a unit list, independents and dependents. Names are not enough: of a COMMON block a head may list those that a
    /// procedure below it has for it.
    fn listed(&self, request: &Request, unit: UnitId) -> (BTreeSet<ZoneId>, BTreeSet<ZoneId>) {
        let zones = |p: &Place| self.analysis.zones().of_component(p.symbol, &p.path);
        let all = |list: fn(&HeadSpec) -> &Option<Vec<Place>>| {
            request.heads_of(unit).flat_map(|h| list(h).iter().flatten()).flat_map(zones).collect()
        };
        (all(|h| &h.independents), all(|h| &h.dependents))
    }

    /// Whether no caller of a head with lists can have a derivative for a variable: the head declares it for procedures below it alone, and
    /// does not list it. Activity analysis finds that by itself; without it all that is real would come from outside, as it does for a head without lists.
    fn is_out_of_reach(&self, request: &Request, unit: UnitId, symbol: SymbolId) -> bool {
        let is_called = || self.analysis.calls().callers(unit).iter().any(|c| self.differentiated().contains(c));
        let has_lists = |h: &HeadSpec| h.independents.is_some() && h.dependents.is_some();
        let is_listed = || {
            let (independents, dependents) = self.listed(request, unit);
            let zones = self.analysis.zones().of_symbol(symbol);
            zones.iter().any(|z| independents.contains(z) || dependents.contains(z))
        };
        !request.improves(Improvement::Activity)
            && request.borrowed.contains(&symbol)
            && request.head(unit).is_some()
            && request.heads_of(unit).all(has_lists)
            && !is_called()
            && !is_listed()
    }

    /// Whether the lists of a head seem to be the wrong way round: of the dependents the procedure writes none, of the independents some.
    fn looks_swapped(&self, head: &crate::request::HeadSpec) -> bool {
        let written = &self.analysis.in_out(head.unit).written;
        let is_written = |p: &Place| written.contains_any(&self.analysis.zones().of_component(p.symbol, &p.path));
        let any = |list: &Option<Vec<Place>>| list.iter().flatten().any(is_written);
        head.dependents.is_some() && !any(&head.dependents) && any(&head.independents)
    }

    /// What became of the heads' lists: each adjustment is said, an empty one is an error.
    pub fn check_heads(&self, program: &Program, request: &Request) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        let mut removed = [Removed::default(), Removed::default()];
        for h in request.heads.iter().filter(|h| !h.for_others) {
            let unit = &program.units[h.unit];
            let span = if h.span == il::Span::NONE { unit.span } else { h.span };
            let dropped = |list: &Option<Vec<Place>>, at: At| -> Vec<String> {
                list.iter()
                    .flatten()
                    .filter(|p| {
                        let zones = self.analysis.zones().of_component(p.symbol, &p.path);
                        !self.analysis.active(h.unit, at).contains_any(&zones)
                    })
                    .map(|p| program.symbols[p.symbol].name.clone())
                    .collect()
            };
            let gone = |names: &[String], list: &Option<Vec<Place>>| {
                list.as_ref().is_some_and(|l| !l.is_empty() && l.len() == names.len())
            };
            let (inputs, outputs) = (dropped(&h.independents, At::Entry), dropped(&h.dependents, At::Exit));
            let nothing =
                self.analysis.active(h.unit, At::Entry).is_empty() || self.analysis.active(h.unit, At::Exit).is_empty();
            if nothing && !request.fix_interface || gone(&inputs, &h.independents) && gone(&outputs, &h.dependents) {
                let said = format!(
                    "nothing to differentiate in `{}`: no dependent depends differentiably on an independent",
                    unit.name
                );
                let mut said = Diagnostic::error("RT0310", span, said).note(
                    "check the lists of the head; integers, comparisons and INT, NINT, FLOOR carry no derivative",
                );
                if unit.has_errors {
                    said = said.note(format!(
                        "`{}` has statements that were not understood, reported above: they count as doing nothing",
                        unit.name
                    ));
                }
                if self.looks_swapped(h) {
                    said = said.note(
                        "`procedure(y)/(x)` differentiates y by x, and so does `procedure(x)\\(y)`: these lists look the other way round",
                    );
                }
                out.push(said);
                continue;
            }
            if request.fix_interface {
                continue;
            }
            removed[0].add(&unit.name, inputs, span);
            removed[1].add(&unit.name, outputs, span);
        }
        let [inputs, outputs] = removed;
        out.extend(inputs.said("RT0311", "no differentiable influence on the dependents", "independents"));
        out.extend(outputs.said("RT0312", "no differentiable dependence on the independents", "dependents"));
        out
    }
}

/// What is removed from one of the lists of all heads: said once, however many variables and heads there are.
#[derive(Default)]
struct Removed {
    /// `x`, `y` of `f`, one for each head.
    parts: Vec<(String, Span)>,
    several: bool,
}

impl Removed {
    fn add(&mut self, head: &str, names: Vec<String>, span: Span) {
        if names.is_empty() {
            return;
        }
        self.several |= !self.parts.is_empty() || names.len() > 1;
        let names: Vec<String> = names.into_iter().map(|n| format!("`{n}`")).collect();
        self.parts.push((format!("{} of `{head}`", names.join(", ")), span));
    }

    fn said(self, code: &'static str, what: &str, list: &str) -> Option<Diagnostic> {
        let (_, first) = *self.parts.first()?;
        let has = if self.several { "have" } else { "has" };
        let names: Vec<&str> = self.parts.iter().map(|(n, _)| n.as_str()).collect();
        let message = format!("{} {has} {what}: removed from the {list}", names.join("; "));
        let said = Diagnostic::warning(code, first, message);
        Some(self.parts.iter().skip(1).fold(said, |said, (_, span)| said.with(*span, "of this head, too")))
    }
}
