//! Loops. A `for` that counts becomes the IL's counted loop; any other runs its step at the end of each turn and before each `continue`.

use super::counted::Doubt;
use super::functions::Breakable;
use super::{Lowered, Lowerer, spell};
use crate::ast::{
    BinaryOp as Op, Block, Declaration, Expr, ExprKind as K, ForInit, InitDeclarator, Initializer, Stmt, StmtKind as S,
};
use crate::walk;
use il::stmt::Do;
use il::symbol::{SymbolId, SymbolKind};
use il::{BinaryOp, ExprKind, ScalarClass, Span, StmtId, StmtKind, Storage, Type, UnaryOp, UnitId};

/// A `for` that may count: its parts, as far as syntax tells.
struct Shape<'a> {
    /// The loop variable.
    name: &'a str,
    /// Its first value.
    from: &'a Expr,
    /// What else the header starts with.
    others: Others<'a>,
    /// How the variable is compared with the bound while the loop goes on.
    op: Op,
    bound: &'a Expr,
    /// What is added to the variable in the test: 1 in `i + 1 < n`.
    ahead: i64,
    /// The test takes one from the variable, before the turn: `i-- > 0`.
    falls: bool,
    /// Upwards or downwards, and by how much if not by one.
    up: bool,
    stride: Option<&'a Expr>,
    /// What else each turn ends with.
    extra: Vec<&'a Expr>,
}

