//! Calls: the frame of an activation, its arguments by reference, by value or through a copy, and elemental procedures element by element.

use std::collections::HashMap;

use crate::expr::{Arg, Expr, ExprKind, Subscript};
use crate::intrinsics::Intrinsic;
use crate::symbol::{ProcedureClass, Storage, SymbolId};
use crate::types::{Type, Upper};
use crate::typing::type_of;
use crate::unit::UnitId;

use super::eval::Data;
use super::exec::Flow;
use super::memory::{Value, View, contiguous};
use super::{Frame, Machine, Run, Trap};

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
        if self.gives_place(callee) {
            let Value::Ref(view) = value else { return Err(Trap::new("a function gives no target")) };
            return if view.dims.is_empty() { self.content(&view).map(Data::scalar) } else { self.values_of(view) };
        }
        Ok(match value {
            Value::Ref(view)
                if !view.dims.is_empty() && !matches!(self.program.symbol_type(callee), Some(Type::Pointer { .. })) =>
            {
                self.values_of(view)?
            }
            v => Data::scalar(v),
        })
    }

    /// Whether what a function gives is a place: its result is a POINTER, or an allocatable scalar.
    pub(super) fn gives_place(&self, callee: SymbolId) -> bool {
        let result = self.program.callee(self.passed_procedure(callee)).and_then(|u| self.program.units[u].result());
        let place = |v: &crate::Variable| v.pointer || v.allocatable && v.ty.rank() == 0;
        !self.in_c() && result.and_then(|r| self.program.variable(r)).is_some_and(place)
    }

    /// The value in a scalar place.
    fn content(&self, view: &View) -> Run<Value> {
        let values = self.read(view);
        match values.as_slice() {
            [Value::Undefined] => Err(Trap::new("the value of a function is not set")),
            [v] if !matches!(view.element, Type::Record(_)) => Ok(v.clone()),
            _ => Ok(Value::Record(values)),
        }
    }

    /// An internal procedure is called where its host is active; a copy of the host has a procedure of that name too.
    pub(super) fn visible(&self, unit: UnitId) -> UnitId {
        let u = &self.program.units[unit];
        let Some(host) = self.program.host_procedure(unit) else { return unit };
        if self.frames.iter().any(|f| f.unit == host) {
            return unit;
        }
        let of_name = |c: &&UnitId| self.program.units[**c].name.eq_ignore_ascii_case(&u.name);
        let active = self.frames.iter().rev().find_map(|f| self.program.units[f.unit].children.iter().find(of_name));
        active.copied().unwrap_or(unit)
    }

    /// A call by the name of the procedure.
    pub(super) fn call_symbol(&mut self, callee: SymbolId, args: &[Arg]) -> Run<Option<Value>> {
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
        if let Some(done) = self.exchange(name, args)? {
            return Ok(Some(done));
        }
        let callee_unit = self.program.callee(target).map(|u| self.visible(u));
        let Some(unit) = callee_unit else {
            // An intrinsic that was passed for a dummy procedure.
            if let Some(f) = Intrinsic::from_fortran(name).filter(|_| self.program.symbols[target].is_intrinsic()) {
                return Ok(self.intrinsic(f, args)?.items.into_iter().next());
            }
            let mut known = self.memory_function(name, args)?;
            if known.is_none() {
                known = self.binomial(name, args)?;
            }
            if known.is_none() {
                known = self.repetition(name)?;
            }
            return known.map(Some).ok_or_else(|| Trap::new(format!("the source of `{name}` was not given")));
        };
        if self.in_c() && self.program.units[unit].stands_for_pointer() {
            return self.through_pointer(args);
        }
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
    pub(super) fn elements(&self, unit: UnitId, actuals: &[Actual]) -> Run<Option<Vec<usize>>> {
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
    pub(super) fn elementwise(
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

    /// The procedure that a name stands for: of a dummy, the one that was passed.
    pub(super) fn passed_procedure(&self, s: SymbolId) -> SymbolId {
        self.frames.iter().rev().find_map(|f| f.procedures.get(&s)).copied().unwrap_or(s)
    }

    /// C: whether a parameter that takes a function has got a null pointer.
    pub(super) fn is_null_function(&self, s: SymbolId) -> bool {
        let dummy = self.program.procedure(s).is_some_and(|f| matches!(f.class, ProcedureClass::Dummy(_)));
        self.in_c() && dummy && self.frames.last().is_some_and(|f| !f.procedures.contains_key(&s))
    }

    /// C: whether two symbols mean one function.
    pub(super) fn same_function(&self, f: SymbolId, g: SymbolId) -> bool {
        let unit = |s| crate::calls::definition(self.program, s);
        f == g || unit(f).is_some() && unit(f) == unit(g)
    }

    /// C: a call through a pointer.
    fn through_pointer(&mut self, args: &[Arg]) -> Run<Option<Value>> {
        let Some((pointer, args)) = args.split_first() else { return Err(Trap::new("a call through no pointer")) };
        let Value::Procedure(callee) = self.scalar(&pointer.value)? else {
            return Err(Trap::new("a null pointer is called"));
        };
        let name = &self.program.symbols[callee].name;
        match Intrinsic::from_c(name).filter(|_| self.program.callee(callee).is_none()) {
            Some(f) => Ok(self.intrinsic(f, args)?.items.into_iter().next()),
            None => self.call_symbol(callee, args),
        }
    }

    /// Whether a reference is to an allocatable or a pointer of Fortran.
    fn is_held_apart(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(s) => self.program.variable(*s).is_some_and(|v| v.allocatable || v.pointer),
            ExprKind::Field { record, field, .. } => {
                let f = &self.program.records[*record].fields[*field];
                f.allocatable || f.pointer
            }
            _ => false,
        }
    }

    /// Evaluates one actual argument for a dummy: by reference where there is a place of the right layout, through a copy otherwise.
    pub(super) fn actual(
        &mut self,
        e: &Expr,
        dummy: SymbolId,
        back: &mut Vec<(Vec<usize>, usize, View)>,
    ) -> Run<Actual> {
        let takes_procedure = self.program.procedure(dummy).is_some();
        if let ExprKind::Var(s) = e.kind {
            if self.program.procedure(s).is_some() && (takes_procedure || !self.in_c()) {
                if self.is_null_function(s) {
                    return Ok(Actual::Absent);
                }
                return Ok(Actual::Procedure(self.passed_procedure(s)));
            }
            if self.program.variable(s).is_some_and(|v| v.optional)
                && !self.frames.last().is_some_and(|f| f.vars.contains_key(&s))
            {
                return Ok(Actual::Absent);
            }
        }
        if takes_procedure && self.in_c() {
            return match self.scalar(e)? {
                Value::Procedure(s) => Ok(Actual::Procedure(s)),
                Value::Null | Value::Int(0) => Ok(Actual::Absent),
                _ => Err(Trap::new("a number is passed for a function")),
            };
        }
        let Some(d) = self.program.variable(dummy).cloned() else {
            if let Some(s) = self.pointed_procedure(e) {
                return Ok(Actual::Procedure(s));
            }
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
        // A target stands for a pointer that leads to it (F2018 15.5.2.7).
        if d.pointer && e.is_reference() && !self.is_held_apart(e) {
            let target = self.place(e)?;
            return Ok(Actual::Place(self.object(Type::Void, &[], vec![Value::Ref(target)])));
        }
        if d.allocatable || d.pointer {
            return Ok(Actual::Place(self.handle(e)?));
        }
        // What is not allocated is not passed (F2018 15.5.2.12).
        if d.optional && self.is_held_apart(e) {
            let cell = self.handle(e)?;
            if !matches!(self.objects[cell.object][cell.offset], Value::Ref(_)) {
                return Ok(Actual::Absent);
            }
        }
        // A reference to a function that gives a pointer is a variable (F2018 9.2).
        if let ExprKind::Call { callee, args } = &e.kind
            && self.gives_place(*callee)
        {
            return match self.call_symbol(*callee, args)? {
                Some(Value::Ref(view)) => Ok(Actual::Place(view)),
                _ => Err(Trap::new("a function gives no target")),
            };
        }
        if !e.is_reference() {
            // No address for an array of the callee, which is a pointer (C11 6.7.6.3).
            if self.in_c() && matches!(d.ty, Type::Array { .. }) && e.is_null_pointer() {
                return Ok(Actual::Absent);
            }
            let element = type_of(self.program, e).element().clone();
            let data = self.eval(e)?;
            return Ok(Actual::Place(self.temporary(element, data)));
        }
        // A vector subscript is passed as a copy and may not be changed.
        if let ExprKind::Index { subs, .. } = &e.kind {
            for s in subs {
                if let Subscript::At(i) = s
                    && type_of(self.program, i).rank() > 0
                {
                    let element = type_of(self.program, e).element().clone();
                    let data = self.eval(e)?;
                    return Ok(Actual::Place(self.temporary(element, data)));
                }
            }
        }
        let view = self.place(e)?;
        if self.in_c() && matches!(d.ty, Type::Array { .. }) && self.is_null_pointer(&view) {
            return Ok(Actual::Absent);
        }
        let explicit = matches!(&d.ty, Type::Array { dims, .. } if dims.iter().any(|x| x.upper != Upper::Deferred));
        if !explicit || view.dims.is_empty() {
            return Ok(Actual::Place(view));
        }
        let size = self.size(&view.element.clone())?;
        let extents: Vec<_> = view.dims.iter().map(|x| (1, x.extent)).collect();
        let mut strides = contiguous(&extents, size).into_iter().zip(&view.dims);
        if strides.all(|(a, b)| a.stride == b.stride || b.extent <= 1) {
            return Ok(Actual::Place(view));
        }
        let cells: Vec<usize> = self.cells(&view).into_iter().map(|c| c.1).collect();
        let values = self.read(&view);
        let object = view.object;
        let copy = self.temporary(view.element, Data { shape: extents.iter().map(|x| x.1).collect(), items: values });
        back.push((cells, object, copy.clone()));
        Ok(Actual::Place(copy))
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
        // Of a subroutine: which of the alternate returns it takes.
        let Some(result) = unit.result() else { return Ok(frame.result) };
        if let Some(v) = frame.result {
            return Ok(Some(v));
        }
        let Some(view) = frame.vars.get(&result) else {
            return Err(Trap::new(format!("the result of `{}` is not set", unit.name)).at(unit.span));
        };
        if !view.dims.is_empty() {
            return Ok(Some(Value::Ref(view.clone())));
        }
        let place = |v: &crate::Variable| unit.language == crate::Language::Fortran && (v.pointer || v.allocatable);
        let unset = || Trap::new(format!("the result of `{}` is not set", unit.name)).at(unit.span);
        if program.variable(result).is_some_and(place) {
            // What it leads to.
            return match &self.objects[view.object][view.offset] {
                Value::Undefined => Err(unset()),
                v => Ok(Some(v.clone())),
            };
        }
        self.content(view).map(Some).map_err(|_| unset())
    }

    /// The local arrays of a Fortran procedure whose bounds are made of variables.
    fn automatic(&mut self, id: UnitId) -> Vec<SymbolId> {
        let program = self.program;
        let unit = &program.units[id];
        let varies = |v: &crate::Variable| match &v.ty {
            Type::Array { dims, .. } => {
                let last = |d: &crate::Dim| if let Upper::At(e) = &d.upper { Some(e.clone()) } else { None };
                let all: Option<Vec<crate::Expr>> = dims.iter().map(last).collect();
                all.is_some_and(|all| all.iter().any(|e| crate::fold::integer(program, e).is_none()))
            }
            _ => false,
        };
        let is_automatic =
            |v: &crate::Variable| v.storage == Storage::Local && !v.saved && !v.allocatable && !v.pointer && varies(v);
        let found = self.automatic.entry(id).or_insert_with(|| {
            let own = program.symbols_of(unit.scope).iter().copied();
            let fortran = unit.language == crate::Language::Fortran;
            own.filter(|s| fortran && program.variable(*s).is_some_and(is_automatic)).collect()
        });
        found.clone()
    }

    /// A place that holds no address.
    fn null_pointer(&mut self, elem: &Type) -> View {
        self.objects.push(vec![Value::Null]);
        let element = Type::Pointer { to: Box::new(elem.clone()), to_const: false, restrict: false };
        View { object: self.objects.len() - 1, offset: 0, dims: Vec::new(), element }
    }

    fn is_null_pointer(&self, view: &View) -> bool {
        let value = self.objects[view.object].get(view.offset);
        matches!(view.element, Type::Pointer { .. }) && matches!(value, Some(Value::Null))
    }

    pub(super) fn run_unit(&mut self, id: UnitId, actuals: Vec<Actual>, _callee: Option<SymbolId>) -> Run<()> {
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
                // An array is a pointer there, and leads nowhere.
                Actual::Absent if unit.language == crate::Language::C => {
                    if let Some(Type::Array { elem, .. }) = program.symbol_type(p) {
                        let none = self.null_pointer(elem);
                        self.frame().vars.insert(p, none);
                    }
                }
                Actual::Absent => {}
            }
        }
        for (p, v) in bound {
            self.bind_array(p, v)?;
        }
        self.undefine_outputs(id)?;
        // Locals that EQUIVALENCE ties together, anchored at the first that has storage: what begins first comes first.
        let mut groups: Vec<Vec<SymbolId>> = Vec::new();
        for group in unit.equivalences() {
            let mut members = Vec::new();
            for e in group {
                let Some(s) = e.root() else { continue };
                members.push((self.named_cell(s, e)?.2, s));
            }
            members.sort_by_key(|(own, _)| std::cmp::Reverse(*own));
            groups.push(members.into_iter().map(|m| m.1).collect());
        }
        let kept = |s: &SymbolId| program.variable(*s).is_some_and(|v| v.saved);
        for _ in 0..groups.len() {
            for group in &groups {
                for &s in group {
                    if self.frame().vars.contains_key(&s)
                        || program.variable(s).is_some_and(|v| v.storage == Storage::Common)
                    {
                        continue;
                    }
                    if let Some(view) = self.statics.get(&s).filter(|_| kept(&s)) {
                        let view = view.clone();
                        self.frame().vars.insert(s, view);
                    } else if let Some(view) = self.equivalenced(id, s)? {
                        self.frame().vars.insert(s, view.clone());
                        if kept(&s) {
                            self.statics.insert(s, view.clone());
                            self.initialise(s, &view)?;
                        }
                    } else if group.iter().all(|m| program.variable(*m).is_some_and(|v| v.storage != Storage::Common))
                        && group[0] == s
                    {
                        self.lookup(s)?;
                    }
                }
            }
        }
        // Automatic arrays have the extents of this moment, whatever their variables become (F2018 8.5.8.2). All others are made where they are mentioned.
        for s in self.automatic(id) {
            if !self.frame().vars.contains_key(&s) {
                self.lookup(s)?;
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

    pub(super) fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("inside an activation")
    }

    pub(super) fn bind_scalar(&mut self, dummy: SymbolId, view: View) -> Run<()> {
        let ty = self.program.symbol_type(dummy).cloned().unwrap_or(Type::Void);
        let view = View { dims: Vec::new(), element: ty, ..view };
        self.frame().vars.insert(dummy, view);
        Ok(())
    }

    /// An array type whose bounds are the values that they have at this moment.
    fn with_bounds_of_now(&mut self, ty: &Type) -> Run<Type> {
        let Type::Array { elem, dims } = ty else { return Ok(ty.clone()) };
        let mut dims = dims.clone();
        for d in &mut dims {
            if let Upper::At(e) = &mut d.upper {
                *e = crate::Expr::int(self.int(e)?);
            }
        }
        Ok(Type::Array { elem: Box::new(self.with_bounds_of_now(elem)?), dims })
    }

    /// Binds an array dummy: assumed shape takes the actual's shape, explicit shape and assumed size take its storage.
    pub(super) fn bind_array(&mut self, dummy: SymbolId, view: View) -> Run<()> {
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
                // An array of pointers is no pointer.
                Some(Value::Ref(v)) if !matches!(view.element, Type::Array { .. }) => v.clone(),
                _ => view,
            };
            let target = View { dims: Vec::new(), element: self.with_bounds_of_now(&variable.ty)?, ..target };
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
}
