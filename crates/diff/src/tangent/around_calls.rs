//! What is cleared before and after a call: derivatives that the callee's derivative reads and that nothing has set, and those of what it overwrites with
//! something passive.

use analysis::passed_place::given_place;
use il::typing::{rank_of, type_of};
use il::zones::ZoneId;
use il::{Arg, Block, Diagnostic, Expr, ExprKind, SymbolId, Type, UnitId};

use super::Tangent;
use super::calls::{Actuals, positions};
use crate::refuse::recursive_components::is_in_its_own_type;
use crate::signature::{Part, Signature};

impl Tangent<'_, '_> {
    /// Whether a component is nowhere active here, and has a derivative because variables of its type have: nothing in this procedure sets it.
    pub(super) fn is_idle(&self, e: &Expr) -> bool {
        e.spine().any(|x| matches!(x.kind, ExprKind::Field { .. }))
            && self.source.is_differentiable(&self.old_type(e))
            && !self.world.facts.analysis.has_derivative(self.unit, e)
    }

    /// The components of an actual argument that the callee's derivative takes as varied, and that nothing here has set: they are nowhere active, or
    /// not useful before the call.
    pub(super) fn unset_parts(&self, e: &Expr, signature: &Signature, dummy: SymbolId) -> Vec<Expr> {
        let (facts, at) = (self.world.facts, self.before_point());
        let useful = |e: &Expr| facts.useful(self.source, self.unit, at, e);
        // What is not useful at all is cleared as a whole.
        let partly = useful(e) && e.root().is_some_and(|s| !self.is_of_callers(s));
        let part = |place: &crate::request::Place| {
            place.path.iter().try_fold(e.clone(), |base, &field| {
                let record = self.old_type(&base).record()?;
                let both = rank_of(self.source, &base) > 0 && self.source.records[record].fields[field].ty.rank() > 0;
                (!both).then(|| ExprKind::Field { base: Box::new(base), record, field }.into())
            })
        };
        // Not behind a pointer in it: that may lead nowhere.
        let own = |part: &Expr| {
            matches!(self.old_type(part).element(), Type::Scalar(_))
                && part.spine().all(|link| !matches!(self.old_type(link).element(), Type::Pointer { .. }))
        };
        let varying = signature.varying.iter().filter(|p| p.symbol == dummy && !p.path.is_empty());
        varying.filter_map(part).filter(|part| self.is_idle(part) || partly && own(part) && !useful(part)).collect()
    }

    /// A derivative that the callee reads must be true: it is cleared where its variable is not useful before the call, for then nothing has set it.
    pub(super) fn reset_before(&mut self, e: &Expr, signature: &Signature, dummy: SymbolId, actuals: &mut Actuals) {
        // A pointer that begins without association leads nowhere, and its derivative neither (F2018 8.5.10).
        if self.source.variable(dummy).is_some_and(|v| v.pointer && v.intent == Some(il::Intent::Out)) {
            return;
        }
        let reads = self.may_read(dummy) && signature.varying.iter().any(|p| p.symbol == dummy);
        let (facts, at) = (self.world.facts, self.before_point());
        let unset = match self.is_idle(e) {
            true if reads => vec![e.clone()],
            true => Vec::new(),
            false => self.unset_parts(e, signature, dummy),
        };
        // What C pointers lead to was cleared where it was declared: how much it is, they do not know.
        let numbers = |part: &Expr| !matches!(self.old_type(part), Type::Pointer { .. });
        let unset: Vec<Expr> = unset.into_iter().filter(numbers).filter(|part| !self.may_be_of_callers(part)).collect();
        for part in unset {
            let constant = part.root().is_some_and(|s| self.source.is_read_only(s));
            if let Some(d) = self.derivative(&part).filter(|_| !constant && !self.source.is_allocatable(&part)) {
                let ty = self.old_type(&part);
                let d = self.unlocked(d);
                let mut resets = self.clear(&d, &ty, &part);
                // The callee may allocate it.
                let components = part.spine().filter(|link| matches!(link.kind, ExprKind::Field { .. }));
                for test in components.filter_map(|link| self.is_there(link)).collect::<Vec<_>>() {
                    resets = vec![self.when(test, resets)];
                }
                actuals.before.extend(resets);
            }
        }
        // Useful and varied: it has its value. Useful and not varied: it was set to zero.
        if !reads
            || facts.useful(self.source, self.unit, at, e)
            || e.root().is_none_or(|s| self.is_of_callers(s))
            || self.may_be_of_callers(e)
            || self.is_as_given(e)
        {
            return;
        }
        // What pointers lead to has its value, those in arrays too.
        if matches!(self.old_type(e).element(), Type::Pointer { .. }) || self.source.is_allocatable(e) {
            return;
        }
        if let Some(d) = self.derivative(e) {
            let ty = self.old_type(e);
            let resets = self.clear(&d, &ty, e);
            actuals.before.extend(resets);
        }
    }

