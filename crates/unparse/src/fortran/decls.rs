//! Declarations, in the order and grouping of the source.

use il::decl::{Data, UseItem};
use il::{Attr, Decl, DeclKind, Entity, Intent, ScopeKind, SymbolId, SymbolKind, Type, UnitKind};

use super::exprs::{expr, items};
use super::{Context, Printer, kept, long_lists, types};
use crate::cat;
use crate::doc::Doc;
use crate::lines::Remark;

impl Printer<'_> {
    /// Declarations in order.
    pub(super) fn decls(&mut self, decls: &[Decl]) {
        for d in decls {
            self.comments(&d.comments);
            self.directives(&d.directives);
            match self.cx.fixed.then(|| long_lists::pieces(&self.cx, d)).flatten() {
                Some(pieces) => pieces.iter().for_each(|piece| self.decl(piece)),
                None => self.decl(d),
            }
        }
    }

    fn decl(&mut self, d: &Decl) {
        let cx = self.cx;
        let names = |symbols: &[SymbolId]| cx.names(symbols.iter().map(|s| cx.name(*s).into())).nest(0);
        let doc = match &d.kind {
            DeclKind::Use { module, nature, only, items, .. } => {
                use_statement(&cx, module, nature.as_deref(), *only, items)
            }
            DeclKind::Implicit(text) => cat![cx.kw("implicit "), kept::text(text.trim(), cx.fixed)],
            DeclKind::Variables { spelling, attrs, colons, entities } => {
                variables(&cx, spelling, attrs, *colons, entities)
            }
            DeclKind::Parameter(symbols) => {
                let one = |s: &SymbolId| cat![cx.name(*s), initial(&cx, *s)];
                cat![cx.kw("parameter "), Doc::parens("(", Doc::list(symbols.iter().map(one)), ")")]
            }
            DeclKind::Dimension(symbols) => {
                let one = |s: &SymbolId| entity(&cx, &Entity { init: false, ..Entity::new(*s) });
                cat![cx.kw("dimension "), cx.names(symbols.iter().map(one)).nest(0)]
            }
            DeclKind::Common { block, members } => {
                let block = if block.is_empty() { " ".to_string() } else { format!(" /{block}/ ") };
                cat![cx.kw("common"), block, cx.names(members.iter().map(|m| entity(&cx, m))).nest(0)]
            }
            DeclKind::Equivalence(groups) => {
                let one = |g: &Vec<il::Expr>| Doc::parens("(", Doc::list(g.iter().map(|e| expr(&cx, e))), ")");
                cat![cx.kw("equivalence "), Doc::list(groups.iter().map(one)).nest(0)]
            }
            DeclKind::Save { symbols, blocks } => {
                let all = symbols.iter().map(|s| cx.name(*s)).chain(blocks.iter().map(|b| format!("/{b}/")));
                let all: Vec<Doc> = all.map(Doc::from).collect();
                if all.is_empty() { cx.kw("save").into() } else { cat![cx.kw("save "), cx.names(all).nest(0)] }
            }
            DeclKind::Data(sets) => cat![cx.kw("data "), Doc::list(sets.iter().map(|s| data(&cx, s))).nest(0)],
            DeclKind::External(symbols) => cat![cx.kw("external "), names(symbols)],
            DeclKind::Intrinsic(symbols) => cat![cx.kw("intrinsic "), names(symbols)],
            DeclKind::Attribute { attr, symbols } => {
                let head = attribute(&cx, attr);
                if symbols.is_empty() {
                    head
                } else {
                    let one = |e: &Entity| entity(&cx, &Entity { init: false, ..e.clone() });
                    cat![head, " :: ", cx.names(symbols.iter().map(one)).nest(0)]
                }
            }
            DeclKind::Record(id) => return self.record(*id),
            DeclKind::Interface { generic, is_abstract, bodies, procedures } => {
                return self.interface(generic, *is_abstract, bodies, procedures);
            }
            DeclKind::Prototype(symbol) => cat![cx.kw("procedure(), "), cx.kw("pointer"), " :: ", cx.name(*symbol)],
            DeclKind::Include(text) => {
                let quoted = text.starts_with(['\'', '"']);
                cat![cx.kw("include "), if quoted { text.clone() } else { format!("'{text}'") }]
            }
            DeclKind::Enum { text, .. } | DeclKind::Opaque { text, .. } | DeclKind::Error(text) => {
                return self.kept_lines(text, d.label.as_deref(), self.remark(d.span, &d.trailing));
            }
            // Typedefs and places of units are C's.
            DeclKind::Typedef(_) | DeclKind::Unit(_) => return,
        };
        self.full_line(d.label.as_deref(), doc, self.remark(d.span, &d.trailing));
    }

    /// Kept text. When it has several lines they are lines of the source: only the first one is ours to place.
    pub(super) fn kept_lines(&mut self, text: &str, label: Option<&str>, trailing: Option<Remark>) {
        if let Some(lines) = nested(text) {
            return self.nested_lines(&lines, label, trailing);
        }
        let mut lines = text.lines().peekable();
        let Some(first) = lines.next() else { return };
        let several = lines.peek().is_some();
        if first.starts_with('#') {
            self.lines.plain(first);
        } else {
            let doc = if several { Doc::text(first.trim()) } else { kept::text(first.trim(), self.cx.fixed) };
            self.full_line(label, doc, trailing);
        }
        lines.for_each(|line| self.lines.plain(line));
    }

    /// A statement inside constructs of its own: their first lines, the statement, their last lines.
    fn nested_lines(&mut self, lines: &[&str], label: Option<&str>, trailing: Option<Remark>) {
        let doc = |line: &str, fixed| kept::text(line, fixed);
        let [first, inner @ .., last] = lines else {
            let fixed = self.cx.fixed;
            lines.iter().for_each(|line| self.full_line(label, doc(line, fixed), trailing.clone()));
            return;
        };
        self.full_line(None, doc(first, self.cx.fixed), None);
        self.deeper(|p| p.nested_lines(inner, label, trailing));
        self.full_line(None, doc(last, self.cx.fixed), None);
    }

    fn interface(&mut self, generic: &str, is_abstract: bool, bodies: &[il::UnitId], procedures: &[SymbolId]) {
        let mut title = self.cx.kw("interface");
        if is_abstract {
            title = format!("{} {title}", self.cx.kw("abstract"));
        }
        if !generic.is_empty() {
            title = format!("{title} {generic}");
        }
        self.line(title);
        self.deeper(|p| {
            for &body in bodies {
                p.unit(body);
            }
            if !procedures.is_empty() {
                let program = p.cx.program;
                let of_modules = |s: &SymbolId| match program.scopes[program.symbols[*s].scope].kind {
                    ScopeKind::Unit(u) => matches!(program.units[u].kind, UnitKind::Module | UnitKind::Submodule(_)),
                    ScopeKind::Global | ScopeKind::File | ScopeKind::Block => false,
                };
                let module = procedures.iter().all(of_modules);
                let names = procedures.iter().map(|s| p.cx.name(*s).into());
                let word = p.cx.kw(if module { "module procedure " } else { "procedure " });
                p.line(cat![word, Doc::list(names).nest(0)]);
            }
        });
        let end = self.cx.kw("end interface");
        self.line(if generic.is_empty() { end } else { format!("{end} {generic}") });
    }
}

