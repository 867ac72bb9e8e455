//! Fortran pointers that are associated again: `tmp => old; old => new; new => tmp`, `c => a(:, j)` in a loop, NULLIFY, ALLOCATE of a pointer.
//!
//! The derivative of a pointer is a pointer too, and goes along: where the forward sweep associates `p` with `x` it associates `pb` with `xb`.
//! What an adjoint reaches through an earlier association finds it again: before a statement that changes it, both pointers are kept in
//! structures with one pointer component ([`Holders`]), which hold all of an association, bounds and strides included. Where a
//! point may be passed more than once the structures go to the run-time stack byte by byte (`pushpointers`): what comes back is the
//! same association (F2018 7.5.4.8 and 16.9.193).

use analysis::allocation::{calls, dummies};
use analysis::reached::reaches;
use il::contiguity::is_declared_contiguous;
use il::stmt::associated;
use il::symbol::SymbolKind;
use il::typing::type_of;
use il::zones::ZoneId;
use il::{
    Block, Diagnostic, Expr, ExprKind, Field, Program, Record, RecordId, Span, StmtId, StmtKind, SymbolId, Type, UnitId,
};

use crate::adjoint::emit::{Emit, Pair, Side};
use crate::adjoint::plan::access::{Access, Set};
use crate::adjoint::plan::{Home, Save};
use crate::request::Place;

/// The pointers whose association a statement changes. Those that own their targets are looked after like allocatable components
/// ([`analysis::owning`]).
pub(crate) fn changed(access: &Access, kind: &StmtKind) -> Vec<Expr> {
    match kind {
        StmtKind::PointerAssign { lhs, .. } => vec![associated(lhs).clone()],
        StmtKind::Nullify(objects) => objects.clone(),
        StmtKind::Allocate { objects, .. } => {
            objects.iter().map(|o| o.object.clone()).filter(|e| access.moves(e)).collect()
        }
        StmtKind::Deallocate { objects, .. } => objects.iter().filter(|e| access.moves(e)).cloned().collect(),
        _ => Vec::new(),
    }
}

/// A structure with one pointer component, in one of the procedures that are made.
pub(crate) struct Holder {
    side: usize,
    target: Type,
    /// Of a derivative: in several directions its component has one more dimension.
    derivative: bool,
    /// Declared CLASS: what it leads to has a type of its own.
    polymorphic: bool,
    /// How a procedure pointer is declared; CONTIGUOUS.
    declared: Option<String>,
    /// The interface that is named there.
    interface: Option<SymbolId>,
    record: RecordId,
}

/// The structures of a unit that hold associations.
#[derive(Default)]
pub(crate) struct Holders {
    types: Vec<Holder>,
    /// Variables that hold what is on its way to or from the stack, by their type and the name of the pointer.
    variables: Vec<(RecordId, String, SymbolId)>,
    /// Local pointers that may have no association where it is kept.
    doubtful: Vec<SymbolId>,
}

impl Emit<'_, '_> {
    fn holder_type(
        &mut self,
        side: usize,
        target: &Type,
        derivative: bool,
        polymorphic: bool,
        (declared, interface): (Option<String>, Option<SymbolId>),
    ) -> RecordId {
        let derivative = derivative && self.world.request.directions.is_some();
        let same = |h: &&Holder| {
            (h.side, &h.target, h.derivative, h.polymorphic, &h.declared, h.interface)
                == (side, target, derivative, polymorphic, &declared, interface)
        };
        if let Some(h) = self.holders.types.iter().find(same) {
            return h.record;
        }
        let shell = &self.shells[side];
        let (scope, upper) = (shell.scope, shell.upper);
        let name = crate::names::fresh(&self.world.out, scope, "association", upper);
        let field = Field {
            name: if upper { "TO".into() } else { "to".into() },
            ty: target.clone(),
            allocatable: false,
            pointer: true,
            init: None,
            attributes: declared.clone().into_iter().collect(),
            group: 0,
            comments: Vec::new(),
            trailing: None,
            owner: None,
            polymorphic,
        };
        let record = self.world.out.records.add(Record {
            name: name.clone(),
            parameters: String::new(),
            fields: vec![field],
            spelling: String::new(),
            attributes: Vec::new(),
            extends: None,
            opaque: false,
            trailing_text: Vec::new(),
            overlaid: Vec::new(),
            external: false,
            handle: None,
            span: Span::NONE,
        });
        self.world.out.declare(scope, name, Span::NONE, SymbolKind::Record(record));
        self.shells[side].holders.push(record);
        if derivative {
            self.world.marks.records.insert(record);
        }
        self.world.interfaces.extend(interface.map(|s| (record, s)));
        let target = target.clone();
        self.holders.types.push(Holder { side, target, derivative, polymorphic, declared, interface, record });
        record
    }

