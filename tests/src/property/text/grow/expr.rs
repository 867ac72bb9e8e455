//! Random expressions whose values stay moderate.

use super::Grower;
use super::scope::Var;
use crate::property::text::sheet::{Base, Part, Shape, X, parts, x};

const REAL: Base = Base::Real;

impl Grower {
    /// Variables of a kind that expressions may use here.
    fn readable(&self, base: Base, shape: Shape) -> Vec<Var> {
        let fits = |v: &&Var| v.base == base && v.shape == shape && !self.s.banned.contains(&v.root);
        self.s.vars.iter().filter(fits).cloned().collect()
    }

    /// A variable, with an index for `#`, and what stands behind it.
    pub fn reference(&mut self, v: &Var, shape: Shape, behind: Vec<Part>) -> X {
        self.s.uses_globals |= v.global;
        let mut parts = Vec::new();
        // Elements of `ps%a` are `ps(i)%a`.
        if !behind.is_empty()
            && self.arrays_of_structures.contains(&v.root)
            && let Some(component) =
                v.name.strip_prefix(&v.root).filter(|c| c.starts_with('%') && !v.name.contains('#'))
        {
            parts.push(Part::Text(v.root.clone()));
            parts.extend(behind);
            parts.push(component.into());
            return X { sort: (v.base, shape), parts };
        }
        for (k, piece) in v.name.split('#').enumerate() {
            if k > 0 {
                parts.push(Part::Expr(self.index()));
            }
            parts.push(Part::Text(piece.into()));
        }
        parts.extend(behind);
        X { sort: (v.base, shape), parts }
    }

    /// An index between 1 and n.
    pub fn index(&mut self) -> X {
        let sort = (Base::Index, Shape::One);
        match self.r.weighted(&[3, 10, 3, 1, 1]) {
            1 => {
                let Some(c) = self.r.pick(&self.s.counters) else { return self.index_constant() };
                let name = c.name.as_str();
                match self.r.below(7) {
                    0 if c.lo >= 2 => x!(sort; format!("{name} - 1")),
                    1 if c.less >= 1 => x!(sort; format!("{name} + 1")),
                    2 if c.lo == 1 && c.less == 0 => x!(sort; format!("n + 1 - {name}")),
                    3 => x!(sort; format!("mod({name}, n) + 1")),
                    4 if self.r.chance(30) => x!(sort; format!("min({name} + 1, n)")),
                    _ => x!(sort; name),
                }
            }
            2 => match self.r.pick(&self.s.ints) {
                Some((name, _)) => x!(sort; name),
                None => self.index_constant(),
            },
            3 => match self.r.pick(&self.s.lists) {
                Some((name, _)) => {
                    let inner = self.index_simple();
                    x!(sort; name, "(", inner, ")")
                }
                None => self.index_constant(),
            },
            4 if !self.s.pure => x!(sort; "n"),
            _ => self.index_constant(),
        }
    }

    fn index_constant(&mut self) -> X {
        x!((Base::Index, Shape::One); self.r.within(1, 4).to_string())
    }

    /// An index that is a counter, an integer or a number.
    pub fn index_simple(&mut self) -> X {
        let names: Vec<String> =
            self.s.counters.iter().map(|c| c.name.clone()).chain(self.s.ints.iter().map(|i| i.0.clone())).collect();
        match self.r.pick(&names) {
            Some(name) if self.r.chance(80) => x!((Base::Index, Shape::One); name),
            _ => self.index_constant(),
        }
    }

    fn constant(&mut self) -> X {
        let c = ["0.5d0", "1.5d0", "0.75d0", "2.d0", "0.125d0"];
        x!((REAL, Shape::One); c[self.r.below(c.len())])
    }

    /// A variable, an element, a section or a constant.
    pub fn leaf(&mut self, shape: Shape) -> X {
        for _ in 0..4 {
            if let Some(found) = self.try_leaf(shape) {
                return found;
            }
        }
        match shape {
            Shape::One => self.constant(),
            Shape::Whole => x!((REAL, shape); "[0.5d0, 0.75d0, 1.25d0, 0.25d0]"),
            Shape::Less => match &self.length {
                Some(k) => x!((REAL, shape); format!("spread(0.75d0, 1, {k})")),
                None => x!((REAL, shape); "[0.5d0, 0.75d0, 1.25d0]"),
            },
            Shape::Two => x!((REAL, shape); "[0.5d0, 1.25d0]"),
            Shape::Square => x!((REAL, shape); "spread([0.5d0, 0.75d0, 1.25d0, 0.25d0], 1, n)"),
        }
    }

