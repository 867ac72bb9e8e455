//! C: which pointers may have been given the value of which, all over the program.
//!
//! A pointer has a name here: that of a variable, or of a member of a structure type. The structures of a type are not told apart; which storage they
//! lead to is known otherwise (`il::zones`). What this knows better is that two pointers are *made* from one: new memory of one helper function, handed out
//! twice, is two places.

use std::collections::{BTreeMap, BTreeSet};

use il::expr::Item;
use il::typing::type_of;
use il::zones::language_of;
use il::{Arg, Expr, ExprKind, Language, Program, RecordId, StmtKind, SymbolId, Type};

use super::walked::place;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Name {
    Variable(SymbolId),
    Member(RecordId, usize),
    /// What a function gives.
    Result(SymbolId),
}

/// Pointers, and those whose values they are given somewhere.
#[derive(Default)]
pub(super) struct Copies {
    given: BTreeMap<Name, BTreeSet<Name>>,
}

impl Copies {
    pub(super) fn new(p: &Program) -> Copies {
        let mut out = Copies::default();
        for (s, _) in p.symbols.iter() {
            if let Some(init) = p.variable(s).and_then(|v| v.init.as_ref()).filter(|_| language_of(p, s) == Language::C)
            {
                out.gives(p, Name::Variable(s), init);
            }
        }
        for (_, u) in p.units.iter().filter(|(_, u)| u.language.points_by_address()) {
            u.walk(&u.body, &mut |_, s| {
                if let StmtKind::Assign { lhs, rhs } = &s.kind
                    && !matches!(type_of(p, lhs), Type::Scalar(_))
                {
                    names(p, lhs).into_iter().for_each(|to| out.gives(p, to, rhs));
                    out.copies(p, lhs, rhs);
                }
                if let (StmtKind::Return(Some(value)), Some(function)) = (&s.kind, u.symbol) {
                    out.gives(p, Name::Result(function), value);
                }
                s.kind.each_call(&mut |callee, args| out.hands(p, callee, args));
            });
        }
        out
    }

    /// Whether some pointer leads to where both may lead, or one of them was given the other's value.
    pub(super) fn may_be_one(&self, p: &Program, x: &Expr, y: &Expr) -> bool {
        let (own, others) = (self.sources(p, x), self.sources(p, y));
        let start = |e: &Expr| names(p, e);
        !own.is_disjoint(&others)
            || start(y).iter().any(|n| own.contains(n))
            || start(x).iter().any(|n| others.contains(n))
    }

    /// What a pointer is given, and what that is given, and so on. Pointers behind the result of a function are not among them, only what has no other name.
    fn sources(&self, p: &Program, e: &Expr) -> BTreeSet<Name> {
        let mut seen: BTreeSet<(Name, bool)> = BTreeSet::new();
        let mut todo: Vec<(Name, bool)> = names(p, e).into_iter().map(|n| (n, false)).collect();
        while let Some((name, made)) = todo.pop() {
            for &next in self.given.get(&name).into_iter().flatten() {
                let next = (next, made || matches!(next, Name::Result(_)));
                if seen.insert(next) {
                    todo.push(next);
                }
            }
        }
        let is_object =
            |n: &Name| matches!(n, Name::Variable(s) if !matches!(p.symbol_type(*s), Some(Type::Pointer { .. })));
        seen.into_iter().filter(|(n, made)| !made || is_object(n)).map(|(n, _)| n).collect()
    }

    fn gives(&mut self, p: &Program, to: Name, value: &Expr) {
        match &value.uncast().bare().kind {
            ExprKind::Structure { record, args } => {
                for (k, a) in args.iter().enumerate() {
                    self.gives(p, Name::Member(*record, k), &a.value);
                }
            }
            ExprKind::Constructor { items, .. } => {
                for item in items {
                    if let Item::Value(e) = item {
                        self.gives(p, to, e);
                    }
                }
            }
            _ if leads(&type_of(p, value)) => {
                let from = names(p, value);
                // Through the address of a pointer its value is changed.
                let to_pointer = matches!(type_of(p, value), Type::Pointer { to, .. } if leads(&to));
                for n in &from {
                    if to_pointer {
                        self.given.entry(*n).or_default().insert(to);
                    }
                    if *n != to {
                        self.given.entry(to).or_default().insert(*n);
                    }
                }
                let again = !matches!(value.uncast().bare().kind, ExprKind::Binary(..)) && from.contains(&to);
                // `u.v = w.v`; not `p = p + 1`.
                if again && matches!(to, Name::Member(..)) {
                    self.given.entry(to).or_default().insert(to);
                }
            }
            _ => {}
        }
    }

    /// A structure that is given the values of another one: their pointers lead to the same.
    fn copies(&mut self, p: &Program, lhs: &Expr, rhs: &Expr) {
        let (Type::Record(record), true) = (type_of(p, lhs), rhs.bare().is_reference()) else { return };
        for (k, f) in p.records[record].fields.iter().enumerate() {
            if matches!(f.ty, Type::Pointer { .. }) {
                let member = Name::Member(record, k);
                self.given.entry(member).or_default().insert(member);
            }
        }
    }

    fn hands(&mut self, p: &Program, callee: SymbolId, args: &[Arg]) {
        let Some(unit) = p.callee(callee) else { return };
        for (dummy, a) in p.units[unit].params.iter().zip(args) {
            self.gives(p, Name::Variable(*dummy), &a.value);
        }
    }
}

/// A pointer, or an array, whose name is one.
fn leads(ty: &Type) -> bool {
    matches!(ty, Type::Pointer { .. } | Type::Array { .. })
}

/// The names of the pointers, or arrays, that an address is made from.
fn names(p: &Program, e: &Expr) -> Vec<Name> {
    let e = e.uncast().bare();
    match &e.kind {
        ExprKind::Cond { yes, no, .. } => [yes, no].into_iter().flat_map(|x| names(p, x)).collect(),
        ExprKind::Call { callee, .. } => vec![Name::Result(*callee)],
        ExprKind::Var(s) => vec![Name::Variable(*s)],
        ExprKind::Field { record, field, .. } => vec![Name::Member(*record, *field)],
        ExprKind::Index { base, .. } | ExprKind::Deref(base) => names(p, base),
        _ => match place(p, e).map(|(base, _)| base) {
            Some(base) if base != *e => names(p, &base),
            _ => Vec::new(),
        },
    }
}
