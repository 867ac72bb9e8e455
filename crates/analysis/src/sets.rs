//! Sets of zones: bits over the zones that one unit can see.

use std::collections::HashMap;
use std::sync::Arc;

use bitvec::prelude::{BitVec, Lsb0};
use il::zones::{ZoneId, Zones};

use crate::framework::{Lattice, Reached};

/// A set of small numbers below a bound.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Bits(BitVec<usize, Lsb0>);

/// What may hold: on one way or another.
impl Lattice for Bits {
    fn join(&mut self, from: &Bits) -> bool {
        self.union(from)
    }
}

/// What surely holds: on all ways that arrive.
impl Reached for Bits {
    fn merge(&mut self, from: &Bits) -> bool {
        self.intersect(from)
    }
}

impl Bits {
    /// The empty set of numbers below `n`.
    pub fn new(n: usize) -> Bits {
        Bits(BitVec::repeat(false, n))
    }
    /// All numbers below `n`.
    pub fn all(n: usize) -> Bits {
        Bits(BitVec::repeat(true, n))
    }
    /// The bound.
    pub fn len(&self) -> usize {
        self.0.len()
    }
    /// Whether `i` is in it.
    pub fn has(&self, i: u32) -> bool {
        self.0[i as usize]
    }
    /// Whether one of `items` is in it.
    pub fn has_any(&self, items: &[u32]) -> bool {
        items.iter().any(|i| self.has(*i))
    }
    /// Puts `i` in.
    pub fn add(&mut self, i: u32) {
        self.0.set(i as usize, true);
    }
    /// Puts all `items` in.
    pub fn add_all(&mut self, items: &[u32]) {
        items.iter().for_each(|i| self.add(*i));
    }
    /// Takes `i` out.
    pub fn remove(&mut self, i: u32) {
        self.0.set(i as usize, false);
    }
    /// Puts all of `other` in. Says whether that changed anything.
    pub fn union(&mut self, other: &Bits) -> bool {
        let mut changed = false;
        for (a, b) in self.0.as_raw_mut_slice().iter_mut().zip(other.0.as_raw_slice()) {
            changed |= *b & !*a != 0;
            *a |= *b;
        }
        changed
    }
    /// Keeps what is also in `other`. Says whether that changed anything.
    pub fn intersect(&mut self, other: &Bits) -> bool {
        let mut changed = false;
        for (a, b) in self.0.as_raw_mut_slice().iter_mut().zip(other.0.as_raw_slice()) {
            changed |= *a & !*b != 0;
            *a &= *b;
        }
        changed
    }
    /// Takes all of `other` out.
    pub fn subtract(&mut self, other: &Bits) {
        for (a, b) in self.0.as_raw_mut_slice().iter_mut().zip(other.0.as_raw_slice()) {
            *a &= !*b;
        }
    }
    /// Whether both have something in common.
    pub fn meets(&self, other: &Bits) -> bool {
        self.0.as_raw_slice().iter().zip(other.0.as_raw_slice()).any(|(a, b)| a & b != 0)
    }
    /// What both have in common.
    pub fn and(&self, other: &Bits) -> Bits {
        let mut out = self.clone();
        out.intersect(other);
        out
    }
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.not_any()
    }
    /// Its members in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter_ones().map(|i| i as u32)
    }
}

impl std::fmt::Debug for Bits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The zones that a unit can see: its own, and those of others that it or its callees touch. After them, the values of calls inside
/// expressions: numbers without a zone.
#[derive(Debug, Default)]
pub struct Universe {
    zones: Vec<ZoneId>,
    index: HashMap<ZoneId, u32>,
    /// Numbers in all.
    len: usize,
    differentiable: Vec<bool>,
}

impl Universe {
    /// From zones in any order.
    pub fn new(mut zones: Vec<ZoneId>, all: &Zones) -> Universe {
        zones.sort();
        zones.dedup();
        let index = zones.iter().enumerate().map(|(i, z)| (*z, i as u32)).collect();
        let differentiable = zones.iter().map(|z| all.zone(*z).differentiable).collect();
        Universe { len: zones.len(), zones, index, differentiable }
    }
    /// A number for the value of a call.
    pub fn add_value(&mut self, differentiable: bool) -> u32 {
        self.len += 1;
        self.differentiable.push(differentiable);
        self.len as u32 - 1
    }
    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.len
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
    /// Its zones in order.
    pub fn zones(&self) -> &[ZoneId] {
        &self.zones
    }
    /// The number of a zone.
    pub fn number(&self, zone: ZoneId) -> Option<u32> {
        self.index.get(&zone).copied()
    }
    /// The numbers of those zones that are seen here.
    pub fn numbers(&self, zones: &[ZoneId]) -> Vec<u32> {
        zones.iter().filter_map(|z| self.number(*z)).collect()
    }
    /// The zone of a number.
    pub fn zone(&self, number: u32) -> Option<ZoneId> {
        self.zones.get(number as usize).copied()
    }
    /// Whether values there may carry derivatives.
    pub fn is_differentiable(&self, number: u32) -> bool {
        self.differentiable[number as usize]
    }
    /// All of those.
    pub fn differentiable(&self) -> Bits {
        let mut out = Bits::new(self.len);
        (0..self.len as u32).filter(|i| self.is_differentiable(*i)).for_each(|i| out.add(i));
        out
    }
    /// No zone at all.
    pub fn none(&self) -> Bits {
        Bits::new(self.len)
    }
}

/// A set of zones, as an answer.
#[derive(Clone)]
pub struct ZoneSet {
    universe: Arc<Universe>,
    bits: Bits,
}

impl ZoneSet {
    /// Wraps bits over a universe.
    pub fn new(universe: Arc<Universe>, bits: Bits) -> ZoneSet {
        ZoneSet { universe, bits }
    }
    /// Whether a zone is in it.
    pub fn contains(&self, zone: ZoneId) -> bool {
        self.universe.number(zone).is_some_and(|n| self.bits.has(n))
    }
    /// Whether one of `zones` is in it.
    pub fn contains_any(&self, zones: &[ZoneId]) -> bool {
        zones.iter().any(|z| self.contains(*z))
    }
    /// Its zones in order.
    pub fn iter(&self) -> impl Iterator<Item = ZoneId> + '_ {
        self.bits.iter().filter_map(|n| self.universe.zone(n))
    }
    /// Whether no zone is in it.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
    /// Whether both, of the same unit, have a zone in common.
    pub fn meets(&self, other: &ZoneSet) -> bool {
        self.bits.meets(&other.bits)
    }
    /// The bits, numbered as in the unit's universe.
    pub fn bits(&self) -> &Bits {
        &self.bits
    }
}

impl std::fmt::Debug for ZoneSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
