//! What `lower::kept_names` makes of texts.

use frontend_fortran::lower::kept_names::names;

#[test]
fn names_are_no_components_and_stand_outside_of_texts() {
    let found = names("write (*, '(a, i3)') \"x is \", X, c % y, z1(k)%w");
    let expected = ["k", "write", "c", "x", "z1"].map(String::from);
    assert_eq!(found, expected.into_iter().collect());
}
