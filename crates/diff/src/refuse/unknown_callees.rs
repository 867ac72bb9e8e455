//! Calls whose target cannot be differentiated: a procedure with statements that are not understood, or a procedure pointer. Where something active
//! goes in or may come out they are refused; a procedure without a body is another matter (a black box).

use analysis::c_library::{self, Memory};
use std::collections::BTreeSet;

use analysis::allocation::dummies;
use analysis::sight::Sight;
use il::symbol::ProcedureClass;
use il::types::ScalarClass;
use il::typing::type_of;
use il::{
    Arg, BinaryOp, Diagnostic, Expr, ExprKind, Language, Program, Span, StmtId, StmtKind, SymbolId, Type, UnitId,
};

use crate::facts::{At, Facts};
use crate::prepare::box_keywords;
use crate::request::{Mode, Request};

/// The errors for all differentiated units.
pub fn check(p: &Program, request: &Request, facts: &Facts) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let mut said = BTreeSet::new();
    for &unit in facts.differentiated() {
        let u = &p.units[unit];
        out.extend(without_host(p, facts, unit));
        u.walk(&u.body, &mut |id, stmt| {
            let lhs = stmt.kind.assigned();
            let mut note = |callee: SymbolId, args: &[Arg], span: Span, value: Option<&Expr>| {
                if let Some(how_many) = miscounted(p, callee, args)
                    && said.insert((unit, callee))
                {
                    let what = format!("`{}` is given {how_many} arguments than it has", called_name(p, callee));
                    out.push(
                        Diagnostic::error("RT0416", span, what)
                            .note("check the call, and what is passed as a procedure"),
                    );
                }
                if value.is_some_and(|v| leads_to_numbers(p, callee, v))
                    && (gets_varied(p, facts, unit, id, args) || lhs.is_some_and(|l| leads_to_owner(p, facts, l)))
                    && said.insert((unit, callee))
                {
                    let what = format!(
                        "`{}` has no source, and nobody knows where the pointer leads that it returns",
                        called_name(p, callee)
                    );
                    let d = Diagnostic::error("RT0416", span, what);
                    out.push(d.note("give its source, or pass what it leads to as an argument"));
                }
                let Some(said_of_it) = reason(p, request, callee, args).or_else(|| left_out(p, callee, args)) else {
                    return;
                };
                // A value without derivative does not make what is computed from it active.
                let flows = value.is_none_or(|v| p.variable(callee).is_some() || p.is_differentiable(&type_of(p, v)));
                // The argument, or the variable that is set, which decides.
                let mut decides: Option<&Expr> = None;
                let mut active = flows && lhs.is_some_and(|l| is_active(p, facts, unit, At::After(id), l));
                if active {
                    decides = lhs;
                }
                let pointer = p.variable(callee).is_some();
                // What is handed over may come out through globals.
                active |= !pointer && facts.analysis.is_active_call(unit, id);
                // A pointer that is made to lead elsewhere: its derivative would stay where it is.
                if let Some(a) = args.iter().find(|a| is_address_of_owner(p, facts, &a.value)) {
                    (active, decides) = (true, Some(&a.value));
                }
                // INTENT(IN) is a promise, also of what is not understood: nothing comes out there.
                let comes_out = |dummy: Option<SymbolId>| pointer || !dummy.is_some_and(|d| p.is_read_only(d));
                dummies(p, callee, args).into_iter().filter(|(d, _)| comes_out(*d)).for_each(|(_, actual)| {
                    if !is_passive_part(p, actual) {
                        actual.walk(&mut |e| {
                            if decides.is_none() && e.is_reference() && around(p, facts, unit, id, e, pointer) {
                                (active, decides) = (true, Some(e));
                            }
                        });
                    }
                });
                if active && said.insert((unit, callee)) {
                    let name = called_name(p, callee);
                    let what = format!("`{name}` is called with active arguments, but {}", said_of_it.0);
                    let mut d = Diagnostic::error("RT0416", span, what);
                    if let Some((e, root)) = decides.and_then(|e| Some((e, e.root()?))) {
                        let carries = format!("`{}` carries a derivative", p.name_in(u.scope, root));
                        d = if e.span.file.is_some() { d.with(e.span, carries) } else { d.label(carries) };
                    }
                    if let Some(body) = p.callee(callee).filter(|c| p.units[*c].has_errors) {
                        d = d.with(p.units[body].span, format!("`{name}` is defined here"));
                    }
                    out.push(d.note(said_of_it.1));
                }
            };
            if let StmtKind::Call { callee, args, .. } = &stmt.kind {
                note(*callee, args, stmt.span, None);
            }
            stmt.kind.exprs(&mut |e| {
                e.walk(&mut |e| {
                    if let ExprKind::Call { callee, args } = &e.kind {
                        note(*callee, args, e.span, Some(e));
                    }
                });
            });
        });
    }
    out
}

