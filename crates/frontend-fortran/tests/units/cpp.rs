//! Each row: definitions, text, the lines that are left.

use il::Id;
use il::source::{Diagnostic, FileId, SourceFile, Sources};

use frontend_fortran::cpp::*;
use frontend_fortran::statements::NoIncludes;

fn run(definitions: &[(&str, bool)], text: &str) -> (String, Vec<Diagnostic>) {
    let mut sources = Sources::new();
    let file = sources.add(SourceFile { path: "a.F90".into(), text: text.into() });
    let list = definitions.iter().map(|(d, on)| (d.to_string(), *on)).collect();
    let said = preprocess(&mut sources, file, &mut NoIncludes, &Definitions { list });
    (sources[file].text.lines().map(|l| if is_nothing(l) { "~" } else { l }).collect::<Vec<_>>().join("|"), said)
}

#[test]
fn lines_are_taken_or_left() {
    type Row<'a> = (&'a [(&'a str, bool)], &'a str, &'a str);
    let table: &[Row<'_>] = &[
        (&[], "#ifdef A\nx\n#else\ny\n#endif\n", "~|~|~|y|~"),
        (&[("A", true)], "#ifdef A\nx\n#else\ny\n#endif\n", "~|x|~|~|~"),
        (&[("A", true), ("A", false)], "#ifdef A\nx\n#else\ny\n#endif\n", "~|~|~|y|~"),
        (&[("N=3", true)], "#if N > 2 && !defined(B) /* why */\nn = N\n#endif", "~|n = 3|~"),
        (&[], "#if 0\n#error no\n#if 1\nx\n#endif\n#elif 010 == 8 || B(2)\nz\n#else\nw\n#endif", "~|~|~|~|~|~|z|~|~|~"),
        (&[], "#define F(a,b) a*(b)+1\nx = F( y , g(1,2) )", "~|x = y*(g(1,2))+1"),
        (&[], "#define Q(x) \"x\"\n#define P(x) x/**/_d\nprint*, Q(a b), P(r)", "~|~|print*, \"a b\", r_d"),
        (&[], "#define CAT(a,b) a ## b\ncall CAT(f,_r)()", "~|call f_r()"),
        (&[], "#define A B\n#define B A\nx = A ! A\ny = 'A' // \"A\"", "~|~|x = A ! A|y = 'A' // \"A\""),
        (&[], "#define D 5\nx = 1.D0 + D\nC D\ncall f(D)", "~|x = 1.D0 + 5|C D|call f(5)"),
        (&[], "#define L 1 + \\\n 2\nx = L\nn = __LINE__", "~|~|x = 1 +   2|n = 4"),
        (&[], "#ifdef __DATE__\ns = __DATE__//__TIME__\n#endif", "~|s = \"??? ?? ????\"//\"??:??:??\"|~"),
        (
            &[],
            "#define SQ(x) ((x)*(x))\n#define Q SQ\ny = SQ(SQ(a)) + Q(b)",
            "~|~|y = ((((a)*(a)))*(((a)*(a)))) + ((b)*(b))",
        ),
        (
            &[],
            "#define A 1\n#ifdef A ! why\nx\n#undef A  ! gone\n#endif A\n#ifndef A /* b */\ny\n#endif",
            "~|~|x|~|~|~|y|~",
        ),
        (&[], "#define SQ(x) ((x)*(x))\ny = SQ(a + & ! b\n  c) + 1\nz", "~|y = ((a + c)*(a + c)) + 1\u{2061}|~|z"),
        (&[], "#define SQ(x) ((x)*(x))\n      y = SQ( a(i)\n     &      )", "~|      y = ((a(i))*(a(i)))\u{2061}|~"),
        (&[], "#define $OMP !\n#if defined $OMP && !defined(A$)\nx = 1\n#endif", "~|~|x = 1|~"),
        (&[], "# 1 \"a.f90\"\n/* text\nmore */ x = 1\ny = a /* b */ + 1", "~||"),
    ];
    for (definitions, text, expected) in &table[..table.len() - 1] {
        let (found, said) = run(definitions, text);
        assert!(said.is_empty(), "{text}: {said:?}");
        assert_eq!(&found, expected, "{text}");
    }
    let (found, _) = run(&[], table[table.len() - 1].1);
    assert_eq!(found, "~|| x = 1|y = a  + 1");
}

#[test]
fn included_files_are_found_again() {
    for index in [0, 1, 2, 37, 4096] {
        let line = obeyed("#include \"a.h\"", Some(FileId::from_index(index)));
        assert_eq!(included(&line), Some(FileId::from_index(index)));
        assert!(!is_nothing(&line) && line.starts_with("#include \"a.h\""));
    }
    assert_eq!(included(&obeyed("#define A", None)), None);
}

#[test]
fn mistakes_are_said_where_they_are() {
    for (text, line) in [
        ("x\n#endif", 1),
        ("#if 1\nx", 0),
        ("y\n#else", 1),
        ("#if (1\n#endif", 0),
        ("\n\n#include \"nowhere.h\"", 2),
        ("#error stop", 0),
        ("#define 1", 0),
    ] {
        let mut sources = Sources::new();
        let file = sources.add(SourceFile { path: "a.F90".into(), text: text.into() });
        let said = preprocess(&mut sources, file, &mut NoIncludes, &Definitions::default());
        assert_eq!(said.len(), 1, "{text}: {said:?}");
        let before = &sources[file].text[..said[0].span.start as usize];
        let shown = &sources[file].text[said[0].span.start as usize..said[0].span.end as usize];
        assert_eq!(shown, text.lines().nth(line).unwrap());
        assert_eq!(before.matches('\n').count(), line, "{text}");
    }
}
