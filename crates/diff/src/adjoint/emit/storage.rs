//! The storage of derivatives whose originals are allocated and released while the program runs.
//!
//! In the backward sweep a derivative is allocated exactly when its original is, with the same bounds. The forward sweep allocates no
//! derivative: where the sweeps meet, those of locals take over the allocation that their originals have reached
//! ([`Emit::follow`]). From there each statement that changed an allocation puts the original back as it was before, and then its
//! derivative. What outlives the procedure comes with the allocation it has at the end, as its values do: the caller sees to it.
//!
//! So a procedure that allocates what outlives it cannot run forward twice, which a joint call does: it is called in split mode
//! ([`analysis::allocation`]).
//!
//! A local array that only ALLOCATE statements of its own procedure give bounds has its derivative allocated beside it, in the forward
//! sweep ([`follows`] is false).

use std::rc::Rc;

use analysis::allocated::Allocations;
use analysis::allocation::{self, calls, dummies};
use analysis::reallocation::{self, may_reallocate};
use il::stmt::Allocation;
use il::typing::type_of;
use il::{Arg, Block, Dim, Expr, ExprKind, Program, StmtId, StmtKind, Storage, SymbolId, Type, UnitId, Upper};

use crate::adjoint::emit::{Emit, Pair, Side};
use crate::adjoint::plan::Save;

use crate::facts::Facts;
use crate::request::Place;
use crate::shared::reach::Relation;
use crate::simplify;

/// What becomes of the derivatives in a structure or an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fill {
    /// Zero where they are allocated.
    Zero,
    /// Allocated like their originals, and zero.
    Allocate,
    /// The same, where the outermost original is surely allocated.
    AllocateAllocated,
    /// Allocated like their originals, unless they are allocated already, and zero.
    AllocateMissing,
    /// Allocated like their originals and zero, unless they are allocated already: then they keep their values.
    Missing,
}

/// A derivative beside its original, in one of the sweeps.
struct Beside {
    side: Side,
    /// The type of the original.
    ty: Type,
    held: Held,
    original: Expr,
    place: Expr,
}

/// Whether the derivative of a local takes over the allocation of its original where the sweeps meet.
pub(crate) fn follows(p: &Program, facts: &Facts, unit: UnitId, s: SymbolId) -> bool {
    let Some(v) = p.variable(s) else { return false };
    if v.pointer || !p.units[unit].language.describes_storage() {
        return false;
    }
    let parts = facts.has_separate_parts(p, &v.ty);
    if parts || v.storage != Storage::Local {
        return v.allocatable || parts;
    }
    if !v.allocatable {
        return false;
    }
    let u = &p.units[unit];
    let mut found = false;
    u.walk(&u.body, &mut |_, stmt| {
        let passed = |callee: SymbolId, args: &[Arg]| {
            dummies(p, callee, args).iter().any(|(dummy, a)| {
                a.kind == ExprKind::Var(s) && dummy.is_none_or(|d| p.variable(d).is_some_and(|v| v.allocatable))
            })
        };
        if let StmtKind::Assign { lhs, rhs } = &stmt.kind {
            found |= lhs.kind == ExprKind::Var(s) && may_reallocate(p, unit, lhs, rhs);
        }
        stmt.kind.each_call(&mut |callee, args| found |= passed(callee, args));
    });
    found
}

/// Where the storage of an array or a component is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Held {
    /// In what it belongs to; or it is a pointer whose target belongs to something else.
    Inside,
    Allocatable,
    /// A pointer that owns its target.
    Pointer,
}

impl Held {
    /// The function that tells whether it is there.
    pub(crate) fn inquiry(self) -> &'static str {
        if self == Held::Pointer { "associated" } else { "allocated" }
    }
}

