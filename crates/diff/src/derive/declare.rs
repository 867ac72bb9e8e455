//! The declarations of derivatives: right after those of their originals, in the same words.

use il::decl::{Attr, Entity};
use il::symbol::SymbolKind;
use il::{Decl, DeclKind, Expr, ExprKind, Language, Scalar, StmtKind, SymbolId, Type, Unit, UnitId, UnitKind, Upper};

use super::extents_first::put_extents_first;
use super::{Maps, Shell, World};
use crate::names;
use crate::signature::Slot;

impl World<'_> {
    /// Copies the declarations of `original` into the shell and adds those of derivatives.
    pub(super) fn declare_shell(&mut self, shell: &mut Shell, original: &Unit) {
        let mut decls: Vec<Decl> = Vec::new();
        for decl in &original.decls {
            let copy = self.copy_decl(decl, &shell.maps);
            match &decl.kind {
                DeclKind::Variables { .. } => decls.extend(self.split_value(shell, copy)),
                DeclKind::Implicit(text) => {
                    let text = if text.eq_ignore_ascii_case("none") { text.clone() } else { none(shell.upper) };
                    decls.push(Decl { kind: DeclKind::Implicit(text), ..copy })
                }
                DeclKind::Record(r) if self.source.records[*r].external => {}
                _ => decls.push(copy),
            }
            // Partial derivatives with respect to globals are dummies.
            let shared =
                matches!(decl.kind, DeclKind::Common { .. } | DeclKind::Equivalence(_) | DeclKind::Save { .. });
            if shell.part == crate::signature::Part::Partials && shared {
                continue;
            }
            let maps = shell.maps.clone();
            decls.extend(self.mirror(decl, &maps));
        }
        if original.language == Language::Fortran {
            self.declare_missing(shell, &mut decls);
            self.declare_open_procedures(shell, original, &mut decls);
        }
        self.out.units[shell.unit].decls = decls;
        if shell.part == crate::signature::Part::Backward {
            self.take_over_outputs(shell, original);
        }
        if original.language == Language::Fortran {
            self.make_typing_explicit(shell.unit, original);
            shape_with_value(&mut self.out.units[shell.unit].decls);
        }
    }

    /// A backward half starts from the values and the allocations that its forward half left: INTENT(OUT) would undefine the ones and release
    /// the others on entry (F2018 8.5.10 and 9.7.3.2).
    fn take_over_outputs(&mut self, shell: &Shell, original: &Unit) {
        let is_output = |s: &SymbolId| self.source.variable(*s).is_some_and(|v| v.intent == Some(il::Intent::Out));
        let outputs: Vec<SymbolId> =
            original.params.iter().copied().filter(is_output).map(|s| shell.maps.symbol(s)).collect();
        crate::prepare::intents::out_to_inout(&mut self.out, shell.unit, &outputs);
    }

    /// The declaration of a function's value becomes one of its own, since it is a dummy now.
    fn split_value(&mut self, shell: &Shell, decl: Decl) -> Vec<Decl> {
        let Some(value) = shell.value else { return vec![decl] };
        let DeclKind::Variables { spelling, attrs, colons, entities } = &decl.kind else { return vec![decl] };
        let Some(at) = entities.iter().position(|e| e.symbol == value) else { return vec![decl] };
        let mut rest = decl.clone();
        if let DeclKind::Variables { entities, .. } = &mut rest.kind {
            entities.remove(at);
        }
        let mut own = attrs.clone();
        if *colons {
            own.push(Attr::Intent(il::Intent::Out));
        }
        let own = DeclKind::Variables {
            spelling: spelling.clone(),
            attrs: own,
            colons: *colons,
            entities: vec![entities[at].clone()],
        };
        let alone = entities.len() == 1;
        let first = Decl { comments: decl.comments.clone(), trailing: decl.trailing.clone(), ..Decl::from(own) };
        if alone {
            vec![first]
        } else {
            rest.comments.clear();
            vec![first, rest]
        }
    }

    /// What stands after `decl` for the derivatives of what it declares.
    pub(super) fn mirror(&mut self, decl: &Decl, maps: &Maps) -> Vec<Decl> {
        match &decl.kind {
            DeclKind::Variables { spelling, attrs, colons, entities } => {
                self.mirror_variables(spelling, attrs, *colons, entities, maps)
            }
            DeclKind::Dimension(symbols) => {
                let own = derivatives(maps, symbols);
                some(!own.is_empty(), DeclKind::Dimension(own))
            }
            DeclKind::Common { block, members } => {
                let own: Vec<Entity> = members
                    .iter()
                    .filter_map(|m| Some(Entity { symbol: maps.derivative(m.symbol)?, ..m.clone() }))
                    .collect();
                let block = names::common_block(self.request.procedure_pattern(), block, &self.blocks);
                some(!own.is_empty(), DeclKind::Common { block, members: own })
            }
            DeclKind::Equivalence(groups) => {
                let groups: Vec<Vec<Expr>> = groups
                    .iter()
                    .map(|g| g.iter().filter_map(|e| maps.reference(e)).collect::<Vec<_>>())
                    .filter(|g| g.len() > 1)
                    .collect();
                some(!groups.is_empty(), DeclKind::Equivalence(groups))
            }
            DeclKind::Save { symbols, blocks } => {
                let own = derivatives(maps, symbols);
                let blocks: Vec<String> = blocks
                    .iter()
                    .filter(|b| self.block_is_active(b))
                    .map(|b| names::common_block(self.request.procedure_pattern(), b, &self.blocks))
                    .collect();
                some(!own.is_empty() || !blocks.is_empty(), DeclKind::Save { symbols: own, blocks })
            }
            DeclKind::Attribute { attr, symbols } => {
                let own: Vec<Entity> = symbols
                    .iter()
                    .filter_map(|m| Some(Entity { symbol: maps.derivative(m.symbol)?, ..m.clone() }))
                    .filter(|e| self.keeps_attribute(e.symbol, attr))
                    .collect();
                if let Attr::Intent(_) = attr {
                    return own
                        .into_iter()
                        .filter_map(|e| {
                            let intent = self.out.variable(e.symbol)?.intent?;
                            let kind = DeclKind::Attribute { attr: Attr::Intent(intent), symbols: vec![e] };
                            Some(Decl::from(kind))
                        })
                        .collect();
                }
                let mut out = some(!own.is_empty(), DeclKind::Attribute { attr: attr.clone(), symbols: own });
                if *attr == Attr::Optional {
                    let local = symbols.iter().filter(|m| self.is_allocated_at_entry(m.symbol, maps));
                    let local = local.filter_map(|m| Some(Entity { symbol: maps.derivative(m.symbol)?, ..m.clone() }));
                    let symbols: Vec<Entity> = local.collect();
                    out.extend(some(!symbols.is_empty(), DeclKind::Attribute { attr: Attr::Allocatable, symbols }));
                }
                out
            }
            // Types are derived in records.rs; a derivative that starts with a value starts with zero, in its own declaration.
            DeclKind::Record(r) => {
                let derived = self.globals.records.get(r).copied().filter(|d| d != r);
                some(derived.is_some(), DeclKind::Record(derived.unwrap_or(*r)))
            }
            DeclKind::Data(_)
            | DeclKind::Use { .. }
            | DeclKind::Implicit(_)
            | DeclKind::Parameter(_)
            | DeclKind::External(_)
            | DeclKind::Intrinsic(_)
            | DeclKind::Typedef(_)
            | DeclKind::Enum { .. }
            | DeclKind::Interface { .. }
            | DeclKind::Prototype(_)
            | DeclKind::Include(_)
            | DeclKind::Unit(_)
            | DeclKind::Opaque { .. }
            | DeclKind::Error(_) => Vec::new(),
        }
    }

    fn mirror_variables(
        &mut self,
        spelling: &str,
        attrs: &[Attr],
        colons: bool,
        entities: &[Entity],
        maps: &Maps,
    ) -> Vec<Decl> {
        let mut out: Vec<Decl> = Vec::new();
        for e in entities {
            let Some(new) = maps.derivative(e.symbol) else { continue };
            let Some(original) = self.source.variable(e.symbol).cloned() else { continue };
            let Some(variable) = self.out.variable(new).cloned() else { continue };
            let at_entry = self.is_allocated_at_entry(e.symbol, maps);
            let reshaped = at_entry || rank_shape(&original.ty) != rank_shape(&variable.ty);
            let saved = (original.saved || self.is_saved_by_another_name(e.symbol))
                && matches!(variable.storage, il::Storage::Local | il::Storage::Global);
            let mut own: Vec<Attr> = attrs
                .iter()
                .filter(|a| !matches!(a, Attr::Intent(_)) && self.keeps_attribute(new, a))
                .filter(|a| !(reshaped && matches!(a, Attr::Dimension(_))))
                .map(|a| match a {
                    Attr::Dimension(dims) => Attr::Dimension(super::copy::map_dims(dims, maps)),
                    other => other.clone(),
                })
                .collect();
            if at_entry && attrs.contains(&Attr::Optional) {
                own.push(Attr::Allocatable);
            }
            if let Some(intent) = variable.intent {
                let result =
                    original.storage == il::Storage::Result && matches!(variable.storage, il::Storage::Dummy(_));
                let was_value = attrs.contains(&Attr::Value) && !own.contains(&Attr::Value);
                if attrs.iter().any(|a| matches!(a, Attr::Intent(_))) || was_value || result && colons {
                    let at = attrs.iter().position(|a| matches!(a, Attr::Intent(_))).unwrap_or(0).min(own.len());
                    own.insert(at, Attr::Intent(intent));
                }
            }
            let mut init = false;
            // `static double *p = &x;`
            let pointers =
                |value| super::initial_pointers::initial_pointers(self.source, &self.out, maps, &original.ty, value);
            if let Some(value) = original.init.as_ref().and_then(pointers)
                && let SymbolKind::Variable(v) = &mut self.out.symbols[new].kind
            {
                v.init = Some(value);
                init = true;
            }
            if saved && !variable.allocatable {
                // Static arrays of C start at zero by themselves.
                let c_array = matches!(variable.ty, Type::Array { .. })
                    && il::zones::language_of(self.source, e.symbol) == Language::C;
                if let Some(zero) = zero_of(&variable.ty).filter(|_| !c_array) {
                    if let SymbolKind::Variable(v) = &mut self.out.symbols[new].kind {
                        v.init = Some(zero);
                        v.saved = true;
                    }
                    init = true;
                }
            }
            let mut spelling = self.derivative_spelling(spelling, &original.ty, maps);
            if original.polymorphic && !variable.polymorphic {
                spelling = of_one_type(&spelling);
            }
            let entity = Entity { symbol: new, dims: e.dims || reshaped, init, star: e.star.clone() };
            // Old declarations without `::` cannot initialise.
            let colons = colons || init;
            let same = out.iter_mut().find_map(|d| match &mut d.kind {
                DeclKind::Variables { spelling: s, attrs: a, colons: c, entities }
                    if *s == spelling && *a == own && *c == colons =>
                {
                    Some(entities)
                }
                _ => None,
            });
            match same {
                Some(list) => list.push(entity),
                None => {
                    out.push(Decl::from(DeclKind::Variables { spelling, attrs: own, colons, entities: vec![entity] }))
                }
            }
        }
        out
    }

    /// Whether the local derivative of a dummy that need not be passed is allocated where the procedure begins.
    fn is_allocated_at_entry(&self, old: SymbolId, maps: &Maps) -> bool {
        let derivative = maps.derivative(old).and_then(|new| self.out.variable(new));
        let local = derivative.is_some_and(|v| !matches!(v.storage, il::Storage::Dummy(_)));
        local && self.source.variable(old).is_some_and(super::passed_extents::is_allocated_at_entry)
    }

    /// Whether a derivative has an attribute of its original.
    fn keeps_attribute(&self, derivative: SymbolId, attr: &Attr) -> bool {
        let Some(v) = self.out.variable(derivative) else { return false };
        let dummy = matches!(v.storage, il::Storage::Dummy(_));
        match attr {
            Attr::Intent(_) | Attr::Optional => dummy,
            // The adjoint of what is passed by value is passed by reference.
            Attr::Value => dummy && v.by_value,
            Attr::Allocatable => v.allocatable,
            Attr::Pointer => v.pointer,
            Attr::Target => v.target || !dummy,
            Attr::Save | Attr::Public | Attr::Private | Attr::Dimension(_) => true,
            // Derivatives of what a module protects are set and cleared outside.
            Attr::Protected | Attr::Parameter | Attr::External | Attr::Intrinsic => false,
            // Of a pointer or a dummy (F2018 C830).
            Attr::Other(text) if text.eq_ignore_ascii_case("contiguous") => dummy || v.pointer,
            // VOLATILE and ASYNCHRONOUS carry over; BIND(C) would give two objects one name.
            Attr::Other(text) => !text.to_ascii_lowercase().starts_with("bind"),
        }
    }

    /// Whether a variable keeps its value, or begins with one, because DATA or SAVE names it otherwise, by EQUIVALENCE, and no derivative of that name is
    /// declared. The longest of those that are declared stands for all.
    fn is_saved_by_another_name(&self, original: SymbolId) -> bool {
        let p = self.source;
        let Some(home) = p.home(original).filter(|_| p.is_overlaid(original)) else { return false };
        let saved = |s: SymbolId| p.variable(s).is_some_and(|v| v.saved);
        let bytes = |s: SymbolId| p.symbol_type(s).and_then(|ty| il::consts::bytes(p, ty));
        let group = p.units[home].tied_with(original, &|_| true);
        let declared = group.iter().copied().filter(|s| self.facts.owns(*s));
        let chosen = declared.max_by_key(|s| (saved(*s), bytes(*s), std::cmp::Reverse(*s)));
        group.iter().any(|s| saved(*s)) && chosen == Some(original)
    }

    fn block_is_active(&self, block: &str) -> bool {
        self.source.units.iter().any(|(_, u)| {
            u.commons()
                .get(&block.to_ascii_lowercase())
                .is_some_and(|members| members.iter().any(|m| self.facts.owns(*m)))
        })
    }

    /// `type(t)` → `type(t_diff)`, other spellings as they are.
    pub(super) fn derivative_spelling(&self, spelling: &str, ty: &Type, maps: &Maps) -> String {
        let Some(r) = ty.record() else { return spelling.to_string() };
        let Some(&d) = maps.records.get(&r) else { return spelling.to_string() };
        if d == r {
            return spelling.to_string();
        }
        let (old, new) = (&self.source.records[r], &self.out.records[d]);
        // C: the whole spelling of the type, which may be a typedef's name.
        let (old, new) = match old.spelling.is_empty() {
            true => (&old.name, &new.name),
            false => (&old.spelling, &new.spelling),
        };
        let changed = replace_word(spelling, old, new);
        // The type may be known here under another name (USE with a rename); its derivative is not renamed.
        match (spelling.find('('), spelling.rfind(')')) {
            (Some(open), Some(close)) if changed == spelling && open < close => {
                format!("{}({new}{}", &spelling[..open], &spelling[close..])
            }
            _ => changed,
        }
    }

    /// Declarations for what the original did not declare in words: a function's value whose type stood in the prefix, implicitly typed
    /// variables with derivatives.
    fn declare_missing(&mut self, shell: &Shell, decls: &mut Vec<Decl>) {
        let signature = self.signatures.of(shell.original, shell.part).clone();
        let declared = declared_in(decls);
        let is_result = |s: SymbolId| self.out.units[shell.unit].result() == Some(s);
        let prefix = match &self.source.units[shell.original].kind {
            UnitKind::Function { type_prefix, .. } => type_prefix.clone(),
            _ => None,
        };
        let mut add = Vec::new();
        let partials = signature.slots.iter().filter_map(|slot| match slot {
            Slot::Partial(old) => shell.maps.derivative(*old),
            _ => None,
        });
        let partials: Vec<SymbolId> = partials.collect();
        for symbol in [shell.value, shell.result_derivative].into_iter().flatten().chain(partials.iter().copied()) {
            if declared.contains(&symbol) || is_result(symbol) && prefix.is_some() {
                continue;
            }
            let Some(v) = self.out.variable(symbol).cloned() else { continue };
            let colons = self.writes_colons(decls, shell.unit);
            let mut attrs = Vec::new();
            if let (il::Storage::Dummy(_), Some(intent), true) = (v.storage, v.intent, colons) {
                attrs.push(Attr::Intent(intent));
            }
            let prefix = prefix.clone().filter(|_| !partials.contains(&symbol));
            let spelling = prefix.unwrap_or_else(|| self.type_spelling(&v.ty));
            let spelling = if Some(symbol) == shell.result_derivative && v.ty.record().is_some() {
                self.type_spelling(&v.ty)
            } else {
                spelling
            };
            add.push(Decl::from(DeclKind::Variables { spelling, attrs, colons, entities: vec![Entity::new(symbol)] }));
        }
        assert!(signature.slots.iter().filter(|s| **s == Slot::Value).count() <= 1);
        let at = last_dummy(decls, &self.out.units[shell.unit].params);
        decls.splice(at..at, add);
    }

    /// IMPLICIT NONE, and a type for each name that had its type implicitly in `original`.
    fn make_typing_explicit(&mut self, unit: UnitId, original: &Unit) {
        let u = &self.out.units[unit];
        if u.language != Language::Fortran {
            return;
        }
        let upper = self.out.writes_upper(unit);
        let mut decls = u.decls.clone();
        for d in &mut decls {
            if let DeclKind::Implicit(text) = &mut d.kind
                && !text.eq_ignore_ascii_case("none")
            {
                *text = none(upper);
            }
        }
        // One IMPLICIT NONE stands for all that were there.
        let mut further: Vec<String> = Vec::new();
        let mut seen = false;
        decls.retain(|d| {
            let is_further = matches!(d.kind, DeclKind::Implicit(_)) && std::mem::replace(&mut seen, true);
            further.extend(d.comments.iter().filter(|_| is_further).cloned());
            !is_further
        });
        if let Some(d) = decls.iter_mut().find(|d| matches!(d.kind, DeclKind::Implicit(_))) {
            d.comments.extend(further);
        }
        // PARAMETER statements may stand before IMPLICIT, but not before the types that IMPLICIT NONE asks for.
        let behind = |d: &Decl| matches!(d.kind, DeclKind::Use { .. });
        if let Some(at) = decls.iter().position(|d| matches!(d.kind, DeclKind::Implicit(_))) {
            let first = decls.iter().rposition(behind).map_or(0, |p| p + 1);
            if decls[first.min(at)..at].iter().any(|d| matches!(d.kind, DeclKind::Parameter(_))) {
                let implicit = decls.remove(at);
                decls.insert(first, implicit);
            }
        }
        let hosted = u.parent.is_some_and(|p| {
            self.out.units[p]
                .decls
                .iter()
                .any(|d| matches!(&d.kind, DeclKind::Implicit(t) if t.eq_ignore_ascii_case("none")))
        });
        if !hosted && !decls.iter().any(|d| matches!(d.kind, DeclKind::Implicit(_))) {
            let at = decls.iter().rposition(|d| matches!(d.kind, DeclKind::Use { .. })).map_or(0, |p| p + 1);
            decls.insert(at, Decl::from(DeclKind::Implicit(none(upper))));
        }
        let declared = declared_in(&decls);
        let shaped = shaped_in(&decls);
        let at = decls.iter().position(|d| matches!(d.kind, DeclKind::Implicit(_))).map_or_else(
            || decls.iter().rposition(|d| matches!(d.kind, DeclKind::Use { .. })).map_or(0, |p| p + 1),
            |p| p + 1,
        );
        let mut groups: Vec<(String, bool, Vec<Entity>)> = Vec::new();
        let scope = u.scope;
        let symbols = self.out.symbols_of(scope).to_vec();
        // Constants whose type no declaration gives have it implicitly as well.
        let constants: Vec<SymbolId> = decls
            .iter()
            .filter_map(|d| if let DeclKind::Parameter(list) = &d.kind { Some(list.as_slice()) } else { None })
            .flatten()
            .copied()
            .collect();
        for s in symbols {
            let (ty, init) = match &self.out.symbols[s].kind {
                SymbolKind::Variable(v) if v.implicit => (v.ty.clone(), v.init.is_some()),
                SymbolKind::Constant { ty, .. } if constants.contains(&s) => (ty.clone(), false),
                _ => continue,
            };
            if declared.contains(&s) {
                continue;
            }
            let spelling = self.type_spelling(&ty);
            let entity = Entity { dims: !shaped.contains(&s), init, ..Entity::new(s) };
            match groups.iter_mut().find(|(name, with, _)| *name == spelling && *with == init) {
                Some((.., list)) => list.push(entity),
                None => groups.push((spelling, init, vec![entity])),
            }
        }
        let mut functions = self.implicit_functions(original);
        // A copy that the derivative calls instead has a name of its own.
        functions.iter_mut().for_each(|(s, _)| *s = self.globals.symbol(*s));
        functions.retain(|(s, _)| !declared.contains(s));
        for (s, ty) in functions {
            let spelling = self.type_spelling(&ty);
            match groups.iter_mut().find(|(name, with, _)| *name == spelling && !with) {
                Some((.., list)) => list.push(Entity::new(s)),
                None => groups.push((spelling, false, vec![Entity::new(s)])),
            }
        }
        let colons = self.writes_colons(&decls, unit);
        // Declarations without `::` cannot initialise.
        let add = groups.into_iter().map(|(spelling, init, entities)| {
            Decl::from(DeclKind::Variables { spelling, attrs: Vec::new(), colons: colons || init, entities })
        });
        decls.splice(at..at, add.collect::<Vec<_>>());
        put_extents_first(&self.out, &mut decls);
        self.out.units[unit].decls = decls;
    }

    /// The external functions that `original` calls or hands on by the letter their names begin with, and their types.
    fn implicit_functions(&self, original: &Unit) -> Vec<(SymbolId, Type)> {
        let explicit =
            original.decls.iter().any(|d| matches!(&d.kind, DeclKind::Implicit(t) if t.eq_ignore_ascii_case("none")));
        let mut out: Vec<(SymbolId, Type)> = Vec::new();
        if explicit {
            return out;
        }
        // Calls that go to a copy of what they call are written as they were.
        let unit = original.symbol.and_then(|s| self.source.callee(s));
        original.walk(&original.body, &mut |id, stmt| {
            let written = unit.and_then(|u| self.variants.as_written.get(&(u, id)));
            written.unwrap_or(&stmt.kind).exprs(&mut |e| {
                e.walk(&mut |e| {
                    let (ExprKind::Call { callee, .. } | ExprKind::Var(callee)) = e.kind else { return };
                    let Some(p) = self.source.procedure(callee) else { return };
                    let own = p.unit.is_some_and(|u| self.source.units[u].scope == original.scope);
                    // A USE, or what is around, may say what it is, but not of a copy that has another name.
                    let is_copied = self.globals.symbol(callee) != callee;
                    let is_external = |d: &Decl| matches!(&d.kind, DeclKind::External(list) if list.contains(&callee));
                    // EXTERNAL says no type.
                    let said = self.source.is_declared_in(original.scope, callee)
                        && !original.decls.iter().any(is_external)
                        || self.source.generic_in(original.scope, callee).is_some();
                    let external =
                        self.source.symbols[callee].scope == self.source.global && !own && (is_copied || !said);
                    if let (true, Some(ty)) = (external, &p.result)
                        && !out.iter().any(|(s, _)| *s == callee)
                    {
                        out.push((callee, ty.clone()));
                    }
                })
            })
        });
        out
    }

    /// Declares the temporaries of a shell.
    pub(super) fn declare_locals(&mut self, shell: &mut Shell) {
        let used: Vec<SymbolId> = shell.locals.iter().copied().filter(|s| self.is_mentioned(shell.unit, *s)).collect();
        if self.out.units[shell.unit].language.declares_in_blocks() {
            let local = |s: &SymbolId| self.out.variable(*s).is_some_and(|v| v.storage == il::Storage::Local);
            let used: Vec<SymbolId> = used.into_iter().filter(local).collect();
            if !used.is_empty() {
                let mut groups: Vec<(String, Vec<SymbolId>)> = Vec::new();
                for s in used {
                    let key = self.type_spelling(&self.out.symbol_type(s).cloned().unwrap_or(Type::Void));
                    match groups.iter_mut().find(|(k, _)| *k == key) {
                        Some((_, list)) => list.push(s),
                        None => groups.push((key, vec![s])),
                    }
                }
                for (_, list) in groups.into_iter().rev() {
                    let u = &mut self.out.units[shell.unit];
                    let id = u.add(StmtKind::Declare(list));
                    u.body.insert(0, id);
                }
            }
            return;
        }
        let colons = self.writes_colons(&self.out.units[shell.unit].decls, shell.unit);
        self.declare_holders(shell, &used);
        let mut groups: Vec<(String, Vec<Attr>, Vec<Entity>)> = Vec::new();
        for s in used {
            let Some(v) = self.out.variable(s) else { continue };
            let spelling = match v.ty {
                Type::Record(r) if v.polymorphic => format!("class({})", self.out.records[r].name),
                _ => self.type_spelling(&v.ty),
            };
            let has = [(v.allocatable, Attr::Allocatable), (v.pointer, Attr::Pointer), (v.target, Attr::Target)];
            let intent = v.intent.filter(|_| colons).map(Attr::Intent);
            let attrs = has.into_iter().filter(|(has, _)| *has).map(|(_, attr)| attr).chain(intent);
            let attrs: Vec<Attr> = attrs.collect();
            match groups.iter_mut().find(|(name, a, _)| *name == spelling && *a == attrs) {
                Some((_, _, list)) => list.push(Entity::new(s)),
                None => groups.push((spelling, attrs, vec![Entity::new(s)])),
            }
        }
        for (spelling, attrs, entities) in groups {
            let colons = colons || !attrs.is_empty();
            self.out.units[shell.unit].decls.push(Decl::from(DeclKind::Variables {
                spelling,
                attrs,
                colons,
                entities,
            }));
        }
    }

    /// EXTERNAL and a type for the external functions that a shell calls; EXTERNAL for black boxes.
    pub(super) fn declare_called(&mut self, shell: &Shell) {
        if self.out.units[shell.unit].language == Language::C {
            return;
        }
        for &symbol in &shell.called {
            let Some(p) = self.out.procedure(symbol).cloned() else { continue };
            // A recursive procedure knows itself.
            if self.out.symbols[symbol].scope != self.out.global || p.unit == Some(shell.unit) {
                continue;
            }
            if let Some(interface) = self.interface_of_others(shell, symbol) {
                self.out.units[shell.unit].decls.push(interface);
                continue;
            }
            if let Some(body) = self.needs_interface(shell, symbol) {
                self.out.units[shell.unit].decls.push(Decl::from(DeclKind::Interface {
                    generic: String::new(),
                    is_abstract: false,
                    bodies: vec![body],
                    procedures: Vec::new(),
                }));
                continue;
            }
            let known = self.original_of(symbol).map(|(unit, _)| unit);
            if Some(shell.unit) == p.unit {
                continue;
            }
            let colons = self.writes_colons(&self.out.units[shell.unit].decls, shell.unit);
            let decls = match p.result {
                Some(_) => self.external(symbol, colons),
                // A subroutine needs no declaration; EXTERNAL says that the user writes it, or repeats what the original said.
                None => {
                    let said = known.is_none_or(|unit| {
                        let old = self.source.units[unit].symbol;
                        self.source.units[shell.original].decls.iter().any(|d| match &d.kind {
                            DeclKind::External(list) => list.iter().any(|s| Some(*s) == old),
                            _ => false,
                        })
                    });
                    some(said, DeclKind::External(vec![symbol]))
                }
            };
            self.out.units[shell.unit].decls.extend(decls);
        }
    }

    /// Whether declarations of a unit have `::`: as most of its own have; without any, as its source form suggests.
    pub(super) fn writes_colons(&self, decls: &[Decl], unit: UnitId) -> bool {
        let mut balance = 0;
        for d in decls {
            if let DeclKind::Variables { colons, .. } = d.kind {
                balance += if colons { 1 } else { -1 };
            }
        }
        let file = self.out.units[unit].file;
        let fixed = self.out.inputs.iter().any(|i| Some(i.file) == file && i.form == il::SourceForm::Fixed);
        balance > 0 || balance == 0 && !fixed
    }

    /// The type specifier of a declaration of something of type `ty`.
    pub fn type_spelling(&self, ty: &Type) -> String {
        match ty {
            Type::Scalar(s) => s.spelling.clone(),
            Type::Character { spelling, .. } | Type::Opaque(spelling) => spelling.clone(),
            Type::Record(r) => {
                let record = &self.out.records[*r];
                if record.spelling.is_empty() { format!("type({})", record.name) } else { record.spelling.clone() }
            }
            Type::Array { elem, .. } => self.type_spelling(elem),
            Type::Pointer { to, .. } => self.type_spelling(to),
            Type::Procedure => String::new(),
            Type::Void => "void".into(),
        }
    }
}

