//! ALLOCATABLE components of the type that they belong to (`type(node), allocatable :: child`, F2018 7.5.4.1): adjoints allocate, clear and save
//! derivatives component by component, which would have no end.

use il::{Diagnostic, Expr, ExprKind, Field, Program, RecordId, Type};

use crate::facts::Facts;

/// The errors for all differentiated units: one for each that owns the derivative of such a structure.
pub fn check(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for &unit in facts.differentiated() {
        let symbols = facts.analysis.active_symbols(unit).iter().map(|v| v.symbol);
        let Some(name) = symbols.filter_map(|s| p.symbol_type(s)?.record()).find_map(|r| endless(p, facts, r)) else {
            continue;
        };
        let said =
            format!("`{name}` is an allocatable component of the type that it belongs to: it has no adjoint yet");
        let d = Diagnostic::error("RT0431", p.units[unit].span, said);
        out.push(d.note("make it a pointer, or an array of structures"));
    }
    out
}

/// A component with a derivative whose type holds it again without pointers.
fn endless<'p>(p: &'p Program, facts: &Facts, from: RecordId) -> Option<&'p str> {
    fn visit<'p>(p: &'p Program, facts: &Facts, r: RecordId, above: &mut Vec<RecordId>) -> Option<&'p str> {
        let inside = |f: &Field| !f.pointer && !matches!(f.ty.element(), Type::Pointer { .. });
        above.push(r);
        let mut parts = p.records[r].fields.iter().enumerate().filter(|(k, f)| inside(f) && facts.owns_field(r, *k));
        let found = parts.find_map(|(_, f)| {
            let inner = f.ty.element().record()?;
            if above.contains(&inner) { Some(f.name.as_str()) } else { visit(p, facts, inner, above) }
        });
        above.pop();
        found
    }
    visit(p, facts, from, &mut Vec::new())
}

/// Whether a reference of this type is a component, near or far, of a structure of the same type.
pub(crate) fn is_in_its_own_type(reference: &Expr, record: RecordId) -> bool {
    let mut above = reference;
    loop {
        above = match &above.kind {
            ExprKind::Field { base, record: r, .. } if *r == record => return true,
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => base,
            _ => return false,
        };
    }
}
