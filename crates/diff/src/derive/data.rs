//! DATA of which a derivative uses a part: `data a, b /1.d0, 2.d0/` where only `b` is mentioned gives `data b /2.d0/`.
//!
//! A value belongs to a variable by its place in the list (F2018 8.6.7). Where the places can be counted, what is not used goes with its values;
//! where they cannot (implied loops, extents that are no constants), the whole set stays, and with it all of its variables.

use il::decl::Data;
use il::expr::Item;
use il::typing::type_of;
use il::{Expr, Program, SymbolId, Type, Upper, fold};

/// What a set needs declared when `used` is: all of its variables where it stays whole, nothing more where it is narrowed or goes.
pub(super) fn needs(p: &Program, set: &Data, used: &dyn Fn(SymbolId) -> bool, todo: &mut Vec<SymbolId>) {
    if set.targets.iter().any(|t| is_used(t, used))
        && (set.targets.iter().all(|t| is_used(t, used)) || parts(p, set).is_none())
    {
        set.targets.iter().for_each(|t| variables(t, todo));
    }
}

/// Narrows a set to what is used; false when that is nothing.
pub(crate) fn narrow(p: &Program, set: &mut Data, used: &dyn Fn(SymbolId) -> bool) -> bool {
    if let Some(values) = parts(p, set) {
        let all = std::mem::take(&mut set.targets).into_iter().zip(values);
        let (targets, values): (Vec<Item>, Vec<_>) = all.filter(|(t, _)| is_used(t, used)).unzip();
        *set = Data { targets, values: values.concat() };
    }
    set.targets.iter().any(|t| is_used(t, used))
}

fn is_used(item: &Item, used: &dyn Fn(SymbolId) -> bool) -> bool {
    match item {
        Item::Value(e) => e.root().is_none_or(used),
        Item::Implied { items, .. } => items.iter().any(|i| is_used(i, used)),
    }
}

/// The variables of a target, those of implied loops among them.
fn variables(item: &Item, out: &mut Vec<SymbolId>) {
    match item {
        Item::Value(e) => out.extend(e.root()),
        Item::Implied { var, items, .. } => {
            out.push(*var);
            items.iter().for_each(|i| variables(i, out));
        }
    }
}

type Values = Vec<(Option<Expr>, Expr)>;

/// The values of each target.
fn parts(p: &Program, set: &Data) -> Option<Vec<Values>> {
    let mut rest = Vec::new();
    for (repeat, value) in &set.values {
        let times = repeat.as_ref().map_or(Some(1), |r| fold::integer(p, r))?;
        rest.push((times, repeat, value));
    }
    rest.reverse();
    let mut out = Vec::new();
    for target in &set.targets {
        let mut wanted = elements(p, target)?;
        let mut values = Values::new();
        while wanted > 0 {
            let (times, repeat, value) = rest.pop()?;
            let taken = times.min(wanted);
            values.push(match repeat {
                // As it was written.
                Some(r) if taken == times => (Some(r.clone()), value.clone()),
                _ if taken == 1 => (None, value.clone()),
                _ => (Some(Expr::int(taken)), value.clone()),
            });
            if taken < times {
                rest.push((times - taken, &None, value));
            }
            wanted -= taken;
        }
        out.push(values);
    }
    Some(out)
}

/// How many elements a target has.
fn elements(p: &Program, item: &Item) -> Option<i64> {
    let Item::Value(e) = item else { return None };
    match type_of(p, e) {
        Type::Array { dims, .. } => dims.iter().try_fold(1, |n: i64, d| {
            let Upper::At(last) = &d.upper else { return None };
            let first = d.lower.as_ref().map_or(Some(1), |l| fold::integer(p, l))?;
            n.checked_mul((fold::integer(p, last)? - first + 1).max(0))
        }),
        _ => Some(1),
    }
}
