//! Arguments without a derivative where the callee's tangent wants one: locals that are zero.

use analysis::allocation::has_allocatable_parts;
use il::stmt::{Allocation, Do};
use il::typing::extent;
use il::{
    Arg, Block, Diagnostic, Dim, Expr, ExprKind, StmtId, StmtKind, Subscript, SymbolId, SymbolKind, Type, Upper, fold,
};

use super::Tangent;
use super::calls::Actuals;
use crate::simplify::address;

/// What may be allocated already in structures that get the allocations of others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Before {
    Nothing,
    Anything,
}

impl Tangent<'_, '_> {
    /// A local derivative of the shape of `e`, set to zero. Where that shape is known only at this point, it is allocated here.
    pub(super) fn dummy(&mut self, e: &Expr, ty: &Type, actuals: &mut Actuals) -> Expr {
        let name = e.root().map_or("dummy".into(), |r| self.source.symbols[r].name.clone());
        let base = crate::names::apply(self.world.request.variable_pattern(), &name, self.language.folds_case());
        let ty = self.shell.maps.derivative_type(ty);
        if let Some(extents) = self.extents_of_the_moment(e) {
            let local = self.array_holder(&ty, ty.rank(), &base);
            self.world.marks.derivatives.extend(local.root());
            let mut made = Block::new();
            self.allocate_result(&local, &extents, &mut made);
            if self.source.is_pointer(e)
                && let Some(&allocate) = made.last()
            {
                // A POINTER dummy has the bounds of what it is given.
                let dims = within_bounds(&self.shell.maps.expr(e), ty.rank());
                if let StmtKind::Allocate { objects, .. } =
                    &mut self.world.out.units[self.shell.unit].stmts[allocate].kind
                {
                    objects[0].dims = dims;
                }
            }
            made.extend(self.clear(&local, &ty, e));
            actuals.before.append(&mut made);
            return local;
        }
        if self.language.describes_storage() && has_allocatable_parts(self.source, &self.old_type(e)) {
            return self.allocated_dummy(e, &ty, &base, actuals);
        }
        if self.language.describes_storage() && self.has_derivative_pointers(&self.old_type(e)) {
            // They lead nowhere, and zeros for what the originals lead to would be allocated by nobody.
            actuals.failed = true;
            self.world.report(
                Diagnostic::error(
                    "RT0431",
                    e.span,
                    "a passive structure is passed where another call passes an active one",
                )
                .note("name one of its components among the independents of the head"),
            );
        }
        // An array of structures of which only the bounds of this moment are known.
        let open = self.language.describes_storage() && e.is_reference() && has_bounds_at_run_time(&ty);
        if !open && !has_extents(&ty) {
            actuals.failed = true;
            self.world.report(
                Diagnostic::error(
                    "RT0414",
                    e.span,
                    format!("a derivative of `{name}` is needed here, but its extents are not known"),
                )
                .label("passive, but the procedure is differentiated with respect to this argument")
                .note("pass an array with explicit extents, or make it active"),
            );
        }
        let local = match open {
            true => self.allocated_local(e, &ty, &base, actuals),
            false => self.holder(&ty, &base, Some(())),
        };
        let resets = match ty.record() {
            Some(_) => {
                let mut all = Block::new();
                if let Some(r) = self.old_type(e).record() {
                    for k in 0..self.source.records[r].fields.len() {
                        if let Some(&(record, field)) = self.shell.maps.fields.get(&(r, k)) {
                            let f = self.source.records[r].fields[k].clone();
                            let place: Expr = ExprKind::Field { base: Box::new(local.clone()), record, field }.into();
                            let old: Expr = ExprKind::Field { base: Box::new(e.clone()), record: r, field: k }.into();
                            all.extend(self.clear(&place, &f.ty, &old));
                        }
                    }
                }
                all
            }
            None => self.clear(&local, &ty, e),
        };
        actuals.before.extend(resets);
        local
    }

    /// Whether a structure has POINTER components with derivatives.
    fn has_derivative_pointers(&self, ty: &Type) -> bool {
        let Some(r) = ty.record() else { return false };
        let fields = self.source.records[r].fields.iter().enumerate();
        let mut derived = fields.filter(|(k, _)| self.shell.maps.fields.contains_key(&(r, *k)));
        derived.any(|(_, f)| f.pointer || !f.allocatable && self.has_derivative_pointers(&f.ty))
    }

    /// The same for structures that have allocations of their own: what is made like them is allocated, and released behind the call with all that is
    /// in it.
    fn allocated_dummy(&mut self, e: &Expr, ty: &Type, base: &str, actuals: &mut Actuals) -> Expr {
        let local = self.allocated_local(e, ty, base, actuals);
        let (original, old) = (self.shell.maps.expr(e), self.old_type(e));
        let mut made = self.zero_like(&local, &original, &old, Before::Nothing);
        actuals.before.append(&mut made);
        local
    }

