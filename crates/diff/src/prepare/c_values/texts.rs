//! `char name[8] = "sand"`: the literal gives each element a value, as a list of characters would (C11 6.7.9p14).

use il::expr::Literal;
use il::{Expr, ExprKind, ScalarClass, Type};

/// The values of the elements that a string literal sets; `None` where it sets no array of `elem`, or its elements are not known.
pub(super) fn characters(elem: &Type, value: &Expr) -> Option<Vec<Expr>> {
    let (Type::Scalar(elem), ExprKind::Text(contents, written)) = (elem, &value.bare().kind) else { return None };
    if elem.class != ScalarClass::Integer {
        return None;
    }
    let codes = il::characters::codes(contents, written, elem.bytes)?;
    Some(codes.into_iter().map(character).collect())
}

/// `'a'`, or the code of what is not printed.
fn character(value: i64) -> Expr {
    let shown = u8::try_from(value).ok().map(char::from);
    let text = match shown {
        Some('\n') => Some("'\\n'".into()),
        Some('\t') => Some("'\\t'".into()),
        Some(c @ ('\'' | '\\')) => Some(format!("'\\{c}'").into()),
        Some(c) if c == ' ' || c.is_ascii_graphic() => Some(format!("'{c}'").into()),
        _ => None,
    };
    ExprKind::Integer { value, text: Literal(text), ty: None }.into()
}
