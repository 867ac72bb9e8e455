//! What is cleared where a tangent begins: what is useful there and not varied.

use std::collections::BTreeSet;

use analysis::optional_dummies;
use il::stmt::Do;
use il::typing::type_of;
use il::{Block, Diagnostic, Expr, ExprKind, ScalarClass, StmtKind, SymbolId, Type};

use super::Tangent;
use crate::facts::At;
use crate::request::{Place, component};
use crate::signature::{Part, Returns, Status};

impl Tangent<'_, '_> {
    /// The statements with which the derivative begins.
    pub(super) fn entry(&mut self) -> Block {
        let mut body = Block::new();
        if self.language.passes_values() {
            self.warn_statics();
        }
        for place in self.world.facts.mixed_on_entry(self.source, self.unit) {
            let symbol = &self.source.symbols[place.symbol];
            let said = format!(
                "of `{}`, the derivative of a part must be cleared here, and that of another part kept",
                symbol.name
            );
            self.world.report(
                Diagnostic::error("RT0425", symbol.span, said).note(
                    "give that part a name of its own in its COMMON block, or list all of the variable in the head",
                ),
            );
        }
        let mut resets = self.world.facts.entry_resets(self.source, self.unit);
        // What a head lists in vain is zero where it has a derivative all the same.
        let signature = self.world.signatures.get(self.unit, Part::Tangent);
        let outputs = signature.iter().flat_map(|s| &s.status).filter(|(_, status)| *status == Status::Out);
        let in_vain = outputs.map(|(place, _)| place).filter(|p| {
            let analysis = &self.world.facts.analysis;
            let zones = analysis.zones().of_component(p.symbol, &p.path);
            !analysis.active_out(self.unit).contains_any(&zones)
        });
        let in_vain: Vec<Place> = in_vain.filter(|p| !resets.contains(p)).cloned().collect();
        resets.extend(in_vain);
        for place in resets {
            let variable = self.source.variable(place.symbol).cloned();
            // C: every RETURN gives the value and its derivative. A way to the end without one does not come back, or nobody uses the value (C11 6.9.1).
            if self.language.returns_expressions() && self.original().result() == Some(place.symbol) {
                continue;
            }
            if self.comes_allocated(&place) {
                let resets = self.clear_allocated(&place);
                body.extend(resets);
                continue;
            }
            if let Some(reset) = self.clear_pointed(&place) {
                body.extend(reset);
                continue;
            }
            // What must be allocated or pointed at first is cleared then; globals of others have kept their zeros.
            let leads = |v: &il::Variable| v.pointer || v.allocatable || matches!(v.ty.element(), Type::Pointer { .. });
            if variable.as_ref().is_none_or(leads) {
                continue;
            }
            if self.is_dynamic(&place) || self.world.facts.extent_is_unknown(self.source, &place) {
                continue;
            }
            let is_local = variable.as_ref().is_some_and(|v| v.storage == il::Storage::Local);
            let in_unit = self.source.symbols[place.symbol].scope == self.original().scope
                && !(self.language.passes_values() && is_local);
            let is_global = variable.as_ref().is_some_and(|v| v.storage == il::Storage::Global);
            let of_host = self.source.home(place.symbol).is_some_and(|home| home != self.unit);
            // A local of a block is cleared where it is declared.
            if !in_unit && !is_global && !of_host {
                self.blocks.push(place);
                continue;
            }
            if variable.as_ref().is_some_and(|v| v.saved && v.storage == il::Storage::Local) {
                let name = self.source.symbols[place.symbol].name.clone();
                let span = self.source.symbols[place.symbol].span;
                self.world.report(
                    Diagnostic::warning("RT0422", span, format!("`{name}` keeps its value between calls, its derivative does not: each call starts with zero"))
                        .note("make it an argument if derivatives must flow from one call to the next"),
                );
            }
            let resets = self.clear_place(&place);
            let resets = self.where_present(place.symbol, resets);
            body.extend(resets);
        }
        body.extend(self.unasked_result());
        body.extend(self.idle_components());
        body
    }

