//! Syntax tree to IL: names, types and effects resolved.
//!
//! External declarations are taken in order. What the main file declares, and what it includes as text (`included_text.rs`), goes to its unit of kind
//! `File`; what a user's header declares goes to a unit of kind `File` of that header, made once however many files include it (header units are the
//! `File` units that no [`Input`] lists); what the system declares is lowered when it is first mentioned, and printed nowhere. Names with external
//! linkage live in the root scope of C, so that all files mean the same symbol; everything else lives in the file's scope or below.
//!
//! Expressions of the IL change nothing, those of C do: `effects.rs` splits them into statements in the order C evaluates.

mod assertions;
mod calls;
mod choices;
mod compatible;
mod complex;
mod counted;
mod declarations;
mod effects;
mod expressions;
mod function_pointers;
mod functions;
mod implicit;
mod included_text;
mod initialisers;
mod library;
mod literals;
mod loops;
mod names;
mod records;
mod remarks;
mod spell;
mod statements;
mod switches;
mod type_rules;
mod types;
mod unions;

use crate::ast::{ExternalKind, Origin, TranslationUnit};
use crate::parse;
use il::symbol::{ScopeId, ScopeKind, SymbolId};
use il::{Diagnostic, FileId, Input, Language, Program, RecordId, SourceForm, Span, Unit, UnitId, UnitKind};
use std::collections::{BTreeMap, BTreeSet};

/// One C file to read.
#[derive(Clone, Copy, Debug)]
pub struct Translation<'a> {
    /// The file. Its original text is in the program's sources, under the name that the line markers use.
    pub main: FileId,
    /// What `$CC -E -dD` writes for it, line markers included (`-dD` tells which macros were defined; without it nothing else is lost).
    pub preprocessed: &'a str,
}

