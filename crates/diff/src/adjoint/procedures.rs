//! The derivative procedures of a unit: `F_B` with both sweeps, or `F_FWD` and `F_BWD`; what surrounds the sweeps in them.

use std::collections::BTreeSet;

use il::stmt::associated;
use il::typing::type_of;
use il::{Block, DeclKind, Expr, ExprKind, Language, RecordId, StmtKind, SymbolId, Type, UnitId};

use super::contract::{Contract, contract};
use super::emit::{Emit, Pair, Side};
use super::formats;
use super::named_parts::is_named;
use super::plan;
use super::{notes, tape_arrays, tape_buffers, tape_halves, tape_room, tidy, values};
use crate::adjoint::plan::access;
use crate::adjoint::tidy::choices;
use crate::derive::World;
use crate::signature::Part;

/// `F_B`: both sweeps in one procedure.
pub(super) fn joint<'a>(world: &mut World<'a>, access: &access::Access<'a>, unit: UnitId, plan: &plan::Plan) {
    let _span = tracing::info_span!("adjoint", unit = world.source.units[unit].name).entered();
    let shell = world.shell(unit, Part::Adjoint);
    let mut emit = Emit::new(world, unit, vec![shell], plan, access);
    let (Pair { mut fore, mut back }, label) = emit.run();
    emit.drop_unused(&mut fore, Side::Fore);
    emit.drop_unused(&mut back, Side::Back);
    let Contract { before, clears, zeroes } = contract(&mut emit, unit, Part::Adjoint);
    let values = values::keep(&mut emit, unit, &back);
    let mut tapes = emit.tapes();
    let mut shell = emit.shells.pop().expect("one shell");
    let declares = declarations(emit.world, unit, &shell);
    let mut body = declares;
    // What clears derivatives may stand before the last choice, unless their shapes are made there: no forward statement reads one.
    let u = &mut world.out.units[shell.unit];
    let (label, met) = match values.fore.is_empty() && choices::may_follow(u, &clears, &fore) {
        true => choices::meet(u, &mut fore, label, &mut back),
        false => (label, false),
    };
    let last = if met { fore.pop() } else { None };
    body.extend(before);
    body.append(&mut fore);
    if let Some(label) = label {
        let id = world.out.units[shell.unit].add(StmtKind::Nop);
        world.out.units[shell.unit].stmts[id].label = Some(label);
        body.push(id);
    }
    body.extend(values.fore);
    body.extend(clears);
    body.extend(last);
    body.append(&mut back);
    body.extend(zeroes);
    body.extend(values.back);
    values::through_argument(world, &shell, unit, &body);
    let tape = tape_arrays::place(world, &mut shell, &mut body);
    tidy::tidy(world, &mut shell, unit, &mut body);
    tape_room::make(world, &mut shell, &mut body, &tape);
    tape_buffers::place(world, &mut shell, &mut body, &mut tapes);
    finish(world, shell, body, tapes);
}

