//! What `lines` makes of texts.

use frontend_fortran::ast::Form;
use frontend_fortran::lines::*;

fn show(text: &str, form: Form) -> String {
    let slice = |range: Bytes| String::from_utf8_lossy(range.of(text)).into_owned();
    let mut out = String::new();
    for line in split(text, form, &Options::default()) {
        match line {
            Line::Comment(kind, _, body) => out += &format!("{kind:?}[{}] ", slice(body)),
            Line::Code(code) => {
                let label = code.label.map_or(String::new(), slice);
                let mark = if code.continuation { "+" } else { "" };
                let note = code.comment.map_or(String::new(), slice);
                out += &format!("{mark}{label}<{}>{note} ", slice(code.text).trim_end());
            }
        }
    }
    out.trim_end().to_string()
}

#[test]
fn fixed_form_columns() {
    let long = format!("      X = 1{}IGNORED", " ".repeat(61));
    let table = [
        ("C comment", "Plain[ comment]"),
        ("* $AD x", "Plain[ $AD x]"),
        ("C$AD NOCHECKPOINT", "Ad[NOCHECKPOINT]"),
        ("!$omp parallel", "Pragma[$omp parallel]"),
        ("   10 X = 1\r\n     + + 2", "10<X = 1> +< + 2>"),
        ("      X = 'a!b' ! c", "<X = 'a!b' >! c".trim_end()),
        ("\tX = 1\n\t1+ 2", "<X = 1> +<+ 2>"),
        ("     0X = 1", "<X = 1>"),
        ("#include \"a\"", "Preprocessor[#include \"a\"]"),
        ("   ", "Blank[]"),
        (long.as_str(), "<X = 1>"),
    ];
    for (text, expected) in table {
        assert_eq!(show(text, Form::Fixed).replace(" >", ">"), expected.replace(" >", ">"), "{text}");
    }
}

#[test]
fn free_form_continuation() {
    let table = [
        ("x = 1 ! note", "<x = 1>! note"),
        ("x = 'a&\n  &b'", "<x = 'a> +<b'>"),
        ("x = a + & ! why\n ! between\n b", "<x = a +>! why Plain[ between] +<b>"),
        ("x = '! no' & y", "<x = '! no' & y>"),
        ("!$ad II-LOOP", "Ad[II-LOOP]"),
    ];
    for (text, expected) in table {
        assert_eq!(show(text, Form::Free), expected, "{text}");
    }
}
