//! C: pointers that lead to several elements, as far as the program shows: what is indexed by anything but 0, or counted on from. How many there are only
//! the user can say.

use std::collections::BTreeSet;

use il::typing::type_of;
use il::{BinaryOp, Expr, ExprKind, Program, RecordId, StmtKind, Subscript, SymbolId, Type, UnaryOp, UnitId};

use super::places::{Callable, Leaf, Step};

/// A variable or a component, and how many times it is followed or indexed before.
type Pointer = (Base, usize);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Base {
    Variable(SymbolId),
    Component(RecordId, usize),
}

/// The pointers of some procedures that lead to more than one element.
pub struct Sequences(BTreeSet<Pointer>);

impl Sequences {
    /// Of what these procedures do.
    pub fn of(program: &Program, units: &[UnitId]) -> Sequences {
        let mut search = Search { program, found: BTreeSet::new(), flows: Vec::new() };
        for &unit in units.iter().filter(|u| program.units[**u].language == il::Language::C) {
            let u = &program.units[unit];
            u.walk(&u.body, &mut |_, s| search.statement(&s.kind));
        }
        let Search { mut found, flows, .. } = search;
        loop {
            let before = found.len();
            let new = flows.iter().filter(|(to, _)| found.contains(to)).map(|(_, from)| *from).collect::<Vec<_>>();
            found.extend(new);
            if found.len() == before {
                return Sequences(found);
            }
        }
    }

    /// Whether the step at this position of the way to a leaf leads to several elements.
    pub fn has(&self, callable: &Callable, leaf: &Leaf, at: usize) -> bool {
        let (mut base, mut level) = (Base::Variable(callable.roots[leaf.root].symbol), 0);
        for step in &leaf.steps[..at] {
            match step {
                Step::Field(r, k) => (base, level) = (Base::Component(*r, *k), 0),
                Step::Elements { .. } => level += 1,
            }
        }
        self.0.contains(&(base, level))
    }
}

struct Search<'p> {
    program: &'p Program,
    found: BTreeSet<Pointer>,
    /// Pointers that get their values from others: what the first leads to the second does, too.
    flows: Vec<(Pointer, Pointer)>,
}

impl Search<'_> {
    fn statement(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::Assign { lhs, rhs } => self.given(pointer(lhs), rhs),
            StmtKind::Call { callee, args, .. } => self.call(*callee, args),
            _ => {}
        }
        let mut all = Vec::new();
        kind.exprs(&mut |e| e.walk(&mut |x| all.push(x.clone())));
        all.iter().for_each(|x| self.expression(x));
    }

    fn expression(&mut self, e: &Expr) {
        let leads = |x: &Expr| matches!(type_of(self.program, x), Type::Pointer { .. } | Type::Array { .. });
        match &e.kind {
            ExprKind::Index { base, subs } => {
                let first = matches!(subs.as_slice(), [Subscript::At(k)] if k.as_int() == Some(0));
                if !first {
                    self.found.extend(pointer(base));
                }
            }
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, l, r) => {
                let counted = [l, r].map(|x| leads(x));
                // The distance of two is no step.
                match counted {
                    [true, false] => self.found.extend(pointer(l)),
                    [false, true] => self.found.extend(pointer(r)),
                    _ => {}
                }
            }
            ExprKind::Call { callee, args } => self.call(*callee, args),
            _ => {}
        }
    }

    fn call(&mut self, callee: SymbolId, args: &[il::Arg]) {
        let Some(unit) = self.program.callee(callee) else { return };
        let params = self.program.units[unit].params.clone();
        for (dummy, arg) in params.into_iter().zip(args) {
            self.given(Some((Base::Variable(dummy), 0)), &arg.value);
        }
    }

    fn given(&mut self, to: Option<Pointer>, value: &Expr) {
        let values = match &value.kind {
            ExprKind::Cond { yes, no, .. } => vec![&**yes, &**no],
            _ => vec![value],
        };
        for value in values {
            self.flows.extend(to.zip(pointer(value)));
        }
    }
}

/// The pointer that an expression is, or counts on from.
fn pointer(e: &Expr) -> Option<Pointer> {
    match &e.kind {
        ExprKind::Var(s) => Some((Base::Variable(*s), 0)),
        ExprKind::Field { record, field, .. } => Some((Base::Component(*record, *field), 0)),
        ExprKind::Index { base, .. } | ExprKind::Deref(base) => pointer(base).map(|(b, level)| (b, level + 1)),
        ExprKind::Unary(UnaryOp::Paren, x) | ExprKind::Cast(_, x) => pointer(x),
        ExprKind::Address(x) => match &x.kind {
            ExprKind::Index { base, .. } | ExprKind::Deref(base) => pointer(base),
            _ => None,
        },
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, l, r) => pointer(l).or_else(|| pointer(r)),
        _ => None,
    }
}
