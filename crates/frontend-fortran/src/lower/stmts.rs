//! Statements.

use il::stmt::Allocation;
use il::symbol::ProcedureClass;
use il::typing::type_of;
use il::{Arg, Block, Dim, Expr, ExprKind, Stmt, StmtKind, Subscript, SymbolId, SymbolKind, Type, UnitId, Upper};

use super::context::{Lower, procedure};
use super::labels::io_jumps;
use super::{comments, messages};
use crate::ast::{self, ArgValue};

impl<'a> Lower<'a, '_> {
    /// Lowers the bodies of a unit and of what it contains.
    pub fn body(&mut self, unit: UnitId) {
        let was = self.enter(unit);
        let tree = self.trees[&unit];
        let executable = self.executable.remove(&unit).unwrap_or_default();
        self.scan_labels(&tree.body);
        let mut body = self.block(executable, Vec::new());
        if let Some(contains) = &tree.contains {
            self.directive_block(&contains.meta, &mut body);
        }
        match self.kept_label(&tree.end) {
            Some(label) => {
                let mut stmt = Stmt::from(StmtKind::Nop);
                stmt.label = Some(label);
                stmt.directives = comments::directives(&self.program.sources, &tree.end);
                body.push(self.program.units[unit].add(stmt));
            }
            None => self.directive_block(&tree.end, &mut body),
        }
        self.check_jumps(&body);
        self.check_intents(unit, &body);
        self.check_types(unit, &body);
        self.program.units[unit].body = body;
        // Big programs are held whole: no room is kept for statements that will not come.
        self.program.units[unit].stmts.shrink_to_fit();
        self.drop_vain_releases();
        for child in self.program.units[unit].children.clone() {
            // What stands for a binding has its body from the start.
            if self.trees.contains_key(&child) {
                self.body(child);
            }
        }
        self.leave(was);
    }

    /// Statements in order. `before` are comments that stand before the first.
    pub fn block(&mut self, stmts: impl IntoIterator<Item = &'a ast::Stmt>, before: Vec<String>) -> Block {
        let mut out = Vec::new();
        let mut stmts = stmts.into_iter().peekable();
        if stmts.peek().is_none() {
            self.comment_block(before, &mut out);
            return out;
        }
        for stmt in stmts {
            self.statement(stmt, &mut out);
        }
        if !before.is_empty() {
            match out.first() {
                Some(&first) => {
                    self.program.units[self.unit].stmts[first].comments.splice(0..0, before);
                }
                None => self.comment_block(before, &mut out),
            }
        }
        out
    }

    /// Comments at the end of a block: a statement that does nothing carries them.
    pub fn comment_block(&mut self, lines: Vec<String>, out: &mut Block) {
        if !lines.is_empty() {
            let mut stmt = Stmt::from(StmtKind::Nop);
            stmt.comments = lines;
            out.push(self.program.units[self.unit].add(stmt));
        }
    }

    /// `$AD` lines in front of what ends a block: a statement that does nothing carries them.
    pub fn directive_block(&mut self, end: &ast::Meta, out: &mut Block) {
        let directives = comments::directives(&self.program.sources, end);
        if !directives.is_empty() {
            let stmt = Stmt { directives, ..Stmt::from(StmtKind::Nop) };
            out.push(self.program.units[self.unit].add(stmt));
        }
    }

    /// Adds a statement with what stands around it.
    pub fn push(&mut self, meta: &ast::Meta, kind: StmtKind, out: &mut Block) {
        let stmt = Stmt {
            kind,
            span: meta.span,
            label: self.kept_label(meta),
            comments: comments::leading(&self.program.sources, meta),
            trailing: comments::trailing(&self.program.sources, meta),
            directives: comments::directives(&self.program.sources, meta),
        };
        out.push(self.program.units[self.unit].add(stmt));
    }

    /// A statement that the IL cannot say: its text as it stands, up to `end`.
    pub fn keep_statement(&mut self, stmt: &'a ast::Stmt, end: il::Span, what: &str, out: &mut Block) {
        self.refuse(messages::kept_as_text(stmt.meta.span, what));
        let text = self.verbatim(stmt.meta.span.to(end)).to_string();
        self.push(&stmt.meta, StmtKind::Error(text), out);
    }

    /// One statement, with all that is in it.
    pub fn statement(&mut self, stmt: &'a ast::Stmt, out: &mut Block) {
        let name = stmt.meta.name.as_ref();
        self.around.extend(name.map(|n| n.text.to_string()));
        self.kind_of_statement(stmt, out);
        if name.is_some() {
            self.around.pop();
        }
    }

    fn kind_of_statement(&mut self, stmt: &'a ast::Stmt, out: &mut Block) {
        let meta = &stmt.meta;
        let label = |l: &ast::Label| l.number.to_string();
        let kind = match &stmt.kind {
            ast::StmtKind::Assign { lhs, rhs } => {
                let Some(kind) = self.assignment(lhs, rhs, meta, out) else { return };
                if meta.label.is_none() && self.completes(&kind, out) {
                    return;
                }
                kind
            }
            ast::StmtKind::PointerAssign { lhs, rhs } => {
                let lhs = self.pointer(lhs);
                StmtKind::PointerAssign { lhs, rhs: self.expr(rhs) }
            }
            ast::StmtKind::Call { callee, args, .. } => {
                let kind = self.call(callee, args, meta.span);
                if self.polymorphic_move(meta, &kind, out) {
                    return;
                }
                kind
            }
            ast::StmtKind::If(i) => return self.if_construct(stmt, i, out),
            ast::StmtKind::IfStmt { condition, then } => return self.if_statement(stmt, condition, then, out),
            ast::StmtKind::ArithmeticIf { value, targets } => {
                StmtKind::ArithmeticIf { value: self.expr(value), labels: [0, 1, 2].map(|k| label(&targets[k])) }
            }
            ast::StmtKind::Do(d) => return self.do_loop(stmt, d, out),
            ast::StmtKind::SelectCase(s) => return self.select(stmt, s, out),
            ast::StmtKind::SelectType(s) if s.rank => {
                return self.keep_statement(stmt, s.end.span, "SELECT RANK", out);
            }
            ast::StmtKind::SelectType(s) => return self.select_type(stmt, s, out),
            ast::StmtKind::Associate { associations, body, end } => {
                return self.associate(stmt, associations, body, end, out);
            }
            ast::StmtKind::Block { critical: true, end, .. } => {
                return self.keep_statement(stmt, end.span, "CRITICAL", out);
            }
            ast::StmtKind::Block { critical: false, body, end } => return self.block_construct(stmt, body, end, out),
            ast::StmtKind::Where(w) => return self.where_construct(stmt, w, out),
            ast::StmtKind::WhereStmt { mask, then } => {
                let test = self.expr(mask);
                let body = self.block([&**then], Vec::new());
                let arms = vec![il::stmt::Arm { test, body }];
                StmtKind::Where { arms, otherwise: None, one_line: true }
            }
            ast::StmtKind::Forall { header, body, end } => {
                let (indices, mask) = self.forall_header(header);
                let mut body = self.block(body, Vec::new());
                self.comment_block(comments::all(&self.program.sources, end), &mut body);
                StmtKind::Forall { indices, mask, body, concurrent: false, one_line: false }
            }
            ast::StmtKind::ForallStmt { header, then } => {
                let (indices, mask) = self.forall_header(header);
                let body = self.block([&**then], Vec::new());
                StmtKind::Forall { indices, mask, body, concurrent: false, one_line: true }
            }
            ast::StmtKind::Exit(name) => self.exit(name.as_ref()),
            ast::StmtKind::Cycle(name) => StmtKind::Cycle(name.as_ref().map(|n| self.construct_name(n))),
            ast::StmtKind::Goto(target) => StmtKind::Goto(label(target)),
            ast::StmtKind::ComputedGoto { targets, index } => {
                StmtKind::ComputedGoto { labels: targets.iter().map(label).collect(), selector: self.expr(index) }
            }
            ast::StmtKind::AssignedGoto { variable, targets } => {
                let labels = match targets.is_empty() {
                    true => self.labels_assigned_to(variable),
                    false => targets.iter().map(label).collect(),
                };
                StmtKind::AssignedGoto { var: self.variable_named(&variable.text, variable.span), labels }
            }
            ast::StmtKind::AssignLabel { label: target, variable } => {
                StmtKind::AssignLabel { label: label(target), var: self.variable_named(&variable.text, variable.span) }
            }
            ast::StmtKind::Return(index) => StmtKind::Return(index.as_ref().map(|e| self.expr(e))),
            ast::StmtKind::Stop { kind: ast::StopKind::Pause, code, .. } => StmtKind::Opaque {
                text: self.text(meta.span),
                reads: code.iter().map(|e| self.expr(e)).collect(),
                writes: Vec::new(),
            },
            ast::StmtKind::Stop { kind, code, .. } => {
                StmtKind::Stop { error: *kind == ast::StopKind::ErrorStop, code: code.as_ref().map(|e| self.expr(e)) }
            }
            ast::StmtKind::Continue => return self.continue_statement(meta, out),
            ast::StmtKind::Allocate { type_spec, objects, options } => {
                return self.allocate(stmt, type_spec.as_deref(), objects, options, out);
            }
            ast::StmtKind::Deallocate { objects, options } => StmtKind::Deallocate {
                objects: objects.iter().map(|o| self.expr(o)).collect(),
                options: self.keyword_args(options),
            },
            ast::StmtKind::Nullify(objects) => StmtKind::Nullify(objects.iter().map(|o| self.expr(o)).collect()),
            ast::StmtKind::Io(io) if io_jumps(io).next().is_some() && self.io_with_jumps(stmt, io, out) => return,
            ast::StmtKind::Io(io) => self.io(io, meta.span),
            ast::StmtKind::Entry { name, .. } => {
                self.refuse(messages::entry(name.span, &name.text));
                StmtKind::Error(self.text(meta.span))
            }
            ast::StmtKind::Format(text) => {
                let kind = StmtKind::Opaque {
                    text: format!("{}{text}", self.cased("format")),
                    reads: Vec::new(),
                    writes: Vec::new(),
                };
                self.push(meta, kind, out);
                // Nothing jumps to a FORMAT, but it is nothing without its label.
                if let (Some(&last), Some(l)) = (out.last(), meta.label) {
                    self.program.units[self.unit].stmts[last].label = Some(label(&l));
                }
                return;
            }
            ast::StmtKind::Error { text } => {
                self.program.units[self.unit].has_errors = true;
                StmtKind::Error(text.to_string())
            }
            // Declarations among executable statements have gone to the declarations.
            _ => return,
        };
        self.push(meta, kind, out);
    }

    /// CONTINUE stays only for its label or its comments.
    fn continue_statement(&mut self, meta: &ast::Meta, out: &mut Block) {
        if self.kept_label(meta).is_some() || !comments::directives(&self.program.sources, meta).is_empty() {
            self.push(meta, StmtKind::Nop, out);
        } else {
            self.comment_block(comments::all(&self.program.sources, meta), out);
        }
    }

    /// `lhs = rhs`, unless it is a defined assignment. `None`: it has become several statements.
    fn assignment(
        &mut self,
        lhs: &'a ast::Expr,
        rhs: &'a ast::Expr,
        meta: &'a ast::Meta,
        out: &mut Block,
    ) -> Option<StmtKind> {
        let span = meta.span;
        let lhs = self.expr(lhs);
        let rhs = self.expr(rhs);
        let of_structures = self.is_structure(&lhs) || self.is_structure(&rhs);
        if of_structures {
            let args = [Arg::new(lhs.clone()), Arg::new(rhs.clone())];
            match self.bound_generic("assignment(=)", &args) {
                Ok(callee) => {
                    let [first, mut second] = args;
                    second.value = Expr::unary(il::UnaryOp::Paren, second.value);
                    return Some(StmtKind::Call { callee, args: vec![first, second], alternates: Vec::new() });
                }
                Err(true) => {
                    self.refuse(messages::no_specific(span, "assignment(=)", true));
                    return Some(StmtKind::Opaque { text: self.text(span), reads: vec![rhs], writes: vec![lhs] });
                }
                Err(false) => {}
            }
            if self.program.is_polymorphic(&lhs) && self.program.tag_of(&lhs).is_some() {
                if self.takes_over(&lhs, &rhs) {
                    return Some(StmtKind::Assign { lhs, rhs });
                }
                if self.polymorphic_assignment(meta, &lhs, &rhs, out) {
                    return None;
                }
                self.refuse(messages::kept_as_text(span, "an assignment that may change a dynamic type"));
                return Some(StmtKind::Opaque { text: self.text(span), reads: vec![rhs], writes: vec![lhs] });
            }
        }
        if of_structures && let Some(generic) = self.find("assignment(=)") {
            let args = [Arg::new(lhs.clone()), Arg::new(rhs.clone())];
            match self.specific(generic, &args) {
                Ok(callee) => {
                    let [first, mut second] = args;
                    // The right side of a defined assignment is an expression, whatever it is (F2018 10.2.1.5).
                    second.value = Expr::unary(il::UnaryOp::Paren, second.value);
                    return Some(StmtKind::Call { callee, args: vec![first, second], alternates: Vec::new() });
                }
                Err(_) => return Some(StmtKind::Assign { lhs, rhs }),
            }
        }
        if let Some((z, whole)) = complex_part(self.program, &lhs, &rhs) {
            return Some(StmtKind::Assign { lhs: z, rhs: whole });
        }
        if !lhs.is_reference() {
            // A function that returns a pointer.
            if !matches!(lhs.kind, ExprKind::Opaque { .. }) {
                self.refuse(messages::kept_as_text(span, "an assignment to what is not a plain variable"));
            }
            let mut writes = Vec::new();
            lhs.children(&mut |part| {
                if part.is_reference() {
                    writes.push(part.clone());
                }
            });
            return Some(StmtKind::Opaque { text: self.text(span), reads: vec![rhs], writes });
        }
        Some(StmtKind::Assign { lhs, rhs })
    }

    /// `z%im = b` behind `z%re = a` makes one assignment of both. Says whether it has.
    fn completes(&mut self, kind: &StmtKind, out: &Block) -> bool {
        let StmtKind::Assign { lhs, rhs } = kind else { return false };
        let Some((which, part)) = assigned_part(lhs, rhs) else { return false };
        let stmts = &mut self.program.units[self.unit].stmts;
        let Some(&last) = out.last() else { return false };
        let StmtKind::Assign { lhs: z, rhs: whole } = &mut stmts[last].kind else { return false };
        if z != lhs || z.root().is_none_or(|s| part.mentions(s)) {
            return false;
        }
        match assigned_part(z, whole) {
            Some((other, _)) if other != which => {}
            _ => return false,
        }
        let il::ExprKind::Intrinsic(_, args) = &mut whole.kind else { return false };
        args[which].value = part.clone();
        true
    }

    /// The left side of `=>`, which may have bounds: a section of the pointer.
    fn pointer(&mut self, lhs: &'a ast::Expr) -> Expr {
        let remaps = matches!(&lhs.kind, ast::ExprKind::Apply { args, .. }
            if args.iter().any(|a| matches!(a.value, ArgValue::Section { .. })));
        if !remaps {
            return self.expr(lhs);
        }
        let ast::ExprKind::Apply { base, args } = &lhs.kind else { return self.expr(lhs) };
        let base = self.expr(base);
        let mut subs = Vec::new();
        for a in args {
            if let ArgValue::Section { lower, upper, .. } = &a.value {
                let mut bound = |e: &'a Option<Box<ast::Expr>>| e.as_ref().map(|e| self.expr(e));
                subs.push(Subscript::Range { lo: bound(lower), hi: bound(upper), step: None });
            }
        }
        Expr::at(ExprKind::Index { base: Box::new(base), subs }, lhs.span)
    }

    fn call(&mut self, callee: &'a ast::Expr, args: &'a [ast::Arg], span: il::Span) -> StmtKind {
        let alternates: Vec<String> = args
            .iter()
            .filter_map(|a| match a.value {
                ArgValue::AlternateReturn(label) => Some(label.number.to_string()),
                _ => None,
            })
            .collect();
        let ast::ExprKind::Name(name) = &callee.kind else {
            return self.bound_call(callee, args, span);
        };
        let given = args;
        let args = self.args(given);
        if let Some(pointer) =
            self.find(name).filter(|s| self.program.variable(*s).is_some_and(|v| v.ty == Type::Procedure))
            && let Some((callee, args)) = self.pointer_call(&Expr::at(ExprKind::Var(pointer), callee.span), &args)
        {
            return StmtKind::Call { callee, args, alternates: Vec::new() };
        }
        let callee = self.callee(name, callee.span, &args, span);
        if let Some(association) = self.c_f_pointer(callee, &args) {
            return association;
        }
        // The IL keeps the labels apart; where they stand among the arguments is told by the header of the procedure.
        let unit = self.program.procedure(callee).and_then(|p| p.unit);
        let in_order = labels_last(given) || unit.is_some();
        if !in_order {
            self.refuse(messages::kept_as_text(span, "a call with alternate returns of an unknown procedure"));
            return StmtKind::Error(self.text(span));
        }
        StmtKind::Call { callee, args, alternates }
    }

    /// The procedure that CALL `name` means.
    fn callee(&mut self, name: &str, name_span: il::Span, args: &[Arg], span: il::Span) -> SymbolId {
        let found = self.find(name);
        if let Some(symbol) = found {
            self.written_as(symbol, name);
        }
        match found {
            Some(symbol) => match &self.program.symbols[symbol].kind {
                SymbolKind::Generic { .. } => match self.specific(symbol, args) {
                    Ok(specific) => {
                        self.program.by_generic.insert(span, name.to_string());
                        specific
                    }
                    Err(several) => {
                        if !several && self.names_intrinsic(name, true) {
                            return self.intrinsic_subroutine(name);
                        }
                        if !self.is_shaky() {
                            self.refuse(messages::no_specific(span, name, several));
                        }
                        symbol
                    }
                },
                SymbolKind::Procedure(_) => symbol,
                SymbolKind::Variable(v) if v.ty == Type::Procedure => symbol,
                SymbolKind::Variable(v) if matches!(v.ty, Type::Opaque(_)) => {
                    self.program.units[self.unit].has_errors = true;
                    self.external(name, name_span)
                }
                _ => {
                    self.refuse(messages::misused(name_span, name, "no procedure", "a subroutine"));
                    self.external(name, name_span)
                }
            },
            None if self.names_intrinsic(name, true) => self.intrinsic_subroutine(name),
            None => self.external(name, name_span),
        }
    }

    /// The symbol of an intrinsic subroutine.
    fn intrinsic_subroutine(&mut self, name: &str) -> SymbolId {
        let scope = self.intrinsic_scope;
        match self.program.lookup_here(scope, name) {
            Some(symbol) => symbol,
            None => {
                let kind = procedure(None, ProcedureClass::Intrinsic);
                self.program.declare(scope, name, il::Span::NONE, kind)
            }
        }
    }

    /// CALL of a type-bound procedure or of a procedure component.
    fn bound_call(&mut self, callee: &'a ast::Expr, args: &'a [ast::Arg], span: il::Span) -> StmtKind {
        let mut reads = Vec::new();
        if let ast::ExprKind::Component { base, name } = &callee.kind {
            let structure = self.expr(base);
            let args = self.args(args);
            if let Some(pointer) = self.procedure_component(&structure, name)
                && let Some((callee, args)) = self.pointer_call(&pointer, &args)
            {
                return StmtKind::Call { callee, args, alternates: Vec::new() };
            }
            if let Some((callee, args)) = self.bound_procedure(&structure, &name.text, &args) {
                return StmtKind::Call { callee, args, alternates: Vec::new() };
            }
            self.unresolved_binding(span, &structure, &name.text);
            reads.push(structure);
            reads.extend(args.into_iter().map(|a| a.value));
        }
        let writes = reads.iter().filter(|e| e.is_reference()).cloned().collect();
        self.program.units[self.unit].has_errors = true;
        StmtKind::Opaque { text: self.text(span), reads, writes }
    }

    fn keyword_args(&mut self, options: &'a [ast::KeywordArg]) -> Vec<Arg> {
        options.iter().map(|o| Arg { keyword: Some(o.keyword.text.to_string()), value: self.expr(&o.value) }).collect()
    }

    fn allocate(
        &mut self,
        stmt: &'a ast::Stmt,
        type_spec: Option<&'a ast::TypeSpec>,
        objects: &'a [ast::Expr],
        options: &'a [ast::KeywordArg],
        out: &mut Block,
    ) {
        // A type repeats the declared one, unless it gives a length or a dynamic type.
        match type_spec.map(|spec| &spec.base) {
            Some(ast::BaseType::Character) => {
                let kind = self.allocate_text(stmt.meta.span, type_spec, objects, options);
                return self.push(&stmt.meta, kind, out);
            }
            Some(ast::BaseType::Derived(name, _)) => {
                let record = self.record(name);
                if record.is_some_and(|r| self.is_parameterised(r)) {
                    return self.keep_statement(stmt, stmt.meta.span, "ALLOCATE of a parameterised type", out);
                }
                let repeats = objects.iter().all(|o| {
                    let object = self.allocation(o).object;
                    type_of(self.program, &object).record() == record
                });
                // The dynamic type is that of a mold without a value.
                let mold = record.map(|record| ExprKind::Structure { record, args: Vec::new() }.into());
                let objects: Vec<Allocation> = objects.iter().map(|o| self.allocation(o)).collect();
                let mut options = self.keyword_args(options);
                if let Some(value) = mold.filter(|_| !repeats) {
                    if !options.is_empty() {
                        return self.keep_statement(
                            stmt,
                            stmt.meta.span,
                            "ALLOCATE with a dynamic type and SOURCE= or STAT=",
                            out,
                        );
                    }
                    options.push(Arg { keyword: Some("mold".into()), value });
                }
                return self.push(&stmt.meta, StmtKind::Allocate { objects, options }, out);
            }
            Some(ast::BaseType::Class(..)) => {
                return self.keep_statement(stmt, stmt.meta.span, "ALLOCATE with a dynamic type", out);
            }
            _ => {}
        }
        let objects: Vec<Allocation> = objects.iter().map(|o| self.allocation(o)).collect();
        let options = self.keyword_args(options);
        if let ([object], [source]) = (&objects[..], &options[..])
            && source.is_named("source")
        {
            if object.dims.is_empty() && self.takes_over(&object.object, &source.value) {
                let (lhs, rhs) = (object.object.clone(), source.value.clone());
                return self.push(&stmt.meta, StmtKind::Assign { lhs, rhs }, out);
            }
            if self.allocate_with_value(&stmt.meta, object, &source.value, out) {
                return;
            }
        }
        self.push(&stmt.meta, StmtKind::Allocate { objects, options }, out);
    }

    /// ALLOCATE of text of a given length: text, like what it allocates.
    fn allocate_text(
        &mut self,
        span: il::Span,
        type_spec: Option<&'a ast::TypeSpec>,
        objects: &'a [ast::Expr],
        options: &'a [ast::KeywordArg],
    ) -> StmtKind {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        if let Some(Type::Character { len: Some(len), .. }) = type_spec.map(|s| self.type_of_spec(s)) {
            reads.push(*len);
        }
        for o in objects {
            let made = self.allocation(o);
            for d in made.dims {
                reads.extend(d.lower);
                if let Upper::At(e) = d.upper {
                    reads.push(e);
                }
            }
            writes.push(made.object);
        }
        for o in self.keyword_args(options) {
            let defined =
                o.keyword.as_ref().is_some_and(|k| ["stat", "errmsg"].iter().any(|d| k.eq_ignore_ascii_case(d)));
            if defined { writes.push(o.value) } else { reads.push(o.value) }
        }
        StmtKind::Opaque { text: self.text(span), reads, writes }
    }

    /// `a(n, 0:m)`: the last parentheses are bounds.
    fn allocation(&mut self, object: &'a ast::Expr) -> Allocation {
        let ast::ExprKind::Apply { base, args } = &object.kind else {
            return Allocation { object: self.expr(object), dims: Vec::new() };
        };
        let dims = args
            .iter()
            .map(|a| match &a.value {
                ArgValue::Expr(e) => Dim { lower: None, upper: Upper::At(self.expr(e)) },
                ArgValue::Section { lower, upper, .. } => Dim {
                    lower: lower.as_ref().map(|e| self.expr(e)),
                    upper: upper.as_ref().map_or(Upper::Deferred, |e| Upper::At(self.expr(e))),
                },
                ArgValue::AlternateReturn(_)
                | ArgValue::Star(_)
                | ArgValue::AssumedSize(..)
                | ArgValue::AssumedRank(_) => Dim { lower: None, upper: Upper::Assumed },
            })
            .collect();
        Allocation { object: self.expr(base), dims }
    }
}

