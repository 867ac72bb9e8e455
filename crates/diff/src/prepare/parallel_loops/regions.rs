//! `parallel` regions: what they do outside of the loops whose iterations are shared is done once, and each of those is a parallel loop.
//!
//! A variable that each thread of the region has for itself is to a loop of it
//!
//! | where | what |
//! | --- | --- |
//! | the loop does not change it | shared |
//! | each iteration sets it before it reads it, or nothing outside of such loops names it | private |
//! | iterations only add to it, or take their values together with it by another operator | reduced |
//! | else | the loop is serial |
//!
//! What the region makes of a reduced one afterwards, one thread at a time, has the same result with all at once: the program is right on one thread.

use std::collections::BTreeSet;

use analysis::folds;
use analysis::openmp::of_threads;
use il::symbol::{Storage, Variable};
use il::{Arg, Block, ExprKind, Parallel, StmtId, StmtKind, SymbolId, Type};

use super::clauses::Said;
use super::look::Look;
use super::owned::{self, Owned};
use super::{So, Trouble};
use crate::settle::parallel::order::{First, Order};

/// A region that is open.
#[derive(Default)]
pub(super) struct Region {
    /// What its clauses say.
    pub said: Said,
    /// Its statements.
    pub body: Block,
    /// The loops in it whose iterations are shared.
    pub shared: BTreeSet<StmtId>,
    /// What is private to parts that one thread runs.
    pub of_parts: Vec<SymbolId>,
    /// It is the body of a procedure that all threads of another region run.
    pub called: bool,
}

/// A call that all threads of a region make.
pub(super) struct Given {
    pub stmt: StmtId,
    pub callee: SymbolId,
    pub args: Vec<Arg>,
    /// It is given what is another value in each thread.
    pub of_threads: bool,
    /// Positions of what each thread has for itself.
    pub private: Vec<usize>,
}

impl Said {
    /// What a region's clauses say of each of its loops.
    pub(super) fn of_loops(&self) -> Said {
        let mut out = self.clone();
        out.parallel.private.clear();
        out.parallel.first_private.clear();
        out.otherwise = None;
        out
    }
}