/// What a `for` header does besides setting its variable.
enum Others<'a> {
    Expressions(Vec<&'a Expr>),
    /// The declaration with all its names, and the position of the loop variable.
    Declares(&'a Declaration, usize),
}

impl Lowerer<'_, '_> {
    /// `while (cond) body`.
    pub fn while_loop(&mut self, cond: &Expr, body: &Block, span: Span) -> Lowered<()> {
        let mut blocks = false;
        walk::expr(cond, &mut |e| blocks |= matches!(e.kind, K::Block(_)));
        if !blocks && self.simple_while(cond, body, span)? {
            return Ok(());
        }
        let (test, mut block) = self.apart(|this| this.condition(cond))?;
        self.exit_unless(test, &mut block, cond.span);
        block.extend(self.loop_body(body)?);
        self.emit(StmtKind::Loop { body: block, name: None }, span);
        Ok(())
    }

    /// A `while` whose test has no effects, or only some that may wait for the turn it starts. Says whether it was one.
    fn simple_while(&mut self, cond: &Expr, body: &Block, span: Span) -> Lowered<bool> {
        self.begin(cond, true);
        let (test, before) = self.apart(|this| Ok(spell::strip(this.value(cond)?)))?;
        let after = std::mem::take(&mut self.f.post);
        let simple = before.is_empty() && (after.is_empty() || !leaves(body));
        if simple {
            // `while (n-- > 0)` steps at the start of each turn, and once more when it is over.
            let mut block = Vec::new();
            let outer = std::mem::take(&mut self.f.out);
            after.iter().for_each(|kind| self.emit(kind.clone(), cond.span));
            block.append(&mut std::mem::replace(&mut self.f.out, outer));
            block.extend(self.loop_body(body)?);
            self.emit(StmtKind::While { test, body: block, name: None }, span);
            for kind in after {
                self.emit(kind, cond.span);
            }
        }
        Ok(simple)
    }

    /// `do body while (cond)`. With `while (0)`, by which macros are made statements, it is a block.
    pub fn do_while(&mut self, body: &Block, cond: &Expr, span: Span) -> Lowered<()> {
        let never = matches!(&walk::bare(cond).kind, K::Int(text) if text == "0");
        let continues = any_stmt(body, false, true, &|stmt| matches!(stmt.kind, S::Continue));
        if never && !continues && !leaves(body) {
            return self.braces(body, span);
        }
        let mut block = self.loop_body(body)?;
        let (test, mut tail) = self.apart(|this| this.condition(cond))?;
        if tail.is_empty() {
            self.emit(StmtKind::Until { body: block, test, name: None }, span);
            return Ok(());
        }
        let ty = self.ty(&test);
        let result = self.temporary(ty, cond.span);
        let outer = std::mem::take(&mut self.f.out);
        self.emit(StmtKind::Assign { lhs: il::Expr::var(result), rhs: test }, cond.span);
        tail.append(&mut std::mem::replace(&mut self.f.out, outer));
        self.end_turns(&mut block, &tail);
        self.emit(StmtKind::Until { body: block, test: il::Expr::var(result), name: None }, span);
        Ok(())
    }

    /// `for (init; cond; step) body`.
    pub fn for_loop(
        &mut self,
        init: &ForInit,
        cond: Option<&Expr>,
        step: Option<&Expr>,
        body: &Block,
        span: Span,
    ) -> Lowered<()> {
        let outer = self.scope;
        let declares = matches!(init, ForInit::Declaration(_));
        if declares {
            self.scope = self.p.new_scope(outer, il::ScopeKind::Block);
        }
        let inner = self.scope;
        let (alone, block) = self.apart(|this| {
            if let Some(shape) = shape(init, cond, step)
                && let Some(alone) = this.counted(&shape, body, span)?
            {
                return Ok(alone);
            }
            match init {
                ForInit::None => {}
                ForInit::Expr(e) => this.full_effect(e)?,
                ForInit::Declaration(declaration) => this.local_declaration(declaration)?,
            }
            this.uncounted(cond, step, body, span)?;
            Ok(!declares)
        })?;
        self.scope = outer;
        if alone {
            self.f.out.extend(block);
        } else {
            // What the header declares is known in the loop only.
            self.emit(StmtKind::Scope { scope: inner, decls: Vec::new(), body: block, name: None }, span);
        }
        Ok(())
    }

    /// An expression for its effects, all of them over at its end.
    fn full_effect(&mut self, e: &Expr) -> Lowered<()> {
        self.begin(e, true);
        self.effect(e)?;
        self.flush_post(e.span);
        Ok(())
    }

    fn uncounted(&mut self, cond: Option<&Expr>, step: Option<&Expr>, body: &Block, span: Span) -> Lowered<()> {
        let (test, mut block) = match cond {
            Some(cond) => {
                let (test, before) = self.apart(|this| this.condition(cond))?;
                (Some(test), before)
            }
            None => (None, il::Block::new()),
        };
        let has_before = !block.is_empty();
        if let (Some(test), true) = (&test, has_before) {
            self.exit_unless(test.clone(), &mut block, span);
        }
        let mut turns = self.loop_body(body)?;
        if let Some(step) = step {
            let (_, tail) = self.apart(|this| this.full_effect(step))?;
            self.end_turns(&mut turns, &tail);
        }
        block.extend(turns);
        let kind = match test {
            Some(test) if !has_before => StmtKind::While { test, body: block, name: None },
            _ => StmtKind::Loop { body: block, name: None },
        };
        self.emit(kind, span);
        Ok(())
    }

    fn loop_body(&mut self, body: &Block) -> Lowered<il::Block> {
        self.f.breakable.push(Breakable::Loop);
        let block = self.statements(body);
        self.f.breakable.pop();
        block
    }

    fn exit_unless(&mut self, test: il::Expr, block: &mut il::Block, span: Span) {
        std::mem::swap(&mut self.f.out, block);
        let outer = std::mem::take(&mut self.f.out);
        self.emit(StmtKind::Exit(None), span);
        let exit = std::mem::replace(&mut self.f.out, outer);
        self.emit_if(il::Expr::unary(UnaryOp::Not, test), exit, None, span);
        std::mem::swap(&mut self.f.out, block);
    }

    /// Puts `tail` at the end of each turn of a loop with this body.
    fn end_turns(&mut self, body: &mut il::Block, tail: &il::Block) {
        if let Some(unit) = self.f.unit {
            let u = &mut self.p.units[unit];
            let mut tail = tail.clone();
            if has_cycles(u, body) {
                // What the copies need is declared once, in front of all of them.
                let mut declared = il::Block::new();
                take_declarations(u, &mut tail, &mut declared);
                body.splice(0..0, declared);
            }
            before_cycles(u, body, &tail);
            body.extend(tail);
        }
    }

    /// Whether a name is that of a structure: what its members are is asked like that of all memory.
    fn names_structure(&self, name: &str) -> bool {
        let ty = self.p.lookup(self.scope, name).and_then(|s| self.p.symbol_type(s));
        matches!(ty, Some(Type::Record(_)))
    }

    /// The counted loop of a shape, if its variable, bound and body are such that it counts. Says whether it needs no scope around it.
    fn counted(&mut self, shape: &Shape<'_>, body: &Block, span: Span) -> Lowered<Option<bool>> {
        let Some(unit) = self.f.unit else { return Ok(None) };
        if has_labels(body) || self.f.addressed.contains(shape.name) || changes(body, &[shape.name]) {
            return Ok(None);
        }
        // Everything the bound is made of stays what it is: locals are looked for here, memory when all functions are known.
        let mut names: Vec<&str> = Vec::new();
        walk::expr(shape.bound, &mut |e| {
            if let K::Ident(name) = &e.kind {
                names.push(name);
            }
        });
        if changes(body, &names)
            || names.contains(&shape.name)
            || walk::has_effects(shape.bound)
            || calls(shape.bound)
            || names.iter().any(|name| self.f.addressed.contains(*name) && !self.names_structure(name))
            || shape.extra.iter().any(|e| mentions(e, shape.name) || e_changes(e, &names))
        {
            return Ok(None);
        }
        if let Some(stride) = shape.stride
            && (walk::has_effects(stride) || calls(stride))
        {
            return Ok(None);
        }
        let alone = match &shape.others {
            Others::Expressions(others) => {
                // Whether the variable may be one, before anything is emitted.
                let Some(symbol) = self.find(shape.name) else { return Ok(None) };
                if !self.is_counter(symbol) || others.iter().any(|e| mentions(e, shape.name)) {
                    return Ok(None);
                }
                for other in others {
                    self.full_effect(other)?;
                }
                true
            }
            Others::Declares(declaration, at) => {
                let independent = declaration.items.iter().enumerate().all(|(i, item)| {
                    i == *at || item.init.as_ref().is_none_or(|init| !init_mentions(init, shape.name))
                });
                let base = self.base_type(&declaration.specs)?;
                let counts = matches!(&base.ty, Type::Scalar(s) if s.class == ScalarClass::Integer) && !base.constant;
                let plain = declaration.items[*at].declarator.derived.is_empty() && declaration.specs.storage.is_none();
                if !independent || !counts || !plain {
                    return Ok(None);
                }
                let items: Vec<InitDeclarator> = declaration
                    .items
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| i != at)
                    .map(|(_, item)| item.clone())
                    .collect();
                let alone = items.is_empty();
                if !alone {
                    self.local_declaration(&Declaration { items, ..(*declaration).clone() })?;
                }
                let variable = il::Variable::new(base.ty, Storage::Local);
                let place = declaration.items[*at].declarator.span;
                self.p.declare(self.scope, shape.name, place, SymbolKind::Variable(variable));
                alone
            }
        };
        let declares = matches!(shape.others, Others::Declares(..));
        let Some(var) = self.p.lookup(self.scope, shape.name) else { return Ok(None) };
        self.begin(shape.from, false);
        let from = spell::strip(self.value(shape.from)?);
        let (bound, effects) = self.apart(|this| this.condition(shape.bound))?;
        let integer = matches!(self.ty(&bound), Type::Scalar(s) if s.class == ScalarClass::Integer);
        let stride = match shape.stride {
            Some(stride) => {
                let value = spell::strip(self.condition(stride)?);
                match il::fold::integer(self.p, &value) {
                    Some(1) => None,
                    // Which way it goes must be known.
                    Some(number) if number > 1 => Some(value),
                    _ => return self.not_counted(shape, declares, alone, body, span, from),
                }
            }
            None => None,
        };
        // `i + 2 != n` with `i -= 2` ends with the turn of `n`, if need be by way of zero.
        let by = stride.as_ref().map_or(Some(1), il::Expr::as_int);
        let meets = shape.op == Op::Ne && !shape.up && shape.ahead != 0 && by == Some(shape.ahead);
        // Differences of unsigned numbers are never below zero.
        let counts_unsigned = self.is_unsigned(&il::Expr::var(var));
        if shape.ahead != 0 && !meets && (self.is_unsigned(&bound) || counts_unsigned) {
            return self.not_counted(shape, declares, alone, body, span, from);
        }
        let bound = if shape.ahead == 0 || meets { bound } else { il::fold::sub(&bound, &il::Expr::int(shape.ahead)) };
        let to = match (shape.op, shape.up) {
            _ if shape.falls || meets => Some(bound.clone()),
            (Op::Lt, true) => Some(neighbour(BinaryOp::Sub, bound.clone())),
            (Op::Le, true) | (Op::Ge, false) => Some(bound.clone()),
            (Op::Gt, false) => Some(neighbour(BinaryOp::Add, bound.clone())),
            (Op::Ne, true) if stride.is_none() => Some(neighbour(BinaryOp::Sub, bound.clone())),
            (Op::Ne, false) if stride.is_none() => Some(neighbour(BinaryOp::Add, bound.clone())),
            _ => None,
        };
        // An unsigned variable is never below zero: `i >= 0` goes on for ever. Narrow ones are compared as `int`, which does not wrap with them.
        let narrow = self.p.symbol_type(var).and_then(Type::scalar).is_some_and(|s| s.bytes < 4);
        let endless = counts_unsigned
            && (!shape.up && shape.op != Op::Gt && !shape.falls && !meets || narrow && stride.is_some());
        let (Some(to), true, true, false) = (to, effects.is_empty(), integer, endless) else {
            return self.not_counted(shape, declares, alone, body, span, from);
        };
        let from = match shape.falls {
            true if counts_unsigned && !self.is_unsigned(&from) && from.as_int().is_none() => {
                let ty = self.ty(&il::Expr::var(var));
                neighbour(BinaryOp::Sub, il::Expr::at(ExprKind::Cast(ty, Box::new(from.clone())), from.span))
            }
            true => neighbour(BinaryOp::Sub, from),
            false => from,
        };
        let step = match (shape.up, stride) {
            (true, stride) => stride,
            (false, None) => Some(il::Expr::int(-1)),
            (false, Some(stride)) => Some(il::Expr::unary(UnaryOp::Neg, stride)),
        };
        let mut block = self.loop_body(body)?;
        let mut tail = il::Block::new();
        for extra in &shape.extra {
            let (_, one) = self.apart(|this| this.full_effect(extra))?;
            tail.extend(one);
        }
        self.end_turns(&mut block, &tail);
        self.emit(
            StmtKind::Do(Box::new(Do { var, from, to, step, body: block, name: None, declares, parallel: None })),
            span,
        );
        if let Some(&stmt) = self.f.out.last() {
            let doubt = Doubt::new(self.p, unit, stmt, self.scope, &bound);
            self.doubtful.extend(doubt);
        }
        Ok(Some(alone))
    }

    /// A loop that turned out not to count after its variable was declared: from here on it is like any other.
    fn not_counted(
        &mut self,
        shape: &Shape<'_>,
        declares: bool,
        alone: bool,
        body: &Block,
        span: Span,
        from: il::Expr,
    ) -> Lowered<Option<bool>> {
        let Some(var) = self.p.lookup(self.scope, shape.name) else { return Ok(None) };
        if declares {
            self.emit(StmtKind::Declare(vec![var]), span);
        }
        self.emit(StmtKind::Assign { lhs: il::Expr::var(var), rhs: from }, span);
        let step = shape.step(span);
        let cond = shape.condition(span);
        self.uncounted(Some(&cond), step.as_ref(), body, span)?;
        Ok(Some(alone && !declares))
    }

    fn is_unsigned(&self, e: &il::Expr) -> bool {
        self.ty(e).scalar().is_some_and(|s| s.unsigned)
    }

    /// Whether a variable may count a loop: an integer that only this function sees.
    fn is_counter(&self, symbol: SymbolId) -> bool {
        self.p.variable(symbol).is_some_and(|variable| {
            matches!(&variable.ty, Type::Scalar(s) if s.class == ScalarClass::Integer)
                && matches!(variable.storage, Storage::Local | Storage::Dummy(_))
                && !variable.saved
        })
    }
}

