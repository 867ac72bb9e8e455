//! Areas of storage and the names that units have for them.

use super::Grower;
use crate::property::text::sheet::{Base, Node, parts};

/// Elements `at` … `at + count - 1` of an area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    pub area: usize,
    pub at: usize,
    pub count: usize,
}

impl Region {
    /// Whether there is an element in both.
    pub fn meets(self, other: Region) -> bool {
        self.area == other.area && self.at < other.at + other.count && other.at < self.at + self.count
    }
}

/// A variable.
#[derive(Clone, Debug)]
pub struct View {
    pub name: String,
    pub base: Base,
    /// Bounds of each dimension, as far as they may be used; none of a scalar.
    pub bounds: Vec<(i32, i32)>,
    pub region: Region,
    /// Its elements follow each other as its bounds say: pieces of it may be passed, parts of it given first values.
    pub dense: bool,
    /// Its name in a declaration has no bounds behind it, or other ones.
    pub declared: Option<String>,
}

impl View {
    /// The name with its bounds, as declarations have it.
    pub fn declaration(&self) -> String {
        if let Some(d) = &self.declared {
            return d.clone();
        }
        let bound = |(lo, hi): &(i32, i32)| if *lo == 1 { hi.to_string() } else { format!("{lo}:{hi}") };
        match self.bounds.is_empty() {
            true => self.name.clone(),
            false => format!("{}({})", self.name, self.bounds.iter().map(bound).collect::<Vec<_>>().join(",")),
        }
    }

    /// The element at a place of the view.
    pub fn element(&self, mut place: usize) -> String {
        if self.bounds.is_empty() {
            return self.name.clone();
        }
        let mut out = Vec::new();
        for (lo, hi) in &self.bounds {
            let extent = (hi - lo + 1) as usize;
            out.push((lo + (place % extent) as i32).to_string());
            place /= extent;
        }
        format!("{}({})", self.name, out.join(","))
    }
}

/// A COMMON block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Empty for blank COMMON.
    pub name: String,
    pub base: Base,
    pub area: usize,
    pub count: usize,
    /// How the first unit sees it.
    pub first: Option<Vec<View>>,
    /// Elements that BLOCK DATA gives values.
    pub given: usize,
}

impl Grower {
    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    pub fn new_area(&mut self) -> usize {
        self.areas += 1;
        self.areas
    }

    /// Bounds of so many elements.
    pub fn bounds(&mut self, count: usize) -> Vec<(i32, i32)> {
        let n = count as i32;
        if count >= 4 && count.is_multiple_of(2) && self.r.chance(25) {
            return vec![(1, 2), (1, n / 2)];
        }
        match self.r.below(8) {
            0 => vec![(0, n - 1)],
            1 => vec![(-1, n - 2)],
            _ => vec![(1, n)],
        }
    }

    /// A name for a region, of one element a scalar.
    pub fn view(&mut self, base: Base, region: Region) -> View {
        let prefix = match base {
            Base::Complex => "Z",
            _ => ["A", "B", "C", "D", "T", "U", "V"][self.r.below(7)],
        };
        let bounds = if region.count == 1 && self.r.chance(85) { vec![] } else { self.bounds(region.count) };
        View { name: self.fresh(prefix), base, bounds, region, dense: true, declared: None }
    }

    /// Names for consecutive parts of an area.
    pub fn cut(&mut self, base: Base, area: usize, count: usize) -> Vec<View> {
        let mut out = Vec::new();
        let mut at = 0;
        while at < count {
            let size = match self.r.below(4) {
                0 => 1,
                1 => count - at,
                _ => self.r.within(2, 5),
            };
            let size = size.min(count - at);
            out.push(self.view(base, Region { area, at, count: size }));
            at += size;
        }
        out
    }

