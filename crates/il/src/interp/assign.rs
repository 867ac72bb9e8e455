//! Assignments: of values, under a mask, to scattered elements, and of pointers.

use crate::expr::{Expr, ExprKind, Subscript};
use crate::symbol::SymbolId;
use crate::types::Type;
use crate::typing::type_of;

use super::eval::Data;
use super::memory::{DimView, Value, View};
use super::{Machine, Run, Trap};

impl<'p> Machine<'p> {
    /// The shape and the elements of a reference through a vector subscript; `None` for any other one.
    pub(super) fn scattered(&mut self, e: &Expr) -> Run<Option<(Vec<usize>, Vec<View>)>> {
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

    pub(super) fn assign(&mut self, lhs: &Expr, rhs: &Expr, mask: Option<&[bool]>) -> Run<()> {
        let data = self.eval(rhs)?;
        if self.numbers_only {
            // One value may be for all elements, of which there may be none.
            let goes =
                |k: usize, m: &[bool]| if data.shape.is_empty() { m.contains(&true) } else { m.get(k) == Some(&true) };
            let assigned = |(k, v)| mask.is_none_or(|m| goes(k, m)).then_some(v);
            if data.items.iter().enumerate().filter_map(assigned).any(is_no_number) {
                return Err(Trap::new("the value is not a number"));
            }
        }
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
        // A copy of what is not set is not set either, as in copies of structures: to compute with it is wrong.
        if mask.is_none() && rhs.is_reference() && data.items.contains(&Value::Undefined) {
            let cells = view.elements();
            let whole = data.broadcast(&view.shape())?;
            let set: Vec<bool> = whole.items.iter().map(|v| *v != Value::Undefined).collect();
            self.store_masked(&view, whole, Some(&set))?;
            let unset = cells.into_iter().zip(set).filter(|(_, set)| !set);
            unset.for_each(|(cell, _)| self.objects[view.object][cell] = Value::Undefined);
            return Ok(());
        }
        if let Type::Array { .. } = view.element {
            return self.initialise_array(&view, data);
        }
        let tags = if self.program.returns_polymorphic(rhs) { Vec::new() } else { self.tags(lhs, &view)? };
        self.store_masked(&view, data, mask)?;
        for (cell, tag) in tags {
            self.objects[view.object][cell] = tag;
        }
        self.own_parts(&mut view)
    }

    /// The dynamic types of the objects of a view: assignment of components does not change them.
    pub(super) fn tags(&mut self, lhs: &Expr, view: &View) -> Run<Vec<(usize, Value)>> {
        let Type::Record(r) = type_of(self.program, lhs).element().clone() else { return Ok(Vec::new()) };
        let Some(tag) = self.program.tag(r) else { return Ok(Vec::new()) };
        let at = self.field_offset(r, tag)?;
        Ok(view.elements().into_iter().map(|e| (e + at, self.objects[view.object][e + at].clone())).collect())
    }

    /// What a procedure pointer holds: the name of a procedure, which its copies have too.
    pub(super) fn procedure_value(&mut self, e: &Expr) -> Option<Value> {
        match &e.bare().kind {
            ExprKind::Var(s) if self.program.procedure(*s).is_some() => {
                let unit = self.program.callee(self.passed_procedure(*s))?;
                Some(Value::Text(self.program.units[unit].name.to_ascii_lowercase()))
            }
            ExprKind::Var(_) | ExprKind::Field { .. } if type_of(self.program, e) == Type::Procedure => {
                self.referred(e.bare()).ok().cloned()
            }
            _ => None,
        }
    }

    /// The procedure that a procedure pointer leads to: the one that its name means here, or else the last of that name.
    pub(super) fn pointed_procedure(&mut self, e: &Expr) -> Option<SymbolId> {
        let Value::Text(name) = self.procedure_value(e)? else { return None };
        let p = self.program;
        let here = self.frames.last().and_then(|f| p.lookup(p.units[f.unit].scope, &name));
        let is_it = |s: &SymbolId| p.callee(*s).is_some_and(|u| !p.units[u].is_interface);
        let named = |(_, u): &(crate::UnitId, &crate::Unit)| {
            u.is_procedure() && !u.is_interface && u.name.eq_ignore_ascii_case(&name)
        };
        here.filter(is_it).or_else(|| p.units.iter().rfind(named).and_then(|(_, u)| u.symbol))
    }

    pub(super) fn pointer_assign(&mut self, lhs: &Expr, rhs: &Expr) -> Run<()> {
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
        } else if let ExprKind::Call { callee, args } = &rhs.kind {
            match (self.call_symbol(*callee, args)?, &lhs.kind) {
                (Some(Value::Ref(v)), ExprKind::Index { subs, .. }) => Value::Ref(self.with_bounds(v, subs)?),
                (found, _) => found.unwrap_or(Value::Null),
            }
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
    pub(super) fn with_bounds(&mut self, mut view: View, subs: &[Subscript]) -> Run<View> {
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
}

fn is_no_number(v: &Value) -> bool {
    match v {
        Value::Real(x) => x.is_nan(),
        Value::Complex(a, b) => a.is_nan() || b.is_nan(),
        _ => false,
    }
}
