//! IL to a model. Only scalars, IF, counted and WHILE loops, one RETURN at the end: what stands otherwise is refused by name.
//!
//! An environment says which value each variable has. Behind an IF, variables whose values differ become parameters of the block where the arms meet;
//! a loop's header has parameters for all that its body assigns, and for its counter.

use std::collections::BTreeMap;

use il::intrinsics::Class;
use il::stmt::{Block as Stmts, Do, StmtKind};
use il::typing::scalar_of;
use il::{BinaryOp, Expr, ExprKind, Program, Scalar, ScalarClass, SymbolId, SymbolKind, Type, UnaryOp, UnitId};

use super::{Block, End, Model, Number, Target, Value, What};

/// Values of variables.
pub(super) type Environment = BTreeMap<SymbolId, Value>;

/// The model of a unit: a function, or a subroutine of scalars, which returns the dummies that it assigns.
pub fn build(program: &Program, unit: UnitId) -> Result<Model, String> {
    let u = &program.units[unit];
    let model = Model { name: u.name.clone(), types: Vec::new(), blocks: vec![Block::default()] };
    let mut b = Builder { program, model, at: 0 };
    let mut env = Environment::new();
    for &p in &u.params {
        let value = b.param(0, b.scalar(p)?);
        env.insert(p, value);
    }
    let returned = b.block(unit, &u.body, &mut env, true)?;
    let values = match (returned, u.result()) {
        (Some(v), _) => vec![v],
        (None, Some(r)) => vec![b.variable(&env, r)?],
        (None, None) => {
            let assigned = il::stores::names(program, unit, &u.body);
            u.params.iter().filter(|p| assigned.contains(p)).map(|p| b.variable(&env, *p)).collect::<Result<_, _>>()?
        }
    };
    b.model.blocks[b.at].end = Some(End::Return(values));
    Ok(b.model)
}

/// Adds operations to the end of a model.
pub(super) struct Builder<'p> {
    pub program: &'p Program,
    pub model: Model,
    /// The block that is being filled.
    pub at: usize,
}

