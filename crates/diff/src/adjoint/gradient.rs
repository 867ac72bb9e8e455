//! `F_GRAD`: the value of a head and its gradient in one call (`-gradient`), as optimisers ask for it.
//!
//! It stands beside `F_B` and calls it. Its arguments are those of `F`, each independent followed by its gradient, and behind them the value when `F` is a
//! function. All that the contract of `F_B` asks of a caller is done inside: adjoints that are added to are cleared, those of arguments that are no
//! independents are locals, that of the one dependent is the seed 1, and the gradients of allocatable independents are allocated. Gradients of globals
//! are left in their derivatives. What cannot be done inside is refused here: several dependents or an array of them, and gradients of
//! which nobody knows how many elements they have.

use std::collections::BTreeSet;

use analysis::element::nth;
use il::typing::{signed_extent, type_of};
use il::{Arg, Block, Diagnostic, Expr, ExprKind, Language, ScalarClass, Span, StmtKind, SymbolId, Type, UnitId};

use super::emit::storage::{self, Fill};
use super::emit::{Emit, Side};
use super::plan::Plan;
use super::plan::access::Access;
use super::values::{dependents, first_elements, said_extent, value_at};
use crate::derive::World;
use crate::request::Place;
use crate::signature::{Part, Returns, Signature, Slot, Status};
use crate::simplify;

/// Makes the gradient of a head whose joint adjoint has this plan.
pub(super) fn gradient<'a>(world: &mut World<'a>, access: &Access<'a>, unit: UnitId, plan: &Plan) {
    let Some(dependent) = only_dependent(world, unit) else { return };
    let signature = signature(world, unit, &dependent);
    if is_refused(world, unit, &signature) {
        return;
    }
    world.signatures.add(signature.clone());
    let Some(symbol) = world.source.units[unit].symbol else { return };
    let shell = world.shell(unit, Part::Gradient);
    let mut emit = Emit::new(world, unit, vec![shell], plan, access);
    let mut body = Block::new();
    emit.prepare_arguments(&signature, &dependent, &mut body);
    emit.prepare_globals(&dependent, &mut body);
    emit.seed_dependent(&dependent, &mut body);
    let call = emit.call_adjoint(symbol, &dependent);
    body.push(call);
    let Some(shell) = emit.shells.pop() else { return };
    world.finish_shell(shell, body);
}

/// Says that a head in split mode has none.
pub(super) fn refuse_split(world: &mut World, unit: UnitId) {
    let note = "leave it out of -nocheckpoint: what it calls may stay in split mode";
    refuse(world, unit, "is differentiated in split mode, and its two halves are not called in one", note);
}

/// Says that the head has no gradient.
fn refuse(world: &mut World, unit: UnitId, why: &str, note: &str) {
    let span = world.request.head(unit).map_or(Span::NONE, |h| h.span);
    let said = format!("-gradient: `{}` {why}", world.source.units[unit].name);
    world.report(Diagnostic::error("RT0480", span, said).note(note));
}

/// The one dependent of a head; `None` when there is another number of them, or it is no real number, which is said.
fn only_dependent(world: &mut World, unit: UnitId) -> Option<Place> {
    const NOTE: &str = "name one scalar result in the head, \"procedure(cost)/(independents)\", or use the adjoint, which takes a weight for each result";
    let listed: Vec<&Place> = world.request.heads_of(unit).flat_map(|h| h.dependents.iter().flatten()).collect();
    let is_listed =
        |p: &Place| listed.is_empty() || listed.iter().any(|l| l.symbol == p.symbol && p.path.starts_with(&l.path));
    let all: Vec<Place> = dependents(world, unit).into_iter().map(|(p, _)| p).filter(is_listed).collect();
    let [dependent] = all.as_slice() else {
        let names: Vec<String> = all.iter().map(|p| format!("`{}`", world.place_name(p))).collect();
        let why = match names.len() {
            0 => "has no dependent that depends on the independents".to_string(),
            n => format!("has {n} dependents, {}, and not one", names.join(", ")),
        };
        refuse(world, unit, &why, NOTE);
        return None;
    };
    let p = world.source;
    let ty = type_of(p, &value_at(p, dependent));
    let many = world.facts.extent_is_unknown(p, dependent) || on_the_way(world, dependent).any(|t| t.rank() > 0);
    let is_real = matches!(&ty, Type::Scalar(s) if s.class == ScalarClass::Real);
    if !is_real || many {
        let what = if many || ty.rank() > 0 { "is an array, and has no one gradient" } else { "is no real number" };
        let why = format!("cannot have one: `{}` {what}", world.place_name(dependent));
        refuse(world, unit, &why, NOTE);
        return None;
    }
    Some(dependent.clone())
}

