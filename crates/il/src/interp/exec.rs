//! Execution of statements, calls and the tape.

use std::collections::HashMap;

use crate::expr::{Arg, Expr, ExprKind, Subscript};
use crate::stmt::{Arm, Block, CaseRange, Do, ForallIndex, StmtId, StmtKind};
use crate::symbol::{Storage, SymbolId, SymbolKind};
use crate::types::{Type, Upper};
use crate::typing::type_of;
use crate::unit::{UnitId, UnitKind};

use super::eval::Data;
use super::memory::{DimView, Value, View, contiguous};
use super::{Frame, Machine, Run, Saved, Trap, functions};

/// What a block ended with.
enum Flow {
    Normal,
    Exit(Option<String>),
    Cycle(Option<String>),
    Goto(String),
    Return,
}

/// An actual argument, evaluated.
pub(super) enum Actual {
    Place(View),
    Procedure(SymbolId),
    Absent,
}

impl<'p> Machine<'p> {
    /// A call in an expression.
    pub(super) fn function(&mut self, callee: SymbolId, args: &[Arg]) -> Run<Data> {
        let value = self.call_symbol(callee, args)?.ok_or_else(|| Trap::new("a subroutine is called as a function"))?;
        Ok(match value {
            Value::Ref(view)
                if !view.dims.is_empty() && !matches!(self.program.symbol_type(callee), Some(Type::Pointer { .. })) =>
            {
                Data { shape: view.shape(), items: self.read(&view) }
            }
            v => Data::scalar(v),
        })
    }

    /// An internal procedure is called where its host is active; a copy of the host has a procedure of that name too.
    fn visible(&self, unit: UnitId) -> UnitId {
        let u = &self.program.units[unit];
        let Some(host) = u.parent.filter(|h| self.program.units[*h].is_procedure()) else { return unit };
        if self.frames.iter().any(|f| f.unit == host) {
            return unit;
        }
        let of_name = |c: &&UnitId| self.program.units[**c].name.eq_ignore_ascii_case(&u.name);
        let active = self.frames.iter().rev().find_map(|f| self.program.units[f.unit].children.iter().find(of_name));
        active.copied().unwrap_or(unit)
    }

    /// A call by the name of the procedure.
    fn call_symbol(&mut self, callee: SymbolId, args: &[Arg]) -> Run<Option<Value>> {
        let mut target = callee;
        let mut at = self.frames.len().checked_sub(1);
        while let Some(i) = at {
            if let Some(p) = self.frames[i].procedures.get(&target) {
                target = *p;
                break;
            }
            at = self.frames[i].host;
        }
        let name = &self.program.symbols[target].name;
        let callee_unit = self.program.callee(target).map(|u| self.visible(u));
        let Some(unit) = callee_unit else {
            let known = match self.memory_function(name, args)? {
                Some(value) => Some(value),
                None => self.binomial(name, args)?,
            };
            return match known {
                Some(value) => Ok(Some(value)),
                None => Err(Trap::new(format!("the source of `{name}` was not given"))),
            };
        };
        let params = &self.program.units[unit].params;
        let mut actuals: Vec<Actual> = params.iter().map(|_| Actual::Absent).collect();
        let mut back = Vec::new();
        for (i, a) in args.iter().enumerate() {
            let i = match &a.keyword {
                Some(k) => params
                    .iter()
                    .position(|p| self.program.symbols[*p].name.eq_ignore_ascii_case(k))
                    .ok_or_else(|| Trap::new(format!("`{name}` has no argument `{k}`")))?,
                None => i,
            };
            let Some(&dummy) = params.get(i) else {
                return Err(Trap::new(format!("`{name}` is called with too many arguments")));
            };
            actuals[i] = self.actual(&a.value, dummy, &mut back)?;
        }
        let value = match self.elements(unit, &actuals)? {
            Some(shape) => self.elementwise(unit, callee, &actuals, shape)?,
            None => self.activate(unit, actuals, Some(callee))?,
        };
        for (cells, view, copy) in back {
            let values = self.read(&copy);
            for (c, v) in cells.into_iter().zip(values) {
                self.objects[view][c] = v;
            }
        }
        Ok(value)
    }