/// `F_PART`: both sweeps in one procedure, which returns the value, from the seed 1 into partial derivatives that start from zero.
pub(super) fn with_value<'a>(world: &mut World<'a>, access: &access::Access<'a>, unit: UnitId, plan: &plan::Plan) {
    let _span = tracing::info_span!("adjoint", unit = world.source.units[unit].name).entered();
    let shell = world.shell(unit, Part::Partials);
    let mut emit = Emit::new(world, unit, vec![shell], plan, access);
    let (Pair { mut fore, mut back }, label) = emit.run();
    emit.drop_unused(&mut fore, Side::Fore);
    emit.drop_unused(&mut back, Side::Back);
    let Contract { clears, .. } = contract(&mut emit, unit, Part::Partials);
    let start = crate::adjoint::emit::leaf::start_partials(&mut emit, unit, clears);
    let mut tapes = emit.tapes();
    let mut shell = emit.shells.pop().expect("one shell");
    let mut body = declarations(world, unit, &shell);
    let Some(result) = world.source.units[unit].result() else { return };
    let kept = keep_value(world, &mut shell, result, &back);
    // What clears derivatives may stand before the last choice: no forward statement reads one.
    let u = &mut world.out.units[shell.unit];
    let (label, met) = match kept.is_none() && choices::may_follow(u, &start, &fore) {
        true => choices::meet(u, &mut fore, label, &mut back),
        false => (label, false),
    };
    let last = if met { fore.pop() } else { None };
    let (value, end) = kept.unzip();
    body.append(&mut fore);
    if let Some(label) = label {
        let id = world.out.units[shell.unit].add(StmtKind::Nop);
        world.out.units[shell.unit].stmts[id].label = Some(label);
        body.push(id);
    }
    body.extend(value);
    body.extend(start);
    body.extend(last);
    body.append(&mut back);
    body.extend(end);
    if world.language(unit).returns_expressions() {
        let value = returned_value(world, &mut shell, result, &mut body);
        let id = world.out.units[shell.unit].add(StmtKind::Return(Some(value)));
        body.push(id);
    }
    let tape = tape_arrays::place(world, &mut shell, &mut body);
    tidy::tidy(world, &mut shell, unit, &mut body);
    tape_room::make(world, &mut shell, &mut body, &tape);
    tape_buffers::place(world, &mut shell, &mut body, &mut tapes);
    finish(world, shell, body, tapes);
}

/// Where the backward half sets the result variable again, for what it needs of it, the value waits in a local: the statements that put it there and
/// that bring it back.
fn keep_value(
    world: &mut World,
    shell: &mut crate::derive::Shell,
    result: SymbolId,
    back: &Block,
) -> Option<(il::StmtId, il::StmtId)> {
    let symbol = shell.maps.symbol(result);
    let changed = il::stores::changes(&world.out, shell.unit, back, symbol);
    let ty = world.out.symbol_type(symbol).cloned().filter(|_| changed)?;
    let local = Expr::var(world.local(shell, "value", ty));
    let u = &mut world.out.units[shell.unit];
    let keep = u.add(StmtKind::Assign { lhs: local.clone(), rhs: Expr::var(symbol) });
    Some((keep, u.add(StmtKind::Assign { lhs: Expr::var(symbol), rhs: local })))
}

