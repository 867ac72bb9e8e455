//! Functions of the C library that programs declare themselves, `extern double frexp(double, int *);`, without including the header.

use super::complex;
use super::types::{self, Signature};
use il::{Intrinsic, Program, Scalar, ScalarClass, Type};

/// The functions beside the intrinsics that the rest of rtapenade knows by name, by their headers: their result, then their parameters. `d` real of the name's
/// precision, `i` integer, `v` nothing, `p` a pointer, `.` what may follow. Those of stdio.h with FILE need the header anyway.
#[rustfmt::skip]
const TABLE: &[(&str, &[(&str, &str)])] = &[
    ("<math.h>", &[("modf", "ddp"), ("frexp", "ddp"), ("remquo", "dddp")]),
    ("<stdlib.h>", &[("malloc", "pi"), ("calloc", "pii"), ("free", "vp"), ("exit", "vi"), ("abort", "v"), ("rand", "i"), ("srand", "vi"), ("abs", "ii"),
        ("labs", "ii")]),
    ("<string.h>", &[("memcpy", "pppi"), ("memmove", "pppi"), ("memset", "ppii"), ("strlen", "ip"), ("strcmp", "ipp")]),
    ("<stdio.h>", &[("printf", "ip."), ("scanf", "ip."), ("sscanf", "ipp."), ("puts", "ip"), ("putchar", "ii"), ("perror", "vp")]),
];

/// The row of a name: its header and its types.
fn row(name: &str) -> Option<(&'static str, &'static str)> {
    TABLE.iter().find_map(|(header, rows)| rows.iter().find(|(n, _)| *n == name).map(|(_, types)| (*header, *types)))
}

/// The same, of a function for another precision too: `modff`.
fn row_of_precision(name: &str) -> Option<(&'static str, &'static str)> {
    row(name).or_else(|| row(name.strip_suffix(['f', 'l'])?).filter(|(_, types)| types.starts_with('d')))
}

/// The header of the library that declares a function that is known.
pub fn header(name: &str) -> Option<&'static str> {
    let of_table = row_of_precision(name).map(|(header, _)| header);
    of_table.or(Intrinsic::from_c(name).map(|_| "<math.h>")).or(complex::intrinsic(name).map(|_| "<complex.h>"))
}

/// A function that a header declares and a program that includes it knows.
pub fn sample(header: &str) -> &'static str {
    TABLE.iter().find(|(h, _)| *h == header).map_or("creal", |(_, rows)| rows[0].0)
}

/// What a function of the table gives.
pub fn result(name: &str) -> Option<Type> {
    let (_, types) = row_of_precision(name)?;
    match types.as_bytes().first() {
        Some(b'd') => Some(Type::Scalar(of_precision(name))),
        Some(b'i') => Some(Type::Scalar(types::int())),
        Some(b'p') => Some(Type::Pointer { to: Box::new(Type::Void), to_const: false, restrict: false }),
        _ => None,
    }
}

/// The real type of a function that has one for each precision.
fn of_precision(name: &str) -> Scalar {
    match name.as_bytes().last() {
        _ if row(name).is_some() => types::double(),
        Some(b'f') => types::float(),
        _ => types::long_double(),
    }
}

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
    let Some((_, types)) = row_of_precision(name) else { return false };
    let bytes = of_precision(name).bytes;
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
