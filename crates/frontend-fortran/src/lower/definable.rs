//! What a procedure may not change, and does: its INTENT(IN) dummies (F2018 8.5.10).

use il::{Block, Expr, ExprKind, Intent, Span, StmtKind, SymbolId, UnitId};

use super::context::Lower;
use super::messages;

impl Lower<'_, '_> {
    /// Says where `body` changes a dummy that is only to be read.
    pub fn check_intents(&mut self, unit: UnitId, body: &Block) {
        let mut found: Vec<(SymbolId, Span)> = Vec::new();
        let understood = !self.program.units[unit].has_errors;
        self.program.units[unit].walk(body, &mut |_, s| {
            let changed: Vec<&Expr> = match &s.kind {
                StmtKind::Assign { lhs, .. } => vec![lhs],
                // What was not understood may change all that it names: that is no mistake.
                StmtKind::Opaque { writes, .. } if understood => writes.iter().collect(),
                StmtKind::Do(d) if self.is_only_read(d.var) => {
                    found.push((d.var, s.span));
                    return;
                }
                _ => return,
            };
            found.extend(changed.into_iter().filter_map(|e| Some((self.only_read(e)?, s.span))));
        });
        for (symbol, span) in found {
            let said = messages::not_definable(
                span,
                &self.program.symbols[symbol].name.clone(),
                self.program.symbols[symbol].span,
            );
            self.refuse(said);
        }
    }

    fn is_only_read(&self, symbol: SymbolId) -> bool {
        self.program.variable(symbol).is_some_and(|v| v.intent == Some(Intent::In) && !v.pointer)
    }

    /// The dummy that a reference names a part of, when it is INTENT(IN). What a pointer leads to is none of it.
    fn only_read(&self, e: &Expr) -> Option<SymbolId> {
        let through_pointer = |x: &Expr| match &x.kind {
            ExprKind::Field { record, field, .. } => self.program.records[*record].fields[*field].pointer,
            _ => false,
        };
        let root = e.root().filter(|s| self.is_only_read(*s))?;
        (e.is_reference() && !e.spine().any(through_pointer)).then_some(root)
    }
}
