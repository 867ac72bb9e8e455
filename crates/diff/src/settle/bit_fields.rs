//! C: bit-fields that adjoints give their values back. They have no address that the runtime could write to, so that their values come by a local:
//!
//! ```text
//! popInteger4(&s->on);     →     popInteger4(&bits);
//!                                s->on = bits;
//! ```

use std::collections::BTreeMap;

use il::symbol::{Storage, Variable};
use il::typing::type_of;
use il::{Expr, ExprKind, Language, Program, StmtId, StmtKind, UnitId};

use il::locals::{declare, fresh};

/// Does so in all procedures of the generated files.
pub(crate) fn settle(p: &mut Program, generated: &[UnitId]) {
    let in_c: Vec<UnitId> = generated.iter().copied().filter(|u| p.units[*u].language == Language::C).collect();
    let is_made = |u: &UnitId| in_c.contains(u) || p.units[*u].parent.is_some_and(|file| in_c.contains(&file));
    let made: Vec<UnitId> = p.units.ids().filter(is_made).collect();
    for unit in made {
        let restored = restored(p, unit);
        let mut before: BTreeMap<StmtId, StmtId> = BTreeMap::new();
        let mut locals = Vec::new();
        for (stmt, field) in restored {
            let ty = type_of(p, &field);
            let known = locals.iter().copied().find(|s| p.symbol_type(*s) == Some(&ty));
            let bits = known.unwrap_or_else(|| {
                let local = fresh(p, unit, "bits", Variable::new(ty, Storage::Local));
                locals.push(local);
                local
            });
            let u = &mut p.units[unit];
            let assign = StmtKind::Assign { lhs: field, rhs: Expr::var(bits) };
            let mut restore = std::mem::replace(&mut u.stmts[stmt].kind, assign);
            if let StmtKind::Restore { into, .. } = &mut restore {
                *into = Expr::var(bits);
            }
            before.insert(stmt, u.add(restore));
        }
        if !before.is_empty() {
            let mut body = std::mem::take(&mut p.units[unit].body);
            p.units[unit].insert_before(&mut body, &before);
            p.units[unit].body = body;
            declare(p, unit, &locals);
        }
    }
}

/// The statements that give bit-fields their values back.
fn restored(p: &Program, unit: UnitId) -> Vec<(StmtId, Expr)> {
    let u = &p.units[unit];
    let mut out = Vec::new();
    u.walk(&u.body, &mut |id, s| {
        if let StmtKind::Restore { into, .. } = &s.kind
            && let ExprKind::Field { record, field, .. } = &into.kind
            && p.records[*record].fields[*field].is_bit_field()
        {
            out.push((id, into.clone()));
        }
    });
    out
}
