//! What calls do: a procedure begins with what holds at all of its calls, and a call does what its procedure may do.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use il::stores::{self, How};
use il::typing::{rank_of, type_of};
use il::{Arg, Expr, Intent, Language, Program, StmtId, StmtKind, Storage, SymbolId, Type, UnitId, Upper};

use super::expressions::{extent_value, numbers_in, place, shape, value};
use super::flow::{each_array, forget_numbers, release_components, release_elsewhere, set};
use super::value::{Atom, Key, Origin, Place, State, Value, named};

/// A call: procedure, statement, position in it.
pub(super) type At = (UnitId, StmtId, usize);

/// An actual argument.
#[derive(Clone, PartialEq, Default, Debug)]
struct Given {
    place: Option<Place>,
    number: Option<Value>,
    shape: Option<Vec<Value>>,
    /// It is found by pointers.
    beyond: bool,
}

/// What holds at a call.
#[derive(Clone, PartialEq, Debug)]
struct Site {
    state: State,
    given: Vec<Given>,
}

impl Site {
    /// What a key of the callee has.
    fn value(&self, p: &Program, callee: UnitId, key: &Key) -> Option<Value> {
        let (u, at) = (&p.units[callee], key.place());
        let Some(k) = u.params.iter().position(|d| *d == at.root) else {
            return if p.symbols[at.root].scope == u.scope { None } else { self.state.get(key) };
        };
        let given = &self.given[k];
        match (at.path.is_empty(), key) {
            (true, Key::Number(_)) => given.number.clone(),
            (true, Key::Extent(_, n)) => given.shape.as_ref()?.get(*n).cloned(),
            (false, _) => self.state.get(&key.at(at.moved(&Place::of(at.root), given.place.as_ref()?))),
        }
    }
}

/// What a procedure may change of what outlives it, itself or by what it calls.
#[derive(Clone, PartialEq, Default, Debug)]
struct Changes {
    numbers: BTreeSet<Place>,
    allocations: BTreeSet<Place>,
    /// What pointers lead to.
    beyond: bool,
    /// It calls what is not there: all that is not local may change.
    anything: bool,
}

/// How many statements and known values are looked at, at most: a few seconds.
const WORK: usize = 20_000_000;

/// All calls.
#[derive(Default)]
pub(super) struct Calls {
    changes: BTreeMap<UnitId, Changes>,
    sites: BTreeMap<UnitId, BTreeMap<At, Site>>,
    exits: BTreeMap<UnitId, State>,
    /// The variables that a procedure or what it calls names.
    named: BTreeMap<UnitId, BTreeSet<SymbolId>>,
    /// How much was done.
    pub work: usize,
    /// Procedures to go over, again where something was learned of their callers or of what they call.
    pub stale: BTreeSet<UnitId>,
}

impl Calls {
    pub fn new(p: &Program, units: &[UnitId]) -> Calls {
        let (stale, named) = (units.iter().copied().collect(), named_by(p, units));
        let mut out = Calls { stale, named, ..Calls::default() };
        loop {
            let before = out.changes.clone();
            for &unit in units {
                let changes = changes_of(p, unit, &out.changes);
                out.changes.insert(unit, changes);
            }
            if out.changes == before {
                return out;
            }
        }
    }

    /// Whether more was done than the answer is worth.
    pub fn is_exhausted(&self) -> bool {
        self.work > WORK
    }

