//! The names that USE brings into a unit, as far as the text alone tells: nothing has been resolved yet.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{Entity, File, GenericSpec, Stmt, StmtKind, Unit, UnitKind};

/// The variables that the modules of all files declare, and what these use themselves.
pub(super) struct Modules {
    declared: BTreeMap<String, BTreeSet<String>>,
}

/// What a unit gets by USE.
pub(super) enum Brought {
    /// These names, and no others.
    Names(BTreeSet<String>),
    /// A module is not at hand: any name that the unit does not declare.
    Anything,
}

impl Modules {
    /// Reads the specifications of all modules.
    pub fn new(files: &[File]) -> Modules {
        let units = || files.iter().flat_map(|f| &f.units);
        let mut declared = BTreeMap::new();
        // A module stands behind those it uses, or gets their names in a later round.
        let count = |d: &BTreeMap<String, BTreeSet<String>>| d.values().map(BTreeSet::len).sum::<usize>();
        let mut before = usize::MAX;
        while before != count(&declared) {
            before = count(&declared);
            for u in units() {
                if let UnitKind::Module { name } = &u.kind {
                    let mut names = own(&u.body);
                    let known = Modules { declared: std::mem::take(&mut declared) };
                    if let Brought::Names(more) = known.brought(&u.body) {
                        names.extend(more);
                    }
                    declared = known.declared;
                    declared.insert(name.key(), names);
                }
            }
        }
        Modules { declared }
    }

    /// What the USE statements of a body bring.
    pub fn brought(&self, body: &[Stmt]) -> Brought {
        let mut out = BTreeSet::new();
        for s in body {
            let StmtKind::Use(u) = &s.kind else { continue };
            let named = |spec: &GenericSpec| match spec {
                GenericSpec::Name(n) => Some(n.key()),
                _ => None,
            };
            out.extend(u.items.iter().filter_map(|i| named(i.local.as_ref().unwrap_or(&i.name))));
            if u.only {
                continue;
            }
            let Some(all) = self.declared.get(&u.module.key()) else {
                if u.intrinsic == Some(true) {
                    continue;
                }
                return Brought::Anything;
            };
            let renamed: BTreeSet<String> =
                u.items.iter().filter(|i| i.local.is_some()).filter_map(|i| named(&i.name)).collect();
            out.extend(all.difference(&renamed).cloned());
        }
        Brought::Names(out)
    }
}

/// The entities that the specifications of a body declare.
pub(super) fn own(body: &[Stmt]) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let mut add = |entities: &[Entity]| out.extend(entities.iter().map(|e| e.name.key()));
    for s in body {
        match &s.kind {
            StmtKind::TypeDecl(d) => add(&d.entities),
            StmtKind::AttrStmt { entities, .. } => add(entities),
            StmtKind::Common(blocks) => blocks.iter().for_each(|b| add(&b.entities)),
            _ => {}
        }
    }
    out
}

impl Brought {
    /// Whether a unit has a name by USE.
    pub fn has(&self, name: &str, unit: &Unit) -> bool {
        match self {
            Brought::Names(names) => names.contains(name),
            Brought::Anything => !own(&unit.body).contains(name),
        }
    }
}
