//! Where saved values are put back: finding the place again reads indices and pointers, which must be what they were.
//!
//! What a restore reads to find its place is needed (to be recorded) like what an adjoint reads. Where one statement overwrites both a place and
//! what finds it, that is put back first; what finds itself, such as `k(k(1))`, is saved as a whole. The backward half of a split call is handed
//! what the forward half left, so that a call which changes what finds its own arguments has none.

use std::collections::BTreeSet;
use std::rc::Rc;

use analysis::allocation::dummies;
use il::typing::type_of;
use il::{Arg, Diagnostic, Expr, ExprKind, StmtId, SymbolId, Type};

use super::Planner;
use crate::adjoint::emit::associations;
use crate::adjoint::plan::Save;
use crate::adjoint::plan::access::{Effect, Set};
use crate::adjoint::plan::remembered::Remembered;

/// What plans of one unit ask for again and again, whatever ways its loops go: of statements that were looked at.
#[derive(Default)]
pub(super) struct Places {
    written: Remembered<StmtId, Vec<Expr>>,
    found: Remembered<StmtId, Vec<(Set, Set)>>,
}

impl Planner<'_, '_> {
    /// What a statement names as written.
    pub(super) fn written_places(&self, id: StmtId) -> Rc<Vec<Expr>> {
        self.places.written.get(id, || self.find_written_places(id))
    }

    /// The leaves of what a statement names as written, and the pointers that it associates: their zones, and what finding them reads.
    fn found(&self, id: StmtId) -> Rc<Vec<(Set, Set)>> {
        self.places.found.get(id, || {
            let leaves = self.written_places(id).iter().flat_map(|place| self.leaves(place)).collect::<Vec<_>>();
            let leaves = leaves.iter().map(|leaf| (self.access.place(leaf).0, self.found_by(leaf)));
            let pointers = associations::changed(self.access, &self.stmt(id).kind);
            leaves.chain(pointers.iter().map(|e| (self.access.association(e), self.found_by_pointer(e)))).collect()
        })
    }

    /// `wanted`, with what finding the places reads that a statement then saves, where it saves what it overwrites of `wanted`.
    pub(super) fn with_addresses(&self, id: StmtId, wanted: Set, overwritten: &dyn Fn(&Set) -> Set) -> Set {
        let mut wanted = wanted;
        loop {
            let set = overwritten(&wanted);
            if set.is_empty() || !wanted.union(&self.addresses(id, &set)) {
                return wanted;
            }
        }
    }

    /// What finding the places reads that a statement saves of `set`.
    fn addresses(&self, id: StmtId, set: &Set) -> Set {
        let mut out = Set::default();
        for (_, found) in self.found(id).iter().filter(|(zones, _)| zones.meets(set)) {
            out.union(found);
        }
        out
    }

    /// What finding a place reads.
    fn found_by(&self, place: &Expr) -> Set {
        let mut place = place.clone();
        place.rewrite(&mut |e| self.without_vectors(e));
        let mut out = Effect::default();
        self.access.address(&place, &mut out);
        self.access.with_inputs(&out.reads)
    }

    /// What finding a pointer reads.
    fn found_by_pointer(&self, pointer: &Expr) -> Set {
        let mut out = Effect::default();
        self.access.address_of_pointer(pointer, &mut out);
        self.access.with_inputs(&out.reads)
    }

    /// Refuses a split call `call p(k, x(k))` that changes `k`, and in C one that changes what it has been given the value of. A pointer that the callee may
    /// associate finds nothing: it is the argument.
    pub(super) fn check_split(&mut self, id: StmtId, callee: SymbolId, args: &[Arg]) {
        let p = self.world.source;
        if let Some(said) = self.changed_value(id, args) {
            self.refusals.push(said);
            return;
        }
        let writes = &self.effect(id).writes;
        let is_pointer = |d: SymbolId| p.variable(d).is_some_and(|v| v.pointer);
        let moved = |(dummy, value): &(Option<SymbolId>, &Expr)| {
            // The type that a dispatch has found is not looked for again.
            let value = value.uncast();
            value.is_reference() && !dummy.is_some_and(is_pointer) && self.found_by(value).meets(writes)
        };
        if let Some((_, value)) = dummies(p, callee, args).into_iter().find(moved) {
            let name = value.root().map_or(String::new(), |s| self.world.source.symbols[s].name.clone());
            let said = format!("in split mode this call changes what finds its argument, an element of `{name}`");
            let note = "pass a copy of the index or pointer, or differentiate the call in joint mode";
            self.refusals.push(Diagnostic::error("RT0430", self.stmt(id).span, said).note(note));
        }
    }