impl Shape<'_> {
    /// The test as it was written, up to the side the variable stands on.
    fn condition(&self, span: Span) -> Expr {
        let mut var = Expr { kind: K::Ident(self.name.into()), span, spelled: None };
        if self.falls {
            let kind = K::Step { target: Box::new(var), up: false, prefix: false };
            var = Expr { kind, span, spelled: None };
        }
        if self.ahead != 0 {
            let ahead = Expr { kind: K::Int(self.ahead.to_string()), span, spelled: None };
            var = Expr { kind: K::Binary(Op::Add, Box::new(var), Box::new(ahead)), span, spelled: None };
        }
        Expr { kind: K::Binary(self.op, Box::new(var), Box::new(self.bound.clone())), span, spelled: None }
    }

    /// The step with everything else that ends a turn.
    fn step(&self, span: Span) -> Option<Expr> {
        let target = Box::new(Expr { kind: K::Ident(self.name.into()), span, spelled: None });
        let kind = match self.stride {
            None => K::Step { target, up: self.up, prefix: true },
            Some(stride) => {
                let op = Some(if self.up { Op::Add } else { Op::Sub });
                K::Assign { op, target, value: Box::new(stride.clone()) }
            }
        };
        let own = (!self.falls).then_some(Expr { kind, span, spelled: None });
        let items: Vec<Expr> = own.into_iter().chain(self.extra.iter().map(|e| (*e).clone())).collect();
        (!items.is_empty()).then_some(Expr { kind: K::Comma(items), span, spelled: None })
    }
}

