//! What the runtime has that projects written for Tapenade carry (`adBuffer`, `adStack`, `adBinomial`): with `-runtime tapenade` generated code calls
//! these entry points and no others (`conventions.md` §13).

use crate::program::Language;
use crate::symbol::SymbolId;
use crate::typing::type_of;
use crate::{Expr, Program, RecordId, ScalarClass, Type};

/// What is pushed and popped one by one.
const SCALARS: &[&str] = &[
    "integer4",
    "integer8",
    "real4",
    "real8",
    "complex8",
    "complex16",
    "character",
    "boolean",
    "bit",
    "pointer4",
    "pointer8",
];

/// What is pushed and popped as arrays.
const ARRAYS: &[&str] = &["integer4", "integer8", "real4", "real8", "complex8", "complex16", "character", "boolean"];

/// Those of [`ARRAYS`] that the header for C does not have.
const NOT_IN_C: &[&str] = &["complex8", "complex16", "boolean"];

/// What is neither pushed nor popped.
const OTHERS: &[&str] = &[
    "adstack_startrepeat",
    "adstack_resetrepeat",
    "adstack_endrepeat",
    "adstack_showpeaksize",
    "adstack_showtraffic",
    "showstackandbuffers",
    "showstackandbufferssize",
    "adbinomial_init",
    "adbinomial_next",
    "adbinomial_resize",
];

/// How many bits a branch number may have.
pub fn widest_control(language: Language) -> u32 {
    match language {
        Language::Fortran => 9,
        Language::C => 8,
    }
}

/// Whether an entry point of that name is there, as either language spells it.
pub fn has_entry(language: Language, name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    if OTHERS.contains(&name.as_str()) {
        return true;
    }
    let Some(rest) = name.strip_prefix("push").or_else(|| name.strip_prefix("pop")) else { return false };
    if let Some(width) = rest.strip_prefix("control").and_then(|r| r.strip_suffix('b')) {
        return width.parse::<u32>().is_ok_and(|w| (1..=widest_control(language)).contains(&w));
    }
    match rest.strip_suffix("array") {
        Some(kind) => ARRAYS.contains(&kind) && !(language == Language::C && NOT_IN_C.contains(&kind)),
        None => SCALARS.contains(&rest) && (language == Language::C || !rest.starts_with("pointer")),
    }
}

/// Whether values of a scalar type of Fortran have entry points of their own. Those of other kinds wait there as bytes.
pub fn has_scalar(class: ScalarClass, bytes: u8) -> bool {
    match class {
        ScalarClass::Integer | ScalarClass::Real => matches!(bytes, 4 | 8),
        ScalarClass::Complex => matches!(bytes, 8 | 16),
        ScalarClass::Logical => bytes == 4,
    }
}

/// Fortran: whether a structure holds associations of pointers and nothing else, which wait on the tape as they are.
pub fn is_holder(program: &Program, record: RecordId) -> bool {
    let r = &program.records[record];
    !r.opaque && !r.fields.is_empty() && r.fields.iter().all(|f| f.pointer)
}

/// Whether such a structure is one of ours, which nobody has declared.
pub fn is_made_holder(program: &Program, record: RecordId) -> bool {
    is_holder(program, record) && !program.records[record].span.file.is_some()
}

/// Fortran: whether a value, or part of it, has no entry point of its own there, so that it waits as the characters that it is made of.
pub fn is_saved_as_text(program: &Program, value: &Expr) -> bool {
    let ty = type_of(program, value);
    match ty.element() {
        Type::Record(id) if ty.rank() == 0 && is_holder(program, *id) => true,
        Type::Record(_) if program.is_polymorphic(value) => false,
        element => is_plain(program, element) && has_part_without_entry(program, element),
    }
}

fn is_plain(program: &Program, ty: &Type) -> bool {
    match ty {
        Type::Scalar(_) | Type::Character { .. } => true,
        Type::Array { elem, .. } => is_plain(program, elem),
        Type::Record(id) => {
            let r = &program.records[*id];
            !r.opaque && r.fields.iter().all(|f| !f.pointer && !f.allocatable && is_plain(program, &f.ty))
        }
        Type::Pointer { .. } | Type::Procedure | Type::Void | Type::Opaque(_) => false,
    }
}

fn has_part_without_entry(program: &Program, ty: &Type) -> bool {
    match ty.element() {
        Type::Scalar(s) => !has_scalar(s.class, s.bytes),
        Type::Record(id) => program.records[*id].fields.iter().any(|f| has_part_without_entry(program, &f.ty)),
        Type::Character { .. } | Type::Array { .. } | Type::Pointer { .. } | Type::Procedure | Type::Void => false,
        Type::Opaque(_) => false,
    }
}

/// Whether a callee without source is called by a name of the runtime's, and of another than this one.
pub fn lacks(program: &Program, language: Language, callee: SymbolId) -> bool {
    program.callee(callee).is_none() && !has_entry(language, &program.symbols[callee].name)
}
