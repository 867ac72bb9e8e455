//! `memcpy` between numbers in a row and structures that are made of such numbers alone: `memcpy(&v, p, sizeof v)` of a point with three coordinates.
//! It becomes one assignment for each component, in both modes: the structure of derivatives need not have all of them. One number is an assignment too.

use il::{BinaryOp, Expr, ExprKind, StmtKind, Type, Upper, fold};

use super::{Spread, element, target};

impl Spread<'_> {
    /// Copies `bytes` from a row into structures, or the other way round. False: it is something else.
    pub(super) fn row_copy(&mut self, to: &Expr, from: &Expr, bytes: &Expr, out: &mut Vec<StmtKind>) -> bool {
        let (structures, row, into) = match (self.pointed_at(to), self.pointed_at(from)) {
            (Some(Type::Record(_)), Some(Type::Scalar(_))) => (to, from, true),
            (Some(Type::Scalar(_)), Some(Type::Record(_))) => (from, to, false),
            _ => return false,
        };
        let (Some(whole), Some(number)) = (self.pointed_at(structures), self.pointed_at(row)) else { return false };
        let Some(size) = self.numbers_in(&whole, &number).filter(|_| self.p.is_differentiable(&number)) else {
            return false;
        };
        let several = self.count(bytes, &whole).or_else(|| {
            let numbers = self.count(bytes, &number).and_then(|n| fold::integer(self.p, &n))?;
            (numbers % size == 0).then(|| Expr::int(numbers / size))
        });
        let Some(count) = several else { return false };
        if count.as_int() == Some(1) {
            self.spread_on(&target(structures), &whole, row, &Expr::int(0), into, out);
            return true;
        }
        let var = self.counter(&count);
        let first = times(Expr::var(var), size);
        let mut parts = Vec::new();
        self.spread_on(&element(structures, Expr::var(var)), &whole, row, &first, into, &mut parts);
        out.push(self.counted(var, Expr::int(0), fold::sub(&count, &Expr::int(1)), parts));
        true
    }

    /// Copies one number to the place whose address is given. False: it is something else.
    pub(super) fn number_copy(&mut self, to: &Expr, from: &Expr, bytes: &Expr, out: &mut Vec<StmtKind>) -> bool {
        let Some(number @ Type::Scalar(_)) = self.pointed_at(to) else { return false };
        let one = self.count(bytes, &number).and_then(|n| n.as_int()) == Some(1);
        let known = matches!(to.kind, ExprKind::Address(_)) && self.pointed_at(from).as_ref() == Some(&number);
        if !one || !known || !self.p.is_differentiable(&number) {
            return false;
        }
        out.push(StmtKind::Assign { lhs: target(to), rhs: target(from) });
        true
    }

    /// How many numbers of one type a type is made of, if of nothing else.
    fn numbers_in(&self, ty: &Type, number: &Type) -> Option<i64> {
        match ty {
            Type::Scalar(_) => (ty == number).then_some(1),
            Type::Array { elem, dims } => {
                let extent = |d: &il::Dim| match &d.upper {
                    Upper::At(e) => fold::integer(self.p, e),
                    Upper::Assumed | Upper::Deferred => None,
                };
                dims.iter().try_fold(self.numbers_in(elem, number)?, |n, d| Some(n * extent(d)?))
            }
            Type::Record(r) if !self.p.records[*r].opaque && !self.p.records[*r].fields.is_empty() => {
                self.p.records[*r].fields.iter().try_fold(0, |n, f| Some(n + self.numbers_in(&f.ty, number)?))
            }
            _ => None,
        }
    }

    /// Assignments between the parts of a structure and the numbers of a row from `first` on.
    fn spread_on(&mut self, part: &Expr, ty: &Type, row: &Expr, first: &Expr, into: bool, out: &mut Vec<StmtKind>) {
        match ty {
            Type::Record(record) => {
                let mut first = first.clone();
                for (field, f) in self.p.records[*record].fields.clone().into_iter().enumerate() {
                    let inner = ExprKind::Field { base: Box::new(part.clone()), record: *record, field }.into();
                    self.spread_on(&inner, &f.ty, row, &first, into, out);
                    first = fold::add(&first, &Expr::int(self.size_in(row, &f.ty)));
                }
            }
            Type::Array { elem, dims } => {
                let Some(Upper::At(extent)) = dims.first().map(|d| &d.upper) else { return };
                let var = self.counter(extent);
                let at = times(Expr::var(var), self.size_in(row, elem));
                let inner = Expr::index(part.clone(), vec![Expr::var(var)]);
                let mut parts = Vec::new();
                self.spread_on(&inner, elem, row, &fold::add(first, &at), into, &mut parts);
                out.push(self.counted(var, Expr::int(0), fold::sub(extent, &Expr::int(1)), parts));
            }
            _ => {
                let number = element(row, first.clone());
                let (lhs, rhs) = if into { (part.clone(), number) } else { (number, part.clone()) };
                out.push(StmtKind::Assign { lhs, rhs });
            }
        }
    }

    fn size_in(&self, row: &Expr, ty: &Type) -> i64 {
        self.pointed_at(row).and_then(|number| self.numbers_in(ty, &number)).unwrap_or(0)
    }
}

/// `e*n`.
fn times(e: Expr, n: i64) -> Expr {
    if n == 1 { e } else { Expr::binary(BinaryOp::Mul, e, Expr::int(n)) }
}
