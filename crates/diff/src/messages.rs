//! Numbers that processes exchange by MPI: which calls have a derivative that comes with the program, and which procedure of the runtime (`adMpi.c`) that is.
//!
//! The description of the library says of each routine whether it moves numbers or brings them together by an operation (`src/stubs/mpi.f90`); its INTENTs
//! say what it reads, and a buffer is a dummy of any type. What is linear has itself for its tangent, called for derivatives. Adjoints, and
//! tangents of other operations, are `ADMPI_BCAST_D1_B`: the routine, the type of the numbers (`s d c z`, as in BLAS), and for each buffer whether it is a
//! scalar (0), an array or an element of one (1). `MPI_IN_PLACE` is left out, and said in the name. Names tell these apart since Fortran has no one
//! procedure for them. Such a procedure gets what the routine reads, and derivatives in place of the buffers; what is sent as well, where an operation may
//! not be a sum (`ADMPI_REDUCE_OP_D11_B`).

pub(crate) mod codes;
pub(crate) mod started;

use std::collections::BTreeSet;

use analysis::channels::is_any as is_any_type;
use analysis::requests::{position, prepared};
use il::symbol::Intent;
use il::typing::type_of;
use il::unit::Transfer;
use il::{Arg, Expr, ExprKind, Language, Program, ScalarClass, SymbolId, SymbolKind, Type, UnitId};

use crate::derive::World;
use crate::names;
use crate::request::{Mode, Request};

/// What a routine does with its arguments.
pub(crate) struct Exchange {
    /// Its name in lower case, without that of the library.
    pub(crate) routine: String,
    /// An operation brings numbers together.
    reduces: bool,
    /// The positions of its buffers.
    pub(crate) buffers: Vec<usize>,
    /// The positions of what it reads besides.
    pub(crate) read: Vec<usize>,
    /// The position of the operation.
    op: Option<usize>,
    /// It returns before it is done.
    pub(crate) is_early: bool,
    /// It starts once more what others have prepared.
    pub(crate) starts: bool,
    /// It waits for such calls.
    pub(crate) completes: bool,
    /// It is called from C.
    pub(crate) in_c: bool,
}

/// What headers of C call arguments that are only written.
const OUTPUTS_IN_C: &[&str] = &["status", "request", "array_of_requests", "array_of_statuses"];

/// The routines that the program calls and that have derivatives here, by name in lower case: the user says nothing of them, and has no derivative.
pub(crate) fn provided(p: &Program, request: &Request) -> BTreeSet<String> {
    if request.directions.is_some() {
        return BTreeSet::new();
    }
    let defined: BTreeSet<String> = (p.units.iter().filter(|(_, u)| !u.is_interface && u.is_procedure()))
        .map(|(_, u)| u.name.to_ascii_lowercase())
        .collect();
    let patterns = [&request.patterns.tangent_procedure, &request.patterns.adjoint_procedure];
    let has_own = |name: &str| patterns.iter().any(|p| defined.contains(&p.apply(name).to_ascii_lowercase()));
    let described = p.units.iter().filter(|(_, u)| u.library.as_ref().is_some_and(|l| l.transfer.is_some()));
    let names = described.map(|(_, u)| u.name.to_ascii_lowercase());
    names.filter(|n| !request.externals.contains_key(n) && !has_own(n)).collect()
}

/// What a routine of a library exchanges, if it does.
pub(crate) fn of_program(p: &Program, callee: SymbolId) -> Option<Exchange> {
    let known = p.described(callee)?;
    let transfer = known.transfer?;
    let unit = &p.units[p.procedure(callee)?.unit?];
    let dummies = || unit.params.iter().enumerate().filter_map(|(k, s)| Some((k, *s, p.variable(*s)?)));
    let in_c = is_of_c(p, callee);
    let is_output = |s: SymbolId| OUTPUTS_IN_C.contains(&p.symbols[s].name.as_str());
    let is_read = |s: SymbolId, v: &il::Variable| if in_c { !is_output(s) } else { v.intent == Some(Intent::In) };
    let name = unit.name.to_ascii_lowercase();
    Some(Exchange {
        routine: name.strip_prefix("mpi_").unwrap_or(&name).to_string(),
        reduces: transfer == Transfer::Reduces,
        is_early: known.returns_early,
        starts: transfer == Transfer::Starts,
        completes: transfer == Transfer::Completes,
        in_c,
        buffers: dummies().filter(|(_, _, v)| is_any_type(&v.ty)).map(|(k, ..)| k).collect(),
        read: dummies().filter(|(_, s, v)| !is_any_type(&v.ty) && is_read(*s, v)).map(|(k, ..)| k).collect(),
        op: dummies().find(|(_, s, _)| p.symbols[*s].name.eq_ignore_ascii_case("op")).map(|(k, ..)| k),
    })
}

