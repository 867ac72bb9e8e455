//! `characters`, by examples.

use il::characters::codes;
use il::expr::Literal;

#[test]
fn what_is_written_by_its_code_is_one_byte() {
    let written = |text: &str| Literal(Some(text.into()));
    assert_eq!(codes("ab", &Literal(None), 1), Some(vec![97, 98]));
    assert_eq!(codes("\u{e9}", &written("\"\\xe9\""), 1), Some(vec![-23]));
    assert_eq!(codes("\u{e9}", &written("\"\u{e9}\""), 1), Some(vec![-61, -87]));
    assert_eq!(codes("\u{e9}", &written("NAME"), 1), None);
    assert_eq!(codes("\u{e9}", &written("L\"\u{e9}\""), 4), Some(vec![233]));
}