/// Whether whatever gives a local an allocation has its bounds start at one.
pub(crate) fn bounds_start_at_one(p: &Program, unit: UnitId, e: &Expr) -> bool {
    let u = &p.units[unit];
    let ExprKind::Var(s) = e.kind else { return false };
    if p.variable(s).is_none_or(|v| v.storage != Storage::Local || v.saved) {
        return false;
    }
    let mut from_one = true;
    u.walk(&u.body, &mut |_, stmt| match &stmt.kind {
        StmtKind::Assign { lhs, rhs } if lhs == e && may_reallocate(p, unit, lhs, rhs) => {
            from_one &= starts_at_one(p, rhs);
        }
        StmtKind::Allocate { objects, options } => {
            for o in objects.iter().filter(|o| o.object == *e) {
                from_one &= options.is_empty() && o.dims.iter().all(|d| d.lower.is_none());
            }
        }
        _ => {
            let gives = |dummy: Option<SymbolId>| dummy.is_none_or(|d| p.variable(d).is_some_and(|v| v.allocatable));
            for (callee, args) in calls(&stmt.kind) {
                from_one &= !dummies(p, callee, args).into_iter().any(|(dummy, a)| *a == *e && gives(dummy));
            }
        }
    });
    from_one
}

/// Whether what `e` is assigned to gets lower bounds of one.
fn starts_at_one(p: &Program, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Var(s) => p.variable(*s).is_some_and(|v| {
            let plain = matches!(&v.ty, Type::Array { dims, .. } if dims.iter().all(|d| d.lower.as_ref().is_none_or(|l| l.as_int() == Some(1))));
            plain && !v.allocatable && !v.pointer
        }),
        ExprKind::Field { .. } => false,
        _ => true,
    }
}

impl Emit<'_, '_> {
    /// The derivative of `e` takes over the allocation of its original, and is zero; or just zero.
    pub(crate) fn follow(&mut self, e: &Expr, fill: Fill, block: &mut Block) {
        let Some(place) = self.adjoint_of(e) else { return };
        self.fill_like(&self.beside(e, place), fill, &[], block);
    }

    /// The derivative of `e` that is missing in the forward sweep where the original is allocated: it is allocated like it, and zero.
    pub(crate) fn follow_forward(&mut self, e: &Expr, block: &mut Block) {
        let (p, side) = (self.world.source, self.forward);
        let Some(place) = self.shell(side).maps.reference(e) else { return };
        let one = Beside { side, ty: type_of(p, e), held: self.held_by(e), original: self.fore(e), place };
        let there = |of: &Expr| Expr::intrinsic(one.held.inquiry(), vec![of.clone()]);
        let missing = Expr::unary(il::UnaryOp::Not, there(&one.place));
        let test = Expr::binary(il::BinaryOp::And, there(&one.original), missing);
        let mut made = Block::new();
        self.fill_like(&one, Fill::AllocateAllocated, &[], &mut made);
        block.extend(self.if_then(side, test, made, Block::new()));
    }

    /// The same for what is in a structure `e`, as far as it is missing.
    pub(crate) fn parts_forward(&mut self, e: &Expr, block: &mut Block) {
        let (p, side) = (self.world.source, self.forward);
        let Some(place) = self.shell(side).maps.reference(e) else { return };
        let one = Beside { side, ty: type_of(p, e), held: Held::Inside, original: self.fore(e), place };
        if one.ty.record().is_some() {
            self.fill_like(&one, Fill::Missing, &[], block);
        }
    }

    /// Zero in a component of a variable, in all elements of what holds it, as far as that is allocated.
    pub(crate) fn fill_component(&mut self, component: &Place, block: &mut Block) {
        let whole = Expr::var(component.symbol);
        let Some(derivative) = self.adjoint_of(&whole) else { return };
        self.fill_like(&self.beside(&whole, derivative), Fill::Zero, &component.path, block);
    }

    /// Zero in the derivative of `e`, which is allocated.
    pub(crate) fn fill_zero(&mut self, e: &Expr, place: Expr, block: &mut Block) {
        let one = Beside { held: Held::Inside, ..self.beside(e, place) };
        self.fill_like(&one, Fill::Zero, &[], block);
    }