    fn try_leaf(&mut self, shape: Shape) -> Option<X> {
        let of = |g: &mut Self, s: Shape| {
            let list = g.readable(REAL, s);
            g.r.pick(&list)
        };
        match shape {
            Shape::One => match self.r.weighted(&[5, 4, 2, 1, 1]) {
                0 => {
                    let v = of(self, Shape::One)?;
                    Some(self.reference(&v, shape, vec![]))
                }
                1 => {
                    let v = of(self, Shape::Whole)?;
                    Some(self.element(&v))
                }
                2 => {
                    let v = of(self, Shape::Square)?;
                    Some(self.element(&v))
                }
                3 => {
                    let list = self.readable(Base::Complex, Shape::One);
                    let z = self.r.pick(&list)?;
                    let z = self.reference(&z, Shape::One, vec![]);
                    let f = ["real(", "aimag("][self.r.below(2)];
                    Some(x!((REAL, shape); f, z, ")"))
                }
                _ => Some(self.constant()),
            },
            Shape::Whole => match self.r.weighted(&[8, 2, 1, 1]) {
                0 => {
                    let v = of(self, Shape::Whole)?;
                    Some(self.reference(&v, shape, vec![]))
                }
                1 => {
                    let v = of(self, Shape::Square)?;
                    Some(self.line_of(&v, ":", shape))
                }
                2 => {
                    let v = of(self, Shape::Whole)?;
                    Some(self.reference(&v, shape, parts!["(n:1:-1)"]))
                }
                _ => {
                    let v = of(self, Shape::Whole)?;
                    let (list, _) = self.r.pick(&self.s.lists)?;
                    Some(self.reference(&v, shape, parts![format!("({list})")]))
                }
            },
            Shape::Less | Shape::Two => {
                let range = self.range(shape);
                if self.r.chance(20) {
                    let v = of(self, Shape::Square)?;
                    return Some(self.line_of(&v, &range, shape));
                }
                let v = of(self, Shape::Whole)?;
                Some(self.reference(&v, shape, parts![format!("({range})")]))
            }
            Shape::Square => {
                let v = of(self, Shape::Square)?;
                Some(self.reference(&v, shape, vec![]))
            }
        }
    }

