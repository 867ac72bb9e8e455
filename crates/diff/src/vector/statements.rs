//! Statements: those that compute derivatives get a loop over the directions, the others stay.

use il::expr::{Expr, ExprKind};
use il::stmt::{Allocation, Do};
use il::typing::{rank_of, type_of};
use il::{Block, Dim, Language, Program, Stmt, StmtId, StmtKind, SymbolId, Type, UnitId, Upper};

use super::Lift;
use super::calls::Around;
use crate::output::Output;
use crate::simplify::is_zero;

impl Lift<'_> {
    /// Lifts the body of a derivative procedure.
    pub(super) fn lift_unit(&mut self, output: &mut Output, unit: UnitId) {
        let p = &mut output.program;
        let body = std::mem::take(&mut p.units[unit].body);
        let mut body = self.block(p, unit, body);
        self.keep_arguments(p, unit, &mut body);
        p.units[unit].body = body;
    }

    pub(super) fn block(&mut self, p: &mut Program, unit: UnitId, block: Block) -> Block {
        let mut out = Block::new();
        for id in block {
            let first = out.len();
            let original = p.units[unit].stmts[id].clone();
            self.statement(p, unit, id, &mut out);
            dress(p, unit, &original, first, &mut out);
        }
        out
    }

    pub(super) fn language(&self, unit: UnitId) -> Language {
        self.lifted[&unit].language
    }

    fn statement(&mut self, p: &mut Program, unit: UnitId, id: StmtId, out: &mut Block) {
        let stmt = p.units[unit].stmts[id].clone();
        match &stmt.kind {
            StmtKind::Assign { lhs, rhs } => {
                let is_derivative = lhs.root().is_some_and(|s| self.derivatives.contains(&s));
                if is_derivative {
                    self.assignment(p, unit, id, lhs, rhs, stmt.span, out);
                    return;
                }
                if lhs.root().is_some_and(|s| self.marks.measures.contains(&s)) && self.carries(rhs) {
                    let (language, nd) = (self.language(unit), Expr::var(self.counter(p, unit)));
                    let rhs = self.at(p, language, rhs, &nd);
                    p.units[unit].stmts[id].kind = StmtKind::Assign { lhs: lhs.clone(), rhs };
                    let loop_ = self.loop_over(p, unit, vec![id]);
                    out.push(loop_);
                    return;
                }
                if let ExprKind::Call { callee, args } = &rhs.kind
                    && p.callee(*callee).is_some_and(|u| self.lifted.contains_key(&u))
                {
                    self.call_for_value(p, unit, id, *callee, args, stmt.span, out);
                    return;
                }
                if self.carries(rhs) {
                    self.refuse(stmt.span, "a value made from derivatives", "report this: it should not occur");
                }
                self.ask(p, unit, id);
                out.push(id);
            }
            StmtKind::PointerAssign { lhs, rhs } => {
                out.extend(self.pointer_assignment(p, unit, id, (lhs, rhs)));
            }
            StmtKind::Call { callee, args, .. } => self.call(p, unit, id, *callee, args, stmt.span, out),
            StmtKind::Where { .. } => self.where_construct(p, unit, id, out),
            StmtKind::Forall { .. } => self.forall(p, unit, id, out),
            StmtKind::Allocate { objects, options } => {
                self.allocate(p, unit, id, &objects.clone(), &options.clone(), out)
            }
            StmtKind::Save { .. } | StmtKind::Restore { .. } => {
                self.tape(p, unit, id);
                out.push(id);
            }
            StmtKind::If(_) | StmtKind::Do(_) | il::uncounted!() | StmtKind::Select { .. } | StmtKind::Scope { .. } => {
                self.decided_by_values(&stmt);
                let mut kind = stmt.kind.clone();
                for inner in kind.blocks_mut() {
                    *inner = self.block(p, unit, std::mem::take(inner));
                }
                if let StmtKind::If(i) = &mut kind {
                    i.one_line &= i.arms.len() == 1 && is_simple(p, unit, &i.arms[0].body);
                }
                p.units[unit].stmts[id].kind = kind;
                self.ask(p, unit, id);
                out.push(id);
            }
            StmtKind::Deallocate { .. }
            | StmtKind::Nullify(_)
            | StmtKind::Opaque { .. }
            | StmtKind::Declare(_)
            | StmtKind::Error(_)
            | StmtKind::Nop
            | StmtKind::SaveControl { .. }
            | StmtKind::RestoreControl { .. }
            | il::jump!()
            | StmtKind::AssignLabel { .. }
            | StmtKind::AssignedGoto { .. } => out.push(id),
            StmtKind::Return(_)
            | StmtKind::Stop { .. }
            | StmtKind::ComputedGoto { .. }
            | StmtKind::ArithmeticIf { .. } => {
                self.decided_by_values(&stmt);
                self.ask(p, unit, id);
                out.push(id);
            }
        }
    }

    /// Control does not depend on derivatives: their directions would disagree about it.
    fn decided_by_values(&mut self, stmt: &Stmt) {
        let mut found = false;
        stmt.kind.exprs(&mut |e| found |= self.carries(e) && !is_pointer_test(e));
        if found {
            self.refuse(stmt.span, "a decision that depends on a derivative", "decide by original values");
        }
    }

    /// Questions about the shapes of derivatives, in a statement that stays.
    fn ask(&mut self, p: &mut Program, unit: UnitId, id: StmtId) {
        let mut kind = p.units[unit].stmts[id].kind.clone();
        kind.exprs_mut(&mut |e| *e = self.inquiries(p, e));
        p.units[unit].stmts[id].kind = kind;
    }

    fn tape(&mut self, p: &mut Program, unit: UnitId, id: StmtId) {
        let language = self.language(unit);
        let mut kind = p.units[unit].stmts[id].kind.clone();
        kind.exprs_mut(&mut |e| {
            if self.carries(e) {
                *e = self.at_all(p, language, e);
            }
        });
        p.units[unit].stmts[id].kind = kind;
    }

    /// An assignment to a derivative.
    #[allow(clippy::too_many_arguments)]
    fn assignment(
        &mut self,
        p: &mut Program,
        unit: UnitId,
        id: StmtId,
        lhs: &Expr,
        rhs: &Expr,
        span: il::Span,
        out: &mut Block,
    ) {
        let language = self.language(unit);
        let ty = type_of(p, lhs);
        if matches!(ty, Type::Pointer { .. }) {
            self.c_pointer(p, unit, id, lhs, rhs);
            out.push(id);
            return;
        }
        if ty.record().is_some() {
            if super::declare::clears_all(rhs) {
                out.push(id);
                return;
            }
            if !rhs.is_reference() {
                self.refuse(span, "this structure", "assign its components one by one");
            }
            let mut pairs = Vec::new();
            if matches!(ty, Type::Record(_)) && components(p, language, lhs, rhs, &mut pairs) {
                // Component by component: what is beyond the directions in use need not be defined.
                let nd = Expr::var(self.counter(p, unit));
                let mut body = Block::new();
                for (l, r) in pairs {
                    let kind =
                        StmtKind::Assign { lhs: self.at(p, language, &l, &nd), rhs: self.at(p, language, &r, &nd) };
                    body.push(p.units[unit].add(kind));
                }
                let loop_ = self.loop_over(p, unit, body);
                out.push(loop_);
                return;
            }
            // All directions of all components move together.
            self.ask(p, unit, id);
            out.push(id);
            return;
        }
        if matches!(rhs.bare().kind, ExprKind::Call { .. }) && self.carries(rhs) {
            self.refuse(span, "a function of derivatives", "report this: it should not occur");
        }
        if let (Language::C, Type::Array { .. }) = (language, &ty) {
            self.initialiser(p, unit, id, lhs, rhs, span, out);
            return;
        }
        let rank = ty.rank();
        if rank > 0 && is_zero(rhs) && language.computes_with_arrays() && !p.is_component_of_several(lhs) {
            // The directions are next to each other: one sweep over memory.
            let lhs = self.at_all(p, language, lhs);
            p.units[unit].stmts[id].kind = StmtKind::Assign { lhs, rhs: rhs.clone() };
            out.push(id);
            return;
        }
        if rank > 0 && p.is_allocatable(lhs) && rank_of(p, rhs) > 0 {
            let root = lhs.root().expect("a reference");
            if rhs.mentions(root) && !elementwise_in(rhs, root) {
                // It may change its shape while its old elements are needed: whole arrays take the new one by themselves.
                let mut around = Around::default();
                let kept = self.stored(p, unit, rhs, span, &mut around, false);
                p.units[unit].stmts[id].kind = StmtKind::Assign { lhs: lhs.clone(), rhs: kept };
                out.append(&mut around.before);
                out.push(id);
                out.append(&mut around.after);
                return;
            }
            self.give_shape(p, unit, lhs, rhs, out);
        }
        let nd = Expr::var(self.counter(p, unit));
        let (l, r) = (self.at(p, language, lhs, &nd), self.at(p, language, rhs, &nd));
        p.units[unit].stmts[id].kind = StmtKind::Assign { lhs: l, rhs: r };
        let loop_ = self.loop_over(p, unit, vec![id]);
        out.push(loop_);
    }

    /// C: the initialiser of an array. All is zero first, then each element gets its directions.
    #[allow(clippy::too_many_arguments)]
    fn initialiser(
        &mut self,
        p: &mut Program,
        unit: UnitId,
        id: StmtId,
        lhs: &Expr,
        rhs: &Expr,
        span: il::Span,
        out: &mut Block,
    ) {
        let mut elements = Vec::new();
        let mut depth = 0;
        let mut at = &type_of(p, lhs);
        while let Type::Array { elem, .. } = at {
            depth += 1;
            at = elem;
        }
        if !listed(lhs, rhs, depth, &mut elements) {
            self.refuse(span, "this initialiser", "assign the elements one by one");
        }
        let zero = match at {
            Type::Scalar(s) => crate::simplify::zero(s),
            _ => Expr::int(0),
        };
        let braced = (0..=depth).fold(zero, |inner, _| {
            let items = vec![il::expr::Item::Value(inner)];
            ExprKind::Constructor { items, ty: None }.into()
        });
        p.units[unit].stmts[id].kind = StmtKind::Assign { lhs: lhs.clone(), rhs: braced };
        out.push(id);
        elements.retain(|(_, value)| !is_zero(value));
        if elements.is_empty() {
            return;
        }
        let nd = Expr::var(self.counter(p, unit));
        let mut body = Block::new();
        for (place, value) in elements {
            let (l, r) = (self.at(p, self.language(unit), &place, &nd), self.at(p, self.language(unit), &value, &nd));
            body.push(p.units[unit].add(StmtKind::Assign { lhs: l, rhs: r }));
        }
        let loop_ = self.loop_over(p, unit, body);
        out.push(loop_);
    }

    /// `do nd = 1, nbdirs`.
    pub(super) fn loop_over(&mut self, p: &mut Program, unit: UnitId, body: Block) -> StmtId {
        let (var, count) = (self.counter(p, unit), Expr::var(self.count(p, unit)));
        let first = self.language(unit).first_index();
        let last = if first == 1 { count } else { Expr::binary(il::BinaryOp::Sub, count, Expr::int(1)) };
        let kind = StmtKind::Do(Box::new(Do::counting(var, Expr::int(first), last, None, body)));
        p.units[unit].add(kind)
    }

    /// An allocatable derivative takes the shape of what is assigned to it, as its original does (F2018 10.2.1.3).
    fn give_shape(&mut self, p: &mut Program, unit: UnitId, lhs: &Expr, rhs: &Expr, out: &mut Block) {
        if analysis::other_names::touches(rhs, lhs) {
            return;
        }
        let rank = rank_of(p, lhs);
        let like = analysis::extents::like(p, rhs);
        let one = Expr::int(1);
        let shaped = self.at(p, self.language(unit), &like, &one);
        let size = |k: usize| match rank {
            1 => Expr::intrinsic("size", vec![shaped.clone()]),
            _ => Expr::intrinsic("size", vec![shaped.clone(), Expr::int(k as i64 + 1)]),
        };
        let own = |k: usize| Expr::intrinsic("size", vec![lhs.clone(), Expr::int(k as i64 + 2)]);
        let differs = (0..rank)
            .map(|k| Expr::binary(il::BinaryOp::Ne, own(k), size(k)))
            .reduce(|a, b| Expr::binary(il::BinaryOp::Or, a, b))
            .expect("an array");
        let most = Dim { lower: None, upper: Upper::At(Expr::var(self.most(p, self.language(unit)))) };
        // A whole array gives its bounds too, but not as an operand.
        let whole = *rhs == like
            && matches!(like.kind, ExprKind::Var(_) | ExprKind::Field { .. })
            && !p.is_component_of_several(&like);
        let bound = |name: &str, k: usize| Expr::intrinsic(name, vec![like.clone(), Expr::int(k as i64 + 2)]);
        let dim = |k: usize| match whole && self.derivatives.contains(&like.root().expect("a reference")) {
            true => Dim { lower: Some(bound("lbound", k)), upper: Upper::At(bound("ubound", k)) },
            false => Dim { lower: None, upper: Upper::At(size(k)) },
        };
        let dims = std::iter::once(most).chain((0..rank).map(dim)).collect();
        let u = &mut p.units[unit];
        let allocated = |negated: bool| {
            let e = Expr::intrinsic("allocated", vec![lhs.clone()]);
            if negated { Expr::unary(il::UnaryOp::Not, e) } else { e }
        };
        let when = |u: &mut il::Unit, test: Expr, body: StmtId, one_line: bool| {
            u.add(StmtKind::If(il::stmt::If::when(test, vec![body], one_line)))
        };
        let free = u.add(StmtKind::Deallocate { objects: vec![lhs.clone()], options: Vec::new() });
        let changed = when(u, differs, free, true);
        let first = when(u, allocated(false), changed, false);
        let object = Allocation { object: lhs.clone(), dims };
        let make = u.add(StmtKind::Allocate { objects: vec![object], options: Vec::new() });
        let second = when(u, allocated(true), make, true);
        out.extend([first, second]);
    }

    /// C: `&td`, where the parameter `td` has become a row of directions, and so is an address itself (C11 6.7.6.3): `(double (*)[NBDirsMax])td`.
    fn rows_by_address(&mut self, p: &mut Program, unit: UnitId, body: &Block, s: SymbolId, ty: &Type) {
        let to = Type::Pointer { to: Box::new(ty.clone()), to_const: false, restrict: false };
        let mut row = Expr::from(ExprKind::Cast(to, Box::new(Expr::var(s))));
        let most = Expr::var(self.most(p, self.language(unit)));
        self.lift_types_in(&mut row, &most);
        let is_address = |e: &Expr| matches!(&e.kind, ExprKind::Address(x) if x.kind == ExprKind::Var(s));
        rewrite(p, unit, body, &mut |x| {
            if is_address(x) {
                *x = row.clone();
            }
        });
    }

    /// Values of arguments that the direction loops may change although the caller's must stay: by value in the scalar derivative.
    fn keep_arguments(&mut self, p: &mut Program, unit: UnitId, body: &mut Block) {
        let result = self.lifted[&unit].result;
        let mut params = p.units[unit].params.clone();
        params.retain(|s| self.derivatives.contains(s) && Some(*s) != result);
        let mut copies = Vec::new();
        for s in params {
            let Some(v) = p.variable(s).cloned() else { continue };
            let c = !self.language(unit).computes_with_arrays();
            if !matches!(v.ty, Type::Scalar(_)) || !(v.by_value || c) {
                continue;
            }
            if let il::SymbolKind::Variable(v) = &mut p.symbols[s].kind {
                v.by_value = false;
                v.constant = false;
            }
            if il::stores::changes(p, unit, body, s) {
                copies.push((s, v.ty));
            } else if c {
                self.rows_by_address(p, unit, body, s, &v.ty);
            }
        }
        for (s, ty) in copies {
            let name = p.symbols[s].name.clone();
            let own = self.local(p, unit, &name, ty);
            self.derivatives.insert(own);
            rewrite(p, unit, body, &mut |x| {
                if x.kind == ExprKind::Var(s) {
                    x.kind = ExprKind::Var(own);
                }
            });
            let language = self.language(unit);
            let nd = Expr::var(self.counter(p, unit));
            let to = self.at(p, language, &Expr::var(own), &nd);
            let from = self.at(p, language, &Expr::var(s), &nd);
            let copy = p.units[unit].add(StmtKind::Assign { lhs: to, rhs: from });
            let loop_ = self.loop_over(p, unit, vec![copy]);
            let at = behind_declarations(&p.units[unit], body);
            body.insert(at, loop_);
        }
    }
}