    /// Zero in `place`, which stands for a derivative of `e` and gets the allocations that this has.
    pub(crate) fn fill_as(&mut self, e: &Expr, place: Expr, fill: Fill, block: &mut Block) {
        // What is made as a whole is allocated itself.
        let held = if fill == Fill::AllocateAllocated { Held::Allocatable } else { self.held_by(e) };
        let one = Beside { held, ..self.beside(e, place) };
        self.fill_like(&one, fill, &[], block);
    }

    /// `place` in the backward sweep as a derivative of `e`.
    fn beside(&self, e: &Expr, place: Expr) -> Beside {
        let ty = type_of(self.world.source, e);
        Beside { side: Side::Back, ty, held: self.held_by(e), original: self.back(e), place }
    }

    /// Where the storage of a reference is.
    pub(crate) fn held_by(&self, e: &Expr) -> Held {
        match &e.kind {
            ExprKind::Var(s) if self.world.source.variable(*s).is_some_and(|v| v.allocatable) => Held::Allocatable,
            ExprKind::Field { record, field, .. } => self.held(*record, *field),
            _ => Held::Inside,
        }
    }

    pub(crate) fn held(&self, record: il::RecordId, field: usize) -> Held {
        if self.world.source.records[record].fields[field].allocatable {
            Held::Allocatable
        } else if self.world.facts.is_owning(record, field) {
            Held::Pointer
        } else {
            Held::Inside
        }
    }

    /// Fills a derivative: of its components those along `path` only.
    fn fill_like(&mut self, one: &Beside, fill: Fill, path: &[usize], block: &mut Block) {
        let Beside { side, ty, held, original, place } = one;
        let (side, held) = (*side, *held);
        let separate = held != Held::Inside;
        if separate && fill == Fill::Missing {
            return self.fill_missing(one, block);
        }
        let mut inner = Block::new();
        let rank = ty.rank();
        if separate && fill != Fill::Zero {
            let id = self.allocation(side, ty, original, place);
            match fill {
                Fill::AllocateMissing => {
                    let test = Expr::unary(il::UnaryOp::Not, Expr::intrinsic(held.inquiry(), vec![place.clone()]));
                    inner.extend(self.if_then(side, test, vec![id], Block::new()));
                }
                Fill::Allocate | Fill::AllocateAllocated | Fill::Missing | Fill::Zero => inner.push(id),
            }
        }
        match ty.element() {
            Type::Record(r) => {
                let parts: Vec<usize> = (0..self.world.source.records[*r].fields.len())
                    .filter(|k| self.world.facts.owns_field(*r, *k) && path.first().is_none_or(|p| p == k))
                    .collect();
                let rest = path.get(1..).unwrap_or_default();
                let field = |k: &usize| &self.world.source.records[*r].fields[*k];
                // Scalar components of an array of structures are one array.
                let below = if fill == Fill::AllocateAllocated { Fill::Allocate } else { fill };
                let plain = parts
                    .iter()
                    .all(|k| field(k).ty.rank() == 0 && !field(k).allocatable && field(k).ty.record().is_none());
                let integer = self.integer();
                let counters: Vec<SymbolId> = (0..if plain { 0 } else { rank })
                    .map(|k| self.scratch_in(side, &format!("ii{}", k + 1), integer.clone()))
                    .collect();
                let index = |e: &Expr| match counters.is_empty() {
                    true => e.clone(),
                    false => Expr::index(e.clone(), counters.iter().map(|c| Expr::var(*c)).collect()),
                };
                let (element, d) = (index(original), index(place));
                let mut body = Block::new();
                for k in parts {
                    let f = self.world.source.records[*r].fields[k].clone();
                    let Some(&(record, field)) = self.shell(side).maps.fields.get(&(*r, k)) else { continue };
                    let held = self.held(*r, k);
                    if f.pointer && held == Held::Inside && path.is_empty() {
                        continue;
                    }
                    let of = |base: &Expr, record, field| {
                        ExprKind::Field { base: Box::new(base.clone()), record, field }.into()
                    };
                    let (original, place) = (of(&element, *r, k), of(&d, record, field));
                    let part = Beside { side, ty: f.ty.clone(), held, original, place };
                    if f.pointer && held == Held::Inside {
                        // A path asks for what it leads to, and the procedure may have nullified it.
                        let mut led_to = Block::new();
                        self.fill_like(&part, below, rest, &mut led_to);
                        let test = Expr::intrinsic(Held::Pointer.inquiry(), vec![part.place]);
                        body.extend(self.if_then(side, test, led_to, Block::new()));
                        continue;
                    }
                    self.fill_like(&part, below, rest, &mut body);
                }
                for (k, c) in counters.iter().enumerate() {
                    if body.is_empty() {
                        break;
                    }
                    let bound = |name: &str| Expr::intrinsic(name, vec![original.clone(), Expr::int(k as i64 + 1)]);
                    let (from, to) = (bound("lbound"), bound("ubound"));
                    body = vec![self.counted(side, *c, from, to, None, body)];
                }
                inner.append(&mut body);
            }
            Type::Scalar(s) if s.is_differentiable() && fill != Fill::Missing => {
                let rhs = simplify::zero(s);
                inner.push(self.add(side, StmtKind::Assign { lhs: place.clone(), rhs }));
            }
            _ => {}
        }
        if separate && fill != Fill::AllocateAllocated {
            let asked = if fill == Fill::Zero { place } else { original };
            let test = Expr::intrinsic(held.inquiry(), vec![asked.clone()]);
            block.extend(self.if_then(side, test, inner, Block::new()));
        } else {
            block.append(&mut inner);
        }
    }

