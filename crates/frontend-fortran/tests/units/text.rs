//! What `lower::text` makes of texts.

use frontend_fortran::lower::text::*;

#[test]
fn continuation_lines_join() {
    assert_eq!(join_free("f(a, & ! first\n  & b)"), "f(a,  b)");
    assert_eq!(join_free("'a&\n   &!b'"), "'a!b'");
    assert_eq!(join_fixed("F(A,\n     +  B)"), "F(A,B)");
}