    /// `procedure(f)` as a procedure pointer of the output is declared, and what `f` is where that stands. What else is said there concerns calls: to whom the
    /// object is passed.
    fn interface_of(&self, pointer: &Expr) -> Option<(String, Option<SymbolId>)> {
        let p = &self.world.out;
        let text = match &pointer.kind {
            ExprKind::Field { record, field, .. } => p.records[*record].fields[*field].attributes.first()?,
            ExprKind::Var(s) => p.units[p.home(*s)?].decls.iter().find_map(|d| match &d.kind {
                il::DeclKind::Variables { spelling, entities, .. } if entities.iter().any(|e| e.symbol == *s) => {
                    Some(spelling)
                }
                _ => None,
            })?,
            _ => return None,
        };
        let mut open = 0;
        let end = text.find(|c| {
            open += i32::from(c == '(') - i32::from(c == ')');
            open == 0 && c == ')'
        })?;
        let scope = match &pointer.kind {
            ExprKind::Field { record, field, .. } => {
                let owner = p.records[*record].fields[*field].owner.unwrap_or(*record);
                p.type_symbol(owner).map(|s| p.symbols[s].scope)
            }
            _ => pointer.root().map(|s| p.symbols[s].scope),
        };
        let name = text[..end].split_once('(').map_or("", |(_, name)| name.trim());
        Some((text[..=end].to_string(), scope.and_then(|s| p.lookup(s, name))))
    }

    /// The component of a structure that holds an association of `pointer`, which is over the output; and the structure.
    fn holder(&mut self, side: Side, pointer: &Expr, derivative: bool, again: bool) -> (Expr, Expr) {
        let k = if side == Side::Back { self.shells.len() - 1 } else { 0 };
        let mut target = type_of(&self.world.out, pointer);
        if let Type::Array { dims, .. } = &mut target {
            dims.iter_mut().for_each(|d| *d = il::Dim { lower: None, upper: il::Upper::Deferred });
        }
        let known = self.interface_of(pointer).filter(|_| target == Type::Procedure);
        let interface = known.as_ref().and_then(|(_, interface)| *interface);
        let declared = known.map(|(head, _)| {
            let (words, name) =
                if self.shells[k].upper { (", POINTER, NOPASS", "TO") } else { (", pointer, nopass", "to") };
            format!("{head}{words} :: {name}")
        });
        let word = if self.shells[k].upper { "CONTIGUOUS" } else { "contiguous" };
        let declared = declared.or_else(|| is_declared_contiguous(&self.world.out, pointer).then(|| word.to_string()));
        let polymorphic = match &pointer.kind {
            ExprKind::Field { record, field, .. } => self.world.out.records[*record].fields[*field].polymorphic,
            _ => pointer.root().and_then(|s| self.world.out.variable(s)).is_some_and(|v| v.polymorphic),
        };
        let record = self.holder_type(k, &target, derivative, polymorphic, (declared, interface));
        let base = match &pointer.kind {
            ExprKind::Field { record, field, .. } => self.world.out.records[*record].fields[*field].name.clone(),
            _ => pointer.root().map_or("pointer".into(), |s| self.world.out.symbols[s].name.clone()),
        };
        let known = self.holders.variables.iter().find(|(r, b, _)| again && *r == record && *b == base);
        let variable = match known {
            Some((.., v)) => *v,
            None => {
                let name = if self.shells[k].upper { format!("{base}_WAS") } else { format!("{base}_was") };
                let v = self.world.local(&mut self.shells[k], &name, Type::Record(record));
                if again {
                    self.holders.variables.push((record, base, v));
                }
                if derivative {
                    self.world.marks.derivatives.insert(v);
                }
                v
            }
        };
        let part = ExprKind::Field { base: Box::new(Expr::var(variable)), record, field: 0 };
        (part.into(), Expr::var(variable))
    }

