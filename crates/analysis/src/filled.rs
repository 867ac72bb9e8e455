//! Parts of one array that surely have been set, as boxes whose bounds are polynomials.
//!
//! A box stands for the elements `a[q0][q1]…` with `lo0 ≤ q0 ≤ hi0`, `lo1 ≤ q1 ≤ hi1` and so on; bounds may name the other coordinates ([`Term::Free`]),
//! which makes triangles. With a stride `n`, the two coordinates of an array of one dimension are those of `a[q0*n + q1]`. A box whose upper bound lies
//! below its lower one says nothing.

use crate::affine::{Affine, Term};

/// More boxes are not remembered.
const MOST_BOXES: usize = 40;

/// How many facts one inequality may be put together from.
const DEPTH: usize = 6;

/// What divides the index of an array of one dimension into two.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Stride {
    /// A variable.
    Term(Term),
    /// A number.
    Number(i128),
}

/// The place of an element: its coordinates, as they are or divided by a stride.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Point {
    pub stride: Option<Stride>,
    pub at: Vec<Affine>,
}

/// Elements that have been set.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Filled {
    stride: Option<Stride>,
    dims: Vec<(Affine, Affine)>,
}

/// What is known at a point of the program: elements that have been set, and polynomials that are not negative.
#[derive(Clone, Default, Debug)]
pub(crate) struct Known {
    pub filled: Vec<Filled>,
    pub facts: Vec<Affine>,
}

/// The ways to write the indices of an element.
pub(crate) fn points(at: Vec<Affine>) -> Vec<Point> {
    let mut out = Vec::new();
    if let [index] = at.as_slice() {
        for stride in index.strides() {
            let (quotient, rest) = index.split(stride);
            out.push(Point { stride: Some(Stride::Term(stride)), at: vec![quotient, rest] });
        }
        let mut factors: Vec<i128> = index.terms().filter(|(m, c)| !m.is_empty() && *c > 1).map(|(_, c)| c).collect();
        factors.sort();
        factors.dedup();
        for factor in factors {
            let (quotient, rest) = index.split_by(factor);
            out.push(Point { stride: Some(Stride::Number(factor)), at: vec![quotient, rest] });
        }
    }
    out.push(Point { stride: None, at });
    out
}

/// Whether `e ≥ 0` follows from facts `f ≥ 0`.
pub(crate) fn not_negative(e: &Affine, facts: &[&Affine]) -> bool {
    fn follows(e: &Affine, facts: &[&Affine], depth: usize) -> bool {
        if let Some(value) = e.as_constant() {
            return value >= 0;
        }
        let Some((monomial, c)) = e.terms().find(|(m, _)| !m.is_empty()).filter(|_| depth > 0) else { return false };
        facts.iter().any(|f| {
            let factor = f.terms().find(|(m, _)| *m == monomial).map(|(_, of)| (c / of, c % of));
            matches!(factor, Some((n, 0)) if n > 0
                && e.plus(f, -n).is_some_and(|rest| follows(&rest, facts, depth - 1)))
        })
    }
    follows(e, facts, DEPTH)
}

/// `a ≤ b`.
fn at_most(a: &Affine, b: &Affine, facts: &[&Affine]) -> bool {
    b.plus(a, -1).is_some_and(|e| not_negative(&e, facts))
}

impl Filled {
    /// One element.
    pub fn of(point: Point) -> Filled {
        Filled { stride: point.stride, dims: point.at.into_iter().map(|e| (e.clone(), e)).collect() }
    }

    /// All of an array with these extents.
    pub fn whole(extents: &[i128]) -> Filled {
        let dims = extents.iter().map(|n| (Affine::constant(0), Affine::constant(n - 1))).collect();
        Filled { stride: None, dims }
    }

    /// Whether it speaks of a term.
    pub fn mentions(&self, gone: &dyn Fn(Term) -> bool) -> bool {
        matches!(self.stride, Some(Stride::Term(t)) if gone(t))
            || self.dims.iter().any(|(lo, hi)| any_term(lo, gone) || any_term(hi, gone))
    }

