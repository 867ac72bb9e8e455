//! Effects inside expressions, as statements in the order C evaluates.
//!
//! An effect that C sequences before the use of its value (`x = e`, `++i`, the first part of a comma) is a statement in front. The effect of
//! `i++` may wait until the full expression is over when nothing else in it looks at `i`; otherwise the old value goes to a variable of
//! ours. Operands that may not be evaluated (`&&`, `||`, `?:`) become IFs when they have effects.

use super::expressions::{decayed, operator};
use super::{Lowered, Lowerer, assertions, spell, types};
use crate::ast::{self, BinaryOp as Op, Block, Expr, ExprKind as K, StmtKind as S};
use crate::walk;
use il::expr::ExprKind;
use il::stmt::{Arm, If};
use il::symbol::{ProcedureClass, SymbolId, SymbolKind};
use il::{BinaryOp, ScalarClass, Span, Stmt, StmtKind, Storage, Type, UnaryOp, Variable};

impl Lowerer<'_, '_> {
    /// Appends a statement.
    pub fn emit(&mut self, kind: StmtKind, span: Span) {
        let Some(unit) = self.f.unit else { return };
        let mut stmt = Stmt::from(kind);
        stmt.span = span;
        let id = self.p.units[unit].add(stmt);
        self.f.out.push(id);
    }

    /// What waited for the end of the full expression happens now.
    pub fn flush_post(&mut self, span: Span) {
        for kind in std::mem::take(&mut self.f.post) {
            self.emit(kind, span);
        }
    }

    /// Notes what a full expression mentions; `delay` says whether effects may wait for its end.
    pub fn begin(&mut self, e: &Expr, delay: bool) {
        self.f.mentions.clear();
        self.f.calls = false;
        self.f.delay = delay;
        let f = &mut self.f;
        walk::expr(e, &mut |e| match &e.kind {
            K::Ident(name) => *f.mentions.entry(name.clone()).or_default() += 1,
            K::Call { .. } => f.calls = true,
            _ => {}
        });
    }

    /// A test, or any value before which all effects must be over.
    pub fn condition(&mut self, e: &Expr) -> Lowered<il::Expr> {
        self.begin(e, false);
        Ok(spell::strip(self.value(e)?))
    }

