//! Execution of statements, loops and the tape.

use crate::expr::Expr;
use crate::stmt::{Block, CaseRange, Do, StmtId, StmtKind};
use crate::symbol::SymbolKind;
use crate::types::Type;
use crate::unit::UnitKind;

use super::eval::Data;
use super::memory::Value;
use super::{Machine, Run, Saved, Trap, functions};

/// What a block ended with.
pub(super) enum Flow {
    Normal,
    Exit(Option<String>),
    Cycle(Option<String>),
    Goto(String),
    Return,
}

impl<'p> Machine<'p> {
    pub(super) fn block(&mut self, unit: &'p crate::unit::Unit, block: &Block) -> Run<Flow> {
        let mut i = 0;
        while i < block.len() {
            let flow = self.stmt(unit, block[i])?;
            match flow {
                Flow::Normal => i += 1,
                Flow::Goto(label) => match block.iter().position(|s| unit.stmts[*s].label.as_deref() == Some(&label)) {
                    Some(target) => i = target,
                    None => return Ok(Flow::Goto(label)),
                },
                other => return Ok(other),
            }
        }
        Ok(Flow::Normal)
    }

    pub(super) fn stmt(&mut self, unit: &'p crate::unit::Unit, id: StmtId) -> Run<Flow> {
        self.fuel = self.fuel.checked_sub(1).ok_or_else(|| Trap::new("the run takes too long"))?;
        let stmt = &unit.stmts[id];
        self.note_statement(stmt)?;
        self.stmt_kind(unit, &stmt.kind).map_err(|t| t.at(stmt.span))
    }