/// Where statements may stand behind the first declarations of a body; in front of them when the last ends with a list of initial values, which must
/// follow it.
pub(super) fn behind_declarations(u: &il::Unit, body: &Block) -> usize {
    let declares = |id: &il::StmtId| matches!(u.stmts[*id].kind, StmtKind::Declare(_));
    let at = body.iter().position(|id| !declares(id)).unwrap_or(body.len());
    let list =
        |(lhs, rhs): (&Expr, &Expr)| matches!((&lhs.kind, &rhs.kind), (ExprKind::Var(_), ExprKind::Constructor { .. }));
    let lists = body.get(at).is_some_and(|id| u.stmts[*id].kind.as_assign().is_some_and(list));
    if lists { 0 } else { at }
}

/// The elements that an initialiser of `depth` dimensions names, with their values.
fn listed(place: &Expr, value: &Expr, depth: usize, out: &mut Vec<(Expr, Expr)>) -> bool {
    if depth == 0 {
        out.push((place.clone(), value.clone()));
        return true;
    }
    let ExprKind::Constructor { items, .. } = &value.kind else { return false };
    items.iter().enumerate().all(|(k, item)| match item {
        il::expr::Item::Value(v) => listed(&Expr::index(place.clone(), vec![Expr::int(k as i64)]), v, depth - 1, out),
        il::expr::Item::Implied { .. } => false,
    })
}