    /// The same with a value in the place of a term.
    pub fn with(&self, term: Term, value: &Affine) -> Option<Filled> {
        if self.stride == Some(Stride::Term(term)) {
            let other = match value.terms().collect::<Vec<_>>().as_slice() {
                [([only], 1)] => Stride::Term(*only),
                [] => return None,
                _ => Stride::Number(value.as_constant()?),
            };
            return Filled { stride: Some(other), ..self.clone() }.with(term, value);
        }
        let dims = self.dims.iter().map(|(lo, hi)| Some((lo.with(term, value)?, hi.with(term, value)?)));
        Some(Filled { stride: self.stride.clone(), dims: dims.collect::<Option<_>>()? })
    }

    /// What all turns of a loop set whose variable runs from `least` to `greatest` (in either direction), a step of ±1 if `each`.
    pub fn over(&self, var: Term, least: &Affine, greatest: &Affine, each: bool) -> Option<Filled> {
        let of_var = |t: Term| t == var;
        let range = |e: &Affine| Some((e.with(var, least)?, e.with(var, greatest)?));
        for (k, (lo, hi)) in self.dims.iter().enumerate().filter(|_| each) {
            let others = |other: usize| {
                other != k && any_term(&self.dims[other].0, &of_var) | any_term(&self.dims[other].1, &of_var)
            };
            let Some(sign) = lo.coefficient_of(var) else { continue };
            // One element a turn: the turn is known by its coordinate.
            if lo == hi && sign.abs() == 1 {
                let free = Affine::term(Term::Free(k as u32));
                let rest = lo.plus(&Affine::term(var), -sign)?;
                let turn = free.plus(&rest, -1)?.times(&Affine::constant(sign))?;
                let mut dims = self.dims.clone();
                for (other, (l, h)) in dims.iter_mut().enumerate().filter(|(o, _)| *o != k) {
                    assert_ne!(other, k);
                    (*l, *h) = (l.with(var, &turn)?, h.with(var, &turn)?);
                }
                let (first, last) = range(lo)?;
                dims[k] = if sign > 0 { (first, last) } else { (last, first) };
                return Some(Filled { stride: self.stride.clone(), dims });
            }
            // Several in a row, the next turn's begin one further.
            let length = hi.plus(lo, -1)?.as_constant();
            if sign == 1 && length.is_some_and(|n| n >= 0) && !(0..self.dims.len()).any(others) {
                let mut dims = self.dims.clone();
                dims[k] = range(lo)?;
                return Some(Filled { stride: self.stride.clone(), dims });
            }
        }
        None
    }

    /// What must not be negative for an element to be in it.
    fn conditions(&self, point: &Point) -> Option<Vec<Affine>> {
        let put = |e: &Affine| {
            let place = |e: Affine, (k, at): (usize, &Affine)| e.with(Term::Free(k as u32), at);
            point.at.iter().enumerate().try_fold(e.clone(), place)
        };
        let matches = self.stride == point.stride && self.dims.len() == point.at.len();
        let mut out = Vec::new();
        for ((lo, hi), at) in self.dims.iter().zip(&point.at).filter(|_| matches) {
            out.push(at.plus(&put(lo)?, -1)?);
            out.push(put(hi)?.plus(at, -1)?);
        }
        matches.then_some(out)
    }

    /// Whether an element is in it.
    fn has(&self, point: &Point, facts: &[&Affine]) -> bool {
        self.conditions(point).is_some_and(|all| all.iter().all(|c| not_negative(c, facts)))
    }

    /// Where one condition decides whether an element is in it: what is not negative if it is not.
    fn decided(&self, point: &Point, facts: &[&Affine]) -> Option<Affine> {
        let conditions = self.conditions(point)?;
        let mut open = conditions.iter().filter(|c| !not_negative(c, facts));
        let (Some(only), None) = (open.next(), open.next()) else { return None };
        Affine::constant(-1).plus(only, -1)
    }