    /// Keeps an association and that of the derivative in front of a statement, and puts them back.
    pub(crate) fn save_association(&mut self, save: &Save, fore: &mut Block, back: &mut Block) {
        let local = save.home == Home::Local && self.home_here() == Home::Local;
        if let ExprKind::Var(s) = save.value.kind {
            let v = self.world.source.variable(s);
            let local = v.is_some_and(|v| v.is_unsaved_local() && v.init.is_none());
            if local && !self.holders.doubtful.contains(&s) && !self.is_surely_associated(s) {
                self.holders.doubtful.push(s);
            }
        }
        let mut places = vec![(self.fore(&save.value), self.back(&save.value), false)];
        if self.world.facts.has_storage(self.world.source, &save.value) {
            let (f, b) = (&self.shell(self.forward).maps, &self.shell(Side::Back).maps);
            if let (Some(f), Some(b)) = (f.reference(&save.value), b.reference(&save.value)) {
                places.push((f, b, true));
            }
        }
        for (from, into, derivative) in places {
            let side = self.forward;
            let (part, whole) = self.holder(side, &from, derivative, !local);
            fore.push(self.add(side, StmtKind::PointerAssign { lhs: part.clone(), rhs: from }));
            if local {
                back.insert(0, self.add(Side::Back, StmtKind::PointerAssign { lhs: into, rhs: part }));
                continue;
            }
            let id = self.new_tape();
            fore.push(self.add(side, StmtKind::Save { id, value: whole }));
            let (part, whole) = self.holder(Side::Back, &into, derivative, true);
            back.insert(0, self.add(Side::Back, StmtKind::PointerAssign { lhs: into, rhs: part }));
            back.insert(0, self.add(Side::Back, StmtKind::Restore { id, into: whole }));
        }
    }

    /// The association of a local goes from the forward to the backward half.
    pub(crate) fn hand_over_association(&mut self, pointer: &Expr, fore: &mut Block, back: &mut Block) {
        self.keep_association(pointer, Home::Tape, fore, back);
    }

    fn keep_association(&mut self, pointer: &Expr, home: Home, fore: &mut Block, back: &mut Block) {
        let save = Save {
            value: pointer.clone(),
            home,
            reason: crate::adjoint::plan::Reason::Earlier,
            bytes: None,
            association: true,
            allocation: None,
            again: None,
        };
        self.save_association(&save, fore, back);
    }

    /// Where a pointer of these addresses is made to lead elsewhere, in this procedure or in one that it calls.
    pub(crate) fn led_elsewhere(&self, addresses: &[ZoneId]) -> Option<Span> {
        let p = self.world.source;
        let mut all = Set::default();
        all.add(addresses);
        let mut found = None;
        for unit in self.world.facts.analysis.calls().reached(&[self.unit]) {
            let u = &p.units[unit];
            u.walk(&u.body, &mut |_, s| {
                if let StmtKind::PointerAssign { lhs, .. } = &s.kind
                    && self.access.association(associated(lhs)).meets(&all)
                {
                    found = found.or(Some(s.span));
                }
            });
        }
        found
    }

    /// The pointers on the way to a place of the head lead, when it ends, where they led when it began: as far as their associations come back.
    pub(crate) fn keep_associations(&mut self, place: &Place, moved: &[ZoneId], before: &mut Block, after: &mut Block) {
        let p = self.world.source;
        for z in moved {
            let path = &self.access.zones.zone(*z).path;
            let Some(pointer) = component(p, &Expr::var(place.symbol), path) else { continue };
            let kept = || {
                let mut all = true;
                let u = &p.units[self.unit];
                u.walk(&u.body, &mut |id, s| {
                    let moves = changed(self.access, &s.kind).contains(&pointer);
                    all &= !moves || self.plan.step(id).saves.iter().any(|s| s.association && s.value == pointer);
                    all &= calls(&s.kind).is_empty();
                });
                all
            };
            // What it is a component of may not be there when the head begins.
            let is_there = !pointer.spine().skip(1).any(|link| p.is_allocatable(link) || p.is_pointer(link));
            if p.is_pointer(&pointer) && is_there && !kept() {
                self.keep_association(&pointer, Home::Local, before, after);
            }
        }
    }

