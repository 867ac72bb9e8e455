//! The header of a generated C file: what a user of its functions must see.
//!
//! The includes of the file, its types with those of derivatives, the derivatives of global variables, a prototype for each function that is not `static`.

use il::{Decl, DeclKind, Entity, Prefix, Program, UnitId, UnitKind};

use super::Printer;
use crate::OutputFile;
use crate::cat;
use crate::doc::Doc;

/// The text of the header of files; `None` when they define nothing for others. `name` is that of the header.
pub(crate) fn interface(program: &Program, output: &OutputFile, name: &str) -> Option<String> {
    let mut p = Printer::new(program, program.global_c, output);
    let mut offers = false;
    let mut macros: Vec<String> = Vec::new();
    let mut includes: Vec<String> = Vec::new();
    for unit in output.units.iter().map(|u| &program.units[*u]).filter(|u| matches!(u.kind, UnitKind::File)) {
        p.within(unit.scope, |p| {
            for d in &unit.decls {
                match &d.kind {
                    DeclKind::Include(text) if !includes.contains(text) => includes.push(text.clone()),
                    DeclKind::Opaque { text, .. } if text.starts_with('#') => macros.push(text.clone()),
                    DeclKind::Record(_) | DeclKind::Typedef(_) | DeclKind::Enum { .. } | DeclKind::Opaque { .. } => {
                        p.decls(&[Decl { comments: Vec::new(), trailing: None, ..d.clone() }]);
                    }
                    DeclKind::Variables { spelling, attrs, colons, entities } => {
                        let word = |w: &str| spelling.split_whitespace().any(|s| s == w);
                        if !word("static") && !word("extern") {
                            let entities = entities.iter().map(|e| Entity { init: false, ..e.clone() }).collect();
                            let (attrs, colons) = (attrs.clone(), *colons);
                            let spelling = format!("extern {spelling}");
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
