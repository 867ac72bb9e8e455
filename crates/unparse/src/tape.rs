//! What the tape statements call: from the type of a value to the entry points of the runtime and their counts.
//!
//! A scalar goes to `…real8`, an array to `…real8array` with its number of elements, a structure component by component,
//! a C array of structures byte by byte. The count is a number where the extents are, the declared extent where it is one
//! positive name (`n`), and `size(x)` otherwise: a section like `u(2:n-1)` may be empty, and `n-2` would then be negative.
//! This is the only place that knows; both languages print from it.

use il::typing::type_of;
use il::{
    Diagnostic, Expr, ExprKind, Language, Program, ScalarClass, ScopeId, StmtKind, Subscript, Type, Upper, fold, kit,
    typing,
};

/// One call: `push` or `pop`, then `entry`, then `array` when there is a count.
#[derive(Clone, PartialEq, Debug)]
pub struct Move {
    /// `real8`, `integer4`, `boolean`, `character`, `pointer8`.
    pub entry: String,
    /// What is saved: a scalar or an array. In C, for an array, a pointer to its first element.
    pub value: Expr,
    /// How many elements; `None` for scalars.
    pub count: Option<Expr>,
    /// C: the pointer has another type than the entry point expects and is cast to this.
    pub cast: Option<&'static str>,
}

impl Move {
    /// Whether the entry for arrays is called: associations are counted in bytes and have no other.
    pub fn is_array(&self) -> bool {
        self.count.is_some() && !self.entry.starts_with("pointers")
    }
}

/// How a branch number is saved that tells `ways` ways apart: by so many bits, or as an INTEGER where there is no entry for more.
pub fn control(program: &Program, language: Language, ways: u32) -> String {
    let bits = control_bits(ways);
    let widest = if program.tapenade_runtime { kit::widest_control(language) } else { 9 };
    if bits > widest { "integer4".into() } else { format!("control{bits}b") }
}

/// The bits that tell `ways` ways apart, at least one.
fn control_bits(ways: u32) -> u32 {
    (u32::BITS - ways.saturating_sub(1).leading_zeros()).max(1)
}

/// The calls that save `value` where the names of `scope` are known, in the order of pushing.
pub fn moves(program: &Program, language: Language, scope: ScopeId, value: &Expr) -> Vec<Move> {
    match moves_or_reason(program, language, Some(scope), value) {
        Ok(moves) => moves,
        Err(reason) => panic!("a value that cannot be saved reached the printer: {reason}"),
    }
}

/// Why `value` cannot be saved by calls of the runtime, if it cannot. To be asked before a `Save` is made.
pub fn refusal(program: &Program, language: Language, value: &Expr) -> Option<String> {
    moves_or_reason(program, language, None, value).err()
}

/// An error for each value in `program` that a tape statement saves and the runtime cannot: to be asked before printing,
/// which takes for granted that there is none.
pub fn refusals(program: &Program) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (_, unit) in program.units.iter() {
        unit.walk(&unit.body, &mut |_, s| {
            let (StmtKind::Save { value, .. } | StmtKind::Restore { into: value, .. }) = &s.kind else { return };
            if let Some(reason) = refusal(program, unit.language, value) {
                let text = crate::unparse_expr(program, unit.scope, unit.language, value);
                let span = if s.span.file.is_some() { s.span } else { unit.span };
                let message = format!("the value of `{text}` must be saved, which the runtime cannot: {reason}");
                let said = Diagnostic::error("RT0441", span, message).note(
                    "save it yourself: keep a copy that is not overwritten, of a type and extent that are known here",
                );
                if !out.contains(&said) {
                    out.push(said);
                }
            }
        });
    }
    out
}

fn moves_or_reason(
    program: &Program,
    language: Language,
    scope: Option<ScopeId>,
    value: &Expr,
) -> Result<Vec<Move>, String> {
    let mut out = Vec::new();
    match language {
        Language::Fortran => fortran(program, scope, value, &mut out)?,
        Language::C => c(program, value, &mut out)?,
    }
    Ok(out)
}

// ------------------------------------------------------------------------------------------------ Fortran