    /// [`Fill::Missing`] for what has an allocation of its own: where that is there, only what is in it may be missing.
    fn fill_missing(&mut self, one: &Beside, block: &mut Block) {
        let Beside { side, ty, held, original, place } = one;
        let missing = Expr::unary(il::UnaryOp::Not, Expr::intrinsic(held.inquiry(), vec![place.clone()]));
        let (mut made, mut parts, mut there) = (Block::new(), Block::new(), Block::new());
        self.fill_like(one, Fill::Allocate, &[], &mut made);
        if self.world.facts.has_separate_parts(self.world.source, ty) {
            let (ty, original, place) = (ty.clone(), original.clone(), place.clone());
            let inside = Beside { side: *side, ty, held: Held::Inside, original, place };
            self.fill_like(&inside, Fill::Missing, &[], &mut parts);
            let test = Expr::intrinsic(held.inquiry(), vec![inside.original]);
            there.extend(self.if_then(*side, test, parts, Block::new()));
        }
        block.extend(self.if_then(*side, missing, made, there));
    }

    /// `ALLOCATE (place)` with the bounds of `original`, and the derivative of its dynamic type.
    pub(crate) fn allocation(&mut self, side: Side, ty: &Type, original: &Expr, place: &Expr) -> StmtId {
        let numeric = matches!(ty.element(), Type::Scalar(_));
        let bound = |name: &str, k: usize| Expr::intrinsic(name, vec![original.clone(), Expr::int(k as i64)]);
        let dims = match numeric {
            true => Vec::new(),
            false => (1..=ty.rank())
                .map(|k| Dim { lower: Some(bound("lbound", k)), upper: Upper::At(bound("ubound", k)) })
                .collect(),
        };
        let options = match numeric && ty.rank() > 0 {
            true => vec![Arg { keyword: Some("mold".into()), value: original.clone() }],
            false => Vec::new(),
        };
        let objects = vec![Allocation { object: place.clone(), dims }];
        if let Some(typed) = self.typed_allocation(side, original, place, &objects) {
            return typed;
        }
        self.add(side, StmtKind::Allocate { objects, options })
    }