    /// What holds where a procedure begins: at all of its calls, and nothing for callers that nobody knows. `None`: nothing calls it.
    pub fn entry(&self, p: &Program, unit: UnitId, unknown_callers: bool) -> Option<State> {
        let (u, here) = (&p.units[unit], Origin::Entry(unit));
        let mut state = State::at(here.clone());
        if !unknown_callers {
            let sites = self.sites.get(&unit)?;
            let hosts: Vec<UnitId> = std::iter::successors(u.parent, |h| p.units[*h].parent).collect();
            let visible = |s: SymbolId| {
                p.variable(s).is_some_and(|v| v.storage == Storage::Global)
                    || hosts.iter().any(|h| p.symbols[s].scope == p.units[*h].scope)
            };
            let mut keys: BTreeSet<Key> = BTreeSet::new();
            for site in sites.values() {
                for (k, given) in site.given.iter().enumerate() {
                    let dummy = Place::of(u.params[k]);
                    keys.extend(given.number.iter().map(|_| Key::Number(dummy.clone())));
                    let rank = given.shape.as_ref().map_or(0, Vec::len);
                    keys.extend((0..rank).map(|n| Key::Extent(dummy.clone(), n)));
                    let Some(at) = &given.place else { continue };
                    let parts = site.state.values.keys().filter(|key| key.place().is_in(at) && key.place() != at);
                    keys.extend(parts.map(|key| key.at(key.place().moved(at, &dummy))));
                }
                keys.extend(site.state.values.keys().filter(|key| visible(key.place().root)).cloned());
            }
            let of_site = |(at, site): (&At, &Site), key: &Key| match (site.value(p, unit, key), key) {
                (None, Key::Number(_)) => Some(Origin::Behind(at.0, at.1).value(key)),
                (found, _) => found,
            };
            let all = keys
                .iter()
                .filter_map(|key| Some((key, sites.iter().map(|s| of_site(s, key)).collect::<Option<Vec<_>>>()?)));
            state.values = Rc::new(named(all, &here, |v| v[0].is_constant() && v.iter().all(|x| *x == v[0])));
        }
        for &s in p.scopes[u.scope].names.values().filter(|s| p.symbols[**s].scope == u.scope) {
            let Some(v) = p.variable(s) else { continue };
            let (at, Some(_)) = (Place::of(s), place(p, &Expr::var(s))) else { continue };
            if v.intent == Some(Intent::Out) && (v.allocatable || v.ty.record().is_some()) {
                state.release(&at);
            }
            let Type::Array { dims, .. } = &v.ty else { continue };
            if v.allocatable {
                continue;
            }
            for (k, d) in dims.iter().enumerate() {
                let key = Key::Extent(at.clone(), k);
                match &d.upper {
                    Upper::At(_) => {
                        let v = extent_value(p, d, &state).unwrap_or_else(|| here.value(&key));
                        state.insert(key, v);
                    }
                    Upper::Deferred if state.values.contains_key(&key) => {}
                    Upper::Deferred => state.insert(key.clone(), here.value(&key)),
                    Upper::Assumed => state.retain(|k| *k != key),
                }
            }
        }
        Some(state)
    }

    /// Notes what holds where a procedure returns.
    pub fn returns(&mut self, p: &Program, unit: UnitId, exit: Option<State>) {
        // Callers ask for what it changes, and for its result.
        let (changes, result) = (&self.changes[&unit], p.units[unit].result());
        let asked = |key: &Key| match key {
            _ if Some(key.place().root) == result => true,
            Key::Number(at) => changes.numbers.contains(at),
            Key::Extent(at, _) => changes.allocations.iter().any(|whole| at.is_in(whole)),
        };
        let exit = exit.map(|state| state.restricted(asked));
        let known = self.exits.get(&unit);
        if known != exit.as_ref() {
            self.stale.extend(self.sites.get(&unit).into_iter().flat_map(BTreeMap::keys).map(|at| at.0));
            match exit {
                Some(state) => _ = self.exits.insert(unit, state),
                None => _ = self.exits.remove(&unit),
            }
        }
    }

