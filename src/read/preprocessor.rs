//! What the C preprocessor says when it does not accept a file, as messages with places of their own.

use il::source::SourceFile;
use il::{Diagnostic, FileId, Sources, Span};

/// One error line of a compiler: `h.c:1:10: fatal error: model.h: No such file or directory`.
struct Line<'a> {
    file: &'a str,
    line: usize,
    column: Option<usize>,
    message: &'a str,
}

/// The errors of a run of `compiler -E` on the file `path`, from what it wrote. Never empty.
pub(super) fn errors(
    sources: &mut Sources,
    compiler: &str,
    path: &str,
    said: &str,
    folders: &[String],
) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for line in said.lines().filter_map(parsed) {
        let Some(file) = source(sources, line.file) else { continue };
        out.push(match missing_header(line.message) {
            Some(header) => not_found(place(sources, file, &line, Some(header)), header, folders),
            None => Diagnostic::error("RT0507", place(sources, file, &line, None), line.message).note(format!(
                "said by the preprocessor, `{compiler} -E`; macros are given with -DNAME or -DNAME=value"
            )),
        });
    }
    if out.is_empty() {
        let mut d = Diagnostic::error("RT0507", Span::NONE, format!("`{compiler} -E` does not accept `{path}`"));
        d.notes.extend(said.lines().take(6).map(str::to_string));
        out.push(d);
    }
    out
}

fn not_found(span: Span, header: &str, folders: &[String]) -> Diagnostic {
    let searched = match folders {
        [] => "it is in no folder of the system, and -I gives none".to_string(),
        _ => format!("it is in no folder of the system, and in none that -I gives: {}", folders.join(", ")),
    };
    Diagnostic::error("RT0507", span, format!("the header `{header}` is not found")).note(searched).note(
        "give its folder with -I DIR, or name the compiler that knows it in the environment variable CC (`CC=mpicc`)",
    )
}

/// The header that a message says is not there: as gcc puts it, or as clang does.
fn missing_header(message: &str) -> Option<&str> {
    message.strip_suffix(": No such file or directory").or_else(|| {
        let quoted = message.strip_suffix(" file not found")?;
        quoted.strip_prefix('\'')?.strip_suffix('\'')
    })
}

fn parsed(text: &str) -> Option<Line<'_>> {
    let (at, message) = [": fatal error: ", ": error: "].iter().find_map(|sign| text.split_once(sign))?;
    let (before, last) = at.rsplit_once(':')?;
    let last = last.parse().ok()?;
    Some(match before.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?))) {
        Some((file, line)) => Line { file, line, column: Some(last), message },
        None => Line { file: before, line: last, column: None, message },
    })
}

/// The file of that name, which is read when nobody has read it yet.
fn source(sources: &mut Sources, name: &str) -> Option<FileId> {
    if let Some((id, _)) = sources.iter().find(|(_, s)| s.path == name) {
        return Some(id);
    }
    let text = il::bytes::decode(&std::fs::read(name).ok()?);
    Some(sources.add(SourceFile { path: name.to_string(), text }))
}

/// Where a message points to: to `word`, where the line has it, to the rest of a line from a column on, or to the whole line.
fn place(sources: &Sources, file: FileId, at: &Line<'_>, word: Option<&str>) -> Span {
    let text = &sources[file].text;
    let start: usize = text.split_inclusive('\n').take(at.line.saturating_sub(1)).map(str::len).sum();
    let line = text[start..].lines().next().unwrap_or("");
    if let Some((found, word)) = word.and_then(|w| Some((line.find(w)?, w))) {
        return Span::new(file, start + found, start + found + word.len());
    }
    let column = at.column.map_or(0, |c| c - 1);
    let column = if column < line.trim_end().len() && line.is_char_boundary(column) { column } else { 0 };
    let from = column + line[column..].len() - line[column..].trim_start().len();
    Span::new(file, start + from, start + line.trim_end().len().max(from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_compiler() {
        let mut sources = Sources::new();
        sources.add(SourceFile { path: "a.c".into(), text: "int x;\n#include <m/h.h>\n#error no N\n".into() });
        let said = "In file included from x.c:1:\na.c:2:10: fatal error: m/h.h: No such file or directory\n    2 | #include\na.c:3:2: error: #error no N\na.c:2:10: fatal error: 'm/h.h' file not found\na.c:9: error: unterminated #if\n";
        let found = errors(&mut sources, "cc", "a.c", said, &["inc".into()]);
        let texts = found.iter().map(|d| (d.span.start, d.span.end, d.message.as_str()));
        let header = "the header `m/h.h` is not found";
        let expected = [(17, 22, header), (25, 35, "#error no N"), (17, 22, header), (36, 36, "unterminated #if")];
        assert_eq!(texts.collect::<Vec<_>>(), expected);
        assert_eq!(errors(&mut sources, "cc", "a.c", "out of memory", &[]).len(), 1);
    }
}
