//! The adjoint of an assignment whose partial derivatives are computed beside its value, and wait for its seed (`plan/kept_gradients`).

use il::{Block, Expr, ExprKind, Span, StmtId, StmtKind, SymbolId, Type};

use crate::adjoint::emit::expr::Sink;
use crate::adjoint::emit::{Emit, Pair, Side};
use crate::adjoint::plan::Home;
use crate::simplify;
use il::typing::scalar_of;

/// A partial derivative: of which reference, in which variable of the forward half, or a number.
struct Partial {
    leaf: Expr,
    value: Result<SymbolId, Expr>,
}

impl Emit<'_, '_> {
    /// `y_x = …` in front of `lhs = rhs`, and `xb = xb + y_x*yb` for each active reference of `rhs` in the backward half, with what brings `y_x` back.
    pub(crate) fn with_gradient(&mut self, stmt: StmtId, lhs: &Expr, rhs: &Expr, span: Span) -> Pair {
        let mut out = Pair::default();
        let (Some(target), Some(scalar)) = (self.adjoint_of(lhs), scalar_of(self.world.source, lhs)) else {
            return out;
        };
        let ty = Type::Scalar(scalar.clone());
        // What is computed in the forward half is made as it is in the backward half of one procedure.
        let apart = self.shells.len() > 1 && self.forward == Side::Fore;
        let back_half = if apart { self.shells.pop() } else { None };
        let mut sink = Sink { gathered: Some(Vec::new()), ..Sink::new(stmt, span) };
        self.propagate(rhs, simplify::one(&scalar), &mut sink);
        let mut block = Block::new();
        let gathered = sink.gathered.take().unwrap_or_default();
        for (_, partial, _) in gathered.iter().filter(|g| g.2) {
            let (lhs, rhs) = (Expr::var(*partial), simplify::zero(&scalar));
            block.push(self.add(Side::Back, StmtKind::Assign { lhs, rhs }));
        }
        block.append(&mut sink.block);
        let partials: Vec<Partial> = gathered
            .into_iter()
            .map(|(leaf, s, guarded)| {
                let number = if guarded { None } else { self.in_one_piece(s, &mut block) };
                Partial { leaf, value: number.map_or(Ok(s), Err) }
            })
            .collect();
        self.shells.extend(back_half);
        out.fore = block;
        let tape = self.home_here() == Home::Tape;
        let mut sums = Block::new();
        // `y = y + …` leaves its own derivative as it is.
        let grows = partials.iter().any(|p| p.leaf == *lhs);
        for partial in partials.into_iter().filter(|p| p.leaf != *lhs) {
            let value = match partial.value {
                Err(number) => number,
                Ok(fore) => {
                    let back =
                        if apart { self.scratch(&self.world.out.symbols[fore].name.clone(), ty.clone()) } else { fore };
                    if tape {
                        let id = self.new_tape();
                        out.fore.push(self.add(self.forward, StmtKind::Save { id, value: Expr::var(fore) }));
                        out.back.insert(0, self.add(Side::Back, StmtKind::Restore { id, into: Expr::var(back) }));
                    }
                    Expr::var(back)
                }
            };
            let Some(into) = self.adjoint_of(&partial.leaf) else { continue };
            let sum = simplify::add(into.clone(), simplify::mul(value, target.clone()));
            sums.push(self.add(Side::Back, StmtKind::Assign { lhs: into, rhs: sum }));
        }
        out.back.append(&mut sums);
        if !grows {
            self.clear(lhs, &mut out.back);
        }
        out
    }

    /// Puts together what is added to a partial derivative in several statements; returns it where it is a number, which then needs no variable.
    fn in_one_piece(&mut self, partial: SymbolId, block: &mut Block) -> Option<Expr> {
        let unit = self.shell(Side::Back).unit;
        let u = &mut self.world.out.units[unit];
        let is_set = |id: &StmtId, u: &il::Unit| matches!(&u.stmts[*id].kind, StmtKind::Assign { lhs, .. } if lhs.kind == ExprKind::Var(partial));
        let setting: Vec<StmtId> = block.iter().copied().filter(|id| is_set(id, u)).collect();
        // Under tests it is added to in their order.
        let mut all = 0;
        u.walk(block, &mut |id, _| all += usize::from(is_set(&id, u)));
        if all != setting.len() {
            return None;
        }
        let mut value: Option<Expr> = None;
        for id in &setting {
            let StmtKind::Assign { rhs, .. } = &u.stmts[*id].kind else { continue };
            let mut rhs = rhs.clone();
            if let Some(before) = &value {
                rhs.rewrite(&mut |x| {
                    if x.kind == ExprKind::Var(partial) {
                        *x = before.clone();
                    }
                });
            }
            value = Some(rhs);
        }
        let (value, last) = (value?, *setting.last()?);
        block.retain(|id| *id == last || !setting.contains(id));
        if let StmtKind::Assign { rhs, .. } = &mut u.stmts[last].kind {
            rhs.clone_from(&value);
        }
        let number = match &value.kind {
            ExprKind::Unary(_, x) => matches!(x.kind, ExprKind::Real { .. } | ExprKind::Integer { .. }),
            kind => matches!(kind, ExprKind::Real { .. } | ExprKind::Integer { .. }),
        };
        if number {
            block.retain(|id| *id != last);
        }
        number.then_some(value)
    }
}