    /// The shape over which an elemental procedure is called; `None` when all its arguments are scalars, or it is not elemental.
    fn elements(&self, unit: UnitId, actuals: &[Actual]) -> Run<Option<Vec<usize>>> {
        if !self.program.units[unit].has_prefix(&crate::unit::Prefix::Elemental) {
            return Ok(None);
        }
        let mut shape: Option<Vec<usize>> = None;
        for a in actuals {
            let Actual::Place(view) = a else { continue };
            if view.dims.is_empty() {
                continue;
            }
            match &shape {
                None => shape = Some(view.shape()),
                Some(s) if *s == view.shape() => {}
                Some(s) => {
                    return Err(Trap::new(format!("shapes differ in an elemental call: {s:?} and {:?}", view.shape())));
                }
            }
        }
        Ok(shape)
    }

    /// Calls an elemental procedure once for each element (F2018 15.8.3).
    fn elementwise(
        &mut self,
        unit: UnitId,
        callee: SymbolId,
        actuals: &[Actual],
        shape: Vec<usize>,
    ) -> Run<Option<Value>> {
        let count: usize = shape.iter().product();
        let mut items = Vec::new();
        for k in 0..count {
            let one = actuals
                .iter()
                .map(|a| match a {
                    Actual::Place(view) => Actual::Place(View {
                        offset: view.elements()[if view.dims.is_empty() { 0 } else { k }],
                        dims: Vec::new(),
                        ..view.clone()
                    }),
                    Actual::Procedure(s) => Actual::Procedure(*s),
                    Actual::Absent => Actual::Absent,
                })
                .collect();
            items.extend(self.activate(unit, one, Some(callee))?);
        }
        let Some(result) = self.program.units[unit].result() else { return Ok(None) };
        let element = self.program.symbol_type(result).cloned().unwrap_or(Type::Void);
        Ok(Some(Value::Ref(self.temporary(element, Data { shape, items }))))
    }

    /// Evaluates one actual argument for a dummy: by reference where there is a place of the right layout, through a copy otherwise.
    fn actual(&mut self, e: &Expr, dummy: SymbolId, back: &mut Vec<(Vec<usize>, usize, View)>) -> Run<Actual> {
        if let ExprKind::Var(s) = e.kind {
            if matches!(self.program.symbols[s].kind, SymbolKind::Procedure(_)) {
                let mut target = s;
                for f in self.frames.iter().rev() {
                    if let Some(p) = f.procedures.get(&target) {
                        target = *p;
                        break;
                    }
                }
                return Ok(Actual::Procedure(target));
            }
            if self.program.variable(s).is_some_and(|v| v.optional)
                && !self.frames.last().is_some_and(|f| f.vars.contains_key(&s))
            {
                return Ok(Actual::Absent);
            }
        }
        let Some(d) = self.program.variable(dummy).cloned() else {
            return Err(Trap::new("a procedure is passed as a variable"));
        };
        if d.by_value {
            let data = self.eval(e)?;
            let element = d.ty.clone();
            self.objects.push(vec![Value::Undefined]);
            let view = View { object: self.objects.len() - 1, offset: 0, dims: Vec::new(), element };
            if matches!(data.items[0], Value::Record(_)) {
                let data_view = self.temporary(d.ty.clone(), data);
                return Ok(Actual::Place(data_view));
            }
            self.store(&view, data)?;
            return Ok(Actual::Place(view));
        }
        if d.allocatable || d.pointer {
            return Ok(Actual::Place(self.handle(e)?));
        }
        if !e.is_reference() {
            let element = type_of(self.program, e).element().clone();
            let data = self.eval(e)?;
            return Ok(Actual::Place(self.temporary(element, data)));
        }
        // A vector subscript is passed as a copy and may not be changed.
        if let ExprKind::Index { subs, .. } = &e.kind {
            for s in subs {
                if let Subscript::At(i) = s {
                    if type_of(self.program, i).rank() > 0 {
                        let element = type_of(self.program, e).element().clone();
                        let data = self.eval(e)?;
                        return Ok(Actual::Place(self.temporary(element, data)));
                    }
                }
            }
        }
        let view = self.place(e)?;
        let explicit = matches!(&d.ty, Type::Array { dims, .. } if dims.iter().any(|x| x.upper != Upper::Deferred));
        let size = self.size(&view.element.clone())?;
        let extents: Vec<_> = view.dims.iter().map(|x| (1, x.extent)).collect();
        let is_contiguous =
            contiguous(&extents, size).iter().zip(&view.dims).all(|(a, b)| a.stride == b.stride || b.extent <= 1);
        if explicit && !view.dims.is_empty() && !is_contiguous {
            let cells: Vec<usize> = self.cells(&view).into_iter().map(|c| c.1).collect();
            let values = self.read(&view);
            let object = view.object;
            let copy =
                self.temporary(view.element, Data { shape: extents.iter().map(|x| x.1).collect(), items: values });
            back.push((cells, object, copy.clone()));
            return Ok(Actual::Place(copy));
        }
        Ok(Actual::Place(view))
    }

