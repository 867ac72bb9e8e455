//! The header of a generated C file: what a user of its functions must see.
//!
//! The includes of the file, its types with those of derivatives, the derivatives of global variables, a prototype for each function that is not `static`.

use il::{Decl, DeclKind, Entity, Expr, Prefix, Program, ScopeId, SymbolId, UnitId, UnitKind, fold};

use super::Printer;
use crate::OutputFile;
use crate::cat;
use crate::doc::Doc;

/// The name of what may be defined only once, although several headers that are included together define it.
fn once(program: &Program, d: &Decl) -> Option<String> {
    match &d.kind {
        DeclKind::Record(r) if !program.records[*r].external => {
            let record = &program.records[*r];
            Some(if record.spelling.is_empty() { record.name.clone() } else { record.spelling.clone() })
        }
        DeclKind::Enum { constants, .. } => constants.first().map(|c| program.symbols[*c].name.clone()),
        _ => None,
    }
}

/// An enumeration with the numbers of its constants, where its text names a variable: that of the file is not there.
fn with_numbers(program: &Program, scope: ScopeId, d: Decl) -> Decl {
    let DeclKind::Enum { text, constants } = &d.kind else { return d };
    let is_variable = |w: &str| program.lookup(scope, w).is_some_and(|s| program.variable(s).is_some());
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let Some((head, tail)) = text.find('{').zip(text.rfind('}')).filter(|_| words.any(is_variable)) else { return d };
    let number = |c: &SymbolId| Some((&program.symbols[*c].name, fold::integer(program, &Expr::var(*c))?));
    let Some(list) = constants.iter().map(number).collect::<Option<Vec<_>>>() else { return d };
    let list: Vec<String> = list.into_iter().map(|(name, n)| format!("{name} = {n}")).collect();
    let text = format!("{} {} {}", &text[..=head], list.join(", "), &text[tail..]);
    Decl { kind: DeclKind::Enum { text, constants: constants.clone() }, ..d }
}

/// A number that tells definitions apart, however they are set, the same on every machine (FNV-1a).
fn number_of(text: &str) -> u32 {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").bytes().fold(0x811c_9dc5, |sum, b| (sum ^ u32::from(b)).wrapping_mul(0x0100_0193))
}

impl Printer<'_> {
    /// A definition that is skipped where another header gave the same one. Derivative types of one name differ when other components are active in
    /// another run: whoever includes both headers is told.
    fn guarded(&mut self, name: &str, definition: Decl, output: &'_ OutputFile) {
        let mut alone = Printer::new(self.cx.program, self.cx.scope, output);
        (alone.is_header, alone.cx.at) = (true, self.cx.at);
        alone.decl(&definition);
        let number = number_of(&alone.lines.finish());
        let word: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        self.lines.blank();
        self.lines.plain(format!("#ifndef {word}_LOADED"));
        self.lines.plain(format!("#define {word}_LOADED 0x{number:08x}"));
        self.decl(&definition);
        self.lines.plain(format!("#elif {word}_LOADED != 0x{number:08x}"));
        self.lines.plain(format!("#error \"{name} differs from that of a header before: make both in one run, or name them apart by -modulename\""));
        self.lines.plain("#endif");
    }
}

/// The text of the header of files; `None` when they define nothing for others. `name` is that of the header.
pub(crate) fn interface(program: &Program, output: &OutputFile, name: &str) -> Option<String> {
    let mut p = Printer::new(program, program.global_c, output);
    p.is_header = true;
    let mut offers = false;
    let mut macros: Vec<String> = Vec::new();
    let mut includes: Vec<String> = Vec::new();
    for unit in output.units.iter().map(|u| &program.units[*u]).filter(|u| matches!(u.kind, UnitKind::File)) {
        p.within(unit.scope, |p| {
            for d in &unit.decls {
                if d.span.file.is_some() {
                    p.cx.at = Some(d.span);
                }
                match &d.kind {
                    DeclKind::Include(text) if !includes.contains(text) => includes.push(text.clone()),
                    DeclKind::Opaque { text, .. } if text.starts_with('#') => macros.push(text.clone()),
                    DeclKind::Record(_) | DeclKind::Typedef(_) | DeclKind::Enum { .. } | DeclKind::Opaque { .. } => {
                        let bare = Decl { comments: Vec::new(), trailing: None, ..d.clone() };
                        let bare = with_numbers(program, unit.scope, bare);
                        match once(program, d) {
                            Some(name) => p.guarded(&name, bare, output),
                            None => p.decls(&[bare]),
                        }
                    }
                    DeclKind::Variables { spelling, attrs, colons, entities } => {
                        let word = |w: &str| spelling.split_whitespace().any(|s| s == w);
                        // Derivatives that another file defines are part of what the heads of this one give.
                        let made = entities.iter().all(|e| program.symbols[e.symbol].span.file.is_none());
                        if !word("static") && (!word("extern") || made) {
                            let entities = entities.iter().map(|e| Entity { init: false, ..e.clone() }).collect();
                            let (attrs, colons) = (attrs.clone(), *colons);
                            let spelling = if word("extern") { spelling.clone() } else { format!("extern {spelling}") };
                            p.decls(&[DeclKind::Variables { spelling, attrs, colons, entities }.into()]);
                            offers = true;
                        }
                    }
                    _ => {}
                }
            }
            let placed = |c: &UnitId| unit.decls.iter().any(|d| matches!(d.kind, DeclKind::Unit(u) if u == *c));
            let in_order = unit.decls.iter().filter_map(|d| match d.kind {
                DeclKind::Unit(u) => Some(u),
                _ => None,
            });
            let last = unit.children.iter().filter(|c| !placed(c)).copied();
            for f in in_order.chain(last).map(|u| &program.units[u]) {
                let local = f.has_prefix(&Prefix::Static) || f.has_prefix(&Prefix::Inline);
                if f.is_procedure() && !f.is_interface && !local {
                    p.lines.blank();
                    let mut head = Doc::text("");
                    p.within(f.scope, |p| head = p.function_head(f));
                    p.line(cat![head, ";"]);
                    offers = true;
                }
            }
        });
    }
    if !offers {
        return None;
    }
    let body = p.lines.finish();
    let mut head = Printer::new(program, program.global_c, output);
    head.header(&output.header);
    let guard: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect();
    let mut text = head.lines.finish();
    text.push_str(&format!("#ifndef {guard}_LOADED\n#define {guard}_LOADED\n"));
    for include in &includes {
        text.push_str(&format!("#include {include}\n"));
    }
    // Extents that macros name.
    let named = |m: &&String| {
        let name = m.split_whitespace().nth(1).unwrap_or_default();
        (m.starts_with("#define") || m.starts_with("#ifndef"))
            && !name.contains('(')
            && body.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == name)
    };
    for m in macros.iter().filter(named) {
        text.push_str(&format!("{}\n", m.trim_end()));
    }
    if !text.ends_with("_LOADED\n") && !body.starts_with('\n') {
        text.push('\n');
    }
    text.push_str(&body);
    text.push_str("\n#endif\n");
    Some(text)
}
