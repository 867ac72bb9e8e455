//! Zeroes in derivatives: what is overwritten, and what a procedure makes its own, has no derivative before.

use analysis::element::nth;
use analysis::optional_dummies;
use il::typing::{scalar_of, signed_extent, type_of};
use il::{Block, Dim, Expr, ExprKind, Span, StmtKind, SymbolId, Type, Upper};

use crate::adjoint::emit::storage::Fill;
use crate::adjoint::emit::{Emit, Side};
use crate::request::Place;
use crate::simplify;

impl Emit<'_, '_> {
    /// Zero of the element type of a reference.
    pub(crate) fn zero_of(&self, e: &Expr) -> Expr {
        match scalar_of(self.world.source, e) {
            Some(s) => simplify::zero(&s),
            None => Expr::int(0),
        }
    }

    /// `xb = 0` for a reference of the original.
    pub(crate) fn clear(&mut self, e: &Expr, block: &mut Block) {
        let ty = type_of(self.world.source, e);
        let elements = !self.language().computes_with_arrays() && matches!(ty, Type::Array { .. });
        if let Some(record) = ty.record().filter(|_| !elements) {
            if self.language().describes_storage() {
                self.follow(e, Fill::Zero, block);
                return;
            }
            for part in self.parts(e, record) {
                self.clear(&part, block);
            }
            return;
        }
        if let Some(lhs) = self.adjoint_of(e) {
            if elements {
                return self.fill(&ty, lhs, &[], block);
            }
            let rhs = self.zero_of(e);
            block.push(self.add(Side::Back, StmtKind::Assign { lhs, rhs }));
        }
    }

    /// Clears the whole derivative of a variable or component, where its extent is known: C arrays by loops, what may be absent or
    /// unallocated under a test. What lies behind a C pointer is the caller's to clear.
    pub(crate) fn clear_all(&mut self, e: &Expr, block: &mut Block) {
        let p = self.world.source;
        let ty = type_of(p, e);
        if !matches!(ty, Type::Pointer { .. }) && !self.world.facts.has_storage(p, e) && ty.record().is_none() {
            return;
        }
        if !self.language().computes_with_arrays() && !matches!(ty, Type::Pointer { .. }) {
            if let Some(place) = self.adjoint_of(e) {
                self.fill(&ty, place, &[], block);
            }
            return;
        }
        if let Type::Pointer { to, .. } = &ty {
            // One object can be cleared, an unknown number of them cannot.
            if let (ExprKind::Var(s), false) = (&e.kind, matches!(**to, Type::Pointer { .. })) {
                self.clear_component(*s, &[], block);
            }
            return;
        }
        let Some(lhs) = self.adjoint_of(e) else { return };
        if let Type::Array { dims, .. } = &ty
            && dims.iter().any(|d| matches!(d.upper, Upper::Assumed))
        {
            let name = e.root().map_or(String::new(), |s| p.symbols[s].name.clone());
            let span = e.root().map_or(Span::NONE, |s| p.symbols[s].span);
            // Heads leave that to their callers.
            let what = format!("the derivative of `{name}` would have to be cleared, and its extent is not known");
            self.refuse(span, &what, "give the dummy argument an explicit extent");
            return;
        }
        let mut clear = Block::new();
        self.follow(e, Fill::Zero, &mut clear);
        let Some(s) = e.root() else { return block.append(&mut clear) };
        if e.kind == ExprKind::Var(s) {
            clear = self.where_associated(s, lhs, clear);
        }
        self.where_present(s, clear, block);
    }

    /// Clears a variable or a component of it.
    pub(crate) fn clear_place(&mut self, place: &Place, block: &mut Block) {
        if !self.language().describes_storage() {
            return self.clear_component(place.symbol, &place.path, block);
        }
        if place.path.is_empty() {
            return self.clear_all(&Expr::var(place.symbol), block);
        }
        let mut clear = Block::new();
        self.fill_component(place, &mut clear);
        if let Some(derivative) = self.adjoint_of(&Expr::var(place.symbol)) {
            clear = self.where_associated(place.symbol, derivative, clear);
        }
        self.where_present(place.symbol, clear, block);
    }

