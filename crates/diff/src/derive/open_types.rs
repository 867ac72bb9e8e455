//! What depends on the dynamic type of an object, as Fortran says it ([`il::family`]).
//!
//! While it works, the tool knows SELECT TYPE as a selection by the number of the dynamic type, and names components of an object that its declared type does
//! not have. Before a program is printed,
//!
//! - those selections get their guards,
//! - statements that name such components, or hand the object on as one of the extended type, are put inside a SELECT TYPE where they are not inside one
//!   already: that of the original guards nothing of its derivative,
//! - assignments to components that an object cannot have, because it is not polymorphic, go away: they came from going through all components of a family.

use std::collections::BTreeSet;

use il::expr::Literal;
use il::stmt::{Case, CaseRange};
use il::typing::type_of;
use il::{
    BinaryOp, Block, DeclKind, Diagnostic, Expr, ExprKind, Language, Program, RecordId, Span, Stmt, StmtId, StmtKind,
    Storage, SymbolId, SymbolKind, Type, UnaryOp, UnitId, Variable,
};

use crate::derive::maps::Maps;
use crate::output::Derivative;

/// Whether a program has anything for [`open_types`]: types that extend others.
pub fn has_open_types(p: &Program) -> bool {
    p.records.iter().any(|(_, r)| r.extends.is_some())
}

/// Opens all types of a program that is to be printed; what cannot be said is refused. `derivatives` are those in it.
pub fn open_types(p: &mut Program, derivatives: &[Derivative]) -> Vec<Diagnostic> {
    let mut said = Vec::new();
    if !has_open_types(p) {
        return said;
    }
    for unit in p.units.ids() {
        if p.units[unit].language == Language::Fortran {
            let maps = derivatives.iter().find(|d| d.generated == unit).map(|d| &d.maps);
            open_unit(p, unit, maps, &mut said);
        }
    }
    said
}

/// The same of one unit, a derivative if it has these maps.
pub(crate) fn open_unit(p: &mut Program, unit: UnitId, maps: Option<&Maps>, said: &mut Vec<Diagnostic>) {
    if p.units[unit].body.is_empty() {
        return;
    }
    let before = maps.map(|_| p.units[unit].symbols(&p.units[unit].body));
    let body = std::mem::take(&mut p.units[unit].body);
    let mut opener = Opener { p, unit, maps, guards: Vec::new(), said };
    let body = opener.block(body);
    p.units[unit].body = body;
    let Some(mut gone) = before else { return };
    let still = p.units[unit].symbols(&p.units[unit].body);
    gone.retain(|s| !still.contains(s));
    drop_locals(p, unit, &gone);
}

/// Numbers that only went with what is gone need no declaration.
fn drop_locals(p: &mut Program, unit: UnitId, gone: &BTreeSet<SymbolId>) {
    let scope = p.units[unit].scope;
    let local = |s: SymbolId| {
        p.symbols[s].scope == scope
            && p.variable(s).is_some_and(|v| v.is_unsaved_local() && matches!(v.ty, Type::Scalar(_)))
    };
    let mut gone: BTreeSet<SymbolId> = gone.iter().copied().filter(|s| local(*s) && p.is_alone_in(unit, *s)).collect();
    p.specification(unit, &mut |e| {
        let mut named = BTreeSet::new();
        e.collect_symbols(&mut named);
        gone.retain(|s| !named.contains(s));
    });
    p.units[unit].decls.retain_mut(|d| match &mut d.kind {
        DeclKind::Variables { entities, .. } => {
            entities.retain(|e| !gone.contains(&e.symbol));
            !entities.is_empty()
        }
        _ => true,
    });
}

/// Inside a guard: the object is of this type or extends it.
#[derive(Clone)]
struct Guard {
    object: Expr,
    record: RecordId,
    /// The associate name.
    name: Option<SymbolId>,
}

/// The type that an object must be known to have.
type Need = (Expr, RecordId);