    /// The derivative of a polymorphic object gets the derivative of the dynamic type of its original.
    fn typed_allocation(
        &mut self,
        side: Side,
        original: &Expr,
        place: &Expr,
        objects: &[Allocation],
    ) -> Option<StmtId> {
        if !self.world.out.is_polymorphic(original) {
            return None;
        }
        let declared = type_of(&self.world.out, place).record()?;
        let selector = self.world.out.dynamic_type(original)?;
        let of = type_of(&self.world.out, original).record()?;
        let mut cases = Vec::new();
        for r in self.world.out.dynamic_types(of) {
            let derivative = self.shell(side).maps.records.get(&r).copied().unwrap_or(r);
            let mold = Expr::from(ExprKind::Structure { record: derivative, args: Vec::new() });
            let options = match derivative == declared {
                true => Vec::new(),
                false => vec![Arg { keyword: Some("mold".into()), value: mold }],
            };
            let body = vec![self.add(side, StmtKind::Allocate { objects: objects.to_vec(), options })];
            let number = il::Id::index(r) as i64;
            let ranges = vec![il::stmt::CaseRange::Value(Expr::int(number))];
            cases.push(il::stmt::Case { ranges, default: false, body, falls_through: false });
        }
        Some(self.add(side, StmtKind::Select { selector, cases, name: None }))
    }

    /// `lhs = rhs` that may give `lhs` or components of it another allocation, around the sweeps that it has otherwise.
    pub(crate) fn reallocating(&mut self, stmt: StmtId, lhs: &Expr, rhs: &Expr) -> Pair {
        let parts = reallocation::reallocated(self.world.source, self.unit, lhs, rhs);
        self.suggest_kept_shapes(stmt, &parts);
        let outer = std::mem::replace(&mut self.unsaved, parts.clone());
        let mut pair = self.plain(stmt);
        self.unsaved = outer;
        let mut out = Pair::default();
        let mut behind = Block::new();
        for part in &parts {
            // The assignment of a structure releases its components first (F2018 10.2.1.3).
            let mut one = match self.primal.is_none() && part == lhs && self.keeps_its_shape(part) {
                true => self.same_shape(stmt, part, &mut behind),
                false => self.reallocated_part(stmt, part, &mut pair.back),
            };
            out.fore.append(&mut one.fore);
            one.back.append(&mut out.back);
            out.back = one.back;
        }
        out.fore.append(&mut pair.fore);
        out.fore.append(&mut behind);
        pair.back.append(&mut out.back);
        Pair { fore: out.fore, back: pair.back }
    }

    /// Says once for a variable that a promise would spare what its assignments cost.
    fn suggest_kept_shapes(&mut self, stmt: StmtId, parts: &[Expr]) {
        let p = self.world.source;
        // What the user declares INTENT(OUT) has no shape to keep.
        let empty = |s: SymbolId| {
            let plain = self.world.plain;
            plain.symbols.contains(s) && plain.variable(s).is_some_and(|v| v.intent == Some(il::Intent::Out))
        };
        let outside = |e: &&Expr| e.root().is_some_and(|s| allocation::comes_allocated(p, s) && !empty(s));
        let Some(part) = parts.iter().find(outside) else { return };
        if part.root().is_some_and(|s| self.world.shapes_asked.insert(s)) {
            let span = p.units[self.unit].stmts[stmt].span;
            let name = match &part.kind {
                ExprKind::Field { record, field, .. } => &p.records[*record].fields[*field].name,
                _ => &p.symbols[part.root().expect("a reference")].name,
            };
            let said = format!("this may give `{name}` another shape: adjoints keep its allocation, bounds and values");
            let note = "say -keepshapes if assignments never change the shape of modules' variables and arguments (then compilers may take -fno-realloc-lhs)";
            self.world.report(il::Diagnostic::warning("RT0470", span, said).note(note));
        }
    }

    /// Whether an assignment that may reallocate `part` is taken to keep its shape: pointers lead there, which programs that go on with them do not
    /// leave without their target (F2018 10.2.1.3).
    fn keeps_its_shape(&self, part: &Expr) -> bool {
        let ty = type_of(self.world.source, part);
        ty.rank() > 0 && matches!(ty.element(), Type::Scalar(_)) && self.led_to(part).is_some()
    }

    /// What may have happened to the allocation of a local at each statement.
    pub(crate) fn allocations_of(&mut self, e: &Expr) -> Rc<Allocations> {
        let ExprKind::Var(s) = e.kind else { return Rc::default() };
        let (p, unit) = (self.world.source, self.unit);
        self.allocations.entry(s).or_insert_with(|| Rc::new(Allocations::of(p, unit, e))).clone()
    }