    /// `p => x`: the derivative pointer goes along.
    pub(crate) fn pointer_assign(&mut self, stmt: StmtId, lhs: &Expr, rhs: &Expr) -> Pair {
        let mut out = Pair::default();
        let step = self.plan.step(stmt);
        let active = self.world.facts.has_storage(self.world.source, associated(lhs));
        if self.access.alias_at(self.unit, stmt).is_some() {
            // The backward sweep makes it again.
            if step.live {
                out.fore.push(self.copy(stmt));
            }
            return out;
        }
        (out.fore, out.back) = self.saves(&step.saves);
        let p = self.world.source;
        let own = |s| p.variable(s).is_some_and(|v| v.is_unsaved_local() && !v.pointer);
        if active {
            self.moves_along(stmt, lhs, rhs, &mut out.fore);
        } else if self.is_split() && rhs.root().is_some_and(own) && type_of(p, rhs) != Type::Procedure {
            // What is no procedure, which is there in both halves.
            self.refuse_target(self.original(stmt).span);
        }
        if step.live || active {
            out.fore.push(self.copy(stmt));
        }
        out
    }

    /// `a = b` of structures: the derivatives of their pointers go along, as the pointers do.
    pub(crate) fn pointers_go_along(&mut self, stmt: StmtId, lhs: &Expr, rhs: &Expr) -> Block {
        let mut out = Block::new();
        let p = self.world.source;
        if !self.language().describes_storage()
            || type_of(p, lhs).record().is_none()
            || !self.world.facts.has_storage(p, lhs)
        {
            return out;
        }
        let mut pointers = Vec::new();
        let mut known = self.pointers_of(lhs, true, &mut Vec::new(), &mut pointers);
        let mut pairs = Vec::new();
        for path in &pointers {
            match component(p, rhs, path) {
                Some(value) => pairs.push((component(p, lhs, path), value)),
                None => known = false,
            }
        }
        if !known {
            self.world.report(nameless_pointers(self.original(stmt).span));
            return out;
        }
        for (l, r) in pairs {
            if let Some(l) = l {
                self.moves_along(stmt, &l, &r, &mut out);
            }
        }
        out
    }

    /// The paths to the active pointers in a structure that do not own their targets. `false`: there are some in elements of arrays, or in what may not be
    /// allocated. `named`: neither is the case here.
    fn pointers_of(&self, e: &Expr, named: bool, above: &mut Vec<RecordId>, out: &mut Vec<Vec<usize>>) -> bool {
        let p = self.world.source;
        let ty = type_of(p, e);
        let Some(record) = ty.record() else { return true };
        if above.contains(&record) {
            return out.is_empty();
        }
        let named = named && ty.rank() == 0;
        above.push(record);
        let mut known = true;
        for field in (0..p.records[record].fields.len()).filter(|k| self.world.facts.owns_field(record, *k)) {
            let part: Expr = ExprKind::Field { base: Box::new(e.clone()), record, field }.into();
            let mut inside = Vec::new();
            if self.access.moves(&part) {
                known &= named;
                inside.push(Vec::new());
            } else if !p.is_pointer(&part) {
                let named = named && !p.records[record].fields[field].allocatable;
                known &= self.pointers_of(&part, named, above, &mut inside);
            }
            out.extend(inside.into_iter().map(|rest| std::iter::once(field).chain(rest).collect()));
        }
        above.pop();
        known
    }

