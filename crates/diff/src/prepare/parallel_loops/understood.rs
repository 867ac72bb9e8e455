//! Which procedures are understood, those included that all threads of a region of their callers run.

use std::collections::{BTreeMap, BTreeSet};

use analysis::openmp::{called, of_threads, thread_private};
use il::calls::{CallGraph, definition};
use il::{Program, SymbolId, UnitId};

use super::look::Look;
use super::regions::is_place;
use super::{So, Trouble, Unread};

/// What is found of the procedures that are understood.
pub(super) struct Found {
    pub out: Vec<(il::StmtId, il::Parallel)>,
    pub serial: Vec<Trouble>,
    pub owned: Vec<super::owned::Owned>,
}

/// Looks at all procedures.
pub(super) fn all(p: &Program, heads: &[UnitId], unread: &mut Unread) -> BTreeMap<UnitId, Found> {
    let calls = CallGraph::new(p);
    let mut known: BTreeMap<UnitId, Look> = BTreeMap::new();
    let mut orphans: BTreeMap<UnitId, Trouble> = BTreeMap::new();
    for unit in p.units.ids() {
        let mut at = Look::new(p, &calls, unit);
        let mut found = at.procedure(false);
        if let Err(trouble) = &found
            && trouble.so == So::Orphan
        {
            orphans.insert(unit, trouble.clone());
            at = Look::new(p, &calls, unit);
            found = at.procedure(true);
        }
        match found {
            Ok(()) => drop(known.insert(unit, at)),
            Err(trouble) => {
                orphans.remove(&unit);
                unread.units.insert(unit, worst(p, &calls, unit, trouble));
            }
        }
    }
    // Whoever calls an orphan is a region, or an orphan.
    while let Some(unit) = orphans.keys().copied().find(|o| heads.contains(o) || !is_of_regions(p, &known, *o)) {
        known.remove(&unit);
        let trouble = orphans.remove(&unit).expect("it was found there");
        unread.units.insert(unit, worst(p, &calls, unit, trouble));
    }
    let private = thread_private(p);
    let mut own: BTreeSet<UnitId> = unread.units.keys().copied().collect();
    own.extend(known.iter().filter(|(_, at)| at.has_own || !at.serial.is_empty()).map(|(u, _)| *u));
    for (unit, at) in &mut known {
        for (id, said) in std::mem::take(&mut at.out) {
            match alone(p, &calls, *unit, id, &own, &private) {
                None => at.out.push((id, said)),
                Some(what) => at.serial.push(Trouble::serial(p.units[*unit].stmts[id].span, what)),
            }
        }
    }
    known.into_iter().map(|(u, at)| (u, Found { out: at.out, serial: at.serial, owned: at.owned })).collect()
}

/// The trouble of a procedure that one thread runs: is that what it says?
fn worst(p: &Program, calls: &CallGraph, unit: UnitId, trouble: Trouble) -> Trouble {
    let u = &p.units[unit];
    let decides = of_threads(p, calls, unit, &u.body, &BTreeSet::new()).decides;
    match decides {
        Some((name, at)) if trouble.so != So::Wrong => {
            let what = format!("`{name}`, by which each thread does a part of its own");
            Trouble { so: So::Wrong, ..Trouble::serial(u.stmts[at].span, what) }
        }
        Some(_) | None => trouble,
    }
}

/// Whether all calls of a procedure are made by all threads of a region, with what they share where its loops change it.
fn is_of_regions(p: &Program, known: &BTreeMap<UnitId, Look>, orphan: UnitId) -> bool {
    let Some(at) = known.get(&orphan) else { return false };
    let mut written: BTreeSet<SymbolId> = BTreeSet::new();
    for (id, _) in &at.out {
        written.extend(il::stores::names(p, orphan, &[*id]));
    }
    let params = &p.units[orphan].params;
    let mut times = 0;
    p.units.iter().all(|(caller, u)| {
        let mut fine = true;
        u.walk(&u.body, &mut |id, s| {
            s.kind.each_call(&mut |callee, _| {
                if definition(p, callee) == Some(orphan) {
                    times += 1;
                    fine &= known.get(&caller).is_some_and(|c| {
                        c.given.iter().any(|g| {
                            let own = |k: &usize| {
                                is_place(&g.args[*k].value) && params.get(*k).is_none_or(|d| written.contains(d))
                            };
                            g.stmt == id && g.callee == callee && !g.of_threads && !g.private.iter().any(own)
                        })
                    });
                }
            });
        });
        fine
    }) && times > 0
}

/// Why one thread runs a loop: what it calls has directives that mean something to several, or it names what each has for itself.
fn alone(
    p: &Program,
    calls: &CallGraph,
    unit: UnitId,
    id: il::StmtId,
    own: &BTreeSet<UnitId>,
    private: &BTreeSet<SymbolId>,
) -> Option<String> {
    let reached = called(p, calls, unit, &[id]).0;
    if let Some(u) = reached.iter().find(|u| own.contains(u)) {
        return Some(format!(
            "`{}`, which a parallel loop calls and which has directives of its own",
            p.units[*u].name
        ));
    }
    let named = |u: UnitId, block: &[il::StmtId]| {
        let all = p.units[u].symbols(block);
        private.iter().copied().find(|s| all.contains(s))
    };
    let found = named(unit, &[id]).or_else(|| reached.iter().find_map(|u| named(*u, &p.units[*u].body)));
    found.map(|s| {
        format!("`{}`, of which each thread has its own (`threadprivate`), in a parallel loop", p.symbols[s].name)
    })
}