impl Look<'_> {
    /// What is known of the loops of a region once all of it has been seen.
    pub(super) fn close(&mut self, region: Region) -> Result<(), Trouble> {
        let (p, unit) = (self.p, self.unit);
        let u = &p.units[unit];
        let threads = of_threads(p, self.calls, unit, &region.body, &region.shared);
        if let Some((name, at)) = threads.decides {
            let what = format!("`{name}`, by which each thread does a part of its own");
            return Err(Trouble { so: So::Wrong, ..Trouble::serial(u.stmts[at].span, what) });
        }
        let own = self.own(&region);
        self.has_values_behind(&region)?;
        for given in &mut self.given {
            if u.any(&region.body, &mut |id, _| id == given.stmt) {
                let named = |a: &Arg, list: &BTreeSet<SymbolId>| list.iter().any(|s| a.value.mentions(*s));
                given.of_threads |= given.args.iter().any(|a| named(a, &threads.variables));
                let private = given.args.iter().enumerate().filter(|(_, a)| named(a, &own)).map(|(k, _)| k);
                given.private.extend(private);
            }
        }
        // What the region names outside of its loops.
        let mut outside: BTreeSet<SymbolId> = BTreeSet::new();
        self.outside(&region.body, &region.shared, &mut outside);
        let mut serial: BTreeSet<StmtId> = BTreeSet::new();
        let inside = |id: &StmtId| region.shared.contains(id);
        for k in (0..self.out.len()).filter(|k| inside(&self.out[*k].0)).collect::<Vec<_>>() {
            let id = self.out[k].0;
            match self.of_loop(&region, id, &own, &outside, &threads.variables, &self.out[k].1) {
                Ok(said) => self.out[k].1 = said,
                Err(what) => {
                    serial.insert(id);
                    self.serial.push(Trouble::serial(u.stmts[id].span, what));
                }
            }
        }
        let (gone, kept) = std::mem::take(&mut self.out).into_iter().partition(|o| serial.contains(&o.0));
        self.out = kept;
        let gone: Vec<(StmtId, Parallel)> = gone;
        self.alone.extend(gone);
        Ok(())
    }

    /// What each thread of a region has for itself.
    fn own(&self, region: &Region) -> BTreeSet<SymbolId> {
        let (p, u) = (self.p, &self.p.units[self.unit]);
        let said = &region.said;
        let mut own: BTreeSet<SymbolId> =
            said.parallel.private.iter().chain(&said.parallel.first_private).copied().collect();
        let automatic = |v: &Variable| {
            !v.saved && (matches!(v.storage, Storage::Local | Storage::Result) || v.by_value) && !v.constant
        };
        let mut scopes = BTreeSet::new();
        u.walk(&region.body, &mut |_, s| match &s.kind {
            StmtKind::Declare(symbols) => {
                own.extend(symbols.iter().filter(|s| p.variable(**s).is_some_and(|v| !v.saved)));
            }
            StmtKind::Scope { scope, .. } => drop(scopes.insert(*scope)),
            _ => {}
        });
        for s in u.symbols(&region.body) {
            let Some(v) = p.variable(s).filter(|v| automatic(v)) else { continue };
            let here = p.home(s) == Some(self.unit);
            let listed = said.shared.contains(&s) || said.parallel.reduction(s).is_some();
            if here && (region.called || said.otherwise.is_some() && !listed || scopes.contains(&p.symbols[s].scope)) {
                own.extend((v.storage != Storage::Result).then_some(s));
            }
        }
        own
    }

    /// What is private to a region is another variable, where the one of that name has its value behind it.
    fn has_values_behind(&mut self, region: &Region) -> Result<(), Trouble> {
        let (p, unit) = (self.p, self.unit);
        let Some(last) = region.body.last() else { return Ok(()) };
        let order = Order { p, unit, with_tape: true, called: false, with_storage: false, depth: 0, known: &self.out };
        let written = il::stores::names(p, unit, &region.body);
        let said = &region.said.parallel;
        let mut found = Vec::new();
        for (list, begins) in [(&said.private, false), (&said.first_private, true), (&region.of_parts, false)] {
            for s in list.iter().copied().filter(|s| written.contains(s) && order.may_be_asked_behind(*last, *s)) {
                if !owned::can_be(p, unit, s, begins) || region.of_parts.contains(&s) {
                    let what = format!("the private `{}`, which is read behind its region", p.symbols[s].name);
                    return Err(Trouble { so: So::Wrong, ..Trouble::serial(p.units[unit].stmts[*last].span, what) });
                }
                found.push(Owned { stmts: region.body.clone(), symbol: s, begins });
            }
        }
        self.owned.extend(found);
        Ok(())
    }

    fn outside(&self, block: &[StmtId], shared: &BTreeSet<StmtId>, out: &mut BTreeSet<SymbolId>) {
        let u = &self.p.units[self.unit];
        for id in block.iter().filter(|id| !shared.contains(id)) {
            let kind = &u.stmts[*id].kind;
            // What is there for the loops alone is allocated and released here.
            let mut named: BTreeSet<SymbolId> = BTreeSet::new();
            match kind {
                StmtKind::Declare(_) => {}
                StmtKind::Allocate { objects, options } if options.is_empty() => {
                    objects.iter().flat_map(|o| &o.dims).for_each(|d| {
                        let bounds = d.lower.iter().chain(if let il::Upper::At(e) = &d.upper { Some(e) } else { None });
                        bounds.for_each(|e| e.collect_symbols(&mut named));
                    });
                }
                StmtKind::Deallocate { options, .. } if options.is_empty() => {}
                kind => kind.collect_symbols(&mut named),
            }
            out.extend(named);
            kind.blocks().into_iter().for_each(|b| self.outside(b, shared, out));
        }
    }

    /// What is said of a loop of a region; or why one thread runs it.
    fn of_loop(
        &self,
        region: &Region,
        id: StmtId,
        own: &BTreeSet<SymbolId>,
        outside: &BTreeSet<SymbolId>,
        of_threads: &BTreeSet<SymbolId>,
        said: &Parallel,
    ) -> Result<Parallel, String> {
        let (p, unit) = (self.p, self.unit);
        let u = &p.units[unit];
        let StmtKind::Do(d) = &u.stmts[id].kind else { return Err("it does not count".into()) };
        let name = |s: SymbolId| p.symbols[s].name.clone();
        if let Some(s) = of_threads.iter().find(|s| u.mentions(&[id], **s)) {
            return Err(format!("`{}`, which is another value in each thread", name(*s)));
        }
        let mut out = said.clone();
        let order = Order { p, unit, with_tape: true, called: false, with_storage: false, depth: 3, known: &[] };
        let written = il::stores::names(p, unit, &d.body);
        let mut itself = BTreeSet::new();
        il::stores::each_in(p, unit, &d.body, &mut |store| itself.extend(store.symbol.filter(|_| store.is_own(p))));
        for &s in own {
            if !itself.contains(&s) && self.leads_to_shared(region, s, own) {
                continue;
            }
            let listed = [&out.private, &out.first_private, &out.last_private].iter().any(|l| l.contains(&s));
            if listed || out.reduction(s).is_some() || s == d.var || !written.contains(&s) {
                continue;
            }
            let begins = region.said.parallel.first_private.contains(&s);
            let first = order.block(&d.body, s);
            let behind = || order.is_read_behind_in(&region.body, id, s);
            // What no iteration may find is nobody's.
            let nobodys = !outside.contains(&s) && !begins && !is_handed_in(p, s);
            if first == First::Set && !behind() || nobodys {
                out.private.push(s);
            } else if begins && !outside.contains(&s) && !behind() && region.shared.len() == 1 {
                out.first_private.push(s);
            } else if let Some(op) = folds::only(u, &d.body, s).filter(|_| self.may_be_reduced(s)) {
                out.reductions.push((op.to_string(), vec![s]));
            } else {
                return Err(format!("`{}` of each thread's own, which goes from one iteration to another", name(s)));
            }
        }
        Ok(out)
    }

    /// Whether what a pointer leads to, which itself is not changed, is the same for all threads: it was handed over, or is a part of what they share.
    fn leads_to_shared(&self, region: &Region, s: SymbolId, own: &BTreeSet<SymbolId>) -> bool {
        let (p, u) = (self.p, &self.p.units[self.unit]);
        let Some(v) = p.variable(s) else { return false };
        if !matches!(v.ty, Type::Pointer { .. }) && !matches!(v.storage, Storage::Dummy(_)) {
            return false;
        }
        let mut shared = region.called && matches!(v.storage, Storage::Dummy(_));
        let mut fine = true;
        u.walk(&u.body, &mut |_, stmt| {
            if let StmtKind::Assign { lhs, rhs } = &stmt.kind
                && matches!(lhs.kind, ExprKind::Var(x) if x == s)
            {
                shared = true;
                fine &= !il::calls::is_new_memory(p, rhs) && !rhs.has_call() && own.iter().all(|o| !rhs.mentions(*o));
            }
        });
        shared && fine
    }

    /// Whether a clause may name it.
    fn may_be_reduced(&self, s: SymbolId) -> bool {
        self.p.variable(s).is_some_and(|v| {
            let is_c = self.p.units[self.unit].language.points_by_address();
            let number = matches!(v.ty.element(), Type::Scalar(_)) && !v.pointer && !v.allocatable;
            number
                && !matches!(v.ty, Type::Pointer { .. })
                && !(is_c && matches!(v.storage, Storage::Dummy(_)) && v.ty.rank() > 0)
        })
    }
}

/// Whether a variable has a value where its procedure begins.
fn is_handed_in(p: &il::Program, s: SymbolId) -> bool {
    p.variable(s).is_some_and(|v| matches!(v.storage, Storage::Dummy(_)) || v.init.is_some())
}

/// Whether an argument hands over something that the callee can change.
pub(super) fn is_place(value: &il::Expr) -> bool {
    value.is_reference() || matches!(value.kind, ExprKind::Address(_))
}
