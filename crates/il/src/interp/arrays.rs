//! Intrinsics on whole arrays, inquiries, and the dispatch of all intrinsics.

use std::collections::BTreeSet;

use crate::expr::{Arg, BinaryOp, Expr, ExprKind};
use crate::intrinsics::{Class, Intrinsic, argument};
use crate::types::ScalarClass;
use crate::typing::type_of;

use super::eval::Data;
use super::memory::{Value, convert, zero};
use super::{Machine, Run, Trap, functions};

impl Machine<'_> {
    pub(super) fn intrinsic(&mut self, f: Intrinsic, args: &[Arg]) -> Run<Data> {
        match f.info().class {
            Class::Elemental => {
                let args = &crate::intrinsics::in_order(f, args);
                // KIND= says how to convert; it is not an operand.
                let values = args
                    .iter()
                    .enumerate()
                    .filter(|(k, a)| match &a.keyword {
                        Some(name) => !name.eq_ignore_ascii_case("kind"),
                        None => f.info().args.get(*k) != Some(&"kind"),
                    })
                    .map(|(_, a)| self.eval(&a.value))
                    .collect::<Run<Vec<_>>>()?;
                let name = f.name();
                let data = Data::zip(values, &|v| {
                    functions::elemental(name, v)?.ok_or_else(|| Trap::new(format!("`{name}` cannot be interpreted")))
                })?;
                let whole: Expr = crate::expr::ExprKind::Intrinsic(f, args.to_vec()).into();
                match type_of(self.program, &whole).scalar().cloned() {
                    Some(s) => data.map(&|v| Ok(convert(v, &s))),
                    None => Ok(data),
                }
            }
            Class::Inquiry => self.inquiry(f, args),
            Class::Transformational => self.transform(f, args),
            Class::Subroutine => Err(Trap::new(format!("`{}` cannot be interpreted", f.name()))),
        }
    }

    fn inquiry(&mut self, f: Intrinsic, args: &[Arg]) -> Run<Data> {
        let first =
            args.first().map(|a| &a.value).ok_or_else(|| Trap::new(format!("`{}` cannot be interpreted", f.name())))?;
        let dim = argument(f, args, "dim").map(|d| self.int(d)).transpose()?;
        let value = match f.name() {
            "allocated" => Value::Bool(*self.referred(first)? != Value::Null),
            "associated" => {
                let is = self.referred(first)?.clone();
                match args.get(1) {
                    None => Value::Bool(is != Value::Null),
                    Some(t) if let Some(procedure) = self.procedure_value(&t.value) => Value::Bool(is == procedure),
                    Some(t) => {
                        let target = self.place(&t.value)?;
                        Value::Bool(
                            matches!(&is, Value::Ref(v) if v.object == target.object && v.offset == target.offset),
                        )
                    }
                }
            }
            "ad_overlap" => {
                let (a, b) = (self.cells_there(first)?, self.cells_there(&args[1].value)?);
                Value::Bool(!a.is_disjoint(&b))
            }
            "present" => {
                // A dummy of its own, or of a host.
                let hosts = std::iter::successors(self.frames.last(), |f| f.host.map(|h| &self.frames[h]));
                let there = |f: &super::Frame, s| f.vars.contains_key(&s) || f.procedures.contains_key(&s);
                Value::Bool(first.root().is_some_and(|s| hosts.into_iter().any(|f| there(f, s))))
            }
            "size" => {
                let shape = self.shape(first)?;
                Value::Int(match dim {
                    None => shape.iter().product::<usize>() as i64,
                    Some(d) => {
                        *shape.get(d as usize - 1).ok_or_else(|| Trap::new("SIZE of a dimension that is not there"))?
                            as i64
                    }
                })
            }
            "shape" => {
                let items: Vec<Value> = self.shape(first)?.into_iter().map(|n| Value::Int(n as i64)).collect();
                return Ok(Data { shape: vec![items.len()], items });
            }
            "rank" => Value::Int(self.shape(first)?.len() as i64),
            "lbound" | "ubound" => {
                let bounds: Vec<i64> = if first.is_reference() {
                    let view = self.place(first)?;
                    view.dims
                        .iter()
                        .map(|d| if f.name() == "lbound" { d.lower } else { d.lower + d.extent as i64 - 1 })
                        .collect()
                } else {
                    self.shape(first)?.into_iter().map(|n| if f.name() == "lbound" { 1 } else { n as i64 }).collect()
                };
                match dim {
                    Some(d) => Value::Int(
                        *bounds.get(d as usize - 1).ok_or_else(|| Trap::new("a dimension that is not there"))?,
                    ),
                    None => {
                        let items: Vec<Value> = bounds.into_iter().map(Value::Int).collect();
                        return Ok(Data { shape: vec![items.len()], items });
                    }
                }
            }
            "epsilon" | "huge" | "tiny" => {
                let s = type_of(self.program, first)
                    .scalar()
                    .cloned()
                    .ok_or_else(|| Trap::new("an inquiry about no number"))?;
                let single = s.bytes == 4;
                match (f.name(), s.class) {
                    (_, ScalarClass::Integer) => Value::Int(if s.bytes == 8 { i64::MAX } else { i64::from(i32::MAX) }),
                    ("epsilon", _) => Value::Real(if single { f64::from(f32::EPSILON) } else { f64::EPSILON }),
                    ("huge", _) => Value::Real(if single { f64::from(f32::MAX) } else { f64::MAX }),
                    _ => Value::Real(if single { f64::from(f32::MIN_POSITIVE) } else { f64::MIN_POSITIVE }),
                }
            }
            "digits" | "precision" | "range" | "radix" | "maxexponent" | "minexponent" => {
                let single = type_of(self.program, first).scalar().is_some_and(|s| s.bytes == 4);
                Value::Int(match (f.name(), single, self.class(first)) {
                    ("radix", ..) => 2,
                    ("digits", _, Some(ScalarClass::Integer)) => 31,
                    (_, _, Some(ScalarClass::Integer)) => 9,
                    ("digits", true, _) => 24,
                    ("digits", false, _) => 53,
                    ("precision", true, _) => 6,
                    ("precision", false, _) => 15,
                    ("range", true, _) => 37,
                    ("range", false, _) => 307,
                    ("maxexponent", true, _) => 128,
                    ("maxexponent", false, _) => 1024,
                    (_, true, _) => -125,
                    (_, false, _) => -1021,
                })
            }
            "len" => match self.scalar(first)? {
                Value::Text(t) => Value::Int(t.len() as i64),
                _ => return Err(Trap::new("LEN of no text")),
            },
            _ => {
                let whole: Expr = crate::expr::ExprKind::Intrinsic(f, args.to_vec()).into();
                Value::Int(
                    crate::fold::integer(self.program, &whole)
                        .ok_or_else(|| Trap::new(format!("`{}` cannot be interpreted", f.name())))?,
                )
            }
        };
        Ok(Data::scalar(value))
    }

    /// The cells of a variable or of what a pointer leads to; none where a pointer on the way leads nowhere.
    fn cells_there(&mut self, e: &Expr) -> Run<BTreeSet<(usize, usize)>> {
        let program = self.program;
        let mut parts: Vec<&Expr> = e.spine().collect();
        parts.reverse();
        for part in parts {
            let refers = match &part.kind {
                ExprKind::Var(s) => program.variable(*s).is_some_and(|v| v.pointer || v.allocatable),
                ExprKind::Field { record, field, .. } => {
                    let f = &program.records[*record].fields[*field];
                    f.pointer || f.allocatable
                }
                _ => false,
            };
            if refers && !matches!(self.referred(part)?, Value::Ref(_)) {
                return Ok(BTreeSet::new());
            }
        }
        let view = self.place(e)?;
        Ok(self.cells(&view).into_iter().collect())
    }

    fn shape(&mut self, e: &Expr) -> Run<Vec<usize>> {
        if e.is_reference() { Ok(self.place(e)?.shape()) } else { Ok(self.eval(e)?.shape) }
    }

    fn transform(&mut self, f: Intrinsic, args: &[Arg]) -> Run<Data> {
        let first = args.first().map(|a| &a.value).ok_or_else(|| Trap::new("an argument is missing"))?;
        let name = f.name();
        let array = self.eval(first)?;
        match name {
            "sum" | "product" | "maxval" | "minval" | "all" | "any" | "count" | "norm2" => self.reduce(f, args, array),
            "maxloc" | "minloc" => self.locate(f, args, array),
            "findloc" => self.find(f, args, array),
            "transfer" => self.regroup(args, &array),
            "dot_product" => {
                let b = self.eval(&args[1].value)?;
                let mut sum = self.zero_of(first);
                let conjugate = self.class(first) == Some(ScalarClass::Complex);
                for (x, y) in array.items.iter().zip(&b.items) {
                    let x = if conjugate {
                        let (a, b) = functions::parts(x)?;
                        Value::Complex(a, -b)
                    } else {
                        x.clone()
                    };
                    sum = functions::binary(BinaryOp::Add, &sum, &functions::binary(BinaryOp::Mul, &x, y)?)?;
                }
                Ok(Data::scalar(sum))
            }
            "matmul" => {
                let b = self.eval(&args[1].value)?;
                let zero = self.zero_of(first);
                matmul(&array, &b, zero)
            }
            "transpose" => {
                let (n, m) = (array.shape[0], array.shape[1]);
                let items = (0..n)
                    .flat_map(|i| (0..m).map(move |j| (i, j)))
                    .map(|(i, j)| array.items[i + j * n].clone())
                    .collect();
                Ok(Data { shape: vec![m, n], items })
            }
            "spread" => {
                let dim =
                    self.int(argument(f, args, "dim").ok_or_else(|| Trap::new("SPREAD without DIM"))?)? as usize - 1;
                let copies = self
                    .int(argument(f, args, "ncopies").ok_or_else(|| Trap::new("SPREAD without NCOPIES"))?)?
                    .max(0) as usize;
                if dim > array.shape.len() {
                    return Err(Trap::new("SPREAD along a dimension that its result has not"));
                }
                let inner: usize = array.shape[..dim].iter().product();
                let outer: usize = array.shape[dim..].iter().product();
                let mut items = Vec::new();
                for o in 0..outer {
                    for _ in 0..copies {
                        items.extend_from_slice(&array.items[o * inner..(o + 1) * inner]);
                    }
                }
                let mut shape = array.shape.clone();
                shape.insert(dim, copies);
                Ok(Data { shape, items })
            }
            "reshape" => {
                let shape = self.eval(argument(f, args, "shape").ok_or_else(|| Trap::new("RESHAPE without SHAPE"))?)?;
                let shape: Vec<usize> =
                    shape.items.iter().map(|v| functions::real(v).map(|x| x as usize)).collect::<Run<_>>()?;
                let pad = argument(f, args, "pad").map(|p| self.eval(p)).transpose()?;
                let order = argument(f, args, "order").map(|o| self.eval(o)).transpose()?;
                let n: usize = shape.iter().product();
                let mut items: Vec<Value> = array.items.iter().take(n).cloned().collect();
                if let Some(p) = pad {
                    items.extend(p.items.iter().cycle().take(n.saturating_sub(items.len())).cloned());
                }
                if items.len() < n {
                    return Err(Trap::new("RESHAPE of too few elements"));
                }
                if let Some(order) = order {
                    items = in_order(&items, &shape, &order)?;
                }
                Ok(Data { shape, items })
            }
            "cshift" | "eoshift" => {
                let shift = self.eval(argument(f, args, "shift").ok_or_else(|| Trap::new("a shift is missing"))?)?;
                let shift: Vec<i64> =
                    shift.items.iter().map(|v| functions::real(v).map(|x| x as i64)).collect::<Run<_>>()?;
                let dim = argument(f, args, "dim").map_or(Ok(1), |d| self.int(d))? as usize - 1;
                let boundary = argument(f, args, "boundary").map(|b| self.eval(b)).transpose()?;
                let n = array.shape[dim] as i64;
                let inner: usize = array.shape[..dim].iter().product();
                let boundary = boundary.map(|b| b.items).unwrap_or(vec![zero(type_of(self.program, first).element())]);
                let items = (0..array.items.len())
                    .map(|i| {
                        let k = (i / inner) as i64 % n;
                        // One shift and one boundary for all, or one for each vector along the dimension.
                        let vector = i % inner + i / (inner * n as usize) * inner;
                        let from = k + shift.get(vector).filter(|_| shift.len() > 1).unwrap_or(&shift[0]);
                        if name == "eoshift" && !(0..n).contains(&from) {
                            return boundary.get(vector).filter(|_| boundary.len() > 1).unwrap_or(&boundary[0]).clone();
                        }
                        let k2 = from.rem_euclid(n);
                        array.items[(i as i64 + (k2 - k) * inner as i64) as usize].clone()
                    })
                    .collect();
                Ok(Data { shape: array.shape, items })
            }
            "pack" => {
                let mask = self.eval(&args[1].value)?.broadcast(&array.shape)?;
                let mut items = Vec::new();
                for (v, m) in array.items.iter().zip(&mask.items) {
                    if functions::truth(m)? {
                        items.push(v.clone());
                    }
                }
                if let Some(rest) = argument(f, args, "vector") {
                    let rest = self.eval(rest)?.items;
                    items.extend(rest.into_iter().skip(items.len()).collect::<Vec<_>>());
                }
                Ok(Data { shape: vec![items.len()], items })
            }
            "unpack" => {
                let mask = self.eval(&args[1].value)?;
                let field = self.eval(&args[2].value)?.broadcast(&mask.shape)?;
                let mut values = array.items.into_iter();
                let mut items = Vec::new();
                for (m, f) in mask.items.iter().zip(field.items) {
                    items.push(match functions::truth(m)? {
                        true => values.next().ok_or_else(|| Trap::new("UNPACK of too few elements"))?,
                        false => f,
                    });
                }
                Ok(Data { shape: mask.shape, items })
            }
            "trim" => match &array.items[0] {
                Value::Text(t) => Ok(Data::scalar(Value::Text(t.trim_end().to_string()))),
                _ => Err(Trap::new("TRIM of no text")),
            },
            "repeat" => match (&array.items[0], self.int(&args[1].value)?) {
                (Value::Text(t), n) => Ok(Data::scalar(Value::Text(t.repeat(usize::try_from(n).unwrap_or(0))))),
                _ => Err(Trap::new("REPEAT of no text")),
            },
            _ => Err(Trap::new(format!("`{name}` cannot be interpreted"))),
        }
    }

    fn zero_of(&self, e: &Expr) -> Value {
        zero(type_of(self.program, e).element())
    }

    /// DIM and MASK of a reduction; a logical second positional argument is the mask.
    fn dim_and_mask(&mut self, f: Intrinsic, args: &[Arg], shape: &[usize]) -> Run<(Option<usize>, Option<Data>)> {
        let is_logical = |m: &Self, e: &Expr| m.class(e) == Some(ScalarClass::Logical);
        let mut dim = argument(f, args, "dim").cloned();
        let mut mask = argument(f, args, "mask").cloned();
        if !["all", "any", "count"].contains(&f.name()) {
            if let Some(d) = dim.take_if(|d| is_logical(self, d)) {
                mask = Some(d);
            }
        } else {
            mask = None;
        }
        let dim = dim.map(|d| self.int(&d)).transpose()?.map(|d| d as usize - 1);
        let mask = mask.map(|m| self.eval(&m)).transpose()?.map(|m| m.broadcast(shape)).transpose()?;
        Ok((dim, mask))
    }

    fn reduce(&mut self, f: Intrinsic, args: &[Arg], array: Data) -> Run<Data> {
        let (dim, mask) = self.dim_and_mask(f, args, &array.shape)?;
        let start = match f.name() {
            "sum" | "norm2" => self.zero_of(&args[0].value),
            "product" => functions::binary(BinaryOp::Add, &self.zero_of(&args[0].value), &Value::Int(1))?,
            "all" => Value::Bool(true),
            "any" => Value::Bool(false),
            "count" => Value::Int(0),
            "maxval" => Value::Real(f64::MIN),
            _ => Value::Real(f64::MAX),
        };
        let start = match (f.name(), self.class(&args[0].value)) {
            ("maxval", Some(ScalarClass::Integer)) => Value::Int(-i64::from(i32::MAX)),
            ("minval", Some(ScalarClass::Integer)) => Value::Int(i64::from(i32::MAX)),
            _ => start,
        };
        let step = |acc: Value, v: &Value| -> Run<Value> {
            match f.name() {
                "sum" => functions::binary(BinaryOp::Add, &acc, v),
                "product" => functions::binary(BinaryOp::Mul, &acc, v),
                "norm2" => functions::binary(BinaryOp::Add, &acc, &functions::binary(BinaryOp::Mul, v, v)?),
                "all" => Ok(Value::Bool(functions::truth(&acc)? && functions::truth(v)?)),
                "any" => Ok(Value::Bool(functions::truth(&acc)? || functions::truth(v)?)),
                "count" => functions::binary(BinaryOp::Add, &acc, &Value::Int(i64::from(functions::truth(v)?))),
                "maxval" => Ok(if functions::real(v)? > functions::real(&acc)? { v.clone() } else { acc }),
                _ => Ok(if functions::real(v)? < functions::real(&acc)? { v.clone() } else { acc }),
            }
        };
        let (inner, n, shape) = lanes(&array.shape, dim);
        let count = if dim.is_none() { 1 } else { array.items.len() / n.max(1) };
        let count = if dim.is_some() && n == 0 { shape.iter().product() } else { count };
        let mut out = vec![start; count];
        for (i, v) in array.items.iter().enumerate() {
            if let Some(m) = &mask
                && !functions::truth(&m.items[i])?
            {
                continue;
            }
            let lane = if dim.is_none() { 0 } else { i % inner + i / (inner * n) * inner };
            out[lane] = step(out[lane].clone(), v)?;
        }
        if f.name() == "norm2" {
            for v in &mut out {
                *v = Value::Real(functions::real(v)?.sqrt());
            }
        }
        Ok(Data { shape, items: out })
    }

    /// FINDLOC of a vector with DIM.
    fn find(&mut self, f: Intrinsic, args: &[Arg], array: Data) -> Run<Data> {
        let value = argument(f, args, "value").ok_or_else(|| Trap::new("FINDLOC without a value"))?;
        let value = self.eval(&value.clone())?.items.remove(0);
        let back = match argument(f, args, "back").cloned() {
            Some(b) => functions::truth(&self.eval(&b)?.items[0])?,
            None => false,
        };
        if array.shape.len() != 1 || argument(f, args, "dim").is_none() {
            return Err(Trap::new("`findloc` cannot be interpreted"));
        }
        let equal =
            |v: &Value| *v == value || matches!((v, &value), (Value::Real(a), Value::Int(b)) if *a == *b as f64);
        let found = if back { array.items.iter().rposition(equal) } else { array.items.iter().position(equal) };
        Ok(Data::scalar(Value::Int(found.map_or(0, |k| k as i64 + 1))))
    }

    /// TRANSFER between reals and complex numbers.
    fn regroup(&mut self, args: &[Arg], array: &Data) -> Run<Data> {
        let mold = &args.get(1).ok_or_else(|| Trap::new("TRANSFER without a mold"))?.value;
        let complex = self.class(mold) == Some(ScalarClass::Complex);
        let mut parts = Vec::new();
        for v in &array.items {
            match v {
                Value::Complex(a, b) => parts.extend([*a, *b]),
                other => parts.push(functions::real(other)?),
            }
        }
        let items: Vec<Value> = match complex {
            true => parts.chunks(2).map(|c| Value::Complex(c[0], c.get(1).copied().unwrap_or(0.0))).collect(),
            false => parts.into_iter().map(Value::Real).collect(),
        };
        let size = match args.get(2) {
            Some(n) => Some(self.int(&n.value.clone())? as usize),
            None if type_of(self.program, mold).rank() > 0 => Some(items.len()),
            None => None,
        };
        match size {
            None => Ok(Data::scalar(items.into_iter().next().unwrap_or(Value::Undefined))),
            Some(n) => {
                let items: Vec<Value> = items.into_iter().chain(std::iter::repeat(Value::Undefined)).take(n).collect();
                Ok(Data { shape: vec![n], items })
            }
        }
    }

    fn locate(&mut self, f: Intrinsic, args: &[Arg], array: Data) -> Run<Data> {
        let (dim, mask) = self.dim_and_mask(f, args, &array.shape)?;
        let larger = f.name() == "maxloc";
        let (inner, n, shape) = lanes(&array.shape, dim);
        let lanes = if dim.is_none() { 1 } else { shape.iter().product() };
        let mut best: Vec<Option<(f64, usize)>> = vec![None; lanes];
        for (i, v) in array.items.iter().enumerate() {
            if let Some(m) = &mask
                && !functions::truth(&m.items[i])?
            {
                continue;
            }
            let x = functions::real(v)?;
            let lane = if dim.is_none() { 0 } else { i % inner + i / (inner * n) * inner };
            let place = if dim.is_none() { i } else { i / inner % n };
            if best[lane].is_none_or(|(b, _)| if larger { x > b } else { x < b }) {
                best[lane] = Some((x, place));
            }
        }
        if dim.is_some() {
            let items = best.into_iter().map(|b| Value::Int(b.map_or(0, |(_, p)| p as i64 + 1))).collect();
            return Ok(Data { shape, items });
        }
        let mut items = Vec::new();
        let mut rest = best[0].map(|b| b.1);
        for extent in &array.shape {
            items.push(Value::Int(rest.map_or(0, |r| (r % extent) as i64 + 1)));
            rest = rest.map(|r| r / extent);
        }
        Ok(Data { shape: vec![items.len()], items })
    }
}