/// The NONE of IMPLICIT NONE in the author's case.
fn none(upper: bool) -> String {
    if upper { "NONE".into() } else { "none".into() }
}

/// Zero for the initial value of a derivative; none for structures, whose components are initialised by their type.
/// The value of a derivative that nothing has flowed into; `None` for structures.
pub(super) fn zero_of(ty: &Type) -> Option<Expr> {
    let scalar: &Scalar = match ty.element() {
        Type::Scalar(s) => s,
        _ => return None,
    };
    Some(crate::simplify::zero(scalar))
}

fn some(yes: bool, kind: DeclKind) -> Vec<Decl> {
    if yes { vec![Decl::from(kind)] } else { Vec::new() }
}

fn derivatives(maps: &Maps, symbols: &[SymbolId]) -> Vec<SymbolId> {
    symbols.iter().filter_map(|s| maps.derivative(*s)).collect()
}

/// Everything that a type declaration declares.
pub(super) fn declared_in(decls: &[Decl]) -> Vec<SymbolId> {
    decls.iter().flat_map(|d| d.kind.entities()).map(|e| e.symbol).collect()
}

/// Everything whose shape stands in a DIMENSION, COMMON or attribute statement.
fn shaped_in(decls: &[Decl]) -> Vec<SymbolId> {
    let mut out = Vec::new();
    for d in decls {
        match &d.kind {
            DeclKind::Dimension(symbols) => out.extend(symbols),
            DeclKind::Common { members, .. } | DeclKind::Attribute { symbols: members, .. } => {
                out.extend(members.iter().filter(|m| m.dims).map(|m| m.symbol))
            }
            _ => {}
        }
    }
    out
}