/// Why a call that exchanges what is active has no derivative, if it has none. Of collective operations in several directions the user writes it.
pub(crate) fn without_derivative(
    p: &Program,
    request: &Request,
    (unit, callee): (UnitId, SymbolId),
    args: &[Arg],
    (is_sent, is_value): (bool, bool),
) -> Option<&'static str> {
    let exchange = of_program(p, callee)?;
    if is_value {
        return Some("its value is used: let the call be a statement");
    }
    if exchange.completes {
        return None;
    }
    if exchange.starts {
        let is_known = prepared(p, unit, callee, args).is_some();
        return (!is_known)
            .then_some("what it starts is not prepared in sight, by a request and with buffers that are known here");
    }
    if let Some(why) = started::trouble(p, unit, callee, args, request.mode == Mode::Tangent) {
        return Some(why);
    }
    match request.exchanges.contains(&p.symbols[callee].name.to_ascii_lowercase()) {
        true => exchange.entry(p, args, "b").err(),
        false => (request.directions.is_some() && is_sent).then_some("messages carry one direction at a time"),
    }
}

impl World<'_> {
    /// The exchange that is called, where its derivative comes with the program.
    pub(crate) fn exchange_of(&self, callee: SymbolId) -> Option<Exchange> {
        if self.request.exchanges.is_empty() || self.source.callee(callee).is_some() {
            return None;
        }
        let name = self.source.symbols[callee].name.to_ascii_lowercase();
        self.request.exchanges.contains(&name).then(|| of_program(self.source, callee))?
    }
}

impl World<'_> {
    /// Whether numbers with derivatives are exchanged somewhere.
    pub(crate) fn has_active_exchange(&self) -> bool {
        let (p, facts) = (self.source, &self.facts.analysis);
        facts.differentiated_units().iter().any(|&unit| {
            let mut found = false;
            let u = &p.units[unit];
            u.walk(&u.body, &mut |id, s| {
                s.kind.each_call(&mut |callee, _| {
                    found = found || self.exchange_of(callee).is_some() && facts.is_active_call(unit, id);
                });
            });
            found
        })
    }
}

impl Exchange {
    /// Whether it only prepares messages, which other calls start.
    pub(crate) fn is_prepared(&self) -> bool {
        self.routine.ends_with("_init")
    }

    /// Whether what is received is a linear function of what is sent, whatever is read at run time.
    pub(crate) fn is_linear(&self, p: &Program, args: &[Arg]) -> bool {
        !self.reduces || self.op.and_then(|k| args.get(k)).is_some_and(|a| is_sum(p, &a.value))
    }

