//! `switch`: cases in source order, fall-through marked.

use super::functions::Breakable;
use super::{Lowered, Lowerer, remarks, spell};
use crate::ast::{Block, Comment, Expr, Stmt, StmtKind as S};
use il::stmt::{Case, CaseRange};
use il::{Span, StmtKind};

impl Lowerer<'_, '_> {
    /// `switch (value) body`.
    pub fn switch(&mut self, value: &Expr, body: &Block, span: Span) -> Lowered<()> {
        let selector = self.condition(value)?;
        // The body is a block whose cases are its entries; without braces it is one statement.
        let entries: Vec<&Stmt> = body.stmts.iter().collect();
        let first = entries.iter().position(|stmt| is_label(stmt)).unwrap_or(entries.len());
        if entries[..first].iter().any(|stmt| !matches!(stmt.kind, S::Declaration(_))) {
            return self.refuse("RT0108", span, "statements before the first case are never reached and not read");
        }
        let outer = self.scope;
        self.scope = self.p.new_scope(outer, il::ScopeKind::Block);
        self.f.breakable.push(Breakable::Switch(None));
        // Variables of the whole body are declared before it.
        for stmt in &entries[..first] {
            self.statement(stmt)?;
        }
        let cases = self.cases(&entries[first..], &body.trailing);
        self.scope = outer;
        let name = match self.f.breakable.pop() {
            Some(Breakable::Switch(name)) => name,
            _ => None,
        };
        self.emit(StmtKind::Select { selector, cases: cases?, name }, span);
        Ok(())
    }

    fn cases(&mut self, entries: &[&Stmt], trailing: &[Comment]) -> Lowered<Vec<Case>> {
        let mut cases = Vec::new();
        let mut at = 0;
        while at < entries.len() {
            let mut case = Case { ranges: Vec::new(), default: false, body: Vec::new(), falls_through: false };
            while let Some(label) = entries.get(at).filter(|stmt| is_label(stmt)) {
                self.remember(label);
                match &label.kind {
                    S::Case(low, high) => {
                        let low = spell::strip(self.pure(low)?);
                        case.ranges.push(match high {
                            None => CaseRange::Value(low),
                            Some(high) => CaseRange::Range(Some(low), Some(spell::strip(self.pure(high)?))),
                        });
                    }
                    _ => case.default = true,
                }
                at += 1;
            }
            let length = entries[at..].iter().take_while(|stmt| !is_label(stmt)).count();
            let body = &entries[at..at + length];
            at += length;
            let is_last = at >= entries.len();
            let end: &[_] = if is_last { trailing } else { &[] };
            let body = self.case_body(body, end, is_last, &mut case.falls_through)?;
            case.body = body;
            cases.push(case);
        }
        Ok(cases)
    }

    /// The body of a case without the `break` at its end.
    fn case_body(
        &mut self,
        body: &[&Stmt],
        trailing: &[Comment],
        is_last: bool,
        falls_through: &mut bool,
    ) -> Lowered<il::Block> {
        *falls_through = !is_last;
        if let Some((last, before)) = body.split_last() {
            if let S::Break = last.kind {
                *falls_through = false;
                let done = self.statements_of(before, &in_front_of(last, trailing));
                self.f.pending.comments.extend(remarks::lines(&last.comments.after));
                return done;
            }
            // `case 1: { …; break; }`
            if let S::Block(block) = &last.kind
                && let Some((end, inner)) = block.stmts.split_last()
                && let S::Break = end.kind
            {
                *falls_through = false;
                let shorter =
                    Block { stmts: inner.to_vec(), trailing: in_front_of(end, &block.trailing), ..block.clone() };
                let last = Stmt { kind: S::Block(shorter), ..(*last).clone() };
                let stmts: Vec<&Stmt> = before.iter().copied().chain([&last]).collect();
                return self.statements_of(&stmts, trailing);
            }
            if matches!(last.kind, S::Return(_) | S::Continue | S::Goto(_)) {
                *falls_through = false;
            }
        }
        self.statements_of(body, trailing)
    }

    /// The comments of a label go to what follows; ours say `fall through`.
    fn remember(&mut self, label: &Stmt) {
        let comments = &label.comments;
        let own = |text: &String| !text.to_ascii_lowercase().replace([' ', '-'], "").contains("fallthr");
        let before = remarks::lines(&comments.before).into_iter().filter(own);
        self.f.pending.comments.extend(before);
        self.f.pending.directives.extend(remarks::directives(&comments.before));
        self.f.pending.comments.extend(remarks::lines(&comments.after));
    }
}

/// What stands between the last statement of a case and its `break`, which is not kept, ends the case; then what stands behind that.
fn in_front_of(end: &Stmt, behind: &[Comment]) -> Vec<Comment> {
    end.comments.before.iter().chain(behind).cloned().collect()
}

fn is_label(stmt: &Stmt) -> bool {
    matches!(stmt.kind, S::Case(..) | S::Default)
}