    /// Runs `f` with statements going to a block of their own.
    pub fn apart<T>(&mut self, f: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<(T, il::Block)> {
        let outer = std::mem::take(&mut self.f.out);
        let done = self.while_others_wait(f);
        let block = std::mem::replace(&mut self.f.out, outer);
        Ok((done?, block))
    }

    /// Runs `f`, in which effects may happen: what waits for the end of the full expression around it does not.
    pub fn while_others_wait<T>(&mut self, f: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let waiting = std::mem::take(&mut self.f.post);
        let done = f(self);
        let own = std::mem::replace(&mut self.f.post, waiting);
        self.f.post.extend(own);
        done
    }

    /// A new local variable.
    pub fn temporary(&mut self, ty: Type, span: Span) -> SymbolId {
        let mut name = "tmp".to_string();
        let mut number = 0;
        while self.f.names.contains(&name) || self.p.lookup(self.scope, &name).is_some() {
            number += 1;
            name = format!("tmp{number}");
        }
        self.f.names.insert(name.clone());
        // A copy is no constant, and has the type of a value.
        let kind = SymbolKind::Variable(Variable::new(decayed(ty), Storage::Local));
        let symbol = self.p.declare(self.scope, name, Span::NONE, kind);
        self.emit(StmtKind::Declare(vec![symbol]), span);
        symbol
    }

    fn set(&mut self, symbol: SymbolId, value: il::Expr, span: Span) {
        let value = spell::strip(value);
        self.emit(StmtKind::Assign { lhs: il::Expr::var(symbol), rhs: value }, span);
    }

    /// Keeps a value in a variable of ours.
    pub fn keep(&mut self, value: il::Expr, span: Span) -> il::Expr {
        let ty = self.ty(&value);
        let symbol = self.temporary(ty, span);
        self.set(symbol, value, span);
        il::Expr::at(ExprKind::Var(symbol), span)
    }

    /// `target = value` or `target op= value`; the value of the assignment, which must not be asked for unless it is `used`.
    pub fn assign(&mut self, op: Option<Op>, target: &Expr, value: &Expr, used: bool, span: Span) -> Lowered<il::Expr> {
        if let K::Unary(part @ (ast::UnaryOp::Real | ast::UnaryOp::Imag), whole) = &walk::bare(target).kind {
            return self.assign_part(op, *part == ast::UnaryOp::Real, whole, value, used, span);
        }
        let mut lhs = self.place(target)?;
        if used || op.is_some() {
            lhs = self.found_once(lhs);
        }
        if used {
            lhs = self.settled(lhs);
        }
        let value = spell::strip(self.value(value)?);
        self.becomes_pointer(&lhs);
        let changed = |place: &il::Expr| match op {
            None => value.clone(),
            Some(op) => {
                let binary = ExprKind::Binary(operator(op), Box::new(place.clone()), Box::new(value.clone()));
                il::Expr::at(binary, span)
            }
        };
        self.change(&lhs, &changed, span);
        let same = self.ty(&lhs) == self.ty(&value);
        let literal = matches!(value.kind, ExprKind::Integer { .. } | ExprKind::Real { .. });
        Ok(if op.is_none() && same && literal { value } else { lhs })
    }

    /// `__real__ z = value` is `z = CMPLX(value, cimag(z))`, and so for the other part. Both in a row are `z = CMPLX(re, im)`: there may be nothing in `z`
    /// before.
    fn assign_part(
        &mut self,
        op: Option<Op>,
        is_real: bool,
        whole: &Expr,
        value: &Expr,
        used: bool,
        span: Span,
    ) -> Lowered<il::Expr> {
        let z = self.place(whole)?;
        let mut z = self.found_once(z);
        if used {
            z = self.settled(z);
        }
        let make = match self.ty(&z).scalar() {
            Some(s) if s.class == ScalarClass::Complex && s.bytes == 8 => "cmplx",
            Some(s) if s.class == ScalarClass::Complex && s.bytes == 16 => "dcmplx",
            _ => return self.refuse("RT0206", whole.span, "this is not a complex number whose parts can be assigned"),
        };
        let part = |is_real: bool| il::Expr::intrinsic(if is_real { "real" } else { "aimag" }, vec![z.clone()]);
        let mut value = spell::strip(self.value(value)?);
        if let Some(op) = op {
            value = il::Expr::at(ExprKind::Binary(operator(op), Box::new(part(is_real)), Box::new(value)), span);
        }
        if !self.completes(&z, make, &part(is_real), is_real, &value) {
            let parts = if is_real { vec![value, part(false)] } else { vec![part(true), value] };
            let rhs = il::Expr { span, ..il::Expr::intrinsic(make, parts) };
            self.emit(StmtKind::Assign { lhs: z.clone(), rhs }, span);
        }
        Ok(part(is_real))
    }

    /// Where the statement before sets only the other part of `z`, and the new `value` of its `own` part does not see that: gives it both. Says
    /// whether it has.
    fn completes(&mut self, z: &il::Expr, make: &str, own: &il::Expr, is_real: bool, value: &il::Expr) -> bool {
        let (Some(root), Some(unit), Some(&last)) = (z.root(), self.f.unit, self.f.out.last()) else { return false };
        let alone = self.p.variable(root).is_some_and(|v| {
            let is_pointer = v.pointer || matches!(v.ty, Type::Pointer { .. });
            v.is_unsaved_local() && !is_pointer && !self.f.labelled
        });
        if !alone || self.f.addressed.contains(&self.p.symbols[root].name) || value.mentions(root) || value.has_call() {
            return false;
        }
        let StmtKind::Assign { lhs, rhs } = &mut self.p.units[unit].stmts[last].kind else { return false };
        let ExprKind::Intrinsic(f, args) = &mut rhs.kind else { return false };
        let at = usize::from(!is_real);
        let fits = f.name() == make && lhs == z && args.get(at).is_some_and(|a| a.value == *own);
        if fits {
            args[at].value = value.clone();
        }
        fits
    }

    /// `++` and `--`; the value of the expression.
    pub fn step(&mut self, target: &Expr, up: bool, prefix: bool, span: Span) -> Lowered<il::Expr> {
        let place = self.place(target)?;
        let place = self.found_once(place);
        let place = self.settled(place);
        self.becomes_pointer(&place);
        let op = if up { BinaryOp::Add } else { BinaryOp::Sub };
        let one = || Box::new(il::Expr::int(1));
        let changed = |place: &il::Expr| il::Expr::at(ExprKind::Binary(op, Box::new(place.clone()), one()), span);
        if prefix {
            self.change(&place, &changed, span);
            return Ok(place);
        }
        if self.may_wait(&place) {
            let rhs = changed(&place);
            self.f.post.push(StmtKind::Assign { lhs: place.clone(), rhs });
            return Ok(place);
        }
        let old = self.keep(place.clone(), span);
        self.change(&place, &changed, span);
        Ok(old)
    }

    /// Whether the change of `place` may wait until the full expression is over: nothing else in it looks there.
    fn may_wait(&self, place: &il::Expr) -> bool {
        let Some(symbol) = self.plain_variable(place) else { return false };
        let name = &self.p.symbols[symbol].name;
        let hidden = self.p.variable(symbol).is_some_and(|v| matches!(v.storage, Storage::Local | Storage::Dummy(_)))
            && !self.p.variable(symbol).is_some_and(|v| v.saved)
            && !self.f.addressed.contains(name);
        self.f.delay && self.f.mentions.get(name) == Some(&1) && (hidden || !self.f.calls)
    }

    /// A parameter declared as an array that is assigned is the pointer that C makes of it.
    fn becomes_pointer(&mut self, place: &il::Expr) {
        if let Some(symbol) = self.plain_variable(place)
            && let SymbolKind::Variable(variable) = &mut self.p.symbols[symbol].kind
            && let (Type::Array { elem, .. }, Storage::Dummy(_)) = (&variable.ty, variable.storage)
        {
            variable.ty = Type::Pointer { to: elem.clone(), to_const: variable.constant, restrict: false };
            variable.constant = false;
            variable.by_value = true;
        }
    }

    /// `l && r` and `l || r` where `r` has effects.
    pub fn short_circuit(&mut self, op: Op, l: &Expr, r: &Expr, span: Span) -> Lowered<il::Expr> {
        let left = self.truth(l)?;
        let result = self.temporary(Type::Scalar(types::int()), span);
        self.set(result, left, span);
        let (_, body) = self.apart(|this| {
            let right = this.truth(r)?;
            this.set(result, right, span);
            this.flush_post(span);
            Ok(())
        })?;
        let test = match op {
            Op::And => il::Expr::var(result),
            _ => il::Expr::unary(UnaryOp::Not, il::Expr::var(result)),
        };
        self.emit_if(test, body, None, span);
        Ok(il::Expr::at(ExprKind::Var(result), span))
    }

    /// A value as a truth value: 0 or 1.
    fn truth(&mut self, e: &Expr) -> Lowered<il::Expr> {
        Ok(il::fold::truth(spell::strip(self.value(e)?)))
    }

    /// `test ? yes : no` where a branch has effects.
    pub fn choice(&mut self, test: &Expr, yes: Option<&Expr>, no: &Expr, span: Span) -> Lowered<il::Expr> {
        let mut test = spell::strip(self.value(test)?);
        if yes.is_none() {
            test = self.keep(test, span);
        }
        // Nothing waits in a branch: it would not be known which one was taken.
        let delay = std::mem::replace(&mut self.f.delay, false);
        let mut branch = |e: &Expr| self.apart(|this| this.value(e));
        let yes = match yes {
            Some(yes) => branch(yes)?,
            None => (test.clone(), il::Block::new()),
        };
        let no = branch(no)?;
        self.f.delay = delay;
        let ty = self.ty(&il::Expr::from(ExprKind::Cond {
            test: Box::new(test.clone()),
            yes: Box::new(yes.0.clone()),
            no: Box::new(no.0.clone()),
        }));
        let result = self.temporary(ty, span);
        let mut finish = |(value, mut block): (il::Expr, il::Block)| {
            std::mem::swap(&mut self.f.out, &mut block);
            self.set(result, value, span);
            std::mem::swap(&mut self.f.out, &mut block);
            block
        };
        let (yes, no) = (finish(yes), finish(no));
        self.emit_if(test, yes, Some(no), span);
        Ok(il::Expr::at(ExprKind::Var(result), span))
    }

    /// Appends an IF.
    pub fn emit_if(&mut self, test: il::Expr, body: il::Block, otherwise: Option<il::Block>, span: Span) {
        let kind = StmtKind::If(If { arms: vec![Arm { test, body }], otherwise, one_line: false });
        self.emit(kind, span);
    }

    /// GNU's `({ …; value; })`.
    pub fn statement_expression(&mut self, block: &Block, span: Span) -> Lowered<il::Expr> {
        let Some((last, first)) = block.stmts.split_last() else {
            return self.refuse("RT0224", span, "this block has no value");
        };
        let S::Expr(value) = &last.kind else {
            return self.refuse("RT0224", span, "this block has no value");
        };
        let (outer_scope, delay) = (self.scope, self.f.delay);
        let inner = self.p.new_scope(outer_scope, il::ScopeKind::Block);
        self.scope = inner;
        let post = std::mem::take(&mut self.f.post);
        let done = self.apart(|this| {
            for stmt in first {
                this.statement(stmt)?;
            }
            this.begin(value, false);
            Ok(spell::strip(this.value(value)?))
        });
        self.scope = outer_scope;
        self.f.post = post;
        self.f.delay = delay;
        // What the rest of the full expression mentions is not known any more.
        self.f.mentions.clear();
        let (value, mut body) = done?;
        let ty = self.ty(&value);
        let result = self.temporary(ty, span);
        std::mem::swap(&mut self.f.out, &mut body);
        self.set(result, value, span);
        std::mem::swap(&mut self.f.out, &mut body);
        self.emit(StmtKind::Scope { scope: inner, decls: Vec::new(), body, name: None }, span);
        Ok(il::Expr::at(ExprKind::Var(result), span))
    }

    // ---- expressions as statements

    /// An expression for its effects only.
    pub fn effect(&mut self, e: &Expr) -> Lowered<()> {
        let bare = walk::bare(e);
        match &bare.kind {
            _ if assertions::is_assertion(bare) && self.calls_what_changes(bare) => {
                // What it calls is done, whether somebody looks at the value or not.
                let condition = assertions::condition(bare).map(walk::bare);
                match condition {
                    Some(condition) => self.effect(condition),
                    None => self.refuse("RT0211", e.span, "this assertion changes something: take the call out of it"),
                }
            }
            _ if assertions::is_assertion(bare) => {
                // Of two statements in one line nobody can say which words became which.
                if let Some(text) = self.written(e.span).or_else(|| assertions::text(bare)) {
                    self.kept_as(e, text);
                }
                Ok(())
            }
            K::Assign { op, target, value } => self.assign(*op, target, value, false, e.span).map(drop),
            K::Step { target, up, .. } => self.step(target, *up, true, e.span).map(drop),
            K::Call { callee, args } => self.call_statement(bare, callee, args),
            K::Comma(items) => self.effects_in_order(items),
            K::Cond(test, yes, no) if does_something(bare) => {
                let test = spell::strip(self.value(test)?);
                let mut branch = |e: Option<&Expr>| {
                    self.apart(|this| {
                        e.map_or(Ok(()), |e| this.effect(e))?;
                        this.flush_post(bare.span);
                        Ok(())
                    })
                };
                let yes = branch(yes.as_deref())?.1;
                let no = branch(Some(no))?.1;
                self.emit_if(test, yes, Some(no).filter(|no| !no.is_empty()), e.span);
                Ok(())
            }
            K::Binary(op @ (Op::And | Op::Or), l, r) if does_something(r) => {
                let test = spell::strip(self.value(l)?);
                let test = if *op == Op::And { test } else { il::Expr::unary(UnaryOp::Not, test) };
                let (_, body) = self.apart(|this| {
                    this.effect(r)?;
                    this.flush_post(e.span);
                    Ok(())
                })?;
                self.emit_if(test, body, None, e.span);
                Ok(())
            }
            K::Cast(_, inner) if does_something(inner) => self.effect(inner),
            K::Block(block) => {
                let body = self.statements(block)?;
                let scope = self.p.new_scope(self.scope, il::ScopeKind::Block);
                self.emit(StmtKind::Scope { scope, decls: Vec::new(), body, name: None }, e.span);
                Ok(())
            }
            K::Cast(..) | K::Int(_) | K::Ident(_) => {
                self.kept(e);
                Ok(())
            }
            _ if does_something(bare) => {
                // The effects are what matters; the value itself is looked at by nobody.
                let value = self.value(bare)?;
                let mut calls = false;
                value.walk(&mut |e| calls |= matches!(e.kind, ExprKind::Call { .. }));
                if calls {
                    self.keep(value, e.span);
                }
                Ok(())
            }
            _ => {
                self.kept(e);
                Ok(())
            }
        }
    }

    /// One after the other: a comma is a sequence point (C11 6.5.17).
    pub fn effects_in_order(&mut self, items: &[Expr]) -> Lowered<()> {
        self.while_others_wait(|this| {
            for item in items {
                this.effect(item)?;
                this.flush_post(item.span);
            }
            Ok(())
        })
    }

    /// Whether an expression calls a function of the user's that may change something: by a pointer to what is not constant, or a variable of the file,
    /// itself or by what it calls.
    fn calls_what_changes(&mut self, e: &Expr) -> bool {
        let mut names: Vec<&str> = Vec::new();
        walk::expr(e, &mut |x| names.extend(called(x)));
        let mut at = 0;
        while let Some(name) = names.get(at).copied() {
            at += 1;
            if self.may_change(name) {
                return true;
            }
            if let Some(definition) = self.system.definition(name) {
                walk::block(&definition.body, &mut |x| {
                    names.extend(called(x).filter(|inner| !names.contains(inner)));
                });
            }
        }
        false
    }

    fn may_change(&mut self, name: &str) -> bool {
        let symbol = self.find(name);
        let procedure = symbol.and_then(|s| self.p.procedure(s)).filter(|f| f.class == ProcedureClass::Normal);
        let Some(unit) = procedure.and_then(|f| f.unit) else { return false };
        let leads = |v: &il::Variable| match &v.ty {
            Type::Pointer { to_const, .. } => !to_const,
            Type::Array { .. } => !v.constant,
            ty => self.p.holds_pointers(ty),
        };
        let mut changes = self.p.units[unit].params.iter().filter_map(|s| self.p.variable(*s)).any(leads);
        let of_file = |name: &String| {
            let symbol = self.p.lookup(self.file_scope, name);
            symbol.is_some_and(|s| self.p.variable(s).is_some())
        };
        if let Some(definition) = self.system.definition(name) {
            walk::block(&definition.body, &mut |x| {
                if let K::Assign { target, .. } | K::Step { target, .. } = &x.kind {
                    walk::expr(target, &mut |y| changes |= matches!(&y.kind, K::Ident(name) if of_file(name)));
                }
            });
        }
        changes
    }

    /// Keeps a statement that does nothing as text, with the variables that it mentions as what it reads. What a macro made of it is left out, and
    /// `(void)unused` and `assert(is_valid(x))` for a function: nothing else may bring that into the file of a derivative.
    pub fn kept(&mut self, e: &Expr) {
        if let Some(text) = self.written(e.span) {
            self.kept_as(e, text);
        }
    }

    fn kept_as(&mut self, e: &Expr, text: String) {
        let is_idle = |e: &Expr| !does_something(e) || assertions::is_assertion(walk::bare(e));
        let mut names: Vec<&str> = Vec::new();
        walk::expr(e, &mut |e| {
            if let K::Ident(name) = &e.kind
                && !names.contains(&name.as_str())
            {
                names.push(name);
            }
        });
        let mut reads = Vec::new();
        for name in names {
            let Some(symbol) = self.find(name) else { continue };
            match self.p.symbols[symbol].kind {
                SymbolKind::Variable(_) => reads.push(il::Expr::var(symbol)),
                SymbolKind::Procedure(ref f) if f.class == ProcedureClass::Normal && is_idle(e) => return,
                _ => {}
            }
        }
        self.emit(StmtKind::Opaque { text, reads, writes: Vec::new() }, e.span);
    }

    /// The text of the statement whose whole expression stands at `place`, if the user wrote it.
    pub fn written(&self, place: Span) -> Option<String> {
        self.f.written.as_ref().filter(|(span, _)| *span == place).map(|(_, text)| text.clone())
    }
}

/// The name of the function that an expression calls.
fn called(e: &Expr) -> Option<&str> {
    let K::Call { callee, .. } = &e.kind else { return None };
    let K::Ident(name) = &walk::bare(callee).kind else { return None };
    Some(name)
}

/// Whether evaluating `e` may do something: an effect or a call.
fn does_something(e: &Expr) -> bool {
    let mut found = walk::has_effects(e);
    walk::expr(e, &mut |e| found |= matches!(e.kind, K::Call { .. }));
    found
}
