//! Modules before those who use them: the order in which compilers want files, and units within a file.

use std::collections::HashMap;

use il::{DeclKind, Program, UnitId, UnitKind};

/// The order of groups of top-level units in which each comes behind the groups whose modules it uses; otherwise they stay as they are. What uses
/// itself in a circle stays too: the compiler will say so.
pub fn modules_first(program: &Program, groups: &[Vec<UnitId>]) -> Vec<usize> {
    let inner: Vec<Vec<UnitId>> = groups.iter().map(|g| with_children(program, g)).collect();
    let mut home: HashMap<String, usize> = HashMap::new();
    for (k, units) in inner.iter().enumerate() {
        for u in units.iter().filter(|u| matches!(program.units[**u].kind, UnitKind::Module | UnitKind::Submodule(_))) {
            home.entry(program.units[*u].name.to_ascii_lowercase()).or_insert(k);
        }
    }
    let needs: Vec<Vec<usize>> = inner
        .iter()
        .map(|units| units.iter().flat_map(|u| used(program, *u)).filter_map(|m| home.get(&m).copied()).collect())
        .collect();
    let mut visit = Visit { needs: &needs, begun: vec![false; groups.len()], order: Vec::new() };
    (0..groups.len()).for_each(|k| visit.group(k));
    visit.order
}

/// Depth first: what is needed comes first.
struct Visit<'n> {
    needs: &'n [Vec<usize>],
    begun: Vec<bool>,
    order: Vec<usize>,
}

impl Visit<'_> {
    fn group(&mut self, k: usize) {
        if std::mem::replace(&mut self.begun[k], true) {
            return;
        }
        let needs = self.needs;
        needs[k].iter().for_each(|&n| self.group(n));
        self.order.push(k);
    }
}

fn with_children(program: &Program, group: &[UnitId]) -> Vec<UnitId> {
    let mut units = group.to_vec();
    let mut k = 0;
    while k < units.len() {
        units.extend(&program.units[units[k]].children);
        k += 1;
    }
    units
}

/// The modules that a unit names, in small letters: those it uses, and what it is a submodule of.
fn used(program: &Program, unit: UnitId) -> Vec<String> {
    let u = &program.units[unit];
    let uses = u.decls.iter().filter_map(|d| match &d.kind {
        DeclKind::Use { module, .. } => Some(module.as_str()),
        _ => None,
    });
    let parents = match &u.kind {
        UnitKind::Submodule(parents) => parents.split(':').collect(),
        _ => Vec::new(),
    };
    uses.chain(parents).map(str::to_ascii_lowercase).collect()
}