/// `F_FWD` and `F_BWD`; only the latter when the former is `unasked` and does nothing but what the original does.
pub(super) fn split<'a>(
    world: &mut World<'a>,
    access: &access::Access<'a>,
    unit: UnitId,
    plan: &plan::Plan,
    unasked: bool,
) {
    let _span = tracing::info_span!("adjoint", unit = world.source.units[unit].name).entered();
    let shells = vec![world.shell(unit, Part::Forward), world.shell(unit, Part::Backward)];
    let mut emit = Emit::new(world, unit, shells, plan, access);
    let (Pair { mut fore, mut back }, label) = emit.run();
    if let Some(label) = label {
        let id = emit.add(Side::Fore, StmtKind::Nop);
        let u = emit.shell(Side::Fore).unit;
        emit.world.out.units[u].stmts[id].label = Some(label);
        fore.push(id);
    }
    // Locals that the backward half starts from travel on the tape.
    let (allocations, done) = emit.hand_over_allocations(&plan.handed_over);
    let mut handed = allocations.back;
    fore.extend(allocations.fore);
    for &s in plan.handed_over.iter().filter(|s| !done.contains(&Expr::var(**s))) {
        // What its pointers lead to is not its own, and may lead back.
        let source = emit.world.source;
        let ty = source.symbol_type(s).cloned().unwrap_or(Type::Void);
        if source.units[unit].language.describes_storage() && has_pointer_parts(source, &ty) {
            emit.refuse(
                source.symbols[s].span,
                "a local structure with pointer components in a procedure in split mode",
                "make it an argument, or call the procedure in joint mode",
            );
            continue;
        }
        if source.is_pointer(&Expr::var(s)) {
            emit.hand_over_association(&Expr::var(s), &mut fore, &mut handed);
            continue;
        }
        // Numbers of a structure that nobody needs may never have been set.
        let zones = emit.world.facts.analysis.zones();
        let structure = ty.element().record().is_some();
        let needed = |v: &Expr| {
            let ty = type_of(source, v);
            let number = matches!(ty.element(), Type::Scalar(_));
            ty != Type::Procedure
                && (!structure
                    || !number
                    || zones.of_ref(source, v).zones.iter().any(|z| plan.needed_at_end.contains(z)))
        };
        for value in leaves(emit.world, &Expr::var(s)).into_iter().filter(|v| !done.contains(v) && needed(v)) {
            // What the function has allocated is the caller's.
            if emit.world.source.units[unit].result() == Some(s) && is_allocated(emit.world.source, &value) {
                emit.refuse(
                    emit.world.source.units[unit].span,
                    "in split mode the backward procedure needs a part of the value of a function that allocates it",
                    "call the function in joint mode",
                );
                continue;
            }
            let mut places = vec![(emit.fore(&value), emit.back(&value))];
            // The numbers beside pointers in an array of structures begin as zero behind this.
            if emit.has_twin(&value) || emit.holds_twins(&value) {
                let (fore, back) = (&emit.shell(Side::Fore).maps, &emit.shell(Side::Back).maps);
                places.extend(fore.reference(&value).zip(back.reference(&value)));
            }
            // Nor may pointers that the backward half does not name.
            if structure && source.holds_pointers(&type_of(source, &value)) {
                let u = &emit.world.out.units[emit.shell(Side::Back).unit];
                places.retain(|(_, there)| is_named(u, &back, there));
            }
            if !places.is_empty() {
                emit.refuse_own_frame(&value);
            }
            for (f, b) in places {
                let id = emit.new_tape();
                let save = emit.add(Side::Fore, StmtKind::Save { id, value: f });
                let restore = emit.add(Side::Back, StmtKind::Restore { id, into: b });
                fore.push(save);
                handed.insert(0, restore);
            }
        }
    }
    emit.drop_unused(&mut fore, Side::Fore);
    emit.drop_unused(&mut handed, Side::Back);
    emit.drop_unused(&mut back, Side::Back);
    let Contract { clears, zeroes, .. } = contract(&mut emit, unit, Part::Backward);
    let mut tapes = emit.tapes();
    let (inner, control) = (std::mem::take(&mut emit.noted), emit.control());
    let mut bwd = emit.shells.pop().expect("two shells");
    let mut fwd = emit.shells.pop().expect("two shells");
    if world.notes(unit) {
        notes::write(world, access, [&mut fwd, &mut bwd], [&mut fore, &mut handed, &mut back], &inner, &control, tapes);
    }
    let mut fore_body = declarations(world, unit, &fwd);
    fore_body.append(&mut fore);
    let mut back_body = declarations(world, unit, &bwd);
    // Derivatives take over allocations that are handed over.
    back_body.append(&mut handed);
    back_body.extend(clears);
    back_body.append(&mut back);
    back_body.extend(zeroes);
    if world.language(unit).returns_expressions()
        && let (Some(result), il::UnitKind::Function { .. }) =
            (world.source.units[unit].result(), &world.out.units[fwd.unit].kind)
    {
        let value = returned_value(world, &mut fwd, result, &mut fore_body);
        let id = world.out.units[fwd.unit].add(StmtKind::Return(Some(value)));
        fore_body.push(id);
    }
    tape_halves::place(world, [&mut fwd, &mut bwd], [&mut fore_body, &mut back_body], &mut tapes);
    let notes = access.noted.borrow().get(&unit).is_some_and(|n| !n.is_empty());
    if unasked && !notes && is_silent(world, &fwd, &fore_body) {
        access.silent.borrow_mut().insert(unit);
        world.discard(&fwd);
    } else {
        world.out.units[bwd.unit].forward_half = Some(fwd.unit);
        tidy::tidy(world, &mut fwd, unit, &mut fore_body);
        finish(world, fwd, fore_body, tapes);
    }
    tidy::tidy(world, &mut bwd, unit, &mut back_body);
    finish(world, bwd, back_body, tapes);
}

/// Whether a place is allocatable, or in something that is.
fn is_allocated(p: &il::Program, place: &Expr) -> bool {
    place.any(&mut |e| p.is_allocatable(e))
}

