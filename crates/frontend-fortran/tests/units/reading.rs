//! Whole files: samples of every statement parse cleanly, and no mutilation of them makes the reader panic.

use frontend_fortran::ast::{File, Form};
use frontend_fortran::{NoIncludes, Options, parse};
use il::source::{Diagnostic, SourceFile, Sources};

const SAMPLES: [(Form, &str); 2] =
    [(Form::Fixed, include_str!("../everything.f")), (Form::Free, include_str!("../everything.f90"))];

fn read(form: Form, text: &str) -> (File, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let file = sources.add(SourceFile { path: "sample".into(), text: text.into() });
    let options = Options { form: Some(form), ..Options::default() };
    parse(&mut sources, file, &mut NoIncludes, &options)
}

#[test]
fn samples_parse() {
    for (form, text) in SAMPLES {
        let (file, diagnostics) = read(form, text);
        assert_eq!(diagnostics, []);
        assert!(file.units.iter().all(|unit| !unit.has_error));
    }
}

/// The same in either form, with either line end, with or without the last one.
#[test]
fn line_ends_do_not_matter() {
    for (form, text) in SAMPLES {
        let (file, _) = read(form, &text.replace('\n', "\r\n"));
        let (plain, _) = read(form, text.trim_end());
        assert_eq!(file.units.len(), plain.units.len());
        assert!(file.units.iter().chain(&plain.units).all(|unit| !unit.has_error));
    }
}

/// Every place of every diagnostic lies in the file, and what was not understood marks a unit.
#[test]
fn mutilated_samples_are_survived() {
    let inserts =
        ["'", "(", ")", "&", "\n", "!", "::", "=", ",", "9H", "end\n", "do ", "\t", ";", "(/", "é", "\0", "     &"];
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % below as u64) as usize
    };
    for round in 0..300 {
        let (form, text) = SAMPLES[round % 2];
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..1 + random(12) {
            let at = random(bytes.len());
            match random(3) {
                0 => drop(bytes.splice(at..at, inserts[random(inserts.len())].bytes())),
                1 => drop(bytes.drain(at..(at + random(30)).min(bytes.len()))),
                _ => bytes[at] = bytes[random(bytes.len())],
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (file, diagnostics) = read(form, &text);
        for diagnostic in &diagnostics {
            let spans = diagnostic.related.iter().map(|pair| pair.0).chain([diagnostic.span]);
            for span in spans {
                assert!(span.start <= span.end && span.end as usize <= text.len() + 1, "{diagnostic:?}\n{text}");
            }
        }
        let refused = diagnostics.iter().any(|diagnostic| matches!(diagnostic.code, "RT0101" | "RT0102"));
        assert!(!refused || file.units.iter().any(|unit| unit.has_error), "{diagnostics:?}\n{text}");
    }
}
