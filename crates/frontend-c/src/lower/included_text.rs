//! `#include "parts.c"`: a file that is no header is text of the file that includes it. It may use what stands before the `#include`, and what it defines
//! has one definition: a file that is made from this one must not include it again.

use super::Lowerer;
use crate::ast::{DirectiveKind, DirectiveLine, Origin, TranslationUnit};
use il::source::{FileId, Sources};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The directive lines that are still to come, by file.
pub type Lines<'t> = BTreeMap<FileId, std::iter::Peekable<std::vec::IntoIter<&'t DirectiveLine>>>;

/// The files that a translation unit includes as text.
pub fn included_text(unit: &TranslationUnit, sources: &Sources) -> BTreeSet<FileId> {
    let headers = unit.items.iter().filter_map(|item| match item.origin {
        Origin::Header(file) => Some(file),
        Origin::Main(_) | Origin::System => None,
    });
    headers.filter(|file| Path::new(&sources[*file].path).extension().is_some_and(|e| e == "c")).collect()
}

impl<'t> Lowerer<'_, 't> {
    /// Lowers the lines before the `#include` of `text`.
    pub fn lines_before(&mut self, text: FileId, lines: &mut Lines<'t>, texts: &BTreeSet<FileId>, main: FileId) {
        for (_, own) in lines.iter_mut().filter(|(file, _)| texts.contains(file)) {
            if own.clone().any(|line| self.includes(line, text)) {
                while let Some(line) = own.next_if(|line| !self.includes(line, text)) {
                    self.line_of_text(line, texts, main);
                }
            }
        }
    }

    /// Lowers a line of the main file or of what is text of it: what stands beside the text is found from the main file. What is included as text is there.
    pub fn line_of_text(&mut self, line: &DirectiveLine, texts: &BTreeSet<FileId>, main: FileId) {
        if texts.iter().any(|text| *text != main && self.includes(line, *text)) {
            return;
        }
        let mut line = line.clone();
        let folder = |file: FileId| Path::new(&self.p.sources[file].path).parent();
        if let (Some(here), Some(there)) = (line.span.file.and_then(folder), folder(main))
            && let (Some(name), Ok(way)) = (included(&line), here.strip_prefix(there))
            && !way.as_os_str().is_empty()
            && self.p.sources.iter().any(|(_, s)| Path::new(&s.path) == here.join(name))
        {
            let name = format!("\"{}\"", way.join(name).display());
            line.text = format!("#include {name}");
            line.kind = DirectiveKind::Include(name);
        }
        self.directive_line(&line);
    }

    fn includes(&self, line: &DirectiveLine, text: FileId) -> bool {
        included(line).is_some_and(|name| Path::new(&self.p.sources[text].path).ends_with(name))
    }
}

/// The file that a line includes by a name in quotes, without the steps up with which that may begin.
fn included(line: &DirectiveLine) -> Option<&str> {
    let DirectiveKind::Include(name) = &line.kind else { return None };
    let mut name = name.strip_prefix('"')?.strip_suffix('"')?;
    while let Some(rest) = name.strip_prefix("../").or(name.strip_prefix("./")) {
        name = rest;
    }
    Some(name)
}
