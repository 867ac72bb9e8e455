//! The words of directives.

use diff::directive_args::{with_names, words};

#[test]
fn blanks_separate_words_outside_of_parentheses() {
    assert_eq!(words("n+1 98 1"), ["n+1", "98", "1"]);
    assert_eq!(words("(n + 1) 2*k  1"), ["(n + 1)", "2*k", "1"]);
    assert_eq!(words("\"z u\" 1.e-8"), ["z", "u", "1.e-8"]);
}

#[test]
fn names_are_renamed_and_numbers_are_not() {
    let other = &mut |name: &str| matches!(name, "z" | "e").then(|| format!("{name}0"));
    assert_eq!(with_names("\"z zo\" 1.0e-15", other), "\"z0 zo\" 1.0e-15");
    assert_eq!(with_names("n+1 2*e 1", other), "n+1 2*e0 1");
}