/// Adds to what is said of a procedure without source which variables it is taken not to touch, where `unit` calls it: those of modules out of sight
/// ([`analysis::sight`]). A description or an interface that says of none that they are touched needs no such word.
pub fn out_of_sight(p: &Program, request: &Request, unit: UnitId, callee: SymbolId, said: Diagnostic) -> Diagnostic {
    let described = request.externals.get(&p.symbols[callee].name.to_ascii_lowercase());
    let pure = p.callee(callee).is_some_and(|u| p.units[u].is_pure());
    let hidden = Sight::of(p, unit).hidden(p).into_iter().map(|m| format!("`{m}`")).collect::<Vec<_>>().join(", ");
    if hidden.is_empty() || pure || described.is_some_and(|d| !d.globals) {
        return said;
    }
    said.note(format!(
        "it is taken not to touch variables of {hidden}: a module that is compiled before cannot name them"
    ))
}

/// The error for an internal procedure that is passed to what the head calls, where the head does not call the procedure that it stands in.
fn without_host(p: &Program, facts: &Facts, unit: UnitId) -> Option<Diagnostic> {
    let host = p.host_procedure(unit).filter(|h| !facts.is_differentiated(*h))?;
    let (name, host) = (&p.units[unit].name, &p.units[host].name);
    let what =
        format!("`{name}` may be called through a dummy procedure, but not from `{host}`, whose variables it knows");
    let note =
        format!("differentiate `{host}`, or make `{name}` a procedure of a module, with what it uses as arguments");
    Some(Diagnostic::error("RT0415", p.units[unit].span, what).note(note))
}

/// Whether the value of a call is a pointer to numbers that a procedure without source returns. Those of the C library are known.
fn leads_to_numbers(p: &Program, callee: SymbolId, value: &Expr) -> bool {
    let is_normal = || p.procedure(callee).is_some_and(|f| f.class == ProcedureClass::Normal);
    let leads = |ty: &Type| matches!(ty, Type::Pointer { to, .. } if p.is_differentiable(to));
    p.callee(callee).is_none() && is_normal() && leads(&type_of(p, value))
}

/// Whether something varied goes in through the arguments of a call.
fn gets_varied(p: &Program, facts: &Facts, unit: UnitId, id: StmtId, args: &[Arg]) -> bool {
    let zones = |a: &Arg| facts.analysis.zones().reachable(p, &a.value);
    args.iter().any(|a| facts.analysis.varied(unit, At::Before(id)).contains_any(&zones(a)))
}

/// Whether what a pointer leads to owns a derivative.
fn leads_to_owner(p: &Program, facts: &Facts, pointer: &Expr) -> bool {
    facts.has_storage(p, &ExprKind::Deref(Box::new(pointer.clone())).into())
}

/// Whether a value is the address of a pointer whose target owns a derivative.
fn is_address_of_owner(p: &Program, facts: &Facts, value: &Expr) -> bool {
    let ExprKind::Address(x) = &value.uncast().kind else { return false };
    matches!(type_of(p, x), Type::Pointer { .. }) && leads_to_owner(p, facts, x)
}

/// Whether a call gives `more` arguments than there are dummies, or `fewer`. In Fortran more, to an external procedure or to one that is passed as an
/// argument: what is missing may be optional. In C neither is allowed (C11 6.5.2.2p2, p6), but where the parameters end in `...`, or nobody says them.
fn miscounted(p: &Program, callee: SymbolId, args: &[Arg]) -> Option<&'static str> {
    // A prototype alone, too.
    let declared = || p.procedure(callee).filter(|f| f.class == ProcedureClass::Normal)?.unit;
    let unit = p.callee(callee).or_else(|| declared().filter(|u| p.units[*u].language == Language::C))?;
    let u = Some(&p.units[unit]).filter(|u| u.is_procedure() && !u.stands_for_pointer())?;
    let in_c = u.language == Language::C;
    // `double g();` does not say what it takes (C11 6.7.6.3p14).
    if in_c && u.params.is_empty() && u.body.is_empty() {
        return None;
    }
    // The tape is shown as an argument that nobody wrote.
    let is_written = |a: &&Arg| a.value.root().is_none_or(|s| !crate::tape::stands_for(p, s));
    let given = args.iter().filter(is_written).count();
    let more = given > u.params.len() && if in_c { u.suffix.is_none() } else { !u.has_errors };
    let fewer = given < u.params.len() && in_c;
    if more { Some("more") } else { fewer.then_some("fewer") }
}

