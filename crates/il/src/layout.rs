//! How many bytes C objects take (C11 6.5.3.4), and how they are aligned, as all systems with 64-bit addresses have it that we know.

use crate::constant::extent;
use crate::program::Program;
use crate::types::{Field, RecordId, ScalarClass, Type, Upper};

/// The storage of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// `sizeof`.
    pub bytes: i64,
    /// `_Alignof`.
    pub alignment: i64,
}

impl Layout {
    fn of(bytes: i64) -> Layout {
        Layout { bytes, alignment: bytes }
    }
}

/// That of a C type; `None` where it is not known.
pub fn of(p: &Program, ty: &Type) -> Option<Layout> {
    match ty {
        Type::Scalar(s) => {
            let parts = if s.class == ScalarClass::Complex { 2 } else { 1 };
            Some(Layout { bytes: i64::from(s.bytes), alignment: i64::from(s.bytes) / parts })
        }
        Type::Array { elem, dims } => {
            let one = of(p, elem)?;
            Some(Layout { bytes: one.bytes.checked_mul(extent(p, dims)?)?, ..one })
        }
        Type::Pointer { .. } => Some(Layout::of(8)),
        // A pointer to a function; what names one by a typedef may name anything.
        Type::Opaque(text) if text.contains("(*{}") => Some(Layout::of(8)),
        Type::Record(r) => record(p, *r),
        Type::Character { .. } | Type::Procedure | Type::Void | Type::Opaque(_) => None,
    }
}

/// That of a structure or union. With gaps between its members it is the compiler's choice, and attributes change it: then it has none here.
fn record(p: &Program, r: RecordId) -> Option<Layout> {
    let record = &p.records[r];
    let text = record.span.file.map_or("", |file| p.sources[file].text.as_str());
    if record.spelling.is_empty() || record.fields.is_empty() || ["align", "Align"].iter().any(|w| text.contains(w)) {
        return None;
    }
    let is_union = record.opaque || !record.overlaid.is_empty();
    let mut whole = Layout { bytes: 0, alignment: 1 };
    for field in record.fields.iter().chain(&record.overlaid) {
        let own = member(p, field)?;
        if !is_union && whole.bytes % own.alignment != 0 {
            return None;
        }
        whole.bytes = if is_union { whole.bytes.max(own.bytes) } else { whole.bytes.checked_add(own.bytes)? };
        whole.alignment = whole.alignment.max(own.alignment);
    }
    (whole.bytes % whole.alignment == 0).then_some(whole)
}

/// Where a member of a structure begins (`offsetof`, C11 7.19), if it has no gaps.
pub fn offset(p: &Program, r: RecordId, field: usize) -> Option<i64> {
    record(p, r)?;
    let record = &p.records[r];
    if record.opaque || !record.overlaid.is_empty() {
        return Some(0);
    }
    record.fields[..field].iter().try_fold(0i64, |sum, f| sum.checked_add(member(p, f)?.bytes))
}

fn member(p: &Program, field: &Field) -> Option<Layout> {
    match &field.ty {
        _ if field.is_bit_field() => None,
        // `double rest[];` takes nothing.
        Type::Array { elem, dims } if dims.iter().any(|d| d.upper == Upper::Assumed) => {
            Some(Layout { bytes: 0, ..of(p, elem)? })
        }
        ty => of(p, ty),
    }
}