    /// Statements that concern what the derivative of the pointer `s` leads to, executed where it leads somewhere.
    fn where_associated(&mut self, s: SymbolId, derivative: Expr, statements: Block) -> Block {
        if self.world.source.variable(s).is_none_or(|v| !v.pointer) {
            return statements;
        }
        let test = Expr::intrinsic("associated", vec![derivative]);
        self.if_then(Side::Back, test, statements, Block::new()).into_iter().collect()
    }

    /// Statements that concern the derivative of `s`, executed where `s` is there.
    pub(crate) fn where_present(&mut self, s: SymbolId, mut statements: Block, block: &mut Block) {
        if let Some(test) = optional_dummies::test(self.world.source, self.unit, s) {
            let test = self.back(&test);
            statements = self.if_then(Side::Back, test, statements, Block::new()).into_iter().collect();
        }
        block.append(&mut statements);
    }

    /// C: clears a variable or a component of it (of what it points to, when that is one object).
    pub(crate) fn clear_component(&mut self, symbol: SymbolId, path: &[usize], block: &mut Block) {
        let Some(place) = self.adjoint_of(&Expr::var(symbol)) else { return };
        let Some(ty) = self.world.source.symbol_type(symbol).cloned() else { return };
        match ty {
            Type::Pointer { to, .. } if self.access.zones.is_single_object(symbol) => {
                self.fill(&to, ExprKind::Deref(Box::new(place)).into(), path, block);
            }
            Type::Pointer { .. } => {}
            ty => self.fill(&ty, place, path, block),
        }
    }

    /// C: zero in all parts of a derivative whose original has type `ty`, or in the component at `path` of it.
    pub(crate) fn fill(&mut self, ty: &Type, place: Expr, path: &[usize], block: &mut Block) {
        match ty {
            Type::Array { elem, dims } => self.each_element(dims, block, |this, i, body| {
                let place = nth(&this.world.out, &place, i);
                this.fill(elem, place, path, body);
            }),
            Type::Record(r) => {
                let all: Vec<usize> = (0..self.world.source.records[*r].fields.len()).collect();
                let (chosen, rest) = match path.split_first() {
                    Some((k, rest)) => (vec![*k], rest),
                    None => (all, path),
                };
                for k in chosen {
                    let Some(&(record, field)) = self.shell(Side::Back).maps.fields.get(&(*r, k)) else { continue };
                    let ty = self.world.source.records[*r].fields[k].ty.clone();
                    let part = ExprKind::Field { base: Box::new(place.clone()), record, field }.into();
                    self.fill(&ty, part, rest, block);
                }
            }
            Type::Scalar(s) if s.is_differentiable() => {
                let rhs = simplify::zero(s);
                block.push(self.add(Side::Back, StmtKind::Assign { lhs: place, rhs }));
            }
            Type::Scalar(_)
            | Type::Character { .. }
            | Type::Pointer { .. }
            | Type::Procedure
            | Type::Void
            | Type::Opaque(_) => {}
        }
    }

    /// C: a loop on the elements of an array, where something is done to them.
    pub(crate) fn each_element(
        &mut self,
        dims: &[Dim],
        block: &mut Block,
        f: impl FnOnce(&mut Self, &Expr, &mut Block),
    ) {
        let Some(Upper::At(extent)) = dims.first().map(|d| d.upper.clone()) else { return };
        let integer = self.integer();
        let i = self.scratch("ii1", integer);
        let mut body = Block::new();
        f(self, &Expr::var(i), &mut body);
        if !body.is_empty() {
            let last = il::fold::last_index(&self.back(&signed_extent(self.world.source, &extent)));
            block.push(self.counted(Side::Back, i, Expr::int(0), last, None, body));
        }
    }

    /// The components of a structure that own derivatives.
    pub(crate) fn parts(&self, e: &Expr, record: il::RecordId) -> Vec<Expr> {
        (0..self.world.source.records[record].fields.len())
            .filter(|&k| self.world.facts.owns_field(record, k))
            .map(|field| ExprKind::Field { base: Box::new(e.clone()), record, field }.into())
            .collect()
    }
}