    /// C: a place behind pointers to constants, to be set: these promise that the original is not written, and its derivative is no constant.
    fn unlocked(&self, mut place: Expr) -> Expr {
        let out = &self.world.out;
        place.rewrite(&mut |x| {
            if let ExprKind::Deref(pointer) = &mut x.kind {
                let mut ty = type_of(out, pointer);
                if ty.has_constant_target() {
                    ty.release_targets();
                    **pointer = ExprKind::Cast(ty, pointer.clone()).into();
                }
            }
        });
        place
    }

    /// Whether a callee may read numbers by way of its dummy: not one that only releases them.
    fn may_read(&self, dummy: SymbolId) -> bool {
        let callee = self.source.home(dummy).filter(|u| !self.source.units[*u].is_interface);
        let zones = self.world.facts.analysis.zones().reachable(self.source, &Expr::var(dummy));
        callee.is_none_or(|u| self.reads_numbers(u, zones))
    }

    /// The same of what a place of a global stands for.
    fn may_read_place(&self, callee: SymbolId, place: &crate::request::Place) -> bool {
        let zones = self.world.facts.analysis.zones().of_component(place.symbol, &place.path);
        self.source.callee(callee).is_none_or(|u| self.reads_numbers(u, zones))
    }

    fn reads_numbers(&self, callee: UnitId, zones: Vec<ZoneId>) -> bool {
        let analysis = &self.world.facts.analysis;
        let number = |z: &ZoneId| analysis.zones().zone(*z).differentiable;
        let read = analysis.in_out(callee).read;
        zones.into_iter().filter(number).any(|z| read.contains(z))
    }

    /// Whether callers may go on with the derivative of a variable that this procedure is not asked for: it is theirs, and as they left it.
    pub(super) fn is_of_callers(&self, s: SymbolId) -> bool {
        let zones = self.world.facts.analysis.zones();
        // A local that EQUIVALENCE lays over a COMMON block is a part of that.
        let laid =
            zones.is_overlaid(s) && zones.of_symbol(s).into_iter().any(|z| zones.zone(z).owner != Some(self.unit));
        let own = self.source.home(s) == Some(self.unit)
            && self.source.variable(s).is_some_and(|v| v.is_unsaved_local() || v.storage == il::Storage::Result)
            && !laid;
        !own && !self.world.is_only_a_head(self.unit)
    }

    /// The same of a place, which pointers may lead to: where it varies for none of them, there is nothing that they could go on with.
    fn may_be_of_callers(&self, place: &Expr) -> bool {
        let only_head = self.world.is_only_a_head(self.unit);
        let pointer = |link: &Expr| match &link.kind {
            ExprKind::Index { base, .. } => matches!(self.old_type(base), Type::Pointer { .. }),
            ExprKind::Deref(_) => true,
            _ => self.source.is_pointer(link),
        };
        let of_callers = place.root().is_none_or(|s| self.is_of_callers(s)) || !only_head && place.spine().any(pointer);
        of_callers && self.world.facts.analysis.enters_varied(self.unit, place)
    }

    /// Whether a variable varies where this procedure begins, and keeps its value: its derivative is true all the time, useful or not.
    fn is_as_given(&self, e: &Expr) -> bool {
        let analysis = &self.world.facts.analysis;
        let written = analysis.in_out(self.unit).written;
        e.root().is_some_and(|s| !written.contains_any(&analysis.zones().of_symbol(s)))
            && analysis.enters_varied(self.unit, e)
    }