    /// Runs a unit.
    pub(super) fn activate(
        &mut self,
        id: UnitId,
        actuals: Vec<Actual>,
        callee: Option<SymbolId>,
    ) -> Run<Option<Value>> {
        let program: &'p crate::program::Program = self.program;
        let unit = &program.units[id];
        if unit.has_errors {
            return Err(Trap::new(format!("`{}` has errors", unit.name)).at(unit.span));
        }
        if self.frames.len() > 200 {
            return Err(Trap::new("calls are nested too deeply"));
        }
        // The host of an internal procedure is its latest activation.
        let host = unit
            .parent
            .filter(|p| program.units[*p].is_procedure())
            .and_then(|p| self.frames.iter().rposition(|f| f.unit == p));
        self.frames.push(Frame { unit: id, vars: HashMap::new(), procedures: HashMap::new(), host, result: None });
        let outcome = self.run_unit(id, actuals, callee);
        let frame = self.frames.pop().expect("pushed above");
        outcome?;
        let Some(result) = unit.result() else { return Ok(None) };
        if let Some(v) = frame.result {
            return Ok(Some(v));
        }
        let Some(view) = frame.vars.get(&result) else {
            return Err(Trap::new(format!("the result of `{}` is not set", unit.name)).at(unit.span));
        };
        if !view.dims.is_empty() {
            return Ok(Some(Value::Ref(view.clone())));
        }
        let values = self.read(view);
        match values.as_slice() {
            [Value::Undefined] => Err(Trap::new(format!("the result of `{}` is not set", unit.name)).at(unit.span)),
            [v] if !matches!(view.element, Type::Record(_)) => Ok(Some(v.clone())),
            _ => Ok(Some(Value::Record(values))),
        }
    }

    fn run_unit(&mut self, id: UnitId, actuals: Vec<Actual>, _callee: Option<SymbolId>) -> Run<()> {
        let program: &'p crate::program::Program = self.program;
        let unit = &program.units[id];
        let mut bound = Vec::new();
        // Scalars first: array bounds depend on them.
        for (&p, a) in unit.params.iter().zip(actuals) {
            match a {
                Actual::Procedure(s) => {
                    self.frame().procedures.insert(p, s);
                }
                Actual::Place(v) => {
                    if program.symbol_type(p).is_some_and(|t| t.rank() == 0) {
                        self.bind_scalar(p, v)?;
                    } else {
                        bound.push((p, v));
                    }
                }
                Actual::Absent => {}
            }
        }
        for (p, v) in bound {
            self.bind_array(p, v)?;
        }
        self.undefine_outputs(id)?;
        // Locals that EQUIVALENCE ties together, anchored at the first that has storage.
        let groups: Vec<Vec<SymbolId>> =
            unit.equivalences().map(|g| g.iter().filter_map(Expr::root).collect()).collect();
        for _ in 0..groups.len() {
            for group in &groups {
                for &s in group {
                    if self.frame().vars.contains_key(&s)
                        || program.variable(s).is_some_and(|v| v.storage == Storage::Common)
                    {
                        continue;
                    }
                    if let Some(view) = self.equivalenced(id, s)? {
                        self.frame().vars.insert(s, view);
                    } else if group.iter().all(|m| program.variable(*m).is_some_and(|v| v.storage != Storage::Common))
                        && group[0] == s
                    {
                        self.lookup(s)?;
                    }
                }
            }
        }
        match self.block(unit, &unit.body)? {
            Flow::Normal | Flow::Return => Ok(()),
            Flow::Goto(label) => {
                Err(Trap::new(format!("the interpreter cannot follow the jump to {label}")).at(unit.span))
            }
            Flow::Exit(_) | Flow::Cycle(_) => Err(Trap::new("EXIT or CYCLE outside a loop").at(unit.span)),
        }
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("inside an activation")
    }