    /// The same in C, where one function takes all types.
    fn entry_in_c(&self, p: &Program, args: &[Arg], suffix: &str) -> Result<String, &'static str> {
        for e in self.buffers.iter().filter_map(|k| args.get(*k)).map(|a| a.value.uncast()) {
            let ty = type_of(p, e);
            let held = if let Type::Pointer { to, .. } = &ty { to.element() } else { ty.element() };
            if is_in_place(p, e) {
                if e.as_int() == Some(0) {
                    return Err("no buffer is named");
                }
                if !self.is_linear(p, args) || self.routine.starts_with("reduce_scatter") {
                    return Err("it has no rule with MPI_IN_PLACE");
                }
            } else if !matches!(held, Type::Void) && letter_of(held).is_none() {
                return Err("a buffer does not hold real or complex numbers of 4 or 8 bytes");
            }
        }
        let is_linear = self.is_linear(p, args);
        if !is_linear && !["reduce", "allreduce"].contains(&self.routine.as_str()) {
            return Err("its operation is not known to be MPI_SUM");
        }
        let routine = self.routine.as_str();
        let routine = if ["bsend", "ssend", "rsend"].contains(&routine) { "send" } else { routine };
        let routine = if ["bsend_init", "ssend_init", "rsend_init"].contains(&routine) { "send_init" } else { routine };
        let routine = if ["ibsend", "issend", "irsend"].contains(&routine) { "isend" } else { routine };
        let name: String = routine[..1].to_ascii_uppercase() + &routine[1..];
        Ok(format!("adMpi_{name}{}_{suffix}", if is_linear { "" } else { "_op" }))
    }

    /// The positions of the buffers that this call names.
    pub(crate) fn named<'a>(&'a self, p: &'a Program, args: &'a [Arg]) -> impl Iterator<Item = usize> + 'a {
        let there = move |k: &usize| args.get(*k).is_some_and(|a| !is_in_place(p, &a.value));
        self.buffers.iter().copied().filter(there)
    }

    /// The positions of the arguments whose values the derivative reads. Of what was started the runtime knows all.
    pub(crate) fn reads(&self, p: &Program, args: &[Arg]) -> BTreeSet<usize> {
        if self.is_early || self.starts || self.completes {
            return BTreeSet::new();
        }
        let sent = self.named(p, args).next().filter(|_| !self.is_linear(p, args));
        // In C the runtime is told that it is in place.
        let told = self
            .buffers
            .iter()
            .copied()
            .filter(|k| self.in_c && args.get(*k).is_some_and(|a| is_in_place(p, &a.value)));
        self.read.iter().copied().chain(sent).chain(told).collect()
    }

    /// The name of the procedure of the runtime, or why there is none.
    pub(crate) fn entry(&self, p: &Program, args: &[Arg], suffix: &str) -> Result<String, &'static str> {
        if self.in_c {
            return self.entry_in_c(p, args, suffix);
        }
        let (mut letter, mut shapes) = (None, String::new());
        for &k in &self.buffers {
            let e = &args.get(k).ok_or("it is called without a buffer")?.value;
            if is_in_place(p, e) {
                shapes.push('i');
                continue;
            }
            let found =
                letter_of(&type_of(p, e)).ok_or("a buffer does not hold real or complex numbers of 4 or 8 bytes")?;
            if letter.is_some_and(|known| known != found) {
                return Err("its buffers are of different types");
            }
            letter = Some(found);
            let is_array = type_of(p, e).rank() > 0 || matches!(e.kind, ExprKind::Index { .. });
            shapes.push(if is_array { '1' } else { '0' });
        }
        if !self.is_linear(p, args) && !["reduce", "allreduce"].contains(&self.routine.as_str()) {
            return Err("its operation is not known to be MPI_SUM");
        }
        if self.routine.starts_with("reduce_scatter") && shapes.contains('i') {
            return Err("with MPI_IN_PLACE, one buffer is two");
        }
        if !self.is_linear(p, args) && shapes.contains('i') {
            return Err(
                "with MPI_IN_PLACE, an operation that is not known to be MPI_SUM overwrites the values that its derivative needs",
            );
        }
        if self.routine.starts_with("sendrecv") && args.iter().any(|a| is_any(p, &a.value)) {
            return Err("nobody knows who sends, or with which tag");
        }
        let letter = letter.ok_or("no buffer is named")?;
        let way = match shapes.contains('i') {
            true => "inplace_",
            false if !self.is_linear(p, args) => "op_",
            false => "",
        };
        let shapes = shapes.replace('i', "");
        Ok(format!("admpi_{}_{way}{letter}{shapes}_{suffix}", self.routine))
    }
}