/// What `for (init; cond; step)` is, if it looks like counting.
fn shape<'a>(init: &'a ForInit, cond: Option<&'a Expr>, step: Option<&'a Expr>) -> Option<Shape<'a>> {
    let cond = walk::bare(cond?);
    let steps: Vec<&Expr> = match step.map(walk::bare) {
        Some(Expr { kind: K::Comma(items), .. }) => items.iter().collect(),
        step => step.into_iter().collect(),
    };
    let K::Binary(op @ (Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Ne), left, right) = &cond.kind else { return None };
    let falls =
        matches!(&walk::bare(left).kind, K::Step { up: false, prefix: false, .. }) && matches!(op, Op::Gt | Op::Ne);
    // The variable is the one that the step changes.
    let (at, name, up, stride) = if falls {
        let (name, up, stride) = stepped(left)?;
        (steps.len(), name, up, stride)
    } else {
        steps.iter().enumerate().find_map(|(at, step)| {
            let (name, up, stride) = stepped(step)?;
            let compared = [left, right].iter().any(|side| counter(side).is_some_and(|c| c.0 == name));
            compared.then_some((at, name, up, stride))
        })?
    };
    let (op, bound, ahead) = match (counter(left), counter(right)) {
        _ if falls => (*op, right, 0),
        (Some((n, ahead)), _) if n == name => (*op, right, ahead),
        (_, Some((_, ahead))) => (mirrored(*op), left, ahead),
        _ => return None,
    };
    let (from, others) = match init {
        ForInit::None => return None,
        ForInit::Declaration(declaration) => {
            let at = declaration.items.iter().position(|item| item.declarator.name.as_deref() == Some(name))?;
            let Some(Initializer::Expr(from)) = &declaration.items[at].init else { return None };
            (from, Others::Declares(declaration, at))
        }
        ForInit::Expr(e) => {
            let items: Vec<&Expr> = match &walk::bare(e).kind {
                K::Comma(items) => items.iter().collect(),
                _ => vec![e],
            };
            let set = |e: &&'a Expr| match &walk::bare(e).kind {
                K::Assign { op: None, target, value } if ident(target) == Some(name) => Some(&**value),
                _ => None,
            };
            let at = items.iter().position(|item| set(item).is_some())?;
            let from = set(&items[at])?;
            let others = items.into_iter().enumerate().filter(|(i, _)| *i != at).map(|(_, item)| item).collect();
            (from, Others::Expressions(others))
        }
    };
    let extra = steps.into_iter().enumerate().filter(|(i, _)| *i != at).map(|(_, step)| step).collect();
    if walk::has_effects(from) || mentions(from, name) {
        return None;
    }
    Some(Shape { name, from, others, op, bound, ahead, falls, up, stride, extra })
}

