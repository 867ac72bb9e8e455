//! What is emitted in which file: for each original, in input order, its derivatives and then its primal copy.

use std::collections::BTreeSet;

use il::calls::CallGraph;
use il::symbol::SymbolKind;
use il::zones::ZoneId;
use il::{
    Attr, Decl, DeclKind, Diagnostic, Expr, ExprKind, Prefix, Program, StmtKind, Subscript, SymbolId, Type, UnitId,
    UnitKind,
};

use super::initial_pointers::initial_pointers;
use super::prune::mentions;
use super::{Maps, World};
use crate::output::OutputFile;
use crate::signature::Part;

impl World<'_> {
    /// Makes modules and primal copies, and lists the units of each output file.
    pub(super) fn lay_out(&mut self) -> Vec<OutputFile> {
        let order: Vec<(usize, il::SourceForm, Vec<UnitId>)> =
            self.source.inputs.iter().enumerate().map(|(k, input)| (k, input.form, input.units.clone())).collect();
        self.find_shared_copies();
        self.find_unseen_names();
        let mut of_headers = self.share_out_headers();
        self.show_pointer_calls();
        // Modules first: copies of external procedures are made on demand of everything else.
        for &unit in order.iter().flat_map(|(_, _, units)| units) {
            match (self.containers.get(&unit).copied(), &self.source.units[unit].kind) {
                (Some(copy), _) if self.reuses(unit) => self.fill_reusing(unit, copy),
                (Some(copy), UnitKind::Module | UnitKind::Submodule(_)) => self.fill_module(unit, copy),
                (Some(copy), UnitKind::File) => {
                    self.fill_file(unit, copy, of_headers.remove(&unit).unwrap_or_default());
                }
                _ => {}
            }
        }
        self.copy_externals();
        self.interfaces_of_copies();
        self.interfaces_of_themselves();
        self.check_static_pointers();
        self.complete_uses();
        let mut files = Vec::new();
        for (input, form, units) in order {
            let mut own = Vec::new();
            for unit in units {
                match self.containers.get(&unit) {
                    Some(&copy) => own.push(copy),
                    None => own.extend(self.generated.get(&unit).into_iter().flatten()),
                }
            }
            for &u in &own {
                self.complete(u);
            }
            if !own.is_empty() {
                files.push(OutputFile { input, form, units: own });
            }
        }
        files
    }

    /// The symbol of a derivative procedure if some call or unit made it.
    pub(super) fn procedure_if_made(&self, unit: UnitId, part: Part) -> Option<SymbolId> {
        self.procedures.get(&(unit, part)).copied()
    }

    /// The original and the part of a derivative procedure.
    pub(super) fn original_of(&self, symbol: SymbolId) -> Option<(UnitId, Part)> {
        self.procedures.iter().find(|(_, s)| **s == symbol).map(|(key, _)| *key)
    }

    fn fill_module(&mut self, unit: UnitId, copy: UnitId) {
        let original = self.plain.units[unit].clone();
        let maps = self.globals.clone();
        let mut decls = Vec::new();
        for d in &original.decls {
            decls.push(self.copy_decl(d, &maps));
            decls.extend(self.mirror_in_all_modes(d, &maps));
        }
        let scope = self.out.units[copy].scope;
        let mut children = Vec::new();
        for &child in &original.children {
            if self.plain.units[child].is_interface {
                continue;
            }
            children.extend(self.generated.get(&child).into_iter().flatten());
            let primal = self.copy_unit(child, Some(copy), scope, &maps, None);
            if let Some(symbol) = self.plain.units[child].symbol.and_then(|s| maps.symbols.get(&s)) {
                self.adopt(*symbol, primal);
            }
            children.push(primal);
        }
        decls.extend(self.separate_interfaces(unit));
        let opened = self.open(&mut decls, unit);
        if decls.iter().any(is_bare_private) {
            self.publish(&mut decls, unit, opened);
        }
        self.out.units[copy].decls = decls;
        self.out.units[copy].children = children;
    }

    /// The procedures that a module declares and whose bodies stand in its submodules.
    fn separate(&self, module: UnitId) -> Vec<UnitId> {
        let scope = self.source.units[module].scope;
        let of_module = |u: &il::Unit| u.symbol.is_some_and(|s| self.source.symbols[s].scope == scope);
        let units = self.source.units.iter();
        units
            .filter(|(_, u)| !u.is_interface && u.is_procedure() && u.parent != Some(module) && of_module(u))
            .filter(|(_, u)| u.parent.is_some_and(|p| matches!(self.source.units[p].kind, UnitKind::Submodule(_))))
            .map(|(id, _)| id)
            .collect()
    }

    /// Interfaces of the derivatives whose bodies stand in submodules.
    pub(super) fn separate_interfaces(&mut self, module: UnitId) -> Vec<Decl> {
        let mut bodies = Vec::new();
        for original in self.separate(module) {
            for g in self.generated.get(&original).cloned().unwrap_or_default() {
                let whole = &self.out.units[g];
                let own: Vec<SymbolId> = whole.params.iter().copied().chain(whole.result()).collect();
                let mut decls = whole.decls.clone();
                decls.retain_mut(|d| match &mut d.kind {
                    DeclKind::Use { .. } | DeclKind::Implicit(_) => true,
                    DeclKind::Variables { entities, .. } => {
                        entities.retain(|e| own.contains(&e.symbol));
                        !entities.is_empty()
                    }
                    _ => false,
                });
                let interface = il::Unit {
                    decls,
                    is_interface: true,
                    body: Vec::new(),
                    stmts: Default::default(),
                    children: Vec::new(),
                    comments: Vec::new(),
                    end_comments: Vec::new(),
                    directives: Vec::new(),
                    parent: self.containers.get(&module).copied(),
                    ..whole.clone()
                };
                bodies.push(self.out.units.add(interface));
            }
        }
        if bodies.is_empty() {
            return Vec::new();
        }
        let kind = DeclKind::Interface { generic: String::new(), is_abstract: false, bodies, procedures: Vec::new() };
        vec![Decl::from(kind)]
    }

    /// In a module that is PRIVATE by default, what is derived from something is as public as the module's interface needs.
    pub(super) fn publish(&mut self, decls: &mut Vec<Decl>, unit: UnitId, opened: Vec<SymbolId>) {
        let scope = self.source.units[unit].scope;
        let mut symbols: Vec<SymbolId> = self
            .all_global_derivatives()
            .iter()
            .filter(|(old, _)| self.source.symbols[*old].scope == scope)
            .map(|(_, new)| *new)
            .collect();
        // A type that others may declare has a derivative that they may declare.
        for (&old, &new) in self.globals.records.iter().filter(|(old, new)| old != new) {
            if self.source.type_symbol(old).is_some_and(|s| self.source.symbols[s].scope == scope) {
                symbols.extend(self.out.type_symbol(new));
            }
        }
        for child in self.source.units[unit].children.iter().copied().chain(self.separate(unit)) {
            for part in Part::ALL {
                symbols.extend(self.procedure_if_made(child, part));
            }
        }
        // What the module passes on from others.
        let passed_on: Vec<SymbolId> = self.source.units[unit]
            .decls
            .iter()
            .flat_map(|d| match &d.kind {
                DeclKind::Attribute { attr: Attr::Public, symbols } => symbols.as_slice(),
                _ => &[],
            })
            .map(|e| e.symbol)
            .filter(|s| self.source.symbols[*s].scope != scope)
            .collect();
        for s in passed_on {
            symbols.extend(self.all_global_derivatives().iter().filter(|(old, _)| *old == s).map(|(_, new)| *new));
            if let SymbolKind::Record(r) = self.source.symbols[s].kind
                && let Some(derived) = self.globals.records.get(&r).filter(|d| **d != r)
            {
                symbols.extend(self.out.type_symbol(*derived));
            }
            if let Some(procedure) = self.source.callee(s) {
                for part in Part::ALL {
                    symbols.extend(self.procedure_if_made(procedure, part));
                }
            }
        }
        let is_public = |a: &String| super::access::is_type_attribute(a, "public");
        let types = decls.iter().filter_map(|d| match d.kind {
            DeclKind::Record(r) if self.out.records[r].attributes.iter().any(is_public) => self.out.type_symbol(r),
            _ => None,
        });
        let said: Vec<SymbolId> = decls
            .iter()
            .flat_map(|d| match &d.kind {
                DeclKind::Variables { attrs, entities, .. } if attrs.contains(&Attr::Public) => entities.as_slice(),
                DeclKind::Attribute { attr: Attr::Public, symbols } => symbols.as_slice(),
                _ => &[],
            })
            .map(|e| e.symbol)
            .chain(
                decls
                    .iter()
                    .flat_map(|d| match &d.kind {
                        DeclKind::Opaque { text, symbols } if il::access::access_in_text(text) == Some(true) => {
                            symbols.as_slice()
                        }
                        _ => &[],
                    })
                    .copied(),
            )
            .chain(types)
            .collect();
        symbols.extend(opened.into_iter().filter(|s| !symbols.contains(s)).collect::<Vec<_>>());
        symbols.retain(|s| !said.contains(s));
        if !symbols.is_empty() {
            let at = decls.iter().position(is_bare_private).map_or(0, |p| p + 1);
            let symbols =
                symbols.into_iter().map(|s| il::Entity { dims: false, init: false, ..il::Entity::new(s) }).collect();
            decls.insert(at, Decl::from(DeclKind::Attribute { attr: Attr::Public, symbols }));
        }
    }

    /// Whether something may change a C variable after its initialisation.
    pub(super) fn is_changed(&self, symbol: SymbolId) -> bool {
        if self.source.variable(symbol).is_some_and(|v| v.constant) {
            return false;
        }
        let zones = self.facts.analysis.zones().of_symbol(symbol);
        let mut units = self.source.units.iter().filter(|(_, u)| u.is_procedure() && !u.is_interface);
        let is_led_to = || analysis::out_of_reach::led_to_from_outside(self.source).contains(&symbol);
        zones.is_empty()
            || units.any(|(id, _)| self.facts.analysis.in_out(id).written.contains_any(&zones))
            || is_led_to()
    }

    /// Says that the derivative has a `static` variable of its own. False: the heads use the value that the original holds, and that is out of reach.
    /// `of_file`: it is declared there, not in a function. It is within reach where only the heads make it, as what a first call sets up (`if (!ready) set_up();`): the derivative's file does so itself.
    fn report_static(&mut self, symbol: SymbolId, of_file: bool) -> bool {
        let zones = self.facts.analysis.zones().of_symbol(symbol);
        let exposed =
            |z: &ZoneId| self.request.heads.iter().any(|h| self.facts.analysis.in_out(h.unit).exposed.contains(*z));
        let asked: Vec<ZoneId> = zones.iter().copied().filter(exposed).collect();
        let s = &self.source.symbols[symbol];
        let (name, span) = (s.name.clone(), s.span);
        let heads: Vec<UnitId> = self.request.heads.iter().map(|h| h.unit).collect();
        let asked_for = !asked.is_empty()
            && !self.counts_only(symbol, &asked)
            && !analysis::set_first::set_first(&self.facts.analysis, &heads, symbol);
        let is_text = asked_for && self.is_text_that_nobody_sets(symbol);
        let promised = self.request.own_statics;
        // Of a function: the text that is included has another one, which nobody can name.
        let is_inner = self.request.include_statics;
        let said = if is_inner || asked_for && !is_text && !promised && !self.made_by_heads(symbol, &asked) {
            let said = Diagnostic::error(
                "RT0412",
                span,
                format!("the static `{name}` cannot be reached from the derivative's file"),
            );
            match is_inner {
                true => said
                    .label("nothing but its function can name it")
                    .note("make it a variable of the file: `-statics include` shares those, or pass it as an argument"),
                false => {
                    let said = said
                        .label("what is in it when the derivative is called is used")
                        .note("make it a variable of the file that is not `static`, or pass it as an argument")
                        .note("or set all of it on every way to where it is read, in what is differentiated")
                        .note("`-statics own` promises that the derivative's own, which begins with the initial value, is as good");
                    // That of a function nobody else can name.
                    match of_file {
                        true => said.note("`-statics include` shares it: the derivative's file includes the original, and is linked in its place"),
                        false => said,
                    }
                }
            }
        } else {
            let made = if is_text {
                "it has its initial text: procedures without source are taken to leave that alone"
            } else if asked_for && promised {
                "it begins with its initial value, which is as good as what earlier calls leave: `-statics own` promises that"
            } else if asked_for {
                "it begins with its initial value, and only what the derivative is made of changes it, as in the original"
            } else {
                "it is set before it is read; what the derivative leaves in it is not seen by the original"
            };
            Diagnostic::warning("RT0423", span, format!("the derivative has a `static {name}` of its own")).note(made)
        };
        let fine = said.severity != il::Severity::Error;
        self.report(said);
        fine
    }

    /// Whether nobody but the heads makes what is `asked` of a `static` variable: what writes it is reached from each of them, and cannot be
    /// asked for anything else from outside (it is a head, `static`, or takes no argument). What is in it is made once, of what does not change, or it is a
    /// flag or a counter, which is taken to steer as in the original.
    fn made_by_heads(&self, symbol: SymbolId, asked: &[ZoneId]) -> bool {
        let p = self.source;
        let graph = CallGraph::new(p);
        let heads: BTreeSet<UnitId> = self.request.heads.iter().map(|h| h.unit).collect();
        let fixed = |unit: UnitId| {
            let u = &p.units[unit];
            heads.contains(&unit) || u.has_prefix(&il::Prefix::Static) || u.params.is_empty()
        };
        let reached: Vec<Vec<UnitId>> = heads.iter().map(|h| graph.reached(&[*h])).collect();
        let zones = self.facts.analysis.zones().of_symbol(symbol);
        let once = analysis::made_once::made_once(&self.facts.analysis);
        let leads_away = |z: &ZoneId| self.facts.analysis.zones().zone(*z).address;
        let is_left =
            |h: &UnitId| !analysis::earlier_calls::reals_that_reach(&self.facts.analysis, *h, asked, &once).is_empty();
        if zones.iter().any(|z| leads_away(z) && !once.contains(z)) || heads.iter().any(is_left) {
            return false;
        }
        let written = |unit: UnitId| self.facts.analysis.in_out(unit).written.contains_any(&zones);
        let writes = |unit: UnitId| {
            il::stores::changes(p, unit, &p.units[unit].body, symbol)
                || written(unit) && !graph.callees(unit).iter().any(|c| written(*c))
        };
        let procedures = p.units.iter().filter(|(_, u)| u.is_procedure() && !u.is_interface).map(|(id, _)| id);
        procedures.filter(|u| writes(*u)).all(|w| fixed(w) && reached.iter().all(|r| r.contains(&w)))
    }

    /// Whether what is `asked` of a variable when a head is called is read only to change it itself, as `calls++` does: no result is made of it.
    pub(super) fn counts_only(&self, symbol: SymbolId, asked: &[ZoneId]) -> bool {
        let (p, zones) = (self.source, self.facts.analysis.zones());
        let mut only = !p.variable(symbol).is_some_and(|v| v.target) && !asked.iter().any(|z| zones.is_pointed_at(*z));
        let asks = |e: &Expr| zones.of_ref(p, e).zones.iter().any(|z| asked.contains(z));
        for (_, unit) in p.units.iter() {
            unit.walk(&unit.body, &mut |_, s| {
                let own = matches!(&s.kind, StmtKind::Assign { lhs, rhs }
                    if lhs.root() == Some(symbol)
                        && matches!(il::typing::type_of(p, lhs), Type::Scalar(_))
                        && zones.of_ref(p, lhs).zones.iter().all(|z| asked.contains(z))
                        && is_arithmetic(rhs));
                s.kind.exprs(&mut |e| only &= own || !looks_at(e, symbol, &asks));
            });
        }
        only
    }

    /// A derivative C file: includes, types and macros stay, globals are extern, derivatives are defined; first `of_headers`, those of functions
    /// that headers define.
    fn fill_file(&mut self, unit: UnitId, copy: UnitId, of_headers: Vec<UnitId>) {
        let original = self.plain.units[unit].clone();
        let maps = self.globals.clone();
        let mut decls: Vec<Decl> = Vec::new();
        let mut bodies: Vec<Decl> = of_headers.iter().map(|u| Decl::from(DeclKind::Unit(*u))).collect();
        let mut children = of_headers;
        for &child in &children {
            self.out.units[child].parent = Some(copy);
        }
        let mut defined: BTreeSet<SymbolId> = BTreeSet::new();
        let used = self.mentioned_by_generated(unit);
        let across = self.mentioned_across(unit);
        for d in &original.decls {
            let place = |kind: DeclKind| Decl { kind, ..d.clone() };
            match &d.kind {
                DeclKind::Variables { spelling, attrs, colons, entities } => {
                    for e in entities {
                        let Some(v) = self.source.variable(e.symbol).cloned() else { continue };
                        let reachable = !is_static(spelling) || !used.contains(&e.symbol) || !self.is_changed(e.symbol);
                        let is_shared = self.request.include_statics && d.span.file.is_some();
                        if !reachable && !is_shared && !self.report_static(e.symbol, d.span.file.is_some()) {
                            continue;
                        }
                        // What other files can name is the original's, constants too: a second definition would not link.
                        let keep = is_static(spelling);
                        let shared = keep && across.contains(&e.symbol);
                        if is_static(spelling) && !used.contains(&e.symbol) && !shared {
                            continue;
                        }
                        if keep {
                            decls.extend(self.prototypes_of_initial_functions(e.symbol, &maps));
                        }
                        let was_extern = spelling.split_whitespace().any(|w| w == "extern");
                        let spelling = if keep || was_extern { spelling.clone() } else { format!("extern {spelling}") };
                        let mut shown = spelling.clone();
                        if shared && self.request.include_statics {
                            self.report_foreign_static(e.symbol);
                        } else if shared {
                            self.share_static(e.symbol);
                            shown = shown.split_whitespace().filter(|w| *w != "static").collect::<Vec<_>>().join(" ");
                        }
                        let entity = il::Entity { init: keep, ..e.clone() };
                        decls.push(place(DeclKind::Variables {
                            spelling: shown,
                            attrs: attrs.clone(),
                            colons: *colons,
                            entities: vec![entity],
                        }));
                        for new in self.derivatives_of(e.symbol).into_iter().filter(|_| !was_extern) {
                            defined.insert(new);
                            let ty = self.out.symbol_type(new).cloned().unwrap_or(il::Type::Void);
                            let base = self.type_spelling(&ty);
                            let own = is_static(&spelling) && !across.contains(&new);
                            let spelling = if own { format!("static {base}") } else { base };
                            // What another file may have changed is not known to begin so.
                            let pointers =
                                |value| initial_pointers(self.source, &self.out, &self.globals, &v.ty, value);
                            let stays = keep || v.constant && v.init.is_some();
                            let ours = stays && self.globals.derivative(e.symbol) == Some(new);
                            let init = v.init.as_ref().filter(|_| ours).and_then(pointers);
                            if let (Some(_), SymbolKind::Variable(v)) = (&init, &mut self.out.symbols[new].kind) {
                                v.init = init;
                            }
                            decls.push(Decl::from(DeclKind::Variables {
                                spelling,
                                attrs: Vec::new(),
                                colons: *colons,
                                entities: vec![il::Entity::new(new)],
                            }));
                        }
                    }
                }
                DeclKind::Prototype(s) => {
                    let is_copied = self.source.callee(*s).is_some_and(|u| self.copied.contains(&u));
                    let copy = maps.symbol(*s);
                    // A copy that is not called may not be made.
                    let asked = used.contains(&copy) || copy == *s && !self.is_file_local(*s);
                    if !is_copied && !self.is_file_local(*s) || is_copied && asked {
                        decls.push(place(DeclKind::Prototype(copy)));
                    }
                    if let Some(u) = self.source.callee(*s) {
                        for part in Part::ALL {
                            if let Some(p) = self.procedure_if_made(u, part) {
                                decls.push(Decl::from(DeclKind::Prototype(p)));
                            }
                        }
                    }
                }
                DeclKind::Unit(u) => {
                    let generated = self.generated.get(u).cloned().unwrap_or_default();
                    let own_copy = self.source.units[*u].symbol.map(|s| maps.symbol(s));
                    // Derivatives of a function that calls itself call its copy, which then stands before them.
                    let recursive =
                        generated.iter().any(|g| own_copy.is_some_and(|s| self.body_symbols(*g).contains(&s)));
                    let at = if recursive { Some((bodies.len(), children.len())) } else { None };
                    for &g in &generated {
                        bodies.push(Decl::from(DeclKind::Unit(g)));
                        children.push(g);
                    }
                    if self.copied.contains(u)
                        && self.source.units[*u].symbol.is_some_and(|s| used.contains(&maps.symbol(s)))
                    {
                        let symbol = maps.symbol(self.source.units[*u].symbol.expect("checked"));
                        let name = self.out.symbols[symbol].name.clone();
                        let scope = self.out.units[copy].scope;
                        let primal = self.copy_unit(*u, Some(copy), scope, &maps, Some(&name));
                        self.adopt(symbol, primal);
                        // The files of both modes have one each.
                        let known =
                            self.shared_copies.contains(u) || self.out.units[primal].has_prefix(&Prefix::Static);
                        if !known {
                            self.out.units[primal].prefixes.insert(0, Prefix::Static);
                        }
                        let (body, child) = at.unwrap_or((bodies.len(), children.len()));
                        bodies.insert(body, Decl::from(DeclKind::Unit(primal)));
                        children.insert(child, primal);
                    }
                }
                _ => {
                    decls.push(self.copy_decl(d, &maps));
                    decls.extend(self.mirror_in_all_modes(d, &maps));
                }
            }
        }
        let foreign = self.foreign_includes(unit, &decls);
        let at = decls.iter().rposition(|d| matches!(d.kind, DeclKind::Include(_))).map_or(0, |last| last + 1);
        decls.splice(at..at, foreign);
        decls.extend(self.foreign_variables(unit, &used));
        // Functions of other files, and originals of this one, are known by prototype.
        let by_headers = self.declared_by_headers(&decls);
        for s in used.iter().copied() {
            let foreign = match self.out.procedure(s) {
                Some(p) => {
                    p.class == il::symbol::ProcedureClass::Normal && p.unit.is_none_or(|u| !children.contains(&u))
                }
                None => false,
            };
            let there = decls.iter().any(|d| d.kind == DeclKind::Prototype(s));
            let is_original = self.request.include_statics && self.source.symbols.contains(s);
            let home = Some(s).filter(|_| is_original).and_then(|s| self.source.callee(s));
            let home = home.and_then(|u| self.source.units[u].parent).filter(|f| !self.is_header(*f));
            if home.is_some_and(|f| f != unit) && self.is_file_local(s) {
                self.report_foreign_static(s);
            }
            let is_included = home == Some(unit);
            if foreign && !there && !is_included && !self.is_of_header(s) && !by_headers.contains(&s) {
                decls.push(Decl::from(DeclKind::Prototype(s)));
            }
        }
        for s in self.called_ahead(&bodies) {
            let prototype = DeclKind::Prototype(s);
            if decls.iter().all(|d| d.kind != prototype) {
                decls.push(Decl::from(prototype));
            }
        }
        self.file_records(unit, &mut decls, &used);
        // Derivatives of globals that other files define: defined by the first derivative file that needs them and has no better place.
        let of_heads = self.globals_of_heads(unit);
        for (old, new) in self.all_global_derivatives() {
            if !used.contains(&new) && !of_heads.contains(&old) || defined.contains(&new) {
                continue;
            }
            let elsewhere = self.globals_defined.contains(&new) || self.defining_file(old).is_some_and(|f| f != unit);
            let ty = self.out.symbol_type(new).cloned().unwrap_or(il::Type::Void);
            let spelling = self.type_spelling(&ty);
            let spelling = if elsewhere { format!("extern {spelling}") } else { spelling };
            if !elsewhere {
                defined.insert(new);
            }
            let entities = vec![il::Entity { init: !elsewhere, ..il::Entity::new(new) }];
            decls.push(Decl::from(DeclKind::Variables { spelling, attrs: Vec::new(), colons: false, entities }));
        }
        self.globals_defined.extend(defined);
        decls.extend(bodies);
        if self.request.include_statics {
            let last = |path: &str| path.rsplit('/').next().unwrap_or_default().to_string();
            let path = original.file.map(|f| self.source.sources[f].path.clone()).unwrap_or_default();
            // Files of one name in different folders are told apart.
            let same = self.source.inputs.iter().filter(|i| last(&self.source.sources[i.file].path) == last(&path));
            self.out.units[copy].includes = Some(if same.count() > 1 { path } else { last(&path) });
        }
        self.out.units[copy].decls = decls;
        self.out.units[copy].children = children;
    }

    /// What the derivatives of one file cannot have of another one, although each includes the text of its original.
    fn report_foreign_static(&mut self, symbol: SymbolId) {
        let s = &self.source.symbols[symbol];
        let what = format!("the derivatives of another file need `{}`, which is `static`", s.name);
        let said = Diagnostic::error("RT0412", s.span, what);
        self.report(said.note("leave `static` out: -statics include shares it within one file"));
    }

    /// What the original of a file knows, by names of its own and those of headers.
    pub(super) fn known_in(&self, file: UnitId) -> BTreeSet<SymbolId> {
        self.source.scopes[self.source.units[file].scope].names.values().copied().collect()
    }

    /// Global variables that the lists of a file's heads name and the file knows: whoever calls their derivatives sets and reads those of these.
    fn globals_of_heads(&self, file: UnitId) -> BTreeSet<SymbolId> {
        let known = self.known_in(file);
        let heads = self.request.heads.iter().map(|h| h.unit).filter(|h| self.source.units[*h].parent == Some(file));
        let signatures = heads.flat_map(|h| Part::ALL.iter().filter_map(move |part| self.signatures.get(h, *part)));
        let places = signatures.flat_map(|s| s.useful.iter().chain(&s.varying));
        places.map(|p| p.symbol).filter(|s| known.contains(s)).collect()
    }

    /// Functions of a file that others mention which stand before them: a callback may be defined behind the function that takes it, and is called
    /// by name in the derivative that is made for it.
    fn called_ahead(&self, bodies: &[Decl]) -> BTreeSet<SymbolId> {
        let mut out = BTreeSet::new();
        let mut defined = BTreeSet::new();
        for d in bodies {
            let DeclKind::Unit(u) = d.kind else { continue };
            defined.extend(self.out.units[u].symbol);
            out.extend(self.body_symbols(u).into_iter().filter(|s| !defined.contains(s)));
        }
        out.retain(|s| defined.contains(s));
        out
    }

    /// The regenerated C file that defines a global.
    fn defining_file(&self, global: SymbolId) -> Option<UnitId> {
        self.containers.keys().copied().find(|f| {
            self.source.units[*f].decls.iter().any(|d| match &d.kind {
                DeclKind::Variables { spelling, entities, .. } => {
                    !spelling.split_whitespace().any(|w| w == "extern") && entities.iter().any(|e| e.symbol == global)
                }
                _ => false,
            })
        })
    }

    fn is_file_local(&self, symbol: SymbolId) -> bool {
        self.source.callee(symbol).is_some_and(|u| self.source.units[u].has_prefix(&Prefix::Static))
    }

    /// C: copies of functions that are called from other files than theirs, by derivatives there or by copies.
    fn find_shared_copies(&mut self) {
        let files: Vec<UnitId> =
            self.containers.keys().copied().filter(|f| self.source.units[*f].kind == UnitKind::File).collect();
        loop {
            let before = self.shared_copies.len();
            for &file in &files {
                let mentioned = self.mentioned_by_generated(file);
                let other = |u: &UnitId| self.source.units[*u].parent.is_some_and(|p| p != file && files.contains(&p));
                let called = |u: &UnitId| {
                    self.source.units[*u].symbol.is_some_and(|s| mentioned.contains(&self.globals.symbol(s)))
                };
                let shared: Vec<UnitId> = self.copied.iter().copied().filter(|u| other(u) && called(u)).collect();
                self.shared_copies.extend(shared);
            }
            if self.shared_copies.len() == before {
                return;
            }
        }
    }

    /// Symbols mentioned in the bodies of what was generated from `file`, copies of its functions and functions of headers followed.
    pub(super) fn mentioned_by_generated(&self, file: UnitId) -> BTreeSet<SymbolId> {
        let mut out: BTreeSet<SymbolId> = BTreeSet::new();
        let mut todo: Vec<UnitId> = Vec::new();
        for child in &self.source.units[file].children {
            todo.extend(self.generated.get(child).into_iter().flatten());
            if self.shared_copies.contains(child) {
                todo.push(*child);
                out.extend(self.source.units[*child].symbol.map(|s| self.globals.symbol(s)));
            }
        }
        // A copy calls what the user wrote, also where derivatives do without.
        let is_original = |u: UnitId| self.copied.contains(&u);
        let copy_of = |s: SymbolId| {
            self.copied
                .iter()
                .copied()
                .filter(|u| self.source.units[*u].parent == Some(file))
                .find(|u| self.source.units[*u].symbol.is_some_and(|o| self.globals.symbol(o) == s))
        };
        let of_header = |s: SymbolId| {
            let from = |original: UnitId| self.source.units[original].parent.is_some_and(|p| self.is_header(p));
            let (original, _) = self.original_of(s).filter(|(original, _)| from(*original))?;
            self.generated.get(&original)?.iter().copied().find(|g| self.out.units[*g].symbol == Some(s))
        };
        while let Some(u) = todo.pop() {
            let mut symbols = symbols_of(if is_original(u) { self.plain } else { &self.out }, u);
            while let Some(s) = symbols.pop() {
                let s = self.globals.symbol(s);
                if out.insert(s) {
                    todo.extend(copy_of(s).or_else(|| of_header(s)));
                    // Tables of functions, and what a structure leads to.
                    symbols.extend(self.in_initial_value(s));
                }
            }
        }
        out
    }

    /// The functions that the initial value of a variable of the original names.
    fn initial_functions(&self, symbol: SymbolId) -> Vec<SymbolId> {
        let mut out = self.in_initial_value(symbol);
        out.retain(|s| self.source.procedure(*s).is_some());
        out
    }

    /// What the initial value of a variable of the original names.
    fn in_initial_value(&self, symbol: SymbolId) -> Vec<SymbolId> {
        let mut out = Vec::new();
        if self.source.symbols.contains(symbol)
            && let Some(init) = self.source.variable(symbol).and_then(|v| v.init.as_ref())
        {
            mentions(init, &mut out);
        }
        out
    }

    /// A table of functions that the derivative's file has for itself holds the copies that this file has; they are declared before it.
    fn prototypes_of_initial_functions(&mut self, symbol: SymbolId, maps: &Maps) -> Vec<Decl> {
        let mut functions = self.initial_functions(symbol);
        functions.sort();
        functions.dedup();
        if let SymbolKind::Variable(il::Variable { init: Some(init), .. }) = &mut self.out.symbols[symbol].kind {
            init.rewrite(&mut |e| {
                if let il::ExprKind::Var(s) = &mut e.kind
                    && functions.contains(s)
                {
                    *s = maps.symbol(*s);
                }
            });
        }
        let is_ours =
            |s: &SymbolId| self.source.procedure(*s).is_some_and(|f| f.class == il::symbol::ProcedureClass::Normal);
        functions.into_iter().filter(is_ours).map(|s| Decl::from(DeclKind::Prototype(maps.symbol(s)))).collect()
    }

    /// Symbols in the statements of a unit and of those it contains.
    pub(super) fn body_symbols(&self, unit: UnitId) -> Vec<SymbolId> {
        symbols_of(&self.out, unit)
    }

    /// Copies the external Fortran procedures whose copies something generated calls.
    fn copy_externals(&mut self) {
        let maps = self.globals.clone();
        let mut done: BTreeSet<UnitId> = BTreeSet::new();
        loop {
            let mut called: BTreeSet<SymbolId> = BTreeSet::new();
            let everything: Vec<UnitId> =
                self.generated.values().flatten().chain(self.containers.values()).copied().collect();
            for u in everything {
                called.extend(self.body_symbols(u));
            }
            let next = self.copied.iter().copied().find(|u| {
                self.source.units[*u].language.has_modules()
                    && !done.contains(u)
                    && self.source.units[*u].symbol.is_some_and(|s| called.contains(&maps.symbol(s)))
            });
            let Some(unit) = next else { break };
            done.insert(unit);
            let symbol = maps.symbol(self.source.units[unit].symbol.expect("checked"));
            let name = self.out.symbols[symbol].name.clone();
            let scope = self.parent_scope(self.source.units[unit].scope);
            let copy = self.copy_unit(unit, None, scope, &maps, Some(&name));
            self.adopt(symbol, copy);
            if let UnitKind::Function { explicit: false, result, .. } = self.out.units[copy].kind {
                // The result variable is called like the function.
                self.out.symbols[result].name = name.clone();
                let scope = self.out.units[copy].scope;
                self.out.import(scope, &name, result);
            }
            self.generated.entry(unit).or_default().push(copy);
        }
    }

    /// Last touches: names of derivatives by association.
    fn complete(&mut self, unit: UnitId) {
        let maps = self.globals.clone();
        self.import_derivatives(unit, &maps);
        if self.out.units[unit].language.has_modules() {
            self.write_hidden_constants(unit);
            self.use_what_is_mentioned(unit);
            self.open_components(unit);
            self.drop_unused_names(unit);
        }
        for child in self.out.units[unit].children.clone() {
            self.complete(child);
        }
    }
}

