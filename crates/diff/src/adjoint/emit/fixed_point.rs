//! The backward sweep of a fixed-point loop: one turn and its adjoint, until the adjoint of the state does not change any more.

use il::expr::Literal;
use il::stmt::If;
use il::typing::type_of;
use il::{
    BinaryOp, Block, Expr, ExprKind, Language, Scalar, SourceForm, Span, StmtId, StmtKind, SymbolId, Type, UnaryOp,
    Upper,
};

use super::{Emit, Open, Pair, Side};
use crate::adjoint::plan::tree::{FrameId, Seq};
use crate::fixed_point::State;

/// The adjoint of a variable of the state, and its value before a pass.
struct Pass {
    adjoint: Expr,
    before: SymbolId,
    ty: Type,
}

impl Emit<'_, '_> {
    /// The sweeps of the last turn of the loop `stmt`: nothing forward.
    pub(super) fn fixed_point(&mut self, stmt: StmtId, state: &State, frame: FrameId, body: &Seq) -> Pair {
        self.copied.clear();
        let mut turn = self.second(|this| this.inside(frame, Open::default(), body));
        self.copied.clear();
        let mut out = Pair::default();
        if turn.back.is_empty() {
            return out;
        }
        let mut passes: Vec<Pass> = Vec::new();
        let mut scalar: Option<Scalar> = None;
        let doubtful = self.plan.doubtful.get(&stmt).cloned().unwrap_or_default();
        let mut of_state = 0;
        for &s in state.variables.iter().chain(&doubtful) {
            let Some(adjoint) = self.adjoint_of(&Expr::var(s)) else { continue };
            let ty = type_of(&self.world.out, &adjoint);
            let Some(own) = ty.element().scalar().cloned() else { continue };
            let unknown = ty.dimensions().iter().any(|d| {
                matches!(d.upper, Upper::Assumed)
                    || self.language().points_by_address() && !matches!(d.upper, Upper::At(_))
            });
            if unknown || scalar.as_ref().is_some_and(|known| *known != own) {
                self.refuse(
                    state.span,
                    "a state (or a work array) of FP-LOOP whose extent is not known, or of several kinds of reals",
                    "give its arrays an extent, and all of it one kind",
                );
                return out;
            }
            let name = adjoint.root().map_or("state".into(), |s| self.world.out.symbols[s].name.clone());
            let before = match (&ty, self.language()) {
                (Type::Array { dims, .. }, Language::Fortran) => self.scratch_array(&name, &own, dims.len()),
                _ => self.scratch(&name, ty.clone()),
            };
            // It holds adjoints, of all directions.
            self.world.marks.derivatives.insert(before);
            scalar = Some(own);
            of_state += usize::from(state.variables.contains(&s));
            passes.push(Pass { adjoint, before, ty });
        }
        let mut loop_body = Block::new();
        let Some(scalar) = scalar else {
            // Nothing of the state is active: one turn is all.
            out.back.append(&mut turn.fore);
            out.back.append(&mut turn.back);
            return out;
        };
        let real = Type::Scalar(scalar.clone());
        let (change, size) = (self.scratch("change", real.clone()), self.scratch("size", real));
        self.world.marks.measures.extend([change, size]);
        let zero = || crate::simplify::zero(&scalar);
        let set = |this: &mut Self, v: SymbolId, value: Expr| {
            this.add(Side::Back, StmtKind::Assign { lhs: Expr::var(v), rhs: value })
        };
        out.back.push(set(self, size, zero()));
        for pass in &passes {
            self.measure(size, pass, None, &mut loop_body);
            self.keep(pass, &mut loop_body);
        }
        loop_body.append(&mut turn.fore);
        loop_body.append(&mut turn.back);
        loop_body.push(set(self, change, zero()));
        for pass in &passes {
            self.measure(change, pass, Some(pass.before), &mut loop_body);
        }
        let default = if scalar.bytes < 8 { 1.0e-6 } else { 1.0e-14 };
        let tolerance = Expr::real(state.tolerance.unwrap_or(default), &scalar);
        let bound = Expr::binary(BinaryOp::Mul, tolerance, Expr::var(size));
        let test = Expr::binary(BinaryOp::Gt, Expr::var(change), bound);
        let until = self.add(Side::Back, StmtKind::Until { body: loop_body, test, name: None });
        let unit = self.shell(Side::Back).unit;
        self.world.out.units[unit].stmts[until].comments =
            vec![" FP-LOOP: the last turn again, and back, until the adjoint of the state stays what it is".into()];
        out.back.push(until);
        if passes.len() > of_state {
            let bound = Expr::real(state.tolerance.unwrap_or(default).sqrt(), &scalar);
            let left = self.scratch("left", Type::Scalar(scalar.clone()));
            self.world.marks.measures.insert(left);
            out.back.push(set(self, left, zero()));
            for pass in &passes[of_state..] {
                self.measure(left, pass, None, &mut out.back);
            }
            let bound = Expr::binary(BinaryOp::Mul, bound, Expr::var(size));
            let test = Expr::binary(BinaryOp::Gt, Expr::var(left), bound);
            let words = "what is not in the state of an FP-LOOP goes from turn to turn of it";
            let words = ExprKind::Text(words.into(), Literal(None));
            // FORTRAN 77 has no ERROR STOP.
            let stop = StmtKind::Stop { error: !self.is_in_fixed_form(), code: Some(words.into()) };
            let body = vec![self.add(Side::Back, stop)];
            let guard = If::when(test, body, false);
            let guard = self.add(Side::Back, StmtKind::If(guard));
            out.back.push(guard);
        }
        out
    }

