//! What is known of integers and extents at a point of a procedure: which are equal.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use il::{RecordId, StmtId, SymbolId, UnitId};

/// A variable or a component of one, found without subscripts and pointers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The variable.
    pub root: SymbolId,
    /// The components on the way.
    pub path: Vec<(RecordId, usize)>,
}

impl Place {
    pub(super) fn of(root: SymbolId) -> Place {
        Place { root, path: Vec::new() }
    }

    /// Whether this is `whole` or a part of it.
    pub(super) fn is_in(&self, whole: &Place) -> bool {
        self.root == whole.root && self.path.starts_with(&whole.path)
    }

    /// The same part of another whole.
    pub(super) fn moved(&self, from: &Place, to: &Place) -> Place {
        let rest = &self.path[from.path.len()..];
        Place { root: to.root, path: to.path.iter().chain(rest).copied().collect() }
    }
}

/// What has a value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Key {
    /// An integer.
    Number(Place),
    /// The extent of an array in a dimension (from 0). An allocatable array without it may have no allocation, or one of which nothing is known.
    Extent(Place, usize),
}

impl Key {
    pub(super) fn place(&self) -> &Place {
        match self {
            Key::Number(p) | Key::Extent(p, _) => p,
        }
    }

    pub(super) fn at(&self, place: Place) -> Key {
        match self {
            Key::Number(_) => Key::Number(place),
            Key::Extent(_, k) => Key::Extent(place, *k),
        }
    }
}

/// A point in a procedure where integers have values of which nothing else is known.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Origin {
    /// The beginning.
    Entry(UnitId),
    /// Behind a statement.
    Behind(UnitId, StmtId),
    /// The beginning of a block, by its number, where several ways meet.
    Meeting(UnitId, usize),
}

impl Origin {
    /// What a key has there.
    pub(super) fn value(&self, key: &Key) -> Value {
        Value::atom(Atom::At(self.clone(), key.clone()))
    }
}

/// A number that is told from others by its name only.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Atom {
    /// What a place has at a point.
    At(Origin, Key),
    /// What an operation makes of values.
    Made(&'static str, Vec<Value>),
}

/// A sum of multiples of atoms and a constant. Values that are equal as sums are equal numbers; others may be.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct Value {
    /// States are copied often, and most values of two states are the same: they share them.
    terms: Rc<BTreeMap<Rc<Atom>, i64>>,
    constant: i64,
}

/// How many atoms a value has, those inside of them counted too. What needs more is not followed.
const LARGEST: usize = 64;

impl Value {
    pub(super) fn constant(constant: i64) -> Value {
        Value { terms: Rc::default(), constant }
    }

    pub(super) fn atom(atom: Atom) -> Value {
        Value { terms: Rc::new(BTreeMap::from([(Rc::new(atom), 1)])), constant: 0 }
    }

    /// What an operation makes of values. `None`: it is too large.
    pub(super) fn made(by: &'static str, of: Vec<Value>) -> Option<Value> {
        let size: usize = of.iter().map(Value::size).sum();
        (size < LARGEST).then(|| Value::atom(Atom::Made(by, of)))
    }

    fn size(&self) -> usize {
        let of = |atom: &Rc<Atom>| match &**atom {
            Atom::At(..) => 1,
            Atom::Made(_, of) => 1 + of.iter().map(Value::size).sum::<usize>(),
        };
        self.terms.keys().map(of).sum()
    }

    /// The same with other values for its atoms.
    pub(super) fn translated(&self, of: &dyn Fn(&Atom) -> Option<Value>) -> Option<Value> {
        let mut out = Value::constant(self.constant);
        for (atom, n) in &*self.terms {
            let by = match &**atom {
                Atom::At(..) => of(atom)?,
                Atom::Made(name, parts) => {
                    Value::made(name, parts.iter().map(|x| x.translated(of)).collect::<Option<_>>()?)?
                }
            };
            out = out.plus(&by, *n)?;
        }
        Some(out)
    }

    pub(super) fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether it says anything in terms of a point.
    fn mentions(&self, here: &Origin) -> bool {
        self.terms.keys().any(|atom| match &**atom {
            Atom::At(origin, _) => origin == here,
            Atom::Made(_, of) => of.iter().any(|v| v.mentions(here)),
        })
    }

