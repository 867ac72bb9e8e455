//! Calls of elemental procedures for whole arrays. With derivatives of several directions their dummies are arrays, and they are elemental no more:
//! they are called once for each element, in a loop.

use analysis::allocation::dummies;
use analysis::element::element;
use il::expr::{Arg, Expr};
use il::stmt::Do;
use il::typing::{rank_of, type_of};
use il::{Block, Program, Span, StmtKind, SymbolId, Type, UnitId};

use super::Lift;
use super::calls::Around;

impl Lift<'_> {
    /// The shape of a call that works element by element: its first actual argument with more dimensions than its dummy.
    pub(super) fn shape_of_call(&self, p: &Program, callee: SymbolId, args: &[Arg]) -> Option<Expr> {
        p.callee(callee).filter(|u| p.units[*u].has_prefix(&il::Prefix::Elemental))?;
        let rank = |s: SymbolId| p.symbol_type(s).map_or(0, Type::rank);
        let is_array = |(s, a): &(Option<SymbolId>, &Expr)| s.is_some_and(|s| rank_of(p, a) > rank(s));
        dummies(p, callee, args).into_iter().find(is_array).map(|(_, a)| a.clone())
    }

    fn element_counter(&mut self, p: &mut Program, unit: UnitId, k: usize) -> SymbolId {
        if let Some(&s) = self.lifted[&unit].element_counters.get(k) {
            return s;
        }
        let ty = Type::Scalar(p.counting_integer(self.language(unit)));
        let s = self.local(p, unit, &format!("ii{}", k + 1), ty);
        self.lifted.get_mut(&unit).expect("asked for above").element_counters.push(s);
        s
    }

    /// The call in a loop over the elements of `shape`. False where an actual argument is no reference whose elements can be named.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn call_for_elements(
        &mut self,
        p: &mut Program,
        unit: UnitId,
        callee: SymbolId,
        args: &[Arg],
        shape: &Expr,
        span: Span,
        out: &mut Block,
    ) -> bool {
        let counters: Vec<SymbolId> = (0..rank_of(p, shape)).map(|k| self.element_counter(p, unit, k)).collect();
        let at: Vec<Expr> = counters.iter().map(|c| Expr::var(*c)).collect();
        let mut list = Vec::new();
        let mut around = Around::default();
        for a in args {
            let value = match rank_of(p, &a.value) {
                0 => Some(a.value.clone()),
                _ => element(p, &a.value, &at).or_else(|| {
                    // The elements of a list have no names: those of an array have.
                    let array = match self.carries(&a.value) {
                        false => self.copy_of(p, unit, &a.value, out),
                        true => {
                            type_of(p, &a.value).scalar()?;
                            self.stored(p, unit, &a.value, span, &mut around, false)
                        }
                    };
                    element(p, &array, &at)
                }),
            };
            let Some(value) = value else { return false };
            list.push(Arg { keyword: a.keyword.clone(), value });
        }
        let id = p.units[unit].add(StmtKind::Call { callee, args: list.clone(), alternates: Vec::new() });
        p.units[unit].stmts[id].span = span;
        let mut body = Block::new();
        self.call(p, unit, id, callee, &list, span, &mut body);
        for (k, c) in counters.iter().enumerate() {
            let to = self.inquiries(p, &Expr::intrinsic("size", vec![shape.clone(), Expr::int(k as i64 + 1)]));
            let kind = StmtKind::Do(Box::new(Do::counting(*c, Expr::int(1), to, None, body)));
            body = vec![p.units[unit].add(kind)];
        }
        out.append(&mut around.before);
        out.append(&mut body);
        out.append(&mut around.after);
        true
    }
}
