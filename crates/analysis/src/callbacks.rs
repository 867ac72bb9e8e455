//! What procedures without source do by calling what they are given: `qsort` calls the comparison, an integrator the function.
//!
//! ```text
//! reads(call)   ∪=  exposed(f)      what f shares with us, for each f that is handed over
//! writes(call)  ∪=  written(f)      perhaps, from all that the call reads: its arguments are those of f
//! ```
//!
//! What f reads decides about all that the call sets; it goes there differentiably only if f has a way to give a number back. The summaries of the
//! procedures that are handed over are those of [`in_out`](crate::in_out), which learns from this in turn.

use il::{Id, Program, SymbolId, Type, UnitId, may_hold_reals};

use crate::effects::{Callback, Move, Step, UnitEffects};
use crate::in_out::Summary;
use crate::sets::Universe;

/// Adds it to all calls of procedures without source; tells whether that was more than before.
pub(crate) fn add(program: &Program, effects: &mut [UnitEffects], in_out: &[Summary]) -> bool {
    let mut more = false;
    for e in effects {
        for step in e.steps.iter_mut().flatten().flatten() {
            if let Step::Move(m) = step
                && !m.callbacks.is_empty()
            {
                more |= add_to(m, program, &e.universe, in_out);
            }
        }
    }
    more
}

fn add_to(m: &mut Move, program: &Program, here: &Universe, in_out: &[Summary]) -> bool {
    let (mut read, mut written, mut given_back) = (here.none(), here.none(), here.none());
    read.add_all(&m.reads);
    for Callback { unit, shared } in &m.callbacks {
        let known = &in_out[unit.index()];
        let gives = gives_numbers(program, *unit);
        for (there, z) in shared.iter() {
            if known.exposed.has(*there) {
                read.add(*z);
                if gives && here.is_differentiable(*z) {
                    given_back.add(*z);
                }
            }
            if known.written.has(*there) {
                written.add(*z);
            }
        }
    }
    let before = m.reads.len();
    m.reads = read.iter().collect();
    let mut more = m.reads.len() > before;
    for w in &mut m.writes {
        w.from = m.reads.as_slice().into();
        let mut diff = given_back.clone();
        diff.add_all(&w.diff_from);
        w.diff_from = diff.iter().collect();
    }
    if let Some(theirs) = m.writes.last_mut() {
        written.add_all(&theirs.to);
        more |= written.iter().count() > theirs.to.len();
        theirs.to = written.iter().collect();
        theirs.diff_from = m.reads.iter().copied().filter(|z| here.is_differentiable(*z)).collect();
    }
    more
}

/// Whether its value, or one of its arguments, may bring a number with a derivative to whoever calls it.
fn gives_numbers(program: &Program, unit: UnitId) -> bool {
    let u = &program.units[unit];
    let result = u.result().and_then(|r| program.symbol_type(r)).is_some_and(|t| may_hold_reals(program, t));
    let brings = |dummy: SymbolId| {
        let by_value = |v: &il::Variable| v.by_value && !matches!(v.ty, Type::Pointer { .. } | Type::Array { .. });
        let only_read = program.is_read_only(dummy) || program.leads_to_constants(dummy);
        program.variable(dummy).is_some_and(|v| !by_value(v)) && !only_read
    };
    result || u.params.iter().copied().any(brings)
}