    fn bind_scalar(&mut self, dummy: SymbolId, view: View) -> Run<()> {
        let ty = self.program.symbol_type(dummy).cloned().unwrap_or(Type::Void);
        let view = View { dims: Vec::new(), element: ty, ..view };
        self.frame().vars.insert(dummy, view);
        Ok(())
    }

    /// Binds an array dummy: assumed shape takes the actual's shape, explicit shape and assumed size take its storage.
    fn bind_array(&mut self, dummy: SymbolId, view: View) -> Run<()> {
        let program = self.program;
        let variable = program.variable(dummy).cloned().ok_or_else(|| Trap::new("not a variable"))?;
        if variable.allocatable || variable.pointer {
            self.frame().vars.insert(dummy, view);
            return Ok(());
        }
        let Type::Array { elem, dims } = &variable.ty else { return Err(Trap::new("not an array")) };
        if self.in_c() {
            // A C array parameter is another name for what the pointer leads to.
            let target = match self.objects[view.object].get(view.offset) {
                Some(Value::Ref(v)) => v.clone(),
                _ => view,
            };
            let target = View { dims: Vec::new(), element: variable.ty.clone(), ..target };
            self.frame().vars.insert(dummy, target);
            return Ok(());
        }
        let bound = if dims.iter().all(|d| d.upper == Upper::Deferred) {
            let mut v = view;
            for (d, dim) in v.dims.iter_mut().zip(dims) {
                d.lower = match &dim.lower {
                    Some(e) => self.int(e)?,
                    None => 1,
                };
            }
            v
        } else {
            let size = self.size(elem)?;
            let room = self.objects[view.object].len().saturating_sub(view.offset) / size.max(1);
            let mut extents = Vec::new();
            for d in dims {
                let lower = d.lower.as_ref().map_or(Ok(1), |e| self.int(e))?;
                let extent = match &d.upper {
                    Upper::At(e) => (self.int(e)? - lower + 1).max(0) as usize,
                    Upper::Assumed | Upper::Deferred => {
                        let before: usize = extents.iter().map(|x: &(i64, usize)| x.1).product();
                        // The last column may be there in part.
                        room.div_ceil(before.max(1))
                    }
                };
                extents.push((lower, extent));
            }
            let total: usize = extents.iter().map(|x| x.1).product();
            let assumed = dims.last().is_some_and(|d| d.upper == Upper::Assumed);
            if total > room && !assumed {
                return Err(Trap::new(format!("`{}` is larger than its actual argument", program.symbols[dummy].name)));
            }
            View { dims: contiguous(&extents, size), ..view }
        };
        self.frame().vars.insert(dummy, bound);
        Ok(())
    }