fn use_statement(cx: &Context, module: &str, nature: Option<&str>, only: bool, items: &[UseItem]) -> Doc {
    let head = match nature {
        Some(nature) => format!("{}, {} :: {module}", cx.kw("use"), cx.kw(&nature.to_ascii_lowercase())),
        None => format!("{} {module}", cx.kw("use")),
    };
    let one = |i: &UseItem| match &i.name {
        Some(name) => Doc::text(format!("{} => {name}", i.local)),
        None => Doc::text(i.local.as_str()),
    };
    let list = Doc::list(items.iter().map(one)).nest(0);
    match (only, items.is_empty()) {
        (true, _) => cat![head, ", ", cx.kw("only"), ": ", list],
        (false, true) => head.into(),
        (false, false) => cat![head, ", ", list],
    }
}

fn variables(cx: &Context, spelling: &str, attrs: &[Attr], colons: bool, entities: &[Entity]) -> Doc {
    let initialised = entities.iter().any(|e| e.init && has_initial(cx, e.symbol));
    let colons = colons || !attrs.is_empty() || initialised;
    let ty = entities.first().and_then(|e| cx.program.symbol_type(e.symbol));
    let specifier = match ty.map(Type::element) {
        Some(text @ Type::Character { .. }) if spelling.is_empty() => types::spec(cx, text),
        _ => types::written(cx, spelling, ty),
    };
    let mut head = vec![Doc::text(specifier)];
    for a in attrs {
        head.push(Doc::text(", "));
        head.push(attribute(cx, a));
    }
    let list = cx.names(entities.iter().map(|e| entity(cx, e))).nest(0);
    cat![Doc::Cat(head), if colons { " :: " } else { " " }, list]
}

