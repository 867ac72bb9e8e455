//! A call of a leaf function that gives its value and its partial derivatives (`partials`).

use il::typing::type_of;
use il::{Arg, Block, Expr, ExprKind, Span, StmtId, StmtKind, SymbolId, UnitId};

use crate::adjoint::emit::{Emit, Pair, Side};
use crate::adjoint::plan::{Home, Twin, partials};
use crate::signature::{Part, Slot};
use crate::simplify::{self};

impl Emit<'_, '_> {
    /// `lhs = f_part(…)` in the forward half, `xb = xb + x_part*lhsb` for each input in the backward half.
    pub(crate) fn value_and_partials(
        &mut self,
        stmt: StmtId,
        callee: SymbolId,
        args: &[Arg],
        lhs: &Expr,
        span: Span,
    ) -> Pair {
        let mut out = Pair::default();
        let Some(site) = partials::site(self.world, self.access, self.unit, stmt) else { return out };
        let unit = site.unit;
        let values = self.by_position(Some(unit), args, span);
        let Some(seed) = self.adjoint_of(lhs) else { return out };
        let slots = self.world.signatures.of(unit, Part::Partials).slots.clone();
        let (mut items, mut kept) = (Vec::new(), Block::new());
        // In a turn that runs again they wait in local scalars.
        let tape = self.home_here() == Home::Tape;
        for slot in slots {
            let of = match slot {
                Slot::Primal(k) => {
                    items.push((values.get(k).cloned().flatten().map(|e| self.fore(&e)), String::new()));
                    continue;
                }
                Slot::Derivative(k) => self.world.source.units[unit].params[k],
                Slot::Partial(global) => global,
                Slot::Value | Slot::ResultDerivative | Slot::Directions => continue,
            };
            let input = site.inputs.iter().find(|(s, _)| *s == slot).and_then(|(_, e)| e.clone());
            let ty = type_of(self.world.source, &Expr::var(of));
            let base = format!("{}_{}", self.name(lhs), self.world.source.symbols[of].name);
            let t = match tape {
                true => self.twin(&base, ty),
                false => {
                    let s = self.scratch(&base, ty);
                    Twin { fore: s, back: s }
                }
            };
            let partial = Expr::var(t.fore);
            if tape {
                let id = self.new_tape();
                kept.push(self.add(self.forward, StmtKind::Save { id, value: partial.clone() }));
                out.back.insert(0, self.add(Side::Back, StmtKind::Restore { id, into: Expr::var(t.back) }));
            }
            let passed = self.language().hand_over(partial.clone());
            items.push((Some(passed), String::new()));
            let Some(into) = input.and_then(|e| self.adjoint_of(&e)) else { continue };
            let sum = simplify::add(into.clone(), simplify::mul(Expr::var(t.back), seed.clone()));
            out.back.push(self.add(Side::Back, StmtKind::Assign { lhs: into, rhs: sum }));
        }
        let k = if self.forward == Side::Back { self.shells.len() - 1 } else { 0 };
        let target = self.world.call_target(&mut self.shells[k], callee, Part::Partials);
        let args = self.listed(items);
        let kind = StmtKind::Assign { lhs: self.fore(lhs), rhs: ExprKind::Call { callee: target, args }.into() };
        out.fore.push(self.in_place_of(self.forward, stmt, kind, span));
        out.fore.append(&mut kept);
        out
    }

    /// The name of a variable of the original.
    fn name(&self, e: &Expr) -> String {
        e.root().map_or(String::new(), |s| self.world.source.symbols[s].name.clone())
    }
}

/// What stands in front of the backward half of `F_PART`: every partial derivative is zero, the seed is 1.
pub(in crate::adjoint) fn start_partials(emit: &mut Emit, unit: UnitId, clears: Block) -> Block {
    let source = emit.world.source;
    let result = source.units[unit].result();
    let seed = result.and_then(|r| emit.shell(Side::Back).maps.derivative(r));
    let shell = emit.shell(Side::Back).unit;
    let is_seed = |id: &StmtId| matches!(&emit.world.out.units[shell].stmts[*id].kind, StmtKind::Assign { lhs, .. } if lhs.root() == seed);
    let mut out: Block = clears.into_iter().filter(|id| !is_seed(id)).collect();
    for place in emit.world.signatures.of(unit, Part::Partials).varying.clone() {
        emit.clear_place(&place, &mut out);
    }
    if let (Some(seed), Some(result)) = (seed, result) {
        let one = source.symbol_type(result).and_then(|t| t.scalar().cloned());
        let one = one.map_or_else(|| Expr::int(1), |s| crate::simplify::one(&s));
        out.push(emit.add(Side::Back, StmtKind::Assign { lhs: Expr::var(seed), rhs: one }));
    }
    out
}
