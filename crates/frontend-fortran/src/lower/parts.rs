//! Where declarations end, and which "assignments" among them are statement functions.

use super::context::{Lower, StatementFunction};
use super::facts::Facts;
use crate::ast::{ArgValue, ExprKind, Stmt, StmtKind};

/// The statements of a scope, sorted.
#[derive(Default)]
pub struct Parts<'a> {
    /// Declarations, and the DATA statements and the like that stand further down.
    pub declarations: Vec<&'a Stmt>,
    /// What is executed, with FORMAT statements and errors that stand among it.
    pub executable: Vec<&'a Stmt>,
    /// Statement functions: lower-case name and definition.
    pub functions: Vec<(String, StatementFunction<'a>)>,
}

impl<'a> Lower<'a, '_> {
    /// Sorts the statements of the current scope. USE and IMPLICIT must have been read.
    pub fn parts(&self, body: &'a [Stmt], facts: &Facts<'a>) -> Parts<'a> {
        let mut parts = Parts::default();
        for stmt in body {
            if parts.executable.is_empty()
                && let Some(function) = self.statement_function(stmt, facts)
            {
                parts.functions.push(function);
            } else if stmt.kind.is_executable() {
                parts.executable.push(stmt);
            } else if parts.executable.is_empty() {
                parts.declarations.push(stmt);
            } else {
                match stmt.kind {
                    StmtKind::Format(_) | StmtKind::Error { .. } => parts.executable.push(stmt),
                    _ => parts.declarations.push(stmt),
                }
            }
        }
        parts
    }

    /// `f(x, y) = …` where `f` is no array.
    fn statement_function(&self, stmt: &'a Stmt, facts: &Facts<'a>) -> Option<(String, StatementFunction<'a>)> {
        let StmtKind::Assign { lhs, rhs } = &stmt.kind else { return None };
        let ExprKind::Apply { base, args } = &lhs.kind else { return None };
        let ExprKind::Name(name) = &base.kind else { return None };
        let key = name.to_ascii_lowercase();
        let fact = facts.get(&key);
        let possible = match fact {
            Some(f) => f.is_only_typed() && !f.external,
            None => self.find(name).is_none() && !self.implicit_none(),
        };
        if !possible || self.is_own_argument(&key) {
            return None;
        }
        let dummies = args
            .iter()
            .map(|a| match (&a.keyword, &a.value) {
                (None, ArgValue::Expr(e)) => match &e.kind {
                    ExprKind::Name(name) => Some(&**name),
                    _ => None,
                },
                _ => None,
            })
            .collect::<Option<Vec<&'a str>>>()?;
        Some((key, StatementFunction { dummies, value: rhs, spec: fact.and_then(|f| f.spec), span: stmt.meta.span }))
    }
}
