//! From Fortran text to the text of its adjoint and tangent.

use diff::{HeadSpec, Mode, Place, Request};
use il::source::SourceFile;
use il::{Program, Severity, Span, UnitId};

/// Reads Fortran text (fixed form when `path` ends in `.f`).
pub fn read(path: &str, text: &str) -> Program {
    let mut p = Program::new();
    let file = p.sources.add(SourceFile { path: path.into(), text: text.into() });
    if path.ends_with(".c") {
        let dir = tempfile::tempdir().expect("a directory");
        let place = dir.path().join("input.c");
        std::fs::write(&place, text).expect("written");
        let out = std::process::Command::new("gcc").args(["-E"]).arg(&place).output().expect("gcc runs");
        let text = String::from_utf8_lossy(&out.stdout).replace(&*place.to_string_lossy(), path);
        let found = frontend_c::lower(&[frontend_c::Translation { main: file, preprocessed: &text }], &mut p);
        let errors: Vec<_> = found.iter().filter(|d| d.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{errors:#?}");
        return p;
    }
    let options = frontend_fortran::Options::default();
    let mut none = frontend_fortran::NoIncludes;
    let (tree, mut found) = frontend_fortran::parse(&mut p.sources, file, &mut none, &options);
    found.extend(frontend_fortran::lower::lower(vec![tree], &mut p, &Default::default()));
    let errors: Vec<_> = found.iter().filter(|d| d.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    p
}

/// A head in the form `unit(outputs)/(inputs)`, blanks between names; empty lists mean everything.
pub fn head(p: &Program, text: &str) -> HeadSpec {
    let (name, rest) = text.split_once('(').unwrap_or((text, ""));
    let unit: UnitId = p
        .units
        .iter()
        .find(|(_, u)| u.is_procedure() && u.name.eq_ignore_ascii_case(name.trim()))
        .map(|(id, _)| id)
        .unwrap_or_else(|| panic!("no procedure {name}"));
    let (outputs, inputs) = rest.split_once(")/(").unwrap_or((rest.trim_end_matches(')'), ""));
    let list = |s: &str| -> Option<Vec<Place>> {
        let s = s.trim_end_matches(')');
        let mut out = Vec::new();
        for n in s.split_whitespace() {
            let mut parts = n.split('%');
            let first = parts.next().expect("a name");
            let symbol = p.lookup(p.units[unit].scope, first).unwrap_or_else(|| panic!("no variable {first}"));
            let symbol = match p.units[unit].result() {
                Some(r) if p.symbols[r].name.eq_ignore_ascii_case(first) || first.eq_ignore_ascii_case(name) => r,
                _ => symbol,
            };
            let mut place = Place::whole(symbol);
            let mut ty = p.symbol_type(symbol).cloned().expect("a variable");
            for field in parts {
                let r = ty.record().expect("a structure");
                let k =
                    p.records[r].fields.iter().position(|f| f.name.eq_ignore_ascii_case(field)).expect("a component");
                place.path.push(k);
                ty = p.records[r].fields[k].ty.clone();
            }
            out.push(place);
        }
        (!out.is_empty()).then_some(out)
    };
    HeadSpec {
        unit,
        independents: list(inputs),
        dependents: list(outputs),
        extents: Vec::new(),
        span: Span::NONE,
        for_others: false,
    }
}

/// The text of the derivative of `text`, or what was said against it.
pub fn derive(path: &str, text: &str, mode: Mode, heads: &[&str]) -> Result<String, Vec<il::Diagnostic>> {
    let p = read(path, text);
    let heads = heads.iter().map(|h| head(&p, h)).collect();
    let request = Request::new(mode, heads);
    let output = diff::differentiate(&p, &request)?;
    let mut out = String::new();
    for f in &output.files {
        let like = unparse::OutputFile::of_input(&output.program, &output.program.inputs[f.input]);
        let file = unparse::OutputFile { units: f.units.clone(), ..like };
        out.push_str(&unparse::unparse(&output.program, &file));
    }
    Ok(out)
}
