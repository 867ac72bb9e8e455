//! What a head starts from, as the analyses see it: which variables beside its arguments must have a value, which must have none, and which leaves
//! are read and written.

use il::access::{is_protected, is_public};
use il::{StmtKind, Storage, SymbolId, UnitKind};

use super::{Job, Lists};
use crate::check::inputs::begins_with_value;
use crate::check::places::{Callable, Holder, Leaf, RootKind, Step};

impl Job<'_> {
    pub(super) fn is_global(&self, s: SymbolId) -> bool {
        let own = &self.program.units[self.spec.unit];
        // What is constant cannot be set.
        let is = |v: &il::Variable| matches!(v.storage, Storage::Global | Storage::Common) && !v.constant;
        self.program.symbols.contains(s) && !own.params.contains(&s) && self.program.variable(s).is_some_and(is)
    }

    /// Whether what the head calls allocates a variable: then it starts without an allocation, unless the user gives it one.
    pub(super) fn is_allocated_inside(&self, s: SymbolId) -> bool {
        let held = |v: &il::Variable| v.allocatable || v.pointer || matches!(v.ty, il::Type::Pointer { .. });
        if !self.program.variable(s).is_some_and(held) {
            return false;
        }
        self.allocates_inside(|object| object.root() == Some(s))
    }

    /// Whether nothing that the head reaches names an allocatable variable: what pointers might find there, they do not find while it has no allocation.
    pub(super) fn is_never_named(&self, s: SymbolId) -> bool {
        let named = |unit: il::UnitId| self.program.units[unit].mentions(&self.program.units[unit].body, s);
        self.program.variable(s).is_some_and(|v| v.allocatable)
            && !il::calls::CallGraph::new(self.program).reached(&[self.spec.unit]).into_iter().any(named)
    }

    /// Whether nothing asks where a pointer leads when the head is called: it is associated before, or never used.
    pub(super) fn starts_unassociated(&self, s: SymbolId) -> bool {
        let (zones, in_out) = (self.facts.zones(), self.facts.in_out(self.spec.unit));
        let own = zones.of_pointer(self.program, &il::Expr::var(s)).zones;
        let leads = |v: &il::Variable| v.pointer || matches!(v.ty, il::Type::Pointer { .. });
        self.program.variable(s).is_some_and(leads)
            && !own.is_empty()
            && !own.iter().any(|z| in_out.exposed.contains(*z))
    }

    /// C: whether a static is an address, or an array of them, from the beginning: what is there is set under its own name.
    pub(super) fn starts_associated(&self, s: SymbolId) -> bool {
        let leads = |v: &il::Variable| v.init.is_some() && matches!(v.ty.element(), il::Type::Pointer { .. });
        self.program.variable(s).is_some_and(leads)
    }

    /// Whether a leaf lies in a component that what the head calls allocates.
    pub(super) fn starts_unallocated(&self, leaf: &Leaf) -> bool {
        let held = leaf.steps.windows(2).filter_map(|pair| match pair {
            [
                Step::Field(r, k),
                Step::Elements { holder: Holder::Allocatable | Holder::Pointer | Holder::CPointer, .. },
            ] => Some((*r, *k)),
            _ => None,
        });
        let held: Vec<_> = held.collect();
        let is_held = |e: &il::Expr| matches!(&e.kind, il::ExprKind::Field { record, field, .. } if held.contains(&(*record, *field)));
        !held.is_empty() && self.allocates_inside(is_held)
    }

    /// Whether what the head calls allocates such an object.
    pub(super) fn allocates_inside(&self, such: impl Fn(&il::Expr) -> bool) -> bool {
        let allocates = |unit: il::UnitId| {
            let u = &self.program.units[unit];
            let mut found = false;
            u.walk(&u.body, &mut |_, stmt| {
                match &stmt.kind {
                    StmtKind::Allocate { objects, .. } => found |= objects.iter().any(|o| such(&o.object)),
                    StmtKind::Assign { lhs, rhs } if il::calls::is_new_memory(self.program, rhs) => {
                        let plain = |x: &il::Expr| matches!(x.kind, il::ExprKind::Var(_) | il::ExprKind::Field { .. });
                        found |= lhs.spine().all(plain) && such(lhs);
                    }
                    // What has no allocation yet gets one with its value; what has one may keep it.
                    StmtKind::Assign { lhs, rhs } => {
                        found |= self.program.is_allocatable(lhs)
                            && !lhs.root().is_some_and(|s| rhs.mentions(s))
                            && such(lhs);
                    }
                    _ => {}
                }
            });
            found
        };
        il::calls::CallGraph::new(self.program).reached(&[self.spec.unit]).into_iter().any(allocates)
    }

    /// Whether a run leaves something behind that nobody sets before the next one: a saved local, a global with an initial value, an allocation.
    pub(super) fn remembers(&self) -> bool {
        !self.kept_between_runs().is_empty()
    }

    /// The variables in which it does.
    pub(super) fn kept_between_runs(&self) -> Vec<SymbolId> {
        let zones = self.facts.zones();
        let written = self.facts.in_out(self.spec.unit).written;
        let kept = written.iter().map(|z| zones.zone(z)).filter(|zone| {
            let s = zone.symbol;
            zone.owner.is_none()
                && self.program.variable(s).is_some_and(|v| {
                    v.storage == Storage::Local && v.saved
                        || matches!(v.storage, Storage::Global | Storage::Common)
                            && (begins_with_value(self.program, s, &zone.path) || self.is_allocated_inside(s))
                })
        });
        kept.map(|zone| zone.symbol).collect()
    }

    /// Globals that must have a value before the call, and those that a head without lists is about.
    pub(super) fn used_globals(&self) -> Vec<SymbolId> {
        let in_out = self.facts.in_out(self.spec.unit);
        let zones = self.facts.zones();
        let mut out = Vec::new();
        for z in in_out.exposed.iter().chain(in_out.written.iter().filter(|_| self.spec.dependents.is_none())) {
            let zone = zones.zone(z);
            // A block of COMMON is set as this procedure declares it, if it does.
            let commons = self.program.units[self.spec.unit].commons();
            let own = commons.values().flatten().copied().find(|m| zones.of_symbol(*m).contains(&z));
            let first = crate::resolve::declarations(self.program, zone.symbol).first().copied();
            let symbol = own.or(first).unwrap_or(zone.symbol);
            let listed = in_out.written.contains(z) && self.spec.dependents.is_none() && zone.differentiable;
            let path = if symbol == zone.symbol { zone.path.as_slice() } else { &[] };
            if listed || (in_out.exposed.contains(z) && !begins_with_value(self.program, symbol, path)) {
                out.push(symbol);
            }
        }
        out
    }

    /// Whether the value of a leaf on entry may be used.
    pub(super) fn is_exposed(&self, original: &Callable, leaf: &Leaf) -> bool {
        let zones = self.facts.zones().of_component(original.roots[leaf.root].symbol, &leaf.path());
        self.facts.in_out(self.spec.unit).exposed.contains_any(&zones)
    }

    /// Whether the number itself in a leaf may be used: of a pointer that leads there, the address always is.
    pub(super) fn is_input(&self, original: &Callable, leaf: &Leaf) -> bool {
        let zones = self.facts.zones();
        let exposed = &self.facts.in_out(self.spec.unit).exposed;
        let own = zones.of_component(original.roots[leaf.root].symbol, &leaf.path());
        own.into_iter().any(|z| !zones.zone(z).address && exposed.contains(z))
    }

    /// Whether a leaf may be written.
    pub(super) fn is_written(&self, original: &Callable, leaf: &Leaf) -> bool {
        let zones = self.facts.zones().of_component(original.roots[leaf.root].symbol, &leaf.path());
        self.facts.in_out(self.spec.unit).written.contains_any(&zones)
    }

    /// Whether a pointer on the way to a leaf may lead elsewhere when the procedure returns.
    pub(super) fn is_led_on(&self, original: &Callable, leaf: &Leaf) -> bool {
        let (symbol, path) = (original.roots[leaf.root].symbol, leaf.path());
        self.facts.in_out(self.spec.unit).written.iter().any(|z| {
            let zone = self.facts.zones().zone(z);
            zone.address && zone.symbol == symbol && path.starts_with(&zone.path)
        })
    }

    /// PRIVATE or PROTECTED in a module, where no program but the interpreter can set it, or kept by a procedure, which derivatives may keep elsewhere: it
    /// has what it has when the program begins.
    pub(super) fn is_out_of_reach(&self, s: SymbolId) -> bool {
        let p = self.program;
        let home = p.home(s).filter(|h| p.units[*h].kind == UnitKind::Module);
        let hidden = |h| !is_public(p, h, &p.symbols[s].name) || is_protected(p, h, s);
        home.is_some_and(|h| diff::is_of_entries(p, h) || !self.args.interpret && hidden(h))
    }

    /// A COMMON member counts under the name the head gives it; other units may see the block otherwise.
    pub(super) fn is_seen(&self, s: SymbolId) -> bool {
        self.program.symbols.contains(s)
            && self
                .program
                .variable(s)
                .is_some_and(|v| v.storage != Storage::Common || self.program.home(s) == Some(self.spec.unit))
    }

    pub(super) fn lists(&self, original: &Callable) -> Lists {
        let independent = original.leaves.iter().map(|l| {
            l.is_differentiable()
                && match &self.spec.independents {
                    Some(list) => list.iter().any(|p| original.is_at(l, p)),
                    None => self.is_input(original, l),
                }
        });
        let dependent = original.leaves.iter().map(|l| {
            l.is_differentiable()
                && match &self.spec.dependents {
                    Some(list) => list.iter().any(|p| original.is_at(l, p)),
                    None => original.roots[l.root].kind == RootKind::Result || self.is_written(original, l),
                }
        });
        Lists { independent: independent.collect(), dependent: dependent.collect() }
    }
}
