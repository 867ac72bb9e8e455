//! C: `static` variables that procedures without source cannot change.
//!
//! ```text
//! out of reach(s)  ⇔  s is static in its file
//!                  ∧  no statement writes it, no call hands it to a procedure without source that may write there
//!                  ∧  nothing that other files see leads to it: no global that is not static, no argument or result of a function that is not
//! ```
//!
//! Such a procedure may call functions of the program, but those do not write it either. Tables are such variables, in which the author left out the
//! `const`: with it, their addresses would not fit where other declarations left it out.

use std::collections::BTreeSet;
use std::sync::Arc;

use il::calls::CallGraph;
use il::symbol::Storage;
use il::unit::Prefix;
use il::zones::{ZoneId, Zones};
use il::{Expr, Id, Language, Program, ScopeKind, SymbolId};

use crate::effects::{Step, UnitEffects};
use crate::external;
use crate::request::Options;
use crate::sets::{Bits, Universe};
use crate::steps;
use crate::trust::Trust;

/// Their zones.
pub(crate) fn zones_of_statics(
    program: &Program,
    calls: &CallGraph,
    zones: &Zones,
    options: &Options,
    lists: &[Vec<ZoneId>],
    bare: &[Arc<Universe>],
) -> BTreeSet<ZoneId> {
    let asked = program.units.iter().any(|(u, unit)| {
        let mut sites = calls.sites(u).iter();
        unit.language == Language::C
            && sites.any(|s| s.targets.unknown && external::may_touch_globals(program, s.callee, options))
    });
    let is_static = |s: SymbolId| is_static(program, s);
    let is_changeable =
        |s: SymbolId| program.variable(s).is_some_and(|v| v.storage == Storage::Global && !v.constant) && is_static(s);
    let candidates: BTreeSet<SymbolId> = program.symbols.ids().filter(|s| asked && is_changeable(*s)).collect();
    if candidates.is_empty() {
        return BTreeSet::new();
    }
    let options = Options { externals_touch_globals: false, ..options.clone() };
    let effects = |u| steps::unit_effects(program, calls, zones, &options, u, lists, bare, &Trust::default());
    let effects: Vec<UnitEffects> = program.units.ids().map(effects).collect();
    let mut taken: BTreeSet<ZoneId> = BTreeSet::new();
    for (e, written) in effects.iter().zip(written(&effects, true)) {
        taken.extend(written.iter().filter_map(|n| e.universe.zone(n)));
    }
    for s in led_to_from_outside(program) {
        taken.extend(zones.of_symbol(s));
    }
    let mut show = |s: SymbolId| taken.extend(zones.reachable(program, &Expr::var(s)));
    for s in program.symbols.ids().filter(|s| !is_static(*s)) {
        if program.variable(s).is_some_and(|v| matches!(v.storage, Storage::Global | Storage::Common)) {
            show(s);
        }
    }
    for (_, u) in program.units.iter().filter(|(_, u)| u.is_procedure() && !u.has_prefix(&Prefix::Static)) {
        u.params.iter().copied().chain(u.result()).for_each(&mut show);
    }
    let keeps_its_value = |s: &SymbolId| zones.of_symbol(*s).iter().all(|z| !taken.contains(z));
    let kept: BTreeSet<SymbolId> = candidates.into_iter().filter(keeps_its_value).collect();
    // A pointer that never changes leads to what its first value says, and to nothing else.
    let is_part = |z: &ZoneId| kept.contains(&zones.zone(*z).symbol) && !taken.contains(z);
    zones.iter().map(|(z, _)| z).filter(is_part).collect()
}

fn is_static(program: &Program, s: SymbolId) -> bool {
    matches!(program.scopes[program.symbols[s].scope].kind, ScopeKind::File)
}

/// The `static` variables that other files come to by a global which has their address from the beginning, `double *table = data;`.
pub fn led_to_from_outside(program: &Program) -> BTreeSet<SymbolId> {
    let init = |s: SymbolId| program.variable(s).filter(|v| v.storage == Storage::Global).and_then(|v| v.init.as_ref());
    let mut seen: BTreeSet<SymbolId> = BTreeSet::new();
    let is_global = |s: &SymbolId| program.symbols[*s].scope == program.global_c;
    let mut todo: Vec<SymbolId> = program.symbols.ids().filter(is_global).collect();
    while let Some(s) = todo.pop() {
        let mut named = BTreeSet::new();
        init(s).into_iter().for_each(|e| e.collect_symbols(&mut named));
        todo.extend(named.into_iter().filter(|x| is_static(program, *x) && seen.insert(*x)));
    }
    seen
}

/// What statements of units and of those that they call may write; `externals`: also what procedures without source do.
pub(crate) fn written(effects: &[UnitEffects], externals: bool) -> Vec<Bits> {
    let mut all: Vec<Bits> = effects.iter().map(|e| e.universe.none()).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for e in effects {
            let mut written = all[e.unit.index()].clone();
            for step in e.steps.iter().flatten().flatten() {
                match step {
                    Step::Move(m) if m.external && !externals => {}
                    Step::Move(m) => m.writes.iter().for_each(|w| written.add_all(&w.to)),
                    Step::Call(c) => {
                        written.union(&c.alters(&e.universe, &all[c.callee.index()]));
                    }
                }
            }
            changed |= all[e.unit.index()].union(&written);
        }
    }
    all
}
