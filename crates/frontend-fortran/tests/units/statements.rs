//! What `statements` makes of texts.

use frontend_fortran::Options;
use frontend_fortran::ast::{Form, IncludeId};
use frontend_fortran::statements::*;
use il::source::{FileId, SourceFile, Sources};

fn statements(form: Form, text: &str) -> (Sources, Statements) {
    let mut sources = Sources::default();
    let file = sources.add(SourceFile { path: "t.f".into(), text: text.into() });
    let read = read(&mut sources, file, form, &mut NoIncludes, &Options::default());
    (sources, read)
}

fn show(form: Form, text: &str) -> String {
    let (_, read) = statements(form, text);
    let one = |statement: &Statement| {
        let label = statement.meta.label.map_or(String::new(), |label| format!("{} ", label.number));
        let name = statement.meta.name.as_ref().map_or(String::new(), |name| format!("{}: ", name.text));
        format!("{label}{name}{}", statement.cooked.text)
    };
    read.list.iter().map(one).collect::<Vec<_>>().join(" | ")
}

#[test]
fn fixed_form_joins_and_drops_blanks() {
    let table = [
        ("   10 DO 1 0 I = 1 , 5", "10 DO10I=1,5"),
        ("      X = 'a b'\n     &  // 'c'; Y = 2", "X='a b'//'c' | Y=2"),
        ("      W = 5HA B C + 1", "W=5HA B C+1"),
        ("      OUTER: DO I=1,2", "OUTER: DOI=1,2"),
        ("      CALL F(\nC comment\n     1  X)", "CALLF(X)"),
    ];
    for (text, expected) in table {
        assert_eq!(show(Form::Fixed, text), expected, "{text}");
    }
}

#[test]
fn strings_continue_up_to_the_last_column() {
    let text = "      X = 'ab\n     &cd'".to_string();
    let expected = format!("X='ab{}cd'", " ".repeat(72 - 13));
    assert_eq!(show(Form::Fixed, &text), expected);
}

#[test]
fn free_form_joins() {
    let table = [
        ("x = a &\n   + b", "x = a + b"),
        ("x = lo&\n  &ng", "x = long"),
        ("x = 'a&\n  & b'; 20 y = 1", "x = 'a b' | 20 y = 1"),
        ("outer: do i = 1, 2", "outer: do i = 1, 2"),
        ("real::x", "real::x"),
    ];
    for (text, expected) in table {
        assert_eq!(show(Form::Free, text), expected, "{text}");
    }
}

#[test]
fn places_survive() {
    let text = "      X = A\n     &    + BETA";
    let (sources, read) = statements(Form::Fixed, text);
    let cooked = &read.list[0].cooked;
    assert_eq!(cooked.text, "X=A+BETA");
    let span = cooked.span(4, 8);
    assert_eq!(&text[span.start as usize..span.end as usize], "BETA");
    assert_eq!(cooked.with_blanks(0, &sources[cooked.file].text), "X = A + BETA");
}

#[test]
fn blanks_of_a_continued_constant_are_counted_once() {
    let (sources, read) = statements(Form::Fixed, "      PRINT *,'A\n     & B'");
    let cooked = &read.list[0].cooked;
    let kept = cooked.with_blanks(0, &sources[cooked.file].text);
    assert_eq!(kept, format!("PRINT *,'A{} B'", " ".repeat(72 - "      PRINT *,'A".len())));
}

#[test]
fn comments_go_to_the_next_statement() {
    let (sources, read) = statements(Form::Free, "! one\n\n!$AD II-LOOP\nx = 1 ! two\n! three\n");
    let meta = &read.list[0].meta;
    assert_eq!(meta.leading.len(), 3);
    assert_eq!(meta.directives().next().map(|d| d.text(&sources)).as_deref(), Some("II-LOOP"));
    assert_eq!(meta.trailing.as_ref().map(|c| c.text(&sources)).as_deref(), Some(" two"));
    assert_eq!(read.trailing.len(), 1);
}

#[test]
fn includes_are_read_in_place() {
    struct One;
    impl Loader for One {
        fn load(&mut self, sources: &mut Sources, name: &str, _: FileId) -> Option<FileId> {
            let text = if name == "loop" { "      INCLUDE 'loop'" } else { "      COMMON A" };
            Some(sources.add(SourceFile { path: name.into(), text: text.into() }))
        }
    }
    let mut sources = Sources::default();
    let text = "      INCLUDE 'c.inc'\n      X = 1\n      INCLUDE 'loop'";
    let file = sources.add(SourceFile { path: "t.f".into(), text: text.into() });
    let read = read(&mut sources, file, Form::Fixed, &mut One, &Options::default());
    assert_eq!(read.list[1].cooked.text, "COMMONA");
    assert_eq!(read.list[1].meta.include, Some(IncludeId(0)));
    assert_eq!(read.list[2].meta.include, None);
    assert_eq!(read.diagnostics.len(), 1, "the endless include is reported once");
}