    fn block(&mut self, unit: &'p crate::unit::Unit, block: &Block) -> Run<Flow> {
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

    fn stmt(&mut self, unit: &'p crate::unit::Unit, id: StmtId) -> Run<Flow> {
        self.fuel = self.fuel.checked_sub(1).ok_or_else(|| Trap::new("the run takes too long"))?;
        let stmt = &unit.stmts[id];
        self.stmt_kind(unit, &stmt.kind).map_err(|t| t.at(stmt.span))
    }

    fn stmt_kind(&mut self, unit: &'p crate::unit::Unit, kind: &'p StmtKind) -> Run<Flow> {
        match kind {
            StmtKind::Assign { lhs, rhs } => self.assign(lhs, rhs, None)?,
            StmtKind::PointerAssign { lhs, rhs } => self.pointer_assign(lhs, rhs)?,
            StmtKind::Call { callee, args, alternates } => {
                if let SymbolKind::Procedure(p) = &self.program.symbols[*callee].kind {
                    if p.class == crate::symbol::ProcedureClass::Intrinsic {
                        if let ([from, to], "move_alloc") = (&args[..], self.program.symbols[*callee].name.as_str()) {
                            let (from, to) = (self.handle(&from.value)?, self.handle(&to.value)?);
                            let what = self.read(&from);
                            self.write(&to, &what);
                            self.write(&from, &[Value::Null]);
                            return Ok(Flow::Normal);
                        }
                        return Err(Trap::new("an intrinsic subroutine cannot be interpreted"));
                    }
                }
                let value = self.call_symbol(*callee, args)?;
                if let (Some(Value::Int(k)), false) = (&value, alternates.is_empty()) {
                    if let Some(label) = usize::try_from(k - 1).ok().and_then(|k| alternates.get(k)) {
                        return Ok(Flow::Goto(label.clone()));
                    }
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
                    if let (Some(x), UnitKind::Function { result, .. }) = (v.clone(), &unit.kind) {
                        if let Some(Type::Scalar(s)) = self.program.symbol_type(*result) {
                            v = Some(super::memory::convert(x, s));
                        }
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
                // Its variables are made anew each time, with the extents of the moment.
                let program = self.program;
                let frame = self.frame();
                frame.vars.retain(|s, _| program.symbols[*s].scope != *scope || !program.is_made_anew(*s));
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
                match self.tape.pop() {
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
            StmtKind::RestoreControl { id, into, .. } => match self.tape.pop() {
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

    fn burn(&mut self) -> Run<()> {
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
            if let Some(e) = lo {
                if v < key(&m.scalar(e)?)? {
                    return Ok(false);
                }
            }
            if let Some(e) = hi {
                if v > key(&m.scalar(e)?)? {
                    return Ok(false);
                }
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

    /// The shape and the elements of a reference through a vector subscript; `None` for any other one.
    fn scattered(&mut self, e: &Expr) -> Run<Option<(Vec<usize>, Vec<View>)>> {
        match &e.kind {
            ExprKind::Index { base, subs }
                if subs.iter().any(|s| matches!(s, Subscript::At(e) if type_of(self.program, e).rank() > 0)) =>
            {
                let view = self.place(base)?;
                let (shape, cells) = self.selected(&view, subs)?;
                let one = |c| View { offset: c, dims: Vec::new(), ..view.clone() };
                Ok(Some((shape, cells.into_iter().map(one).collect())))
            }
            ExprKind::Field { base, .. } => {
                let Some((shape, views)) = self.scattered(base)? else { return Ok(None) };
                let parts = views.into_iter().map(|v| self.field_of(v, e)).collect::<Run<Vec<_>>>()?;
                if parts.iter().any(|v| !v.dims.is_empty()) {
                    return Err(Trap::new("a reference with two array parts"));
                }
                Ok(Some((shape, parts)))
            }
            _ => Ok(None),
        }
    }

    fn assign(&mut self, lhs: &Expr, rhs: &Expr, mask: Option<&[bool]>) -> Run<()> {
        let data = self.eval(rhs)?;
        // Through a vector subscript: element by element.
        if let Some((shape, places)) = self.scattered(lhs)? {
            let data = data.broadcast(&shape)?;
            for (i, (one, v)) in places.into_iter().zip(data.items).enumerate() {
                if mask.is_none_or(|m| m[i]) {
                    self.store(&one, Data::scalar(v))?;
                }
            }
            return Ok(());
        }
        if mask.is_none() && self.reallocates(lhs, &data)? {
            let cell = self.handle(lhs)?;
            let mut value = self.temporary(type_of(self.program, lhs).element().clone(), data);
            // A whole array gives its lower bounds too.
            if matches!(rhs.kind, ExprKind::Var(_) | ExprKind::Field { .. }) {
                let bounds = self.place(rhs)?;
                value.dims.iter_mut().zip(&bounds.dims).for_each(|(d, b)| d.lower = b.lower);
            }
            self.own_parts(&mut value)?;
            self.write(&cell, &[Value::Ref(value)]);
            return Ok(());
        }
        let mut view = self.place(lhs)?;
        if let Type::Array { .. } = view.element {
            return self.initialise_array(&view, data);
        }
        let tags = self.tags(lhs, &view)?;
        self.store_masked(&view, data, mask)?;
        for (cell, tag) in tags {
            self.objects[view.object][cell] = tag;
        }
        self.own_parts(&mut view)
    }

    /// The dynamic types of the objects of a view: assignment of components does not change them.
    fn tags(&mut self, lhs: &Expr, view: &View) -> Run<Vec<(usize, Value)>> {
        let Type::Record(r) = type_of(self.program, lhs).element().clone() else { return Ok(Vec::new()) };
        let Some(tag) = self.program.tag(r) else { return Ok(Vec::new()) };
        let at = self.field_offset(r, tag)?;
        Ok(view.elements().into_iter().map(|e| (e + at, self.objects[view.object][e + at].clone())).collect())
    }

    /// What a procedure pointer holds: the name of a procedure, which its copies have too.
    pub(super) fn procedure_value(&mut self, e: &Expr) -> Option<Value> {
        match &e.bare().kind {
            ExprKind::Var(s) if self.program.procedure(*s).is_some() => {
                let unit = self.program.callee(*s)?;
                Some(Value::Text(self.program.units[unit].name.to_ascii_lowercase()))
            }
            ExprKind::Var(_) | ExprKind::Field { .. } if type_of(self.program, e) == Type::Procedure => {
                self.referred(e.bare()).ok().cloned()
            }
            _ => None,
        }
    }

    fn pointer_assign(&mut self, lhs: &Expr, rhs: &Expr) -> Run<()> {
        let cell = match &lhs.kind {
            // p(0:) => x sets lower bounds.
            ExprKind::Index { base, .. } => self.handle(base)?,
            _ => self.handle(lhs)?,
        };
        let null = matches!(&rhs.kind, ExprKind::Intrinsic(f, _) if f.name() == "null");
        let target = if null {
            Value::Null
        } else if let Some(procedure) = self.procedure_value(rhs) {
            procedure
        } else {
            let component = match &rhs.kind {
                ExprKind::Field { record, field, .. } => self.program.records[*record].fields[*field].pointer,
                _ => false,
            };
            let dynamic_null =
                component || rhs.root().and_then(|s| self.program.variable(s)).is_some_and(|v| v.pointer);
            match self.place(rhs) {
                Ok(v) => Value::Ref(match &lhs.kind {
                    ExprKind::Index { subs, .. } => self.with_bounds(v, subs)?,
                    _ => v,
                }),
                Err(_) if dynamic_null => Value::Null,
                Err(t) => return Err(t),
            }
        };
        self.write(&cell, &[target]);
        Ok(())
    }

    /// `p(0:) => x` sets lower bounds, `p(1:n, 1:m) => x` sees its target in another shape.
    fn with_bounds(&mut self, mut view: View, subs: &[Subscript]) -> Run<View> {
        let mut dims: Vec<(i64, Option<i64>)> = Vec::new();
        for s in subs {
            let Subscript::Range { lo, hi, .. } = s else {
                return Err(Trap::new("a subscript in a pointer assignment"));
            };
            let mut bound = |e: &Option<Expr>| -> Run<Option<i64>> { e.as_ref().map(|e| self.int(e)).transpose() };
            dims.push((bound(lo)?.unwrap_or(1), bound(hi)?));
        }
        if dims.iter().all(|d| d.1.is_none()) {
            view.dims.iter_mut().zip(&dims).for_each(|(d, (lower, _))| d.lower = *lower);
            return Ok(view);
        }
        let step = view.dims.first().map_or(1, |d| d.stride);
        let extents: Vec<(i64, usize)> =
            dims.iter().map(|(lo, hi)| (*lo, usize::try_from(hi.unwrap_or(*lo) - lo + 1).unwrap_or(0))).collect();
        if extents.iter().map(|e| e.1).product::<usize>() > view.len() {
            return Err(Trap::new("a pointer is given more elements than its target has"));
        }
        let mut stride = step;
        view.dims = extents
            .iter()
            .map(|&(lower, extent)| {
                let d = DimView { lower, extent, stride };
                stride *= extent as isize;
                d
            })
            .collect();
        Ok(view)
    }

    /// WHERE: each arm takes what its mask selects of what is left.
    fn masked(
        &mut self,
        unit: &'p crate::unit::Unit,
        arms: &'p [Arm],
        otherwise: Option<&'p Block>,
        outer: Option<&[bool]>,
    ) -> Run<()> {
        let mut left: Option<Vec<bool>> = outer.map(<[bool]>::to_vec);
        for arm in arms {
            let mask = self.eval(&arm.test)?;
            let truth: Vec<bool> = mask
                .items
                .iter()
                .enumerate()
                .map(|(i, v)| if left.as_ref().is_some_and(|l| !l[i]) { Ok(false) } else { functions::truth(v) })
                .collect::<Run<_>>()?;
            let rest: Vec<bool> =
                truth.iter().enumerate().map(|(i, t)| left.as_ref().is_none_or(|l| l[i]) && !t).collect();
            self.masked_block(unit, &arm.body, &truth)?;
            left = Some(rest);
        }
        if let (Some(b), Some(mask)) = (otherwise, left) {
            self.masked_block(unit, b, &mask)?;
        }
        Ok(())
    }

    fn masked_block(&mut self, unit: &'p crate::unit::Unit, block: &'p Block, mask: &[bool]) -> Run<()> {
        for &id in block {
            let stmt = &unit.stmts[id];
            match &stmt.kind {
                StmtKind::Assign { lhs, rhs } => self.assign(lhs, rhs, Some(mask)).map_err(|t| t.at(stmt.span))?,
                StmtKind::Where { arms, otherwise, .. } => self.masked(unit, arms, otherwise.as_ref(), Some(mask))?,
                StmtKind::Nop => {}
                _ => return Err(Trap::new("only assignments may stand in WHERE").at(stmt.span)),
            }
        }
        Ok(())
    }

    /// FORALL: all right sides of a statement before any store. DO CONCURRENT: turn by turn.
    fn forall(
        &mut self,
        unit: &'p crate::unit::Unit,
        indices: &[ForallIndex],
        mask: Option<&Expr>,
        body: &'p Block,
        concurrent: bool,
    ) -> Run<()> {
        let mut turns: Vec<Vec<i64>> = vec![Vec::new()];
        for i in indices {
            let (a, b) = (self.int(&i.from)?, self.int(&i.to)?);
            let s = i.step.as_ref().map_or(Ok(1), |s| self.int(s))?;
            let n = if s == 0 { 0 } else { ((b - a + s) / s).max(0) };
            turns =
                turns.into_iter().flat_map(|t| (0..n).map(move |k| [t.clone(), vec![a + k * s]].concat())).collect();
        }
        let set = |m: &mut Self, turn: &[i64]| -> Run<()> {
            for (i, v) in indices.iter().zip(turn) {
                let view = m.lookup(i.var)?;
                m.write(&view, &[Value::Int(*v)]);
            }
            Ok(())
        };
        let mut chosen = Vec::new();
        for t in turns {
            set(self, &t)?;
            if mask.map_or(Ok(true), |e| self.truth(e))? {
                chosen.push(t);
            }
        }
        if concurrent {
            for t in &chosen {
                set(self, t)?;
                if !matches!(self.block(unit, body)?, Flow::Normal | Flow::Cycle(None)) {
                    return Err(Trap::new("DO CONCURRENT is left by a jump"));
                }
            }
            return Ok(());
        }
        for &id in body {
            let StmtKind::Assign { lhs, rhs } = &unit.stmts[id].kind else {
                return Err(Trap::new("only assignments can be interpreted in FORALL").at(unit.stmts[id].span));
            };
            let mut pending = Vec::new();
            for t in &chosen {
                set(self, t)?;
                pending.push((self.place(lhs)?, self.eval(rhs)?));
            }
            for (view, data) in pending {
                self.store(&view, data)?;
            }
        }
        Ok(())
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