/// The numbers of two structures of one type, in pairs. False when there is anything else in them: it moves as it is.
fn components(p: &Program, language: Language, lhs: &Expr, rhs: &Expr, out: &mut Vec<(Expr, Expr)>) -> bool {
    let Type::Record(record) = type_of(p, lhs) else { return false };
    let fields = &p.records[record].fields;
    fields.iter().enumerate().all(|(field, f)| {
        let below = |e: &Expr| -> Expr { ExprKind::Field { base: Box::new(e.clone()), record, field }.into() };
        let (l, r) = (below(lhs), below(rhs));
        match &f.ty {
            _ if f.allocatable || f.pointer => false,
            Type::Scalar(_) => {
                out.push((l, r));
                true
            }
            Type::Array { elem, .. } if language.computes_with_arrays() && matches!(**elem, Type::Scalar(_)) => {
                out.push((l, r));
                true
            }
            Type::Record(_) => components(p, language, &l, &r, out),
            _ => false,
        }
    }) && !out.is_empty()
}

/// Puts what stood around a statement on what was made of it.
fn dress(p: &mut Program, unit: UnitId, original: &Stmt, first: usize, out: &mut Block) {
    let stmts = &mut p.units[unit].stmts;
    let Some(&head) = out.get(first) else { return };
    for id in &out[first..] {
        let s = &mut stmts[*id];
        s.span = original.span;
        s.label = None;
        s.comments.clear();
        s.trailing = None;
        s.directives.clear();
    }
    let inner: Vec<StmtId> = out[first..]
        .iter()
        .flat_map(|id| stmts[*id].kind.blocks().into_iter().flatten().copied().collect::<Vec<_>>())
        .collect();
    // The original itself may be inside a loop now.
    for id in inner {
        let s = &mut stmts[id];
        if s.span == original.span && s.label == original.label && s.comments == original.comments && is_plain(&s.kind)
        {
            s.label = None;
            s.comments.clear();
            s.trailing = None;
            s.directives.clear();
        }
    }
    stmts[head].label = original.label.clone();
    stmts[head].comments = original.comments.clone();
    stmts[head].directives = original.directives.clone();
    if let Some(&last) = out.last() {
        stmts[last].trailing = original.trailing.clone();
    }
}

