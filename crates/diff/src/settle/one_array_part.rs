//! Fortran allows one array among the parts of a reference: `pb%w = 0` is no statement when both `pb` and `w` are arrays (F2018 9.4.2). What the transformers
//! write as one statement for all elements of an array of structures becomes a loop over those elements here, at the end. The values of such a
//! component come back from the tape in the opposite order.

use il::stmt::{Do, If};
use il::symbol::Variable;
use il::typing::rank_of;
use il::{Block, Dim, Expr, ExprKind, Program, StmtId, StmtKind, Storage, Subscript, SymbolId, Type, UnitId, Upper};

use il::locals::{declare, fresh};

/// Rewrites all such statements of a program.
pub(crate) fn loops_for_components(p: &mut Program) {
    let units: Vec<UnitId> = p.units.ids().collect();
    for unit in units {
        if !p.units[unit].language.computes_with_arrays() || p.units[unit].has_errors {
            continue;
        }
        let mut w = Writer { p, unit, counters: Vec::new() };
        let body = std::mem::take(&mut w.p.units[unit].body);
        let body = w.block(body);
        let counters = std::mem::take(&mut w.counters);
        p.units[unit].body = body;
        declare(p, unit, &counters);
    }
}

struct Writer<'a> {
    p: &'a mut Program,
    unit: UnitId,
    counters: Vec<SymbolId>,
}

/// An array of structures whose element is needed, and what it is indexed by: `(first, last, step)` for each dimension.
struct Outer {
    part: Expr,
    ranges: Vec<(Expr, Expr, Option<Expr>)>,
}