    /// Resets after a call of what it set without a derivative.
    pub(super) fn reset_written(&mut self, callee: SymbolId, a: &Arg, args: &[Arg], active: bool, out: &mut Block) {
        let given = given_place(self.source, self.language, &a.value);
        let Some(reference) = given.as_ref().filter(|r| r.is_reference()) else { return };
        let unit = self.source.callee(callee);
        let dummy = unit.and_then(|u| {
            let order = positions(self.source, u, args);
            let k = order.iter().find(|(_, at)| std::ptr::eq(&args[**at], a)).map(|(k, _)| *k)?;
            Some((u, k, *self.source.units[u].params.get(k)?))
        });
        if let Some((u, k, dummy)) = dummy {
            let has_slot = self.world.signatures.get(u, Part::Tangent).is_some_and(|s| s.has_derivative(k));
            if self.source.is_read_only(dummy) || active && has_slot {
                return;
            }
            // Part of an array: the whole stays varied, so that part is looked at by itself.
            let overwritten = self.overwritten_parts(u, dummy, &mut Vec::new(), reference);
            if !matches!(reference.kind, ExprKind::Var(_)) && !overwritten.is_empty() {
                let elements = rank_of(self.source, reference) == 0
                    && self.source.symbol_type(dummy).is_some_and(|t| t.rank() > 0);
                if elements {
                    let refusal = crate::rules::Refusal {
                        what: self.source.symbols[callee].name.clone(),
                        why: "it overwrites elements of an active array, and how many is not known here".into(),
                    };
                    self.refuse(reference.span, &refusal, "pass a section of the array instead of its first element");
                    return;
                }
                for part in overwritten {
                    let ty = self.old_type(&part);
                    let resets = self.derivative(&part).map(|d| self.clear(&d, &ty, &part));
                    out.extend(resets.into_iter().flatten());
                }
                return;
            }
            // A dummy that stands for part of an array counts as varied throughout; what is overwritten here is not.
            let whole = self.old_type(reference);
            let after = self.after_point();
            if matches!(reference.kind, ExprKind::Var(_))
                && whole.record().is_none()
                && self.world.facts.varied(self.source, self.unit, after, reference)
                && !overwritten.is_empty()
            {
                if let Some(d) = self.derivative(reference) {
                    let resets = self.clear(&d, &whole, reference);
                    out.extend(resets);
                }
                return;
            }
        }
        self.reset_after(reference, out);
    }

    /// What a callee overwrites with something passive of a dummy, or of its component at `path`, while the actual `reference` is part of something
    /// varied and useful: the reference, or components of the structure that it is.
    pub(super) fn overwritten_parts(
        &self,
        unit: UnitId,
        dummy: SymbolId,
        path: &mut Vec<usize>,
        reference: &Expr,
    ) -> Vec<Expr> {
        let facts = self.world.facts;
        if let Type::Record(record) = *self.old_type(reference).element() {
            let mut out = Vec::new();
            // An allocatable component of the type it belongs to: no call is known to overwrite all that is below.
            if is_in_its_own_type(reference, record) {
                return out;
            }
            for (field, f) in self.source.records[record].fields.iter().enumerate() {
                if facts.owns_field(record, field) && !f.pointer && !matches!(f.ty.element(), Type::Pointer { .. }) {
                    let part = ExprKind::Field { base: Box::new(reference.clone()), record, field }.into();
                    path.push(field);
                    out.append(&mut self.overwritten_parts(unit, dummy, path, &part));
                    path.pop();
                }
            }
            return out;
        }
        let zones = facts.analysis.zones().of_component(dummy, path);
        let is_number = |z: &&ZoneId| facts.analysis.zones().zone(**z).differentiable;
        let numbers: Vec<&ZoneId> = zones.iter().filter(is_number).collect();
        let killed = &facts.analysis.in_out(unit).killed;
        let overwritten = !numbers.is_empty()
            && numbers.into_iter().all(|z| killed.contains(*z))
            && facts.varied(self.source, self.unit, self.before_point(), reference)
            && facts.useful(self.source, self.unit, self.after_point(), reference);
        if overwritten { vec![reference.clone()] } else { Vec::new() }
    }

    /// What a call leaves passive but useful: its derivative becomes zero.
    pub(super) fn after_call(&mut self, callee: SymbolId, args: &[Arg], out: &mut Block) {
        self.after(callee, args, true, out);
    }

    /// The same after the original was called: its derivative, if there is one, has cleared nothing.
    pub(super) fn after_passive_call(&mut self, callee: SymbolId, args: &[Arg], out: &mut Block) {
        self.after(callee, args, false, out);
    }

