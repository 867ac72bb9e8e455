//! What `scan` makes of texts.

use frontend_fortran::ast::Form;
use frontend_fortran::scan::*;

fn classes(form: Form, text: &str) -> String {
    let mut state = TextState::new(form);
    text.bytes()
        .map(|byte| match state.step(byte) {
            Class::Code => 'c',
            Class::Blank => ' ',
            Class::Quoted => 'q',
            Class::Hollerith => 'h',
        })
        .collect()
}

#[test]
fn constants_are_found() {
    let table = [
        ("A='it''s'!", "ccqqqqqqqc"),
        ("X=5HA B C,3HABC", "cccchhhhhccchhh"),
        ("REAL*8 HX", "cccccc cc"),
        ("DO 10 H=1,5", "cc cc ccccc"),
        ("DATA X/2*4HABCD/", "cccc cccccchhhhc"),
        ("FORMAT(1X3HA B)", "ccccccccccchhhc"),
    ];
    for (text, expected) in table {
        assert_eq!(classes(Form::Fixed, text), expected, "{text}");
    }
}

#[test]
fn free_form_needs_adjacent_count() {
    assert_eq!(classes(Form::Free, "do 10 h=1"), "cc cc ccc");
    assert_eq!(classes(Form::Free, "x=2hab"), "cccchh");
}
