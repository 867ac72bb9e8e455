//! Text to syntax tree.

use crate::align::align;
use crate::ast::{Comment, DirectiveKind, DirectiveLine, External, TranslationUnit};
use crate::nest::{Nested, Nester};
use crate::original::Original;
use crate::preprocessed::{Token, definition, read};
use crate::remarks::Remarks;
use il::source::{Diagnostic, FileId, Sources, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Parses one translation unit.
///
/// `preprocessed` is what `$CC -E` writes for the file `main`; with `-dD` it also tells which macros were defined. `sources` holds the original text of `main` and of every user header under
/// exactly the names that the line markers use ([`user_files`](crate::user_files) lists them); a file that is not there counts as the
/// system's.
pub fn parse(preprocessed: &str, main: FileId, sources: &Sources) -> (TranslationUnit, Vec<Diagnostic>) {
    let (mut tokens, directives) = read(preprocessed, main, sources);
    let used: BTreeSet<FileId> =
        std::iter::once(main).chain(tokens.iter().filter_map(|token| token.origin.file())).collect();
    let originals: BTreeMap<FileId, Original<'_>> =
        used.iter().map(|&file| (file, Original::scan(file, &sources[file].text))).collect();
    let dropped: BTreeMap<FileId, Vec<_>> = originals
        .iter()
        .map(|(&file, original)| {
            let seen: BTreeSet<usize> = tokens
                .iter()
                .filter(|token| token.origin.file() == Some(file))
                .map(|token| token.line)
                .chain(directives.lines.iter().filter(|(from, _)| *from == file).map(|(_, line)| *line))
                .collect();
            (file, original.inactive(&seen, directives.has_macros))
        })
        .collect();
    let is_dropped = |span: Span| {
        let ranges = span.file.and_then(|file| dropped.get(&file)).into_iter().flatten();
        ranges.into_iter().any(|range| range.contains(&(span.start as usize)))
    };
    let mut known = directives.macros.clone();
    let user_lines = || originals.values().flat_map(|original| &original.lines);
    for (name, text) in user_lines().filter_map(|line| definition(&line.text)) {
        known.entry(name).or_insert(text);
    }
    // Tokens have their places in the files only once they are aligned.
    let bodies = {
        let mut tokens = tokens.clone();
        align(&mut tokens, &originals, &known);
        used.iter().map(|&file| (file, bodies(&tokens, file))).collect::<BTreeMap<FileId, Vec<(u32, u32)>>>()
    };
    let within = |span: Span| {
        let bodies = span.file.and_then(|file| bodies.get(&file)).into_iter().flatten();
        bodies.into_iter().any(|(from, to)| *from < span.start && span.end <= *to)
    };
    // A name that is taken back, or that means several things, cannot stand for one; nor can one that a function defines for itself: its
    // derivatives have the statements in another order.
    for line in user_lines().filter(|line| !is_dropped(line.span)) {
        let undefined = line.text.trim_start_matches(['#', ' ', '\t']).strip_prefix("undef").map(str::trim);
        let other = definition(&line.text).filter(|(name, text)| known.get(name) != Some(text) || within(line.span));
        undefined.into_iter().chain(other.map(|(name, _)| name)).for_each(|name| {
            known.remove(name);
        });
    }
    // Nor one that a condition asks for and a header of the system defines, such as M_PI: whether it does so depends on the compiler's mode, and in
    // the other mode the branch that mentions it is none of the program.
    let is_own = |name: &str| user_lines().filter_map(|line| definition(&line.text)).any(|(own, _)| own == name);
    for line in user_lines().filter(|line| matches!(line.kind, DirectiveKind::If | DirectiveKind::Else)) {
        let words = line.text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        for word in words.filter(|word| !is_own(word)) {
            known.remove(word);
        }
    }
    let macros = align(&mut tokens, &originals, &known);

    let mut remarks = Remarks::default();
    let mut lines = Vec::new();
    for (&file, original) in &originals {
        let active = |span: Span| !is_dropped(span);
        let keep = |kind: &DirectiveKind| {
            matches!(kind, DirectiveKind::Include(_) | DirectiveKind::Define { .. } | DirectiveKind::Other)
        };
        let guard = original.guard();
        let defaults: Vec<DirectiveLine> =
            original.default_macros().into_iter().filter(|line| active(line.span)).collect();
        let is_default = |span: Span| defaults.iter().any(|d| d.span.start < span.start && span.end <= d.span.end);
        let kept = |line: &&DirectiveLine| {
            keep(&line.kind) && active(line.span) && Some(line.span) != guard && !is_default(line.span)
        };
        // A macro of a function's own stays before the statement that follows, like a comment.
        let (inside, outside): (Vec<&DirectiveLine>, Vec<&DirectiveLine>) =
            original.lines.iter().filter(kept).chain(&defaults).partition(|line| is_macro(line) && within(line.span));
        lines.extend(outside.into_iter().cloned());
        let mut comments: Vec<Comment> = original.comments.iter().filter(|c| active(c.span)).cloned().collect();
        comments.extend(inside.into_iter().map(|line| Comment { text: line.text.clone(), span: line.span }));
        comments.sort_by_key(|comment| comment.span.start);
        remarks.add(file, comments, sources);
    }

    let Nested { mut items, mut remarks, diagnostics, lost } =
        Nester::new(&tokens, (&macros, &directives.layouts), remarks).run();
    // What stands before a directive line belongs to it, not to the declaration after the line.
    for line in &mut lines {
        let after = |item: &&mut External| item.span.file == line.span.file && item.span.start > line.span.start;
        if let Some(next) = items.iter_mut().find(after) {
            let (own, rest) =
                std::mem::take(&mut next.comments.before).into_iter().partition(|c| c.span.end <= line.span.start);
            (line.comments, next.comments.before) = (own, rest);
        }
    }
    let defined = user_lines().filter_map(|line| match &line.kind {
        DirectiveKind::Define { name, .. } => Some(name.clone()),
        _ => None,
    });
    let macros = directives.macros.keys().map(|name| name.to_string()).chain(defined).collect();
    (TranslationUnit { items, lines, macros, trailing: remarks.rest(main), lost }, diagnostics)
}

/// `#define` or `#undef`.
fn is_macro(line: &DirectiveLine) -> bool {
    let word = line.text.trim_start_matches(['#', ' ', '\t']);
    matches!(line.kind, DirectiveKind::Define { .. }) || word.starts_with("undef")
}

/// The places of the function bodies of a file, from brace to brace.
fn bodies(tokens: &[Token<'_>], file: FileId) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    let (mut depth, mut start, mut before) = (0usize, None, "");
    for token in tokens.iter().filter(|token| token.origin.file() == Some(file)) {
        match token.text {
            "{" => {
                depth += 1;
                if depth == 1 && before == ")" {
                    start = Some(token.span.start);
                }
            }
            "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    found.extend(start.take().map(|start| (start, token.span.end)));
                }
            }
            _ => {}
        }
        before = token.text;
    }
    found
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::ast::*;
    use il::source::SourceFile;

    /// A program's sources with one file, and that file preprocessed as far as leaving out its comments goes.
    pub(crate) fn sources(text: &str) -> (Sources, FileId, String) {
        let mut sources = Sources::new();
        let main = sources.add(SourceFile { path: "a.c".into(), text: text.into() });
        let mut bare = format!("# 1 \"a.c\"\n{text}").into_bytes();
        for comment in Original::scan(main, text).comments {
            for at in comment.span.start..comment.span.end {
                let byte = &mut bare[at as usize + 10];
                *byte = if *byte == b'\n' { b'\n' } else { b' ' };
            }
        }
        (sources, main, String::from_utf8_lossy(&bare).into_owned())
    }

    /// Parses a text that needs no preprocessing.
    pub(crate) fn parsed(text: &str) -> (TranslationUnit, Vec<Diagnostic>) {
        let (sources, main, preprocessed) = sources(text);
        parse(&preprocessed, main, &sources)
    }

    #[test]
    fn what_c_has_parses() {
        for text in [
            "int a, *b[3], (*c)[4], (*d)(int, double *), e(void), f();",
            "typedef unsigned long int size; size n; size g(size size);",
            "typedef struct V V; struct V { double x, y; V *next; unsigned f : 3, : 2; }; typedef struct V V;",
            "enum { A, B = 2, C, }; enum E { D } e; static const double t[2][2] = { { 1., 2 }, [1] = { .5e-3, 0x1p3f } };",
            "struct S { int a; struct { double b; }; union { int c; float d; } u; } s = { .a = 1, .u.c = 2 };",
            "double f(int n, double a[static const 3], double b[n][*], double c[restrict], ...);",
            "int f(a, b) int a; double *b; { return a; }",
            "void f(int n) { for (int i = 0, j = 1; i < n; i++, j--) { continue; } for (;;) break; }",
            "void f(int n) { do n--; while (n > 0); switch (n) { case 1: case 2 ... 4: n = 1; break; default: ; } }",
            "int f(int n) { again: if (n) goto again; else if (n > 1) return (int)2.; else { return n ? 1 : 2; } }",
            "void f(void) { int x = ({ int y = 1; y + 1; }), z = sizeof(int), w = sizeof z, *p = (int[]){ 1, 2 }; }",
            "typedef int T; void f(void) { T *x; T T = 1; T * x; { T = 2; } (void)x; }",
            "typedef int T; int g(T), h(T (*)(T), T x[3]); int (*k(T a))(T b) { return 0; }",
            "double _Complex z; long double l; unsigned long long u; signed char c; _Bool b; __typeof__(z) y; __int128 i;",
            "char *s = \"a\" \"b\\n\", c = 'x', d = L'\\0';",
            "int f(int a, ...) { __builtin_va_list l; return __builtin_va_arg(l, int) + __builtin_offsetof(struct S, a); }",
            "int a = _Generic(1, int: 2, default: 3); _Static_assert(1, \"x\"); struct __attribute__((packed)) P { int a; };",
            "void f(int *p) { *p++ = -*p--, p[0] += p[1] <<= 2, p = &p[3]; if (!p && ~*p | 1) ; }",
            "#pragma once\nint a;\nvoid f(void)\n{\n#pragma omp parallel for\nfor (;;) ;\n}",
        ] {
            let (unit, diagnostics) = parsed(text);
            assert!(diagnostics.is_empty(), "{text}\n{diagnostics:?}");
            assert!(!unit.items.iter().any(|item| matches!(item.kind, ExternalKind::Unparsed)), "{text}");
        }
    }

    #[test]
    fn pragmas_stand_where_they_were_obeyed() {
        let (unit, _) = parsed("#pragma a\nvoid f(void)\n{\n#pragma b\nfor (;;) ;\n}");
        assert!(unit.lines.is_empty(), "{:?}", unit.lines);
        let [first, f] = &unit.items[..] else { panic!("{:?}", unit.items) };
        assert!(matches!(&first.kind, ExternalKind::Pragma(text) if text == "#pragma a"));
        let ExternalKind::Function(f) = &f.kind else { panic!("a function") };
        assert!(matches!(&f.body.stmts[0].kind, StmtKind::Pragma(text) if text == "#pragma b"));
    }

    #[test]
    fn an_error_costs_itself_and_nothing_else() {
        // What is broken, how many external declarations remain whole, and how many statements of `f` do.
        for (text, whole, statements) in [
            ("int a = ; int b;", 1, 0),
            ("@ int a; int b;", 1, 0),
            ("void f(void) { int a; a = = 1; a = 2; }", 1, 2),
            ("void f(void) { a = 1 b = 2; if (a { b = 1; } c = 1; } int d;", 2, 1),
            ("void f(void) { for (a; b) c = 1; d = 1; }", 1, 1),
            ("void f(void) { x = 1 return; }", 1, 1),
            ("int f(int a { return 1; } int g;", 1, 0),
            ("void f(void) { do x = 1; y = 2; }", 1, 1),
            ("} int a;", 1, 0),
            ("void f(void) { a = 1;", 1, 1),
            ("void f(void) { if (a) { a = 1; a = 2; }", 1, 1),
            ("class X { int a; }; int b;", 2, 0),
        ] {
            let (unit, diagnostics) = parsed(text);
            assert!(!diagnostics.is_empty(), "{text}");
            let is_whole = |item: &&External| !matches!(item.kind, ExternalKind::Unparsed);
            assert_eq!(unit.items.iter().filter(is_whole).count(), whole, "{text}\n{diagnostics:?}");
            let found: usize = unit
                .items
                .iter()
                .map(|item| match &item.kind {
                    ExternalKind::Function(f) => {
                        f.body.stmts.iter().filter(|s| !matches!(s.kind, StmtKind::Unparsed)).count()
                    }
                    _ => 0,
                })
                .sum();
            assert_eq!(found, statements, "{text}\n{diagnostics:?}");
        }
    }

    #[test]
    fn comments_go_to_what_they_stand_at() {
        let text = "/* top */\n#define A\n// f\nvoid f(void) // head\n{\n  // one\n  a = 1; /* after */\n  b = 2;\n  // last\n}\n// end\n";
        let (unit, _) = parsed(text);
        let texts = |comments: &[Comment]| comments.iter().map(|c| c.text.clone()).collect::<Vec<_>>().join("|");
        let ExternalKind::Function(f) = &unit.items[0].kind else { panic!("a function") };
        assert_eq!(
            (texts(&unit.lines[0].comments), texts(&unit.items[0].comments.before)),
            ("/* top */".into(), "// f".into())
        );
        let at = |i: usize| &f.body.stmts[i].comments;
        assert_eq!((texts(&at(0).before), texts(&at(0).after)), ("// head|// one".into(), "/* after */".into()));
        assert_eq!((texts(&at(1).before), texts(&f.body.trailing)), (String::new(), "// last".into()));
        assert_eq!(texts(&unit.trailing), "// end");
    }

    #[test]
    fn members_have_their_comments() {
        let (unit, _) = parsed("struct S {\n  /* count */\n  int n; // of items\n  double x; // place\n};\n");
        let ExternalKind::Declaration(Declaration { specs: Specs { ty: TypeSpec::Record(record), .. }, .. }) =
            &unit.items[0].kind
        else {
            panic!("a structure")
        };
        let members = record.members.as_ref().unwrap();
        assert_eq!(members[0].comments.before[0].text, "/* count */");
        assert_eq!(members[0].comments.after[0].text, "// of items");
        assert_eq!(members[1].comments.after[0].text, "// place");
    }

    #[test]
    fn no_bytes_make_it_panic() {
        let seeds =
            ["int f(int a) { for (i = 0; i < n; i++) { x[i] = ({ y; }) ? \"s\" : 'c'; } switch (a) { case 1: } }"];
        for seed in seeds {
            for cut in 0..seed.len() {
                parsed(&seed[cut..]);
                parsed(&seed[..cut]);
                for c in ["{", "}", "(", ")", ";", "\"", "#", "case", ":", "else", "\0"] {
                    parsed(&format!("{}{c}{}", &seed[..cut], &seed[cut..]));
                }
            }
        }
        for deep in [
            "(", "{", "[", "-", "a=", "a?", "a+", "if(a)", "for(;;)", "*", "a[", "f(", "(int)", "({", "struct{", "&",
            "else ", "!a(", "do ",
        ] {
            parsed(&format!("void f(void) {{ x = {}; }}", deep.repeat(4_000)));
            parsed(&format!("void f(void) {{ {} }}", deep.repeat(4_000)));
            parsed(&format!("int {} a;", deep.repeat(4_000)));
        }
    }
}