    fn stmt_kind(&mut self, unit: &'p crate::unit::Unit, kind: &'p StmtKind) -> Run<Flow> {
        match kind {
            StmtKind::Assign { lhs, rhs } => self.assign(lhs, rhs, None)?,
            StmtKind::PointerAssign { lhs, rhs } => self.pointer_assign(lhs, rhs)?,
            StmtKind::Call { callee, args, alternates } => {
                if let SymbolKind::Procedure(p) = &self.program.symbols[*callee].kind
                    && p.class == crate::symbol::ProcedureClass::Intrinsic
                {
                    if let ([from, to], "move_alloc") = (&args[..], self.program.symbols[*callee].name.as_str()) {
                        let (from, to) = (self.handle(&from.value)?, self.handle(&to.value)?);
                        // One cell each, whatever the elements are.
                        let what = self.objects[from.object][from.offset].clone();
                        self.write(&to, &[what]);
                        self.write(&from, &[Value::Null]);
                        return Ok(Flow::Normal);
                    }
                    return Err(Trap::new("an intrinsic subroutine cannot be interpreted"));
                }
                let value = self.call_symbol(*callee, args)?;
                if let (Some(Value::Int(k)), false) = (&value, alternates.is_empty())
                    && let Some(label) = usize::try_from(k - 1).ok().and_then(|k| alternates.get(k))
                {
                    return Ok(Flow::Goto(label.clone()));
                }
            }
            StmtKind::If(i) => {
                for arm in &i.arms {
                    if self.truth(&arm.test)? {
                        return self.block(unit, &arm.body);
                    }
                }
                if let Some(b) = &i.otherwise {
                    return self.block(unit, b);
                }
            }
            StmtKind::Do(d) => return self.counted(unit, d),
            StmtKind::While { test, body, name } => {
                while self.truth(test)? {
                    self.burn()?;
                    if let Some(f) = after_turn(self.block(unit, body)?, name) {
                        return Ok(f);
                    }
                }
            }
            StmtKind::Until { body, test, name } => loop {
                self.burn()?;
                if let Some(f) = after_turn(self.block(unit, body)?, name) {
                    return Ok(f);
                }
                if !self.truth(test)? {
                    break;
                }
            },
            StmtKind::Loop { body, name } => loop {
                self.burn()?;
                if let Some(f) = after_turn(self.block(unit, body)?, name) {
                    return Ok(f);
                }
            },
            StmtKind::Select { selector, cases, name } => {
                let value = self.scalar(selector)?;
                let mut chosen = None;
                for (k, c) in cases.iter().enumerate() {
                    for r in &c.ranges {
                        if self.matches(&value, r)? {
                            chosen = Some(k);
                            break;
                        }
                    }
                    if chosen.is_some() {
                        break;
                    }
                }
                let mut at = chosen.or_else(|| cases.iter().position(|c| c.default));
                while let Some(k) = at {
                    match self.block(unit, &cases[k].body)? {
                        Flow::Normal => {}
                        Flow::Exit(Some(n)) if name.as_deref() == Some(&n) => return Ok(Flow::Normal),
                        other => return Ok(other),
                    }
                    at = (cases[k].falls_through && k + 1 < cases.len()).then_some(k + 1);
                }
            }
            StmtKind::Exit(name) => return Ok(Flow::Exit(name.clone())),
            StmtKind::Cycle(name) => return Ok(Flow::Cycle(name.clone())),
            StmtKind::Goto(label) => return Ok(Flow::Goto(label.clone())),
            StmtKind::ComputedGoto { labels, selector } => {
                let k = self.int(selector)?;
                if let Some(l) = usize::try_from(k - 1).ok().and_then(|k| labels.get(k)) {
                    return Ok(Flow::Goto(l.clone()));
                }
            }
            StmtKind::AssignLabel { label, var } => {
                let view = self.lookup(*var)?;
                let n = label.parse().map_err(|_| Trap::new("an assigned label that is no number"))?;
                self.write(&view, &[Value::Int(n)]);
            }
            StmtKind::AssignedGoto { var, .. } => return Ok(Flow::Goto(self.int(&Expr::var(*var))?.to_string())),
            StmtKind::ArithmeticIf { value, labels } => {
                let x = functions::real(&self.scalar(value)?)?;
                let k = if x < 0.0 {
                    0
                } else if x == 0.0 {
                    1
                } else {
                    2
                };
                return Ok(Flow::Goto(labels[k].clone()));
            }
            StmtKind::Return(value) => {
                if let Some(e) = value {
                    let mut v = self.eval(e)?.items.into_iter().next();
                    if let (Some(x), UnitKind::Function { result, .. }) = (v.clone(), &unit.kind)
                        && let Some(Type::Scalar(s)) = self.program.symbol_type(*result)
                    {
                        v = Some(super::memory::convert(x, s));
                    }
                    self.frame().result = v;
                }
                return Ok(Flow::Return);
            }
            StmtKind::Stop { .. } => return Err(Trap::new("the program stops")),
            StmtKind::Nop | StmtKind::Declare(_) => {}
            StmtKind::Where { arms, otherwise, .. } => self.masked(unit, arms, otherwise.as_ref(), None)?,
            StmtKind::Forall { indices, mask, body, concurrent, .. } => {
                self.forall(unit, indices, mask.as_ref(), body, *concurrent)?
            }
            StmtKind::Allocate { objects, options } => self.allocate(objects, options)?,
            StmtKind::Deallocate { objects, options } => self.deallocate(objects, options)?,
            StmtKind::Nullify(objects) => {
                for e in objects {
                    let cell = self.handle(e)?;
                    self.write(&cell, &[Value::Null]);
                }
            }
            StmtKind::Scope { scope, body, name, .. } => {
                // Its variables are made anew each time, with the extents of the moment. What merely groups statements has none.
                let program = self.program;
                if *scope != unit.scope {
                    let frame = self.frame();
                    frame.vars.retain(|s, _| program.symbols[*s].scope != *scope || !program.is_made_anew(*s));
                }
                match self.block(unit, body)? {
                    Flow::Exit(Some(n)) if name.as_deref() == Some(&n) => {}
                    other => return Ok(other),
                }
            }
            // Output changes nothing; input cannot be had.
            StmtKind::Opaque { writes, text, .. } => {
                if !writes.is_empty() {
                    return Err(Trap::new(format!("`{text}` cannot be interpreted")));
                }
            }
            StmtKind::Error(text) => return Err(Trap::new(format!("`{text}` did not parse"))),
            StmtKind::Save { id, value } => {
                let view = self.place(value)?;
                let view = self.element_by_element(view)?;
                let values = self.read(&view);
                self.tape.push(Saved::Values(*id, values));
            }
            StmtKind::Restore { id, into } => {
                let view = self.place(into)?;
                let view = self.element_by_element(view)?;
                self.touch(&view, true)?;
                match self.pop() {
                    Some(Saved::Values(saved, values)) if saved == *id && values.len() == self.cells(&view).len() => {
                        self.write(&view, &values)
                    }
                    Some(Saved::Values(saved, values)) => {
                        return Err(Trap::new(format!(
                            "the tape holds {saved} ({} values) where {id} is restored",
                            values.len()
                        )));
                    }
                    Some(Saved::Control(saved, _)) => {
                        return Err(Trap::new(format!("the tape holds control {saved} where {id} is restored")));
                    }
                    None => return Err(Trap::new(format!("the tape is empty where {id} is restored"))),
                }
            }
            StmtKind::SaveControl { id, taken, .. } => self.tape.push(Saved::Control(*id, *taken)),
            StmtKind::RestoreControl { id, into, .. } => match self.pop() {
                Some(Saved::Control(saved, k)) if saved == *id => {
                    let view = self.place(into)?;
                    self.write(&view, &[Value::Int(i64::from(k))]);
                }
                Some(Saved::Control(saved, _) | Saved::Values(saved, _)) => {
                    return Err(Trap::new(format!("the tape holds {saved} where control {id} is restored")));
                }
                None => return Err(Trap::new(format!("the tape is empty where control {id} is restored"))),
            },
        }
        Ok(Flow::Normal)
    }