    /// What a unit calls the members of a block.
    pub fn see_block(&mut self, number: usize) {
        let block = self.blocks[number].clone();
        let members = match block.first {
            Some(members) if self.r.chance(40) => members,
            first => {
                let members = self.cut(block.base, block.area, block.count);
                if first.is_none() {
                    self.blocks[number].first = Some(members.clone());
                }
                members
            }
        };
        let slashes = if block.name.is_empty() { String::new() } else { format!("/{}/ ", block.name) };
        let bare = self.r.chance(40);
        let names: Vec<String> = members.iter().map(|m| if bare { m.name.clone() } else { m.declaration() }).collect();
        for m in &members {
            self.declare(m, !bare);
        }
        self.specification.push(Node::Fixed(parts![format!("COMMON {slashes}{}", names.join(", "))]));
        self.s.views.extend(members.clone());
        if self.r.chance(35) {
            self.overlay(&members, block.base, Region { area: block.area, at: 0, count: block.count });
        }
    }

    /// Declares a variable; its bounds may stand elsewhere.
    pub fn declare(&mut self, v: &View, elsewhere: bool) {
        let named = if elsewhere { v.name.clone() } else { v.declaration() };
        let plain = named == v.name;
        let line = match v.base {
            Base::Complex => format!("COMPLEX*16 {named}"),
            _ if self.implicit && plain => return,
            _ if self.implicit => format!("DIMENSION {named}"),
            _ => format!("{} {named}", ["REAL*8", "DOUBLE PRECISION"][self.r.below(2)]),
        };
        self.specification.push(Node::Line(parts![line]));
    }

    /// More names for parts of a region that has names.
    pub fn overlay(&mut self, known: &[View], base: Base, all: Region) {
        let mut pairs = Vec::new();
        for _ in 0..self.r.within(1, 3) {
            let at = self.r.below(all.count);
            let count = self.r.within(1, all.count - at);
            let own = self.view(base, Region { area: all.area, at: all.at + at, count });
            // Any element that has a name already, of those that both have.
            let meeting: Vec<&View> = known.iter().filter(|k| k.region.meets(own.region)).collect();
            let Some(other) = self.r.pick(&meeting) else { continue };
            let lo = own.region.at.max(other.region.at);
            let hi = (own.region.at + own.region.count).min(other.region.at + other.region.count) - 1;
            let place = self.r.within(lo, hi);
            let (a, b) = (other.element(place - other.region.at), own.element(place - own.region.at));
            pairs.push(if self.r.chance(50) { format!("({a}, {b})") } else { format!("({b}, {a})") });
            self.declare(&own, false);
            self.s.views.push(own);
        }
        if pairs.is_empty() {
            return;
        }
        if self.r.chance(50) {
            self.specification.push(Node::Line(parts![format!("EQUIVALENCE {}", pairs.join(", "))]));
        } else {
            // One statement each: a smaller program may do without one of them.
            self.specification.extend(pairs.iter().map(|p| Node::Line(parts![format!("EQUIVALENCE {p}")])));
        }
    }

    /// A local area with one name or several ones; gives the views that together name all of it.
    pub fn local(&mut self, base: Base) -> Vec<View> {
        let area = self.new_area();
        let count = self.r.within(1, 7);
        if count >= 3 && self.r.chance(50) {
            if self.r.chance(50) {
                // Two arrays, shifted against each other.
                let (end, begin) = (self.r.within(2, count), self.r.within(1, count - 1));
                let (end, begin) = (end.max(begin + 1), begin);
                let a = self.view(base, Region { area, at: 0, count: end });
                let b = self.view(base, Region { area, at: begin, count: count - begin });
                let place = self.r.within(begin, end.min(count) - 1);
                let pair = format!("({}, {})", a.element(place), b.element(place - begin));
                self.declare(&a, false);
                self.declare(&b, false);
                self.specification.push(Node::Line(parts![format!("EQUIVALENCE {pair}")]));
                self.s.views.extend([a.clone(), b.clone()]);
                return vec![a, b];
            }
            let all = Region { area, at: 0, count };
            let whole = self.view(base, all);
            self.declare(&whole, false);
            self.s.views.push(whole.clone());
            self.overlay(std::slice::from_ref(&whole), base, all);
            return vec![whole];
        }
        let whole = self.view(base, Region { area, at: 0, count });
        self.declare(&whole, false);
        self.s.views.push(whole.clone());
        vec![whole]
    }
}