/// The variable that a step changes, which way, and by what if not one.
fn stepped(e: &Expr) -> Option<(&str, bool, Option<&Expr>)> {
    match &walk::bare(e).kind {
        K::Step { target, up, .. } => Some((ident(target)?, *up, None)),
        K::Assign { op: Some(op @ (Op::Add | Op::Sub)), target, value } => {
            Some((ident(target)?, *op == Op::Add, Some(value)))
        }
        K::Assign { op: None, target, value } => {
            let name = ident(target)?;
            let K::Binary(op @ (Op::Add | Op::Sub), left, right) = &walk::bare(value).kind else { return None };
            match (ident(left) == Some(name), ident(right) == Some(name)) {
                (true, false) => Some((name, *op == Op::Add, Some(right))),
                (false, true) if *op == Op::Add => Some((name, true, Some(left))),
                _ => None,
            }
        }
        _ => None,
    }
}

fn mirrored(op: Op) -> Op {
    match op {
        Op::Lt => Op::Gt,
        Op::Gt => Op::Lt,
        Op::Le => Op::Ge,
        Op::Ge => Op::Le,
        other => other,
    }
}

/// A variable, alone or with a number added: what a test compares.
fn counter(e: &Expr) -> Option<(&str, i64)> {
    if let Some(name) = ident(e) {
        return Some((name, 0));
    }
    let K::Binary(Op::Add, left, right) = &walk::bare(e).kind else { return None };
    let K::Int(text) = &walk::bare(right).kind else { return None };
    Some((ident(left)?, text.parse().ok()?))
}

