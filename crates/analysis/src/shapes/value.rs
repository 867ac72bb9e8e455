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
    pub(super) terms: BTreeMap<Rc<Atom>, i64>,
    pub(super) constant: i64,
}

impl Value {
    pub(super) fn constant(constant: i64) -> Value {
        Value { terms: BTreeMap::new(), constant }
    }

    pub(super) fn atom(atom: Atom) -> Value {
        Value { terms: BTreeMap::from([(Rc::new(atom), 1)]), constant: 0 }
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

    /// `self + factor*other`. `None`: the numbers are too large.
    pub(super) fn plus(&self, other: &Value, factor: i64) -> Option<Value> {
        let mut out = self.clone();
        out.constant = out.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (atom, n) in &other.terms {
            let sum = out.terms.get(atom).copied().unwrap_or(0).checked_add(n.checked_mul(factor)?)?;
            match sum {
                0 => out.terms.remove(atom),
                n => out.terms.insert(atom.clone(), n),
            };
        }
        Some(out)
    }

    pub(super) fn times(&self, other: &Value) -> Option<Value> {
        match (self.is_constant(), other.is_constant()) {
            (_, true) => Value::default().plus(self, other.constant),
            (true, false) => other.times(self),
            (false, false) => Some(Value::atom(Atom::Made("*", vec![self.clone(), other.clone()]))),
        }
    }
}

/// What is known at a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct State {
    /// Integers without an entry have the values they had there.
    pub(super) origin: Origin,
    pub(super) values: BTreeMap<Key, Value>,
}

impl State {
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
        self.values.extend(named(old.iter().map(|(k, v)| (k, vec![v.clone()])), here, |_| false));
    }

    /// Forgets the allocations in a place.
    pub(super) fn release(&mut self, place: &Place) {
        self.values.retain(|k, _| !matches!(k, Key::Extent(p, _) if p.is_in(place)));
    }
}

/// What holds whichever of several ways was taken. Keys that have equal values on every way have equal values.
pub(super) fn meet(ways: &[&State], here: Origin) -> State {
    let [first, rest @ ..] = ways else { return State { origin: here, values: BTreeMap::new() } };
    let origin = if rest.iter().all(|s| s.origin == first.origin) { first.origin.clone() } else { here.clone() };
    let keys: BTreeSet<&Key> = ways.iter().flat_map(|s| s.values.keys()).collect();
    let all = keys.into_iter().filter_map(|k| Some((k, ways.iter().map(|s| s.get(k)).collect::<Option<Vec<_>>>()?)));
    State { origin, values: named(all, &here, |v| v.iter().all(|x| x == &v[0]) && !v[0].mentions(&here)) }
}

/// Names what several ways give: keys with the same values on all of them have the same one; where `kept` says so, the values are one that is known.
pub(super) fn named<'k>(
    all: impl Iterator<Item = (&'k Key, Vec<Value>)>,
    here: &Origin,
    kept: impl Fn(&[Value]) -> bool,
) -> BTreeMap<Key, Value> {
    let mut names: BTreeMap<Vec<Value>, Value> = BTreeMap::new();
    let mut out = BTreeMap::new();
    for (key, values) in all {
        let known = kept(&values).then(|| values[0].clone());
        let name = names.entry(values);
        let name = name.or_insert_with(|| known.unwrap_or_else(|| here.value(key)));
        out.insert(key.clone(), name.clone());
    }
    out
}
