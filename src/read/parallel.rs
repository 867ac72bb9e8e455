//! Fortran files are parsed by all cores: a file that includes nothing and is not preprocessed needs no other file.

use frontend_fortran::ast::{File, Form};
use il::source::SourceFile;
use il::{Diagnostic, FileId, Sources};

use super::{Includes, definitions};
use crate::args::Options;
use crate::cores;

/// The trees of `files`, in order; what is said stands in that order too.
pub(super) fn parse(
    sources: &mut Sources,
    files: &[FileId],
    options: &Options,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<File> {
    let parse_options = frontend_fortran::Options {
        definitions: definitions(options),
        fixed_width: options.fixed_line_length,
        form: options.source_form.as_deref().map(|f| if f == "free" { Form::Free } else { Form::Fixed }),
    };
    let alone = |file: FileId| parse_options.definitions.list.is_empty() && is_alone(&sources[file]);
    let mut parsed: Vec<Option<(File, Vec<Diagnostic>)>> = files.iter().map(|_| None).collect();
    if files.len() > 1 {
        let list: Vec<usize> = (0..files.len()).filter(|k| alone(files[*k])).collect();
        let all = &*sources;
        // The same numbers mean the same files; only the one that is parsed has a text.
        let without_texts = || {
            let mut own = Sources::new();
            for _ in 0..all.len() {
                own.add(SourceFile { path: String::new(), text: String::new() });
            }
            own
        };
        let trees = cores::map(list.len(), without_texts, |own, k| {
            let file = files[list[k]];
            own[file] = all[file].clone();
            let tree = frontend_fortran::parse(own, file, &mut frontend_fortran::NoIncludes, &parse_options);
            own[file].text = String::new();
            tree
        });
        for (k, tree) in list.into_iter().zip(trees) {
            // Unless it does include something after all.
            if !tree.1.iter().any(|d| d.code == "RT0105") {
                parsed[k] = Some(tree);
            }
        }
    }
    let mut loader =
        Includes { paths: options.include.clone(), files: options.files.clone(), described: options.stubs != "none" };
    let mut trees = Vec::new();
    for (file, parsed) in files.iter().zip(parsed) {
        let (tree, said) =
            parsed.unwrap_or_else(|| frontend_fortran::parse(sources, *file, &mut loader, &parse_options));
        diagnostics.extend(said);
        trees.push(tree);
    }
    trees
}

/// Whether a file can probably be read without looking at others: no line of it is a directive or an INCLUDE.
fn is_alone(file: &SourceFile) -> bool {
    let mentions = |line: &str| {
        let line: String =
            line.chars().filter(|c| !c.is_whitespace()).take(40).collect::<String>().to_ascii_lowercase();
        line.trim_start_matches(|c: char| c.is_ascii_digit()).contains("include")
    };
    !frontend_fortran::cpp::wanted(&file.path, &file.text)
        && !file.text.lines().any(|line| line.starts_with('#') || (may_mention(line) && mentions(line)))
}

/// A quick test: whether the line is no comment of fixed form and has the quote that an INCLUDE needs.
fn may_mention(line: &str) -> bool {
    !line.starts_with(['C', 'c', '*', '!']) && line.bytes().any(|b| matches!(b, b'\'' | b'"'))
}
