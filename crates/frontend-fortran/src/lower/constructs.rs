//! IF, SELECT CASE, WHERE, BLOCK.

use il::stmt::{Arm, Case, CaseRange, If};
use il::{Block, ScopeKind, Stmt, StmtKind};

use super::applied::Applied;
use super::context::Lower;
use super::{comments, walk};
use crate::ast;

impl<'a> Lower<'a, '_> {
    /// `IF (condition) statement`.
    pub fn if_statement(
        &mut self,
        stmt: &'a ast::Stmt,
        condition: &'a ast::Expr,
        then: &'a ast::Stmt,
        out: &mut Block,
    ) {
        let test = self.expr(condition);
        let body = self.block([then], Vec::new());
        // What became several statements, or none, needs the long form.
        let one_line = matches!(body.as_slice(), [one] if {
            let inner = &self.program.units[self.unit].stmts[*one];
            inner.comments.is_empty() && inner.kind.blocks().is_empty() && !matches!(inner.kind, StmtKind::Nop)
        });
        let kind = StmtKind::If(If { arms: vec![Arm { test, body }], otherwise: None, one_line });
        self.push(&stmt.meta, kind, out);
    }

    /// IF construct. Comments before ELSE end the arm above it; those on its line begin the arm below.
    pub fn if_construct(&mut self, stmt: &'a ast::Stmt, i: &'a ast::If, out: &mut Block) {
        let after = self.exit_target(stmt);
        let test = self.expr(&i.condition);
        let mut arms = vec![Arm { test, body: self.block(&i.then, Vec::new()) }];
        let mut otherwise: Option<Block> = None;
        for branch in &i.elses {
            let (above, below) = around(&self.program.sources, &branch.meta);
            let last = &mut arms.last_mut().expect("at least one").body;
            self.comment_block(above, last);
            self.directive_block(&branch.meta, last);
            match &branch.condition {
                Some(condition) => {
                    let test = self.expr(condition);
                    arms.push(Arm { test, body: self.block(&branch.body, below) });
                }
                None => otherwise = Some(self.block(&branch.body, below)),
            }
        }
        let last = otherwise.as_mut().unwrap_or_else(|| &mut arms.last_mut().expect("at least one").body);
        self.end_block(&i.end, last);
        self.push(&stmt.meta, StmtKind::If(If { arms, otherwise, one_line: false }), out);
        self.place_exit_target(after, out);
    }

    /// What END carries: comments, and perhaps a label that is jumped to from inside.
    pub fn end_block(&mut self, end: &ast::Meta, body: &mut Block) {
        let lines = comments::all(&self.program.sources, end);
        match self.kept_label(end) {
            Some(label) => {
                let mut stmt = Stmt::from(StmtKind::Nop);
                stmt.label = Some(label);
                stmt.comments = lines;
                stmt.directives = comments::directives(&self.program.sources, end);
                body.push(self.program.units[self.unit].add(stmt));
            }
            None => {
                self.comment_block(lines, body);
                self.directive_block(end, body);
            }
        }
    }

    /// IL leaves loops, selections and blocks by name. For other constructs that an EXIT names, a label behind them.
    pub fn exit_target(&mut self, stmt: &'a ast::Stmt) -> Option<u32> {
        let name = stmt.meta.name.as_ref()?;
        let mut left = false;
        walk::statement(stmt, &mut |s| {
            left |= matches!(&s.kind, ast::StmtKind::Exit(Some(n)) if n.is(&name.text));
        });
        if !left {
            return None;
        }
        let label = self.fresh_label();
        self.exits.push((name.key(), label));
        Some(label)
    }

    /// Puts the label of [`Lower::exit_target`].
    pub fn place_exit_target(&mut self, label: Option<u32>, out: &mut Block) {
        if let Some(label) = label {
            let mut stmt = Stmt::from(StmtKind::Nop);
            stmt.label = Some(label.to_string());
            out.push(self.program.units[self.unit].add(stmt));
        }
    }

    /// `EXIT [name]`.
    pub fn exit(&mut self, name: Option<&ast::Ident>) -> StmtKind {
        let target = name.and_then(|n| self.exits.iter().rev().find(|(key, _)| *key == n.key()));
        match target {
            Some((_, label)) => StmtKind::Goto(label.to_string()),
            None => StmtKind::Exit(name.map(|n| self.construct_name(n))),
        }
    }

    /// The name of a construct around, spelled as there: from here on names of constructs are compared letter by letter.
    pub fn construct_name(&self, name: &ast::Ident) -> String {
        let there = self.around.iter().rev().find(|n| name.is(n));
        there.cloned().unwrap_or_else(|| name.text.to_string())
    }

    /// SELECT CASE.
    pub fn select(&mut self, stmt: &'a ast::Stmt, s: &'a ast::SelectCase, out: &mut Block) {
        let selector = self.expr(&s.selector);
        let mut cases: Vec<Case> = Vec::new();
        for case in &s.cases {
            let (above, mut below) = around(&self.program.sources, &case.meta);
            match cases.last_mut() {
                Some(previous) => {
                    self.comment_block(above, &mut previous.body);
                    self.directive_block(&case.meta, &mut previous.body);
                }
                None => below.splice(0..0, above).for_each(drop),
            }
            let ranges = case
                .values
                .iter()
                .flatten()
                .map(|r| match r {
                    ast::CaseRange::Value(v) => CaseRange::Value(self.expr(v)),
                    ast::CaseRange::Range(lo, hi) => {
                        CaseRange::Range(lo.as_ref().map(|e| self.expr(e)), hi.as_ref().map(|e| self.expr(e)))
                    }
                })
                .collect();
            let body = self.block(&case.body, below);
            cases.push(Case { ranges, default: case.values.is_none(), body, falls_through: false });
        }
        if let Some(last) = cases.last_mut() {
            self.end_block(&s.end, &mut last.body);
        }
        let name = stmt.meta.name.as_ref().map(|n| n.text.to_string());
        self.push(&stmt.meta, StmtKind::Select { selector, cases, name }, out);
    }

    /// WHERE construct.
    pub fn where_construct(&mut self, stmt: &'a ast::Stmt, w: &'a ast::Where, out: &mut Block) {
        let test = self.expr(&w.mask);
        let mut arms = vec![Arm { test, body: self.block(&w.body, Vec::new()) }];
        let mut otherwise: Option<Block> = None;
        for branch in &w.elses {
            let (above, below) = around(&self.program.sources, &branch.meta);
            let last = &mut arms.last_mut().expect("at least one").body;
            self.comment_block(above, last);
            self.directive_block(&branch.meta, last);
            match &branch.condition {
                Some(mask) => {
                    let test = self.expr(mask);
                    arms.push(Arm { test, body: self.block(&branch.body, below) });
                }
                None => otherwise = Some(self.block(&branch.body, below)),
            }
        }
        let last = otherwise.as_mut().unwrap_or_else(|| &mut arms.last_mut().expect("at least one").body);
        self.end_block(&w.end, last);
        self.push(&stmt.meta, StmtKind::Where { arms, otherwise, one_line: false }, out);
    }

    /// BLOCK: a scope of its own.
    pub fn block_construct(&mut self, stmt: &'a ast::Stmt, body: &'a [ast::Stmt], end: &'a ast::Meta, out: &mut Block) {
        let outer = self.scope;
        let scope = self.program.new_scope(outer, ScopeKind::Block);
        self.scope = scope;
        let (decls, executable) = self.specification_part(body, &Applied::of_body(body));
        let mut lowered = self.block(executable, Vec::new());
        self.end_block(end, &mut lowered);
        self.scope = outer;
        let name = stmt.meta.name.as_ref().map(|n| n.text.to_string());
        self.push(&stmt.meta, StmtKind::Scope { scope, decls, body: lowered, name }, out);
    }
}

/// The comments before an ELSE or CASE, and those on its line.
pub(super) fn around(sources: &il::Sources, meta: &ast::Meta) -> (Vec<String>, Vec<String>) {
    let above = comments::leading(sources, meta);
    let above = if above.iter().all(String::is_empty) { Vec::new() } else { above };
    (above, comments::trailing(sources, meta).into_iter().collect())
}