    /// Does a call. The outer `None`: it does not come back, as far as is known by now; the inner one: the extents of its result are not known.
    #[allow(clippy::option_option)]
    pub fn call(
        &mut self,
        p: &Program,
        at: At,
        callee: SymbolId,
        args: &[Arg],
        state: &mut State,
    ) -> Option<Option<Vec<Value>>> {
        let here = Origin::Behind(at.0, at.1);
        let references = || args.iter().map(|a| &a.value).filter(|e| e.is_reference());
        if p.symbols[callee].is_intrinsic() {
            if let (true, [from, to, ..]) = (p.is_move_alloc(callee), args) {
                move_allocation(p, &from.value, &to.value, state);
            } else {
                references().for_each(|e| set(p, e, &here, state));
            }
            return Some(None);
        }
        let Some(unit) = p.callee(callee).filter(|u| self.changes.contains_key(u)) else {
            for e in references() {
                match place(p, e) {
                    Some(at) if p.is_allocatable(e) || type_of(p, e).record().is_some() => state.release(&at),
                    Some(_) => {}
                    None => release_elsewhere(p, e, state),
                }
                set(p, e, &here, state);
            }
            forget_outside(p, at.0, &here, state);
            return Some(None);
        };
        let u = &p.units[unit];
        let given: Vec<Given> = (0..u.params.len()).map(|k| actual(p, unit, k, args, state)).collect();
        // What it does not name is the same behind it, and its other callers need not agree on it.
        let named = &self.named[&unit];
        let of_argument = |key: &Key| given.iter().filter_map(|g| g.place.as_ref()).any(|at| key.place().is_in(at));
        let known = state.restricted(|key| named.contains(&key.place().root) || of_argument(key));
        let site = Site { state: known, given };
        let known = self.sites.entry(unit).or_default();
        if known.get(&at) != Some(&site) {
            self.stale.insert(unit);
            known.insert(at, site.clone());
        }
        let exit = self.exits.get(&unit)?;
        let changes = &self.changes[&unit];
        let mut first: BTreeMap<&Value, &Key> = BTreeMap::new();
        for (key, v) in &*exit.values {
            first.entry(v).or_insert(key);
        }
        // In terms of the caller: by what the callee began with, or as something new.
        let translated = |key: &Key, v: &Value| {
            v.translated(&|atom| match atom {
                Atom::At(Origin::Entry(of), key) if *of == unit => site.value(p, unit, key),
                _ => None,
            })
            .unwrap_or_else(|| {
                let key = first.get(v).copied().unwrap_or(key);
                Value::atom(Atom::Made("from", vec![here.value(key)]))
            })
        };
        let mut beyond = changes.beyond;
        let mut in_caller = |changed: &Place| match u.params.iter().position(|d| *d == changed.root) {
            Some(k) => {
                beyond |= site.given[k].beyond;
                site.given[k].place.as_ref().map(|to| changed.moved(&Place::of(changed.root), to))
            }
            None => Some(changed.clone()),
        };
        let mut new: Vec<(Key, Value)> = Vec::new();
        let mut released: Vec<Place> = Vec::new();
        for changed in &changes.numbers {
            if let Some(to) = in_caller(changed) {
                let key = Key::Number(changed.clone());
                let v = exit.get(&key).map(|v| translated(&key, &v)).unwrap_or_else(|| here.value(&key));
                new.push((Key::Number(to), v));
            }
        }
        for changed in &changes.allocations {
            if let Some(to) = in_caller(changed) {
                released.push(to.clone());
                for (key, v) in &*exit.values {
                    if matches!(key, Key::Extent(..)) && key.place().is_in(changed) {
                        new.push((key.at(key.place().moved(changed, &to)), translated(key, v)));
                    }
                }
            }
        }
        let result = u.result().and_then(|r| {
            let rank = p.variable(r)?.ty.rank();
            let extent = |k| {
                let key = Key::Extent(Place::of(r), k);
                exit.get(&key).map(|v| translated(&key, &v))
            };
            (0..rank).map(extent).collect()
        });
        if changes.anything {
            forget_outside(p, at.0, &here, state);
        }
        if beyond {
            release_components(state);
            forget_numbers(&here, state);
        }
        released.iter().for_each(|r| state.release(r));
        new.into_iter().for_each(|(key, v)| state.insert(key, v));
        Some(result)
    }
}

fn move_allocation(p: &Program, from: &Expr, to: &Expr, state: &mut State) {
    let extents = shape(p, from, state);
    for e in [from, to] {
        match place(p, e) {
            Some(at) => state.release(&at),
            None => release_elsewhere(p, e, state),
        }
    }
    if let Some(at) = place(p, to) {
        for (k, v) in extents.into_iter().flatten().enumerate() {
            state.insert(Key::Extent(at.clone(), k), v);
        }
    }
}

/// Whatever is not local may have changed.
fn forget_outside(p: &Program, unit: UnitId, here: &Origin, state: &mut State) {
    let own = |key: &Key| p.symbols[key.place().root].scope == p.units[unit].scope;
    let allocatable =
        |key: &Key| !key.place().path.is_empty() || p.variable(key.place().root).is_some_and(|v| v.allocatable);
    // A dummy may be a variable that others know.
    let dummy = |key: &Key| p.units[unit].params.contains(&key.place().root);
    state.retain(|key| match key {
        Key::Number(_) => own(key) && !dummy(key),
        Key::Extent(..) => own(key) && !dummy(key) || !allocatable(key),
    });
    state.origin = here.clone();
}

/// The actual argument for a dummy.
fn actual(p: &Program, unit: UnitId, k: usize, args: &[Arg], state: &State) -> Given {
    let dummy = p.units[unit].params[k];
    let name = &p.symbols[dummy].name;
    let by_name = args.iter().find(|a| a.is_named(name));
    let Some(a) = by_name.or_else(|| args.get(k).filter(|a| a.keyword.is_none())) else { return Given::default() };
    let e = &a.value;
    Given {
        place: place(p, e),
        number: value(p, e, state),
        shape: shape(p, e, state),
        beyond: p.leads_through_pointer(e),
    }
}