fn fortran(program: &Program, scope: Option<ScopeId>, value: &Expr, out: &mut Vec<Move>) -> Result<(), String> {
    let ty = type_of(program, value);
    let is_array = ty.rank() > 0;
    match ty.element() {
        Type::Scalar(s) => {
            let entry = entry(s.class, s.bytes).ok_or_else(|| no_entry(&s.spelling))?;
            if program.tapenade_runtime && !kit::has_scalar(s.class, s.bytes) {
                // What can be is text by now.
                return Err(format!(
                    "Tapenade's runtime has no entry point for `{}`, and the extent is not known",
                    s.spelling
                ));
            }
            let count = if is_array { Some(array_count(program, scope, value, &ty)?) } else { None };
            out.push(Move { entry, value: value.clone(), count, cast: None });
        }
        // The entry takes text as one run of characters. An array is passed by its first element: a scalar and an array
        // may not both be passed to one procedure without an interface.
        Type::Character { len, .. } => {
            let single = len.as_deref().and_then(|l| fold::integer(program, l)) == Some(1);
            let length = Expr::intrinsic("len", vec![value.clone()]);
            if is_array {
                let first = first_element(program, value, &ty).ok_or("texts that do not lie together")?;
                let size = array_count(program, scope, value, &ty)?;
                let count = if single { size } else { Expr::binary(il::BinaryOp::Mul, length, size) };
                out.push(Move { entry: "character".into(), value: first, count: Some(count), cast: None });
            } else {
                let count = (!single).then_some(length);
                out.push(Move { entry: "character".into(), value: value.clone(), count, cast: None });
            }
        }
        Type::Record(id) => {
            let record = &program.records[*id];
            if record.opaque {
                return Err(format!("type `{}` has parts that are not analysed", record.name));
            }
            if !is_array && kit::is_holder(program, *id) || kit::is_made_holder(program, *id) {
                // Associations are saved as they are.
                let bits = Expr::intrinsic("storage_size", vec![value.clone()]);
                let each = Expr::binary(il::BinaryOp::Div, bits, Expr::int(8));
                let (entry, bytes) = match is_array {
                    true => {
                        let size = array_count(program, scope, value, &ty)?;
                        ("pointersarray", Expr::binary(il::BinaryOp::Mul, each, size))
                    }
                    false => ("pointers", each),
                };
                out.push(Move { entry: entry.into(), value: value.clone(), count: Some(bytes), cast: None });
                return Ok(());
            }
            if record.extends.is_some() && program.is_polymorphic(value) {
                return Err(format!("an object of class `{}` may be of several types", record.name));
            }
            for (i, field) in record.fields.iter().enumerate().filter(|(i, _)| program.shows(*id, *i)) {
                if field.pointer || field.allocatable || is_array && field.ty.rank() > 0 {
                    return Err(format!(
                        "component `{}` of type `{}` needs a save of its own",
                        field.name, record.name
                    ));
                }
                let part = ExprKind::Field { base: Box::new(value.clone()), record: *id, field: i };
                fortran(program, scope, &part.into(), out)?;
            }
        }
        Type::Array { .. } | Type::Pointer { .. } | Type::Procedure | Type::Void | Type::Opaque(_) => {
            return Err("a value of a type that is not analysed".into());
        }
    }
    Ok(())
}

/// The number of elements of an array or section. A module may keep the name of an extent to itself.
fn array_count(program: &Program, scope: Option<ScopeId>, value: &Expr, ty: &Type) -> Result<Expr, String> {
    let Type::Array { dims, .. } = ty else { return Ok(Expr::int(1)) };
    let extents: Vec<Option<Expr>> = dims.iter().map(typing::extent).collect();
    let constant = extents.iter().map(|e| e.as_ref().and_then(Expr::as_int)).try_fold(1i64, |n, e| n.checked_mul(e?));
    if let Some(n) = constant {
        return Ok(Expr::int(n));
    }
    // Tapenade's runtime knows no counts below zero.
    if let ([Some(n)], ExprKind::Var(_)) = (extents.as_slice(), &value.kind)
        && !program.tapenade_runtime
        && let ExprKind::Var(s) = n.kind
        && scope.is_none_or(|scope| program.is_named_in(scope, s))
    {
        return Ok(n.clone());
    }
    if dims.iter().any(|d| matches!(d.upper, Upper::Assumed)) {
        return Err("the extent of an assumed-size array is not known".into());
    }
    Ok(Expr::intrinsic("size", vec![value.clone()]))
}

/// The first element of a whole array. `None` for what does not lie together: a section, a component of several structures.
fn first_element(program: &Program, value: &Expr, ty: &Type) -> Option<Expr> {
    let Type::Array { dims, .. } = ty else { return None };
    let of_several = matches!(&value.kind, ExprKind::Field { base, .. } if type_of(program, base).rank() > 0);
    if of_several || matches!(value.kind, ExprKind::Index { .. }) {
        return None;
    }
    let lower = dims.iter().enumerate().map(|(k, d)| typing::lower_bound(d, value, k)).collect::<Option<Vec<_>>>()?;
    Some(Expr::index(value.clone(), lower))
}