/// The types of what a place is in, from the outside.
fn on_the_way<'w>(world: &'w World, place: &'w Place) -> impl Iterator<Item = Type> + 'w {
    let p = world.source;
    (0..place.path.len())
        .map(move |n| type_of(p, &Place { symbol: place.symbol, path: place.path[..n].to_vec() }.reference(p)))
}

/// The argument list: that of the adjoint with the derivatives of the independents, and of procedures.
fn signature(world: &World, unit: UnitId, dependent: &Place) -> Signature {
    let adjoint = world.signatures.of(unit, Part::Adjoint);
    let params = &world.source.units[unit].params;
    let listed: Vec<&Place> = world.request.heads_of(unit).flat_map(|h| h.independents.iter().flatten()).collect();
    let within = |p: &Place, l: &Place| l.symbol == p.symbol && p.path.starts_with(&l.path);
    let is_asked = |p: &&Place| listed.is_empty() || listed.iter().any(|l| within(p, l));
    let varying: Vec<Place> = adjoint.varying.iter().filter(is_asked).cloned().collect();
    let owners: BTreeSet<SymbolId> = varying.iter().map(|p| p.symbol).collect();
    let is_given = |k: usize| owners.contains(&params[k]) || world.source.variable(params[k]).is_none();
    let mut slots = adjoint.slots.clone();
    slots.retain(|slot| match slot {
        Slot::Derivative(k) => is_given(*k),
        Slot::ResultDerivative => false,
        _ => true,
    });
    let status = adjoint.status.iter().filter(|(p, _)| owners.contains(&p.symbol));
    let status = status.map(|(p, _)| (p.clone(), Status::Out)).collect();
    Signature {
        part: Part::Gradient,
        slots,
        returns: Returns::Nothing,
        useful: vec![dependent.clone()],
        varying,
        status,
        ..adjoint.clone()
    }
}

/// Whether something cannot be done inside, which is said.
fn is_refused(world: &mut World, unit: UnitId, signature: &Signature) -> bool {
    let p = world.source;
    let adjoint = world.signatures.of(unit, Part::Adjoint).clone();
    if !p.units[unit].alternate_params.is_empty() {
        refuse(
            world,
            unit,
            "has alternate returns",
            "return a number that says which way to go, and decide where it is called",
        );
        return true;
    }
    let mut said = false;
    for (place, status) in &adjoint.status {
        let given = signature
            .slots
            .iter()
            .any(|s| matches!(s, Slot::Derivative(k) if p.units[unit].params[*k] == place.symbol));
        let global =
            p.variable(place.symbol).is_some_and(|v| matches!(v.storage, il::Storage::Global | il::Storage::Common));
        let cleared = !matches!(status, Status::Out | Status::Local);
        if (given || global)
            && cleared
            && world.facts.extent_is_unknown(p, place)
            && said_extent(world, unit, place).is_none()
        {
            let name = world.place_name(place);
            let shown = p.symbols[place.symbol].name.clone();
            let span = p.symbols[place.symbol].span;
            let what = format!(
                "-gradient: the gradient with respect to `{name}` must be cleared, and nobody knows how many elements it has"
            );
            let said_so = Diagnostic::error("RT0480", span, what)
                .note(format!("say it in the head: \"{}(…)/({}[n])\", where n may be an argument, a number, or a sum or product of these", p.units[unit].name, name.trim_start_matches('*')))
                .note(format!("or declare the argument with its extent, `{shown}{}`", if p.units[unit].language == Language::C { "[n]" } else { "(n)" }));
            world.report(said_so);
            said = true;
        }
    }
    for (k, &s) in p.units[unit].params.iter().enumerate() {
        let inside = adjoint.has_derivative(k) && !signature.has_derivative(k);
        let Some(v) = p.variable(s).filter(|_| inside) else { continue };
        let apart = v.pointer || p.has_part(&v.ty, &|f| f.pointer || matches!(f.ty, Type::Pointer { .. }));
        let rows = matches!(&v.ty, Type::Pointer { to, .. } if matches!(**to, Type::Pointer { .. }) || !world.facts.analysis.zones().is_single_object(s));
        if apart || rows || v.ty.is_assumed_size() || v.optional && v.ty.rank() > 0 {
            let message = format!(
                "-gradient: the derivative of `{0}` would be a local variable, and nobody knows what `{0}` leads to, or how many elements it has",
                p.symbols[s].name
            );
            let d = Diagnostic::error("RT0480", p.symbols[s].span, message).label("active inside, and no independent");
            world.report(
                d.note("name it among the independents of the head: its gradient is an argument then")
                    .note("or give it an explicit extent"),
            );
            said = true;
        }
    }
    said
}