    /// Both together, where they differ in one dimension and meet there.
    fn merged(&self, other: &Filled, facts: &[&Affine]) -> Option<Filled> {
        if self.stride != other.stride || self.dims.len() != other.dims.len() {
            return None;
        }
        let mut differ = (0..self.dims.len()).filter(|k| self.dims[*k] != other.dims[*k]);
        let (Some(k), None) = (differ.next(), differ.next()) else { return None };
        let ((a, b), (c, d)) = (&self.dims[k], &other.dims[k]);
        let next = b.plus(&Affine::constant(1), 1)?;
        at_most(c, &next, facts).then(|| {
            let mut dims = self.dims.clone();
            dims[k] = (a.clone(), d.clone());
            Filled { stride: self.stride.clone(), dims }
        })
    }
}

impl Known {
    fn facts(&self) -> Vec<&Affine> {
        self.facts.iter().collect()
    }

    /// Adds elements, and what they make together with others.
    pub fn fill(&mut self, new: Filled) {
        let mut todo = vec![new];
        while let Some(next) = todo.pop() {
            if self.filled.contains(&next) || self.filled.len() >= MOST_BOXES {
                continue;
            }
            let facts = self.facts();
            for known in &self.filled {
                todo.extend(known.merged(&next, &facts));
                todo.extend(next.merged(known, &facts));
            }
            self.filled.push(next);
        }
    }

    /// Whether an element has been set; `inside`: what is known of its indices.
    pub fn has(&self, at: &[Affine], inside: &[Affine]) -> bool {
        let facts: Vec<&Affine> = self.facts.iter().chain(inside).collect();
        points(at.to_vec()).iter().any(|p| {
            let has = |facts: &[&Affine]| self.filled.iter().any(|f| f.has(p, facts));
            has(&facts)
                || self.filled.iter().any(|f| {
                    let other = f.decided(p, &facts);
                    other.is_some_and(|o| has(&facts.iter().copied().chain([&o]).collect::<Vec<_>>()))
                })
        })
    }

    /// Whether all of a box has been set.
    fn covers(&self, part: &Filled) -> bool {
        let free = |k: usize| Affine::term(Term::Free(k as u32));
        let at: Vec<Affine> = (0..part.dims.len()).map(free).collect();
        let bounds = part.dims.iter().zip(&at).flat_map(|((lo, hi), at)| [at.plus(lo, -1), hi.plus(at, -1)]);
        let Some(bounds) = bounds.collect::<Option<Vec<_>>>() else { return false };
        let facts: Vec<&Affine> = self.facts.iter().chain(&bounds).collect();
        let point = Point { stride: part.stride.clone(), at };
        self.filled.contains(part) || self.filled.iter().any(|f| f.has(&point, &facts))
    }

    /// What holds whichever of two ways was taken.
    pub fn either(self, other: Known) -> Known {
        let mine: Vec<Filled> = self.filled.iter().filter(|f| other.covers(f)).cloned().collect();
        let theirs: Vec<Filled> = other.filled.iter().filter(|f| self.covers(f)).cloned().collect();
        let facts = self.facts.iter().filter(|f| not_negative(f, &other.facts())).cloned().collect();
        let mut out = Known { filled: Vec::new(), facts };
        mine.into_iter().chain(theirs).for_each(|f| out.fill(f));
        out
    }

    /// Forgets what is said with terms that have another value now.
    pub fn forget(&mut self, gone: &dyn Fn(Term) -> bool) {
        self.filled.retain(|f| !f.mentions(gone));
        self.facts.retain(|f| !any_term(f, gone));
    }
}

/// Whether a polynomial names one of these.
pub(crate) fn any_term(e: &Affine, which: &dyn Fn(Term) -> bool) -> bool {
    e.terms().any(|(monomial, _)| monomial.iter().any(|t| which(*t)))
}