// ------------------------------------------------------------------------------------------------ C

fn c(program: &Program, value: &Expr, out: &mut Vec<Move>) -> Result<(), String> {
    // A section a[lo:hi] of an array or a pointer: a run of elements from `a + lo`.
    if let ExprKind::Index { base, subs } = &value.kind
        && let [Subscript::Range { lo, hi: Some(hi), step: None }] = subs.as_slice()
    {
        let zero = Expr::int(0);
        let lo = lo.as_ref().unwrap_or(&zero);
        let first = Expr::index((**base).clone(), vec![lo.clone()]);
        let elem = type_of(program, &first);
        let count = at_least_none(program, fold::without_cancelling(&fold::range_count(lo, hi, None)));
        let start = if lo.as_int() == Some(0) { (**base).clone() } else { ExprKind::Address(Box::new(first)).into() };
        out.push(run(program, start, &elem, count)?);
        return Ok(());
    }
    let ty = type_of(program, value);
    match &ty {
        Type::Array { dims, elem } => {
            let extent = dims.first().and_then(typing::extent);
            let count = extent.ok_or("the extent of an array is not known")?;
            out.push(run(program, value.clone(), elem, count)?);
        }
        Type::Scalar(s) => {
            let class = if s.class == ScalarClass::Logical { ScalarClass::Integer } else { s.class };
            let entry = c_entry(class, s.bytes).ok_or_else(|| no_entry(&s.spelling))?;
            match program.tapenade_runtime.then(|| as_others(class, s.bytes)).flatten() {
                Some((entry, cast, count)) => {
                    let count = Some(Expr::int(count));
                    out.push(Move { entry: entry.into(), value: address(value), count, cast: Some(cast) });
                }
                None => out.push(Move { entry, value: value.clone(), count: None, cast: c_cast(s) }),
            }
        }
        // No pointer to a function is a `void *` (C11 6.3.2.3).
        Type::Opaque(text) if !text.contains("va_list") => out.push(bytes_of(value, &ty)),
        Type::Pointer { to, .. } if matches!(**to, Type::Opaque(_)) => out.push(bytes_of(value, &ty)),
        Type::Pointer { .. } => {
            out.push(Move { entry: "pointer8".into(), value: value.clone(), count: None, cast: Some("void **") });
        }
        Type::Record(id) => {
            let record = &program.records[*id];
            if record.is_union() {
                out.push(bytes_of(value, &ty));
                return Ok(());
            }
            if record.opaque {
                return Err(format!("`{}` has parts that are not analysed", record.name));
            }
            for (i, field) in record.fields.iter().enumerate() {
                // One by itself comes back by a local.
                if field.is_bit_field() {
                    return Err("a bit-field has no address".into());
                }
                let part = ExprKind::Field { base: Box::new(value.clone()), record: *id, field: i };
                c(program, &part.into(), out)?;
            }
        }
        Type::Character { .. } | Type::Procedure | Type::Void | Type::Opaque(_) => {
            return Err("a value of a type that is not analysed".into());
        }
    }
    Ok(())
}

/// What Tapenade's runtime has no entry for in C: as what else it waits there, the type that its address is cast to, and how many there are of it. A complex
/// number is laid out like an array of two (C11 6.2.5p13).
fn as_others(class: ScalarClass, bytes: u8) -> Option<(&'static str, &'static str, i64)> {
    match (class, bytes) {
        (ScalarClass::Complex, 8) => Some(("real4", "float *", 2)),
        (ScalarClass::Complex, 16) => Some(("real8", "double *", 2)),
        (ScalarClass::Integer, 2) | (ScalarClass::Real, 16) | (ScalarClass::Complex, 32) => {
            Some(("character", "char *", bytes.into()))
        }
        _ => None,
    }
}

/// How many elements a section has that may be empty, such as a loop leaves it. Tapenade's runtime knows no counts below zero.
fn at_least_none(program: &Program, count: Expr) -> Expr {
    if !program.tapenade_runtime || count.as_int().is_some() {
        return count;
    }
    let test = Expr::binary(il::BinaryOp::Gt, count.clone(), Expr::int(0));
    ExprKind::Cond { test: Box::new(test), yes: Box::new(count), no: Box::new(Expr::int(0)) }.into()
}

fn address(value: &Expr) -> Expr {
    match &value.kind {
        ExprKind::Deref(p) => (**p).clone(),
        _ => ExprKind::Address(Box::new(value.clone())).into(),
    }
}

