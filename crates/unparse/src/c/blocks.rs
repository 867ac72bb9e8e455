//! Blocks: declarations inside functions joined with their initial values, braces where they are needed.

use il::{Block, Expr, ExprKind, Stmt, StmtId, StmtKind, SymbolId, Unit};

use super::exprs::given;
use super::{Printer, types};
use crate::cat;
use crate::doc::Doc;
use crate::lines::Remark;

impl Printer<'_> {
    /// A label, a step to the left of the statements around it.
    pub(super) fn label(&mut self, text: String, trailing: Option<Remark>) {
        let margin = self.indent.saturating_sub(self.cx.habits.indent);
        self.lines.statement(&" ".repeat(margin), &Doc::text(text), trailing);
    }

    /// The statements of a block.
    pub(super) fn block(&mut self, unit: &Unit, block: &Block) {
        let mut at = 0;
        while at < block.len() {
            let s = &unit.stmts[block[at]];
            self.comments(&s.comments);
            self.directives(&s.directives);
            if let Some(label) = &s.label {
                // A label belongs to a statement: not to a declaration, not to the end of a block.
                let alone = matches!(s.kind, StmtKind::Declare(_) | StmtKind::Nop);
                let mark = if alone { " ;" } else { "" };
                let trailing = self.remark(s.span, &s.trailing).filter(|_| matches!(s.kind, StmtKind::Nop));
                self.label(format!("{label}:{mark}"), trailing);
                if matches!(s.kind, StmtKind::Nop) {
                    at += 1;
                    continue;
                }
            }
            // Comments at the end of a block stand on a statement that does nothing.
            if matches!(s.kind, StmtKind::Nop) && (block.len() > 1 || !s.comments.is_empty()) {
                at += 1;
                continue;
            }
            at += match &s.kind {
                StmtKind::Declare(symbols) => 1 + self.declare(unit, s, symbols, &block[at + 1..]),
                StmtKind::Opaque { text, .. } if is_stray(unit, text, &block[at + 1..]) => 1,
                _ => {
                    self.stmt(unit, s);
                    1
                }
            };
        }
    }

    /// A declaration inside a function with the assignments that follow and are its initial values: how many there are.
    fn declare(&mut self, unit: &Unit, s: &Stmt, symbols: &[SymbolId], following: &[StmtId]) -> usize {
        let cx = self.cx;
        let mut values: Vec<Option<&Expr>> = vec![None; symbols.len()];
        let mut joined = 0;
        let mut trailing = self.remark(s.span, &s.trailing);
        let mut from = 0;
        for id in following {
            let Some((symbol, value)) = initial_value(s, &unit.stmts[*id]) else { break };
            let Some(k) = symbols.iter().position(|x| *x == symbol).filter(|k| *k >= from) else { break };
            // A later name of the same declaration is not yet known in this value.
            if symbols[k..].iter().any(|later| value.mentions(*later)) {
                break;
            }
            values[k] = Some(value);
            from = k + 1;
            joined += 1;
            let value = &unit.stmts[*id];
            trailing = trailing.or_else(|| self.remark(value.span, &value.trailing));
            if value.trailing.is_some() {
                break;
            }
        }
        let mut head = String::new();
        let mut list: Vec<Doc> = Vec::new();
        let flush = |p: &mut Self, head: &str, list: &mut Vec<Doc>, trailing: Option<Remark>| {
            if !list.is_empty() {
                let doc = cat![head, " ", Doc::list(std::mem::take(list)).nest(0), ";"];
                p.full_line(doc, trailing);
            }
        };
        for (symbol, value) in symbols.iter().zip(values) {
            let (base, declarator) = types::variable(&cx, *symbol);
            let variable = cx.program.variable(*symbol);
            let is_static = variable.is_some_and(|v| v.saved);
            let value = value.or(variable.and_then(|v| v.init.as_ref()));
            // A constant that gets its value later is none.
            let base = match base.strip_prefix("const ") {
                Some(rest) if value.is_none() && variable.is_some_and(is_constant_value) => rest.to_string(),
                _ => base,
            };
            let base = if is_static { format!("static {base}") } else { base };
            if base != head {
                flush(self, &head, &mut list, None);
                head = base;
            }
            list.push(match value {
                Some(e) => cat![declarator, " ", given(&cx, e)],
                None => declarator.into(),
            });
        }
        flush(self, &head, &mut list, trailing);
        joined
    }

    /// Whether a block has to stand in braces.
    pub(super) fn needs_braces(&self, unit: &Unit, body: &Block) -> bool {
        let [id] = body.as_slice() else { return true };
        let s = &unit.stmts[*id];
        let dressed = s.label.is_some() || !s.comments.is_empty() || !s.directives.is_empty();
        let several = match &s.kind {
            StmtKind::Save { value, .. } => {
                crate::tape::moves(self.cx.program, il::Language::C, self.cx.scope, value).len() != 1
            }
            StmtKind::Restore { into, .. } => {
                crate::tape::moves(self.cx.program, il::Language::C, self.cx.scope, into).len() != 1
            }
            StmtKind::Declare(_) | StmtKind::Scope { .. } => true,
            // A directive stands in front of it.
            StmtKind::Do(d) => d.parallel.as_ref().is_some_and(|said| !said.is_text),
            StmtKind::Stop { code: Some(code), .. } => matches!(code.kind, il::ExprKind::Text(..)),
            StmtKind::Opaque { text, .. } | StmtKind::Error(text) => {
                text.contains('\n') || text.trim().starts_with('#')
            }
            _ => false,
        };
        self.cx.habits.braces || dressed || several
    }
}