/// Whether a forward half neither uses the tape nor touches a derivative.
fn is_silent(world: &World, shell: &crate::derive::Shell, body: &Block) -> bool {
    let derivatives: BTreeSet<SymbolId> = shell.maps.derivatives.values().copied().collect();
    let mut found = false;
    world.out.units[shell.unit].walk(body, &mut |_, s| {
        found |= matches!(s.kind, StmtKind::Save { .. } | StmtKind::SaveControl { .. });
        s.kind.exprs(&mut |e| {
            e.walk(&mut |x| found |= matches!(x.kind, ExprKind::Var(s) if derivatives.contains(&s)));
        });
    });
    !found
}

/// C: what a forward sweep returns: the value that its last statement sets, otherwise a local that holds it from there on.
fn returned_value(world: &mut World, shell: &mut crate::derive::Shell, result: SymbolId, body: &mut Block) -> Expr {
    let symbol = shell.maps.symbol(result);
    let value = |s: &il::Stmt| {
        s.kind.as_assign().filter(|(lhs, _)| lhs.kind == il::ExprKind::Var(symbol)).map(|(_, rhs)| rhs.clone())
    };
    let unit = shell.unit;
    let mut setting = Vec::new();
    world.out.units[unit].walk(body, &mut |id, s| setting.extend(value(s).map(|rhs| (id, rhs))));
    if let [(id, rhs)] = setting.as_slice()
        && body.last() == Some(id)
    {
        body.pop();
        return rhs.clone();
    }
    let Some(ty) = world.out.symbol_type(symbol).cloned() else { return Expr::var(symbol) };
    let local = world.local(shell, "value", ty);
    let mut all = Vec::new();
    world.out.units[unit].walk(body, &mut |id, _| all.push(id));
    for id in all {
        world.out.units[unit].stmts[id].kind.exprs_mut(&mut |e| {
            e.rewrite(&mut |x| {
                if x.kind == il::ExprKind::Var(symbol) {
                    *x = Expr::var(local);
                }
            })
        });
    }
    Expr::var(local)
}

fn finish(world: &mut World, shell: crate::derive::Shell, mut body: Block, tapes: u32) {
    world.out.units[shell.unit].tapes = tapes;
    formats::bring(world, &shell, &mut body);
    declare_value(world, &shell);
    keep_values(world, &shell, &body);
    world.finish_shell(shell, body);
}

/// The value of a function is a local of its adjoint: declared, when the original's type stood in its FUNCTION statement.
fn declare_value(world: &mut World, shell: &crate::derive::Shell) {
    let original = &world.source.units[shell.original];
    let (Some(result), Language::Fortran) = (original.result(), original.language) else { return };
    let value = shell.maps.symbol(result);
    if matches!(world.out.units[shell.unit].kind, il::UnitKind::Function { .. }) {
        return;
    }
    let u = &mut world.out.units[shell.unit];
    let declared = u.decls.iter().any(|d| d.kind.entities().iter().any(|e| e.symbol == value));
    if declared {
        return;
    }
    let colons = u.decls.iter().any(|d| matches!(d.kind, DeclKind::Variables { colons: true, .. }));
    let Some(ty) = world.out.symbol_type(value) else { return };
    let spelling = match ty.element() {
        Type::Scalar(s) => s.spelling.clone(),
        Type::Record(r) => format!("type({})", world.out.records[*r].name),
        _ => return,
    };
    let kind = DeclKind::Variables { spelling, attrs: Vec::new(), colons, entities: vec![il::Entity::new(value)] };
    world.out.units[shell.unit].decls.push(il::Decl::from(kind));
}