/// What a procedure may change, by what is known of those it calls.
fn changes_of(p: &Program, unit: UnitId, known: &BTreeMap<UnitId, Changes>) -> Changes {
    let mut out = Changes::default();
    let u = &p.units[unit];
    // What is INTENT(OUT) is released, and gets its first values, where the procedure begins (F2018 8.5.10, 9.7.3.2).
    for d in u.params.iter().filter(|d| p.variable(**d).is_some_and(|v| v.intent == Some(Intent::Out))) {
        out.set(p, &Expr::var(*d));
        out.release(p, &Expr::var(*d));
    }
    u.walk(&u.body, &mut |_, s| {
        let is_whole_value = |lhs: &Expr, rhs: &Expr| type_of(p, lhs).record().is_some() || rank_of(p, rhs) > 0;
        stores::each(p, unit, &s.kind, &mut |store| {
            let Some(e) = store.reference() else { return };
            match store.how {
                How::Assigned | How::Counts => out.set(p, &e),
                How::Allocated => {
                    out.set(p, &e);
                    out.release(p, &e);
                }
                // Calls are below, and pointers are not followed.
                How::Given | How::Addressed | How::Associated | How::Declared => {}
            }
        });
        if let StmtKind::Assign { lhs, rhs } = &s.kind
            && is_whole_value(lhs, rhs)
        {
            out.allocate(p, lhs);
        }
        // What is kept as text may be an ALLOCATE.
        if let StmtKind::Opaque { writes, .. } = &s.kind {
            writes.iter().filter(|w| p.is_allocatable(w)).for_each(|w| out.release(p, w));
        }
        s.kind.each_call(&mut |callee, args| out.call(p, unit, callee, args, known));
    });
    let lives_on = |at: &Place| u.params.contains(&at.root) || p.symbols[at.root].scope != u.scope;
    out.numbers.retain(lives_on);
    out.allocations.retain(lives_on);
    out
}

impl Changes {
    fn set(&mut self, p: &Program, e: &Expr) {
        let ty = type_of(p, e);
        match place(p, e) {
            Some(at) => self.numbers.extend(numbers_in(p, &at, ty.element())),
            None => self.beyond |= p.leads_through_pointer(e) && !ty.element().is_differentiable(),
        }
    }

    /// An assignment may give arrays another allocation.
    fn allocate(&mut self, p: &Program, e: &Expr) {
        each_array(p, e, &mut |array, _| _ = self.allocations.insert(array.clone()));
        self.beyond |= place(p, e).is_none() && p.is_allocatable(e) && p.leads_through_pointer(e);
    }

    fn release(&mut self, p: &Program, e: &Expr) {
        match place(p, e) {
            Some(at) => _ = self.allocations.insert(at),
            None => self.beyond |= p.is_allocatable(e) && p.leads_through_pointer(e),
        }
    }

    fn call(&mut self, p: &Program, unit: UnitId, callee: SymbolId, args: &[Arg], known: &BTreeMap<UnitId, Changes>) {
        let references = || args.iter().map(|a| &a.value).filter(|e| e.is_reference());
        let intrinsic = p.symbols[callee].is_intrinsic();
        let Some(of) = p.callee(callee).filter(|u| is_followed(p, *u) && !intrinsic) else {
            for e in references() {
                self.set(p, e);
                if !intrinsic || p.is_move_alloc(callee) {
                    self.release(p, e);
                }
            }
            self.anything |= !intrinsic;
            return;
        };
        let Some(changes) = known.get(&of) else { return };
        self.anything |= changes.anything;
        self.beyond |= changes.beyond;
        let nothing = State::at(Origin::Entry(unit));
        for (changed, into) in [(&changes.numbers, &mut self.numbers), (&changes.allocations, &mut self.allocations)] {
            for at in changed {
                match p.units[of].params.iter().position(|d| *d == at.root) {
                    None => _ = into.insert(at.clone()),
                    Some(k) => {
                        let given = actual(p, of, k, args, &nothing);
                        self.beyond |= given.beyond;
                        into.extend(given.place.map(|to| at.moved(&Place::of(at.root), &to)));
                    }
                }
            }
        }
    }
}

/// The variables that each of these procedures names, itself or by what it calls.
fn named_by(p: &Program, units: &[UnitId]) -> BTreeMap<UnitId, BTreeSet<SymbolId>> {
    let mut out: BTreeMap<UnitId, BTreeSet<SymbolId>> = BTreeMap::new();
    let mut called: BTreeMap<UnitId, BTreeSet<UnitId>> = BTreeMap::new();
    for &unit in units {
        let u = &p.units[unit];
        let (mut own, mut calls) = (u.symbols(&u.body), BTreeSet::new());
        p.specification(unit, &mut |e| e.collect_symbols(&mut own));
        u.walk(&u.body, &mut |_, s| s.kind.each_call(&mut |callee, _| calls.extend(p.callee(callee))));
        out.insert(unit, own);
        called.insert(unit, calls);
    }
    loop {
        let mut again = false;
        for unit in units {
            let more: BTreeSet<SymbolId> = called[unit].iter().filter_map(|c| out.get(c)).flatten().copied().collect();
            let own = out.entry(*unit).or_default();
            let before = own.len();
            own.extend(more);
            again |= own.len() > before;
        }
        if !again {
            return out;
        }
    }
}

/// Whether the text of a procedure is followed.
pub(super) fn is_followed(p: &Program, unit: UnitId) -> bool {
    let u = &p.units[unit];
    u.language == Language::Fortran && u.is_procedure() && !u.is_interface && !u.has_errors
}