/// Why a call of a procedure without a body has no derivative, where the places of arguments in that cannot be told.
fn left_out(p: &Program, callee: SymbolId, args: &[Arg]) -> Option<(&'static str, &'static str)> {
    let gap = box_keywords::interface(p, callee).is_some() && args.iter().any(|a| a.keyword.is_some());
    gap.then_some((
        "it has no source, and an argument before others is left out",
        "give its source, or pass all arguments before the last one",
    ))
}

/// Whether the bytes of structures, the last argument, are counted otherwise than by SIZEOF of their type: those of their derivatives are not as many.
fn counts_other_bytes(p: &Program, args: &[Arg]) -> bool {
    let of_structures = args.first().is_some_and(|to| match type_of(p, to.value.uncast()) {
        Type::Pointer { to: ty, .. } | Type::Array { elem: ty, .. } => ty.element().record().is_some(),
        _ => false,
    });
    let mut by_type = false;
    args.last().iter().for_each(|n| n.value.walk(&mut |x| by_type |= matches!(x.kind, ExprKind::SizeOf(_))));
    of_structures && !by_type
}

/// Whether one of the two blocks is named by a pointer to characters: that has no derivative, which would lead to the same bytes of derivatives.
fn names_bytes(p: &Program, args: &[Arg]) -> bool {
    args.iter().take(2).any(|a| {
        let ty = type_of(p, a.value.uncast());
        let of = if let Type::Pointer { to, .. } = &ty { to.element() } else { ty.element() };
        matches!(of, Type::Character { .. }) || of.scalar().is_some_and(|s| s.bytes == 1)
    })
}

/// Whether a procedure is a function of the C library that nothing is known about.
fn is_unknown(p: &Program, callee: SymbolId) -> bool {
    c_library::memory(p, callee) == Some(Memory::Unknown)
        && il::Intrinsic::from_c(&p.symbols[callee].name).is_none()
        && crate::tape::entry_of(p, callee).is_none()
}

/// Why a call of it has no derivative, and what to do about it.
fn reason(p: &Program, request: &Request, callee: SymbolId, args: &[Arg]) -> Option<(&'static str, &'static str)> {
    if p.variable(callee).is_some() {
        return Some(("it is a procedure pointer", "call the procedure by its own name"));
    }
    if p.symbols[callee].name.to_ascii_lowercase().starts_with("co_") && p.symbols[callee].is_intrinsic() {
        return Some(("it brings values of several images together", "differentiate what one image does"));
    }
    let described = request.externals.contains_key(&p.symbols[callee].name.to_ascii_lowercase());
    if !described && is_unknown(p, callee) {
        return Some((
            "it is a function of the C library that has no rule",
            "write out what it does, or call it in a procedure of another file and supply its derivative by hand",
        ));
    }
    // Those whose bytes are known elements were written out before.
    let moves_bytes = || c_library::memory(p, callee) == Some(Memory::Bytes);
    let untold = || request.mode == Mode::Adjoint || counts_other_bytes(p, args) || names_bytes(p, args);
    if !described && moves_bytes() && untold() {
        return Some((
            "its bytes are not seen to be elements of one type",
            "say how many there are, as in `n*sizeof(double)`, or write a loop over them",
        ));
    }
    let unit = p.callee(callee)?;
    if p.units[unit].stands_for_pointer() && p.units[unit].has_errors {
        return Some((
            "nobody knows what that points to",
            "associate it, in the files that are given, with procedures of modules or files only, as the warning about it says",
        ));
    }
    p.units[unit].has_errors.then_some((
        "it has statements that are not understood",
        "rewrite what the warnings about it say, or leave its file out and supply its derivative by hand",
    ))
}

/// The error for an active call of a dummy procedure that no call in the given files makes known.
pub(crate) fn dummy_called(name: &str, span: Span) -> Diagnostic {
    let what = format!("the dummy procedure `{name}` is called with active arguments");
    Diagnostic::error("RT0415", span, what)
        .note("call the procedure by its own name, or pass its derivative through an interface of your own")
}

/// The error for an active call of an intrinsic subroutine in an adjoint: MOVE_ALLOC of what does not become simpler statements.
pub(crate) fn intrinsic_called(name: &str, span: Span) -> Diagnostic {
    let what = format!("the adjoint of the intrinsic `{name}` is not known for these arguments");
    Diagnostic::error("RT0431", span, what)
        .note("of MOVE_ALLOC: allocate the second object, give it its components, and deallocate the first")
}

