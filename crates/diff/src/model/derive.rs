//! Forward differentiation of a model with respect to one parameter: each active operation is followed by operations for its derivative, each active
//! block parameter by one for its derivative. Partials come from the one table ([`rules`](crate::rules)), asked with stand-in variables
//! for the operands; constants zero and one at the entry, as in the source, are left for [`eliminate`](super::eliminate).

use std::collections::BTreeMap;

use il::symbol::{Storage, Variable};
use il::{Arg, BinaryOp, Expr, Program, Scalar, Span, SymbolId, SymbolKind, Type, UnitId};

use super::build::{Builder, Environment};
use super::{Block, End, Model, Number, Op, Target, Value, What, active};
use crate::rules;

/// The derivative of what a model returns, with respect to a parameter.
pub fn derive(program: &Program, unit: UnitId, model: &Model, param: usize) -> Result<Model, String> {
    let mut scratch = program.clone();
    let mut stand_ins: Vec<(Scalar, [SymbolId; 3])> = Vec::new();
    for ty in &model.types {
        if stand_ins.iter().all(|s| s.0 != *ty) {
            let kind = SymbolKind::Variable(Variable::new(Type::Scalar(ty.clone()), Storage::Local));
            let scope = scratch.units[unit].scope;
            let symbols = [0, 1, 2].map(|k| scratch.declare(scope, format!("operand{k}"), Span::NONE, kind.clone()));
            stand_ins.push((ty.clone(), symbols));
        }
    }
    let active = active::active(model, param);
    // All values of the original keep their names; blocks get theirs in the same order.
    let mut out = Model {
        name: format!("d{}_darg{param}", model.name),
        types: model.types.clone(),
        blocks: vec![Block::default(); model.blocks.len()],
    };
    let mut diffs: BTreeMap<Value, Value> = BTreeMap::new();
    for (k, b) in model.blocks.iter().enumerate() {
        out.blocks[k].params = b.params.clone();
        for p in b.params.iter().filter(|p| k > 0 && active.contains(p)) {
            let d = out.fresh(model.types[p.0].clone());
            out.blocks[k].params.push(d);
            diffs.insert(*p, d);
        }
    }
    let independent = model.blocks[0].params[param];
    let ty = model.types[independent.0].clone();
    let mut b = Builder { program: &scratch, model: out, at: 0 };
    let zero = b.real(0.0, &ty);
    let one = b.real(1.0, &ty);
    diffs.insert(independent, one);
    let language = scratch.units[unit].language;
    for (k, block) in model.blocks.iter().enumerate() {
        b.at = k;
        for o in &block.ops {
            b.model.blocks[k].ops.push(o.clone());
            if active.contains(&o.value) {
                let maker = Maker { stand_ins: &stand_ins, zero, language };
                let d = maker.operation(&mut b, model, o, &diffs)?;
                diffs.insert(o.value, d);
            }
        }
        let diff = |v: &Value| diffs.get(v).copied().unwrap_or(zero);
        let with = |t: &Target| {
            let also = model.blocks[t.block].params.iter().zip(&t.args).filter(|(p, _)| active.contains(p));
            let more: Vec<Value> = also.map(|(_, a)| diff(a)).collect();
            Target { block: t.block, args: t.args.iter().copied().chain(more).collect() }
        };
        let end = match &block.end {
            Some(End::Branch(t)) => End::Branch(with(t)),
            Some(End::Choose(c, x, y)) => End::Choose(*c, with(x), with(y)),
            Some(End::Return(values)) => End::Return(values.iter().map(diff).collect()),
            None => continue,
        };
        b.model.blocks[k].end = Some(end);
    }
    Ok(b.model)
}

struct Maker<'m> {
    stand_ins: &'m [(Scalar, [SymbolId; 3])],
    zero: Value,
    language: il::Language,
}

impl Maker<'_> {
    /// Adds what computes the derivative of an operation.
    fn operation(
        &self,
        b: &mut Builder,
        model: &Model,
        o: &Op,
        diffs: &BTreeMap<Value, Value>,
    ) -> Result<Value, String> {
        let ty = model.types[o.value.0].clone();
        let diff = |v: &Value| diffs.get(v).copied().unwrap_or(self.zero);
        Ok(match &o.what {
            What::Constant(_) => self.zero,
            What::Unary(op, a) => b.push(ty, What::Unary(*op, diff(a))),
            What::Convert(a) if diffs.contains_key(a) => b.push(ty, What::Convert(diff(a))),
            What::Convert(_) => self.zero,
            What::Select(c, x, y) => b.push(ty, What::Select(*c, diff(x), diff(y))),
            What::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), x, y) => b.push(ty, What::Binary(*op, diff(x), diff(y))),
            What::Binary(..) | What::Invoke(..) => self.by_rules(b, model, o, diffs, &ty)?,
        })
    }

    fn by_rules(
        &self,
        b: &mut Builder,
        model: &Model,
        o: &Op,
        diffs: &BTreeMap<Value, Value>,
        ty: &Scalar,
    ) -> Result<Value, String> {
        let operands = o.what.operands();
        let mut env = Environment::new();
        let mut names: Vec<Expr> = Vec::new();
        for (k, v) in operands.iter().enumerate() {
            let of = &model.types[v.0];
            // A literal is looked at: whole exponents have simpler partials.
            let literal = model.blocks.iter().flat_map(|b| &b.ops).find(|x| x.value == *v).and_then(|x| match x.what {
                What::Constant(Number::Integer(i)) => Some(Expr::int(i)),
                What::Constant(Number::Real(r)) => Some(Expr::real(r, of)),
                _ => None,
            });
            let symbols = self.stand_ins.iter().find(|s| s.0 == *of).map(|s| s.1);
            let symbol = symbols.and_then(|s| s.get(k).copied()).ok_or("an operation has too many operands")?;
            env.insert(symbol, *v);
            names.push(literal.unwrap_or(Expr::var(symbol)));
        }
        let cx = rules::Context { program: b.program, language: self.language, from_results: false };
        let wanted = |k: usize| operands.get(k).is_some_and(|v| diffs.contains_key(v));
        let partials = match &o.what {
            What::Binary(op, ..) => rules::binary(cx, *op, &names[0], &names[1], None, &wanted),
            What::Invoke(f, _) => {
                let args: Vec<Arg> = names.iter().cloned().map(Arg::new).collect();
                rules::partials(cx, *f, &args, None, &wanted)
            }
            _ => Ok(Vec::new()),
        };
        let partials = partials.map_err(|r| format!("`{}` has no derivative: {}", r.what, r.why))?;
        let mut sum = None;
        for p in partials {
            let factor = b.expr(&p.factor, &env)?;
            let d = diffs.get(&operands[p.argument]).copied().unwrap_or(self.zero);
            let mut term = b.push(ty.clone(), What::Binary(BinaryOp::Mul, factor, d));
            if let Some(g) = &p.guard {
                let guard = b.expr(g, &env)?;
                term = b.push(ty.clone(), What::Select(guard, term, self.zero));
            }
            sum = Some(match sum {
                None => term,
                Some(s) => b.push(ty.clone(), What::Binary(BinaryOp::Add, s, term)),
            });
        }
        Ok(sum.unwrap_or(self.zero))
    }
}