/// What is declared with an initial value has its shape there too, not in a statement of its own: the declaration takes the place of that
/// statement, behind what the shape is made of.
fn shape_with_value(decls: &mut Vec<Decl>) {
    let shaped = shaped_in(decls);
    let mut moved: Vec<(SymbolId, Decl)> = Vec::new();
    for d in decls.iter_mut() {
        let DeclKind::Variables { spelling, attrs, colons, entities } = &mut d.kind else { continue };
        let (values, others): (Vec<Entity>, Vec<Entity>) =
            std::mem::take(entities).into_iter().partition(|e| e.init && !e.dims && shaped.contains(&e.symbol));
        *entities = others;
        for e in values {
            let symbol = e.symbol;
            let kind = DeclKind::Variables {
                spelling: spelling.clone(),
                attrs: attrs.clone(),
                colons: *colons,
                entities: vec![Entity { dims: true, ..e }],
            };
            moved.push((symbol, Decl::from(kind)));
        }
    }
    if moved.is_empty() {
        return;
    }
    for mut d in std::mem::take(decls) {
        let here: Vec<SymbolId> = match &mut d.kind {
            DeclKind::Dimension(symbols) => {
                let all = symbols.clone();
                symbols.retain(|s| !moved.iter().any(|(m, _)| m == s));
                all
            }
            DeclKind::Attribute { symbols, .. } => {
                let all = symbols.iter().filter(|e| e.dims).map(|e| e.symbol).collect();
                symbols.iter_mut().filter(|e| moved.iter().any(|(m, _)| *m == e.symbol)).for_each(|e| e.dims = false);
                all
            }
            _ => Vec::new(),
        };
        let empty = match &d.kind {
            DeclKind::Dimension(symbols) => symbols.is_empty(),
            DeclKind::Variables { entities, .. } => entities.is_empty(),
            _ => false,
        };
        // The type goes before other attributes of the same variable.
        decls.extend(moved.iter().filter(|(s, _)| here.contains(s)).map(|(_, d)| d.clone()));
        if !empty {
            decls.push(d);
        }
    }
}