    fn is_in_fixed_form(&self) -> bool {
        let p = self.world.source;
        let mut at = self.unit;
        while let Some(parent) = p.units[at].parent {
            at = parent;
        }
        p.inputs.iter().any(|i| i.form == SourceForm::Fixed && i.units.contains(&at))
    }

    /// `before = adjoint`.
    fn keep(&mut self, pass: &Pass, block: &mut Block) {
        match (&pass.ty, self.language()) {
            (_, Language::C) => {
                let nest = self.nest(&pass.ty, |this, subs| {
                    let (lhs, rhs) = (element(&Expr::var(pass.before), &subs), element(&pass.adjoint, &subs));
                    vec![this.add(Side::Back, StmtKind::Assign { lhs, rhs })]
                });
                block.extend(nest);
            }
            (_, Language::Fortran) => {
                let (lhs, rhs) = (Expr::var(pass.before), pass.adjoint.clone());
                block.push(self.add(Side::Back, StmtKind::Assign { lhs, rhs }));
            }
        }
    }

    /// `into = MAX(into, |adjoint - before|)`, of all elements.
    fn measure(&mut self, into: SymbolId, pass: &Pass, before: Option<SymbolId>, block: &mut Block) {
        let difference = |adjoint: &Expr, subs: &[Expr]| {
            let now = element(adjoint, subs);
            match before {
                None => now,
                Some(b) => Expr::binary(BinaryOp::Sub, now, element(&Expr::var(b), subs)),
            }
        };
        match self.language() {
            Language::Fortran => {
                let mut value = Expr::intrinsic("abs", vec![difference(&pass.adjoint, &[])]);
                if pass.ty.rank() > 0 {
                    value = Expr::intrinsic("maxval", vec![value]);
                }
                let rhs = Expr::intrinsic("max", vec![Expr::var(into), value]);
                block.push(self.add(Side::Back, StmtKind::Assign { lhs: Expr::var(into), rhs }));
            }
            Language::C => {
                let larger = |this: &mut Self, subs: &[Expr]| {
                    // Without a function of a header that may not be there.
                    let value = difference(&pass.adjoint, subs);
                    let mut out = Block::new();
                    let negative = match &value.kind {
                        ExprKind::Binary(BinaryOp::Sub, l, r) => {
                            Expr::binary(BinaryOp::Sub, (**r).clone(), (**l).clone())
                        }
                        _ => Expr::unary(UnaryOp::Neg, value.clone()),
                    };
                    for v in [value, negative] {
                        let test = Expr::binary(BinaryOp::Gt, v.clone(), Expr::var(into));
                        let (yes, no) = (Box::new(v), Box::new(Expr::var(into)));
                        let rhs = ExprKind::Cond { test: Box::new(test), yes, no }.into();
                        out.push(this.add(Side::Back, StmtKind::Assign { lhs: Expr::var(into), rhs }));
                    }
                    out
                };
                let nest = self.nest(&pass.ty, |this, subs| larger(this, &subs));
                block.extend(nest);
            }
        }
    }

    /// C: loops over all elements of an array, around what is done to each; of a scalar, that alone.
    fn nest(&mut self, ty: &Type, body: impl FnOnce(&mut Self, Vec<Expr>) -> Block) -> Block {
        let integer = self.integer();
        let dims = ty.dimensions();
        let counters: Vec<SymbolId> = dims.iter().map(|_| self.scratch("ii1", integer.clone())).collect();
        let mut inner = body(self, counters.iter().map(|c| Expr::var(*c)).collect());
        for (d, c) in dims.iter().zip(&counters).rev() {
            // Of C arrays the extent is known.
            let Upper::At(extent) = &d.upper else { continue };
            let last = il::fold::sub(extent, &Expr::int(1));
            let id = self.counted(Side::Back, *c, Expr::int(0), last, None, inner);
            inner = vec![id];
        }
        inner
    }
}

/// C: an element; with fewer subscripts, and in Fortran, the whole.
fn element(e: &Expr, subs: &[Expr]) -> Expr {
    let whole = Expr { span: Span::NONE, ..e.clone() };
    subs.iter().fold(whole, |of, i| Expr::index(of, vec![i.clone()]))
}
