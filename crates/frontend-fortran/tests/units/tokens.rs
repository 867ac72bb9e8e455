//! What `tokens` makes of texts.

use frontend_fortran::tokens::*;

fn show(text: &str) -> String {
    let tokens = Tokens::new(text, 0..text.len(), Class::Assign, &[], &[]);
    let mut out = Vec::new();
    for token in tokens.skip(1) {
        out.push(match token {
            Ok((start, Tok::Literal((kind, _)), end)) => format!("{kind:?}<{}>", &text[start..end]),
            Ok((start, _, end)) => text[start..end].to_string(),
            Err(error) => format!("!{}", error.message),
        });
    }
    out.join(" ")
}

#[test]
fn numbers_end_where_operators_begin() {
    let table = [
        ("1.EQ.X", "1 .EQ. X"),
        ("1..AND.Y", "Real<1.> .AND. Y"),
        ("1.E5.LT.2D0", "Real<1.E5> .LT. Double<2D0>"),
        ("1.0_dp+3_8", "Real<1.0_dp> + Integer<3_8>"),
        (".5e-3*1q0", "Real<.5e-3> * Quad<1q0>"),
        ("1.d0**2", "Double<1.d0> ** 2"),
        ("x%y.eqv..true._1", "x % y .eqv. Logical<.true._1>"),
    ];
    for (text, expected) in table {
        assert_eq!(show(text), expected, "{text}");
    }
}

#[test]
fn strings() {
    let table = [
        ("'it''s'//\"a\"", "String<'it''s'> // String<\"a\">"),
        ("c_char_'x'", "String<c_char_'x'>"),
        ("z'ff'+'1f'x", "Boz<z'ff'> + Boz<'1f'x>"),
        ("'open", "!this character constant is not closed"),
    ];
    for (text, expected) in table {
        assert_eq!(show(text), expected, "{text}");
    }
}