/// What the expressions of a statement ask for.
#[derive(Default)]
struct Asked {
    needs: Vec<Need>,
    impossible: bool,
}

struct Opener<'p> {
    p: &'p mut Program,
    unit: UnitId,
    maps: Option<&'p Maps>,
    guards: Vec<Guard>,
    said: &'p mut Vec<Diagnostic>,
}

impl Opener<'_> {
    fn stmt(&self, id: StmtId) -> &Stmt {
        &self.p.units[self.unit].stmts[id]
    }

    fn add(&mut self, kind: StmtKind) -> StmtId {
        self.p.units[self.unit].add(kind)
    }

    fn block(&mut self, block: Block) -> Block {
        let mut kept: Vec<(StmtId, Vec<Need>)> = Vec::new();
        self.sift(block, true, &mut kept);
        let mut out = Block::new();
        let mut k = 0;
        while k < kept.len() {
            let needs = kept[k].1.clone();
            if needs.is_empty() {
                self.inside(kept[k].0);
                out.push(kept[k].0);
                k += 1;
                continue;
            }
            // As far as the same is needed; with what stands between, if there is no doubt about the type.
            let certain = needs.iter().all(|n| self.is_certain(n));
            let joins = |j: &usize| self.may_join(&kept[*j], &needs) && (certain || kept[*j].1 == needs);
            let last = (k..kept.len()).take_while(joins).filter(|j| !kept[*j].1.is_empty()).last().unwrap_or(k);
            let span: Block = kept[k..=last].iter().map(|s| s.0).collect();
            out.extend(self.guarded(&needs, span));
            k = last + 1;
        }
        out
    }

    /// Leaves out what speaks of components that an object cannot have. `said`: what may not go is refused.
    fn sift(&mut self, block: Block, said: bool, kept: &mut Vec<(StmtId, Vec<Need>)>) {
        for id in block {
            let asked = self.asked(id);
            if !asked.impossible {
                kept.push((id, asked.needs));
            } else if let Some(rest) = self.where_absent(id, &[]) {
                self.sift(rest, false, kept);
            } else if said && !self.may_go(id) {
                let span = self.stmt(id).span;
                self.refuse(span, "a component that the object cannot have is used");
            }
        }
    }

    /// Whether a statement may stand in a guard that was opened for others.
    fn may_join(&self, (id, needs): &(StmtId, Vec<Need>), all: &[Need]) -> bool {
        let free = self.stmt(*id).label.is_none() && !matches!(self.stmt(*id).kind, StmtKind::Opaque { .. });
        free && needs.iter().all(|n| all.contains(n))
    }

    /// Statements inside a SELECT TYPE for each need.
    fn guarded(&mut self, needs: &[Need], body: Block) -> Block {
        let Some(((object, record), rest)) = needs.split_first() else { return self.block(body) };
        if rest.iter().any(|(o, _)| o == object) {
            let span = body.first().map_or(Span::NONE, |s| self.stmt(*s).span);
            self.refuse(span, "an object is used as one of several types at once");
            return body;
        }
        let name = match object.kind {
            ExprKind::Var(_) => None,
            _ => Some(self.associate(None, object, *record)),
        };
        let certain = self.is_certain(&(object.clone(), *record));
        let otherwise = if certain { Block::new() } else { self.without(&body, needs) };
        self.guards.push(Guard { object: object.clone(), record: *record, name });
        let body = self.guarded(rest, body);
        self.guards.pop();
        let guard = guard_of_type("class is", *record);
        let case = Case { ranges: vec![CaseRange::Value(guard)], default: false, body, falls_through: false };
        let selector = self.selector(object, name);
        let mut cases = vec![case];
        if certain {
            cases.push(self.stops("the derivative of an object is of another type"));
        } else if !otherwise.is_empty() {
            cases.push(Case { ranges: Vec::new(), default: true, body: otherwise, falls_through: false });
        }
        vec![self.add(StmtKind::Select { selector, cases, name: None })]
    }

    /// CLASS DEFAULT that must not be reached.
    fn stops(&mut self, words: &str) -> Case {
        let words = ExprKind::Text(words.into(), Literal(None));
        let stop = self.add(StmtKind::Stop { error: true, code: Some(words.into()) });
        Case { ranges: Vec::new(), default: true, body: vec![stop], falls_through: false }
    }

    /// What statements do where an object does not have the components that they speak of. Locals that keep these are zero: compilers see that they are
    /// set.
    fn without(&mut self, body: &Block, needs: &[Need]) -> Block {
        let mut out = Block::new();
        for &id in body {
            if let Some(rest) = self.where_absent(id, needs) {
                let rest = self.copied(&rest);
                out.extend(self.block(rest));
                continue;
            }
            let StmtKind::Assign { lhs, rhs } = &self.stmt(id).kind else { continue };
            let ExprKind::Var(s) = lhs.kind else { continue };
            let local = self.p.variable(s).filter(|v| v.storage == Storage::Local && !rhs.mentions(s));
            let zero = match local.and_then(|v| v.ty.scalar()) {
                Some(s) if s.class == il::ScalarClass::Real => crate::simplify::zero(s),
                Some(s) if s.class == il::ScalarClass::Integer => Expr::int(0),
                _ => continue,
            };
            let lhs = lhs.clone();
            out.push(self.add(StmtKind::Assign { lhs, rhs: zero }));
        }
        out
    }

    /// The branch that an IF takes where components that its tests ask for are not there, because no object here can have them or only objects of other
    /// types. `None`: that does not decide.
    fn where_absent(&self, id: StmtId, needs: &[Need]) -> Option<Block> {
        let StmtKind::If(choice) = &self.stmt(id).kind else { return None };
        for arm in &choice.arms {
            if self.truth_where_absent(&arm.test, needs)? {
                return Some(arm.body.clone());
            }
        }
        Some(choice.otherwise.clone().unwrap_or_default())
    }

    /// What is not there is neither allocated nor associated.
    fn truth_where_absent(&self, test: &Expr, needs: &[Need]) -> Option<bool> {
        let truth = |e: &Expr| self.truth_where_absent(e, needs);
        match &test.bare().kind {
            ExprKind::Intrinsic(f, args) if matches!(f.name(), "allocated" | "associated") => {
                let mut asked = Asked::default();
                self.ask(&args.first()?.value, &mut asked);
                (asked.impossible || asked.needs.iter().any(|n| needs.contains(n))).then_some(false)
            }
            ExprKind::Unary(UnaryOp::Not, e) => truth(e).map(|t| !t),
            ExprKind::Binary(BinaryOp::And, a, b) => match (truth(a), truth(b)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (a, b) => a.and(b),
            },
            ExprKind::Binary(BinaryOp::Or, a, b) => match (truth(a), truth(b)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (a, b) => a.and(b),
            },
            _ => None,
        }
    }

    /// The same statements once more.
    fn copied(&mut self, block: &Block) -> Block {
        let mut out = Block::new();
        for id in block {
            let mut stmt = self.stmt(*id).clone();
            for b in stmt.kind.blocks_mut() {
                *b = self.copied(&std::mem::take(b));
            }
            out.push(self.p.units[self.unit].add(stmt));
        }
        out
    }

    /// Whether an object is of this type by contract: it is the derivative of one that is known to be of the original type.
    fn is_certain(&self, (object, record): &Need) -> bool {
        let Some(maps) = self.maps else { return false };
        let originals: Vec<RecordId> = maps.records.iter().filter(|(_, d)| *d == record).map(|(o, _)| *o).collect();
        self.guards.iter().any(|g| {
            let known = originals.iter().any(|o| self.p.extends(g.record, *o));
            known && is_derivative(self.p, maps, object, &g.object)
        })
    }

    /// Whether a guard around says that an object is of a type that this one does not extend.
    fn is_excluded(&self, object: &Expr, record: RecordId) -> bool {
        self.guards.iter().any(|g| g.object == *object && !self.p.extends(record, g.record))
    }

    /// `name => object`, or the object alone.
    fn selector(&self, object: &Expr, name: Option<SymbolId>) -> Expr {
        let words = match name {
            Some(s) => format!("{} => {{0}}", self.p.symbols[s].name),
            None => "{0}".to_string(),
        };
        ExprKind::Opaque { text: words, reads: vec![self.rewritten(object)], ty: Box::new(Type::Void) }.into()
    }

    /// A name for an object inside a guard.
    fn associate(&mut self, wanted: Option<&str>, object: &Expr, record: RecordId) -> SymbolId {
        let scope = self.p.units[self.unit].scope;
        let base = match (wanted, &object.kind) {
            (Some(name), _) => name.to_string(),
            (None, ExprKind::Field { record, field, .. }) => self.p.records[*record].fields[*field].name.clone(),
            (None, _) => object.root().map_or("object".into(), |s| format!("{}_", self.p.symbols[s].name)),
        };
        let mut name = base.clone();
        let mut number = 0;
        while self.p.lookup(scope, &name).is_some() {
            number += 1;
            name = format!("{base}{number}");
        }
        let kind = SymbolKind::Variable(Variable::new(Type::Record(record), Storage::Local));
        self.p.declare(scope, name, Span::NONE, kind)
    }

    /// A statement that needs nothing itself: what is inside it, and its names.
    fn inside(&mut self, id: StmtId) {
        let kind = self.stmt(id).kind.clone();
        if let StmtKind::Select { selector, cases, name } = &kind
            && let Some(object) = self.p.object_of_tag(selector)
        {
            let object = object.clone();
            let opened = self.selection(&object, cases.clone(), name.clone());
            self.p.units[self.unit].stmts[id].kind = opened;
            return;
        }
        let mut kind = kind;
        kind.exprs_mut(&mut |e| *e = self.rewritten(e));
        for b in kind.blocks_mut() {
            let inner = std::mem::take(b);
            *b = self.block(inner);
        }
        self.p.units[self.unit].stmts[id].kind = kind;
    }

    /// A selection by the dynamic type of an object.
    fn selection(&mut self, object: &Expr, cases: Vec<Case>, name: Option<String>) -> StmtKind {
        let written = cases.iter().flat_map(|c| &c.ranges).find_map(|r| match r {
            CaseRange::Value(Expr { kind: ExprKind::Integer { text: Literal(Some(t)), .. }, .. }) => {
                t.split_once(" => ").map(|(name, _)| name.to_string())
            }
            _ => None,
        });
        let declared = type_of(self.p, object).record();
        let associate = match (&object.kind, &written) {
            (ExprKind::Var(_), None) => None,
            (_, wanted) => declared.map(|d| self.associate(wanted.as_deref(), object, d)),
        };
        let selector = self.selector(object, associate);
        let mut out = Vec::new();
        for c in cases {
            let guard = c.ranges.first().and_then(|r| match r {
                CaseRange::Value(e) => e.as_int().and_then(|n| self.guard_of(n, e)),
                CaseRange::Range(..) => None,
            });
            if guard.as_ref().is_some_and(|(word, record)| word == "type is" && self.is_excluded(object, *record)) {
                continue;
            }
            let (ranges, record) = match guard {
                Some((word, record)) => (vec![CaseRange::Value(guard_of_type(&word, record))], Some(record)),
                None => (Vec::new(), None),
            };
            let depth = self.guards.len();
            if let Some(record) = record {
                self.guards.push(Guard { object: object.clone(), record, name: associate });
            }
            let body = self.block(c.body);
            self.guards.truncate(depth);
            // The last of all types there are is the default, and needs its guard only for what its own type adds.
            let last = c.default && !ranges.is_empty();
            let ranges = if last && record == declared { Vec::new() } else { ranges };
            let default = ranges.is_empty();
            out.push(Case { ranges, default, body, falls_through: false });
            if last && !default {
                out.push(self.stops("an object is of an unknown type"));
            }
        }
        StmtKind::Select { selector, cases: out, name }
    }

    /// What a guard begins with and its type, from its first value.
    fn guard_of(&self, number: i64, value: &Expr) -> Option<(String, RecordId)> {
        let own = self.p.records.ids().nth(usize::try_from(number).ok()?)?;
        let ExprKind::Integer { text: Literal(Some(t)), .. } = &value.kind else {
            return Some(("type is".into(), own));
        };
        let words = t.rsplit_once(" => ").map_or(&**t, |(_, w)| w);
        let (word, named) =
            words.split_once('(').and_then(|(word, n)| Some((word.trim_end(), n.strip_suffix(')')?)))?;
        let mut at = Some(own);
        while let Some(r) = at {
            if self.p.records[r].name.eq_ignore_ascii_case(named) {
                return Some((word.to_string(), r));
            }
            at = self.p.records[r].extends;
        }
        Some(("type is".into(), own))
    }

    /// What the statement itself asks for. A masked or parallel one cannot have guards inside: it asks for all that is in it.
    fn asked(&mut self, id: StmtId) -> Asked {
        let mut out = Asked::default();
        let kind = self.stmt(id).kind.clone();
        if let StmtKind::Select { selector, .. } = &kind
            && let Some(object) = self.p.object_of_tag(selector)
        {
            self.ask(&object.clone(), &mut out);
            return out;
        }
        kind.exprs(&mut |e| self.ask(e, &mut out));
        if matches!(kind, StmtKind::Where { .. } | StmtKind::Forall { .. }) {
            for b in kind.blocks() {
                for inner in b {
                    let more = self.asked(*inner);
                    out.impossible |= more.impossible;
                    out.needs.extend(more.needs.into_iter().filter(|n| !out.needs.contains(n)).collect::<Vec<_>>());
                }
            }
        }
        self.strongest(&mut out.needs);
        if self.p.units[self.unit].stmts[id].kind.blocks().is_empty() && mentions_tag(self.p, &kind) {
            let span = self.stmt(id).span;
            self.refuse(span, "the dynamic type of an object would have to be saved");
        }
        out
    }

    /// Of several types of one object that extend each other, the one that extends the others.
    fn strongest(&self, needs: &mut Vec<Need>) {
        let all = needs.clone();
        needs.retain(|(o, r)| !all.iter().any(|(p, s)| o == p && r != s && self.p.extends(*s, *r)));
    }

    fn ask(&self, e: &Expr, out: &mut Asked) {
        e.walk(&mut |e| match &e.kind {
            ExprKind::Field { base, record, field } => {
                let f = &self.p.records[*record].fields[*field];
                let (Some(owner), Some(declared)) = (f.owner, type_of(self.p, base).record()) else { return };
                if !self.p.extends(declared, owner) {
                    self.need(base, owner, out);
                }
            }
            ExprKind::Cast(Type::Record(r), x) => {
                let declared = type_of(self.p, x).record();
                if declared.is_some_and(|d| !self.p.extends(d, *r)) {
                    self.need(x, *r, out);
                }
            }
            _ => {}
        });
    }

    fn need(&self, object: &Expr, record: RecordId, out: &mut Asked) {
        let known = self.guards.iter().any(|g| g.object == *object && self.p.extends(g.record, record));
        if known {
            return;
        }
        let declared = type_of(self.p, object).record();
        let extends = self.p.is_polymorphic(object) && declared.is_some_and(|d| self.p.extends(record, d));
        match extends && !self.is_excluded(object, record) {
            true if !out.needs.iter().any(|(o, r)| o == object && *r == record) => {
                out.needs.push((object.clone(), record));
            }
            true => {}
            false => out.impossible = true,
        }
    }

    /// Whether a statement that speaks of components that an object cannot have does nothing.
    fn may_go(&self, id: StmtId) -> bool {
        matches!(
            self.stmt(id).kind,
            StmtKind::Assign { .. }
                | StmtKind::If(_)
                | StmtKind::Do(_)
                | StmtKind::Allocate { .. }
                | StmtKind::Deallocate { .. }
                | StmtKind::Save { .. }
                | StmtKind::Restore { .. }
                | StmtKind::PointerAssign { .. }
                | StmtKind::Nullify(_)
        )
    }

    /// With the names that the guards around give to objects: of several the innermost that says enough of the type.
    fn rewritten(&self, e: &Expr) -> Expr {
        let named = |object: &Expr, needed: Option<RecordId>| {
            let enough = |g: &&Guard| needed.is_none_or(|r| self.p.extends(g.record, r));
            let of_object = || self.guards.iter().rev().filter(|g| g.object == *object);
            of_object().find(enough).or_else(|| of_object().next()).and_then(|g| g.name)
        };
        let kind = match &e.kind {
            ExprKind::Field { base, record, field } => {
                let base = match named(base, self.p.records[*record].fields[*field].owner) {
                    Some(s) => Expr::var(s),
                    None => self.rewritten(base),
                };
                ExprKind::Field { base: Box::new(base), record: *record, field: *field }
            }
            ExprKind::Cast(Type::Record(r), x) => {
                let inner = match named(x, Some(*r)) {
                    Some(s) => Expr::var(s),
                    None => self.rewritten(x),
                };
                let declared = type_of(self.p, x).record();
                if declared.is_none_or(|d| !self.p.extends(d, *r) || d == *r) {
                    return inner;
                }
                ExprKind::Cast(Type::Record(*r), Box::new(inner))
            }
            _ => {
                let mut out = e.clone();
                out.children_mut(&mut |c| *c = self.rewritten(c));
                return out;
            }
        };
        Expr::at(kind, e.span)
    }

    fn refuse(&mut self, span: Span, why: &str) {
        let name = &self.p.units[self.unit].name;
        // What the tool itself made stands nowhere.
        let span = if span == Span::NONE { self.p.units[self.unit].span } else { span };
        let said = Diagnostic::error("RT0469", span, format!("in `{name}`: {why}"))
            .note("give the object its type once, before the procedure that is differentiated, or copy its components");
        if !self.said.contains(&said) {
            self.said.push(said);
        }
    }
}