/// Elements before the reduced dimension, its extent, and the shape without it.
fn lanes(shape: &[usize], dim: Option<usize>) -> (usize, usize, Vec<usize>) {
    match dim {
        None => (1, shape.iter().product(), Vec::new()),
        Some(d) => {
            let mut rest = shape.to_vec();
            let n = rest.remove(d);
            (shape[..d].iter().product::<usize>().max(1), n, rest)
        }
    }
}

fn matmul(a: &Data, b: &Data, zero: Value) -> Run<Data> {
    let (n, k) = if a.shape.len() == 2 { (a.shape[0], a.shape[1]) } else { (1, a.shape[0]) };
    let m = if b.shape.len() == 2 { b.shape[1] } else { 1 };
    if b.shape[0] != k {
        return Err(Trap::new("MATMUL of shapes that do not fit"));
    }
    let mut items = Vec::with_capacity(n * m);
    for j in 0..m {
        for i in 0..n {
            let mut sum = zero.clone();
            for l in 0..k {
                sum = functions::binary(
                    BinaryOp::Add,
                    &sum,
                    &functions::binary(BinaryOp::Mul, &a.items[i + l * n], &b.items[l + j * k])?,
                )?;
            }
            items.push(sum);
        }
    }
    let shape = match (a.shape.len(), b.shape.len()) {
        (2, 2) => vec![n, m],
        (2, _) => vec![n],
        _ => vec![m],
    };
    Ok(Data { shape, items })
}

/// Elements in the places that RESHAPE gives them with ORDER: dimension `order(1)` of the result varies fastest.
fn in_order(items: &[Value], shape: &[usize], order: &Data) -> Run<Vec<Value>> {
    let order: Vec<usize> =
        order.items.iter().map(|v| functions::real(v).map(|x| x as usize - 1)).collect::<Run<_>>()?;
    let strides: Vec<usize> = (0..shape.len()).map(|k| shape[..k].iter().product()).collect();
    let mut out = vec![Value::Undefined; items.len()];
    for (n, v) in items.iter().enumerate() {
        let (mut rest, mut at) = (n, 0);
        for &k in &order {
            at += rest % shape[k] * strides[k];
            rest /= shape[k];
        }
        out[at] = v.clone();
    }
    Ok(out)
}
