//! A name alone: what does it stand for?

use il::{Expr, ExprKind, ScopeId, ScopeKind, Span, SymbolId, SymbolKind, Type};

use super::context::{Lower, StatementFunction};
use super::messages;

impl<'a> Lower<'a, '_> {
    /// The value of a name that is not applied to anything.
    pub fn name(&mut self, name: &str, span: Span) -> Expr {
        if let Some(e) = self.substituted(name) {
            return e;
        }
        let Some(symbol) = self.find(name) else {
            let symbol = self.guessed(name, span).unwrap_or_else(|| self.implicit_variable(name, span));
            return Expr::at(ExprKind::Var(symbol), span);
        };
        self.written_as(symbol, name);
        let symbol = match &self.program.symbols[symbol].kind {
            SymbolKind::Variable(_)
            | SymbolKind::Constant { .. }
            | SymbolKind::Procedure(_)
            | SymbolKind::Namelist(_) => symbol,
            // A generic passed as an argument means its specific of the same name (F2018 15.4.3.4.1).
            SymbolKind::Generic { members } => members
                .iter()
                .copied()
                .find(|m| self.program.symbols[*m].name.eq_ignore_ascii_case(name))
                .unwrap_or(symbol),
            SymbolKind::Module(_) | SymbolKind::Record(_) | SymbolKind::Typedef(_) => {
                self.refuse(messages::misused(span, name, "a type", "a value"));
                return self.unknown_value(span, Vec::new());
            }
        };
        Expr::at(ExprKind::Var(symbol), span)
    }

    /// The variable of that name, made by implicit typing where there is none.
    pub fn variable_named(&mut self, name: &str, span: Span) -> SymbolId {
        if let Some(ExprKind::Var(symbol)) = self.substituted(name).map(|e| e.kind) {
            return symbol;
        }
        match self.find(name) {
            Some(symbol) => symbol,
            None => self.implicit_variable(name, span),
        }
    }

    /// What a name stands for inside a statement function or ASSOCIATE.
    pub fn substituted(&self, name: &str) -> Option<Expr> {
        let key = name.to_ascii_lowercase();
        self.substitutions.iter().rev().find_map(|frame| frame.get(&key)).cloned()
    }

    /// The statement function of that name that is visible here.
    pub fn visible_statement_function(&self, name: &str) -> Option<(ScopeId, StatementFunction<'a>)> {
        let key = name.to_ascii_lowercase();
        let mut at = Some(self.scope);
        while let Some(scope) = at {
            if let Some(function) = self.statement_functions.get(&(scope, key.clone())) {
                return Some((scope, function.clone()));
            }
            if self.program.scopes[scope].kind == ScopeKind::Global || self.program.lookup_here(scope, name).is_some() {
                return None;
            }
            at = self.program.scopes[scope].parent;
        }
        None
    }

    /// A value that is kept as the text of the source. Whoever makes one has said why, and marked the unit.
    pub fn unknown_value(&mut self, span: Span, reads: Vec<Expr>) -> Expr {
        self.program.units[self.unit].has_errors = true;
        let text = self.text(span).replace('{', "{{").replace('}', "}}");
        Expr::at(ExprKind::Opaque { text, reads, ty: Box::new(Type::Opaque(String::new())) }, span)
    }

    /// Keeps an expression as text because the IL has no node for `what`.
    pub fn keep_expression(&mut self, span: Span, what: &str, reads: Vec<Expr>) -> Expr {
        if !self.is_shaky() {
            self.refuse(messages::kept_as_text(span, what));
        }
        self.unknown_value(span, reads)
    }
}