/// Symbols in the statements of a unit and of those it contains.
pub(super) fn symbols_of(p: &Program, unit: UnitId) -> Vec<SymbolId> {
    let u = &p.units[unit];
    let mut out = Vec::new();
    u.walk(&u.body, &mut |_, stmt| {
        stmt.kind.exprs(&mut |e| mentions(e, &mut out));
        if let StmtKind::Call { callee, .. } = &stmt.kind {
            out.push(*callee);
        }
    });
    for &child in &u.children {
        out.extend(symbols_of(p, child));
    }
    out
}

fn is_bare_private(d: &Decl) -> bool {
    matches!(&d.kind, DeclKind::Attribute { attr: Attr::Private, symbols } if symbols.is_empty())
}

fn is_static(spelling: &str) -> bool {
    spelling.split_whitespace().any(|w| w == "static")
}

/// Whether an expression names a part of a variable that is asked for.
fn looks_at(e: &Expr, symbol: SymbolId, asks: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    let mut within = |x: &Expr| found |= looks_at(x, symbol, asks);
    if e.is_reference() && e.root() == Some(symbol) {
        e.spine().for_each(|x| {
            if let ExprKind::Index { subs, .. } = &x.kind {
                subs.iter().flat_map(Subscript::parts).for_each(&mut within);
            }
        });
        return found || asks(e);
    }
    e.children(&mut within);
    found
}

fn is_arithmetic(e: &Expr) -> bool {
    let mut plain = true;
    e.walk(&mut |x| plain &= !matches!(x.kind, ExprKind::Call { .. } | ExprKind::Address(_) | ExprKind::Opaque { .. }));
    plain
}
