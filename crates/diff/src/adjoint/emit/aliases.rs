//! Pointers that are only another name for a place ([`alias`](crate::adjoint::plan::alias)), made again in the backward sweep with their derivatives.

use il::stmt::associated;
use il::{Block, Expr, ExprKind, StmtId, StmtKind, SymbolId};

use crate::adjoint::emit::{Emit, Side};

impl Emit<'_, '_> {
    /// What makes an alias and its derivative again in front of `rest`, the adjoints of the statements behind its assignment.
    pub(crate) fn recreate(&mut self, stmt: StmtId, rest: &Block) -> Block {
        let mut out = Block::new();
        let (associates, lhs, rhs) = match &self.original(stmt).kind {
            StmtKind::Assign { lhs, rhs } => (false, lhs, rhs),
            StmtKind::PointerAssign { lhs, rhs } => (true, lhs, rhs),
            _ => return out,
        };
        let pointer = if associates { associated(lhs) } else { lhs };
        let ExprKind::Var(symbol) = pointer.kind else { return out };
        if rest.is_empty() || self.access.alias_at(self.unit, stmt).is_none() {
            return out;
        }
        out.extend(self.twin_of_alias(stmt, Side::Back, symbol, rest));
        let maps = self.shell(Side::Back).maps.clone();
        // Where nothing repeats, or a turn has just been run again, the forward sweep left it as it is needed.
        let still_there =
            self.plan.step(stmt).live && self.depth == 0 && (self.forward == Side::Back || !self.is_split());
        if !still_there && self.mentioned(rest, maps.symbol(symbol)) {
            let (lhs, rhs) = (self.back(lhs), self.back(rhs));
            let made = if associates { StmtKind::PointerAssign { lhs, rhs } } else { StmtKind::Assign { lhs, rhs } };
            out.push(self.add(Side::Back, made));
        }
        out
    }

    /// C: the derivative of an alias, made in front of `rest`, the forward statements from its assignment on, where these lead through it: they
    /// allocate a component, give another pointer its value, or pass it on.
    pub(crate) fn twin_going_along(&mut self, stmt: StmtId, rest: &[StmtId]) -> Option<StmtId> {
        self.access.alias_at(self.unit, stmt)?;
        let StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(symbol), .. }, .. } = &self.original(stmt).kind else {
            return None;
        };
        self.twin_of_alias(stmt, self.forward, *symbol, rest)
    }

    /// The derivative of the alias `symbol`, where statements of a side speak of it.
    fn twin_of_alias(&mut self, stmt: StmtId, side: Side, symbol: SymbolId, rest: &[StmtId]) -> Option<StmtId> {
        self.shell(side).maps.derivative(symbol).filter(|d| self.mentioned_by(side, rest, *d))?;
        let both = |lhs: &Expr, rhs: &Expr| self.shell(side).maps.reference(lhs).zip(self.pointer_of(side, rhs));
        let made = match &self.original(stmt).kind {
            StmtKind::Assign { lhs, rhs } => both(lhs, rhs).map(|(lhs, rhs)| StmtKind::Assign { lhs, rhs }),
            StmtKind::PointerAssign { lhs, rhs } => {
                both(lhs, rhs).map(|(lhs, rhs)| StmtKind::PointerAssign { lhs, rhs })
            }
            _ => None,
        };
        if made.is_none() {
            self.refuse(
                self.original(stmt).span,
                "an active pointer is given a value that has no derivative",
                "name what it points to among the independents or dependents of the head",
            );
        }
        Some(self.add(side, made?))
    }

    /// Whether backward statements speak of a symbol.
    pub(crate) fn mentioned(&self, block: &[StmtId], symbol: SymbolId) -> bool {
        self.mentioned_by(Side::Back, block, symbol)
    }

    fn mentioned_by(&self, side: Side, block: &[StmtId], symbol: SymbolId) -> bool {
        self.world.out.units[self.shell(side).unit].mentions(block, symbol)
    }
}
