//! WHERE, FORALL and DO CONCURRENT: no loop over directions fits inside them, so they are taken apart.
//!
//! A WHERE keeps its form where it can: one for derivatives, inside a direction loop, and one for original values behind it. Where a derivative
//! needs a value that the construct sets before, masks are kept and every statement gets a WHERE of its own.

use analysis::extents;
use il::expr::Expr;
use il::stmt::{Arm, Do, If};
use il::typing::type_of;
use il::{BinaryOp, Block, Dim, Program, StmtId, StmtKind, SymbolId, Type, UnaryOp, UnitId, Upper};

use super::Lift;
use super::statements::all;

/// What the statements of a construct work on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Values,
    Derivatives,
    Both,
}

impl Lift<'_> {
    fn sort(&self, p: &Program, unit: UnitId, block: &Block) -> Sort {
        let (mut values, mut derivatives) = (false, false);
        p.units[unit].walk(block, &mut |_, s| {
            if let StmtKind::Assign { lhs, .. } = &s.kind {
                if lhs.root().is_some_and(|r| self.derivatives.contains(&r)) {
                    derivatives = true;
                } else {
                    values = true;
                }
            }
        });
        match (values, derivatives) {
            (true, true) => Sort::Both,
            (false, true) => Sort::Derivatives,
            _ => Sort::Values,
        }
    }

    pub(super) fn where_construct(&mut self, p: &mut Program, unit: UnitId, id: StmtId, out: &mut Block) {
        let whole = vec![id];
        match self.sort(p, unit, &whole) {
            Sort::Values => {
                self.ask_inside(p, unit, &whole);
                out.push(id);
            }
            Sort::Derivatives => {
                self.direct(p, unit, &whole);
                let loop_ = self.loop_over(p, unit, whole);
                out.push(loop_);
            }
            Sort::Both if self.derivatives_can_go_first(p, unit, &whole) => {
                let first = self.part(p, unit, &whole, true);
                self.direct(p, unit, &first);
                let loop_ = self.loop_over(p, unit, first);
                out.push(loop_);
                let rest = self.part(p, unit, &whole, false);
                self.ask_inside(p, unit, &rest);
                out.extend(rest);
            }
            Sort::Both => self.apart(p, unit, id, None, out),
        }
    }

    /// Takes all derivatives in the statements at the direction of the loop around them.
    fn direct(&mut self, p: &mut Program, unit: UnitId, block: &Block) {
        let language = self.language(unit);
        let nd = Expr::var(self.counter(p, unit));
        for id in all(p, unit, block) {
            let mut kind = p.units[unit].stmts[id].kind.clone();
            kind.exprs_mut(&mut |e| *e = self.at(p, language, e, &nd));
            p.units[unit].stmts[id].kind = kind;
        }
    }

    fn ask_inside(&mut self, p: &mut Program, unit: UnitId, block: &Block) {
        for id in all(p, unit, block) {
            let mut kind = p.units[unit].stmts[id].kind.clone();
            kind.exprs_mut(&mut |e| *e = self.inquiries(p, e));
            p.units[unit].stmts[id].kind = kind;
        }
    }

    /// Whether no derivative in a construct reads what the construct has set before.
    fn derivatives_can_go_first(&self, p: &Program, unit: UnitId, block: &Block) -> bool {
        let mut set: Vec<SymbolId> = Vec::new();
        let mut fine = true;
        p.units[unit].walk(block, &mut |_, s| {
            let StmtKind::Assign { lhs, rhs } = &s.kind else { return };
            let Some(root) = lhs.root() else { return };
            if self.derivatives.contains(&root) {
                fine &=
                    !set.iter().any(|x| super::merge::reads(p, unit, rhs, *x) || super::merge::reads(p, unit, lhs, *x));
            } else {
                set.push(root);
            }
        });
        fine
    }

    /// A copy of a construct with its derivative statements only, or without them.
    fn part(&self, p: &mut Program, unit: UnitId, block: &Block, derivatives: bool) -> Block {
        let mut out = Block::new();
        for &id in block {
            let mut stmt = p.units[unit].stmts[id].clone();
            if let StmtKind::Assign { lhs, .. } = &stmt.kind {
                if lhs.root().is_some_and(|r| self.derivatives.contains(&r)) == derivatives {
                    out.push(id);
                }
                continue;
            }
            let mut empty = true;
            for inner in stmt.kind.blocks_mut() {
                *inner = self.part(p, unit, inner, derivatives);
                empty &= inner.is_empty();
            }
            if empty {
                continue;
            }
            if let StmtKind::Where { otherwise, one_line, .. } = &mut stmt.kind {
                if otherwise.as_ref().is_some_and(Block::is_empty) {
                    *otherwise = None;
                }
                *one_line = false;
            }
            if !derivatives {
                stmt.comments.clear();
            }
            out.push(p.units[unit].add(stmt));
        }
        out
    }

    /// Every statement under its own mask, in order.
    fn apart(&mut self, p: &mut Program, unit: UnitId, id: StmtId, around: Option<Expr>, out: &mut Block) {
        let StmtKind::Where { arms, otherwise, .. } = p.units[unit].stmts[id].kind.clone() else { return };
        let mut left = around;
        for arm in &arms {
            let test = self.inquiries(p, &arm.test);
            let mask = self.mask(p, unit, &arm.test);
            let chosen = both(left.clone(), test);
            out.push(p.units[unit].add(StmtKind::Assign { lhs: mask.clone(), rhs: chosen }));
            self.under(p, unit, &arm.body, &mask, out);
            let others = self.mask(p, unit, &arm.test);
            let rest = both(left, Expr::unary(UnaryOp::Not, mask));
            out.push(p.units[unit].add(StmtKind::Assign { lhs: others.clone(), rhs: rest }));
            left = Some(others);
        }
        if let (Some(body), Some(mask)) = (otherwise, left) {
            self.under(p, unit, &body, &mask, out);
        } else if let Some(last) = out.last().copied() {
            // Nobody asks what no arm has taken.
            if matches!(p.units[unit].stmts[last].kind, StmtKind::Assign { .. }) {
                out.pop();
            }
        }
    }

    fn under(&mut self, p: &mut Program, unit: UnitId, block: &Block, mask: &Expr, out: &mut Block) {
        for &id in block {
            if matches!(p.units[unit].stmts[id].kind, StmtKind::Where { .. }) {
                self.apart(p, unit, id, Some(mask.clone()), out);
                continue;
            }
            let arm = Arm { test: mask.clone(), body: vec![id] };
            let alone = p.units[unit].add(StmtKind::Where { arms: vec![arm], otherwise: None, one_line: true });
            match self.sort(p, unit, &vec![id]) {
                Sort::Values => {
                    self.ask_inside(p, unit, &vec![id]);
                    out.push(alone);
                }
                Sort::Derivatives | Sort::Both => {
                    self.direct(p, unit, &vec![id]);
                    let loop_ = self.loop_over(p, unit, vec![alone]);
                    out.push(loop_);
                }
            }
        }
    }

    /// A logical array of the shape of a test.
    fn mask(&mut self, p: &mut Program, unit: UnitId, test: &Expr) -> Expr {
        let is_number = |d: &Dim| matches!(&d.upper, Upper::At(e) if e.as_int().is_some());
        let known = extents::fixed(p, test).filter(|dims| dims.iter().all(is_number));
        let allocatable = known.is_none();
        let deferred = Dim { lower: None, upper: Upper::Deferred };
        let dims = known.unwrap_or_else(|| vec![deferred; type_of(p, test).rank()]);
        let ty = Type::Array { elem: Box::new(Type::Scalar(p.logical())), dims };
        let s = self.local(p, unit, "mask", ty);
        if let il::SymbolKind::Variable(v) = &mut p.symbols[s].kind {
            v.allocatable = allocatable;
        }
        Expr::var(s)
    }

    /// FORALL: its statements are executed one after the other, so each can be a FORALL of its own. DO CONCURRENT: loops.
    pub(super) fn forall(&mut self, p: &mut Program, unit: UnitId, id: StmtId, out: &mut Block) {
        let stmt = p.units[unit].stmts[id].clone();
        let StmtKind::Forall { indices, mask, body, concurrent, .. } = stmt.kind.clone() else { return };
        if concurrent {
            if !self.touches(p, unit, &body) {
                out.push(id);
                return;
            }
            let mut inner = self.block(p, unit, body);
            if let Some(test) = mask {
                let one_line = super::statements::is_simple(p, unit, &inner);
                let kind = If::when(test, inner, one_line);
                inner = vec![p.units[unit].add(StmtKind::If(kind))];
            }
            for i in indices.iter().rev() {
                let kind = Do::counting(i.var, i.from.clone(), i.to.clone(), i.step.clone(), inner);
                inner = vec![p.units[unit].add(StmtKind::Do(Box::new(kind)))];
                self.declare_index(p, unit, i.var);
            }
            out.extend(inner);
            return;
        }
        match self.sort(p, unit, &body) {
            Sort::Values => {
                self.ask_inside(p, unit, &vec![id]);
                out.push(id);
                return;
            }
            Sort::Derivatives => {
                self.direct(p, unit, &body);
                let loop_ = self.loop_over(p, unit, vec![id]);
                out.push(loop_);
                return;
            }
            Sort::Both => {}
        }
        let mut asked: Vec<Expr> = mask.iter().cloned().collect();
        asked.extend(indices.iter().flat_map(|i| [Some(&i.from), Some(&i.to), i.step.as_ref()]).flatten().cloned());
        for (k, &inner) in body.iter().enumerate() {
            let sort = self.sort(p, unit, &vec![inner]);
            let set = il::stores::names(p, unit, &[inner]);
            let changes = set.iter().any(|s| asked.iter().any(|e| super::merge::reads(p, unit, e, *s)));
            if sort == Sort::Both || changes && k + 1 < body.len() {
                self.refuse(stmt.span, "this FORALL", "write it as array assignments or loops");
                return;
            }
            let kind = StmtKind::Forall {
                indices: indices.clone(),
                mask: mask.clone(),
                body: vec![inner],
                concurrent: false,
                one_line: p.units[unit].stmts[inner].kind.blocks().is_empty(),
            };
            let alone = p.units[unit].add(kind);
            if sort == Sort::Values {
                self.ask_inside(p, unit, &vec![alone]);
                out.push(alone);
            } else {
                self.direct(p, unit, &vec![inner]);
                let loop_ = self.loop_over(p, unit, vec![alone]);
                out.push(loop_);
            }
        }
    }

    /// Whether a block has anything to do with derivatives.
    fn touches(&self, p: &Program, unit: UnitId, block: &Block) -> bool {
        p.units[unit].any(block, &mut |_, s| {
            s.kind.any_expr(&mut |n| matches!(n.kind, il::ExprKind::Var(s) if self.derivatives.contains(&s)))
        })
    }

    /// The index of a DO CONCURRENT may be declared there only.
    fn declare_index(&mut self, p: &Program, unit: UnitId, var: SymbolId) {
        let declared = p.units[unit].decls.iter().any(|d| d.kind.entities().iter().any(|e| e.symbol == var));
        let info = self.lifted.get_mut(&unit).expect("a lifted unit");
        if !declared && p.home(var) == Some(unit) && !info.locals.contains(&var) {
            info.locals.push(var);
        }
    }
}

fn both(a: Option<Expr>, b: Expr) -> Expr {
    match a {
        Some(a) => Expr::binary(BinaryOp::And, a, b),
        None => b,
    }
}