    /// Fortran: structures of the original types hold more than derivatives. What is copied with the whole of a local one is set.
    fn idle_components(&mut self) -> Block {
        if !self.language.describes_storage() {
            return Block::new();
        }
        let (source, scope) = (self.source, self.original().scope);
        let mut copied = BTreeSet::new();
        self.original().walk(&self.original().body, &mut |_, s| {
            if let StmtKind::Assign { rhs, .. } = &s.kind
                && type_of(source, rhs).record().is_some()
            {
                copied.extend(rhs.root());
            }
        });
        let local = |s: SymbolId| {
            let plain = |v: &il::Variable| v.storage == il::Storage::Local && !v.saved && !v.allocatable && !v.pointer;
            source.symbols[s].scope == scope && source.variable(s).is_some_and(plain)
        };
        let derivatives = copied.into_iter().filter(|s| local(*s)).filter_map(|s| self.shell.maps.derivatives.get(&s));
        let derivatives: Vec<Expr> = derivatives.map(|d| Expr::var(*d)).collect();
        derivatives.iter().flat_map(|d| self.idle_below(d)).collect()
    }

    /// Zero for the integers and logicals in a structure that no declaration sets.
    fn idle_below(&mut self, structure: &Expr) -> Block {
        let ty = type_of(&self.world.out, structure);
        let Some(r) = ty.record() else { return Block::new() };
        let mut body = Block::new();
        for (k, field) in self.world.out.records[r].fields.clone().into_iter().enumerate() {
            if field.pointer || field.allocatable || field.init.is_some() {
                continue;
            }
            let held = component(structure, &ty, r, k);
            let zero = match field.ty.element() {
                Type::Record(_) => {
                    body.extend(self.idle_below(&held));
                    continue;
                }
                Type::Scalar(s) if s.class == ScalarClass::Integer => Expr::int(0),
                Type::Scalar(s) if s.class == ScalarClass::Logical => ExprKind::Logical(false).into(),
                _ => continue,
            };
            body.push(self.assign(held, zero));
        }
        body
    }

    /// The tangent of a function returns a derivative even where nobody asks for it: one that not all ways through the body set begins with zero.
    fn unasked_result(&mut self) -> Block {
        let Some(result) = self.original().result().filter(|_| !self.language.returns_expressions()) else {
            return Block::new();
        };
        let returned =
            self.world.signatures.get(self.unit, Part::Tangent).is_some_and(|s| s.returns == Returns::Derivative);
        let reference = Expr::var(result);
        let asked = self.world.facts.useful(self.source, self.unit, At::Exit, &reference);
        let plain =
            self.source.variable(result).is_some_and(|v| !v.allocatable && !v.pointer && v.ty.record().is_none());
        if !returned || asked || !plain {
            return Block::new();
        }
        self.clear_place(&Place { symbol: result, path: Vec::new() })
    }

    /// C: a `static` local exists again in the derivative, and does not know what the original's holds.
    fn warn_statics(&mut self) {
        let source = self.source;
        for (id, s) in source.symbols_in(self.unit).into_iter().map(|id| (id, &source.symbols[id])) {
            if source.variable(id).is_some_and(|v| v.saved && v.storage == il::Storage::Local && !v.constant) {
                let name = &s.name;
                self.world.report(
                    Diagnostic::warning("RT0423", s.span, format!("the derivative has a `static {name}` of its own"))
                        .note("what the original function left in it is not seen; move it out of the function if that matters"),
                );
            }
        }
    }

    /// Fortran: clears what a POINTER leads to: a work array that stays where it is, and what a head gives back, also the part that it does not touch;
    /// `None` for other places.
    fn clear_pointed(&mut self, place: &Place) -> Option<Block> {
        let (source, facts) = (self.source, self.world.facts);
        let reference = place.reference(source);
        let inside = || place.path.is_empty() && facts.is_cleared_inside(source, self.unit, place);
        // Where the structures on the way are there, one of each.
        let leads = |x: &Expr| source.is_pointer(x) || source.is_allocatable(x) || type_of(source, x).rank() > 0;
        let given = || facts.is_given_back(self.unit, place) && !reference.spine().skip(1).any(leads);
        let numbers = type_of(source, &reference).record().is_none();
        if !self.language.describes_storage() || !source.is_pointer(&reference) || !(inside() || numbers && given()) {
            return None;
        }
        let derivative = self.shell.maps.reference(&reference)?;
        let cleared = self.clear_place(place);
        let there = Expr::intrinsic("associated", vec![derivative]);
        let guarded = vec![self.when(there, cleared)];
        Some(self.where_present(place.symbol, guarded))
    }