    /// `f` where sections have so many elements as an integer says, or a counter: bounds that may change before the derivative runs. Not in procedures
    /// that have neither.
    pub fn with_length<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let names = self.s.counters.iter().map(|c| c.name.clone()).chain(self.s.ints.iter().map(|i| i.0.clone()));
        let names: Vec<String> = names.collect();
        let around = std::mem::replace(&mut self.length, self.r.pick(&names));
        let calls = std::mem::replace(&mut self.s.calls, false);
        let made = f(self);
        self.length = around;
        self.s.calls = calls;
        made
    }

    /// A range of n-1 or of 2 elements, or of so many as it should be.
    pub fn range(&mut self, shape: Shape) -> String {
        if let (Shape::Less, Some(k)) = (shape, self.length.clone()) {
            let list = [format!(":{k}"), format!("1:{k}"), format!("n - {k} + 1:n"), format!("{k}:1:-1")];
            return self.r.pick(&list).expect("one of them");
        }
        let list: &[&str] = match shape {
            Shape::Less => &["2:n", "1:n - 1", ":n - 1", "2:", "n:2:-1"],
            _ => &["2:3", "1:2", "3:4", "1:n:2", "2:n:2", "n:1:-2"],
        };
        list[self.r.below(list.len())].to_string()
    }

    /// A part of a row or a column of a matrix.
    pub fn line_of(&mut self, v: &Var, range: &str, shape: Shape) -> X {
        let i = self.index();
        let behind = if self.r.chance(60) {
            parts![format!("({range}, "), i, ")"]
        } else {
            parts!["(", i, format!(", {range})")]
        };
        self.reference(v, shape, behind)
    }

    /// An element of an array.
    pub fn element(&mut self, v: &Var) -> X {
        let i = self.index();
        if v.shape == Shape::Square {
            let j = self.index();
            return self.reference(v, Shape::One, parts!["(", i, ", ", j, ")"]);
        }
        self.reference(v, Shape::One, parts!["(", i, ")"])
    }

    /// An expression of moderate size.
    pub fn real(&mut self, shape: Shape, depth: usize) -> X {
        let sort = (REAL, shape);
        if depth == 0 {
            return self.leaf(shape);
        }
        let d = depth - 1;
        // An operand of an array expression is sometimes a scalar.
        let side = |g: &mut Self| if shape != Shape::One && g.r.chance(25) { Shape::One } else { shape };
        match self.r.weighted(&[3, 5, 5, 2, 6, 2, 1, 4, 2]) {
            0 => self.leaf(shape),
            1 => {
                let other = side(self);
                let (a, b) = (self.real(shape, d), self.real(other, d));
                let op = [" + ", " - "][self.r.below(2)];
                if self.r.chance(50) { x!(sort; "(", a, op, b, ")") } else { x!(sort; "(", b, op, a, ")") }
            }
            2 => {
                let other = side(self);
                let (a, b) = (self.real(shape, d), self.real(other, d));
                match self.r.below(8) {
                    0 | 1 => x!(sort; "sin(", a, ")*", b),
                    2 => x!(sort; b, "*cos(", a, ")"),
                    3 => x!(sort; "0.5d0*", a, "*", b),
                    // Factors that are integers, or of single precision.
                    4 => {
                        let i = self.index_simple();
                        x!(sort; "(", i, "/2)*(", a, "*", b, ")")
                    }
                    5 => {
                        let i = self.index_simple();
                        x!(sort; i, "*(", a, "/3)*sin(", b, ")")
                    }
                    6 => x!(sort; "0.3*(0.7*", a, ")*cos(", b, ")"),
                    _ => x!(sort; "tanh(", a, ")*", b, "*0.75d0"),
                }
            }
            3 => {
                let other = side(self);
                let (a, b) = (self.real(shape, d), self.real(other, d));
                match self.r.below(3) {
                    0 => x!(sort; a, "/(2.d0 + ", b.clone(), "*", b, ")"),
                    1 => x!(sort; a, "/(1.5d0 + sin(", b, "))"),
                    _ => x!(sort; a, "/sqrt(1.d0 + ", b, "**2)"),
                }
            }
            4 => {
                let a = self.real(shape, d);
                match self.r.below(12) {
                    0 | 1 => x!(sort; "sin(", a, ")"),
                    2 => x!(sort; "cos(", a, ")"),
                    3 => x!(sort; "tanh(", a, ")"),
                    4 => x!(sort; "exp(sin(", a, "))"),
                    5 => x!(sort; "sqrt(1.d0 + ", a.clone(), "*", a, ")"),
                    6 => x!(sort; "log(2.d0 + sin(", a, "))"),
                    7 => x!(sort; "atan(", a, ")"),
                    8 => x!(sort; "abs(", a, ")"),
                    9 => x!(sort; "(-", a, ")"),
                    10 => x!(sort; "0.25d0*", a.clone(), "*", a),
                    _ => x!(sort; "sin(", a, ")**", ["2", "3", "2"][self.r.below(3)]),
                }
            }
            5 => {
                let other = side(self);
                let (a, b) = (self.real(shape, d), self.real(other, d));
                match self.r.below(6) {
                    0 => x!(sort; "max(", a, ", ", b, ")"),
                    1 => x!(sort; "min(", b, ", ", a, ")"),
                    2 => x!(sort; "sign(", a, ", ", b, ")"),
                    3 => x!(sort; "atan2(", a, ", 2.d0 + sin(", b, "))"),
                    4 => x!(sort; "(1.5d0 + sin(", a, "))**sin(", b, ")"),
                    _ => x!(sort; "hypot(1.d0 + abs(", a, "), ", b, ")"),
                }
            }
            6 => {
                let (a, b, m) = (self.real(shape, d), self.real(shape, d), self.mask(shape));
                x!(sort; "merge(", a, ", ", b, ", ", m, ")")
            }
            7 => self.special(shape, d),
            _ if self.s.calls => self.call_in_expression(shape, d),
            _ => self.leaf(shape),
        }
    }

    /// What exists for one shape only.
    fn special(&mut self, shape: Shape, d: usize) -> X {
        if self.s.pure {
            return self.leaf(shape);
        }
        if shape == Shape::Less {
            return self.of_shape(shape, d.min(1));
        }
        // What is inside has lengths of its own.
        let around = self.length.take();
        let made = match shape == Shape::One && self.r.chance(15) {
            true => self.with_length(|g| g.reduced_section(d.min(1))),
            false => self.of_shape(shape, d.min(1)),
        };
        self.length = around;
        made
    }

    /// A number that a section is reduced to.
    fn reduced_section(&mut self, d: usize) -> X {
        let (sort, array) = ((REAL, Shape::One), Shape::Less);
        match self.r.below(8) {
            0 => {
                let (a, m) = (self.real(array, d), self.mask(array));
                x!(sort; "sum(", a, ", mask=", m, ")")
            }
            1 => {
                let (a, b) = (self.real(array, d), self.real(array, d));
                x!(sort; "0.5d0*dot_product(", a, ", ", b, ")")
            }
            2 => {
                let a = self.real(array, d);
                x!(sort; ["maxval(", "minval("][self.r.below(2)], a, ")")
            }
            3 => {
                let a = self.real(array, 0);
                x!(sort; "norm2(1.5d0 + sin(", a, "))")
            }
            _ => {
                let a = self.real(array, d);
                x!(sort; "sum(", a, ")")
            }
        }
    }

    fn of_shape(&mut self, shape: Shape, d: usize) -> X {
        let sort = (REAL, shape);
        let array = [Shape::Whole, Shape::Whole, Shape::Less, Shape::Two, Shape::Square][self.r.below(5)];
        match shape {
            Shape::One => match self.r.below(10) {
                0 | 1 => {
                    let a = self.real(array, d);
                    x!(sort; "sum(", a, ")")
                }
                2 => {
                    let (a, m) = (self.real(array, d), self.mask(array));
                    x!(sort; "sum(", a, ", mask=", m, ")")
                }
                3 => {
                    let a = self.real(array, d);
                    x!(sort; ["maxval(", "minval("][self.r.below(2)], a, ")")
                }
                4 => {
                    let (a, m) = (self.real(array, d), self.mask(array));
                    x!(sort; "max(0.5d0, maxval(", a, ", mask=", m, "))")
                }
                5 => {
                    let line = if array == Shape::Square { Shape::Whole } else { array };
                    let (a, b) = (self.real(line, d), self.real(line, d));
                    x!(sort; "0.5d0*dot_product(", a, ", ", b, ")")
                }
                6 => {
                    let a = self.real(array, 0);
                    x!(sort; "product(sin(", a, "))")
                }
                7 => {
                    let a = self.real(array, 0);
                    x!(sort; "norm2(1.5d0 + sin(", a, "))")
                }
                8 => match self.complex_variable() {
                    Some(z) => x!(sort; "abs((3.d0, 0.d0) + ", z, ")"),
                    None => self.leaf(shape),
                },
                _ => {
                    let a = self.real(array, 0);
                    x!(sort; "real(count(", a, " > 0.5d0), 8)*0.25d0")
                }
            },
            Shape::Whole => match self.r.below(9) {
                0 => {
                    let (a, b) = (self.leaf(Shape::Square), self.real(shape, d));
                    if self.r.chance(50) {
                        x!(sort; "0.25d0*matmul(", a, ", ", b, ")")
                    } else {
                        x!(sort; "0.25d0*matmul(", b, ", ", a, ")")
                    }
                }
                1 => {
                    let a = self.real(Shape::Square, d);
                    let dim = self.r.within(1, 2).to_string();
                    x!(sort; "sum(", a, ", dim=", dim, ")")
                }
                2 => {
                    let (a, m) = (self.real(Shape::Square, d), self.mask(Shape::Square));
                    let dim = self.r.within(1, 2).to_string();
                    x!(sort; "sum(", a, ", ", dim, ", ", m, ")")
                }
                3 => {
                    let a = self.real(Shape::Square, d);
                    let dim = self.r.within(1, 2).to_string();
                    x!(sort; ["maxval(", "minval("][self.r.below(2)], a, ", dim=", dim, ")")
                }
                4 => {
                    let (a, k) = (self.real(shape, d), self.r.within(1, 3).to_string());
                    x!(sort; "cshift(", a, ", ", k, ")")
                }
                5 => {
                    let (a, k) = (self.real(shape, d), ["1", "-1", "2"][self.r.below(3)]);
                    x!(sort; "eoshift(", a, ", ", k, ")")
                }
                6 => {
                    let e: Vec<X> = (0..4).map(|_| self.real(Shape::One, d)).collect();
                    let [a, b, c, e] = e.try_into().expect("four expressions");
                    x!(sort; "[", a, ", ", b, ", ", c, ", ", e, "]")
                }
                7 => {
                    let (a, b) = (self.leaf(Shape::Two), self.leaf(Shape::Two));
                    x!(sort; "[", a, ", ", b, "]")
                }
                _ => {
                    let a = self.real(Shape::Less, d);
                    let e = self.real(Shape::One, 0);
                    x!(sort; "[", a, ", ", e, "]")
                }
            },
            Shape::Square => match self.r.below(5) {
                0 => {
                    let a = self.real(shape, d);
                    x!(sort; "transpose(", a, ")")
                }
                1 => {
                    let (a, b) = (self.leaf(shape), self.leaf(shape));
                    x!(sort; "0.25d0*matmul(", a, ", ", b, ")")
                }
                2 | 3 => {
                    let a = self.real(Shape::Whole, d);
                    let dim = self.r.within(1, 2).to_string();
                    x!(sort; "spread(", a, ", ", dim, ", n)")
                }
                _ => {
                    let a = self.real(shape, d);
                    let dim = self.r.within(1, 2).to_string();
                    x!(sort; "cshift(", a, ", 1, ", dim, ")")
                }
            },
            Shape::Less | Shape::Two => {
                let a = self.real(shape, d);
                x!(sort; "0.5d0*", a)
            }
        }
    }

    fn complex_variable(&mut self) -> Option<X> {
        let list = self.readable(Base::Complex, Shape::One);
        let z = self.r.pick(&list)?;
        Some(self.reference(&z, Shape::One, vec![]))
    }

    /// A complex expression of modulus below about 2.
    pub fn complex(&mut self, depth: usize) -> X {
        let sort = (Base::Complex, Shape::One);
        if depth > 0 && self.r.chance(70) {
            let d = depth - 1;
            let (a, b) = (self.complex(d), self.complex(d));
            return match self.r.below(7) {
                0 => x!(sort; "0.5d0*(", a, " + ", b, ")"),
                1 => x!(sort; "0.5d0*", a, "*", b),
                2 => x!(sort; "conjg(", a, ")"),
                3 => x!(sort; a, "/(2.d0 + abs(", b, "))"),
                4 => x!(sort; "0.5d0*", a, "**2"),
                5 => {
                    let e = self.real(Shape::One, d);
                    x!(sort; a, "*sin(", e, ")")
                }
                _ => x!(sort; "exp((0.d0, 1.d0)*real(", a, "))"),
            };
        }
        match self.complex_variable() {
            Some(z) if self.r.chance(70) => z,
            _ => {
                let (a, b) = (self.real(Shape::One, 1), self.real(Shape::One, 1));
                x!(sort; "cmplx(sin(", a, "), cos(", b, "), 8)")
            }
        }
    }

    /// A test with a value of this shape.
    pub fn mask(&mut self, shape: Shape) -> X {
        if shape == Shape::One {
            return self.test();
        }
        let (a, b) = (self.leaf(shape), self.real(Shape::One, 0));
        x!((Base::Logical, shape); a, [" > ", " < ", " >= "][self.r.below(3)], b)
    }

    /// A test.
    pub fn test(&mut self) -> X {
        let sort = (Base::Logical, Shape::One);
        let around = std::mem::replace(&mut self.s.calls, false);
        let made = match self.r.weighted(&[6, 4, 1, 1]) {
            0 => {
                let (a, b) = (self.real(Shape::One, 1), self.real(Shape::One, 0));
                x!(sort; a, [" > ", " < "][self.r.below(2)], b)
            }
            1 => {
                let (a, k) = (self.index(), self.r.within(1, 4).to_string());
                x!(sort; a, [" > ", " <= ", " == ", " /= "][self.r.below(4)], k)
            }
            2 if !self.s.pure => {
                let (a, b) = (self.leaf(Shape::Whole), self.leaf(Shape::One));
                x!(sort; ["any(", "all("][self.r.below(2)], a, " > ", b, ")")
            }
            _ => {
                let (a, b) = (self.test(), self.test());
                x!(sort; "(", a, [" .and. ", " .or. "][self.r.below(2)], b, ")")
            }
        };
        self.s.calls = around;
        made
    }

    /// A right-hand side: values stay moderate however often it runs.
    pub fn damped(&mut self, shape: Shape) -> X {
        let sort = (REAL, shape);
        let depth = self.r.within(1, 3);
        let e = self.real(shape, depth);
        // Functions that several lines call are not called twice by chance: there is one value.
        if self.s.loops.is_empty() && self.s.escapes.is_empty() && self.r.chance(40) {
            return e;
        }
        match self.r.below(5) {
            0 => x!(sort; "sin(", e, ")"),
            1 => x!(sort; "tanh(", e, ")"),
            2 => {
                let old = self.leaf(shape);
                x!(sort; "0.5d0*", old, " + cos(", e, ")")
            }
            3 => x!(sort; "(", e.clone(), ")/(1.d0 + (", e, ")**2)"),
            _ => {
                let old = self.leaf(shape);
                x!(sort; "sin(", e, ")*", old)
            }
        }
    }
}
