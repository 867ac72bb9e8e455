//! Input and output: text, with what it reads and writes.

use il::expr::Item;
use il::typing::type_of;
use il::{Expr, ExprKind, StmtKind, SymbolKind, Type};

use super::context::Lower;
use super::messages;
use crate::ast::{self, ArgValue, IoKind};

/// Controls that an I/O statement defines. INQUIRE defines all but those that say what is inquired about.
const DEFINED: &[&str] = &["iostat", "iomsg", "size", "newunit", "id", "nextrec"];
const INQUIRED: &[&str] = &["unit", "file"];
/// Controls whose value is a label.
const LABELS: &[&str] = &["err", "end", "eor"];

impl<'a> Lower<'a, '_> {
    /// An I/O statement.
    pub fn io(&mut self, io: &'a ast::Io, span: il::Span) -> StmtKind {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        if io.opaque {
            self.refuse(messages::kept_as_text(span, "an I/O list that was not understood"));
        }
        let is_read = io.kind == IoKind::Read;
        for (k, control) in io.controls.iter().enumerate() {
            let keyword = control.keyword.as_ref().map(|k| k.key()).unwrap_or_else(|| match k {
                0 if io.kind == IoKind::Print => "fmt".to_string(),
                0 => "unit".to_string(),
                _ => "fmt".to_string(),
            });
            let ArgValue::Expr(value) = &control.value else { continue };
            if LABELS.contains(&keyword.as_str()) {
                continue;
            }
            let value = self.expr(value);
            if let ExprKind::Var(s) = value.kind
                && let SymbolKind::Namelist(members) = &self.program.symbols[s].kind
            {
                let members = members.iter().map(|m| Expr::var(*m));
                if is_read {
                    writes.extend(members)
                } else {
                    reads.extend(members)
                }
                continue;
            }
            let internal =
                keyword == "unit" && matches!(type_of(self.program, &value).element(), Type::Character { .. });
            let defined = DEFINED.contains(&keyword.as_str())
                || (io.kind == IoKind::Inquire && !INQUIRED.contains(&keyword.as_str()))
                || (internal && io.kind == IoKind::Write);
            if defined { writes.push(value) } else { reads.push(value) }
        }
        for item in &io.items {
            let item = self.item(item);
            listed(item, is_read, &mut reads, &mut writes);
        }
        reads.retain(|e| !matches!(e.kind, ExprKind::Integer { .. } | ExprKind::Text(..) | ExprKind::Logical(_)));
        StmtKind::Opaque { text: self.with_names(io.text.to_string()), reads, writes }
    }
}

/// Sorts an item of an I/O list. Inside an implied DO a reference stands for the whole variable.
fn listed(item: Item, defines: bool, reads: &mut Vec<Expr>, writes: &mut Vec<Expr>) {
    match item {
        Item::Value(e) if defines && e.is_reference() => writes.push(e),
        Item::Value(e) => reads.push(e),
        Item::Implied { items, var, from, to, step } => {
            reads.extend([Some(from), Some(to), step].into_iter().flatten());
            let (mut inner_reads, mut inner_writes) = (Vec::new(), Vec::new());
            for item in items {
                listed(item, defines, &mut inner_reads, &mut inner_writes);
            }
            let whole = |e: Expr| match e.root() {
                Some(root) if e.mentions(var) => Expr::at(ExprKind::Var(root), e.span),
                _ => e,
            };
            reads.extend(inner_reads.into_iter().map(whole));
            writes.extend(inner_writes.into_iter().map(whole));
            writes.push(Expr::var(var));
        }
    }
}