    /// C: the error for a call that changes what one of its arguments is the value of.
    fn changed_value(&self, id: StmtId, args: &[Arg]) -> Option<Diagnostic> {
        let p = self.world.source;
        if !self.world.language(self.unit).passes_values() {
            return None;
        }
        let called = self.access.call_alone(self.unit, id, self.called_unit(id));
        let is_changed = |value: &Expr| {
            let mut reads = Set::default();
            self.value_of(value, &mut reads);
            reads.meets(&called)
        };
        let value = args.iter().map(|a| &a.value).find(|value| is_changed(value))?;
        let name = value.root().map_or("an argument".to_string(), |s| format!("`{}`", p.symbols[s].name));
        let said = format!("in split mode this call changes what its argument is the value of, {name}");
        let note = "pass a copy, or differentiate the call in joint mode";
        Some(Diagnostic::error("RT0430", self.stmt(id).span, said).note(note))
    }

    /// C: what evaluating an argument reads. Of an array, and of a structure, that is where it is.
    fn value_of(&self, e: &Expr, out: &mut Set) {
        let part = matches!(type_of(self.world.source, e), Type::Array { .. } | Type::Record(_));
        match &e.kind {
            ExprKind::Address(place) => _ = out.union(&self.found_by(place)),
            _ if e.is_reference() && part => _ = out.union(&self.found_by(e)),
            _ if e.is_reference() => self.access.reads(e, out),
            _ => e.children(&mut |x| self.value_of(x, out)),
        }
    }

    fn put_back(&self, save: &Save) -> Set {
        match save.association {
            true => self.access.association(&save.value),
            false => self.access.place(&save.value).0,
        }
    }

    /// The saves of one statement in an order in which, the last one being put back first, each finds its place.
    pub(super) fn findable(&mut self, id: StmtId, saves: Vec<Save>) -> Vec<Save> {
        let mut left = saves;
        let mut out = Vec::new();
        let mut wholes = BTreeSet::new();
        while !left.is_empty() {
            let finds_other = |k: usize| {
                let place = self.put_back(&left[k]);
                left.iter().enumerate().any(|(m, s)| {
                    (m != k || !s.association && !wholes.contains(&s.value.root()))
                        && self.found_by(&s.value).meets(&place)
                })
            };
            if let Some(k) = (0..left.len()).find(|k| !finds_other(*k)) {
                out.push(left.remove(k));
                continue;
            }
            let first = left.remove(0);
            let Some(root) = first.value.root().filter(|_| wholes.insert(first.value.root())) else {
                out.push(first);
                continue;
            };
            let whole = Expr::var(root);
            if matches!(type_of(self.world.source, &whole), Type::Pointer { .. }) {
                let name = self.world.source.symbols[root].name.clone();
                let span = self.stmt(id).span;
                let said = format!("what overwrites an element of `{name}` here changes also which element that is");
                let note = "compute the index, or the pointer, into a variable of its own before this statement";
                self.refusals.push(Diagnostic::error("RT0432", span, said).note(note));
                out.push(first);
                continue;
            }
            left.retain(|s| s.association || s.value.root() != Some(root));
            for leaf in self.leaves(&whole) {
                let leaf = self.save(leaf, first.reason);
                if self.put_back(&leaf).meets(&self.put_back(&first)) {
                    left.push(leaf);
                }
            }
        }
        out
    }
}