/// A dummy of INTENT(OUT) that an adjoint does not set any more would still be undefined after its call (F2018 8.5.10), while the caller goes on with
/// the value that it has restored: it becomes INOUT. Nobody but their callers sees heads; adjoints that other adjoints call are meant.
fn keep_values(world: &mut World, shell: &crate::derive::Shell, body: &Block) {
    let unit = shell.original;
    if world.language(unit) != Language::Fortran || world.is_only_a_head(unit) {
        return;
    }
    let set = may_be_set(&world.out, shell.unit, body);
    let whole = |s: &SymbolId| set.contains(&Expr::var(*s));
    let part = |s: &SymbolId| set.iter().any(|e| e.root() == Some(*s));
    let kept = |s: &SymbolId| {
        let Some(v) = world.out.variable(*s) else { return false };
        // Of a structure each component counts; one that begins with values begins with them here, too.
        let record = v.ty.record();
        let begins = record.is_some_and(|r| begins_with_values(&world.out, r));
        let is_set = if record.is_some() { whole(s) } else { part(s) };
        v.intent == Some(il::Intent::Out) && !v.allocatable && !begins && !is_set
    };
    let originals = world.source.units[unit].params.iter().map(|s| shell.maps.symbol(*s));
    let changed: Vec<SymbolId> = originals.filter(kept).collect();
    crate::prepare::intents::out_to_inout(&mut world.out, shell.unit, &changed);
}

/// The references that some statement of a body may set.
fn may_be_set(p: &il::Program, unit: UnitId, body: &Block) -> Vec<Expr> {
    let mut out = Vec::new();
    il::stores::each_in(p, unit, body, &mut |s| out.extend(s.reference()));
    out
}

/// Whether a structure has components with default initialisation, at any depth: of INTENT(OUT) it is set on entry.
pub(super) fn begins_with_values(p: &il::Program, record: il::RecordId) -> bool {
    let begins = |f: &il::Field| !f.pointer && !f.allocatable && f.init.is_some();
    p.held(record).into_iter().any(|r| p.records[r].fields.iter().any(begins))
}

/// The scalar or array leaves of a reference.
fn leaves(world: &World, e: &Expr) -> Vec<Expr> {
    let ty = type_of(world.source, e);
    let c_array =
        ty.rank() > 0 && e.root().is_some_and(|s| !world.source.scopes[world.source.symbols[s].scope].case_insensitive);
    match ty.record().filter(|_| !c_array) {
        Some(record) if !matches!(ty, Type::Pointer { .. }) => world
            .source
            .parts_of(e, record)
            .into_iter()
            .flat_map(|field| {
                let part = il::ExprKind::Field { base: Box::new(e.clone()), record, field }.into();
                leaves(world, &part)
            })
            .collect(),
        _ => vec![e.clone()],
    }
}

/// Whether a structure has pointers in it that the backward half may follow.
fn has_pointer_parts(p: &il::Program, ty: &Type) -> bool {
    let held = ty.element().record().map(|r| p.held(r)).unwrap_or_default();
    // A procedure that no statement calls or asks for need not be known.
    let named = |r: RecordId, k: usize| {
        let mut found = false;
        let is_it = |x: &Expr| matches!(x.kind, ExprKind::Field { record, field, .. } if (record, field) == (r, k));
        for (_, u) in p.units.iter() {
            u.walk(&u.body, &mut |_, s| match &s.kind {
                StmtKind::PointerAssign { lhs, rhs } if is_it(associated(lhs)) => rhs.walk(&mut |x| found |= is_it(x)),
                kind => kind.exprs(&mut |e| e.walk(&mut |x| found |= is_it(x))),
            });
        }
        found
    };
    held.into_iter().any(|r| {
        let mut fields = p.records[r].fields.iter().enumerate();
        fields.any(|(k, f)| f.pointer && (f.ty != Type::Procedure || named(r, k)))
    })
}

/// C: the declarations that stood in the body.
fn declarations(world: &mut World, unit: UnitId, shell: &crate::derive::Shell) -> Block {
    if !world.language(unit).declares_in_blocks() {
        return Block::new();
    }
    let u = &world.source.units[unit];
    let mut symbols: Vec<SymbolId> = Vec::new();
    u.walk(&u.body, &mut |_, s| {
        if let StmtKind::Declare(list) = &s.kind {
            symbols.extend(list);
        }
    });
    let mut out = Block::new();
    for s in symbols {
        let mut both = vec![shell.maps.symbol(s)];
        both.extend(shell.maps.derivative(s));
        let id = world.out.units[shell.unit].add(StmtKind::Declare(both));
        out.push(id);
    }
    out
}