    /// `lhs = rhs` of an array that pointers lead to: it gets its first allocation here, or the one that it has, and the pointers, hold. Where
    /// `rhs` has another shape the forward sweep stops.
    fn same_shape(&mut self, stmt: StmtId, part: &Expr, behind: &mut Block) -> Pair {
        let mut out = Pair::default();
        let step = self.plan.step(stmt);
        let kept = step.saves.iter().any(|s| s.value.spine().any(|e| e == part));
        let p = self.world.source;
        let (active, live) = (self.world.facts.has_storage(p, part), step.live);
        if !live || !active && !kept {
            return out;
        }
        let (surely, ty) = (self.allocations_of(part).surely(stmt), self.integer());
        let (fore, back) = (self.fore(part), self.back(part));
        let (mut before, mut again, mut none) = (Block::new(), Block::new(), Block::new());
        let mut changed: Vec<Expr> = Vec::new();
        for k in 1..=type_of(p, part).rank() {
            let size = Expr::var(self.twin("ad_size", ty.clone()).fore);
            let extent = Expr::intrinsic("size", vec![fore.clone(), Expr::int(k as i64)]);
            none.push(self.add(self.forward, StmtKind::Assign { lhs: size.clone(), rhs: Expr::int(-1) }));
            before.push(self.add(self.forward, StmtKind::Assign { lhs: size.clone(), rhs: extent.clone() }));
            let there = Expr::binary(il::BinaryOp::Ge, size.clone(), Expr::int(0));
            let differs = Expr::binary(il::BinaryOp::Ne, extent, size);
            changed.push(if surely { differs } else { Expr::binary(il::BinaryOp::And, there, differs) });
        }
        let test = changed.into_iter().reduce(|a, b| Expr::binary(il::BinaryOp::Or, a, b));
        let words = "an allocatable array changes its shape while pointers lead to it";
        let code = ExprKind::Text(words.into(), Default::default()).into();
        let stop = vec![self.add(self.forward, StmtKind::Stop { error: true, code: Some(code) })];
        if let Some(test) = test {
            behind.extend(self.if_then(self.forward, test, stop, Block::new()));
        }
        if kept {
            let id = self.new_tape();
            before.push(self.add(self.forward, StmtKind::Save { id, value: fore.clone() }));
            again.push(self.add(Side::Back, StmtKind::Restore { id, into: back.clone() }));
        }
        if surely {
            return Pair { fore: before, back: again };
        }
        let mut released = vec![self.release(back)];
        if let (true, Some(derivative)) = (active, self.adjoint_of(part)) {
            released.append(&mut self.release_if_there(derivative));
        }
        let test = Expr::intrinsic("allocated", vec![fore]);
        self.keep_test(test, Pair { fore: before, back: again }, Pair { fore: none, back: released }, &mut out);
        out
    }

    /// Whether the backward sweep fills a variable or passes it to the adjoint of a call somewhere.
    fn is_found_again(&self, part: &Expr) -> bool {
        let p = self.world.source;
        let passes = |id: StmtId| {
            let mut given = calls(&p.units[self.unit].stmts[id].kind).into_iter();
            given.any(|(_, args)| args.iter().any(|a| a.value.root() == part.root()))
        };
        self.fills_again(part) || self.plan.steps.iter().any(|(&id, step)| step.call.is_some() && passes(id))
    }

    /// Whether the backward sweep fills a variable somewhere with what has been saved.
    pub(super) fn fills_again(&self, part: &Expr) -> bool {
        let fills = |s: &Save| s.value.spine().any(|e| e == part);
        self.plan.steps.values().any(|step| step.saves.iter().chain(&step.around).any(fills))
    }

