//! Statements.

use super::functions::Breakable;
use super::{Lowered, Lowerer, remarks};
use crate::ast::{Block, Comment, Stmt, StmtKind as S};
use il::stmt::{Arm, If};
use il::{ScopeKind, StmtKind};

impl Lowerer<'_, '_> {
    /// The body of a function: in the function's own scope, its last comments left to the function.
    pub fn body(&mut self, block: &Block) -> il::Block {
        let outer = std::mem::take(&mut self.f.out);
        for stmt in &block.stmts {
            if self.statement(stmt).is_err() {
                // Not even its text is its own: what is there is the best we have.
                self.unread(stmt);
            }
        }
        self.f.pending.directives.extend(remarks::directives(&block.trailing));
        self.finish_block();
        std::mem::replace(&mut self.f.out, outer)
    }

    /// Keeps a statement that could not be lowered as text.
    fn unread(&mut self, s: &Stmt) {
        let text = self.text_of(s.span);
        self.emit(StmtKind::Error(text), s.span);
        if let Some(unit) = self.f.unit {
            self.p.units[unit].has_errors = true;
        }
    }

    /// The statements of a block, in a scope of their own if they declare something.
    pub fn statements(&mut self, block: &Block) -> Lowered<il::Block> {
        self.statements_of(&block.stmts.iter().collect::<Vec<_>>(), &block.trailing)
    }

    /// Some statements as a block, in a scope of their own if they declare something.
    pub fn statements_of(&mut self, stmts: &[&Stmt], trailing: &[Comment]) -> Lowered<il::Block> {
        let outer = self.scope;
        if stmts.iter().any(|stmt| matches!(stmt.kind, S::Declaration(_))) {
            self.scope = self.p.new_scope(outer, ScopeKind::Block);
        }
        let block = self.run(stmts, &remarks::directives(trailing));
        // The comments at the end of an inner block go to what follows it.
        self.f.pending.comments.extend(remarks::lines(trailing));
        self.scope = outer;
        block
    }

    /// Some statements as a block, here.
    fn run(&mut self, stmts: &[&Stmt], trailing: &[il::Directive]) -> Lowered<il::Block> {
        let outer = std::mem::take(&mut self.f.out);
        let done = stmts.iter().try_for_each(|stmt| self.statement(stmt));
        self.f.pending.directives.extend(trailing.iter().cloned());
        self.finish_block();
        let block = std::mem::replace(&mut self.f.out, outer);
        done.map(|()| block)
    }

    /// A label or directive at the end of a block needs a statement.
    fn finish_block(&mut self) {
        if self.f.pending.label.is_none() && self.f.pending.directives.is_empty() {
            return;
        }
        let pending = std::mem::take(&mut self.f.pending);
        self.emit(StmtKind::Nop, il::Span::NONE);
        let (Some(unit), Some(last)) = (self.f.unit, self.f.out.last()) else { return };
        let stmt = &mut self.p.units[unit].stmts[*last];
        stmt.label = pending.label;
        stmt.comments = pending.comments;
        stmt.directives = pending.directives;
    }

    /// Lowers one statement. What cannot be represented is kept as text; if a macro made it and more, so is the statement around it.
    pub fn statement(&mut self, s: &Stmt) -> Lowered<()> {
        let mut head = std::mem::take(&mut self.f.pending);
        // What a macro expands to has no lines of its own.
        let place = if s.exact { s.span } else { il::Span::NONE };
        head.comments.extend(remarks::before(&self.p.sources, &s.comments.before, place));
        head.directives.extend(remarks::directives(&s.comments.before));
        if let S::Label(name) = &s.kind {
            if head.label.is_some() {
                self.f.pending = head;
                self.finish_block();
                head = Default::default();
            }
            head.label = Some(name.clone());
            head.comments.extend(remarks::lines(&s.comments.after));
            self.f.pending = head;
            return Ok(());
        }
        // `label: ;` is where a jump leads: the label stays on its own line.
        if matches!(s.kind, S::Empty) && head.label.is_some() {
            self.f.pending = head;
            self.finish_block();
            self.f.pending.comments.extend(remarks::lines(&s.comments.after));
            return Ok(());
        }
        self.f.labelled = head.label.is_some();
        let (start, scope, breakables) = (self.f.out.len(), self.scope, self.f.breakable.len());
        if self.statement_kind(s).is_err() {
            self.f.out.truncate(start);
            self.f.post.clear();
            self.f.breakable.truncate(breakables);
            self.scope = scope;
            if !s.exact {
                self.f.pending = head;
                return Err(super::Refused);
            }
            self.unread(s);
        }
        let Some(unit) = self.f.unit else { return Ok(()) };
        let (Some(&first), Some(&last)) = (self.f.out.get(start), self.f.out.last()) else {
            // Nothing came of it: what waits, waits for the next one.
            head.comments.append(&mut self.f.pending.comments);
            head.directives.append(&mut self.f.pending.directives);
            head.comments.extend(remarks::lines(&s.comments.after));
            self.f.pending = head;
            return Ok(());
        };
        let stmts = &mut self.p.units[unit].stmts;
        let stmt = &mut stmts[first];
        stmt.comments.splice(0..0, head.comments);
        stmt.directives.splice(0..0, head.directives);
        stmt.label = head.label.or(stmt.label.take());
        // What follows the end of a compound statement is not at its head, where its comment would be.
        let simple = stmts[last].kind.blocks().is_empty()
            || !matches!(
                s.kind,
                S::If { .. } | S::Block(_) | S::For { .. } | S::While { .. } | S::DoWhile { .. } | S::Switch { .. }
            );
        if simple {
            stmts[last].trailing = remarks::trailing(&s.comments.after);
        } else {
            self.f.pending.comments.extend(remarks::lines(&s.comments.after));
        }
        Ok(())
    }

