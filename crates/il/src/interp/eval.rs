//! Evaluation of expressions, and of references to places.

use crate::Program;
use crate::expr::{BinaryOp, Expr, ExprKind, Item, Subscript, UnaryOp};
use crate::symbol::SymbolKind;
use crate::types::{Dim, ScalarClass, Type, Upper};
use crate::typing::type_of;

use super::memory::{DimView, Value, View, convert};
use super::pointers::{CELL, retyped, shifted};
use super::{Machine, Run, Trap, functions};

/// A value: one item for a scalar (empty shape), otherwise in array element order.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Data {
    pub shape: Vec<usize>,
    pub items: Vec<Value>,
}

impl Data {
    pub fn scalar(v: Value) -> Self {
        Data { shape: Vec::new(), items: vec![v] }
    }

    /// A scalar repeated over a shape; arrays must have it already.
    pub fn broadcast(self, shape: &[usize]) -> Run<Data> {
        if self.shape.is_empty() {
            let n = shape.iter().product();
            return Ok(Data { shape: shape.to_vec(), items: vec![self.items[0].clone(); n] });
        }
        if self.shape != shape {
            return Err(Trap::new(format!("shapes differ: {:?} and {:?}", self.shape, shape)));
        }
        Ok(self)
    }

    /// `f` on every element; undefined elements of arrays stay undefined (a mask may hide them).
    pub fn map(self, f: &dyn Fn(Value) -> Run<Value>) -> Run<Data> {
        let array = !self.shape.is_empty();
        let items = self
            .items
            .into_iter()
            .map(|v| if array && v == Value::Undefined { Ok(v) } else { f(v) })
            .collect::<Run<Vec<_>>>()?;
        Ok(Data { shape: self.shape, items })
    }

    /// `f` on the elements of several values, scalars spread.
    pub fn zip(all: Vec<Data>, f: &dyn Fn(&[Value]) -> Run<Value>) -> Run<Data> {
        let shape = all.iter().find(|d| !d.shape.is_empty()).map_or(Vec::new(), |d| d.shape.clone());
        if shape.is_empty() {
            let values: Vec<Value> = all.into_iter().map(|d| d.items.into_iter().next().expect("a scalar")).collect();
            return Ok(Data::scalar(f(&values)?));
        }
        let all = all.into_iter().map(|d| d.broadcast(&shape)).collect::<Run<Vec<_>>>()?;
        let n = shape.iter().product();
        let mut items = Vec::with_capacity(n);
        for i in 0..n {
            let values: Vec<Value> = all.iter().map(|d| d.items[i].clone()).collect();
            items.push(if values.contains(&Value::Undefined) { Value::Undefined } else { f(&values)? });
        }
        Ok(Data { shape, items })
    }
}