/// The bytes of a variable that nothing else is known of.
fn bytes_of(value: &Expr, ty: &Type) -> Move {
    let start = ExprKind::Address(Box::new(value.clone())).into();
    let bytes = ExprKind::Cast(Type::Scalar(il::Scalar::int()), Box::new(ExprKind::SizeOf(ty.clone()).into()));
    Move { entry: "character".into(), value: start, count: Some(bytes.into()), cast: Some("char *") }
}

/// `count` elements of type `elem` from `start` on.
fn run(program: &Program, start: Expr, elem: &Type, count: Expr) -> Result<Move, String> {
    match elem {
        // Rows follow each other: go on with the elements of the first row.
        Type::Array { dims, elem: inner } => {
            let extent = dims.first().and_then(typing::extent);
            let extent = extent.ok_or("the extent of an array is not known")?;
            let row = Expr::index(start, vec![Expr::int(0)]);
            let count = match (count.as_int(), extent.as_int()) {
                (Some(a), Some(b)) => Expr::int(a * b),
                _ => Expr::binary(il::BinaryOp::Mul, count, extent),
            };
            run(program, row, inner, count)
        }
        Type::Scalar(s) => {
            let class = if s.class == ScalarClass::Logical { ScalarClass::Integer } else { s.class };
            let entry = c_entry(class, s.bytes).ok_or_else(|| no_entry(&s.spelling))?;
            Ok(match program.tapenade_runtime.then(|| as_others(class, s.bytes)).flatten() {
                Some((entry, cast, each)) => {
                    let count = match count.as_int() {
                        Some(n) => Expr::int(n * each),
                        None => Expr::binary(il::BinaryOp::Mul, Expr::int(each), count),
                    };
                    Move { entry: entry.into(), value: start, count: Some(count), cast: Some(cast) }
                }
                None => Move { entry, value: start, count: Some(count), cast: c_cast(s) },
            })
        }
        Type::Record(_) | Type::Pointer { .. } => {
            let bytes: Expr = ExprKind::SizeOf(elem.clone()).into();
            let count = Expr::binary(il::BinaryOp::Mul, count, bytes);
            let count = ExprKind::Cast(
                Type::Scalar(il::Scalar::int()),
                Box::new(ExprKind::Unary(il::UnaryOp::Paren, Box::new(count)).into()),
            );
            Ok(Move { entry: "character".into(), value: start, count: Some(count.into()), cast: Some("char *") })
        }
        Type::Character { .. } | Type::Procedure | Type::Void | Type::Opaque(_) => {
            Err("a value of a type that is not analysed".into())
        }
    }
}

/// The pointer type an entry point expects, where the user's type of that size has another name.
fn c_cast(s: &il::Scalar) -> Option<&'static str> {
    let name = s.spelling.trim();
    let name = name.strip_prefix("const ").unwrap_or(name);
    match (s.class, s.bytes) {
        (ScalarClass::Integer | ScalarClass::Logical, 1) if name != "char" => Some("char *"),
        (ScalarClass::Integer | ScalarClass::Logical, 2) if name != "short" => Some("short *"),
        (ScalarClass::Integer | ScalarClass::Logical, 4) if name != "int" => Some("int *"),
        (ScalarClass::Integer | ScalarClass::Logical, 8) if name != "long" => Some("long *"),
        _ => None,
    }
}

// ------------------------------------------------------------------------------------------------ entry points

/// The stem of the entry points for a scalar type.
fn entry(class: ScalarClass, bytes: u8) -> Option<String> {
    let (stem, sizes): (&str, &[u8]) = match class {
        ScalarClass::Integer => ("integer", &[1, 2, 4, 8]),
        ScalarClass::Real => ("real", &[4, 8, 16]),
        ScalarClass::Complex => ("complex", &[8, 16, 32]),
        // The default kind has no number.
        ScalarClass::Logical if bytes == 4 => return Some("boolean".to_string()),
        ScalarClass::Logical => ("boolean", &[1, 2, 8]),
    };
    sizes.contains(&bytes).then(|| format!("{stem}{bytes}"))
}

/// The same for C, where one byte is a `char`.
fn c_entry(class: ScalarClass, bytes: u8) -> Option<String> {
    match (class, bytes) {
        (ScalarClass::Integer, 1) => Some("character".into()),
        (ScalarClass::Logical, 1 | 2 | 8) => None,
        _ => entry(class, bytes),
    }
}

fn no_entry(spelling: &str) -> String {
    format!("the runtime has no entry point for `{spelling}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_ways() {
        let bits: Vec<u32> = [0, 1, 2, 3, 4, 5, 8, 9, 257].into_iter().map(control_bits).collect();
        assert_eq!(bits, [1, 1, 1, 2, 2, 3, 3, 4, 9]);
    }
}
