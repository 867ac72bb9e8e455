//! What regions without derivatives (`$AD DO-NOT-DIFF`) write although it is active.

use il::{Diagnostic, Expr, Program, StmtKind, UnitId, stores};

use crate::facts::{At, Facts};
use crate::regions::{self, RegionKind};

/// The warnings for a unit of the analysed program.
pub fn written_actives(p: &Program, facts: &Facts, unit: UnitId) -> Vec<Diagnostic> {
    let u = &p.units[unit];
    let mut said: Vec<Diagnostic> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    u.walk(&u.body, &mut |id, s| {
        let (StmtKind::Scope { body, .. }, Some(RegionKind::Passive)) = (&s.kind, regions::of(u, id)) else { return };
        u.walk(body, &mut |id, s| {
            let given = s.kind.call().map(|(_, args, _)| args).unwrap_or_default().iter().map(|a| a.value.clone());
            let mut places: Vec<Expr> = given.collect();
            stores::each(p, unit, &s.kind, &mut |store| places.extend(store.place.cloned()));
            let zones = |e: &Expr| e.root().map(|s| p.symbols[s].name.clone());
            for e in places.iter().filter(|e| e.is_reference() && facts.active(p, unit, At::After(id), e)) {
                let intent_in = e.root().is_some_and(|s| p.is_read_only(s));
                let Some(name) = zones(e).filter(|n| !names.contains(n) && !intent_in) else { continue };
                let message = format!("`{name}` is active and may change under `DO-NOT-DIFF`: its derivative stays what it was");
                said.push(Diagnostic::warning("RT0468", s.span, message).note(
                    "that is what the directive asks for, and no derivative of what is computed; leave the statement out of the region to have it differentiated",
                ));
                names.push(name);
            }
        });
    });
    said
}
