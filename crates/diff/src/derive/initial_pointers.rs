//! C: derivatives of what begins with pointers to what has derivatives, `static double *at[2] = { &u, &v }`.

use il::expr::Item;
use il::{Arg, Expr, ExprKind, Program, Type};

use super::maps::Maps;

/// The initial value of the derivative of something of type `ty` that begins as `value`: pointers alone, `{ &ub, &vb }`, `{ .at = &ub }`; all else
/// begins as zero. `None`: no pointer in it leads to a derivative.
pub(super) fn initial_pointers(source: &Program, out: &Program, maps: &Maps, ty: &Type, value: &Expr) -> Option<Expr> {
    match (ty, &value.bare().kind) {
        (Type::Pointer { .. }, _) => maps.pointer(value),
        (Type::Array { elem, .. }, ExprKind::Constructor { items, .. }) => {
            let of = |i: &Item| match i {
                Item::Value(v) => initial_pointers(source, out, maps, elem, v),
                Item::Implied { .. } => None,
            };
            let found: Vec<Option<Expr>> = items.iter().map(of).collect();
            found.iter().flatten().next()?;
            let items = found.into_iter().map(|v| Item::Value(v.unwrap_or_else(|| nothing(maps, elem)))).collect();
            Some(ExprKind::Constructor { items, ty: None }.into())
        }
        (Type::Record(r), ExprKind::Structure { args, .. }) => {
            let given = |(k, a): (usize, &Arg)| {
                let k = source.component_of(*r, k, a.keyword.as_deref())?;
                let &(record, field) = maps.fields.get(&(*r, k))?;
                let value = initial_pointers(source, out, maps, &source.records[*r].fields[k].ty, &a.value)?;
                Some((record, Arg { keyword: Some(out.records[record].fields[field].name.clone()), value }))
            };
            let found: Vec<_> = args.iter().enumerate().filter_map(given).collect();
            let record = found.first()?.0;
            Some(ExprKind::Structure { record, args: found.into_iter().map(|f| f.1).collect() }.into())
        }
        _ => None,
    }
}

/// What leads nowhere.
fn nothing(maps: &Maps, ty: &Type) -> Expr {
    match ty {
        Type::Array { elem, .. } => {
            ExprKind::Constructor { items: vec![Item::Value(nothing(maps, elem))], ty: None }.into()
        }
        Type::Record(r) => {
            let record = maps.records.get(r).copied().unwrap_or(*r);
            ExprKind::Structure { record, args: vec![Arg::new(Expr::int(0))] }.into()
        }
        _ => Expr::int(0),
    }
}