fn ident(e: &Expr) -> Option<&str> {
    match &walk::bare(e).kind {
        K::Ident(name) => Some(name),
        _ => None,
    }
}

fn mentions(e: &Expr, name: &str) -> bool {
    let mut found = false;
    walk::expr(e, &mut |e| found |= matches!(&e.kind, K::Ident(other) if other == name));
    found
}

fn init_mentions(init: &Initializer, name: &str) -> bool {
    match init {
        Initializer::Expr(e) => mentions(e, name),
        Initializer::List(list) => list.items.iter().any(|(_, init)| init_mentions(init, name)),
    }
}

fn calls(e: &Expr) -> bool {
    let mut found = false;
    walk::expr(e, &mut |e| found |= matches!(e.kind, K::Call { .. }));
    found
}

/// Whether an expression assigns one of the variables by name.
fn e_changes(e: &Expr, names: &[&str]) -> bool {
    let mut found = false;
    walk::expr(e, &mut |e| {
        if let K::Assign { target, .. } | K::Step { target, .. } = &e.kind {
            found |= ident(target).is_some_and(|name| names.contains(&name));
        }
        // What brings a value back from the tape: no other address of these names is taken.
        if let K::Unary(crate::ast::UnaryOp::AddressOf, x) = &e.kind {
            found |= ident(x).is_some_and(|name| names.contains(&name));
        }
    });
    found
}