    /// `self + factor*other`. `None`: the numbers are too large, or too many.
    pub(super) fn plus(&self, other: &Value, factor: i64) -> Option<Value> {
        let mut out = self.clone();
        out.constant = out.constant.checked_add(other.constant.checked_mul(factor)?)?;
        if other.is_constant() {
            return Some(out);
        }
        let terms = Rc::make_mut(&mut out.terms);
        for (atom, n) in &*other.terms {
            let sum = terms.get(atom).copied().unwrap_or(0).checked_add(n.checked_mul(factor)?)?;
            match sum {
                0 => terms.remove(atom),
                n => terms.insert(atom.clone(), n),
            };
        }
        (out.size() <= LARGEST).then_some(out)
    }

    pub(super) fn times(&self, other: &Value) -> Option<Value> {
        match (self.is_constant(), other.is_constant()) {
            (_, true) => Value::default().plus(self, other.constant),
            (true, false) => other.times(self),
            (false, false) => Value::made("*", vec![self.clone(), other.clone()]),
        }
    }
}

/// What is known at a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct State {
    /// Integers without an entry have the values they had there.
    pub(super) origin: Origin,
    /// Shared between points that know the same.
    pub(super) values: Rc<BTreeMap<Key, Value>>,
}

impl State {
    /// Nothing is known but that integers have the values that they have there.
    pub(super) fn at(origin: Origin) -> State {
        State { origin, values: Rc::default() }
    }

    pub(super) fn insert(&mut self, key: Key, value: Value) {
        if self.values.get(&key) != Some(&value) {
            Rc::make_mut(&mut self.values).insert(key, value);
        }
    }

    pub(super) fn retain(&mut self, keep: impl Fn(&Key) -> bool) {
        if !self.values.keys().all(&keep) {
            Rc::make_mut(&mut self.values).retain(|k, _| keep(k));
        }
    }

    /// The same, of some keys only.
    pub(super) fn restricted(&self, keep: impl Fn(&Key) -> bool) -> State {
        let mut out = self.clone();
        out.retain(keep);
        out
    }

    /// The value of a key. Integers have one, extents may have none.
    pub(super) fn get(&self, key: &Key) -> Option<Value> {
        match (self.values.get(key), key) {
            (Some(v), _) => Some(v.clone()),
            (None, Key::Number(_)) => Some(self.origin.value(key)),
            (None, Key::Extent(..)) => None,
        }
    }

    /// The extents of an array.
    pub(super) fn extents(&self, place: &Place, rank: usize) -> Option<Vec<Value>> {
        (0..rank).map(|k| self.get(&Key::Extent(place.clone(), k))).collect()
    }

    /// Gives new names to what is known in terms of an earlier time at a point that is passed again.
    pub(super) fn pass(&mut self, here: &Origin) {
        let old: Vec<(Key, Value)> =
            self.values.iter().filter(|(_, v)| v.mentions(here)).map(|(k, v)| (k.clone(), v.clone())).collect();
        let new = named(old.iter().map(|(k, v)| (k, vec![v.clone()])), here, |_| false);
        new.into_iter().for_each(|(k, v)| self.insert(k, v));
    }

    /// Forgets the allocations in a place.
    pub(super) fn release(&mut self, place: &Place) {
        self.retain(|k| !matches!(k, Key::Extent(p, _) if p.is_in(place)));
    }
}

/// What holds whichever of several ways was taken. Keys that have equal values on every way have equal values.
pub(super) fn meet(ways: &[&State], here: Origin) -> State {
    let [first, rest @ ..] = ways else { return State::at(here) };
    let origin = if rest.iter().all(|s| s.origin == first.origin) { first.origin.clone() } else { here.clone() };
    let keys: BTreeSet<&Key> = ways.iter().flat_map(|s| s.values.keys()).collect();
    let all = keys.into_iter().filter_map(|k| Some((k, ways.iter().map(|s| s.get(k)).collect::<Option<Vec<_>>>()?)));
    let values = named(all, &here, |v| v.iter().all(|x| x == &v[0]) && !v[0].mentions(&here));
    State { origin, values: Rc::new(values) }
}

/// Names what several ways give: keys with the same values on all of them have the same one; where `kept` says so, the values are one that is known.
pub(super) fn named<'k>(
    all: impl Iterator<Item = (&'k Key, Vec<Value>)>,
    here: &Origin,
    kept: impl Fn(&[Value]) -> bool,
) -> BTreeMap<Key, Value> {
    let mut names: BTreeMap<Vec<Value>, Value> = BTreeMap::new();
    let mut out = BTreeMap::new();
    for (key, mut values) in all {
        let name = match kept(&values) {
            true => values.swap_remove(0),
            false => names.entry(values).or_insert_with(|| here.value(key)).clone(),
        };
        out.insert(key.clone(), name);
    }
    out
}
