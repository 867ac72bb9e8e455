//! Structures and unions: their definitions, and those without a name, which are written out where a member is declared with them.

use il::expr::ExprKind;
use il::{Expr, Field, Record, RecordId, Span, SymbolKind};

use super::{Context, Printer, types};
use crate::cat;
use crate::doc::Doc;
use crate::lines::Remark;

/// `struct Body` inside its own definition, in what stands before it and where it has no other name or that means something else, else the name a typedef gave
/// it; `struct { double re; }` without one.
pub(super) fn name(cx: &Context, id: RecordId) -> String {
    let record = &cx.program.records[id];
    if record.is_anonymous() {
        return on_one_line(cx, record);
    }
    let before = |s: Span, place: u32| s.file.is_some() && s.file == record.span.file && place < record.span.start;
    let inside = cx.inside.map(|r| cx.program.records[r].span);
    let later = inside.is_some_and(|s| before(s, s.start)) || cx.at.is_some_and(|s| before(s, s.end));
    if let (true, Some(tag)) = (later || is_hidden(cx, &record.spelling), record.tag()) {
        tag.clone()
    } else if record.spelling.is_empty() || cx.inside == Some(id) {
        format!("{} {}", word(record), record.name)
    } else {
        record.spelling.clone()
    }
}

/// `union`, or `struct`.
fn word(record: &Record) -> &'static str {
    let is_union = record.spelling.starts_with("union ") || record.attributes.iter().any(|a| a.starts_with("union"));
    if is_union { "union" } else { "struct" }
}

/// Whether a variable or function has the name that a typedef gave a type.
fn is_hidden(cx: &Context, typedef: &str) -> bool {
    let p = cx.program;
    let around = std::iter::successors(Some(cx.scope), |s| p.scopes[*s].parent);
    let mut meant = around.filter_map(|s| p.lookup_here(s, typedef)).filter(|s| Some(*s) != cx.declares);
    meant.next().is_some_and(|s| !matches!(p.symbols[s].kind, SymbolKind::Record(_) | SymbolKind::Typedef(_)))
}

/// What a member is found in: members of a structure that is itself a member without a name are found as if they were of the outer one.
pub(super) fn without_anonymous<'e>(cx: &Context, base: &'e Expr) -> &'e Expr {
    match &base.kind {
        ExprKind::Field { base: outer, record, field }
            if cx.program.records[*record].fields[*field].name.is_empty() =>
        {
            without_anonymous(cx, outer)
        }
        _ => base,
    }
}

fn on_one_line(cx: &Context, record: &Record) -> String {
    let members: String = groups(record).into_iter().map(|group| format!("{}; ", members(cx, group).flat())).collect();
    format!("{} {{ {members}}}", record.spelling)
}

/// The members that are declared together, those that nothing refers to in their places.
fn groups(record: &Record) -> Vec<&[Field]> {
    let together = |a: &Field, b: &Field| a.group == b.group;
    let mut groups: Vec<&[Field]> =
        record.fields.chunk_by(together).chain(record.overlaid.chunk_by(together)).collect();
    groups.sort_by_key(|group| group[0].group);
    groups
}

/// A declaration of members.
fn members(cx: &Context, group: &[Field]) -> Doc {
    let (base, declarators) = split(cx, group);
    cat![base, declarators]
}

/// The base type of members that are declared together, and their declarators behind a blank.
fn split(cx: &Context, group: &[Field]) -> (String, Doc) {
    let constant = group[0].attributes.iter().any(|a| a == "const");
    let parts: Vec<(String, String)> = group.iter().map(|f| types::split(cx, &f.ty, constant, &f.name)).collect();
    let layout = |f: &Field| {
        let own = f.attributes.iter().filter(|a| a.starts_with("__attribute__"));
        own.map(|a| format!(" {a}")).collect::<String>()
    };
    // The width of a bit-field is kept with its colon.
    let width = |f: &Field| f.attributes.iter().find(|a| a.starts_with(':')).map_or(String::new(), |w| format!(" {w}"));
    let declarators: Vec<String> =
        parts.iter().zip(group).map(|((_, d), f)| format!("{d}{}{}", width(f), layout(f))).collect();
    let base = parts[0].0.clone();
    match &declarators[..] {
        [none] if none.is_empty() => (base, Doc::NIL),
        _ => (base, cat![" ", Doc::list(declarators.into_iter().map(Doc::text)).nest(0)]),
    }
}

/// The record without a name that members are declared with, unless the user wrote it on one line.
fn on_several_lines(cx: &Context, group: &[Field]) -> Option<RecordId> {
    let id = group[0].ty.record().filter(|id| cx.program.records[*id].is_anonymous())?;
    let span = cx.program.records[id].span;
    let text = cx.program.sources[span.file?].text.get(span.start as usize..span.end as usize)?;
    text.contains('\n').then_some(id)
}

impl Printer<'_> {
    /// A structure or union, under its tag or as a typedef.
    pub(super) fn record(&mut self, id: RecordId, trailing: Option<Remark>) {
        let cx = self.cx;
        let record = &cx.program.records[id];
        if record.external {
            return;
        }
        let spelling = name(&cx, id);
        let tagged = spelling.starts_with("struct ") || spelling.starts_with("union ");
        let word = word(record);
        let own = record.attributes.iter().find(|a| a.starts_with("__attribute__"));
        let packed = record.attributes.iter().find(|a| a.starts_with("#pragma")).filter(|_| self.is_header);
        if let Some(pragma) = packed {
            self.directive(pragma, None);
        }
        let (head, mut tail) = if tagged {
            (spelling, String::new())
        } else if let Some(tag) = record.tag() {
            // A tag may be the same word as the typedef.
            (format!("typedef {tag}"), format!(" {spelling}"))
        } else if record.name == spelling {
            (format!("typedef {word}"), format!(" {spelling}"))
        } else {
            (format!("typedef {word} {}", record.name), format!(" {spelling}"))
        };
        if let Some(layout) = own {
            tail = format!(" {layout}{tail}");
        }
        self.line(format!("{head} {{"));
        let outer = self.cx.inside.replace(id);
        self.record_members(record);
        self.cx.inside = outer;
        self.full_line(format!("}}{tail};"), trailing);
        if packed.is_some() {
            self.directive("#pragma pack(pop)", None);
        }
    }

    fn record_members(&mut self, record: &Record) {
        self.deeper(|p| {
            for group in groups(record) {
                p.members(group, record.span);
            }
        });
    }

    /// The members of one declaration.
    fn members(&mut self, group: &[Field], record: Span) {
        let cx = self.cx;
        self.comments(&group[0].comments);
        let doc = match on_several_lines(&cx, group) {
            Some(id) => {
                let (base, declarators) = split(&cx, group);
                let words = base.split('{').next().unwrap_or_default();
                self.line(format!("{words}{{"));
                self.record_members(&cx.program.records[id]);
                cat!["}", declarators]
            }
            None => members(&cx, group),
        };
        let trailing = group.last().and_then(|f| f.trailing.as_ref());
        let comment = |t: &String| Remark::of_member(cx.program, record, &group[0].name, t, super::delimited(t));
        self.full_line(cat![doc, ";"], trailing.map(comment));
    }
}