fn is_plain(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::Assign { .. } | StmtKind::Call { .. })
}

/// Whether a block fits behind a one-line IF.
pub(super) fn is_simple(p: &Program, unit: UnitId, block: &Block) -> bool {
    let [id] = block.as_slice() else { return false };
    let s = &p.units[unit].stmts[*id];
    s.kind.blocks().is_empty() && s.comments.is_empty() && s.label.is_none()
}

/// All statements of a block, and of the blocks inside.
pub(super) fn all(p: &Program, unit: UnitId, block: &Block) -> Vec<StmtId> {
    let mut out = Vec::new();
    p.units[unit].walk(block, &mut |id, _| out.push(id));
    out
}

/// Rewrites all expressions of a block.
pub(super) fn rewrite(p: &mut Program, unit: UnitId, block: &Block, f: &mut dyn FnMut(&mut Expr)) {
    for id in all(p, unit, block) {
        p.units[unit].stmts[id].kind.exprs_mut(&mut |e| e.rewrite(f));
    }
}

/// Whether a variable occurs in a value only element by element: then the value has its shape.
fn elementwise_in(e: &Expr, s: SymbolId) -> bool {
    match &e.kind {
        ExprKind::Var(x) => *x == s,
        ExprKind::Field { .. } => e.root() == Some(s),
        ExprKind::Unary(_, x) => elementwise_in(x, s),
        ExprKind::Binary(_, l, r) => elementwise_in(l, s) || elementwise_in(r, s),
        _ => false,
    }
}

/// A comparison of pointers, which no direction decides.
fn is_pointer_test(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Binary(op, l, r) if op.is_comparison() => {
            let null = |x: &Expr| {
                x.as_int() == Some(0)
                    || matches!(&x.kind, ExprKind::Opaque { text, .. } if text == "NULL")
                    || matches!(&x.kind, ExprKind::Cast(Type::Pointer { .. }, _))
            };
            null(l) || null(r)
        }
        _ => false,
    }
}
