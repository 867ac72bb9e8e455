//! Derivatives made for one call: of arguments that have none where the callee's adjoint wants one, and of arguments that may be the same object as
//! another one, whose derivative is added to theirs afterwards.

use analysis::allocation::{has_allocatable_parts, has_pointers_to_numbers};
use il::stmt::Allocation;
use il::typing::{extent, rank_of, type_of};
use il::{Block, Dim, Expr, ExprKind, Field, Language, Program, Span, StmtKind, SymbolKind, Type, UnitId, Upper};

use crate::adjoint::emit::call::Around;
use crate::adjoint::emit::storage::Fill;
use crate::adjoint::emit::{Emit, Side};
use crate::simplify;

impl Emit<'_, '_> {
    /// The allocatable components of a structure whose derivatives the callee does not look at.
    pub(crate) fn idle_parts(&self, unit: Option<UnitId>, k: usize, ty: &Type) -> Vec<usize> {
        let p = self.world.source;
        let dummy = unit.and_then(|u| Some((u, *p.units[u].params.get(k)?)));
        let (Some((unit, dummy)), Some(r), Language::Fortran) = (dummy, ty.record(), self.language()) else {
            return Vec::new();
        };
        let (active, touched) =
            (self.world.facts.analysis.active_anywhere(unit), self.world.facts.analysis.in_out(unit));
        let is_idle = |k: &usize| {
            let zones = self.access.zones.of_component(dummy, &[*k]);
            let touched = touched.exposed.contains_any(&zones) || touched.written.contains_any(&zones);
            let needed = active.contains_any(&zones) || self.world.facts.is_handed_on(dummy, *k);
            p.records[r].fields[*k].allocatable && !(touched && needed)
        };
        (0..p.records[r].fields.len()).filter(is_idle).collect()
    }

    /// Zero in a structure of the derivative of `object`, but for some components.
    fn fill_parts(&mut self, object: &Expr, place: Expr, idle: &[usize], fill: Fill, block: &mut Block) {
        let p = self.world.source;
        let whole = idle.is_empty() && fill == Fill::Zero;
        let Some(record) = type_of(p, object).record().filter(|_| !whole) else {
            return self.fill_zero(object, place, block);
        };
        for field in p.parts_of(object, record).into_iter().filter(|k| !idle.contains(k)) {
            let Some((r, k)) = self.shell(Side::Back).maps.fields.get(&(record, field)).copied() else { continue };
            let part = ExprKind::Field { base: Box::new(object.clone()), record, field }.into();
            let into = ExprKind::Field { base: Box::new(place.clone()), record: r, field: k }.into();
            match fill {
                Fill::Zero => self.fill_zero(&part, into, block),
                _ => self.fill_as(&part, into, fill, block),
            }
        }
    }

    /// A cleared structure that is added to the derivative of `object` afterwards, component by component.
    pub(crate) fn structure_apart(
        &mut self,
        object: &Expr,
        ty: &Type,
        idle: &[usize],
        span: Span,
        around: &mut Around,
    ) -> Option<Expr> {
        let made = self.cleared_structure(object, ty, idle, around);
        let into = self.adjoint_of(object)?;
        let mut adds = Block::new();
        self.fill_parts(object, into.clone(), idle, Fill::Zero, &mut adds);
        let Some(local) = made.filter(|local| self.is_sum_of(&adds, &into, local)) else {
            let note = "pass a copy as one of the two arguments";
            self.refuse(span, "two arguments of this call may be the same structure", note);
            return None;
        };
        around.after.splice(0..0, adds);
        Some(local)
    }

    /// Makes statements that clear the components of `into` add those of `from` to them; false where there are others.
    fn is_sum_of(&mut self, clears: &Block, into: &Expr, from: &Expr) -> bool {
        let unit = self.shell(Side::Back).unit;
        let u = &mut self.world.out.units[unit];
        let mut ids = Vec::new();
        u.walk(clears, &mut |id, _| ids.push(id));
        let mut all = true;
        for id in ids {
            let StmtKind::Assign { lhs, rhs } = &mut u.stmts[id].kind else { continue };
            let mut other = lhs.clone();
            other.rewrite(&mut |e| {
                if e == into {
                    *e = from.clone();
                }
            });
            // An element of a section is written in another way.
            all &= other != *lhs && !names_part_of_section(lhs);
            *rhs = simplify::add(lhs.clone(), other);
        }
        all
    }