    /// A local with the bounds of `e` at this moment, released behind the call.
    fn allocated_local(&mut self, e: &Expr, ty: &Type, base: &str, actuals: &mut Actuals) -> Expr {
        let deferred = vec![Dim { lower: None, upper: Upper::Deferred }; ty.rank()];
        let shape = match ty {
            Type::Array { elem, .. } => Type::Array { elem: elem.clone(), dims: deferred },
            other => other.clone(),
        };
        let local = Expr::var(self.world.allocatable(&mut self.shell, base, shape));
        self.world.marks.derivatives.extend(local.root());
        let original = self.shell.maps.expr(e);
        actuals.before.push(self.allocate_within_bounds(&local, &original, ty.rank()));
        let release = self.add(StmtKind::Deallocate { objects: vec![local.clone()], options: Vec::new() });
        self.after.push(release);
        local
    }

    /// `ALLOCATE (place)` with the bounds of `original`.
    fn allocate_within_bounds(&mut self, place: &Expr, original: &Expr, rank: usize) -> StmtId {
        let objects = vec![Allocation { object: place.clone(), dims: within_bounds(original, rank) }];
        self.add(StmtKind::Allocate { objects, options: Vec::new() })
    }

    /// `place` allocated like `original`, which is, and zero. `ty` is the type of the original.
    pub(super) fn made_like(&mut self, place: &Expr, original: &Expr, ty: &Type) -> Block {
        let mut made = vec![match ty.record().is_some() || ty.rank() == 0 {
            true => self.allocate_within_bounds(place, original, ty.rank()),
            false => {
                let objects = vec![Allocation { object: place.clone(), dims: Vec::new() }];
                let mold = Arg { keyword: Some("mold".into()), value: original.clone() };
                self.add(StmtKind::Allocate { objects, options: vec![mold] })
            }
        }];
        made.extend(self.zero_like(place, original, ty, Before::Nothing));
        made
    }

    /// Zero in the structures of `place`, which get the allocations that those of `original` have. `ty` is the type of the original.
    pub(super) fn zero_like(&mut self, place: &Expr, original: &Expr, ty: &Type, before: Before) -> Block {
        let Some(r) = ty.record().filter(|_| has_allocatable_parts(self.source, ty)) else {
            return self.clear(place, ty, original);
        };
        let counters: Vec<SymbolId> = (1..=ty.rank()).map(|k| self.counter(&format!("ii{k}"))).collect();
        let one = |e: &Expr| match counters.is_empty() {
            true => e.clone(),
            false => Expr::index(e.clone(), counters.iter().map(|c| Expr::var(*c)).collect()),
        };
        let mut body = Block::new();
        for k in 0..self.source.records[r].fields.len() {
            let Some(&(record, field)) = self.shell.maps.fields.get(&(r, k)) else { continue };
            let f = self.source.records[r].fields[k].clone();
            if f.pointer || f.polymorphic {
                continue;
            }
            let place: Expr = ExprKind::Field { base: Box::new(one(place)), record, field }.into();
            let original: Expr = ExprKind::Field { base: Box::new(one(original)), record: r, field: k }.into();
            if !f.allocatable {
                body.extend(self.zero_like(&place, &original, &f.ty, before));
                continue;
            }
            if before == Before::Anything {
                let release = self.add(StmtKind::Deallocate { objects: vec![place.clone()], options: Vec::new() });
                body.push(self.when(Expr::intrinsic("allocated", vec![place.clone()]), vec![release]));
            }
            let made = self.made_like(&place, &original, &f.ty);
            body.push(self.when(Expr::intrinsic("allocated", vec![original]), made));
        }
        for (k, &var) in counters.iter().enumerate().filter(|_| !body.is_empty()).collect::<Vec<_>>() {
            let bound = |name: &str| Expr::intrinsic(name, vec![original.clone(), Expr::int(k as i64 + 1)]);
            let turn = Do::counting(var, bound("lbound"), bound("ubound"), None, body);
            body = vec![self.add(StmtKind::Do(Box::new(turn)))];
        }
        body
    }

    /// The same for an array that begins at an element of `whole`, and goes on behind it (F2018 15.5.2.11).
    pub(super) fn dummy_from(&mut self, whole: &Expr, subs: &[Subscript], actuals: &mut Actuals) -> Expr {
        let ty = self.old_type(whole);
        let local = self.dummy(whole, &ty, actuals);
        let element = ExprKind::Index { base: Box::new(whole.clone()), subs: subs.to_vec() };
        match self.shell.maps.expr(&element.into()).kind {
            ExprKind::Index { subs, .. } => ExprKind::Index { base: Box::new(local), subs }.into(),
            _ => local,
        }
    }