/// Whether one reference is the derivative of another: of the same components and elements.
fn is_derivative(p: &Program, maps: &Maps, derivative: &Expr, original: &Expr) -> bool {
    match (&derivative.kind, &original.kind) {
        (ExprKind::Var(d), ExprKind::Var(o)) => {
            maps.derivatives.iter().any(|(source, own)| own == d && maps.symbol(*source) == *o)
        }
        (ExprKind::Field { base: b, record: r, field: f }, ExprKind::Field { base: c, record: s, field: g }) => {
            p.records[*r].fields[*f].name == p.records[*s].fields[*g].name && is_derivative(p, maps, b, c)
        }
        (ExprKind::Index { base: b, subs: x }, ExprKind::Index { base: c, subs: y }) => {
            x == y && is_derivative(p, maps, b, c)
        }
        _ => false,
    }
}

/// A guard of SELECT TYPE: its type stands in its text by the name that it has where that is printed.
fn guard_of_type(word: &str, record: RecordId) -> Expr {
    let mold: Expr = ExprKind::Structure { record, args: Vec::new() }.into();
    ExprKind::Opaque { text: format!("{word} ({{0}})"), reads: vec![mold], ty: Box::new(Type::Void) }.into()
}

fn mentions_tag(p: &Program, kind: &StmtKind) -> bool {
    kind.any_expr(&mut |e| p.object_of_tag(e).is_some())
}