/// The name of a procedure of the runtime: in capitals where what is called is, `adMpi_Wait_f` in C.
pub(crate) fn spelled(p: &Program, callee: SymbolId, entry: &str) -> String {
    if is_of_c(p, callee)
        && let Some(rest) = entry.strip_prefix("admpi_")
    {
        return format!("adMpi_{}{}", rest[..1].to_ascii_uppercase(), &rest[1..]);
    }
    if names::is_upper(&p.symbols[callee].name) { entry.to_ascii_uppercase() } else { entry.to_string() }
}

/// Whether a routine is called from C.
pub(crate) fn is_of_c(p: &Program, callee: SymbolId) -> bool {
    p.procedure(callee).and_then(|f| f.unit).is_some_and(|u| p.units[u].language == Language::C)
}

/// A variable that a procedure of the runtime gives a value, as it is handed over.
pub(crate) fn told(p: &Program, callee: SymbolId, variable: Expr) -> Expr {
    if is_of_c(p, callee) { ExprKind::Address(Box::new(variable)).into() } else { variable }
}

/// Where a receive takes what comes from any process, or with any tag: the positions of `source`, `tag` and `comm`.
pub(crate) fn takes_any(p: &Program, callee: SymbolId, args: &[Arg]) -> Option<[usize; 3]> {
    let is_early = of_program(p, callee).is_some_and(|x| x.is_early);
    takes(p, callee, args).filter(|any| !is_early && any.contains(&true))?;
    let at = |name: &str| position(p, callee, name);
    Some([at("source")?, at("tag")?, at("comm")?])
}

/// Whether a receive takes what comes from any process, and with any tag.
pub(crate) fn takes(p: &Program, callee: SymbolId, args: &[Arg]) -> Option<[bool; 2]> {
    // In C these are negative numbers, as is the one for no process: a probe for that finds it again.
    let in_c = is_of_c(p, callee);
    let any = |name: &str| {
        let a = args.get(position(p, callee, name)?)?;
        Some(is_any(p, &a.value) || in_c && is_below_zero(&a.value))
    };
    Some([any("source")?, any("tag")?])
}

/// Whether an argument stands for all processes, or all tags.
fn is_any(p: &Program, e: &Expr) -> bool {
    is_named(p, e, "mpi_any_source") || is_named(p, e, "mpi_any_tag")
}

/// Whether an argument is a negative number.
fn is_below_zero(e: &Expr) -> bool {
    e.uncast().as_int().is_some_and(|n| n < 0)
}

/// The letter of BLAS for numbers of this type.
pub(crate) fn letter_of(ty: &Type) -> Option<char> {
    const LETTERS: [(ScalarClass, u8, char); 4] = [
        (ScalarClass::Real, 4, 's'),
        (ScalarClass::Real, 8, 'd'),
        (ScalarClass::Complex, 8, 'c'),
        (ScalarClass::Complex, 16, 'z'),
    ];
    let Type::Scalar(s) = ty.element() else { return None };
    LETTERS.iter().find(|(class, bytes, _)| (*class, *bytes) == (s.class, s.bytes)).map(|(.., letter)| *letter)
}

/// Whether an argument says that the other buffer is sent, too: in C a number that is no address of anything.
fn is_in_place(p: &Program, e: &Expr) -> bool {
    is_named(p, e, "mpi_in_place") || e.uncast().as_int().is_some() && !matches!(e.kind, ExprKind::Var(_))
}

/// Whether an operation is MPI_SUM: in C what the headers of Open MPI and MPICH make of it.
fn is_sum(p: &Program, e: &Expr) -> bool {
    const OF_MPICH: i64 = 0x5800_0003;
    let is_it = |x: &Expr| matches!(x.kind, ExprKind::Var(s) if p.symbols[s].name == "ompi_mpi_op_sum");
    is_named(p, e, "mpi_sum") || e.any(&mut |x| is_it(x)) || e.uncast().as_int() == Some(OF_MPICH)
}

/// Whether an expression is the constant of a library with this name.
fn is_named(p: &Program, e: &Expr, name: &str) -> bool {
    let ExprKind::Var(s) = e.bare().kind else { return false };
    matches!(p.symbols[s].kind, SymbolKind::Constant { .. }) && p.symbols[s].name.eq_ignore_ascii_case(name)
}