    /// C: a cleared object for the passive one that a pointer leads to, where the callee reaches no other by it.
    pub(crate) fn nobodys_object(
        &mut self,
        unit: Option<UnitId>,
        k: usize,
        actual: &Expr,
        span: Span,
        around: &mut Around,
    ) -> Option<Expr> {
        let p = self.world.source;
        let dummy = unit.and_then(|u| p.units[u].params.get(k)).copied()?;
        let Some(Type::Pointer { to, .. }) = p.symbol_type(dummy).filter(|_| self.access.zones.is_single_object(dummy))
        else {
            return None;
        };
        let object: Expr = match &actual.kind {
            ExprKind::Address(x) => (**x).clone(),
            _ => ExprKind::Deref(Box::new(actual.clone())).into(),
        };
        match &**to {
            Type::Record(_) => self.nobodys_structure(&object, to, &[], span, around),
            Type::Scalar(s) if s.is_differentiable() => Some(self.nobodys(&object, s, 0, around)),
            _ => None,
        }
    }

    /// A cleared structure for a passive one, which another call passes with a derivative.
    pub(crate) fn nobodys_structure(
        &mut self,
        actual: &Expr,
        ty: &Type,
        idle: &[usize],
        span: Span,
        around: &mut Around,
    ) -> Option<Expr> {
        let made = self.cleared_structure(actual, ty, idle, around);
        if made.is_none() {
            self.refuse(
                span,
                "a passive structure is passed where another call passes an active one",
                "name one of its components among the independents of the head",
            );
        }
        made
    }

    /// A cleared structure like `actual`. `None`: its pointers would have to lead somewhere, or it is an array that cannot be made.
    fn cleared_structure(&mut self, actual: &Expr, ty: &Type, idle: &[usize], around: &mut Around) -> Option<Expr> {
        let p = self.world.source;
        let record = ty.record()?;
        let parts = p.parts_of(actual, record);
        let field = |k: &usize| &p.records[record].fields[*k];
        let carries = |k: &&usize| p.is_differentiable(&field(k).ty) && !idle.contains(k);
        let led_to = parts.iter().filter(carries).any(|k| has_pointers(p, field(k)));
        let apart = has_allocatable_parts(p, ty) && parts.iter().filter(carries).any(|k| is_apart(p, field(k)));
        let open = is_open(p, actual);
        if led_to || ty.rank() > 0 && (open || !idle.is_empty() || self.language().points_by_address()) {
            return None;
        }
        if ty.rank() > 0 || apart || open {
            return Some(self.allocated_structure(actual, ty, idle, around));
        }
        let derivative = self.shell(Side::Back).maps.derivative_type(ty);
        let s = self.scratch("dummyb", derivative);
        self.world.marks.derivatives.insert(s);
        let local = Expr::var(s);
        let mut cleared = Block::new();
        match self.language().describes_storage() {
            true => self.fill_parts(actual, local.clone(), idle, Fill::Zero, &mut cleared),
            false => self.fill(ty, local.clone(), &[], &mut cleared),
        }
        around.before.append(&mut cleared);
        Some(local)
    }

    /// The same, allocated like `actual`, with its dynamic type and all that is allocated in it: releasing it releases that.
    fn allocated_structure(&mut self, actual: &Expr, ty: &Type, idle: &[usize], around: &mut Around) -> Expr {
        let derivative = match self.shell(Side::Back).maps.derivative_type(ty) {
            Type::Array { elem, dims } => {
                let deferred = Dim { lower: None, upper: Upper::Deferred };
                Type::Array { elem, dims: vec![deferred; dims.len()] }
            }
            other => other,
        };
        let k = self.shells.len() - 1;
        let s = self.world.allocatable(&mut self.shells[k], "dummyb", derivative);
        self.world.marks.derivatives.insert(s);
        let local = Expr::var(s);
        let mut made = Block::new();
        match ty.rank() {
            0 => {
                if let SymbolKind::Variable(v) = &mut self.world.out.symbols[s].kind {
                    v.polymorphic = is_open(self.world.source, actual);
                }
                let original = self.back(actual);
                made.push(self.allocation(Side::Back, ty, &original, &local));
                self.fill_parts(actual, local.clone(), idle, Fill::Allocate, &mut made);
            }
            _ => self.fill_as(actual, local.clone(), Fill::AllocateAllocated, &mut made),
        }
        around.before.append(&mut made);
        let objects = vec![local.clone()];
        around.after.push(self.add(Side::Back, StmtKind::Deallocate { objects, options: Vec::new() }));
        local
    }