/// Whether the labels of alternate returns follow all arguments.
fn labels_last(args: &[ast::Arg]) -> bool {
    let is_label = |a: &ast::Arg| matches!(a.value, ArgValue::AlternateReturn(_));
    args.iter().skip_while(|a| !is_label(a)).all(is_label)
}

/// `z%re = e` is `z = cmplx(e, aimag(z), kind(z))`, `z%im = e` is `z = cmplx(real(z), e, kind(z))`.
fn complex_part(program: &il::Program, lhs: &Expr, rhs: &Expr) -> Option<(Expr, Expr)> {
    let ExprKind::Intrinsic(f, args) = &lhs.kind else { return None };
    let [z] = args.as_slice() else { return None };
    let is_complex = il::typing::scalar_of(program, &z.value).is_some_and(|s| s.class == il::ScalarClass::Complex);
    if !is_complex || !z.value.is_reference() {
        return None;
    }
    let z = z.value.clone();
    let parts = match f.name() {
        "real" => [rhs.clone(), Expr::intrinsic("aimag", vec![z.clone()])],
        "aimag" => [Expr::intrinsic("real", vec![z.clone()]), rhs.clone()],
        _ => return None,
    };
    let [re, im] = parts;
    let kind = Expr::intrinsic("kind", vec![z.clone()]);
    let mut whole = Expr::intrinsic("cmplx", vec![re, im, kind]);
    whole.span = lhs.span;
    Some((z, whole))
}

/// Which part an assignment made by [`complex_part`] sets, and to what.
fn assigned_part<'e>(z: &Expr, whole: &'e Expr) -> Option<(usize, &'e Expr)> {
    let ExprKind::Intrinsic(f, args) = &whole.kind else { return None };
    let [re, im, kind] = args.as_slice() else { return None };
    let of_z = |e: &Expr, name: &str| matches!(&e.kind, ExprKind::Intrinsic(g, a) if g.name() == name && a.len() == 1 && a[0].value == *z);
    if f.name() != "cmplx" || !of_z(&kind.value, "kind") {
        return None;
    }
    match (of_z(&re.value, "real"), of_z(&im.value, "aimag")) {
        (false, true) => Some((0, &re.value)),
        (true, false) => Some((1, &im.value)),
        _ => None,
    }
}
