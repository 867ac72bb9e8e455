//! What an adjoint adds behind a choice goes into the arm whose derivatives it adds.
//!
//! `if (r < cut) then; …db = …; end if; xb(i) = xb(i) + db; db = 0`: where `db` is zero in front of the choice, what follows does nothing unless the
//! arm was taken. It stands in the arm then, behind what is there. A particle beyond the cutoff costs its distance.
//!
//! Small arms that set scalars alone stay as they are: compilers compute them in any case, and select.

use std::collections::{BTreeMap, BTreeSet};

use il::{BinaryOp, Block, Expr, ExprKind, StmtId, StmtKind, SymbolId, UnaryOp, Unit};

/// So many assignments are no small arm.
const MANY: usize = 4;

/// How often variables are named.
pub(super) type Names = BTreeMap<SymbolId, usize>;

/// Counts the names in a block.
pub(super) fn names(u: &Unit, block: &[StmtId]) -> Names {
    let mut out = Names::new();
    let mut count = |e: &Expr| {
        e.walk(&mut |x| {
            if let ExprKind::Var(s) = x.kind {
                *out.entry(s).or_default() += 1;
            }
        })
    };
    u.walk(block, &mut |_, s| s.kind.exprs(&mut |e| count(e)));
    out
}

/// Moves what stands behind the choice at `at` into its only arm, as far as it does nothing where the scalars `zero` are zero. `all` are the names of local
/// scalars in the procedure. Whether something was moved.
pub(super) fn sink(u: &mut Unit, block: &mut Block, at: usize, zero: &BTreeSet<SymbolId>, all: &Names) -> bool {
    let id = block[at];
    let StmtKind::If(i) = &u.stmts[id].kind else { return false };
    let ([arm], None) = (i.arms.as_slice(), &i.otherwise) else { return false };
    if !is_worth_it(u, &arm.body) {
        return false;
    }
    let mut idle = Idle { u, zero: zero.clone() };
    let mut count = block[at + 1..].iter().take_while(|id| idle.is_idle(**id)).count();
    let is_nothing = |id: &StmtId| matches!(u.stmts[*id].kind, StmtKind::Nop);
    while count > 0 {
        let moved = &block[at + 1..=at + count];
        // What comes to hold zero here is asked for here alone.
        let inside = names(u, moved);
        let mut known = true;
        u.walk(moved, &mut |_, stmt| {
            let set = idle.sets(&stmt.kind).filter(|s| !zero.contains(s));
            known &= set.is_none_or(|s| inside.get(&s) == all.get(&s));
        });
        if known && !moved.last().is_some_and(is_nothing) {
            break;
        }
        count -= 1;
    }
    let moved: Block = block.drain(at + 1..=at + count).collect();
    let done = !moved.is_empty();
    if let StmtKind::If(i) = &mut u.stmts[id].kind
        && done
    {
        i.one_line = false;
        i.arms[0].body.extend(moved);
    }
    done
}

/// Whether an arm is more than what compilers evaluate in any case, as it sets something in memory or is not short; and control leaves it at its end.
fn is_worth_it(u: &Unit, arm: &Block) -> bool {
    let (mut count, mut stores, mut leaves) = (0, false, false);
    u.walk(arm, &mut |_, s| {
        leaves |= s.label.is_some() || s.kind.jumps_to_labels();
        leaves |=
            matches!(s.kind, StmtKind::Exit(_) | StmtKind::Cycle(_) | StmtKind::Return(_) | StmtKind::Stop { .. });
        if let StmtKind::Assign { lhs, .. } = &s.kind {
            count += 1;
            stores |= !matches!(lhs.kind, ExprKind::Var(_));
        }
    });
    !leaves && (stores || count >= MANY)
}

struct Idle<'u> {
    u: &'u Unit,
    /// The scalars that are zero.
    zero: BTreeSet<SymbolId>,
}

impl Idle<'_> {
    /// The scalar that a statement sets as a whole.
    fn sets(&self, kind: &StmtKind) -> Option<SymbolId> {
        let StmtKind::Assign { lhs, rhs } = kind else { return None };
        let ExprKind::Var(s) = lhs.kind else { return None };
        (!self.adds_zero(lhs, rhs)).then_some(s)
    }

    /// Whether a statement adds zero, or sets something to zero, or holds such statements alone.
    fn is_idle(&mut self, id: StmtId) -> bool {
        let stmt = &self.u.stmts[id];
        if stmt.label.is_some() || stmt.kind.calls() {
            return false;
        }
        match &stmt.kind {
            StmtKind::Assign { lhs, rhs } => {
                if let ExprKind::Var(s) = lhs.kind
                    && self.is_zero(rhs)
                {
                    self.zero.insert(s);
                    return true;
                }
                self.adds_zero(lhs, rhs)
            }
            StmtKind::If(i) => i.arms.iter().map(|a| &a.body).chain(&i.otherwise).all(|block| {
                // What one arm sets may not be zero behind it.
                let before = self.zero.clone();
                let all = block.iter().all(|s| self.is_idle(*s));
                self.zero = before;
                all
            }),
            kind => matches!(kind, StmtKind::Nop),
        }
    }

    /// Whether an expression is `place` and zeros.
    fn adds_zero(&self, place: &Expr, e: &Expr) -> bool {
        let both = |l: &Expr, r: &Expr| self.adds_zero(place, l) && self.is_zero(r);
        e == place
            || match &e.kind {
                ExprKind::Binary(BinaryOp::Add, l, r) => both(l, r) || both(r, l),
                ExprKind::Binary(BinaryOp::Sub, l, r) => both(l, r),
                kind => matches!(kind, ExprKind::Unary(UnaryOp::Paren, x) if self.adds_zero(place, x)),
            }
    }

    /// Whether an expression is zero, as long as its factors are numbers.
    fn is_zero(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(s) => self.zero.contains(s),
            ExprKind::Real { value, .. } => *value == 0.0,
            ExprKind::Unary(UnaryOp::Neg | UnaryOp::Plus | UnaryOp::Paren, x) => self.is_zero(x),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, l, r) => self.is_zero(l) && self.is_zero(r),
            ExprKind::Binary(BinaryOp::Mul, l, r) => self.is_zero(l) || self.is_zero(r),
            kind => matches!(kind, ExprKind::Binary(BinaryOp::Div, l, _) if self.is_zero(l)),
        }
    }
}
