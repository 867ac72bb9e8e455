//! What `lower::literals` makes of texts.

use frontend_fortran::lower::literals::*;

#[test]
fn values() {
    assert_eq!(real_value("1.5D-3"), 1.5e-3);
    assert_eq!(real_value("1."), 1.0);
    assert_eq!(real_value(".5e2"), 50.0);
    assert_eq!(boz_value("z'ff'"), 255);
    assert_eq!(boz_value("b\"101\""), 5);
    assert_eq!(boz_value("'17'o"), 15);
}