    /// A pointer to a local of this procedure, for a dummy that is a pointer.
    pub(super) fn pointer_to(&mut self, local: Expr, actuals: &mut Actuals) -> Expr {
        let Some(target) = local.root() else { return local };
        let name = self.world.out.symbols[target].name.clone();
        let ty = self.new_type(&local);
        let dims = vec![Dim { lower: None, upper: Upper::Deferred }; ty.rank()];
        let ty = match ty {
            Type::Array { elem, .. } => Type::Array { elem, dims },
            other => other,
        };
        let pointer = self.world.local(&mut self.shell, &name, ty);
        self.world.marks.derivatives.insert(pointer);
        if let SymbolKind::Variable(v) = &mut self.world.out.symbols[target].kind {
            v.target = true;
        }
        if let SymbolKind::Variable(v) = &mut self.world.out.symbols[pointer].kind {
            v.pointer = true;
        }
        actuals.before.push(self.add(StmtKind::PointerAssign { lhs: Expr::var(pointer), rhs: local }));
        Expr::var(pointer)
    }

    /// C: a zero derivative behind a pointer.
    pub(super) fn dummy_pointer(&mut self, e: &Expr, dummy: SymbolId, actuals: &mut Actuals) -> Expr {
        match &e.kind {
            ExprKind::Address(x) => {
                let ty = self.old_type(x);
                let local = self.dummy(x, &ty, actuals);
                address(local)
            }
            ExprKind::Integer { value: 0, .. } => e.clone(),
            ExprKind::Var(s) if matches!(self.source.symbol_type(*s), Some(Type::Array { .. })) => {
                let ty = self.old_type(e);
                self.dummy(e, &ty, actuals)
            }
            _ => {
                actuals.failed = true;
                let name = self.source.symbols[dummy].name.clone();
                self.world.report(
                    Diagnostic::error(
                        "RT0414",
                        e.span,
                        format!("a derivative buffer for `{name}` is needed here, but its extent is not known"),
                    )
                    .label("this pointer has no derivative, but the function is differentiated with respect to it")
                    .note("pass an array of known extent, or make what it points to active"),
                );
                Expr::int(0)
            }
        }
    }

    /// A local of a type.
    pub(super) fn holder(&mut self, ty: &Type, base: &str, derivative: Option<()>) -> Expr {
        let local = self.world.local(&mut self.shell, base, ty.clone());
        if derivative.is_some() {
            self.world.marks.derivatives.insert(local);
        }
        Expr::var(local)
    }

    /// The extents of an array of numbers that are known here and not where the procedure begins: sections, assumed and deferred shapes.
    fn extents_of_the_moment(&self, e: &Expr) -> Option<Vec<Expr>> {
        let ty = self.old_type(e);
        let Type::Array { dims, elem } = &ty else { return None };
        let declared = matches!(e.kind, ExprKind::Var(_) | ExprKind::Field { .. }) && has_extents(&ty);
        let constant = dims.iter().all(|d| matches!(extent(d), Some(n) if fold::integer(self.source, &n).is_some()));
        let numbers = matches!(**elem, Type::Scalar(_));
        if !self.language.describes_storage() || declared || constant || !numbers || !e.is_reference() {
            return None;
        }
        let own = self.shell.maps.expr(e);
        let one = |(k, d): (usize, &il::Dim)| match (extent(d), &d.upper) {
            (Some(n), _) => Some(self.shell.maps.expr(&n)),
            (None, Upper::Assumed) => None,
            (None, _) => Some(Expr::intrinsic("size", vec![own.clone(), Expr::int(k as i64 + 1)])),
        };
        dims.iter().enumerate().map(one).collect()
    }
}

/// The bounds of an array at this moment.
fn within_bounds(original: &Expr, rank: usize) -> Vec<Dim> {
    let bound = |name: &str, k: usize| Expr::intrinsic(name, vec![original.clone(), Expr::int(k as i64)]);
    let within = |k| Dim { lower: Some(bound("lbound", k)), upper: Upper::At(bound("ubound", k)) };
    (1..=rank).map(within).collect()
}

/// Whether this is an array of structures whose extents the program knows, though no declaration does.
fn has_bounds_at_run_time(ty: &Type) -> bool {
    ty.record().is_some() && ty.rank() > 0 && !has_extents(ty) && !ty.is_assumed_size()
}

/// Whether the extents of arrays can be written down.
fn has_extents(ty: &Type) -> bool {
    match ty {
        Type::Array { elem, dims } => dims.iter().all(|d| matches!(d.upper, Upper::At(_))) && has_extents(elem),
        _ => true,
    }
}