/// Reads `files` into `program`: one input and one unit of kind `File` each, and one such unit per user header.
///
/// The program's sources must hold the original text of every file that [`user_files`](crate::user_files) lists for each preprocessed
/// text, under exactly those names.
pub fn lower(files: &[Translation<'_>], program: &mut Program) -> Vec<Diagnostic> {
    if files.is_empty() {
        return Vec::new();
    }
    // Expressions nest as deep as `nest.rs` lets them: that takes more stack than a thread has by default.
    stacker::maybe_grow(NEEDED, STACK, || lower_here(files, program))
}

/// Bytes of stack that the deepest expression that is read needs, and how many are made where fewer are left.
const NEEDED: usize = 64 << 20;
const STACK: usize = 256 << 20;

fn lower_here(files: &[Translation<'_>], program: &mut Program) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let parsed: Vec<TranslationUnit> = files
        .iter()
        .map(|file| {
            let (unit, found) = parse(file.preprocessed, file.main, &program.sources);
            // A header that does not parse says so once, not once per file that includes it.
            diagnostics.extend(found.into_iter().filter(|one| !diagnostics.contains(one)).collect::<Vec<_>>());
            unit
        })
        .collect();
    let mut lowerer = Lowerer::new(program);
    lowerer.diagnostics = diagnostics;
    let shared = names::shared_definitions(&parsed);
    for (file, unit) in files.iter().zip(&parsed) {
        lowerer.p.macros.extend(unit.macros.iter().cloned());
        lowerer.translation(file.main, unit, &shared);
    }
    lowerer.say_taken_for_int();
    lowerer.finish_pointer_calls();
    lowerer.unite_records();
    lowerer.unite_unions();
    lowerer.settle_counted_loops();
    lowerer.check_types();
    lowerer.diagnostics
}

/// A construct that could not be lowered; its diagnostic was given.
#[derive(Clone, Copy, Debug)]
struct Refused;

type Lowered<T> = Result<T, Refused>;

/// What lowering carries along.
struct Lowerer<'p, 't> {
    p: &'p mut Program,
    diagnostics: Vec<Diagnostic>,

    // Of the whole program.
    /// The units of user headers.
    headers: BTreeMap<FileId, UnitId>,
    /// Names that the n-th declaration of a header put into the scope of its file.
    header_names: BTreeMap<(FileId, usize), Vec<(String, SymbolId)>>,
    /// Signatures of pointers to functions, by the text of their type.
    signatures: BTreeMap<String, types::Signature>,
    /// What stands for calls through pointers.
    pointer_calls: Vec<function_pointers::PointerCalls>,
    /// Where functions are defined.
    defined: BTreeMap<SymbolId, Span>,
    /// Functions that nothing declares, and where they are called first.
    taken_for_int: BTreeMap<SymbolId, Span>,
    /// Loops whose bounds are read through memory: kept counted if nothing writes there.
    doubtful: Vec<counted::Doubt>,

    // Of the translation unit.
    /// Words of what did not parse.
    lost: BTreeSet<String>,
    /// Where its declarations go: the unit of the main file or of a header.
    file_unit: UnitId,
    file_scope: ScopeId,
    system: names::SystemIndex<'t>,
    /// Declared by the system: not to be printed.
    in_system: bool,
    /// Records whose members were read.
    complete: BTreeSet<RecordId>,
    /// What `#pragma pack` lines say of the structures that follow, as a line that says so alone; empty for the compiler's own way.
    packing: Vec<String>,
    /// Records whose members are being read.
    defining_records: Vec<RecordId>,
    /// Typedefs of types that are `const`.
    const_typedefs: BTreeSet<SymbolId>,

    // Of the function.
    scope: ScopeId,
    f: functions::Frame,
}

impl<'p, 't> Lowerer<'p, 't> {
    fn new(p: &'p mut Program) -> Self {
        let (scope, none) = (p.global_c, il::arena::Id::from_index(0));
        Lowerer {
            p,
            diagnostics: Vec::new(),
            headers: BTreeMap::new(),
            header_names: BTreeMap::new(),
            signatures: BTreeMap::new(),
            pointer_calls: Vec::new(),
            defined: BTreeMap::new(),
            taken_for_int: BTreeMap::new(),
            doubtful: Vec::new(),
            lost: BTreeSet::new(),
            defining_records: Vec::new(),
            file_unit: none,
            file_scope: scope,
            system: names::SystemIndex::default(),
            in_system: false,
            complete: BTreeSet::new(),
            packing: Vec::new(),
            const_typedefs: BTreeSet::new(),
            scope,
            f: functions::Frame::default(),
        }
    }

    /// Lowers one translation unit. `shared`: functions that some file defines for all.
    fn translation(&mut self, main: FileId, unit: &'t TranslationUnit, shared: &BTreeSet<&'t str>) {
        self.system = names::SystemIndex::of(unit, shared);
        self.lost = unit.lost.clone();
        let main_unit = self.new_file_unit(main);
        self.file_scope = self.p.units[main_unit].scope;
        self.scope = self.file_scope;
        self.p.inputs.push(Input {
            file: main,
            form: SourceForm::C,
            units: vec![main_unit],
            end_comments: remarks::lines(&unit.trailing),
            upper_case: false,
        });
        // Directive lines stand between declarations: by their places. Those inside a function stand before it.
        let mut texts = included_text::included_text(unit, &self.p.sources);
        texts.insert(main);
        let mut by_file: BTreeMap<FileId, Vec<_>> = BTreeMap::new();
        for line in &unit.lines {
            by_file.entry(line.span.file.unwrap_or(main)).or_default().push(line);
        }
        let mut lines: included_text::Lines<'t> =
            by_file.into_iter().map(|(file, found)| (file, found.into_iter().peekable())).collect();
        let mut fresh: BTreeSet<FileId> = texts.clone();
        let mut begun: BTreeSet<FileId> = BTreeSet::from([main]);
        let mut counts: BTreeMap<FileId, usize> = BTreeMap::new();
        for item in &unit.items {
            let Some(file) = item.origin.file() else { continue };
            self.file_unit = match item.origin {
                Origin::Main(_) => main_unit,
                Origin::Header(_) if texts.contains(&file) => main_unit,
                Origin::Header(_) | Origin::System => match self.headers.get(&file) {
                    Some(unit) => *unit,
                    None => {
                        let unit = self.new_file_unit(file);
                        self.headers.insert(file, unit);
                        fresh.insert(file);
                        unit
                    }
                },
            };
            if texts.contains(&file) && begun.insert(file) {
                self.lines_before(file, &mut lines, &texts, main);
            }
            if let Some(lines) = lines.get_mut(&file).filter(|_| fresh.contains(&file)) {
                while let Some(line) = lines.next_if(|line| line.span.start < item.span.end) {
                    match texts.contains(&file) {
                        true => self.line_of_text(line, &texts, main),
                        false => self.directive_line(line),
                    }
                }
            }
            let count = counts.entry(file).or_default();
            *count += 1;
            if matches!(item.origin, Origin::Header(_)) && !texts.contains(&file) {
                let key = (file, *count);
                if let Some(names) = self.header_names.get(&key) {
                    for (name, symbol) in names.clone() {
                        self.p.import(self.file_scope, &name, symbol);
                    }
                    continue;
                }
                let known = self.p.scopes[self.file_scope].names.len();
                self.external(item);
                let names = &self.p.scopes[self.file_scope].names;
                let new = names.iter().skip(known).map(|(name, symbol)| (name.clone(), *symbol)).collect();
                self.header_names.insert(key, new);
            } else {
                self.external(item);
            }
        }
        for (file, lines) in lines.iter_mut().filter(|(file, _)| fresh.contains(file)) {
            self.file_unit = if texts.contains(file) { main_unit } else { self.headers[file] };
            for line in lines {
                match texts.contains(file) {
                    true => self.line_of_text(line, &texts, main),
                    false => self.directive_line(line),
                }
            }
        }
    }

    /// Lowers one external declaration of the user.
    fn external(&mut self, item: &'t crate::ast::External) {
        match &item.kind {
            ExternalKind::Function(function) => {
                let _ = self.function(function, item);
            }
            ExternalKind::Declaration(declaration) => self.file_declaration(declaration, item),
            ExternalKind::Pragma(text) => {
                self.pack(text);
                let kind = il::DeclKind::Opaque { text: text.clone(), symbols: Vec::new() };
                self.add_declaration(kind, item.span, &item.comments);
            }
            ExternalKind::Nothing => {}
            ExternalKind::Unparsed => {
                let text = self.text_of(item.span);
                self.add_declaration(il::DeclKind::Error(text), item.span, &item.comments);
                let unit = self.file_unit;
                self.p.units[unit].has_errors = true;
            }
        }
    }

    /// Follows `#pragma pack(push, 1)`, `pack(2)`, `pack()` and `pack(pop)` (GNU C, 6.62.11).
    fn pack(&mut self, text: &str) {
        let words: String = text.trim_start_matches(['#', ' ', '\t']).split_whitespace().collect();
        let Some(inner) = words.strip_prefix("pragmapack(").and_then(|rest| rest.strip_suffix(')')) else { return };
        let parts: Vec<&str> = inner.split(',').collect();
        let width = parts.iter().find(|part| part.starts_with(|c: char| c.is_ascii_digit()));
        let now = width.map(|width| format!("#pragma pack(push, {width})"));
        match parts[0] {
            "pop" => {
                self.packing.pop();
            }
            "push" => {
                let same = self.packing.last().cloned().unwrap_or_default();
                self.packing.push(now.unwrap_or(same));
            }
            _ => {
                self.packing.pop();
                self.packing.push(now.unwrap_or_default());
            }
        }
    }

    fn new_file_unit(&mut self, file: FileId) -> UnitId {
        let root = self.p.global_c;
        let scope = self.p.new_scope(root, ScopeKind::File);
        let path = self.p.sources[file].path.clone();
        let unit = Unit::new(path, UnitKind::File, Language::C, scope);
        let id = self.p.units.add(unit);
        self.p.units[id].file = Some(file);
        id
    }

    /// What the user wrote at `span`.
    fn text_of(&self, span: Span) -> String {
        let Some(file) = span.file else { return String::new() };
        let text = self.p.sources[file].text.get(span.start as usize..span.end as usize);
        text.unwrap_or_default().to_string()
    }

    /// Reports what cannot be represented: the statement it is in is kept as text, and its function cannot be differentiated.
    fn refuse<T>(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> Lowered<T> {
        let note = "the function can be kept and called, but not differentiated";
        let diagnostic = Diagnostic::warning(code, span, message).note(note);
        if !self.in_system && !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
        Err(Refused)
    }
}
