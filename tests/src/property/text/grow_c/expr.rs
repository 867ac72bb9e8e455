//! Random expressions whose values stay moderate.

use super::Grower;
use super::scope::{Form, Var};
use crate::property::text::sheet::{Base, Part, Shape, Sort, X, parts, x};

pub const REAL: Sort = (Base::Real, Shape::One);
const INDEX: Sort = (Base::Index, Shape::One);
const TEST: Sort = (Base::Logical, Shape::One);

impl Grower {
    /// How the number of elements is written.
    pub fn n(&self) -> &'static str {
        if self.n_is_parameter { "n" } else { "N" }
    }

    fn index_constant(&mut self) -> X {
        x!(INDEX; self.r.below(4).to_string())
    }

    /// A counter, an integer or a number.
    pub fn index_simple(&mut self) -> X {
        let ints = self.s.ints.iter().map(|i| i.0.clone()).filter(|i| !i.contains('#'));
        let names: Vec<String> = self.s.counters.iter().cloned().chain(ints).collect();
        match self.r.pick(&names) {
            Some(name) if self.r.chance(80) => x!(INDEX; name),
            _ => self.index_constant(),
        }
    }

    /// An index from 0 to n - 1.
    pub fn index(&mut self) -> X {
        let n = self.n();
        match self.r.weighted(&[3, 10, 2]) {
            1 => {
                let Some(c) = self.r.pick(&self.s.counters) else { return self.index_simple() };
                match self.r.below(7) {
                    0 => x!(INDEX; format!("({c} + 1) % {n}")),
                    1 => x!(INDEX; format!("{n} - 1 - {c}")),
                    2 => x!(INDEX; format!("({c} > 0 ? {c} - 1 : 0)")),
                    _ => x!(INDEX; c),
                }
            }
            2 => {
                let (i, j) = (self.index_simple(), self.index_simple());
                x!(INDEX; "(", i, " + ", j, format!(") % {n}"))
            }
            _ => self.index_simple(),
        }
    }

    /// A variable with indices for `#`, and what stands behind it.
    pub fn reference(&mut self, v: &Var, behind: Vec<Part>) -> X {
        self.s.uses_globals |= v.global;
        let mut parts = Vec::new();
        for (k, piece) in v.name.split('#').enumerate() {
            if k > 0 {
                parts.push(Part::Expr(self.index_simple()));
            }
            parts.push(Part::Text(piece.into()));
        }
        parts.extend(behind);
        X { sort: REAL, parts }
    }

    /// A number in a variable.
    pub fn number(&mut self, v: &Var) -> X {
        match v.form {
            Form::One => self.reference(v, vec![]),
            Form::Row => {
                let i = self.index();
                if v.name.starts_with(|c: char| c.is_alphabetic())
                    && !v.name.contains(['.', '-', '['])
                    && self.r.chance(8)
                {
                    return self.reference(&Var { name: format!("*({} + ", v.name), ..v.clone() }, parts![i, ")"]);
                }
                self.reference(v, parts!["[", i, "]"])
            }
            Form::Matrix => {
                let (i, j) = (self.index(), self.index());
                self.reference(v, parts!["[", i, "][", j, "]"])
            }
        }
    }

    /// A variable, an element or a constant.
    pub fn leaf(&mut self) -> X {
        let form = [Form::One, Form::One, Form::Row, Form::Row, Form::Matrix][self.r.below(5)];
        let list: Vec<Var> = self.s.vars.iter().filter(|v| v.form == form).cloned().collect();
        match self.r.pick(&list) {
            Some(v) if self.r.chance(88) => self.number(&v),
            _ if self.r.chance(25) => {
                let i = self.index_simple();
                x!(REAL; "0.25*", i)
            }
            _ => x!(REAL; ["0.5", "1.5", "0.75", "2.0", "0.125"][self.r.below(5)]),
        }
    }

    /// An expression of moderate size.
    pub fn real(&mut self, depth: usize) -> X {
        if depth == 0 {
            return self.leaf();
        }
        let d = depth - 1;
        let a = self.real(d);
        match self.r.weighted(&[2, 5, 5, 2, 6, 2, 2, 2]) {
            0 => self.leaf(),
            1 => {
                let b = self.real(d);
                x!(REAL; "(", a, [" + ", " - "][self.r.below(2)], b, ")")
            }
            2 => {
                let b = self.real(d);
                match self.r.below(8) {
                    0 | 1 => x!(REAL; "sin(", a, ")*", b),
                    2 => x!(REAL; b, "*cos(", a, ")"),
                    3 => x!(REAL; "0.5*", a, "*", b),
                    // Factors that are integers, or of single precision.
                    4 => {
                        let i = self.index_simple();
                        x!(REAL; "(", i, "/2)*(", a, "*", b, ")")
                    }
                    5 => {
                        let i = self.index_simple();
                        x!(REAL; i, "*(", a, "/3)*sin(", b, ")")
                    }
                    6 => x!(REAL; "0.3f*(0.7f*", a, ")*cos(", b, ")"),
                    _ => x!(REAL; "tanh(", a, ")*", b, "*0.75"),
                }
            }
            3 => {
                let b = self.real(d);
                match self.r.below(3) {
                    0 => x!(REAL; a, "/(2.0 + ", b.clone(), "*", b, ")"),
                    1 => x!(REAL; a, "/(1.5 + sin(", b, "))"),
                    _ => x!(REAL; a, "/sqrt(1.0 + pow(", b, ", 2))"),
                }
            }
            4 => match self.r.below(12) {
                0 | 1 => x!(REAL; "sin(", a, ")"),
                2 => x!(REAL; "cos(", a, ")"),
                3 => x!(REAL; "tanh(", a, ")"),
                4 => x!(REAL; "exp(sin(", a, "))"),
                5 => x!(REAL; "sqrt(1.0 + ", a.clone(), "*", a, ")"),
                6 => x!(REAL; "log(2.0 + sin(", a, "))"),
                7 => x!(REAL; "atan(", a, ")"),
                8 => x!(REAL; "fabs(", a, ")"),
                9 => x!(REAL; "(-", a, ")"),
                10 => x!(REAL; "0.25*", a.clone(), "*", a),
                _ => x!(REAL; "pow(sin(", a, "), ", ["2", "3.0"][self.r.below(2)], ")"),
            },
            5 => {
                let b = self.real(d);
                match self.r.below(6) {
                    0 => x!(REAL; "fmax(", a, ", ", b, ")"),
                    1 => x!(REAL; "fmin(", b, ", ", a, ")"),
                    2 => x!(REAL; "pow(1.5 + sin(", a, "), sin(", b, "))"),
                    3 => x!(REAL; "atan2(", a, ", 2.0 + sin(", b, "))"),
                    4 => x!(REAL; "copysign(", a, ", ", b, ")"),
                    _ => x!(REAL; "hypot(1.0 + fabs(", a, "), ", b, ")"),
                }
            }
            6 => {
                let (b, t) = (self.real(d), self.test());
                x!(REAL; "(", t, " ? ", a, " : ", b, ")")
            }
            _ if self.s.calls && self.function => {
                let b = self.real(d);
                x!(REAL; "f(", a, ", ", b, ")")
            }
            _ => a,
        }
    }

    /// A test.
    pub fn test(&mut self) -> X {
        let around = std::mem::replace(&mut self.s.calls, false);
        let made = match self.r.weighted(&[6, 4, 1, 1]) {
            0 => {
                let (a, b) = (self.real(1), self.leaf());
                x!(TEST; a, [" > ", " < "][self.r.below(2)], b)
            }
            1 => {
                let (a, k) = (self.index_simple(), self.r.below(4).to_string());
                x!(TEST; a, [" > ", " <= ", " == ", " != "][self.r.below(4)], k)
            }
            2 => {
                let a = self.test();
                x!(TEST; "!(", a, ")")
            }
            _ => {
                let (a, b) = (self.test(), self.test());
                x!(TEST; "((", a, [") && (", ") || ("][self.r.below(2)], b, "))")
            }
        };
        self.s.calls = around;
        made
    }

    /// A right-hand side: values stay moderate however often it runs.
    pub fn damped(&mut self) -> X {
        let depth = self.r.within(1, 3);
        let e = self.real(depth);
        if self.s.loops == 0 && self.s.escapes.is_empty() && self.r.chance(40) {
            return e;
        }
        match self.r.below(4) {
            0 => x!(REAL; "sin(", e, ")"),
            1 => x!(REAL; "tanh(", e, ")"),
            2 => {
                let old = self.leaf();
                x!(REAL; "0.5*", old, " + cos(", e, ")")
            }
            _ => {
                let old = self.leaf();
                x!(REAL; "sin(", e, ")*", old)
            }
        }
    }
}
