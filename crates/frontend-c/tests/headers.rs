//! The system's own headers are read without losing a declaration. Runs the C compiler for preprocessing, as the program does.

use frontend_c::ast::{ExternalKind, Origin};
use il::source::{SourceFile, Sources};
use std::io::Write;
use std::process::{Command, Stdio};

fn preprocess(text: &str, flags: &[&str]) -> String {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let mut child = Command::new(compiler)
        .args(flags)
        .args(["-E", "-x", "c", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a C compiler");
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("the compiler reads");
    String::from_utf8_lossy(&child.wait_with_output().expect("the compiler ends").stdout).into_owned()
}

#[test]
fn standard_headers_parse() {
    let headers = "assert complex ctype errno fenv float inttypes limits locale math setjmp signal stdarg stdbool stddef stdint \
                   stdio stdlib string tgmath time wchar stdalign stdnoreturn iso646";
    let text: String = headers.split_whitespace().map(|name| format!("#include <{name}.h>\n")).collect();
    for flags in [&["-std=c11"][..], &["-std=gnu11", "-D_GNU_SOURCE"], &["-O2", "-D_GNU_SOURCE", "-D_FORTIFY_SOURCE=2"]]
    {
        let preprocessed = preprocess(&text, flags);
        let mut sources = Sources::new();
        let main = sources.add(SourceFile { path: "<stdin>".into(), text: text.clone() });
        let (unit, diagnostics) = frontend_c::parse(&preprocessed, main, &sources);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        assert!(unit.items.len() > 500);
        let lost = unit.items.iter().filter(|item| matches!(item.kind, ExternalKind::Unparsed)).count();
        assert_eq!(lost, 0, "declarations lost with {flags:?}");
        assert!(unit.items.iter().all(|item| item.origin == Origin::System));
    }
}