    pub(super) fn after(&mut self, callee: SymbolId, args: &[Arg], active: bool, out: &mut Block) {
        // Behind what stops the program nothing is varied, and nothing is executed.
        if self.source.callee(callee).is_some_and(|u| !self.world.facts.analysis.flow(u).comes_back()) {
            out.append(&mut self.after);
            return;
        }
        for a in args {
            self.reset_written(callee, a, args, active, out);
        }
        self.reset_globals_after(args, out);
        out.append(&mut self.after);
    }

    /// Derivatives of globals that the callee's derivative reads, but that are not active here.
    pub(super) fn clear_globals(&mut self, callee: SymbolId, args: &[Arg], out: &mut Block) {
        let Some(at) = self.at else { return };
        let facts = self.world.facts;
        let (source, unit, before) = (self.source, self.unit, self.before_point());
        // Useful and not varied: it is zero already.
        // What a local of C points to has a name of its own; the local may not even be there yet.
        let only_leads_there = |s: SymbolId| {
            let v = source.variable(s).filter(|v| v.storage == il::Storage::Local);
            v.is_some_and(|v| matches!(v.ty.element(), Type::Pointer { .. }))
        };
        let to_clear = |place: &crate::request::Place| {
            let reference = place.reference(source);
            !only_leads_there(place.symbol)
                && !facts.useful(source, unit, before, &reference)
                && self.shell.maps.reference(&reference).is_some()
                && !self.is_of_callers(place.symbol)
        };
        let (whole, parts) = facts.globals_to_clear(unit, at, to_clear);
        // A pointer leads to one of several targets. Those that the callee does not take as varied are not useful here either: they are cleared along,
        // where the call is given the pointer. What others lead to may be gone.
        let (led_to, parts): (Vec<_>, Vec<_>) =
            parts.into_iter().partition(|p| p.reference(source).spine().any(|link| source.is_pointer(link)));
        let given = |s: SymbolId| args.iter().any(|a| a.value.root() == Some(s));
        let led_to: Vec<_> = led_to.into_iter().filter(|p| given(p.symbol) && self.may_read_place(callee, p)).collect();
        let cut = |p: &&crate::request::Place| facts.varied(source, unit, before, &p.reference(source));
        if let Some(place) = parts.iter().find(cut) {
            let name = self.source.symbols[place.symbol].name.clone();
            let span = self.original().stmts[at].span;
            self.world.report(
                Diagnostic::error(
                    "RT0425",
                    span,
                    format!("only a part of `{name}` has a derivative here, and its COMMON block has another shape in the procedure called"),
                )
                .note("declare the block in the same way in both"),
            );
        }
        // What is not varied before the call is cleared with all of it.
        for place in whole.iter().chain(parts.iter().filter(|p| !cut(p))).chain(&led_to) {
            let mut resets = self.clear_place(place);
            // What the call allocates need not be there yet, and where a pointer leads nowhere the callee may ask for that.
            if self.world.facts.changes_allocation(unit, at) || led_to.contains(place) {
                for test in self.presence(&place.reference(source)) {
                    resets = vec![self.when(test, resets)];
                }
            }
            out.extend(resets);
        }
    }

    /// The tests whether the derivative of `reference` is there, the innermost first: one for each link that is allocated or associated. Whether the
    /// components of the elements of an array are there is asked element by element, where they are cleared.
    pub(super) fn presence(&self, reference: &Expr) -> Vec<Expr> {
        reference.spine().filter_map(|link| self.is_there(link)).collect()
    }

    pub(super) fn is_there(&self, link: &Expr) -> Option<Expr> {
        let (allocatable, pointer) = match &link.kind {
            ExprKind::Var(s) => self.source.variable(*s).map(|v| (v.allocatable, v.pointer))?,
            ExprKind::Field { base, record, field } if il::typing::rank_of(self.source, base) == 0 => {
                let f = &self.source.records[*record].fields[*field];
                (f.allocatable, f.pointer)
            }
            _ => return None,
        };
        let inquiry = if allocatable { "allocated" } else { "associated" };
        let derivative = self.shell.maps.reference(link)?;
        (allocatable || pointer).then(|| Expr::intrinsic(inquiry, vec![derivative]))
    }
}