/// Whether a text is the pragma of a loop that does not follow: where C's loop became several statements, compilers would refuse it.
fn is_stray(unit: &Unit, text: &str, following: &[StmtId]) -> bool {
    let Some(words) = il::stmt::pragma(text) else { return false };
    let mut words = words.split(|c: char| c.is_whitespace() || c == '(').filter(|w| !w.is_empty());
    let whose = words.next();
    let counted = matches!(whose, Some("omp" | "acc"))
        && words.any(|w| matches!(w, "for" | "simd" | "loop" | "distribute" | "taskloop"));
    let any = matches!(whose, Some("ivdep" | "unroll" | "nounroll" | "vector" | "novector" | "simd"))
        || matches!(whose, Some("GCC" | "clang"))
            && matches!(words.next(), Some("ivdep" | "unroll" | "novector" | "loop"));
    let is_passed_over = |kind: &&StmtKind| match kind {
        StmtKind::Nop => true,
        StmtKind::Opaque { text, .. } => il::stmt::pragma(text).is_some(),
        _ => false,
    };
    let next = following.iter().map(|id| &unit.stmts[*id].kind).find(|kind| !is_passed_over(kind));
    let is_loop = match next {
        Some(StmtKind::Do(_)) => true,
        Some(StmtKind::While { .. } | StmtKind::Until { .. } | StmtKind::Loop { .. }) => !counted,
        _ => false,
    };
    (counted || any) && !is_loop
}

/// The variable and value of an assignment that is the initial value in the declaration before it.
fn initial_value<'a>(declaration: &Stmt, s: &'a Stmt) -> Option<(SymbolId, &'a Expr)> {
    let StmtKind::Assign { lhs, rhs } = &s.kind else { return None };
    let ExprKind::Var(symbol) = lhs.kind else { return None };
    let bare = s.label.is_none() && s.comments.is_empty() && s.directives.is_empty();
    // What the user wrote as a statement of its own stays one.
    let (outer, inner) = (declaration.span, s.span);
    let apart = outer.file.is_some() && inner.file.is_some() && inner.start >= outer.end;
    (bare && !apart).then_some((symbol, rhs))
}

/// Whether a variable is itself constant, and no pointer that may lead to constants.
fn is_constant_value(v: &il::symbol::Variable) -> bool {
    v.constant && !matches!(v.ty, il::Type::Pointer { .. })
}
