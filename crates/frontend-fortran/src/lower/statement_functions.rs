//! Statement functions are written out where they are used, with parentheses around arguments and value.

use std::collections::BTreeSet;

use il::{Arg, DeclKind, Expr, ExprKind, Prefix, ScopeId, Span, UnaryOp};
use indexmap::IndexMap;

use super::context::{Lower, StatementFunction};
use super::{messages, walk};
use crate::ast;

impl<'a> Lower<'a, '_> {
    /// `name(args)`, where `name` is a statement function of `scope`.
    pub fn expand_statement_function(
        &mut self,
        name: &str,
        scope: ScopeId,
        function: &StatementFunction<'a>,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let key = (scope, name.to_ascii_lowercase());
        if self.expanding.contains(&key) {
            self.refuse(messages::recursive_statement_function(span, name));
            return self.unknown_value(span, Vec::new());
        }
        let actual = self.args(args);
        if actual.len() != function.dummies.len() {
            self.refuse(messages::wrong_arguments(span, name, function.dummies.len(), actual.len()));
            return self.unknown_value(span, Vec::new());
        }
        if let Some(twice) = self.impure_argument_used_often(function, &actual) {
            // The text refers to the definition, which is the first unit's of that scope.
            self.kept_functions.insert(key, self.unit);
            return self.keep_expression(span, "a statement function that would repeat a call", vec![twice]);
        }
        let frame: IndexMap<String, Expr> = function
            .dummies
            .iter()
            .zip(actual)
            .map(|(dummy, arg)| (dummy.to_ascii_lowercase(), parenthesised(arg.value)))
            .collect();
        // Names in the definition belong to the scope of the definition, whatever is around the reference.
        let outer_frames = std::mem::replace(&mut self.substitutions, vec![frame]);
        let outer_scope = std::mem::replace(&mut self.scope, scope);
        self.expanding.push(key);
        let value = self.expr(function.value);
        let ty = match function.spec {
            Some(spec) => self.type_of_spec(spec),
            None => self.implicit_type(name, span),
        };
        self.expanding.pop();
        self.scope = outer_scope;
        self.substitutions = outer_frames;
        let value = self.converted(value, &ty);
        let mut value = parenthesised(value);
        value.span = span;
        value
    }
}

impl<'a> Lower<'a, '_> {
    /// Declares and defines, as text, the statement functions that kept text refers to.
    pub fn keep_statement_functions(&mut self) {
        let mut declared = BTreeSet::new();
        for ((scope, name), user) in std::mem::take(&mut self.kept_functions) {
            let Some(function) = self.statement_functions.get(&(scope, name.clone())).cloned() else { continue };
            let mut unit = user;
            while self.program.units[unit].scope != scope {
                let Some(parent) = self.program.units[unit].parent else { break };
                unit = parent;
            }
            let outer = self.enter(unit);
            let dummies = function.dummies.iter().filter_map(|dummy| {
                let key = (scope, dummy.to_ascii_lowercase());
                let spec = self.idle_dummies.get(&key)?;
                declared.insert(key).then(|| format!("{} {dummy}", self.text(spec.span)))
            });
            let spec = function.spec.map(|spec| format!("{} {name}", self.text(spec.span)));
            let texts: Vec<String> = spec.into_iter().chain(dummies).chain([self.text(function.span)]).collect();
            self.leave(outer);
            for text in texts {
                self.program.units[unit].decls.push(DeclKind::Opaque { text, symbols: Vec::new() }.into());
            }
        }
    }

    /// An argument with a call that may have effects, where writing out would not evaluate it once.
    fn impure_argument_used_often(&self, function: &StatementFunction<'a>, actual: &[Arg]) -> Option<Expr> {
        let uses = |dummy: &str| {
            let mut count = 0;
            walk::expression(function.value, &mut |e| {
                count += usize::from(matches!(&e.kind, ast::ExprKind::Name(n) if n.eq_ignore_ascii_case(dummy)));
            });
            count
        };
        let is_impure = |e: &Expr| {
            let mut found = false;
            e.walk(&mut |x| match &x.kind {
                ExprKind::Call { callee, .. } => {
                    let unit = self.program.procedure(*callee).and_then(|p| p.unit);
                    let pure = |p: &Prefix| matches!(p, Prefix::Pure | Prefix::Elemental);
                    found |= !unit.is_some_and(|u| self.program.units[u].prefixes.iter().any(pure));
                }
                ExprKind::Opaque { .. } => found = true,
                _ => {}
            });
            found
        };
        let dummies = function.dummies.iter().zip(actual);
        dummies.into_iter().find(|(d, a)| uses(d) != 1 && is_impure(&a.value)).map(|(_, a)| a.value.clone())
    }
}

/// In parentheses, unless it is a name, a constant, or something that has its own.
fn parenthesised(e: Expr) -> Expr {
    match &e.kind {
        ExprKind::Unary(UnaryOp::Paren, _)
        | ExprKind::Intrinsic(..)
        | ExprKind::Call { .. }
        | ExprKind::Var(_)
        | ExprKind::Index { .. }
        | ExprKind::Field { .. }
        | ExprKind::Integer { .. }
        | ExprKind::Real { .. }
        | ExprKind::ComplexParts(..)
        | ExprKind::Substring { .. } => e,
        _ => {
            let span = e.span;
            Expr::at(ExprKind::Unary(UnaryOp::Paren, Box::new(e)), span)
        }
    }
}
