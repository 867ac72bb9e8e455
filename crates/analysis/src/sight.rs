//! Which modules a procedure without source can know that is called in a module.
//!
//! ```text
//! out of sight(G) of M  ⇔  M does not use G  ∧  (G uses M  ∨  G stands behind M in the same file)
//! ```
//!
//! Nobody knows what such a procedure does, but the derivative of M is compiled before that of G, and can name nothing in it: nothing of G is taken to be touched. What M itself
//! and those inside it use, over other modules, too, is in sight, and so is everything for procedures that are in no module.

use std::collections::BTreeSet;

use il::zones::{ZoneId, Zones};
use il::{DeclKind, Program, SymbolKind, UnitId, UnitKind};

/// What procedures without source that one unit calls can touch.
pub struct Sight {
    hidden: BTreeSet<UnitId>,
}

impl Sight {
    /// For calls in `unit`.
    pub fn of(program: &Program, unit: UnitId) -> Sight {
        let around = std::iter::successors(Some(unit), |u| program.units[*u].parent);
        let Some(own) = around.last().filter(|u| program.units[*u].kind == UnitKind::Module) else {
            return Sight { hidden: BTreeSet::new() };
        };
        let used = used_by(program, own);
        let file = program.units[own].span.file;
        let is_hidden = |g: UnitId| {
            let behind = own < g && file.is_some() && program.units[g].span.file == file;
            g != own && !used.contains(&g) && (behind || used_by(program, g).contains(&own))
        };
        let modules = program.units.iter().filter(|(_, u)| u.kind == UnitKind::Module).map(|(id, _)| id);
        Sight { hidden: modules.filter(|g| is_hidden(*g)).collect() }
    }

    /// Whether they can touch a piece of storage.
    pub fn shows(&self, program: &Program, zones: &Zones, zone: ZoneId) -> bool {
        self.hidden.is_empty() || !program.home(zones.zone(zone).symbol).is_some_and(|home| self.hidden.contains(&home))
    }

    /// The modules that they are taken not to touch, of those that have variables of real numbers.
    pub fn hidden<'p>(&self, program: &'p Program) -> Vec<&'p str> {
        let real = |s: &il::SymbolId| program.variable(*s).is_some_and(|v| program.is_differentiable(&v.ty));
        let own = |u: UnitId| program.symbols_of(program.units[u].scope).iter().copied();
        let holds = |u: &&UnitId| own(**u).any(|s| real(&s));
        self.hidden.iter().filter(holds).map(|u| program.units[*u].name.as_str()).collect()
    }
}

/// The modules that a module uses, directly and by way of others, in itself or in what is inside it.
fn used_by(program: &Program, module: UnitId) -> BTreeSet<UnitId> {
    let mut out: BTreeSet<UnitId> = BTreeSet::new();
    let mut open = vec![module];
    while let Some(at) = open.pop() {
        let u = &program.units[at];
        open.extend(&u.children);
        for d in &u.decls {
            if let DeclKind::Use { symbol, .. } = &d.kind
                && let SymbolKind::Module(Some(used)) = program.symbols[*symbol].kind
                && out.insert(used)
            {
                open.push(used);
            }
        }
    }
    out
}
