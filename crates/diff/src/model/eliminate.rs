//! Expression elimination: products with one and zero, sums with zero, double signs, operations that repeat another of their block, values that
//! nobody uses, block parameters that always get the same value. Repeated until nothing changes; what is left is numbered anew.

use std::collections::{BTreeMap, BTreeSet};

use il::{BinaryOp, UnaryOp};

use super::{End, Model, Number, Op, Target, Value, What};

/// The same function with fewer operations.
pub fn eliminate(model: &Model) -> Model {
    let mut m = model.clone();
    loop {
        let before = count(&m);
        let mut same: BTreeMap<Value, Value> = BTreeMap::new();
        simplify(&mut m, &mut same);
        repeated(&mut m, &mut same);
        parameters(&m, &mut same);
        replace(&mut m, &same);
        sweep(&mut m);
        if same.is_empty() && count(&m) == before {
            return m;
        }
    }
}

fn count(m: &Model) -> usize {
    m.blocks.iter().map(|b| b.ops.len() + b.params.len()).sum()
}

/// What an operation is known to be.
fn definitions(m: &Model) -> BTreeMap<Value, What> {
    m.blocks.iter().flat_map(|b| &b.ops).map(|o| (o.value, o.what.clone())).collect()
}

fn simplify(m: &mut Model, same: &mut BTreeMap<Value, Value>) {
    let known = definitions(m);
    let is = |v: Value, x: f64| matches!(known.get(&v), Some(What::Constant(Number::Real(r))) if *r == x);
    let negated = |v: Value| match known.get(&v) {
        Some(What::Unary(UnaryOp::Neg, x)) => Some(*x),
        _ => None,
    };
    for o in m.blocks.iter_mut().flat_map(|b| &mut b.ops) {
        let (value, what) = (o.value, o.what.clone());
        let mut be = |v: Value| {
            same.insert(value, v);
        };
        match what {
            What::Binary(BinaryOp::Mul, a, b) => match () {
                _ if is(a, 1.0) => be(b),
                _ if is(b, 1.0) => be(a),
                _ if is(a, 0.0) => be(a),
                _ if is(b, 0.0) => be(b),
                _ => match (negated(a), negated(b)) {
                    (Some(x), Some(y)) => o.what = What::Binary(BinaryOp::Mul, x, y),
                    _ if is(a, -1.0) => o.what = What::Unary(UnaryOp::Neg, b),
                    _ if is(b, -1.0) => o.what = What::Unary(UnaryOp::Neg, a),
                    _ => {}
                },
            },
            What::Binary(BinaryOp::Add, a, b) => match (negated(a), negated(b)) {
                _ if is(a, 0.0) => be(b),
                _ if is(b, 0.0) => be(a),
                (_, Some(y)) => o.what = What::Binary(BinaryOp::Sub, a, y),
                (Some(x), _) => o.what = What::Binary(BinaryOp::Sub, b, x),
                _ => {}
            },
            What::Binary(BinaryOp::Sub, a, b) => match negated(b) {
                _ if is(b, 0.0) => be(a),
                _ if is(a, 0.0) => o.what = What::Unary(UnaryOp::Neg, b),
                Some(y) => o.what = What::Binary(BinaryOp::Add, a, y),
                None => {}
            },
            What::Binary(BinaryOp::Div, a, b) if is(b, 1.0) || is(a, 0.0) => be(a),
            What::Unary(UnaryOp::Neg, a) => match negated(a) {
                Some(x) => be(x),
                None if is(a, 0.0) => be(a),
                None => {}
            },
            What::Select(_, a, b) if a == b || is(a, 0.0) && is(b, 0.0) => be(a),
            _ => {}
        }
    }
}

/// Operations that another one of the same block, or of the entry, has done before.
fn repeated(m: &mut Model, same: &mut BTreeMap<Value, Value>) {
    let mut entry: Vec<Op> = Vec::new();
    for (k, b) in m.blocks.iter().enumerate() {
        let mut seen: Vec<&Op> = entry.iter().collect();
        for o in &b.ops {
            let first = seen.iter().find(|x| x.what == o.what && m.types[x.value.0] == m.types[o.value.0]);
            match first {
                Some(x) if !same.contains_key(&o.value) => {
                    same.insert(o.value, x.value);
                }
                _ => seen.push(o),
            }
        }
        if k == 0 {
            entry = seen.into_iter().cloned().collect();
        }
    }
}