    /// A cleared local that stands for the derivative of `like`, passed to dummy `k`: a pointer for one that is, with the same bounds where the
    /// dummy takes them over.
    pub(crate) fn nobodys_for(
        &mut self,
        unit: Option<UnitId>,
        k: usize,
        like: &Expr,
        scalar: &il::Scalar,
        around: &mut Around,
    ) -> Expr {
        let p = self.world.source;
        let dummy = unit.and_then(|u| p.units[u].params.get(k)).and_then(|d| p.variable(*d));
        let bounds = dummy.is_some_and(|d| d.pointer || d.allocatable);
        let local = self.nobodys_within(like, scalar, rank_of(p, like), bounds, around);
        if dummy.is_some_and(|d| d.pointer)
            && let Some(SymbolKind::Variable(v)) = local.root().map(|s| &mut self.world.out.symbols[s].kind)
        {
            (v.allocatable, v.pointer) = (false, true);
        }
        local
    }

    /// A cleared local of the shape of `like`, whose content nobody needs after the call.
    pub(crate) fn nobodys(&mut self, like: &Expr, scalar: &il::Scalar, rank: usize, around: &mut Around) -> Expr {
        self.nobodys_within(like, scalar, rank, false, around)
    }

    /// The same, also with the bounds that `like` has at run time.
    fn nobodys_within(
        &mut self,
        like: &Expr,
        scalar: &il::Scalar,
        rank: usize,
        same_bounds: bool,
        around: &mut Around,
    ) -> Expr {
        let zero = simplify::zero(scalar);
        if rank == 0 {
            let s = self.scratch("dummyb", Type::Scalar(scalar.clone()));
            self.world.marks.derivatives.insert(s);
            around.before.push(self.add(Side::Back, StmtKind::Assign { lhs: Expr::var(s), rhs: zero }));
            return Expr::var(s);
        }
        let ty = type_of(self.world.source, like);
        let dims: Vec<Dim> = ty.dims().to_vec();
        let s = self.scratch_array("dummyb", scalar, rank);
        self.world.marks.derivatives.insert(s);
        let mut bounds = Vec::new();
        for (n, d) in dims.iter().enumerate() {
            let size = match extent(d) {
                Some(e) => self.back(&e),
                None if matches!(d.upper, Upper::Assumed) => {
                    self.refuse(
                        like.span,
                        "an adjoint argument is needed whose extent nobody knows",
                        "give the dummy argument an explicit extent",
                    );
                    Expr::int(1)
                }
                None => Expr::intrinsic("size", vec![self.back(like), Expr::int(n as i64 + 1)]),
            };
            if same_bounds && d.upper == Upper::Deferred {
                let bound = |f: &str, e: Expr| Expr::intrinsic(f, vec![e, Expr::int(n as i64 + 1)]);
                let (lower, upper) = (bound("lbound", self.back(like)), bound("ubound", self.back(like)));
                bounds.push(Dim { lower: Some(lower), upper: Upper::At(upper) });
                continue;
            }
            // The same lower bounds, so that subscripts mean the same.
            let (lower, upper) = match (&d.lower, &like.kind) {
                (Some(l), ExprKind::Var(_)) => {
                    let l = self.back(l);
                    let u = il::fold::sub(&il::fold::add(&l, &size), &Expr::int(1));
                    (Some(l), u)
                }
                _ => (None, size),
            };
            bounds.push(Dim { lower, upper: Upper::At(upper) });
        }
        let object = Expr::var(s);
        let objects = vec![Allocation { object: object.clone(), dims: bounds }];
        around.before.push(self.add(Side::Back, StmtKind::Allocate { objects, options: Vec::new() }));
        around.before.push(self.add(Side::Back, StmtKind::Assign { lhs: object.clone(), rhs: zero }));
        let objects = vec![object.clone()];
        around.after.push(self.add(Side::Back, StmtKind::Deallocate { objects, options: Vec::new() }));
        object
    }
}

/// Whether a reference has subscripts of subscripts.
fn names_part_of_section(e: &Expr) -> bool {
    e.any(&mut |e| matches!(&e.kind, ExprKind::Index { base, .. } if matches!(base.kind, ExprKind::Index { .. })))
}

/// Whether an object may be of another type than the declared one.
fn is_open(p: &Program, e: &Expr) -> bool {
    p.is_polymorphic(e) && p.tag_of(e).is_some()
}

/// Whether a component, or one in it, is a pointer to what may have a derivative.
fn has_pointers(p: &Program, f: &Field) -> bool {
    f.pointer || has_pointers_to_numbers(p, &f.ty)
}

/// Whether a component, or one in it, has an allocation of its own.
fn is_apart(p: &Program, f: &Field) -> bool {
    f.allocatable || has_allocatable_parts(p, &f.ty)
}