    /// Whether a place is in a dummy, or in a global of a head, that comes with what is allocated of it, and no pointer leads there.
    fn comes_allocated(&self, place: &Place) -> bool {
        let Some(v) = self.source.variable(place.symbol) else { return false };
        let allocatable = v.allocatable || place.fields(self.source).any(|f| f.allocatable);
        let pointer = v.pointer || place.fields(self.source).any(|f| f.pointer);
        let comes = match v.storage {
            il::Storage::Dummy(_) => v.intent != Some(il::Intent::Out),
            // An earlier run of the head may have left something in its derivative.
            il::Storage::Global => self.world.request.head(self.unit).is_some(),
            _ => false,
        };
        self.language.describes_storage() && comes && allocatable && !pointer
    }

    /// Clears the derivative of a place as far as it is allocated.
    fn clear_allocated(&mut self, place: &Place) -> Block {
        let root = Expr::var(place.symbol);
        let Some(derivative) = self.shell.maps.reference(&root) else { return Block::new() };
        let allocatable = self.source.is_allocatable(&root);
        let (ty, original) = (self.old_type(&root), root);
        let cleared = self.clear_along(&derivative, &original, &ty, allocatable, &place.path);
        self.where_present(place.symbol, cleared)
    }

    /// The same below `derivative`, which is allocatable itself or not.
    fn clear_along(
        &mut self,
        derivative: &Expr,
        original: &Expr,
        ty: &Type,
        allocatable: bool,
        path: &[usize],
    ) -> Block {
        let cleared = match path.split_first() {
            None => self.clear(derivative, ty, original),
            Some((&k, rest)) => {
                let Some(r) = ty.record() else { return Block::new() };
                let Some(&(record, field)) = self.shell.maps.fields.get(&(r, k)) else { return Block::new() };
                let f = self.source.records[r].fields[k].clone();
                // A component of an array of structures is one array, unless it is allocated structure by structure.
                let apart = f.allocatable || f.ty.rank() > 0 || !rest.is_empty();
                let counters: Vec<Expr> = (0..if apart { ty.rank() } else { 0 })
                    .map(|d| Expr::var(self.counter(&format!("ii{}", d + 1))))
                    .collect();
                let one = |e: &Expr| match counters.is_empty() {
                    true => e.clone(),
                    false => Expr::index(e.clone(), counters.clone()),
                };
                let (d, o) = (one(derivative), one(original));
                let element = ty.element().clone();
                let (d, o) = (component(&d, &element, record, field), component(&o, &element, r, k));
                let mut body = self.clear_along(&d, &o, &f.ty, f.allocatable, rest);
                for (dimension, counter) in counters.iter().enumerate() {
                    let ExprKind::Var(var) = counter.kind else { continue };
                    let bound =
                        |name: &str| Expr::intrinsic(name, vec![derivative.clone(), Expr::int(dimension as i64 + 1)]);
                    let (from, to) = (bound("lbound"), bound("ubound"));
                    let counted = Do::counting(var, from, to, None, body);
                    body = vec![self.add(StmtKind::Do(Box::new(counted)))];
                }
                body
            }
        };
        match allocatable && !cleared.is_empty() {
            true => vec![self.when(Expr::intrinsic("allocated", vec![derivative.clone()]), cleared)],
            false => cleared,
        }
    }

    /// Statements that concern the derivative of `s`, executed where `s` is there.
    fn where_present(&mut self, s: SymbolId, statements: Block) -> Block {
        match optional_dummies::test(self.source, self.unit, s) {
            Some(test) if !statements.is_empty() => {
                let test = self.shell.maps.expr(&test);
                vec![self.when(test, statements)]
            }
            _ => statements,
        }
    }

    /// Whether a component on the way to a place is allocated or pointed at.
    fn is_dynamic(&self, place: &Place) -> bool {
        let apart = |f: &il::Field| f.allocatable || f.pointer || matches!(f.ty.element(), Type::Pointer { .. });
        place.fields(self.source).any(apart)
    }
}
