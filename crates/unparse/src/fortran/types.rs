//! Type specifiers, shapes and derived type definitions.

use il::{Dim, Field, Program, Record, RecordId, Span, Type, Upper};

use super::exprs::{expr, subscripts, tight};
use super::{Context, Printer};
use crate::cat;
use crate::doc::Doc;
use crate::lines::Remark;

/// The type specifier of a type (of its elements): `real(dp)`, `type(cell_t)`.
pub(super) fn spec(cx: &Context, ty: &Type) -> String {
    match ty {
        Type::Scalar(s) => {
            if s.spelling.is_empty() {
                cx.kw("real")
            } else {
                s.spelling.clone()
            }
        }
        Type::Character { spelling, len } => match len {
            _ if !spelling.is_empty() => spelling.clone(),
            Some(len) => format!("{}({}={})", cx.kw("character"), cx.kw("len"), expr(cx, len).flat()),
            None => format!("{}({}=*)", cx.kw("character"), cx.kw("len")),
        },
        Type::Record(id) => format!("{}({})", cx.kw("type"), cx.type_name(*id)),
        Type::Array { elem, .. } => spec(cx, elem),
        Type::Pointer { to, .. } => spec(cx, to),
        Type::Opaque(text) => text.clone(),
        Type::Procedure | Type::Void => cx.kw("procedure()"),
    }
}

/// A type specifier as it was written, with the name that the type has here: `class(state)` may have been written where a USE gives it no other name.
pub(super) fn written(cx: &Context, spelling: &str, ty: Option<&Type>) -> String {
    let name = |record: RecordId| {
        let (before, rest) = spelling.split_once('(')?;
        let (inside, after) = rest.rsplit_once(')')?;
        let is_name = inside.trim().chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let means = cx.program.lookup(cx.scope, inside.trim()).is_some_and(|s| cx.program.is_type(s, record));
        let known = cx.program.record_name_in(cx.scope, record).filter(|_| is_name && !means)?;
        Some(format!("{before}({known}){after}"))
    };
    ty.and_then(Type::record).and_then(name).unwrap_or_else(|| spelling.to_string())
}

/// `(n, 0:m, :)`, or nothing for a scalar.
pub(super) fn shape(cx: &Context, ty: Option<&Type>) -> Doc {
    match ty {
        Some(Type::Array { dims, .. }) => dimensions(cx, dims),
        _ => Doc::NIL,
    }
}

/// `(n, 0:m, :)`.
pub(super) fn dimensions(cx: &Context, dims: &[Dim]) -> Doc {
    let one = |d: &Dim| {
        let upper = match &d.upper {
            Upper::At(e) => tight(cx, e),
            Upper::Deferred => Doc::text(":"),
            Upper::Assumed => Doc::text("*"),
        };
        match (&d.lower, &d.upper) {
            (None, _) => upper,
            (Some(lower), Upper::Deferred) => cat![tight(cx, lower), ":"],
            (Some(lower), Upper::At(_) | Upper::Assumed) => cat![tight(cx, lower), ":", upper],
        }
    };
    // Deferred and assumed shapes read well without blanks: x(:,:).
    if dims.len() > 1 && dims.iter().all(|d| d.lower.is_none() && matches!(d.upper, Upper::Deferred)) {
        return Doc::text(format!("({})", vec![":"; dims.len()].join(",")));
    }
    subscripts(cx, dims.iter().map(one))
}

impl Printer<'_> {
    /// A derived type definition.
    pub(super) fn record(&mut self, id: RecordId) {
        let program: &Program = self.cx.program;
        let record: &Record = &program.records[id];
        let (inside, mut heading): (Vec<&String>, Vec<&String>) =
            record.attributes.iter().partition(|a| stands_inside(a));
        let extends = record.extends.map(|r| format!("{}({})", self.cx.kw("extends"), self.cx.type_name(r)));
        heading.retain(|a| extends.is_none() || !a.to_ascii_lowercase().starts_with("extends"));
        let mut title = self.cx.kw("type");
        for attribute in heading.into_iter().cloned().chain(extends) {
            title.push_str(", ");
            title.push_str(attribute.trim_start_matches([',', ' ']));
        }
        let colons = title.contains(',') || self.cx.habits.type_colons;
        title.push_str(if colons { " :: " } else { " " });
        title.push_str(&record.name);
        title.push_str(&record.parameters);
        self.line(title);
        self.deeper(|p| {
            for line in inside {
                p.line(super::kept::text(line, p.cx.fixed));
            }
            let own: Vec<Field> = (0..record.fields.len())
                .filter(|k| program.defines(id, *k))
                .map(|k| record.fields[k].clone())
                .collect();
            for group in own.chunk_by(|a, b| a.group == b.group) {
                p.fields(group, record.span);
            }
        });
        if !record.trailing_text.is_empty() {
            let contains = record.trailing_text[0].trim().eq_ignore_ascii_case("contains");
            if !contains {
                self.line(self.cx.kw("contains"));
            }
            for (i, line) in record.trailing_text.iter().enumerate() {
                if i == 0 && contains {
                    self.line(line.trim());
                } else {
                    self.deeper(|p| p.line(super::kept::text(line.trim(), p.cx.fixed)));
                }
            }
        }
        self.line(format!("{} {}", self.cx.kw("end type"), record.name));
    }

    /// The components of one declaration statement.
    fn fields(&mut self, group: &[Field], record: Span) {
        let first = &group[0];
        self.comments(&first.comments);
        let cx = self.cx;
        let trailing = group.last().and_then(|f| f.trailing.as_ref());
        let trailing = trailing.map(|t| Remark::of_member(cx.program, record, &first.name, t, format!("!{t}")));
        if let (Type::Procedure, Some(text)) = (&first.ty, first.attributes.first()) {
            // Procedure pointers keep their whole declaration.
            return self.full_line(None, super::kept::text(text, cx.fixed), trailing);
        }
        let mut head = spec(&cx, &first.ty);
        if let (true, Some(inner)) = (first.polymorphic, head.find('(')) {
            head.replace_range(..inner, &cx.kw("class"));
        }
        if first.allocatable {
            head = format!("{head}, {}", cx.kw("allocatable"));
        }
        if first.pointer {
            head = format!("{head}, {}", cx.kw("pointer"));
        }
        for attribute in &first.attributes {
            head = format!("{head}, {attribute}");
        }
        let one = |f: &Field| {
            let init = f.init.as_ref().map_or(Doc::NIL, |e| cat![if f.pointer { " => " } else { " = " }, expr(&cx, e)]);
            cat![f.name.as_str(), shape(&cx, Some(&f.ty)), init]
        };
        let doc = cat![head, " :: ", Doc::list(group.iter().map(one)).nest(0)];
        self.full_line(None, doc, trailing);
    }
}

/// Attributes of the first line may start with a comma, to tell `type, private :: t` from a PRIVATE statement. Without one,
/// SEQUENCE and PRIVATE are statements inside the definition; BIND(C), PUBLIC, ABSTRACT stand in its first line.
fn stands_inside(attribute: &str) -> bool {
    !attribute.starts_with(',')
}