/// The place after the last declaration of a dummy.
pub(crate) fn last_dummy(decls: &[Decl], params: &[SymbolId]) -> usize {
    decls
        .iter()
        .rposition(|d| match &d.kind {
            DeclKind::Variables { entities, .. } => entities.iter().any(|e| params.contains(&e.symbol)),
            DeclKind::Use { .. } | DeclKind::Implicit(_) => true,
            _ => false,
        })
        .map_or(0, |p| p + 1)
}

/// What tells whether a derivative's shape was changed with respect to its original's.
fn rank_shape(ty: &Type) -> Vec<&'static str> {
    match ty {
        Type::Array { dims, .. } => dims
            .iter()
            .map(|d| match d.upper {
                Upper::At(_) => "at",
                Upper::Deferred => "deferred",
                Upper::Assumed => "assumed",
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// `class(t)` as `type(t)`, in the case of the author.
fn of_one_type(spelling: &str) -> String {
    let Some(open) = spelling.find('(') else { return spelling.to_string() };
    let word = if names::is_upper(&spelling[..open]) { "TYPE" } else { "type" };
    format!("{word}{}", &spelling[open..])
}

/// `text` with the whole word `old` replaced, case ignored.
pub(super) fn replace_word(text: &str, old: &str, new: &str) -> String {
    let (lower, old) = (text.to_ascii_lowercase(), old.to_ascii_lowercase());
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut from = 0;
    while let Some(found) = lower[from..].find(&old) {
        let (start, end) = (from + found, from + found + old.len());
        let bounded = !lower[..start].chars().next_back().is_some_and(is_word)
            && !lower[end..].chars().next().is_some_and(is_word);
        out.push_str(&text[from..start]);
        out.push_str(if bounded { new } else { &text[start..end] });
        from = end;
    }
    out.push_str(&text[from..]);
    out
}
