//! Which symbols hold derivatives.
//!
//! The maps of the derivative procedures name the derivatives of the user's variables. Temporaries follow: a local that a generator made is a
//! derivative when one is assigned to it, or when it stands where a derivative procedure takes one.

use std::collections::BTreeSet;

use il::expr::{Arg, Expr, ExprKind};
use il::intrinsics::Class;
use il::{Program, StmtKind, SymbolId, Type, UnitId};

use super::Lift;
use crate::output::Output;

impl Lift<'_> {
    /// Fills in the sets of symbols and types.
    pub(super) fn find_derivatives(&mut self, output: &Output) {
        let p = &output.program;
        let mut originals: BTreeSet<SymbolId> = BTreeSet::new();
        for d in &output.derivatives {
            originals.extend(d.maps.symbols.values());
            self.records.extend(d.maps.records.iter().filter(|(old, new)| old != new).map(|(_, new)| *new));
            for &s in d.maps.derivatives.values() {
                // What is behind a `void *` is lifted where it has a type; a derivative type may have nothing but such members.
                let of_derivatives = |t: &il::Type| t.record().is_some_and(|r| self.records.contains(&r));
                let numbers = |t: &il::Type| p.is_differentiable(t) || t.is_void_pointer() || of_derivatives(t);
                if !self.is_pointwise(p, s) && p.symbol_type(s).is_some_and(numbers) {
                    self.derivatives.insert(s);
                }
            }
        }
        self.derivatives.extend(self.marks.bodies.values().flatten());
        self.records.extend(self.marks.records.iter().copied());
        let marked = self.marks.derivatives.iter().filter(|s| !self.is_pointwise(p, **s));
        self.derivatives.extend(marked.copied().collect::<Vec<_>>());
        loop {
            let mut found = BTreeSet::new();
            for &unit in self.lifted.keys() {
                self.followers(p, unit, &mut found);
            }
            let known = |s: &SymbolId| self.derivatives.contains(s) || self.marks.measures.contains(s);
            found.retain(|s| !originals.contains(s) && !known(s));
            if found.is_empty() {
                return;
            }
            self.derivatives.extend(found);
        }
    }

    fn is_pointwise(&self, p: &Program, symbol: SymbolId) -> bool {
        p.home(symbol).is_some_and(|u| self.pointwise.contains(&u))
    }

    /// Locals of `unit` to which derivatives flow.
    fn followers(&self, p: &Program, unit: UnitId, found: &mut BTreeSet<SymbolId>) {
        let u = &p.units[unit];
        let mut add = |e: &Expr| {
            let Some(s) = e.root() else { return };
            let is_local = p.variable(s).is_some_and(|v| v.storage == il::Storage::Local);
            if is_local && p.home(s) == Some(unit) && p.symbol_type(s).is_some_and(|t| p.is_differentiable(t)) {
                found.insert(s);
            }
        };
        u.walk(&u.body, &mut |_, stmt| match &stmt.kind {
            StmtKind::Assign { lhs, rhs } | StmtKind::PointerAssign { lhs, rhs } if self.carries(rhs) => add(lhs),
            StmtKind::Allocate { objects, options }
                if options.iter().any(|o| is(o, "source") && self.carries(&o.value)) =>
            {
                objects.iter().for_each(|o| add(&o.object));
            }
            StmtKind::Call { callee, args, .. } => {
                if p.symbols[*callee].name.eq_ignore_ascii_case("move_alloc")
                    && args.iter().any(|a| self.carries(&a.value))
                {
                    args.iter().for_each(|a| add(&a.value));
                }
                for (k, a) in args.iter().enumerate() {
                    if self.takes_derivative(p, *callee, k, a) {
                        add(&a.value);
                    }
                }
            }
            _ => {}
        });
    }

    /// Whether a value depends on derivatives: on their numbers, not only on their shapes.
    pub(super) fn carries(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(s) => self.derivatives.contains(s),
            ExprKind::Intrinsic(f, _) if f.info().class == Class::Inquiry => false,
            _ => {
                let mut found = false;
                e.children(&mut |c| found |= self.carries(c));
                found
            }
        }
    }

    /// Whether a derivative procedure takes a derivative as its actual argument `k`.
    pub(super) fn takes_derivative(&self, p: &Program, callee: SymbolId, k: usize, arg: &Arg) -> bool {
        if let Some(which) = self.marks.boxes.get(&callee) {
            return which.get(k).copied().unwrap_or(false);
        }
        self.dummy(p, callee, k, arg).is_some_and(|s| self.derivatives.contains(&s))
    }

    /// The dummy of a lifted procedure that takes the actual argument `k`.
    pub(super) fn dummy(&self, p: &Program, callee: SymbolId, k: usize, arg: &Arg) -> Option<SymbolId> {
        let unit = p.callee(callee)?;
        if !self.lifted.contains_key(&unit) {
            return None;
        }
        let params = &p.units[unit].params;
        match &arg.keyword {
            None => params.get(k).copied(),
            Some(word) => params.iter().copied().find(|s| p.symbols[*s].name.eq_ignore_ascii_case(word)),
        }
    }

    /// Whether a reference is the derivative of a number or of an array of numbers: what has the dimension itself.
    pub(super) fn is_number(&self, p: &Program, e: &Expr) -> bool {
        matches!(il::typing::type_of(p, e).element(), Type::Scalar(_))
    }
}

/// Whether an option has that keyword.
pub(super) fn is(option: &Arg, word: &str) -> bool {
    option.is_named(word)
}
