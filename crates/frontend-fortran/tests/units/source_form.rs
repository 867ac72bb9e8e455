use frontend_fortran::source_form::{fixed_line, free_line};
use il::{FileId, Id};

#[test]
fn lines_show_their_form() {
    let file = FileId::from_index(0);
    let fixed = |text| fixed_line(file, text).map(|(span, _)| (span.start, span.end));
    assert_eq!(fixed("x = 1\nC     a comment\n"), Some((6, 21)));
    assert_eq!(fixed("      x = y\n     & + 1\n"), Some((17, 22)));
    assert_eq!(fixed("call f\nc = 1\nc%x = 2\nx = y &\n     & + 1\n     ! hello\n* \n"), Some((53, 54)));
    assert_eq!(fixed("character c\ncontains\n"), None);
    let free = |text| free_line(file, text).map(|(span, _)| (span.start, span.end));
    assert_eq!(free("C     real x\n      x = y\n   10 continue\n"), None);
    assert_eq!(free("      x = y + & ! more\n"), Some((14, 15)));
    assert_eq!(free("! all\n  real x\n"), Some((8, 14)));
}
