//! Functions of the C library that programs declare themselves, `extern double frexp(double, int *);`, without including the header.

use super::complex;
use super::types::Signature;
use il::{Intrinsic, Program, ScalarClass, Type};

/// The functions beside the intrinsics that the rest of rtapenade knows by name: their result, then their parameters. `d` real of the name's precision,
/// `i` integer, `v` nothing, `p` a pointer, `.` what may follow.
#[rustfmt::skip]
const TABLE: &[(&str, &str)] = &[
    // math.h.
    ("modf", "ddp"), ("frexp", "ddp"), ("remquo", "dddp"),
    // stdlib.h.
    ("malloc", "pi"), ("calloc", "pii"), ("free", "vp"), ("exit", "vi"), ("abort", "v"), ("rand", "i"), ("srand", "vi"), ("abs", "ii"), ("labs", "ii"),
    // string.h.
    ("memcpy", "pppi"), ("memmove", "pppi"), ("memset", "ppii"), ("strlen", "ip"), ("strcmp", "ipp"),
    // stdio.h; those with FILE need the header.
    ("printf", "ip."), ("scanf", "ip."), ("sscanf", "ipp."), ("puts", "ip"), ("putchar", "ii"), ("perror", "vp"),
];

/// Whether `name`, declared like this, is a function of the library that is known. Old declarations, without parameters, say the result only.
pub fn declares(p: &Program, name: &str, signature: &Signature) -> bool {
    let class = |ty: &Type| ty.scalar().map(|s| s.class);
    let result = class(&signature.result);
    if Intrinsic::from_c(name).is_some() && result == Some(ScalarClass::Real) {
        return true;
    }
    if complex::intrinsic(name).is_some() {
        return matches!(result, Some(ScalarClass::Complex | ScalarClass::Real));
    }
    let find = |name: &str| TABLE.iter().find(|(n, _)| *n == name).map(|(_, types)| *types);
    let of_precision = || find(name.strip_suffix(['f', 'l'])?).filter(|types| types.starts_with('d'));
    let Some(types) = find(name).or_else(of_precision) else { return false };
    let bytes = match name.as_bytes().last() {
        _ if find(name).is_some() => 8,
        Some(b'f') => 4,
        _ => 16,
    };
    let fits = |ty: &Type, letter: char| match letter {
        'd' => ty.scalar().is_some_and(|s| s.class == ScalarClass::Real && s.bytes == bytes),
        'i' => class(ty) == Some(ScalarClass::Integer),
        'v' => *ty == Type::Void,
        _ => matches!(ty, Type::Pointer { .. } | Type::Array { .. }),
    };
    let variadic = types.ends_with('.');
    let mut letters = types.trim_end_matches('.').chars();
    let result = letters.next().is_some_and(|letter| fits(&signature.result, letter));
    let params = || {
        let fits = |(s, letter)| p.symbol_type(s).is_some_and(|ty| fits(ty, letter));
        signature.params.len() == letters.clone().count()
            && signature.variadic == variadic
            && signature.params.iter().copied().zip(letters.clone()).all(fits)
    };
    result && (signature.unknown || params())
}
