//! Loops: DO in all its forms, labelled ones too, and FORALL headers.

use il::stmt::{Arm, Do, ForallIndex, If};
use il::{Block, DeclKind, Expr, ScalarClass, ScopeKind, StmtKind, Storage, SymbolKind, Type, Variable};

use super::context::Lower;
use crate::ast::{self, DoControl, DoEnd};

impl<'a> Lower<'a, '_> {
    /// A DO loop. The terminal statement of a labelled one is the last of the (innermost) body; a CONTINUE there stays
    /// only when it is jumped to, which starts the next turn.
    pub fn do_loop(&mut self, stmt: &'a ast::Stmt, d: &'a ast::Do, out: &mut Block) {
        let name = stmt.meta.name.as_ref().map(|n| n.text.to_string());
        let kind = match &d.control {
            DoControl::Forever => StmtKind::Loop { body: self.loop_body(d), name },
            DoControl::While(test) => {
                let test = self.expr(test);
                StmtKind::While { test, body: self.loop_body(d), name }
            }
            DoControl::Count { variable, first, last, step } => {
                let var = self.variable_named(&variable.text, variable.span);
                let from = self.expr(first);
                let to = self.expr(last);
                let step = step.as_ref().map(|e| self.expr(e));
                let body = self.loop_body(d);
                self.check_counter(var, stmt.meta.span, &body);
                StmtKind::Do(Box::new(Do { var, from, to, step, body, name, declares: false, parallel: None }))
            }
            DoControl::Concurrent { header, locality } => {
                if locality.iter().any(|(word, _)| word.is("local") || word.is("local_init")) {
                    return self.concurrent_with_locals(stmt, d, header, locality, out);
                }
                let (indices, mask) = self.forall_header(header);
                let body = self.loop_body(d);
                StmtKind::Forall { indices, mask, body, concurrent: true, one_line: false }
            }
        };
        self.push(&stmt.meta, kind, out);
    }

    /// DO CONCURRENT with LOCAL and LOCAL_INIT variables: loops whose body is a BLOCK that declares them. The iterations may run in any order, so also in this one.
    fn concurrent_with_locals(
        &mut self,
        stmt: &'a ast::Stmt,
        d: &'a ast::Do,
        header: &'a ast::ForallHeader,
        locality: &'a [(ast::Ident, Vec<ast::Ident>)],
        out: &mut Block,
    ) {
        let (indices, mask) = self.forall_header(header);
        let outer = self.scope;
        let scope = self.program.new_scope(outer, ScopeKind::Block);
        let mut decls: Vec<il::Decl> = Vec::new();
        let mut given = Block::new();
        let locals = locality.iter().filter(|(word, _)| word.is("local") || word.is("local_init"));
        for (word, name) in locals.flat_map(|(word, names)| names.iter().map(move |n| (word, n))) {
            let symbol = self.variable_named(&name.text, name.span);
            let Some(v) = self.program.variable(symbol).cloned() else { continue };
            let spelling = match v.ty.element() {
                Type::Scalar(s) if !v.allocatable && !v.pointer => s.spelling.clone(),
                Type::Record(r) if !v.allocatable && !v.pointer && !v.polymorphic => {
                    format!("type({})", self.program.records[*r].name)
                }
                _ => {
                    let said = super::messages::kept_as_text(name.span, "a LOCAL variable of this kind");
                    self.refuse(said);
                    continue;
                }
            };
            let kind = SymbolKind::Variable(Variable::new(v.ty, Storage::Local));
            let own = self.program.declare(scope, &*name.text, name.span, kind);
            if word.is("local_init") {
                // It starts with the value outside, and so has another name.
                let taken = |p: &il::Program, n: &str| p.lookup(outer, n).is_some();
                let free = (0..).map(|k| format!("{}{k}", name.text)).find(|n| !taken(self.program, n));
                self.program.symbols[own].name = free.unwrap_or_default();
                let set = StmtKind::Assign { lhs: il::Expr::var(own), rhs: il::Expr::var(symbol) };
                given.push(self.program.units[self.unit].add(set));
            }
            let entities = vec![il::Entity::new(own)];
            let same = decls.iter_mut().find_map(|d| match &mut d.kind {
                DeclKind::Variables { spelling: s, entities, .. } if *s == spelling => Some(entities),
                _ => None,
            });
            match same {
                Some(list) => list.extend(entities),
                None => {
                    decls.push(DeclKind::Variables { spelling, attrs: Vec::new(), colons: true, entities }.into());
                }
            }
        }
        self.scope = scope;
        let body = given.into_iter().chain(self.loop_body(d)).collect();
        self.scope = outer;
        let block = StmtKind::Scope { scope, decls, body, name: None };
        let mut inner = vec![self.program.units[self.unit].add(block)];
        if let Some(test) = mask {
            let arms = vec![Arm { test, body: inner }];
            let kind = StmtKind::If(If { arms, otherwise: None, one_line: false });
            inner = vec![self.program.units[self.unit].add(kind)];
        }
        let mut name = stmt.meta.name.as_ref().map(|n| n.text.to_string());
        let mut loops = indices.into_iter();
        let first = loops.next();
        for i in loops.rev() {
            let (from, to, step) = (i.from, i.to, i.step);
            let kind =
                Do { var: i.var, from, to, step, body: inner, name: name.take(), declares: false, parallel: None };
            inner = vec![self.program.units[self.unit].add(StmtKind::Do(Box::new(kind)))];
        }
        if let Some(i) = first {
            let (from, to, step) = (i.from, i.to, i.step);
            let kind = Do { var: i.var, from, to, step, body: inner, name, declares: false, parallel: None };
            self.push(&stmt.meta, StmtKind::Do(Box::new(kind)), out);
        }
    }

    /// The standard forbids to change the variable of a loop in its body (F2018 11.1.7.4.3), and everybody relies on it.
    fn check_counter(&mut self, var: il::SymbolId, header: il::Span, body: &Block) {
        let unit = &self.program.units[self.unit];
        let mut changed = None;
        unit.walk(body, &mut |_, stmt| {
            let changes = match &stmt.kind {
                StmtKind::Assign { lhs, .. } => matches!(lhs.kind, il::ExprKind::Var(s) if s == var),
                StmtKind::Do(inner) => inner.var == var,
                // What was not understood may change all that it names.
                StmtKind::Opaque { writes, .. } => !unit.has_errors && writes.iter().any(|w| w.root() == Some(var)),
                _ => false,
            };
            if changes {
                changed.get_or_insert(stmt.span);
            }
        });
        if let Some(span) = changed {
            let name = self.program.symbols[var].name.clone();
            self.refuse(super::messages::changed_counter(span, &name, header));
        }
    }

    fn loop_body(&mut self, d: &'a ast::Do) -> Block {
        let mut body = self.block(&d.body, Vec::new());
        if let DoEnd::EndDo(end) = &d.end {
            self.end_block(end, &mut body);
        }
        body
    }

    /// `(i = 1:n, j = 1:m, mask)`.
    pub fn forall_header(&mut self, header: &'a ast::ForallHeader) -> (Vec<ForallIndex>, Option<Expr>) {
        let own_type = header.type_spec.as_ref().map(|spec| self.type_of_spec(spec));
        let indices = header
            .indices
            .iter()
            .map(|i| ForallIndex {
                var: self.forall_index(&i.variable, own_type.as_ref()),
                from: self.expr(&i.first),
                to: self.expr(&i.last),
                step: i.step.as_ref().map(|e| self.expr(e)),
            })
            .collect();
        let mask = header.mask.as_ref().map(|m| self.expr(m));
        (indices, mask)
    }

    /// An index belongs to its construct, but a variable of the same name and type in the unit does as well: where the
    /// header declares the type and the unit has no integer of that name, it gets one.
    fn forall_index(&mut self, name: &'a ast::Ident, own_type: Option<&Type>) -> il::SymbolId {
        let found = self.find(&name.text);
        match (own_type, found) {
            (Some(ty), None) => self.new_local(&name.text, name.span, ty.clone()),
            (Some(_), Some(symbol))
                if self.program.symbol_type(symbol).and_then(Type::class) != Some(ScalarClass::Integer) =>
            {
                let said = super::messages::kept_as_text(name.span, "an index that hides another name");
                self.refuse(said);
                symbol
            }
            _ => self.variable_named(&name.text, name.span),
        }
    }
}