    /// What goes before `lhs = rhs` in the forward sweep, and behind its adjoint `adjoint`, for a part of `lhs` that gets another allocation.
    fn reallocated_part(&mut self, stmt: StmtId, part: &Expr, adjoint: &mut Block) -> Pair {
        let mut out = Pair::default();
        let step = self.plan.step(stmt);
        let kept = step.saves.iter().any(|s| s.value.spine().any(|e| e == part));
        let p = self.world.source;
        let active = self.world.facts.has_storage(p, part);
        let local = part.root().and_then(|s| p.variable(s)).is_some_and(|v| v.is_unsaved_local());
        let allocations = self.allocations_of(part);
        // What is passive keeps no values, but earlier adjoints may find it again: then it has the shape that it had.
        let found_again = local && !allocations.never(stmt) && self.is_found_again(part);
        if self.primal.is_some() || !step.live || !active && !kept && !found_again {
            // What was there before comes back where its DEALLOCATE is reversed. An assignment to what is there leaves it there.
            let (first, released) = (!allocations.surely(stmt), allocation::is_released(p, self.unit, part));
            if self.primal.is_none() && step.live && local && first && released {
                let object = self.back(part);
                out.back.extend(self.release_if_there(object));
            }
            return out;
        }
        let span = self.original(stmt).span;
        // Nothing is there before, and nothing asks for it.
        let fresh = local || part.root() == p.units[self.unit].result();
        if allocations.untouched(stmt) || fresh && self.depth == 0 && self.is_first_mention(stmt, part) {
            return out;
        }
        if active
            && type_of(p, part).record().is_some_and(|_| self.world.facts.has_separate_parts(p, &type_of(p, part)))
        {
            self.refuse(
                span,
                "an array of structures with allocatable components is allocated on assignment",
                "allocate it first, and assign to its elements",
            );
            return out;
        }
        if part.root() == p.units[self.unit].result() {
            self.refuse(
                span,
                "the value of a function changes its shape",
                "assign it once, use a local array, or write `(:)` behind it where it keeps the shape that it has",
            );
            return out;
        }
        // A component of the right side may not have been allocated.
        let whole = matches!(&self.original(stmt).kind, StmtKind::Assign { lhs, .. } if lhs == part);
        let again = self.back(part);
        // In split mode a local of the backward half is only there if something has asked for its values.
        let surely = whole && !(local && self.forward != Side::Back);
        out.back.extend(if surely { vec![self.release(again)] } else { self.release_if_there(again) });
        let never = allocations.never(stmt);
        if !never {
            self.record_allocation(Some(stmt), part, kept, &mut out);
        }
        if let (true, Some(derivative)) = (active, self.adjoint_of(part)) {
            if whole {
                // What is released need not be zero.
                if adjoint.last().is_some_and(|id| self.clears(*id, &derivative)) {
                    adjoint.pop();
                }
                out.back.push(self.release(derivative));
            } else {
                self.release_component(derivative, adjoint);
            }
            let fill = if allocations.surely(stmt) { Fill::AllocateAllocated } else { Fill::Allocate };
            if !never {
                self.follow(part, fill, &mut out.back);
            }
        }
        out
    }

    fn clears(&self, id: StmtId, derivative: &Expr) -> bool {
        let unit = self.shell(Side::Back).unit;
        matches!(&self.world.out.units[unit].stmts[id].kind,
            StmtKind::Assign { lhs, rhs } if lhs == derivative && simplify::is_zero(rhs))
    }

    /// Releases a component of a derivative where `adjoint` would clear it under the test that it is there, otherwise at the end.
    fn release_component(&mut self, derivative: Expr, adjoint: &mut Block) {
        let unit = self.shell(Side::Back).unit;
        let test = Expr::intrinsic("allocated", vec![derivative.clone()]);
        let u = &self.world.out.units[unit];
        let guarded = |id: &StmtId| {
            let StmtKind::If(i) = &u.stmts[*id].kind else { return false };
            matches!(i.arms.as_slice(), [arm] if arm.test == test
                && arm.body.last().is_some_and(|last| self.clears(*last, &derivative)))
        };
        match adjoint.iter().copied().find(guarded) {
            Some(id) => {
                let released = self.release(derivative);
                if let StmtKind::If(i) = &mut self.world.out.units[unit].stmts[id].kind {
                    i.arms[0].body.pop();
                    i.arms[0].body.push(released);
                }
            }
            None => adjoint.append(&mut self.release_if_there(derivative)),
        }
    }

