//! Indices that stay in bounds, and expressions whose values stay moderate.

use super::storage::View;
use super::{Grower, Int};
use crate::property::text::sheet::{Base, Part, Shape, X, parts, x};

const REAL: (Base, Shape) = (Base::Real, Shape::One);
const INDEX: (Base, Shape) = (Base::Index, Shape::One);

/// `name + c`.
fn shifted(name: &str, c: i32) -> String {
    match c {
        0 => name.to_string(),
        c if c > 0 => format!("{name} + {c}"),
        c => format!("{name} - {}", -c),
    }
}

impl Grower {
    /// An integer with this value.
    pub fn exact(&mut self, value: i32) -> String {
        let fixed: Vec<Int> =
            self.s.ints.iter().filter(|i| i.elements.is_none() && i.lo == i.hi && !i.writable).cloned().collect();
        match self.r.pick(&fixed) {
            Some(i) if (value - i.lo).abs() <= 2 && self.r.chance(60) => shifted(&i.name, value - i.lo),
            _ => value.to_string(),
        }
    }

    /// An index between `lo` and `hi`.
    pub fn index(&mut self, lo: i32, hi: i32) -> X {
        if self.r.chance(20) {
            return x!(INDEX; self.exact_within(lo, hi));
        }
        // Those of loops around are at the end.
        let ints = &self.s.ints;
        let near = ints.len().saturating_sub(self.s.depth);
        let list: Vec<Int> = if self.r.chance(70) { ints[near..].to_vec() } else { ints.clone() };
        let Some(i) = self.r.pick(&list) else { return x!(INDEX; self.exact_within(lo, hi)) };
        let name = match i.elements {
            None => parts![i.name.clone()],
            Some(_) if self.s.ints.iter().all(|k| k.elements.is_some()) => parts![i.name.clone(), "(1)"],
            Some(n) => {
                let inner = self.index_of_scalars(1, n);
                parts![i.name.clone(), "(", inner, ")"]
            }
        };
        let mut flat = name;
        if i.hi - i.lo <= hi - lo {
            if self.r.chance(15) {
                // Backwards.
                let c = self.r.within(0, (hi - lo - (i.hi - i.lo)) as usize) as i32 + lo + i.hi;
                flat.insert(0, format!("{c} - ").into());
            } else {
                let (least, most) = (lo - i.lo, hi - i.hi);
                let c = if least <= 0 && most >= 0 && self.r.chance(70) {
                    0
                } else {
                    least + self.r.below((most - least + 1) as usize) as i32
                };
                if c != 0 {
                    flat.push(shifted("", c).into());
                }
            }
            return X { sort: INDEX, parts: flat };
        }
        if i.lo < 0 || self.r.chance(50) {
            return x!(INDEX; self.exact_within(lo, hi));
        }
        flat.insert(0, "MOD(".into());
        flat.push(shifted(&format!(", {})", hi - lo + 1), lo).into());
        X { sort: INDEX, parts: flat }
    }

    fn index_of_scalars(&mut self, lo: i32, hi: i32) -> X {
        let all = self.s.ints.clone();
        self.s.ints.retain(|i| i.elements.is_none());
        let out = self.index(lo, hi);
        self.s.ints = all;
        out
    }

    fn exact_within(&mut self, lo: i32, hi: i32) -> String {
        let value = lo + self.r.below((hi - lo + 1) as usize) as i32;
        self.exact(value)
    }

    /// Some element of a variable.
    pub fn element(&mut self, v: &View) -> X {
        let mut parts = parts![v.name.clone()];
        for (k, (lo, hi)) in v.bounds.iter().enumerate() {
            parts.push(if k == 0 { "(" } else { "," }.into());
            parts.push(Part::Expr(self.index(*lo, *hi)));
        }
        if !v.bounds.is_empty() {
            parts.push(")".into());
        }
        X { sort: (v.base, Shape::One), parts }
    }

    /// A place to read.
    pub fn read(&mut self, base: Base) -> Option<X> {
        let list: Vec<View> = self.s.views.iter().filter(|v| v.base == base).cloned().collect();
        let v = self.r.pick(&list)?;
        self.s.touched.insert(v.region.area);
        Some(self.element(&v))
    }