    fn statement_kind(&mut self, s: &Stmt) -> Lowered<()> {
        match &s.kind {
            S::Expr(e) => {
                self.begin(e, true);
                let text = self.text_of(s.span);
                self.f.written = (s.exact && is_balanced(&text)).then_some((e.span, text));
                self.effect(e)?;
                self.flush_post(e.span);
                // The semicolon belongs to the statement.
                if let (Some(unit), Some(last)) = (self.f.unit, self.f.out.last())
                    && self.p.units[unit].stmts[*last].span == e.span
                {
                    self.p.units[unit].stmts[*last].span = s.span;
                }
                Ok(())
            }
            S::Declaration(declaration) => self.local_declaration(declaration),
            S::Block(block) => self.braces(block, s.span),
            S::If { arms, other } => self.if_statement(arms, other.as_ref(), s.span),
            S::While { cond, body } => self.while_loop(cond, body, s.span),
            S::DoWhile { body, cond } => self.do_while(body, cond, s.span),
            S::For { init, cond, step, body } => self.for_loop(init, cond.as_ref(), step.as_ref(), body, s.span),
            S::Switch { value, body } => self.switch(value, body, s.span),
            S::Case(..) | S::Default => {
                self.refuse("RT0108", s.span, "a case label inside another statement is not read")
            }
            S::Label(_) => Ok(()),
            S::Break => match self.f.breakable.last_mut() {
                Some(Breakable::Loop) => {
                    self.emit(StmtKind::Exit(None), s.span);
                    Ok(())
                }
                Some(Breakable::Switch(name)) => {
                    let name = name
                        .get_or_insert_with(|| {
                            self.f.constructs += 1;
                            format!("switch{}", self.f.constructs)
                        })
                        .clone();
                    self.emit(StmtKind::Exit(Some(name)), s.span);
                    Ok(())
                }
                None => self.refuse("RT0106", s.span, "there is nothing to leave here"),
            },
            S::Continue if self.f.breakable.iter().any(|b| matches!(b, Breakable::Loop)) => {
                self.emit(StmtKind::Cycle(None), s.span);
                Ok(())
            }
            S::Continue => self.refuse("RT0106", s.span, "there is no loop to continue here"),
            S::Return(value) => {
                let value = match value {
                    Some(value) => Some(self.condition(value)?),
                    None => None,
                };
                self.emit(StmtKind::Return(value), s.span);
                Ok(())
            }
            S::Goto(label) => {
                self.emit(StmtKind::Goto(label.clone()), s.span);
                Ok(())
            }
            S::Empty => Ok(()),
            S::Asm => self.refuse("RT0108", s.span, "inline assembly is not read"),
            S::Pragma(text) => {
                let kind = StmtKind::Opaque { text: text.clone(), reads: Vec::new(), writes: Vec::new() };
                self.emit(kind, s.span);
                Ok(())
            }
            // Its diagnostic was given.
            S::Unparsed => Err(super::Refused),
        }
    }

    /// `{ … }`, with a scope of its own.
    pub fn braces(&mut self, block: &Block, span: il::Span) -> Lowered<()> {
        let outer = self.scope;
        let scope = self.p.new_scope(outer, ScopeKind::Block);
        self.scope = scope;
        let body = self.run(&block.stmts.iter().collect::<Vec<_>>(), &remarks::directives(&block.trailing))?;
        self.f.pending.comments.extend(remarks::lines(&block.trailing));
        self.scope = outer;
        self.emit(StmtKind::Scope { scope, decls: Vec::new(), body, name: None }, span);
        Ok(())
    }

    /// `if` and its `else if`s: a test with effects starts an IF of its own in the ELSE before it.
    fn if_statement(
        &mut self,
        arms: &[(crate::ast::Expr, Block)],
        other: Option<&Block>,
        span: il::Span,
    ) -> Lowered<()> {
        let mut lowered = Vec::new();
        let mut rest = arms.iter().enumerate();
        let mut otherwise = None;
        for (at, (test, body)) in rest.by_ref() {
            if at > 0 && crate::walk::has_effects(test) {
                let (_, block) = self.apart(|this| this.if_statement(&arms[at..], other, span))?;
                otherwise = Some(block);
                break;
            }
            let test = self.condition(test)?;
            let body = self.statements(body)?;
            lowered.push(Arm { test, body });
        }
        if otherwise.is_none() {
            otherwise = other.map(|block| self.statements(block)).transpose()?;
        }
        self.emit(StmtKind::If(If { arms: lowered, otherwise, one_line: false }), span);
        Ok(())
    }
}

/// Whether all parentheses of a text are closed in it.
fn is_balanced(text: &str) -> bool {
    let mut open = 0i32;
    for byte in text.bytes() {
        open += i32::from(byte == b'(') - i32::from(byte == b')');
        if open < 0 {
            return false;
        }
    }
    open == 0 && !text.is_empty()
}