/// Block parameters that get one value from everywhere but from themselves, when the entry defines it.
fn parameters(m: &Model, same: &mut BTreeMap<Value, Value>) {
    let entry: BTreeSet<Value> =
        m.blocks[0].params.iter().copied().chain(m.blocks[0].ops.iter().map(|o| o.value)).collect();
    for (k, b) in m.blocks.iter().enumerate().skip(1) {
        for (n, p) in b.params.iter().enumerate() {
            let given: BTreeSet<Value> = m
                .blocks
                .iter()
                .flat_map(|b| b.end.iter().flat_map(|e| e.targets()))
                .filter(|t| t.block == k)
                .map(|t| t.args[n])
                .filter(|a| a != p)
                .collect();
            if let (1, Some(v)) = (given.len(), given.first())
                && entry.contains(v)
                && !same.contains_key(p)
            {
                same.insert(*p, *v);
            }
        }
    }
}

fn replace(m: &mut Model, same: &BTreeMap<Value, Value>) {
    let of = |v: Value| {
        let mut v = v;
        // What replaces may be replaced itself; never in a circle, since each is defined before.
        for _ in 0..same.len() {
            match same.get(&v) {
                Some(w) => v = *w,
                None => break,
            }
        }
        v
    };
    for b in &mut m.blocks {
        b.ops.iter_mut().for_each(|o| o.what = o.what.map(&of));
        b.end = b.end.take().map(|e| with(e, &of));
    }
}

fn with(end: End, of: &dyn Fn(Value) -> Value) -> End {
    let target = |t: Target| Target { block: t.block, args: t.args.into_iter().map(of).collect() };
    match end {
        End::Branch(t) => End::Branch(target(t)),
        End::Choose(c, a, b) => End::Choose(of(c), target(a), target(b)),
        End::Return(v) => End::Return(v.into_iter().map(of).collect()),
    }
}

/// Takes out what nobody uses: operations, and parameters of blocks with their arguments.
fn sweep(m: &mut Model) {
    let mut used: BTreeSet<Value> = BTreeSet::new();
    loop {
        let before = used.len();
        for b in &m.blocks {
            match &b.end {
                Some(End::Return(v)) => used.extend(v),
                Some(End::Choose(c, ..)) => {
                    used.insert(*c);
                }
                _ => {}
            }
            for t in b.end.iter().flat_map(|e| e.targets()) {
                let params = &m.blocks[t.block].params;
                used.extend(
                    t.args.iter().zip(params).filter(|(_, p)| used.contains(p)).map(|(a, _)| *a).collect::<Vec<_>>(),
                );
            }
            for o in b.ops.iter().rev() {
                if used.contains(&o.value) {
                    used.extend(o.what.operands());
                }
            }
        }
        if used.len() == before {
            break;
        }
    }
    let kept: Vec<Vec<bool>> = m
        .blocks
        .iter()
        .enumerate()
        .map(|(k, b)| b.params.iter().map(|p| k == 0 || used.contains(p)).collect())
        .collect();
    for (k, b) in m.blocks.iter_mut().enumerate() {
        b.ops.retain(|o| used.contains(&o.value));
        let mut keep = kept[k].iter();
        b.params.retain(|_| keep.next().copied().unwrap_or(true));
        let thin = |t: Target| Target {
            block: t.block,
            args: t.args.into_iter().zip(&kept[t.block]).filter(|(_, k)| **k).map(|(a, _)| a).collect(),
        };
        b.end = b.end.take().map(|e| match e {
            End::Branch(t) => End::Branch(thin(t)),
            End::Choose(c, x, y) => End::Choose(c, thin(x), thin(y)),
            End::Return(v) => End::Return(v),
        });
    }
}