/// The error for a known procedure that is passed for a dummy procedure of a callee which cannot be copied for it.
pub(crate) fn handed_on(p: &Program, given: SymbolId, dummy: SymbolId, span: Span) -> Diagnostic {
    let name = |s: SymbolId| p.symbols[s].name.as_str();
    let Some(callee) = p.home(dummy) else { return dummy_called(name(given), span) };
    let of = &p.units[callee];
    let what = format!(
        "`{}` is passed for the dummy procedure `{}` of `{}`, of which no copy that calls it can be made",
        name(given),
        name(dummy),
        of.name
    );
    let has_inner = of.children.iter().any(|c| !p.units[*c].is_interface);
    let note = match p.callee(given).and_then(|u| p.host_procedure(u)) {
        Some(host) if has_inner => format!(
            "it would stand in `{}`, and internal procedures contain no others: make `{}` a procedure of a module, with what it uses in variables of the module",
            p.units[host].name,
            name(given)
        ),
        _ => format!(
            "`{}` must not keep values from one call to the next, and all that it names must be public where `{}` is: or call `{}` by its own name",
            of.name,
            name(given),
            name(given)
        ),
    };
    Diagnostic::error("RT0415", span, what).note(note)
}

/// The error for a procedure pointer that is passed for a dummy procedure, where no name can stand for it.
pub(crate) fn pointer_handed_on(p: &Program, dummy: SymbolId, span: Span) -> Diagnostic {
    let name = &p.symbols[dummy].name;
    let what =
        format!("a procedure pointer is passed for the dummy procedure `{name}`, and nobody knows what it points to");
    Diagnostic::error("RT0415", span, what)
        .note("associate it, in the files that are given, with procedures that are known here by name, and pass it in an assignment or a call")
        .note("or pass the procedure by its own name")
}

/// What the user calls it by: what stands for calls through a component has a name of ours.
fn called_name(p: &Program, callee: SymbolId) -> &str {
    let binding = p.callee(callee).and_then(|u| p.units[u].binding.as_ref());
    binding.map(|b| b.name.as_str()).filter(|name| !name.is_empty()).unwrap_or(&p.symbols[callee].name)
}

/// Whether an argument is an integer, whatever it was made from, or leads to the integers or characters of an array that is a member of a structure:
/// what is around the member is not handed over.
fn is_passive_part(p: &Program, actual: &Expr) -> bool {
    let is_integer = |ty: &Type| matches!(ty.class(), Some(ScalarClass::Integer | ScalarClass::Logical));
    let mut holds_address = false;
    actual.walk(&mut |e| {
        // An integer that is made from an address, and an address that is seen as one of another type.
        let is_address = |x: &Expr| matches!(type_of(p, x), Type::Pointer { .. } | Type::Array { .. });
        holds_address |= matches!(&e.kind, ExprKind::Cast(_, x) if is_address(x));
    });
    let ty = type_of(p, actual);
    let is_number = is_integer(&ty) && matches!(ty, Type::Scalar(_));
    !holds_address && (is_number || is_integer(&ty) && is_in_member(p, actual))
}

/// Whether a place lies in an array that is a member.
fn is_in_member(p: &Program, place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Address(x) => matches!(x.kind, ExprKind::Index { .. }) && is_in_member(p, x),
        ExprKind::Index { base, .. } => is_in_member(p, base),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, x, _) | ExprKind::Unary(il::UnaryOp::Paren, x) => {
            is_in_member(p, x)
        }
        ExprKind::Field { .. } => matches!(type_of(p, place), Type::Array { .. }),
        _ => false,
    }
}

fn around(p: &Program, facts: &Facts, unit: UnitId, id: StmtId, e: &Expr, pointer: bool) -> bool {
    // What a pointer of C leads to is handed over too.
    if let Type::Pointer { to, .. } = type_of(p, e)
        && !matches!(*to, Type::Void | Type::Opaque(_) | Type::Procedure)
        && around(p, facts, unit, id, &ExprKind::Deref(Box::new(e.clone())).into(), pointer)
    {
        return true;
    }
    // What a procedure pointer gives back has no type here, so nothing behind its call is active.
    is_active(p, facts, unit, At::Before(id), e)
        || is_active(p, facts, unit, At::After(id), e)
        || (pointer && p.is_differentiable(&type_of(p, e)) && facts.varied(p, unit, At::Before(id), e))
}

fn is_active(p: &Program, facts: &Facts, unit: UnitId, at: At, e: &Expr) -> bool {
    p.is_differentiable(&type_of(p, e)) && facts.active(p, unit, at, e)
}
