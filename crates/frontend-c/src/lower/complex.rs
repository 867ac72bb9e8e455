//! The functions of complex.h that are intrinsics of the IL.

/// C's name (without the `f` or `l` at its end) and the intrinsic.
const TABLE: &[(&str, &str)] = &[
    ("cabs", "abs"),
    ("cacos", "acos"),
    ("cacosh", "acosh"),
    ("carg", "carg"),
    ("casin", "asin"),
    ("casinh", "asinh"),
    ("catan", "atan"),
    ("catanh", "atanh"),
    ("ccos", "cos"),
    ("ccosh", "cosh"),
    ("cexp", "exp"),
    ("cimag", "aimag"),
    ("clog", "log"),
    ("conj", "conjg"),
    ("cpow", "pow"),
    ("creal", "real"),
    ("csin", "sin"),
    ("csinh", "sinh"),
    ("csqrt", "sqrt"),
    ("ctan", "tan"),
    ("ctanh", "tanh"),
];

/// The intrinsic of a function of complex.h, and the bytes of its argument.
pub fn intrinsic(name: &str) -> Option<(&'static str, u8)> {
    let find = |name: &str| TABLE.iter().find(|(c, _)| *c == name).map(|(_, intrinsic)| *intrinsic);
    if let Some(found) = find(name) {
        return Some((found, 16));
    }
    let found = find(name.strip_suffix(['f', 'l'])?)?;
    Some((found, if name.ends_with('f') { 8 } else { 32 }))
}