    fn moves_along(&mut self, stmt: StmtId, lhs: &Expr, rhs: &Expr, block: &mut Block) {
        let span = self.original(stmt).span;
        let side = self.forward;
        if self.is_split() && !rhs.root().is_none_or(|s| self.outlives_the_forward_half(s, rhs)) {
            self.refuse_target(span);
            return;
        }
        let maps = self.shell(side).maps.clone();
        let null = matches!(&rhs.kind, ExprKind::Intrinsic(f, _) if f.name() == "null");
        let value = if null { Some(maps.expr(rhs)) } else { maps.reference(rhs) };
        match (maps.reference(lhs), value) {
            (Some(l), Some(r)) => {
                self.allocate_target(rhs, span, block);
                block.push(self.add(side, StmtKind::PointerAssign { lhs: l, rhs: r }));
            }
            (Some(_), None) => self.refuse(
                span,
                "an active pointer is associated with a target that has no derivative",
                "name the target among the independents of the head",
            ),
            (None, _) => {}
        }
    }

    pub(crate) fn refuse_target(&mut self, span: Span) {
        self.refuse(
            span,
            "in a procedure in split mode a pointer is associated with what its two halves do not share",
            "associate it in the procedure that owns the target, or make the target a variable of a module",
        );
    }

    /// Whether the backward half finds a variable and its derivative where the forward half left them: not its own locals, nor the derivatives of
    /// dummies that only the backward half gets. What a pointer leads to is elsewhere.
    fn outlives_the_forward_half(&self, s: SymbolId, target: &Expr) -> bool {
        let p = self.world.source;
        p.variable(s).is_some_and(|v| match v.storage {
            il::Storage::Global | il::Storage::Common => true,
            il::Storage::Local | il::Storage::Result => {
                v.saved || v.pointer || p.leads_through_pointer_component(target)
            }
            il::Storage::Dummy(k) => self.world.facts.goes_forward(self.unit, k),
        })
    }

    /// DEALLOCATE of pointers: what the backward sweep may still read is released by the adjoint of its ALLOCATE, in this procedure or, for what has a
    /// derivative, in another one that is differentiated. So all is released once, whatever paths the original takes.
    pub(crate) fn let_go(&mut self, stmt: StmtId, objects: &[Expr]) -> Pair {
        let span = self.original(stmt).span;
        let kept = |o: &Expr| self.is_own(o) || self.world.facts.has_storage(self.world.source, o);
        if !objects.iter().all(|o| self.access.moves(o) && kept(o)) {
            self.refuse(
                span,
                "DEALLOCATE of a pointer whose target may not have been allocated in this procedure",
                "allocate and deallocate it in the same procedure, or deallocate it in the caller",
            );
        }
        let mut out = Pair::default();
        let step = self.plan.step(stmt);
        (out.fore, out.back) = self.saves(&step.saves);
        let side = self.forward;
        let mut all = self.twins(objects);
        all.extend(objects.iter().map(|o| self.fore(o)));
        out.fore.push(self.add(side, StmtKind::Nullify(all)));
        out
    }

    /// Whether a pointer is gone, in both sweeps, wherever this procedure runs: the local of another one in joint mode that never leads here and
    /// hands its pointer to nobody.
    pub(crate) fn ends_before(&self, unit: UnitId, pointer: &Expr) -> bool {
        let p = self.world.source;
        let (u, ExprKind::Var(s)) = (&p.units[unit], pointer.kind.clone()) else { return false };
        let local = p.symbols[s].scope == u.scope
            && p.variable(s).is_some_and(|v| v.pointer && v.is_unsaved_local() && !v.target);
        let split = || crate::adjoint::rounds::wanted(self.world, self.access).get(&unit).is_none_or(|w| w.split);
        if !local || unit == self.unit || reaches(p, unit, self.unit) || split() {
            return false;
        }
        let may_keep = |d: SymbolId| p.variable(d).is_none_or(|v| v.pointer || v.target);
        let mut kept = true;
        u.walk(&u.body, &mut |_, s0| {
            kept &= match &s0.kind {
                StmtKind::PointerAssign { lhs, rhs } => rhs.root() != Some(s) || *lhs == *pointer,
                kind => calls(kind).into_iter().all(|(callee, args)| {
                    let mut given = dummies(p, callee, args).into_iter();
                    given.all(|(d, a)| a.root() != Some(s) || d.is_some_and(|d| !may_keep(d)))
                }),
            };
        });
        kept
    }