    /// A variable to set, or a part of it.
    pub fn target(&mut self, base: Base) -> Option<View> {
        let list: Vec<View> = self.s.views.iter().filter(|v| v.base == base).cloned().collect();
        let v = self.r.pick(&list)?;
        self.set(&v);
        Some(v)
    }

    /// A variable is set here.
    pub fn set(&mut self, v: &View) {
        self.s.touched.insert(v.region.area);
        self.s.written.insert(v.region.area);
    }

    pub fn literal(&mut self) -> X {
        let c = ["0.5D0", "0.75D0", "1.5D0", "0.125D0", "2.D0"];
        x!(REAL; c[self.r.below(c.len())])
    }

    /// A variable, an element or a number.
    pub fn leaf(&mut self) -> X {
        match self.r.weighted(&[14, 2, 1, 1]) {
            0 => self.read(Base::Real).unwrap_or_else(|| self.literal()),
            1 => self.literal(),
            2 => {
                let Some(z) = self.read(Base::Complex) else { return self.literal() };
                x!(REAL; ["DBLE(", "DIMAG("][self.r.below(2)], z, ")")
            }
            _ => x!(REAL; "0.25D0*DBLE(", self.index(1, 4), ")"),
        }
    }

    /// A number of moderate size.
    pub fn value(&mut self, depth: usize) -> X {
        if depth == 0 {
            return self.leaf();
        }
        let d = depth - 1;
        match self.r.below(13) {
            0 | 1 => x!(REAL; "0.5D0*", self.leaf(), " + 0.25D0*", self.leaf()),
            2 | 3 => x!(REAL; ["SIN(", "DSIN(", "DCOS("][self.r.below(3)], self.value(d), ")"),
            4 => x!(REAL; "TANH(", self.leaf(), "*", self.leaf(), ")"),
            5 => x!(REAL; "0.5D0*", self.leaf(), "*COS(", self.value(d), ")"),
            6 => x!(REAL; "DEXP(-(", self.leaf(), "**2))"),
            7 => x!(REAL; self.leaf(), "/(1.D0 + ", self.leaf(), "**2)"),
            8 => {
                let Some((name, read)) = self.r.pick(&self.s.functions) else { return self.leaf() };
                self.s.touched.extend(read);
                self.number_name(&name);
                x!(REAL; name, "(", self.value(d), ")")
            }
            9 => x!(REAL; ["DMAX1(", "DMIN1("][self.r.below(2)], self.leaf(), ", 0.3D0)"),
            10 => x!(REAL; "0.5D0*DSQRT(1.D0 + ", self.leaf(), "**2)"),
            11 => x!(REAL; "0.5D0*(", self.leaf(), " - ", self.value(d), ")"),
            _ => self.leaf(),
        }
    }

    /// A complex number of moderate size.
    pub fn complex(&mut self) -> X {
        let sort = (Base::Complex, Shape::One);
        let Some(z) = self.read(Base::Complex) else { return x!(sort; "DCMPLX(", self.leaf(), ", 0.5D0)") };
        match self.r.below(4) {
            0 => x!(sort; "0.5D0*", z, " + DCMPLX(", self.leaf(), ", ", self.leaf(), ")*0.25D0"),
            1 => x!(sort; "DCMPLX(SIN(", self.leaf(), "), ", self.leaf(), ")"),
            2 => x!(sort; "0.5D0*DCONJG(", z, ")"),
            _ => x!(sort; "0.5D0*", z, "*", "EXP((0.D0, 1.D0)*", self.leaf(), ")"),
        }
    }

    /// A condition.
    pub fn test(&mut self) -> X {
        let sort = (Base::Logical, Shape::One);
        let relation = [".GT.", ".LT.", ".GE.", ".LE."][self.r.below(4)];
        match self.r.below(6) {
            0 => x!(sort; "MOD(", self.index(1, 4), ", 2) .EQ. ", ["0", "1"][self.r.below(2)]),
            1 => x!(sort; self.index(1, 4), [" .LE. ", " .NE. "][self.r.below(2)], ["1", "2", "3"][self.r.below(3)]),
            2 => {
                let (a, b) = (self.leaf(), self.leaf());
                x!(sort; a, format!(" {relation} 0.4D0 .AND. "), b, " .LT. 1.1D0")
            }
            _ => x!(sort; self.leaf(), format!(" {relation} "), ["0.45D0", "0.9D0", "0.1D0"][self.r.below(3)]),
        }
    }
}