    fn release_if_there(&mut self, object: Expr) -> Block {
        let test = Expr::intrinsic("allocated", vec![object.clone()]);
        let released = self.release(object);
        self.if_then(Side::Back, test, vec![released], Block::new()).into_iter().collect()
    }

    /// Whether the derivative of a local takes over the allocation of its original where the sweeps meet: what the two halves of a split
    /// procedure share travels on the tape, and so does its allocation.
    pub(crate) fn follows(&self, s: SymbolId) -> bool {
        let p = self.world.source;
        let local = |v: &il::Variable| v.allocatable && v.is_unsaved_local();
        self.is_split() && p.variable(s).is_some_and(local) || follows(p, self.world.facts, self.unit, s)
    }

    /// In split mode: the allocations of locals go from the forward to the backward procedure, and the values of those in `needed`.
    pub(crate) fn hand_over_allocations(&mut self, needed: &[SymbolId]) -> (Pair, Vec<Expr>) {
        let p = self.world.source;
        let mut locals: Vec<SymbolId> = needed.to_vec();
        locals.extend(self.shell(Side::Back).maps.derivatives.keys().filter(|s| !needed.contains(s)));
        // What is given back needs a place, also where its last value does not matter.
        let saved = self.plan.steps.values().flat_map(|s| &s.saves).filter_map(|s| s.value.root());
        locals.extend(saved.filter(|s| !needed.contains(s)));
        let facts = self.world.facts;
        let parted = |s: &&SymbolId| {
            p.symbols[**s].scope == p.units[self.unit].scope
                && p.variable(**s)
                    .is_some_and(|v| v.is_unsaved_local() && !v.pointer && facts.has_separate_parts(p, &v.ty))
        };
        let structures: Vec<SymbolId> = locals.iter().filter(parted).copied().collect();
        locals.retain(|s| {
            p.symbols[*s].scope == p.units[self.unit].scope
                && p.variable(*s).is_some_and(|v| v.allocatable && v.is_unsaved_local())
        });
        let mut out = Pair::default();
        let value = p.units[self.unit].result().filter(|r| p.variable(*r).is_some_and(|v| v.allocatable));
        if value.is_some_and(|r| needed.contains(&r)) {
            self.refuse(
                p.units[self.unit].span,
                "in split mode the backward procedure needs the value of a function that allocates it",
                "call the function in joint mode",
            );
        }
        locals.extend(structures);
        let mut places: Vec<(Expr, bool)> = Vec::new();
        for s in locals {
            if !places.iter().any(|(e, _)| e.kind == ExprKind::Var(s)) {
                places.push((Expr::var(s), needed.contains(&s)));
            }
        }
        for (place, values) in &places {
            let mut one = Pair::default();
            self.record_allocation(None, place, *values, &mut one);
            out.fore.append(&mut one.fore);
            one.back.append(&mut out.back);
            out.back = one.back;
        }
        (out, places.into_iter().map(|(e, _)| e).collect())
    }

    /// Whether no statement before this one may mention what `lhs` names, except as a part of what it allocates.
    fn is_first_mention(&self, stmt: StmtId, lhs: &Expr) -> bool {
        let u = &self.world.source.units[self.unit];
        let Some(root) = lhs.root() else { return false };
        let (mut first, mut reached) = (true, false);
        u.walk(&u.body, &mut |id, s| {
            reached |= id == stmt;
            if reached
                || matches!(&s.kind, StmtKind::Allocate { objects, .. } if !objects.iter().any(|o| o.object == *lhs))
            {
                return;
            }
            s.kind.exprs(&mut |e| first &= !self.mentions(e, root, lhs));
        });
        first
    }

    /// Whether `e` may mention what `lhs`, a part of `root`, names.
    fn mentions(&self, e: &Expr, root: SymbolId, lhs: &Expr) -> bool {
        if e.is_reference() && e.root() == Some(root) {
            return self.overlap(lhs, e) != Relation::Apart;
        }
        let mut found = false;
        e.children(&mut |c| found |= self.mentions(c, root, lhs));
        found
    }
}
