//! The active set of a parameter: values that depend on it, by uses, through block arguments.
//!
//! ```text
//! active = {p} ∪ { v | v = op(…, a, …), a active } ∪ { q | a block parameter q gets an active argument on some branch }
//! ```
//!
//! Only real values are: a comparison or a rounding ends the dependence.

use std::collections::BTreeSet;

use super::{Model, Value};

/// The values that depend on a parameter of the function.
pub fn active(model: &Model, param: usize) -> BTreeSet<Value> {
    let mut out: BTreeSet<Value> = model.blocks[0].params.get(param).copied().into_iter().collect();
    loop {
        let before = out.len();
        for b in &model.blocks {
            for o in &b.ops {
                if model.types[o.value.0].is_differentiable() && o.what.operands().iter().any(|a| out.contains(a)) {
                    out.insert(o.value);
                }
            }
            for t in b.end.iter().flat_map(|e| e.targets()) {
                for (a, p) in t.args.iter().zip(&model.blocks[t.block].params) {
                    if out.contains(a) && model.types[p.0].is_differentiable() {
                        out.insert(*p);
                    }
                }
            }
        }
        if out.len() == before {
            return out;
        }
    }
}