impl Builder<'_> {
    fn scalar(&self, s: SymbolId) -> Result<Scalar, String> {
        match self.program.symbol_type(s) {
            Some(Type::Scalar(ty)) if ty.class != ScalarClass::Complex => Ok(ty.clone()),
            _ => Err(format!("`{}` is no real, integer or logical scalar", self.program.symbols[s].name)),
        }
    }

    fn param(&mut self, block: usize, ty: Scalar) -> Value {
        let v = self.model.fresh(ty);
        self.model.blocks[block].params.push(v);
        v
    }

    fn new_block(&mut self) -> usize {
        self.model.blocks.push(Block::default());
        self.model.blocks.len() - 1
    }

    pub(super) fn push(&mut self, ty: Scalar, what: What) -> Value {
        self.model.push(self.at, ty, what)
    }

    pub(super) fn real(&mut self, x: f64, ty: &Scalar) -> Value {
        self.push(ty.clone(), What::Constant(Number::Real(x)))
    }

    fn variable(&self, env: &Environment, s: SymbolId) -> Result<Value, String> {
        env.get(&s).copied().ok_or_else(|| format!("`{}` may be read before it is set", self.program.symbols[s].name))
    }

    /// Fills blocks with statements; gives the value of a RETURN, which only the outermost block may have, as its last statement.
    fn block(
        &mut self,
        unit: UnitId,
        block: &Stmts,
        env: &mut Environment,
        outer: bool,
    ) -> Result<Option<Value>, String> {
        for (k, id) in block.iter().enumerate() {
            let last = outer && k + 1 == block.len();
            match &self.program.units[unit].stmts[*id].kind {
                StmtKind::Declare(_) | StmtKind::Nop => {}
                StmtKind::Assign { lhs, rhs } => {
                    let ExprKind::Var(s) = lhs.kind else { return Err("an element or component is assigned".into()) };
                    let ty = self.scalar(s)?;
                    let value = self.expr(rhs, env)?;
                    let value = self.converted(value, &ty);
                    env.insert(s, value);
                }
                StmtKind::If(i) => {
                    let mut ends = Vec::new();
                    for a in &i.arms {
                        let test = self.expr(&a.test, env)?;
                        let (yes, no) = (self.new_block(), self.new_block());
                        self.end(End::Choose(test, to(yes), to(no)));
                        self.at = yes;
                        let mut inner = env.clone();
                        self.block(unit, &a.body, &mut inner, false)?;
                        ends.push((self.at, inner));
                        self.at = no;
                    }
                    let mut inner = env.clone();
                    if let Some(o) = &i.otherwise {
                        self.block(unit, o, &mut inner, false)?;
                    }
                    ends.push((self.at, inner));
                    *env = self.join(ends)?;
                }
                StmtKind::Do(d) => self.counted(unit, d, env)?,
                StmtKind::While { test, body, .. } => {
                    let (header, _) = self.header(unit, body, None, env)?;
                    let test = self.expr(test, env)?;
                    let (turn, behind) = (self.new_block(), self.new_block());
                    self.end(End::Choose(test, to(turn), to(behind)));
                    self.at = turn;
                    let mut inner = env.clone();
                    self.block(unit, body, &mut inner, false)?;
                    let args = self.again(header, env, &inner, None)?;
                    self.end(End::Branch(Target { block: header, args }));
                    self.at = behind;
                }
                StmtKind::Scope { body, .. } => {
                    if let Some(v) = self.block(unit, body, env, last)? {
                        return Ok(Some(v));
                    }
                }
                StmtKind::Return(value) if last => {
                    return value.as_ref().map(|v| self.expr(v, env)).transpose();
                }
                StmtKind::Return(_) => return Err("a RETURN stands before the end".into()),
                _ => return Err("only assignments, IF, DO, WHILE and a RETURN at the end are shown as a model".into()),
            }
        }
        Ok(None)
    }

    fn end(&mut self, end: End) {
        self.model.blocks[self.at].end = Some(end);
    }

    /// The block where several ends meet, and what is known there.
    fn join(&mut self, ends: Vec<(usize, Environment)>) -> Result<Environment, String> {
        let meet = self.new_block();
        let mut out = Environment::new();
        let mut passed: Vec<SymbolId> = Vec::new();
        let Some((_, first)) = ends.first() else { return Ok(out) };
        for (s, v) in first {
            let values: Vec<Option<&Value>> = ends.iter().map(|(_, e)| e.get(s)).collect();
            if values.iter().any(Option::is_none) {
                continue;
            }
            if values.iter().all(|x| *x == Some(v)) {
                out.insert(*s, *v);
            } else {
                passed.push(*s);
            }
        }
        for s in &passed {
            let v = self.param(meet, self.scalar(*s)?);
            out.insert(*s, v);
        }
        for (block, env) in ends {
            let args = passed.iter().map(|s| self.variable(&env, *s)).collect::<Result<_, _>>()?;
            self.model.blocks[block].end = Some(End::Branch(Target { block: meet, args }));
        }
        self.at = meet;
        Ok(out)
    }

    /// Opens a loop: its header has parameters for what the body assigns and has a value already, and one for the counter.
    fn header(
        &mut self,
        unit: UnitId,
        body: &Stmts,
        counter: Option<(SymbolId, Value)>,
        env: &mut Environment,
    ) -> Result<(usize, Option<Value>), String> {
        let header = self.new_block();
        let mut args = Vec::new();
        for s in il::stores::names(self.program, unit, body) {
            if let (Some(v), true) = (env.get(&s).copied(), counter.is_none_or(|c| c.0 != s)) {
                args.push(v);
                let p = self.param(header, self.scalar(s)?);
                env.insert(s, p);
            }
        }
        let mut count = None;
        if let Some((s, from)) = counter {
            args.push(from);
            let p = self.param(header, self.scalar(s)?);
            env.insert(s, p);
            count = Some(p);
        }
        self.end(End::Branch(Target { block: header, args }));
        self.at = header;
        Ok((header, count))
    }

    /// What a turn passes to the header: for each of its parameters the value that its variable has by then.
    fn again(
        &self,
        header: usize,
        at_header: &Environment,
        now: &Environment,
        count: Option<Value>,
    ) -> Result<Vec<Value>, String> {
        let params = &self.model.blocks[header].params;
        let plain = params.len() - usize::from(count.is_some());
        let mut out = Vec::new();
        for p in &params[..plain] {
            let s = at_header.iter().find(|(_, v)| *v == p).map(|(s, _)| *s);
            out.push(s.map_or(Ok(*p), |s| self.variable(now, s))?);
        }
        out.extend(count);
        Ok(out)
    }

    fn counted(&mut self, unit: UnitId, d: &Do, env: &mut Environment) -> Result<(), String> {
        let ty = self.scalar(d.var)?;
        let step = d.step.as_ref().map_or(Some(1), |s| il::fold::integer(self.program, s)).filter(|s| *s != 0);
        let Some(step) = step else { return Err("the step of a loop is no constant".into()) };
        if ty.class != ScalarClass::Integer {
            return Err("a loop counts in reals".into());
        }
        let (from, last) = (self.expr(&d.from, env)?, self.expr(&d.to, env)?);
        let (header, count) = self.header(unit, &d.body, Some((d.var, from)), env)?;
        let Some(count) = count else { return Err("a loop without a counter".into()) };
        let compare = if step > 0 { BinaryOp::Le } else { BinaryOp::Ge };
        let test = self.push(logical(), What::Binary(compare, count, last));
        let (turn, behind) = (self.new_block(), self.new_block());
        self.end(End::Choose(test, to(turn), to(behind)));
        self.at = turn;
        let mut inner = env.clone();
        self.block(unit, &d.body, &mut inner, false)?;
        let by = self.push(ty.clone(), What::Constant(Number::Integer(step)));
        let next = self.push(ty, What::Binary(BinaryOp::Add, count, by));
        let args = self.again(header, env, &inner, Some(next))?;
        self.end(End::Branch(Target { block: header, args }));
        self.at = behind;
        Ok(())
    }

    fn converted(&mut self, v: Value, ty: &Scalar) -> Value {
        if self.model.types[v.0] == *ty || ty.class == ScalarClass::Logical {
            return v;
        }
        self.push(ty.clone(), What::Convert(v))
    }

    /// The value of an expression over variables of an environment.
    pub(super) fn expr(&mut self, e: &Expr, env: &Environment) -> Result<Value, String> {
        let p = self.program;
        let ty = scalar_of(p, e).ok_or("an expression is no number")?;
        Ok(match &e.kind {
            ExprKind::Integer { value, .. } => self.push(ty, What::Constant(Number::Integer(*value))),
            ExprKind::Real { value, .. } => self.push(ty, What::Constant(Number::Real(*value))),
            ExprKind::Logical(l) => self.push(ty, What::Constant(Number::Logical(*l))),
            ExprKind::Var(s) => match &p.symbols[*s].kind {
                SymbolKind::Constant { value, .. } => {
                    let v = self.expr(value, env)?;
                    self.converted(v, &ty)
                }
                _ => self.variable(env, *s)?,
            },
            ExprKind::Unary(UnaryOp::Paren | UnaryOp::Plus, x) => self.expr(x, env)?,
            ExprKind::Unary(op, x) => {
                let x = self.expr(x, env)?;
                self.push(ty, What::Unary(*op, x))
            }
            ExprKind::Binary(op, l, r) => {
                let (mut a, mut b) = (self.expr(l, env)?, self.expr(r, env)?);
                // Operands meet in the wider type; a whole exponent stays one.
                let (x, y) = (self.model.types[a.0].clone(), self.model.types[b.0].clone());
                let wide = if rank(&x) >= rank(&y) { x } else { y };
                a = self.converted(a, &wide);
                if *op != BinaryOp::Pow || self.model.types[b.0].class != ScalarClass::Integer {
                    b = self.converted(b, &wide);
                }
                self.push(ty, What::Binary(*op, a, b))
            }
            ExprKind::Intrinsic(f, args) if f.info().class == Class::Elemental => {
                let mut values = Vec::new();
                for a in args.iter().filter(|a| a.keyword.as_deref() != Some("kind")) {
                    values.push(self.expr(&a.value, env)?);
                }
                match (f.name(), &values[..]) {
                    ("real" | "dble" | "float" | "sngl", [x, ..]) => self.converted(*x, &ty),
                    ("merge", [a, b, c]) => self.push(ty, What::Select(*c, *a, *b)),
                    _ => self.push(ty, What::Invoke(*f, values)),
                }
            }
            ExprKind::Cond { test, yes, no } => {
                let (c, a, b) = (self.expr(test, env)?, self.expr(yes, env)?, self.expr(no, env)?);
                let (a, b) = (self.converted(a, &ty), self.converted(b, &ty));
                self.push(ty, What::Select(c, a, b))
            }
            ExprKind::Cast(_, x) => {
                let x = self.expr(x, env)?;
                self.converted(x, &ty)
            }
            _ => return Err("only scalars, operators and elementary functions are shown as a model".into()),
        })
    }
}

fn to(block: usize) -> Target {
    Target { block, args: Vec::new() }
}

fn rank(ty: &Scalar) -> (bool, u8) {
    (ty.class == ScalarClass::Real, ty.bytes)
}

pub(super) fn logical() -> Scalar {
    Scalar::new(ScalarClass::Logical, 4, "logical")
}
