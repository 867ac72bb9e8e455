//! What the comments of the text form say: ids, and the types of values.

use std::collections::BTreeMap;

use crate::program::Program;
use crate::stmt::StmtKind;
use crate::types::{ScalarClass, Type};
use crate::typing::type_of;

/// Comments by path.
pub(super) fn notes(program: &Program) -> BTreeMap<String, String> {
    let mut notes = BTreeMap::new();
    for (i, (id, s)) in program.symbols.iter().enumerate() {
        notes.insert(format!("/symbols/{i}"), format!("{id}: {}", s.name));
    }
    for (i, (id, s)) in program.scopes.iter().enumerate() {
        let _ = s;
        notes.insert(format!("/scopes/{i}"), id.to_string());
    }
    for (i, (id, r)) in program.records.iter().enumerate() {
        notes.insert(format!("/records/{i}"), format!("{id}: {}", r.name));
    }
    for (i, (id, u)) in program.units.iter().enumerate() {
        notes.insert(format!("/units/{i}"), format!("{id}: {}", u.name));
        for (k, (stmt, s)) in u.stmts.iter().enumerate() {
            let types = match &s.kind {
                StmtKind::Assign { lhs, rhs } => {
                    format!(": {} = {}", name(program, &type_of(program, lhs)), name(program, &type_of(program, rhs)))
                }
                kind => {
                    let mut list = Vec::new();
                    kind.exprs(&mut |e| list.push(name(program, &type_of(program, e))));
                    if list.is_empty() { String::new() } else { format!(": {}", list.join(", ")) }
                }
            };
            notes.insert(format!("/units/{i}/stmts/{k}"), format!("{stmt}{types}"));
        }
    }
    notes
}

/// A type in a word: `real8`, `integer4[2]` for rank 2, `cell_t`, `real8*` for a pointer.
pub fn name(program: &Program, ty: &Type) -> String {
    match ty {
        Type::Scalar(s) => {
            let class = match s.class {
                ScalarClass::Integer => "integer",
                ScalarClass::Real => "real",
                ScalarClass::Complex => "complex",
                ScalarClass::Logical => "logical",
            };
            format!("{class}{}", s.bytes)
        }
        Type::Character { .. } => "character".into(),
        Type::Record(r) => program.records[*r].name.clone(),
        Type::Array { elem, dims } => format!("{}[{}]", name(program, elem), dims.len()),
        Type::Pointer { to, .. } => format!("{}*", name(program, to)),
        Type::Procedure => "procedure".into(),
        Type::Void => "void".into(),
        Type::Opaque(s) if s.is_empty() => "unknown".into(),
        Type::Opaque(s) => s.clone(),
    }
}