impl Writer<'_> {
    fn block(&mut self, block: Block) -> Block {
        block.into_iter().map(|id| self.statement(id)).collect()
    }

    fn statement(&mut self, id: StmtId) -> StmtId {
        let mut inner: Vec<Block> =
            self.p.units[self.unit].stmts[id].kind.blocks_mut().into_iter().map(std::mem::take).collect();
        for b in &mut inner {
            *b = self.block(std::mem::take(b));
        }
        let stmts = &mut self.p.units[self.unit].stmts;
        for (place, b) in stmts[id].kind.blocks_mut().into_iter().zip(inner) {
            *place = b;
        }
        self.in_loops(id, 0)
    }

    /// A statement in as many loops as it needs, around which there are `depth` of them already.
    fn in_loops(&mut self, id: StmtId, depth: usize) -> StmtId {
        let stmt = self.p.units[self.unit].stmts[id].clone();
        let backwards = match &stmt.kind {
            StmtKind::Assign { .. } | StmtKind::Save { .. } => false,
            StmtKind::Restore { .. } => true,
            _ => return id,
        };
        let mut outer = None;
        stmt.kind.exprs(&mut |e| outer = outer.take().or_else(|| self.first_outer(e)));
        let Some(outer) = outer else { return id };
        self.looped(id, &outer, backwards, depth)
    }

    /// The first such array in an expression.
    fn first_outer(&self, e: &Expr) -> Option<Outer> {
        let mut found = self.outer(e);
        let mut below = |x: &Expr| found = found.take().or_else(|| self.first_outer(x));
        match self.one_element(e) {
            Some(field) => {
                field.children(&mut below);
                e.children(&mut |c| {
                    if c != field {
                        below(c)
                    }
                });
            }
            None => e.children(&mut below),
        }
        found
    }

    /// The component in `c%v(1)`: one element of it leaves one array among the parts.
    fn one_element<'e>(&self, e: &'e Expr) -> Option<&'e Expr> {
        let ExprKind::Index { base, subs } = &e.kind else { return None };
        let scalar = |s: &Subscript| matches!(s, Subscript::At(i) if rank_of(self.p, i) == 0);
        (matches!(base.kind, ExprKind::Field { .. }) && subs.iter().all(scalar)).then_some(&**base)
    }

    /// The array of structures in a reference to a component that is an array itself.
    fn outer(&self, e: &Expr) -> Option<Outer> {
        let ExprKind::Field { base, record, field } = &e.kind else { return None };
        let f = &self.p.records[*record].fields[*field];
        if (f.ty.rank() == 0 && !f.allocatable && !f.pointer) || rank_of(self.p, base) == 0 {
            return None;
        }
        let mut part = &**base;
        while let ExprKind::Field { base: below, .. } = &part.kind {
            if rank_of(self.p, below) == 0 {
                break;
            }
            part = below;
        }
        let array = match &part.kind {
            ExprKind::Index { base, .. } => base,
            _ => part,
        };
        let bounds = self.bounds(array)?;
        let ranges = match &part.kind {
            ExprKind::Index { subs, .. } => subs
                .iter()
                .zip(bounds)
                .filter_map(|(s, (first, last))| match s {
                    Subscript::At(v) if self.is_vector(v) => {
                        Some((Expr::int(1), Expr::intrinsic("size", vec![v.clone()]), None))
                    }
                    Subscript::At(_) => None,
                    Subscript::Range { lo, hi, step } => {
                        Some((lo.clone().unwrap_or(first), hi.clone().unwrap_or(last), step.clone()))
                    }
                })
                .collect(),
            _ => bounds.into_iter().map(|(a, b)| (a, b, None)).collect(),
        };
        let ranges: Vec<_> = ranges;
        (!ranges.is_empty()).then(|| Outer { part: part.clone(), ranges })
    }

    /// Asks whether the components that loops have made those of one structure are there, from the outermost: `before` and `after` are a reference
    /// without and with the subscripts of the loops.
    fn questions(&self, before: &Expr, after: &Expr) -> Vec<Expr> {
        fn links(e: &Expr) -> Vec<&Expr> {
            let mut links: Vec<&Expr> = e.spine().filter(|x| matches!(x.kind, ExprKind::Field { .. })).collect();
            links.reverse();
            links
        }
        let of_one = |link: &Expr| matches!(&link.kind, ExprKind::Field { base, .. } if rank_of(self.p, base) == 0);
        let asked = |(old, new): (&Expr, &Expr)| {
            let ExprKind::Field { record, field, .. } = &new.kind else { return None };
            let f = &self.p.records[*record].fields[*field];
            // A pointer that begins as null may be asked; others are taken to have a target.
            let inquiry = match () {
                _ if of_one(old) || !of_one(new) => return None,
                _ if f.allocatable => "allocated",
                _ if f.pointer && f.init.is_some() => "associated",
                _ => return None,
            };
            Some(Expr::intrinsic(inquiry, vec![new.clone()]))
        };
        links(before).into_iter().zip(links(after)).filter_map(asked).collect()
    }

    /// Whether a subscript is a whole array, of indices from 1.
    fn is_vector(&self, e: &Expr) -> bool {
        let explicit = |s: SymbolId| matches!(self.p.symbol_type(s), Some(Type::Array { dims, .. }) if dims.iter().all(|d| d.lower.is_none()));
        rank_of(self.p, e) == 1 && matches!(e.kind, ExprKind::Var(s) if explicit(s))
    }

    /// First and last index of an array in each dimension.
    fn bounds(&self, array: &Expr) -> Option<Vec<(Expr, Expr)>> {
        let ty = il::typing::type_of(self.p, array);
        let Type::Array { dims, .. } = &ty else { return None };
        let inquire = |name: &str, k: usize| Expr::intrinsic(name, vec![array.clone(), Expr::int(k as i64 + 1)]);
        let deferred = array
            .root()
            .and_then(|s| self.p.variable(s))
            .is_some_and(|v| v.allocatable || v.pointer || matches!(array.kind, ExprKind::Field { .. }));
        let one = |(k, d): (usize, &Dim)| match &d.upper {
            Upper::At(last) => Some((d.lower.clone().unwrap_or_else(|| Expr::int(1)), last.clone())),
            Upper::Deferred if deferred => Some((inquire("lbound", k), inquire("ubound", k))),
            Upper::Deferred => {
                let first = d.lower.clone().unwrap_or_else(|| Expr::int(1));
                let size = inquire("size", k);
                let last = il::fold::sub(&il::fold::add(&first, &size), &Expr::int(1));
                Some((first, last))
            }
            Upper::Assumed => None,
        };
        dims.iter().enumerate().map(one).collect()
    }

    /// The statement in loops over the elements of `outer`.
    fn looped(&mut self, id: StmtId, outer: &Outer, backwards: bool, depth: usize) -> StmtId {
        let all = depth + outer.ranges.len();
        while self.counters.len() < all {
            self.counter();
        }
        let counters: Vec<SymbolId> = self.counters[depth..all].to_vec();
        let mut stmt = self.p.units[self.unit].stmts[id].clone();
        let place = |kind: &StmtKind| match kind {
            StmtKind::Assign { lhs: x, .. } | StmtKind::Save { value: x, .. } | StmtKind::Restore { into: x, .. } => {
                Some(x.clone())
            }
            _ => None,
        };
        let before = place(&stmt.kind);
        // Other references of the statement have the same shape, but perhaps other bounds.
        stmt.kind.exprs_mut(&mut |e| self.indexed(e, outer, &counters));
        let comments = std::mem::take(&mut stmt.comments);
        let label = stmt.label.take();
        let asked = before.zip(place(&stmt.kind)).map(|(old, new)| self.questions(&old, &new));
        let span = stmt.span;
        let at = self.p.units[self.unit].add(stmt.kind);
        let mut at = self.in_loops(at, all);
        let u = &mut self.p.units[self.unit];
        for test in asked.into_iter().flatten().rev() {
            let one_line =
                matches!(u.stmts[at].kind, StmtKind::Assign { .. } | StmtKind::Save { .. } | StmtKind::Restore { .. });
            at = u.add(StmtKind::If(If::when(test, vec![at], one_line)));
        }
        for (&var, (first, last, step)) in counters.iter().zip(&outer.ranges) {
            let (from, to, step) = match (backwards, step) {
                (false, step) => (first.clone(), last.clone(), step.clone()),
                (true, None) => (last.clone(), first.clone(), Some(Expr::int(-1))),
                (true, Some(s)) => {
                    let turns = il::fold::sub(&il::fold::range_count(first, last, Some(s)), &Expr::int(1));
                    let to = il::fold::add(first, &Expr::binary(il::BinaryOp::Mul, turns, s.clone()));
                    (to, first.clone(), Some(Expr::unary(il::UnaryOp::Neg, s.clone())))
                }
            };
            let turn = Do::counting(var, from, to, step, vec![at]);
            at = u.add(StmtKind::Do(Box::new(turn)));
        }
        u.stmts[at].comments = comments;
        u.stmts[at].label = label;
        u.stmts[at].span = span;
        at
    }

    /// Indexes the arrays of structures of the references in `e` by the counters of loops over `outer`.
    fn indexed(&self, e: &mut Expr, outer: &Outer, counters: &[SymbolId]) {
        let own = self.outer(e).filter(|own| own.ranges.len() == counters.len());
        let Some(own) = own else {
            match self.one_element(e).is_some() {
                // The component itself stays.
                true => e.children_mut(&mut |c| match &mut c.kind {
                    ExprKind::Field { base, .. } => self.indexed(base, outer, counters),
                    _ => self.indexed(c, outer, counters),
                }),
                false => e.children_mut(&mut |c| self.indexed(c, outer, counters)),
            }
            return;
        };
        let subscript = |k: usize| {
            let ((a, _, s), (b, _, t)) = (&outer.ranges[k], &own.ranges[k]);
            let i = Expr::var(counters[k]);
            if s == t && a == b {
                return i;
            }
            let literal = |step: &Option<Expr>| step.as_ref().map_or(Some(1), Expr::as_int);
            let signed = match (literal(s), literal(t)) {
                (Some(s @ (1 | -1)), Some(t @ (1 | -1))) => Some(s * t),
                _ => None,
            };
            match signed {
                Some(1) => il::fold::add(&i, &il::fold::sub(b, a)),
                Some(_) => il::fold::sub(&il::fold::add(b, a), &i),
                None => {
                    let one = Expr::int(1);
                    let (s, t) = (s.as_ref().unwrap_or(&one), t.as_ref().unwrap_or(&one));
                    let turn = Expr::binary(il::BinaryOp::Div, il::fold::sub(&i, a), s.clone());
                    il::fold::add(b, &Expr::binary(il::BinaryOp::Mul, turn, t.clone()))
                }
            }
        };
        let subscripts: Vec<Expr> = (0..counters.len()).map(subscript).collect();
        *e = self.element_of(e, &own.part, &subscripts);
    }

    /// One more counter: none of these loops is inside another one.
    fn counter(&mut self) {
        let v = Variable::new(Type::Scalar(self.p.integer()), Storage::Local);
        let s = fresh(self.p, self.unit, "ii1", v);
        self.counters.push(s);
    }

    /// A component reference with an element instead of the array of structures `part`.
    fn element_of(&self, e: &Expr, part: &Expr, subscripts: &[Expr]) -> Expr {
        if e == part {
            let mut next = subscripts.iter().cloned();
            let kind = match &e.kind {
                ExprKind::Index { base, subs } => ExprKind::Index {
                    base: base.clone(),
                    subs: subs
                        .iter()
                        .map(|s| match s {
                            Subscript::Range { .. } => next.next().map_or_else(|| s.clone(), Subscript::At),
                            Subscript::At(v) if self.is_vector(v) => next
                                .next()
                                .map_or_else(|| s.clone(), |i| Subscript::At(Expr::index(v.clone(), vec![i]))),
                            Subscript::At(_) => s.clone(),
                        })
                        .collect(),
                },
                _ => return Expr::index(e.clone(), subscripts.to_vec()),
            };
            return Expr::at(kind, e.span);
        }
        match &e.kind {
            ExprKind::Field { base, record, field } => {
                let base = Box::new(self.element_of(base, part, subscripts));
                Expr::at(ExprKind::Field { base, record: *record, field: *field }, e.span)
            }
            _ => e.clone(),
        }
    }
}