/// Whether a body assigns one of the variables by name. A variable of the body that hides one counts too: rare, and safe.
fn changes(body: &Block, names: &[&str]) -> bool {
    let mut found = false;
    walk::block(body, &mut |e| {
        if let K::Assign { target, .. } | K::Step { target, .. } = &e.kind {
            found |= ident(target).is_some_and(|name| names.contains(&name));
        }
    });
    found
}

/// Whether statements anywhere in a body satisfy `f`; bodies of loops inside are entered only if `loops`, of switches if `switches`.
fn any_stmt(block: &Block, loops: bool, switches: bool, f: &dyn Fn(&Stmt) -> bool) -> bool {
    block.stmts.iter().any(|stmt| {
        f(stmt)
            || match &stmt.kind {
                S::Block(inner) => any_stmt(inner, loops, switches, f),
                S::If { arms, other } => {
                    arms.iter().map(|(_, body)| body).chain(other).any(|body| any_stmt(body, loops, switches, f))
                }
                S::While { body, .. } | S::DoWhile { body, .. } | S::For { body, .. } => {
                    loops && any_stmt(body, loops, switches, f)
                }
                S::Switch { body, .. } => switches && any_stmt(body, loops, switches, f),
                _ => false,
            }
    })
}

/// Whether a `break` of this loop stands in its body.
fn leaves(body: &Block) -> bool {
    any_stmt(body, false, false, &|stmt| matches!(stmt.kind, S::Break))
}

fn has_labels(body: &Block) -> bool {
    any_stmt(body, true, true, &|stmt| matches!(stmt.kind, S::Label(_)))
}

/// `bound ± 1`, the one marked as ours by having no text.
fn neighbour(op: BinaryOp, bound: il::Expr) -> il::Expr {
    let span = bound.span;
    il::Expr::at(ExprKind::Binary(op, Box::new(bound), Box::new(il::Expr::int(1))), span)
}

/// Puts copies of `tail` before each CYCLE of the loop that has this body.
pub fn before_cycles(unit: &mut il::Unit, body: &mut il::Block, tail: &il::Block) {
    let mut at = 0;
    while at < body.len() {
        let id = body[at];
        match unit.stmts[id].kind {
            StmtKind::Cycle(None) => {
                let copies: Vec<StmtId> = tail.iter().map(|id| copy(unit, *id)).collect();
                // What stands before `continue` stands before the copies, and a jump to it lands there.
                if let Some(first) = copies.first() {
                    let moved = &mut unit.stmts[id];
                    let (label, comments) = (moved.label.take(), std::mem::take(&mut moved.comments));
                    let directives = std::mem::take(&mut moved.directives);
                    let stmt = &mut unit.stmts[*first];
                    (stmt.label, stmt.comments, stmt.directives) = (label, comments, directives);
                }
                let count = copies.len();
                body.splice(at..at, copies);
                at += count;
            }
            StmtKind::Do(_) | StmtKind::While { .. } | StmtKind::Until { .. } | StmtKind::Loop { .. } => {}
            _ => {
                let mut kind = std::mem::replace(&mut unit.stmts[id].kind, StmtKind::Nop);
                for inner in kind.blocks_mut() {
                    before_cycles(unit, inner, tail);
                }
                unit.stmts[id].kind = kind;
            }
        }
        at += 1;
    }
}