impl Emit<'_, '_> {
    /// Clears the derivatives of arguments that the adjoint adds to, and makes those that are local or not yet allocated.
    fn prepare_arguments(&mut self, signature: &Signature, dependent: &Place, block: &mut Block) {
        let p = self.world.source;
        let adjoint = self.world.signatures.of(self.unit, Part::Adjoint).clone();
        for k in 0..p.units[self.unit].params.len() {
            let s = p.units[self.unit].params[k];
            if !adjoint.has_derivative(k) || p.variable(s).is_none() {
                continue;
            }
            let whole = Expr::var(s);
            let own: Vec<(Place, Status)> = adjoint.status.iter().filter(|(at, _)| at.symbol == s).cloned().collect();
            match signature.has_derivative(k) {
                true => self.prepare_given(s, &own, dependent, block),
                // The seed is all of it.
                false if dependent.symbol == s && dependent.path.is_empty() => {}
                // The adjoint clears it.
                false if adjoint.cleared.contains(&s) && !p.is_allocatable(&whole) && !p.is_pointer(&whole) => {}
                false => self.clear_local(s, block),
            }
        }
    }

    /// The gradient of an independent: what the adjoint sets, and the seed, need not be cleared.
    fn prepare_given(&mut self, s: SymbolId, own: &[(Place, Status)], dependent: &Place, block: &mut Block) {
        let p = self.world.source;
        let whole = Expr::var(s);
        let is_set = |place: &Place| {
            let status = own.iter().find(|(at, _)| at == place).map(|(_, status)| *status);
            status == Some(Status::Out) || place == dependent
        };
        if storage::follows(p, self.world.facts, self.unit, s) {
            let mut made = Block::new();
            self.follow(&whole, Fill::AllocateMissing, &mut made);
            return self.where_present(s, made, block);
        }
        let facts = self.world.facts;
        let mut parts: Vec<Place> = facts.components(s).into_iter().map(|(at, _)| at).collect();
        parts.retain(|at| facts.place_owns(p, at));
        let (set, open): (Vec<Place>, Vec<Place>) = parts.into_iter().partition(is_set);
        if open.is_empty() {
            return;
        }
        let unknown: Vec<Place> =
            own.iter().map(|o| o.0.clone()).filter(|at| self.world.facts.extent_is_unknown(p, at)).collect();
        for place in &unknown {
            if let Some(extent) = said_extent(self.world, self.unit, place) {
                let mut cleared = Block::new();
                self.clear_elements(place, &extent, &mut cleared);
                self.where_present(s, cleared, block);
            }
        }
        if unknown.iter().any(|at| at.path.is_empty()) {
            return;
        }
        if !set.is_empty() {
            let known: Vec<Place> = open.into_iter().filter(|at| !unknown.contains(at)).collect();
            for place in known {
                let mut cleared = Block::new();
                self.clear_place(&place, &mut cleared);
                match self.language().describes_storage() {
                    true => block.append(&mut cleared),
                    false => self.where_present(s, cleared, block),
                }
            }
            return;
        }
        if self.language().describes_storage() {
            return self.clear_all(&whole, block);
        }
        let mut cleared = Block::new();
        self.clear_component(s, &[], &mut cleared);
        self.where_present(s, cleared, block);
    }

    /// Zero in so many elements of the derivative of a place.
    fn clear_elements(&mut self, place: &Place, extent: &Expr, block: &mut Block) {
        let p = self.world.source;
        let e = place.reference(p);
        let Some(derivative) = self.adjoint_of(&e) else { return };
        match type_of(p, &e) {
            Type::Pointer { to, .. } => {
                let integer = self.integer();
                let i = self.scratch("ii1", integer);
                let mut body = Block::new();
                let one = nth(&self.world.out, &derivative, &Expr::var(i));
                self.fill(&to, one, &[], &mut body);
                let last = il::fold::sub(&self.back(&signed_extent(p, extent)), &Expr::int(1));
                block.push(self.counted(Side::Back, i, Expr::int(0), last, None, body));
            }
            ty @ Type::Array { .. } => {
                let Type::Scalar(scalar) = ty.element() else { return };
                let elements = first_elements(&e, &ty, extent);
                if let Some(lhs) = self.adjoint_of(&elements) {
                    block.push(self.add(Side::Back, StmtKind::Assign { lhs, rhs: simplify::zero(scalar) }));
                }
            }
            _ => {}
        }
    }

