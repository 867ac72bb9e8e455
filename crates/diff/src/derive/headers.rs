//! C: functions whose bodies stand in headers, which several files include (`static inline`, C11 6.7.4).
//!
//! Their derivatives stand in the files that use them, in front of the file's own: a header made for them would have to be found by whoever
//! includes it. The originals need no copy, for the file includes the header as the user's does. Where several files use one derivative, the
//! first defines it and the others declare it, so that it is `static` no more.
//!
//! A body may also have come from another file of the user (`prepare/c_helpers`). It brings the headers along that its file includes, and may call
//! the derivative of what stands for calls through a pointer in its own file.

use std::collections::{BTreeMap, BTreeSet};

use il::{Decl, DeclKind, FileId, Prefix, SymbolId, UnitId, UnitKind};

use super::World;

impl World<'_> {
    /// Whether a unit is a header: a file of C that is not among the inputs.
    pub(super) fn is_header(&self, unit: UnitId) -> bool {
        let u = &self.source.units[unit];
        u.kind == UnitKind::File
            && !u.language.has_modules()
            && !self.source.inputs.iter().any(|i| i.units.contains(&unit))
    }

    /// Whether a header holds the body of a function of the original: whoever includes it needs no prototype.
    pub(super) fn is_of_header(&self, symbol: SymbolId) -> bool {
        let unit = Some(symbol).filter(|s| self.source.symbols.contains(*s)).and_then(|s| self.source.callee(s));
        unit.and_then(|u| self.source.units[u].parent).is_some_and(|p| self.is_header(p))
    }

    /// The functions that headers declare which these declarations include.
    pub(super) fn declared_by_headers(&self, decls: &[Decl]) -> BTreeSet<SymbolId> {
        let names: Vec<&str> = self.headers_of(decls).into_iter().map(|t| t.trim_matches(['"', '<', '>'])).collect();
        let headers = self.source.units.iter().filter(|(id, _)| self.is_header(*id));
        let included = headers.filter(|(_, u)| names.iter().any(|name| u.name.ends_with(name)));
        let prototype = |d: &Decl| if let DeclKind::Prototype(s) = d.kind { Some(s) } else { None };
        included.flat_map(|(_, u)| u.decls.iter().filter_map(prototype)).collect()
    }

    /// The derivatives of functions of headers, by the file that defines them; those of one file in the order in which they are written.
    pub(super) fn share_out_headers(&mut self) -> BTreeMap<UnitId, Vec<UnitId>> {
        let of_headers: Vec<UnitId> = self.source.units.ids().filter(|u| self.is_header(*u)).collect();
        let functions = of_headers.iter().flat_map(|h| &self.source.units[*h].children);
        let mut left: Vec<(UnitId, SymbolId)> = functions
            .flat_map(|f| self.generated.get(f).into_iter().flatten())
            .filter_map(|g| Some((*g, self.out.units[*g].symbol?)))
            .collect();
        let mut out: BTreeMap<UnitId, Vec<UnitId>> = BTreeMap::new();
        if left.is_empty() {
            return out;
        }
        let files: Vec<UnitId> = self
            .source
            .inputs
            .iter()
            .flat_map(|i| &i.units)
            .copied()
            .filter(|u| self.containers.contains_key(u))
            .collect();
        let used: Vec<(UnitId, BTreeSet<SymbolId>)> =
            files.iter().map(|f| (*f, self.mentioned_by_generated(*f))).collect();
        for (unit, symbol) in std::mem::take(&mut left) {
            let users: Vec<UnitId> = used.iter().filter(|(_, s)| s.contains(&symbol)).map(|(f, _)| *f).collect();
            // What nobody calls is a head.
            let Some(&home) = users.first().or(files.first()) else { continue };
            if users.len() > 1 {
                self.out.units[unit].prefixes.retain(|p| !matches!(p, Prefix::Static | Prefix::Inline));
            }
            out.entry(home).or_default().push(unit);
        }
        out
    }

    /// What stands for calls through pointers, where functions of other files than its own call it, is `static` no more.
    pub(super) fn show_pointer_calls(&mut self) {
        let home = |original: &UnitId| self.source.units[*original].parent;
        let mut callers: BTreeMap<SymbolId, BTreeSet<Option<UnitId>>> = BTreeMap::new();
        for (original, made) in &self.generated {
            for symbol in made.iter().flat_map(|u| self.body_symbols(*u)) {
                callers.entry(symbol).or_default().insert(home(original));
            }
        }
        let dispatchers =
            self.generated.iter().filter(|(original, _)| self.source.units[**original].stands_for_pointer());
        let called = |original: &UnitId, made: UnitId| {
            let symbol = self.out.units[made].symbol;
            symbol.and_then(|s| callers.get(&s)).is_some_and(|files| files.iter().any(|f| *f != home(original)))
        };
        let shown: Vec<UnitId> =
            dispatchers.flat_map(|(original, made)| made.iter().filter(|m| called(original, **m)).copied()).collect();
        for unit in shown {
            self.out.units[unit].prefixes.retain(|p| *p != Prefix::Static);
        }
    }

    /// Headers that a derivative file needs for what came into it from other files, and does not include.
    pub(super) fn foreign_includes(&self, file: UnitId, decls: &[Decl]) -> Vec<Decl> {
        let own = self.source.units[file].file;
        let mut from: BTreeSet<FileId> = BTreeSet::new();
        for u in self.source.units[file].children.iter().flat_map(|c| self.generated.get(c).into_iter().flatten()) {
            let u = &self.out.units[*u];
            u.walk(&u.body, &mut |_, s| from.extend(s.span.file.filter(|f| Some(*f) != own)));
        }
        let included: BTreeSet<&String> = self.headers_of(decls).into_iter().collect();
        let inputs = self.source.inputs.iter().filter(|i| from.contains(&i.file)).flat_map(|i| &i.units);
        let mut out: Vec<Decl> = Vec::new();
        for d in inputs.flat_map(|u| &self.source.units[*u].decls) {
            if let DeclKind::Include(text) = &d.kind
                && !included.contains(text)
                && !out.iter().any(|o| o.kind == d.kind)
            {
                out.push(Decl::from(d.kind.clone()));
            }
        }
        out
    }

    /// Variables that a derivative file mentions although its original does not know them: other files define them, and headers that it does not include
    /// may declare them.
    pub(super) fn foreign_variables(&self, file: UnitId, used: &BTreeSet<SymbolId>) -> Vec<Decl> {
        let declared = |unit: UnitId, symbol: SymbolId| {
            self.source.units[unit].decls.iter().find_map(|d| match &d.kind {
                DeclKind::Variables { spelling, entities, .. } if entities.iter().any(|e| e.symbol == symbol) => {
                    Some(spelling)
                }
                _ => None,
            })
        };
        let known = self.known_in(file);
        let variable = |s: &&SymbolId| self.source.symbols.contains(**s) && self.source.variable(**s).is_some();
        let mut out = Vec::new();
        for symbol in used.iter().filter(variable).copied().filter(|s| !known.contains(s)) {
            let files = self.source.inputs.iter().flat_map(|i| &i.units).copied();
            let headers = self.source.units.ids().filter(|u| self.is_header(*u));
            let Some(spelling) = files.chain(headers).find_map(|f| declared(f, symbol)) else { continue };
            let entities = vec![il::Entity { init: false, ..il::Entity::new(symbol) }];
            // What is `static` there is not in the derivative's file ([`Self::share_static`]).
            let words: Vec<&str> = spelling.split_whitespace().filter(|w| *w != "static").collect();
            let spelling =
                if words.contains(&"extern") { words.join(" ") } else { format!("extern {}", words.join(" ")) };
            out.push(Decl::from(DeclKind::Variables { spelling, attrs: Vec::new(), colons: false, entities }));
        }
        out
    }

    /// What declarations include, and what these headers of the user include.
    fn headers_of<'d>(&'d self, decls: &'d [Decl]) -> Vec<&'d String> {
        let includes = |decls: &'d [Decl]| {
            decls.iter().filter_map(|d| if let DeclKind::Include(text) = &d.kind { Some(text) } else { None })
        };
        let mut out: Vec<&String> = includes(decls).collect();
        let mut next = 0;
        while let Some(text) = out.get(next).copied() {
            next += 1;
            let name = text.trim_matches(['"', '<', '>']);
            let header = self.source.units.iter().find(|(id, u)| self.is_header(*id) && u.name.ends_with(name));
            for inner in header.into_iter().flat_map(|(_, u)| includes(&u.decls)) {
                if !out.contains(&inner) {
                    out.push(inner);
                }
            }
        }
        out
    }
}