    /// What was saved last; a repetition keeps it in mind.
    fn pop(&mut self) -> Option<Saved> {
        let last = self.tape.pop()?;
        if let Some(read) = self.repetitions.last_mut() {
            read.push(last.clone());
        }
        Some(last)
    }

    /// The entries of the tape for what is read more than once (`runtime/adStack.c`); `None` when `name` is none of them.
    pub(super) fn repetition(&mut self, name: &str) -> Run<Option<Value>> {
        match name.to_ascii_lowercase().as_str() {
            "adstack_startrepeat" => self.repetitions.push(Vec::new()),
            "adstack_resetrepeat" => {
                let Some(read) = self.repetitions.last_mut() else {
                    return Err(Trap::new("ADSTACK_RESETREPEAT without ADSTACK_STARTREPEAT"));
                };
                self.tape.extend(read.drain(..).rev());
            }
            "adstack_endrepeat" if self.repetitions.pop().is_none() => {
                return Err(Trap::new("ADSTACK_ENDREPEAT without ADSTACK_STARTREPEAT"));
            }
            "adstack_endrepeat" => {}
            _ => return Ok(None),
        }
        Ok(Some(Value::Int(0)))
    }

    pub(super) fn burn(&mut self) -> Run<()> {
        self.fuel = self.fuel.checked_sub(1).ok_or_else(|| Trap::new("the run takes too long"))?;
        Ok(())
    }

    fn matches(&mut self, value: &Value, range: &CaseRange) -> Run<bool> {
        let within = |m: &mut Self, lo: Option<&Expr>, hi: Option<&Expr>| -> Run<bool> {
            let key = |v: &Value| match v {
                Value::Int(i) => Ok((*i, String::new())),
                Value::Bool(b) => Ok((i64::from(*b), String::new())),
                Value::Text(t) => Ok((0, t.trim_end().to_string())),
                _ => Err(Trap::new("a case value of this type cannot be compared")),
            };
            let v = key(value)?;
            if let Some(e) = lo
                && v < key(&m.scalar(e)?)?
            {
                return Ok(false);
            }
            if let Some(e) = hi
                && v > key(&m.scalar(e)?)?
            {
                return Ok(false);
            }
            Ok(true)
        };
        match range {
            CaseRange::Value(e) => within(self, Some(e), Some(e)),
            CaseRange::Range(lo, hi) => within(self, lo.as_ref(), hi.as_ref()),
        }
    }

    fn counted(&mut self, unit: &'p crate::unit::Unit, d: &'p Do) -> Run<Flow> {
        let (from, to) = (self.scalar(&d.from)?, self.scalar(&d.to)?);
        let step = match &d.step {
            Some(s) => self.scalar(s)?,
            None => Value::Int(1),
        };
        let counter = self.lookup(d.var)?;
        // A counter of an optional loop nest may be a real in old programs.
        let trips = match (&from, &to, &step) {
            (Value::Int(a), Value::Int(b), Value::Int(s)) => {
                if *s == 0 {
                    return Err(Trap::new("a loop with step zero"));
                }
                ((b - a + s) / s).max(0)
            }
            _ => {
                let (a, b, s) = (functions::real(&from)?, functions::real(&to)?, functions::real(&step)?);
                (((b - a + s) / s) as i64).max(0)
            }
        };
        let mut value = from;
        if d.parallel.is_some() {
            let mut values = Vec::new();
            let mut next = value.clone();
            for _ in 0..trips {
                values.push(next.clone());
                next = functions::binary(crate::expr::BinaryOp::Add, &next, &step)?;
            }
            if self.shared_turns(unit, d, &counter, &values)?.is_some() {
                self.store(&counter, Data::scalar(next))?;
                return Ok(Flow::Normal);
            }
        }
        for _ in 0..trips {
            self.burn()?;
            self.store(&counter, Data::scalar(value.clone()))?;
            let flow = self.block(unit, &d.body)?;
            if let Some(f) = after_turn(flow, &d.name) {
                return Ok(f);
            }
            value = functions::binary(crate::expr::BinaryOp::Add, &value, &step)?;
        }
        self.store(&counter, Data::scalar(value))?;
        Ok(Flow::Normal)
    }
}

/// What a loop does after its body: `None` to go on with the next turn.
fn after_turn(flow: Flow, name: &Option<String>) -> Option<Flow> {
    match flow {
        Flow::Normal | Flow::Cycle(None) => None,
        Flow::Exit(None) => Some(Flow::Normal),
        Flow::Cycle(Some(n)) if name.as_deref() == Some(&n) => None,
        Flow::Exit(Some(n)) if name.as_deref() == Some(&n) => Some(Flow::Normal),
        other => Some(other),
    }
}