    /// A derivative that nobody outside asks for: zero.
    fn clear_local(&mut self, s: SymbolId, block: &mut Block) {
        let p = self.world.source;
        let whole = Expr::var(s);
        if let (Some(Type::Pointer { to, .. }), Some(local)) =
            (p.symbol_type(s), self.shell(Side::Back).maps.derivative(s))
        {
            let to = (**to).clone();
            return self.fill(&to, Expr::var(local), &[], block);
        }
        if storage::follows(p, self.world.facts, self.unit, s) {
            let mut made = Block::new();
            self.follow(&whole, Fill::Allocate, &mut made);
            return self.where_present(s, made, block);
        }
        match self.language().describes_storage() {
            true => self.follow(&whole, Fill::Zero, block),
            false => self.clear_component(s, &[], block),
        }
    }

    /// Clears the derivatives of globals that the adjoint adds to, and makes those that are not allocated.
    fn prepare_globals(&mut self, dependent: &Place, block: &mut Block) {
        let p = self.world.source;
        let adjoint = self.world.signatures.of(self.unit, Part::Adjoint).clone();
        let mut made = BTreeSet::new();
        for (place, status) in &adjoint.status {
            let s = place.symbol;
            let global = p.variable(s).is_some_and(|v| matches!(v.storage, il::Storage::Global | il::Storage::Common));
            if !global || made.contains(&s) {
                continue;
            }
            if storage::follows(p, self.world.facts, self.unit, s) {
                self.follow(&Expr::var(s), Fill::AllocateMissing, block);
                made.insert(s);
                continue;
            }
            let seeded = place == dependent;
            if seeded || matches!(status, Status::Out | Status::Local) {
                continue;
            }
            match said_extent(self.world, self.unit, place).filter(|_| self.world.facts.extent_is_unknown(p, place)) {
                Some(extent) => self.clear_elements(place, &extent, block),
                None => self.clear_place(place, block),
            }
        }
    }

    /// `costb = 1`, and zero where a function has another result.
    fn seed_dependent(&mut self, dependent: &Place, block: &mut Block) {
        let p = self.world.source;
        let e = value_at(p, dependent);
        let Some(scalar) = type_of(p, &e).scalar().cloned() else { return };
        let result = p.units[self.unit].result();
        // C: the adjoint of a function takes that of its value by value.
        if self.language().returns_expressions() && result == Some(dependent.symbol) {
            return;
        }
        if let (Some(other), Language::Fortran) = (result.filter(|s| *s != dependent.symbol), self.language()) {
            self.clear_all(&Expr::var(other), block);
        }
        let Some(mut lhs) = self.adjoint_of(&e) else { return };
        // What a pointer of C leads to is a local object here.
        let local = self.shell(Side::Back).maps.derivative(dependent.symbol);
        lhs.rewrite(&mut |x| {
            if let ExprKind::Deref(inner) = &x.kind
                && let ExprKind::Var(s) = inner.kind
                && Some(s) == local
                && !matches!(self.world.out.symbol_type(s), Some(Type::Pointer { .. }))
            {
                *x = Expr::var(s);
            }
        });
        block.push(self.add(Side::Back, StmtKind::Assign { lhs, rhs: simplify::one(&scalar) }));
    }

    /// The call of the adjoint.
    fn call_adjoint(&mut self, callee: SymbolId, dependent: &Place) -> il::StmtId {
        let p = self.world.source;
        let target = self.world.call_target(&mut self.shells[0], callee, Part::Adjoint);
        let adjoint = self.world.signatures.of(self.unit, Part::Adjoint).clone();
        let maps = self.shell(Side::Back).maps.clone();
        let mut args = Vec::new();
        for slot in &adjoint.slots {
            let value = match slot {
                Slot::Primal(k) => Some(Expr::var(maps.symbol(p.units[self.unit].params[*k]))),
                Slot::Derivative(k) => maps.derivative(p.units[self.unit].params[*k]).map(|d| self.as_actual(d)),
                Slot::Value => self.shells[0].value.map(Expr::var),
                Slot::ResultDerivative if self.language().returns_expressions() => {
                    let result = p.units[self.unit].result();
                    let weight = if result == Some(dependent.symbol) { simplify::one } else { simplify::zero };
                    result.and_then(|s| p.symbol_type(s)?.scalar()).map(weight)
                }
                Slot::ResultDerivative => self.shells[0].result_derivative.map(Expr::var),
                Slot::Partial(_) | Slot::Directions => None,
            };
            args.extend(value.map(Arg::new));
        }
        self.add(Side::Back, StmtKind::Call { callee: target, args, alternates: Vec::new() })
    }

    /// A derivative as the adjoint takes it: in C local objects by their addresses.
    fn as_actual(&self, derivative: SymbolId) -> Expr {
        let e = Expr::var(derivative);
        let is_object =
            !matches!(self.world.out.symbol_type(derivative), Some(Type::Pointer { .. } | Type::Array { .. }) | None);
        match self.language() {
            Language::C if is_object => ExprKind::Address(Box::new(e)).into(),
            _ => e,
        }
    }
}