    /// Whether all that a pointer may release was allocated in this procedure and does not outlive it. What no ALLOCATE makes cannot be released by
    /// it (F2018 9.7.3.3), although it may lead there on another path.
    fn is_own(&self, pointer: &Expr) -> bool {
        let (zones, _) = self.access.place(pointer);
        let variable = |z| self.world.source.variable(self.access.zones.zone(z).symbol);
        let released =
            |z: &_| self.access.zones.zone(*z).pointee || variable(*z).is_none_or(|v| v.allocatable || v.pointer);
        let mut zones = zones.iter().filter(released).peekable();
        zones.peek().is_some()
            && zones.all(|z| {
                let zone = self.access.zones.zone(z);
                let local = variable(z).is_some_and(|v| v.is_unsaved_local());
                zone.owner == Some(self.unit) && zone.pointee && local
            })
    }

    /// The derivatives of pointers that have one here.
    fn twins(&self, objects: &[Expr]) -> Vec<Expr> {
        let maps = &self.shell(self.forward).maps;
        let active = |e: &&Expr| self.world.facts.has_storage(self.world.source, e);
        objects.iter().filter(active).filter_map(|e| maps.reference(e)).collect()
    }

    /// Local pointers whose association is kept where they may have none yet get one: none.
    pub(crate) fn start_unassociated(&mut self) -> Block {
        let pointers = std::mem::take(&mut self.holders.doubtful);
        if pointers.is_empty() {
            return Block::new();
        }
        let mut all = Vec::new();
        for s in pointers {
            let e = Expr::var(s);
            all.push(self.fore(&e));
            all.extend(self.twins(&[e]));
        }
        vec![self.add(Side::Fore, StmtKind::Nullify(all))]
    }

    /// Whether a local pointer surely has an association where it is kept: one was given to it before, outside of all constructs.
    fn is_surely_associated(&self, s: SymbolId) -> bool {
        let p = self.world.source;
        let u = &p.units[self.unit];
        for id in &u.body {
            let kind = &u.stmts[*id].kind;
            if changed(self.access, kind).iter().any(|e| e.kind == ExprKind::Var(s)) {
                return true;
            }
            if u.mentions(&[*id], s) {
                return false;
            }
        }
        false
    }

    /// NULLIFY: of the derivatives too.
    pub(crate) fn nullify(&mut self, stmt: StmtId, objects: &[Expr]) -> Pair {
        let mut out = Pair::default();
        let step = self.plan.step(stmt);
        (out.fore, out.back) = self.saves(&step.saves);
        let twins = self.twins(objects);
        if !twins.is_empty() {
            out.fore.push(self.add(self.forward, StmtKind::Nullify(twins)));
        }
        out.fore.push(self.copy(stmt));
        out
    }
}

/// The refusal of an assignment of structures whose pointers cannot be followed, or saved, one by one.
pub(crate) fn nameless_pointers(span: Span) -> Diagnostic {
    let said = "structures with pointers are assigned, of which not each pointer has a name";
    Diagnostic::error("RT0431", span, said).note("assign the structures one by one, or their components")
}

/// The component of a structure value at the end of a path.
fn component(p: &Program, e: &Expr, path: &[usize]) -> Option<Expr> {
    let Some((&field, rest)) = path.split_first() else { return Some(e.clone()) };
    let record = type_of(p, e).record()?;
    if e.is_reference() {
        let part: Expr = ExprKind::Field { base: Box::new(e.clone()), record, field }.into();
        return component(p, &part, rest);
    }
    let ExprKind::Structure { record, args } = &e.bare().kind else { return None };
    let is_it = |(k, a): &(usize, &il::Arg)| p.component_of(*record, *k, a.keyword.as_deref()) == Some(field);
    match args.iter().enumerate().find(is_it) {
        Some((_, a)) => component(p, &a.value, rest),
        // What has no value is what its type says at first.
        None if rest.is_empty() => Some(Expr::intrinsic("null", Vec::new())),
        None => None,
    }
}
