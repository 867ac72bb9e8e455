//! What procedures without source are trusted with: one that gets no active argument touches no active COMMON, module or global variable.
//!
//! ```text
//! trusted(P)  ⇔  nothing describes P  ∧  no call of P hands over, or gets back, anything that is active there
//! ```
//!
//! Which arguments are active depends on what such procedures do: all are trusted first, those that turn out to get an active argument no longer, and so
//! on until the rest agrees. What is passive may be touched by all of them, and is saved before their calls.

use std::collections::BTreeSet;

use il::zones::{ZoneId, Zones};
use il::{Program, StmtId, Storage, SymbolId, UnitId};

use crate::activity::UnitActivity;
use crate::effects::{Step, UnitEffects};
use crate::external;
use crate::facts::Facts;
use crate::request::Options;

/// Who is trusted, and with what.
#[derive(Default)]
pub struct Trust {
    /// Whether there is trust at all.
    given: bool,
    /// Names, in lower case, of those who get something active.
    lost: BTreeSet<String>,
    /// The active globals, once everybody is known who is trusted.
    spared: BTreeSet<ZoneId>,
}

/// A procedure that is trusted, and what it is taken not to touch.
pub struct Spared {
    /// The procedure.
    pub callee: SymbolId,
    /// Where it is called first.
    pub unit: UnitId,
    /// By that statement.
    pub stmt: StmtId,
    /// The active globals in its sight, over all calls.
    pub zones: BTreeSet<ZoneId>,
}

impl Trust {
    /// Everybody whom nothing describes, as far as the options allow.
    pub(crate) fn new(program: &Program, options: &Options) -> Trust {
        let unknown = |s: SymbolId| program.callee(s).is_none() && external::is_undescribed(program, s, options);
        let given = options.externals_are_trusted && program.symbols.ids().any(unknown);
        Trust { given, ..Trust::default() }
    }

    /// Whether a procedure without source is trusted.
    pub(crate) fn covers(&self, program: &Program, callee: SymbolId, options: &Options) -> bool {
        self.given && !self.lost.contains(&key(program, callee)) && external::is_undescribed(program, callee, options)
    }

    /// Whether a piece of storage is taken not to be touched.
    pub(crate) fn spares(&self, zone: ZoneId) -> bool {
        self.spared.contains(&zone)
    }

    /// Takes back the trust in those who get something active, and says whether what calls do must be looked at again.
    pub(crate) fn revise(
        &mut self,
        program: &Program,
        zones: &Zones,
        effects: &[UnitEffects],
        activity: &[Option<UnitActivity>],
    ) -> bool {
        if !self.given {
            return false;
        }
        let (before, mut calls) = (self.lost.len(), false);
        for (e, found) in effects.iter().zip(activity) {
            for &block in &e.flow.order {
                for (index, steps) in e.steps[block.index()].iter().enumerate() {
                    for known in steps.iter().filter_map(trusted) {
                        calls = true;
                        let is_active = |at: usize| {
                            found.as_ref().is_some_and(|f| f.active.block(block)[at].has_any(&known.handed))
                        };
                        if is_active(index) || is_active(index + 1) {
                            self.lost.insert(key(program, known.callee));
                        }
                    }
                }
            }
        }
        if self.lost.len() > before {
            return true;
        }
        if !calls || !self.spared.is_empty() {
            return false;
        }
        for (e, found) in effects.iter().zip(activity) {
            let active = found.iter().flat_map(|f| f.anywhere.iter().collect::<Vec<u32>>());
            self.spared.extend(active.filter_map(|n| e.universe.zone(n)).filter(|z| is_global(program, zones, *z)));
        }
        !self.spared.is_empty()
    }
}

impl Facts<'_> {
    /// The procedures without source that are trusted, in the order of their calls, with what they are taken not to touch.
    pub fn trusted(&self) -> Vec<Spared> {
        let program = self.program();
        let mut out: Vec<Spared> = Vec::new();
        for e in self.effects() {
            let u = &program.units[e.unit];
            for stmt in u.all_stmts() {
                for known in self.steps_of(e.unit, stmt).filter_map(trusted) {
                    let zones = known.spared.iter().filter_map(|n| e.universe.zone(*n));
                    let own = key(program, known.callee);
                    match out.iter_mut().find(|s| key(program, s.callee) == own) {
                        Some(s) => s.zones.extend(zones),
                        None => out.push(Spared { callee: known.callee, unit: e.unit, stmt, zones: zones.collect() }),
                    }
                }
            }
        }
        out.retain(|s| !s.zones.is_empty());
        out
    }
}

fn trusted(step: &Step) -> Option<&crate::effects::Trusted> {
    match step {
        Step::Move(m) => m.trusted.as_deref(),
        Step::Call(_) => None,
    }
}

fn key(program: &Program, callee: SymbolId) -> String {
    program.symbols[callee].name.to_ascii_lowercase()
}

fn is_global(program: &Program, zones: &Zones, zone: ZoneId) -> bool {
    let info = zones.zone(zone);
    let v = program.variable(info.symbol);
    info.owner.is_none() && v.is_some_and(|v| matches!(v.storage, Storage::Common | Storage::Global))
}