/// Whether a CYCLE of the loop that has this body stands in it.
fn has_cycles(unit: &il::Unit, body: &il::Block) -> bool {
    body.iter().any(|id| match &unit.stmts[*id].kind {
        StmtKind::Cycle(None) => true,
        kind if kind.is_loop() => false,
        kind => kind.blocks().iter().any(|inner| has_cycles(unit, inner)),
    })
}

/// Moves the declarations in a block, and in the blocks of its statements, to `out`.
fn take_declarations(unit: &mut il::Unit, block: &mut il::Block, out: &mut il::Block) {
    block.retain(|id| {
        let declares = matches!(unit.stmts[*id].kind, StmtKind::Declare(_));
        if declares {
            out.push(*id);
        }
        !declares
    });
    for id in block.iter() {
        let mut kind = std::mem::replace(&mut unit.stmts[*id].kind, StmtKind::Nop);
        if !matches!(kind, StmtKind::Scope { .. }) {
            for inner in kind.blocks_mut() {
                take_declarations(unit, inner, out);
            }
        }
        unit.stmts[*id].kind = kind;
    }
}

/// A copy of a statement and everything in it.
fn copy(unit: &mut il::Unit, id: StmtId) -> StmtId {
    let mut stmt = unit.stmts[id].clone();
    for block in stmt.kind.blocks_mut() {
        *block = block.iter().map(|id| copy(unit, *id)).collect();
    }
    unit.stmts.add(stmt)
}

/// The loop at `stmt` as init, test and step again.
pub fn uncount(p: &mut il::Program, unit: UnitId, stmt: StmtId, scope: il::ScopeId) {
    let StmtKind::Do(count) = p.units[unit].stmts[stmt].kind.clone() else { return };
    let span = p.units[unit].stmts[stmt].span;
    let scope = if count.declares { p.symbols[count.var].scope } else { p.new_scope(scope, il::ScopeKind::Block) };
    let count = *count;
    let u = &mut p.units[unit];
    let add = |u: &mut il::Unit, kind| {
        let id = u.add(kind);
        u.stmts[id].span = span;
        id
    };
    let var = || il::Expr::var(count.var);
    let (up, stride) = match count.step {
        None => (true, il::Expr::int(1)),
        Some(il::Expr { kind: ExprKind::Unary(UnaryOp::Neg, stride), .. }) => (false, *stride),
        Some(stride) if stride.as_int() == Some(-1) => (false, il::Expr::int(1)),
        Some(stride) => (true, stride),
    };
    let (op, opposite, close) =
        if up { (BinaryOp::Le, BinaryOp::Sub, BinaryOp::Lt) } else { (BinaryOp::Ge, BinaryOp::Add, BinaryOp::Gt) };
    let test = match count.to.kind {
        ExprKind::Binary(o, bound, one) if o == opposite && is_ours(&one) => il::Expr::binary(close, var(), *bound),
        kind => il::Expr::binary(op, var(), il::Expr::at(kind, count.to.span)),
    };
    let change = if up { BinaryOp::Add } else { BinaryOp::Sub };
    let tail = vec![add(u, StmtKind::Assign { lhs: var(), rhs: il::Expr::binary(change, var(), stride) })];
    let mut body = count.body;
    before_cycles(u, &mut body, &tail);
    body.extend(tail);
    let mut block = Vec::new();
    if count.declares {
        block.push(add(u, StmtKind::Declare(vec![count.var])));
    }
    block.push(add(u, StmtKind::Assign { lhs: var(), rhs: count.from }));
    block.push(add(u, StmtKind::While { test, body, name: count.name }));
    u.stmts[stmt].kind = StmtKind::Scope { scope, decls: Vec::new(), body: block, name: None };
}

fn is_ours(one: &il::Expr) -> bool {
    matches!(&one.kind, ExprKind::Integer { value: 1, text, .. } if text.0.is_none())
}