/// A name with what is written beside it.
fn entity(cx: &Context, e: &Entity) -> Doc {
    let ty = cx.program.symbol_type(e.symbol);
    cat![
        cx.name(e.symbol),
        if e.dims { types::shape(cx, ty) } else { Doc::NIL },
        e.star.as_ref().map_or(String::new(), |s| format!("*{s}")),
        if e.init { initial(cx, e.symbol) } else { Doc::NIL },
    ]
}

fn has_initial(cx: &Context, symbol: SymbolId) -> bool {
    match &cx.program.symbols[symbol].kind {
        SymbolKind::Constant { .. } => true,
        SymbolKind::Variable(v) => v.init.is_some(),
        _ => false,
    }
}

/// ` = value` or ` => null()`.
fn initial(cx: &Context, symbol: SymbolId) -> Doc {
    match &cx.program.symbols[symbol].kind {
        SymbolKind::Constant { value, .. } => cat![" = ", expr(cx, value)],
        SymbolKind::Variable(v) => match &v.init {
            Some(e) => cat![if v.pointer { " => " } else { " = " }, expr(cx, e)],
            None => Doc::NIL,
        },
        _ => Doc::NIL,
    }
}

/// An attribute.
fn attribute(cx: &Context, a: &Attr) -> Doc {
    let word = match a {
        Attr::Intent(Intent::In) => "intent(in)",
        Attr::Intent(Intent::Out) => "intent(out)",
        Attr::Intent(Intent::InOut) => "intent(inout)",
        Attr::Allocatable => "allocatable",
        Attr::Pointer => "pointer",
        Attr::Target => "target",
        Attr::Optional => "optional",
        Attr::Parameter => "parameter",
        Attr::Save => "save",
        Attr::External => "external",
        Attr::Intrinsic => "intrinsic",
        Attr::Public => "public",
        Attr::Private => "private",
        Attr::Protected => "protected",
        Attr::Value => "value",
        Attr::Dimension(dims) => return cat![cx.kw("dimension"), types::dimensions(cx, dims)],
        Attr::Other(text) => return Doc::text(text.as_str()),
    };
    cx.kw(word).into()
}

/// `targets /values/`.
fn data(cx: &Context, set: &Data) -> Doc {
    let value = |(count, v): &(Option<il::Expr>, il::Expr)| match count {
        Some(n) => cat![expr(cx, n), "*", expr(cx, v)],
        None => expr(cx, v),
    };
    let values = Doc::list(set.values.iter().map(value)).nest(0);
    cat![items(cx, &set.targets), Doc::Break(" ").group(), "/", values, "/"]
}

/// The lines of a statement that has ASSOCIATE constructs of its own: each is a statement, none is continued or indented as in a source.
fn nested(text: &str) -> Option<Vec<&str>> {
    let lines: Vec<&str> = text.lines().collect();
    let plain = lines.iter().all(|l| !l.starts_with([' ', '\t', '!', '#']) && !l.trim_end().ends_with('&'));
    let opens = text.get(..9).is_some_and(|word| word.eq_ignore_ascii_case("associate"));
    (lines.len() > 1 && lines.len() % 2 == 1 && plain && opens).then_some(lines)
}