impl Machine<'_> {
    /// An integer value.
    pub(super) fn int(&mut self, e: &Expr) -> Run<i64> {
        match self.scalar(e)? {
            Value::Int(i) => Ok(i),
            Value::Real(x) => Ok(x as i64),
            Value::Bool(b) => Ok(i64::from(b)),
            other => Err(Trap::new(format!("an integer is needed, not {other:?}")).at(e.span)),
        }
    }

    /// A truth value.
    pub(super) fn truth(&mut self, e: &Expr) -> Run<bool> {
        match self.scalar(e)? {
            Value::Bool(b) => Ok(b),
            Value::Int(i) => Ok(i != 0),
            Value::Real(x) => Ok(x != 0.0),
            Value::Ref(_) | Value::Procedure(_) => Ok(true),
            Value::Null => Ok(false),
            other => Err(Trap::new(format!("a truth value is needed, not {other:?}")).at(e.span)),
        }
    }

    /// A scalar value, defined.
    pub(super) fn scalar(&mut self, e: &Expr) -> Run<Value> {
        let data = self.eval(e)?;
        if !data.shape.is_empty() {
            return Err(Trap::new("a scalar is needed, not an array").at(e.span));
        }
        match data.items.into_iter().next() {
            Some(Value::Undefined) | None => {
                Err(Trap::new(format!("an undefined value is used{}", self.describe(e))).at(e.span))
            }
            Some(v) => Ok(v),
        }
    }

    fn describe(&self, e: &Expr) -> String {
        e.root().map_or(String::new(), |s| format!(" (`{}`)", self.program.symbols[s].name))
    }

    /// The value of an expression.
    pub(super) fn eval(&mut self, e: &Expr) -> Run<Data> {
        self.eval_inner(e).map_err(|t| t.at(e.span))
    }

    fn eval_inner(&mut self, e: &Expr) -> Run<Data> {
        Ok(match &e.kind {
            ExprKind::Integer { value, .. } => Data::scalar(Value::Int(*value)),
            ExprKind::Real { value, ty, .. } => Data::scalar(convert(Value::Real(*value), ty)),
            ExprKind::Logical(b) => Data::scalar(Value::Bool(*b)),
            ExprKind::Text(t, _) => Data::scalar(Value::Text(t.clone())),
            ExprKind::ComplexParts(a, b) => {
                let parts = [self.scalar(a)?, self.scalar(b)?];
                Data::scalar(Value::Complex(functions::real(&parts[0])?, functions::real(&parts[1])?))
            }
            ExprKind::Var(s) if self.is_null_function(*s) => Data::scalar(Value::Null),
            ExprKind::Var(s) if self.in_c() && self.program.procedure(*s).is_some() => {
                Data::scalar(Value::Procedure(self.passed_procedure(*s)))
            }
            ExprKind::Var(s) if matches!(self.program.symbols[*s].kind, SymbolKind::Procedure(_)) => {
                return Err(Trap::new(format!("`{}` is used as a value", self.program.symbols[*s].name)));
            }
            ExprKind::Var(_) | ExprKind::Index { .. } | ExprKind::Field { .. } | ExprKind::Deref(_) => self.load(e)?,
            ExprKind::Substring { base, lo, hi } => {
                let lo = lo.as_ref().map_or(Ok(1), |e| self.int(e))?.max(1) as usize;
                let hi = hi.as_ref().map(|e| self.int(e)).transpose()?;
                self.eval(base)?.map(&|v| {
                    let Value::Text(t) = v else { return Err(Trap::new("a substring of a non-character")) };
                    let hi = hi.unwrap_or(t.len() as i64).max(0) as usize;
                    Ok(Value::Text(t.get(lo - 1..hi.max(lo - 1)).unwrap_or_default().to_string()))
                })?
            }
            // `&p[n]` is `p + n`: what lies behind the last element has an address (C11 6.5.3.2).
            ExprKind::Address(x) if self.in_c() && is_element_of_pointer(self.program, x) => {
                let ExprKind::Index { base, subs } = &x.kind else { unreachable!("an element") };
                let [Subscript::At(i)] = subs.as_slice() else { unreachable!("an element") };
                let (base, i) = (self.scalar(base)?, Value::Int(self.int(i)?));
                match self.on_pointers(BinaryOp::Add, &base, &i)? {
                    Some(moved) => Data::scalar(moved),
                    None => Data::scalar(Value::Ref(self.place(x)?)),
                }
            }
            ExprKind::Address(x) => Data::scalar(Value::Ref(self.place(x)?)),
            ExprKind::Unary(op, x) => {
                let op = *op;
                if op == UnaryOp::Not {
                    return self.eval(x)?.map(&|v| Ok(Value::Bool(!functions::truth(&v)?)));
                }
                self.eval(x)?.map(&|v| functions::unary(op, v))?
            }
            ExprKind::Binary(BinaryOp::And, l, r) if type_of(self.program, e).rank() == 0 => {
                Data::scalar(Value::Bool(self.truth(l)? && self.truth(r)?))
            }
            ExprKind::Binary(BinaryOp::Or, l, r) if type_of(self.program, e).rank() == 0 => {
                Data::scalar(Value::Bool(self.truth(l)? || self.truth(r)?))
            }
            ExprKind::Binary(op, l, r) => {
                let (l, r) = (self.eval(l)?, self.eval(r)?);
                let op = *op;
                if let ([x], [y]) = (l.items.as_slice(), r.items.as_slice())
                    && let Some(value) = self.on_pointers(op, x, y)?
                {
                    return Ok(Data::scalar(value));
                }
                Data::zip(vec![l, r], &|v| functions::binary(op, &v[0], &v[1]))?
            }
            ExprKind::Intrinsic(f, args) => self.intrinsic(*f, args)?,
            ExprKind::Call { callee, args } => self.function(*callee, args)?,
            ExprKind::Cond { test, yes, no } => {
                if self.truth(test)? {
                    self.eval(yes)?
                } else {
                    self.eval(no)?
                }
            }
            ExprKind::Cast(ty, x) => {
                let data = self.eval(x)?;
                match ty {
                    Type::Scalar(s) => data.map(&|v| Ok(convert(v, s)))?,
                    Type::Pointer { to, .. } => data.map(&|v| Ok(retyped(v, to)))?,
                    _ => data,
                }
            }
            ExprKind::Constructor { items, .. } => {
                let mut out = Vec::new();
                for i in items {
                    self.constructor_item(i, &mut out)?;
                }
                Data { shape: vec![out.len()], items: out }
            }
            ExprKind::Structure { record, args } => {
                let view = self.new_object(&Type::Record(*record))?;
                let program = self.program;
                // C: members without a value are zero (C11 6.7.9).
                if args.len() < program.records[*record].fields.len() && self.in_c() {
                    let zeros = self.zeros(&Type::Record(*record));
                    self.write(&view, &zeros);
                }
                for (k, a) in args.iter().enumerate() {
                    let fields = &program.records[*record].fields;
                    let k = program.component_of(*record, k, a.keyword.as_deref()).unwrap_or(k);
                    let field = Expr::from(ExprKind::Field { base: Box::new(Expr::int(0)), record: *record, field: k });
                    let part = self.field_of(view.clone(), &field)?;
                    if fields[k].allocatable || fields[k].pointer {
                        let target = if fields[k].pointer {
                            self.place(&a.value)?
                        } else {
                            let data = self.eval(&a.value)?;
                            self.temporary(fields[k].ty.element().clone(), data)
                        };
                        self.write(&part, &[Value::Ref(target)]);
                        continue;
                    }
                    let data = self.eval(&a.value)?;
                    if matches!(part.element, Type::Array { .. }) && !data.shape.is_empty() {
                        self.initialise_array(&part, data)?;
                    } else {
                        self.store(&part, data)?;
                    }
                }
                let cells = self.read(&view);
                Data::scalar(Value::Record(cells))
            }
            ExprKind::SizeOf(ty) => Data::scalar(Value::Int(self.size(ty)? as i64 * CELL)),
            ExprKind::Opaque { text, .. } if text == "NULL" => Data::scalar(Value::Null),
            // C's imaginary constants read their values.
            ExprKind::Opaque { reads, ty, .. }
                if ty.class() == Some(crate::ScalarClass::Complex) && reads.len() == 1 =>
            {
                Data::scalar(Value::Complex(0.0, functions::real(&self.scalar(&reads[0])?)?))
            }
            ExprKind::Opaque { text, .. } => match self.constant_of_processes(text) {
                Some(value) => Data::scalar(Value::Int(value)),
                None => return Err(Trap::new(format!("`{text}` cannot be interpreted"))),
            },
        })
    }

    fn constructor_item(&mut self, item: &Item, out: &mut Vec<Value>) -> Run<()> {
        match item {
            Item::Value(e) => out.extend(self.eval(e)?.items),
            Item::Implied { items, var, from, to, step } => {
                let (a, b) = (self.int(from)?, self.int(to)?);
                let s = step.as_ref().map_or(Ok(1), |s| self.int(s))?;
                let counter = self.lookup(*var)?;
                let before = self.read(&counter);
                let mut i = a;
                while s != 0 && if s > 0 { i <= b } else { i >= b } {
                    self.write(&counter, &[Value::Int(i)]);
                    for inner in items {
                        self.constructor_item(inner, out)?;
                    }
                    i += s;
                }
                self.write(&counter, &before);
            }
        }
        Ok(())
    }

    /// The value of a reference. A C array is a pointer to its first element.
    fn load(&mut self, e: &Expr) -> Run<Data> {
        let view = self.place(e)?;
        if let Type::Array { elem, .. } = &view.element {
            return Ok(Data::scalar(Value::Ref(View { element: (**elem).clone(), ..view })));
        }
        self.values_of(view)
    }

    /// The values of a view's elements; of structures all their cells.
    pub(super) fn values_of(&mut self, view: View) -> Run<Data> {
        self.touch(&view, false)?;
        let size = if matches!(view.element, Type::Record(_)) { self.size(&view.element.clone())? } else { 1 };
        let object = &self.objects[view.object];
        let mut items = Vec::with_capacity(view.len());
        for c in view.elements() {
            items.push(if size == 1 && !matches!(view.element, Type::Record(_)) {
                object.get(c).cloned().ok_or_else(|| Trap::new("read outside an object"))?
            } else {
                Value::Record(object[c..c + size].to_vec())
            });
        }
        Ok(Data { shape: view.shape(), items })
    }

    /// The storage a reference names.
    pub(super) fn place(&mut self, e: &Expr) -> Run<View> {
        self.place_inner(e).map_err(|t| t.at(e.span))
    }

    fn place_inner(&mut self, e: &Expr) -> Run<View> {
        match &e.kind {
            ExprKind::Var(s) => {
                let view = self.lookup(*s)?;
                let dynamic = self.program.variable(*s).is_some_and(|v| v.allocatable || v.pointer);
                if dynamic { self.follow(view, &self.program.symbols[*s].name.clone()) } else { Ok(view) }
            }
            ExprKind::Unary(UnaryOp::Paren, x) => self.place(x),
            ExprKind::Cast(Type::Record(r), x) => Ok(View { element: Type::Record(*r), ..self.place(x)? }),
            ExprKind::Index { base, subs } => {
                let view = self.base(base)?;
                self.index(view, subs)
            }
            ExprKind::Field { base, record, field } => {
                let view = self.place(base)?;
                let f = &self.program.records[*record].fields[*field];
                let dynamic = f.allocatable || f.pointer;
                let part = self.field_of(view, e)?;
                if dynamic { self.follow(part, &f.name.clone()) } else { Ok(part) }
            }
            ExprKind::Deref(p) => match self.scalar(p)? {
                // A C pointer leads to one element at a time, whatever the object is.
                Value::Ref(v) if self.in_c() => {
                    let v = View { dims: Vec::new(), ..v };
                    self.inside(&v)?;
                    Ok(v)
                }
                Value::Ref(v) => Ok(v),
                Value::Null => Err(Trap::new("a null pointer is followed")),
                other => Err(Trap::new(format!("{other:?} is not a pointer"))),
            },
            _ => {
                // A value used where a place is needed: C array expressions, function results.
                match self.eval(e)? {
                    Data { shape, items } if shape.is_empty() && matches!(items[0], Value::Ref(_)) => match &items[0] {
                        Value::Ref(v) => Ok(v.clone()),
                        _ => unreachable!("matched above"),
                    },
                    data => {
                        let element = type_of(self.program, e).element().clone();
                        Ok(self.temporary(element, data))
                    }
                }
            }
        }
    }

    /// The array or pointer target that an index applies to.
    fn base(&mut self, base: &Expr) -> Run<View> {
        if matches!(type_of(self.program, base), Type::Pointer { .. }) {
            return match self.scalar(base)? {
                // What a pointer to an array leads to is one element: the index moves from array to array.
                Value::Ref(v) if self.in_c() => {
                    let dims = vec![Dim { lower: None, upper: Upper::Assumed }];
                    Ok(View { dims: Vec::new(), element: Type::Array { elem: Box::new(v.element), dims }, ..v })
                }
                Value::Ref(v) => Ok(v),
                _ => Err(Trap::new("a null pointer is indexed")),
            };
        }
        self.place(base)
    }

    /// What a pointer or allocatable refers to now.
    fn follow(&mut self, cell: View, name: &str) -> Run<View> {
        match self.objects[cell.object][cell.offset].clone() {
            Value::Ref(v) => Ok(v),
            _ => Err(Trap::new(format!("`{name}` is not allocated or associated"))),
        }
    }

    /// The cell of a reference to an allocatable or pointer itself.
    pub(super) fn handle(&mut self, e: &Expr) -> Run<View> {
        match &e.kind {
            ExprKind::Var(s) => self.lookup(*s),
            ExprKind::Field { base, .. } => {
                let view = self.place(base)?;
                self.field_of(view, e)
            }
            // What a function gives, for a pointer that only looks at it.
            ExprKind::Call { callee, args } if self.gives_place(*callee) => {
                let value = self.call_symbol(*callee, args)?.unwrap_or(Value::Null);
                Ok(self.object(Type::Void, &[], vec![value]))
            }
            _ => Err(Trap::new("not a variable that can be allocated").at(e.span)),
        }
    }

    /// What an allocatable or pointer holds: a reference, or null.
    pub(super) fn referred(&mut self, e: &Expr) -> Run<&Value> {
        let cell = self.handle(e)?;
        Ok(&self.objects[cell.object][cell.offset])
    }

    pub(super) fn field_of(&mut self, view: View, e: &Expr) -> Run<View> {
        let ExprKind::Field { record, field, .. } = &e.kind else { unreachable!("callers pass fields") };
        let skip = self.field_offset(*record, *field)?;
        let f = &self.program.records[*record].fields[*field];
        let mut out = View { offset: view.offset + skip, ..view };
        match &f.ty {
            Type::Array { elem, dims } if !f.allocatable && !f.pointer && !self.in_c() => {
                let extents = self.extents(dims)?;
                let size = self.size(elem)?;
                out.dims.extend(super::memory::contiguous(&extents, size));
                out.element = (**elem).clone();
            }
            other => out.element = other.clone(),
        }
        Ok(out)
    }

    fn index(&mut self, view: View, subs: &[Subscript]) -> Run<View> {
        if view.dims.is_empty() {
            return self.index_c(view, subs);
        }
        // `c%v(1)` of an array `c`: the subscripts are those of the component, the array stays whole.
        let Some(outer) = view.dims.len().checked_sub(subs.len()) else {
            return Err(Trap::new("the number of subscripts is not the rank"));
        };
        let mut offset = view.offset as isize;
        let mut dims: Vec<DimView> = view.dims[..outer].to_vec();
        for (d, s) in view.dims[outer..].iter().zip(subs) {
            match s {
                Subscript::At(e) => {
                    let at = self.eval(e)?;
                    if !at.shape.is_empty() {
                        if outer > 0 {
                            return Err(Trap::new("a vector subscript of a component of an array"));
                        }
                        return self.vector_subscript(&view, subs);
                    }
                    let i = match at.items[0] {
                        Value::Int(i) => i,
                        Value::Undefined => return Err(Trap::new("an undefined subscript")),
                        _ => return Err(Trap::new("a subscript that is no integer")),
                    };
                    offset += step_to(d, i)?;
                }
                Subscript::Range { lo, hi, step } => {
                    let s = step.as_ref().map_or(Ok(1), |e| self.int(e))?;
                    let last = d.lower + d.extent as i64 - 1;
                    let (default_lo, default_hi) = if s > 0 { (d.lower, last) } else { (last, d.lower) };
                    let lo = lo.as_ref().map_or(Ok(default_lo), |e| self.int(e))?;
                    let hi = hi.as_ref().map_or(Ok(default_hi), |e| self.int(e))?;
                    if s == 0 {
                        return Err(Trap::new("a section with step zero"));
                    }
                    let count = ((hi - lo + s) / s).max(0) as usize;
                    if count > 0 {
                        offset += step_to(d, lo)?;
                        step_to(d, lo + (count as i64 - 1) * s)?;
                    }
                    dims.push(DimView { lower: 1, extent: count, stride: d.stride * s as isize });
                }
            }
        }
        // Of an assumed-size array the last column may be there in part.
        let last = dims.iter().map(|d: &DimView| (d.extent as isize - 1) * d.stride.max(0)).sum::<isize>() + offset;
        if dims.iter().all(|d| d.extent > 0) && last >= self.objects[view.object].len() as isize {
            return Err(Trap::new("a subscript is outside what was passed"));
        }
        Ok(View { object: view.object, offset: offset as usize, dims, element: view.element })
    }

    fn index_c(&mut self, view: View, subs: &[Subscript]) -> Run<View> {
        let mut view = view;
        for s in subs {
            // The tape takes runs of elements.
            let (i, last) = match s {
                Subscript::At(e) => (self.int(e)?, None),
                Subscript::Range { lo, hi: Some(hi), step: None } => {
                    let lo = lo.as_ref().map_or(Ok(0), |e| self.int(e))?;
                    (lo, Some(self.int(hi)?))
                }
                Subscript::Range { .. } => return Err(Trap::new("a section of a scalar")),
            };
            if let Type::Array { elem, dims } = view.element.clone() {
                if let crate::types::Upper::At(n) = &dims[0].upper {
                    let n = self.int(n)?;
                    if last.is_none_or(|last| last >= i) && (i < 0 || last.unwrap_or(i) >= n) {
                        return Err(Trap::new(format!("index {i} is outside 0..{n}")));
                    }
                }
                view.element = *elem;
            }
            let size = self.size(&view.element.clone())? as i64;
            if let Some(last) = last {
                let extent = usize::try_from(last - i + 1).unwrap_or(0);
                if extent > 0 {
                    self.inside(&shifted(view.clone(), last * size))?;
                    view = shifted(view, i * size);
                    self.inside(&view)?;
                }
                view.dims = vec![DimView { lower: 0, extent, stride: size as isize }];
                return Ok(view);
            }
            view = shifted(view, i * size);
        }
        self.inside(&view)?;
        Ok(view)
    }

    /// A vector subscript is read through a copy; assignments through it go element by element.
    fn vector_subscript(&mut self, view: &View, subs: &[Subscript]) -> Run<View> {
        let elements = self.selected(view, subs)?;
        let record = matches!(view.element, Type::Record(_));
        let size = if record { self.size(&view.element.clone())? } else { 1 };
        let object = &self.objects[view.object];
        let values = elements.1.iter().map(|&c| match record {
            true => Value::Record(object[c..c + size].to_vec()),
            false => object[c].clone(),
        });
        let data = Data { shape: elements.0, items: values.collect() };
        Ok(self.temporary(view.element.clone(), data))
    }

    /// Shape and cells selected by subscripts that may be vectors.
    pub(super) fn selected(&mut self, view: &View, subs: &[Subscript]) -> Run<(Vec<usize>, Vec<usize>)> {
        let mut shape = Vec::new();
        let mut cells = vec![view.offset as isize];
        for (d, s) in view.dims.iter().zip(subs) {
            let indices: Vec<i64> = match s {
                Subscript::At(e) => {
                    let data = self.eval(e)?;
                    shape.extend(data.shape.iter());
                    data.items
                        .iter()
                        .map(|v| match v {
                            Value::Int(i) => Ok(*i),
                            _ => Err(Trap::new("an undefined subscript")),
                        })
                        .collect::<Run<_>>()?
                }
                Subscript::Range { lo, hi, step } => {
                    let s = step.as_ref().map_or(Ok(1), |e| self.int(e))?;
                    if s == 0 {
                        return Err(Trap::new("a section with step zero"));
                    }
                    let end = d.lower + d.extent as i64 - 1;
                    let (first, last) = if s > 0 { (d.lower, end) } else { (end, d.lower) };
                    let lo = lo.as_ref().map_or(Ok(first), |e| self.int(e))?;
                    let hi = hi.as_ref().map_or(Ok(last), |e| self.int(e))?;
                    let n = ((hi - lo + s) / s).max(0);
                    shape.push(n as usize);
                    (0..n).map(|k| lo + k * s).collect()
                }
            };
            let inner = std::mem::take(&mut cells);
            for i in indices {
                let shift = step_to(d, i)?;
                cells.extend(inner.iter().map(|c| c + shift));
            }
        }
        Ok((shape, cells.into_iter().map(|c| c as usize).collect()))
    }

    /// The class of an expression's elements.
    pub(super) fn class(&self, e: &Expr) -> Option<ScalarClass> {
        type_of(self.program, e).class()
    }
}

/// Cells from the start of a dimension to index `i`, bounds checked.
fn step_to(d: &DimView, i: i64) -> Run<isize> {
    let k = i - d.lower;
    if k < 0 || k >= d.extent as i64 {
        return Err(Trap::new(format!("index {i} is outside {}:{}", d.lower, d.lower + d.extent as i64 - 1)));
    }
    Ok(k as isize * d.stride)
}

/// `p[i]` of a pointer `p`.
fn is_element_of_pointer(program: &Program, e: &Expr) -> bool {
    let ExprKind::Index { base, subs } = &e.kind else { return false };
    matches!(subs.as_slice(), [Subscript::At(_)]) && matches!(type_of(program, base), Type::Pointer { .. })
}
