//! Procedures without a body: what is known of them, and the worst case.
//!
//! In order of preference: a description given in the options, the table of intrinsic subroutines, the interface body (INTENT, PURE; that of a library
//! touches none of the user's globals), the C prototype
//! of a system header (`const`, no access to the user's globals), the names of machine constants. What is not known is read *and* written, and everything written
//! depends on everything read.

use std::sync::Arc;

use il::expr::Arg;
use il::symbol::{Intent, ProcedureClass, SymbolKind};
use il::{Program, SymbolId, Type};

use crate::c_library;
use crate::effects::{Move, Write};
use crate::request::{Access, External, Options};
use crate::sets::Universe;

const READ: Access = Access { read: true, written: false, killed: false };
const WRITTEN: Access = Access { read: false, written: true, killed: true };
const UPDATED: Access = Access { read: true, written: true, killed: false };

/// One actual argument, in zones of the caller.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// What the callee can read through it.
    pub readable: Vec<u32>,
    /// What it can write through it.
    pub writable: Vec<u32>,
    /// What is surely covered when the callee sets all of the argument.
    pub whole: Vec<u32>,
    /// What its value, or its place, depends on.
    pub from: Vec<u32>,
    /// Differentiably.
    pub diff_from: Vec<u32>,
}

/// Intrinsic subroutines: `r` read, `w` set entirely, `u` updated, by dummy in order. `move_alloc` and `mvbits` pass values on; the others
/// produce values that depend on nothing differentiable.
#[rustfmt::skip]
const SUBROUTINES: &[(&str, &str, bool)] = &[
    ("cpu_time", "w", false), ("date_and_time", "wwww", false), ("system_clock", "www", false),
    ("random_number", "w", false), ("random_seed", "wrw", false), ("random_init", "rr", false),
    ("mvbits", "rrrur", true), ("move_alloc", "uwww", true),
    ("co_broadcast", "urwu", true), ("co_max", "urwu", true), ("co_min", "urwu", true), ("co_sum", "urwu", true), ("co_reduce", "urrwu", true),
    ("get_command_argument", "rwww", false), ("getarg", "rw", false), ("get_command", "www", false),
    ("get_environment_variable", "rwwwr", false), ("execute_command_line", "rrwwu", false),
    ("exit", "r", false), ("abort", "", false), ("flush", "r", false), ("etime", "ww", false), ("second", "w", false),
];

/// What libraries of Fortran 77 call without bringing it along: constants of the machine, and reports of errors.
#[rustfmt::skip]
const OF_THE_MACHINE: &[&str] = &[
    "d1mach", "r1mach", "i1mach", "dlamch", "slamch", "xerbla", "xermsg", "xerror", "xerrwv", "xerrwd", "xsetf", "xsetun",
];

/// Whether a call of it may touch COMMON blocks, module variables or C globals.
pub fn may_touch_globals(program: &Program, callee: SymbolId, options: &Options) -> bool {
    let known = describe(program, callee, &[], options);
    known.globals || !known.blocks.is_empty()
}

/// Whether a procedure without a body is one of which nothing says what it does beyond its arguments: it is neither described nor PURE, and has a name of
/// its own.
pub fn is_undescribed(program: &Program, callee: SymbolId, options: &Options) -> bool {
    let symbol = &program.symbols[callee];
    let is_named = matches!(&symbol.kind, SymbolKind::Procedure(p) if p.class == ProcedureClass::Normal);
    is_named
        && !options.externals.contains_key(&symbol.name.to_ascii_lowercase())
        && describe(program, callee, &[], options).globals
}

/// What is known of a procedure without a body, for a call with these arguments.
pub fn describe(program: &Program, callee: SymbolId, args: &[Arg], options: &Options) -> External {
    let symbol = &program.symbols[callee];
    if let Some(given) = options.externals.get(&symbol.name.to_ascii_lowercase()) {
        return given.clone();
    }
    let worst = External { places: vec![UPDATED], globals: options.externals_touch_globals, ..External::default() };
    let SymbolKind::Procedure(p) = &symbol.kind else { return worst };
    if p.class == ProcedureClass::Intrinsic {
        return intrinsic(&symbol.name, args);
    }
    if p.class == ProcedureClass::System {
        let only_read = c_library::named(&symbol.name).0.only_reads();
        let dummies = p.unit.map(|u| program.units[u].params.as_slice()).unwrap_or_default();
        let by_value = |d: SymbolId| !matches!(program.symbol_type(d), Some(Type::Pointer { .. } | Type::Array { .. }));
        let access = |k: usize| match dummies.get(k) {
            _ if only_read => READ,
            Some(d) if by_value(*d) || program.leads_to_constants(*d) => READ,
            Some(_) | None => UPDATED,
        };
        let count = args.len().max(1);
        return External { places: (0..count).map(access).collect(), ..External::default() };
    }
    let Some(unit) = p.unit.map(|u| &program.units[u]) else {
        let of_the_machine = OF_THE_MACHINE.contains(&symbol.name.to_ascii_lowercase().as_str());
        return if of_the_machine { External { places: vec![READ], ..External::default() } } else { worst };
    };
    // An interface body: INTENT is a promise.
    let pure = unit.is_pure();
    let place = |k: usize| match unit.params.get(k).and_then(|d| program.variable(*d)) {
        Some(v) => match v.intent {
            Some(Intent::In) if program.is_read_only(unit.params[k]) => READ,
            Some(Intent::In) => UPDATED,
            Some(Intent::Out) => WRITTEN,
            Some(Intent::InOut) | None if v.by_value && !matches!(v.ty, Type::Pointer { .. }) => READ,
            Some(Intent::InOut) | None if program.leads_to_constants(unit.params[k]) => READ,
            Some(Intent::InOut) | None => UPDATED,
        },
        None => UPDATED,
    };
    let places =
        args.iter()
            .enumerate()
            .map(|(k, a)| {
                let named = a.keyword.as_deref().and_then(|key| {
                    unit.params.iter().position(|d| program.symbols[*d].name.eq_ignore_ascii_case(key))
                });
                place(named.unwrap_or(k))
            })
            .collect();
    // A library knows nothing of the program but what it is given.
    External { places, globals: worst.globals && !pure && unit.library.is_none(), ..External::default() }
}

fn intrinsic(name: &str, args: &[Arg]) -> External {
    let name = name.to_ascii_lowercase();
    match SUBROUTINES.iter().find(|row| row.0 == name) {
        Some((_, uses, passes)) => {
            let dummies = il::Intrinsic::named(&name).map(|f| f.info().args).unwrap_or_default();
            let access = |k: usize| match uses.as_bytes().get(k) {
                Some(b'w') => WRITTEN,
                Some(b'u') => UPDATED,
                _ => READ,
            };
            let places: Vec<Access> = args
                .iter()
                .enumerate()
                .map(|(k, a)| {
                    let named =
                        a.keyword.as_deref().and_then(|key| dummies.iter().position(|d| d.eq_ignore_ascii_case(key)));
                    access(named.unwrap_or(k))
                })
                .collect();
            let written = places.iter().filter(|p| p.written).count();
            let deps = if *passes { None } else { Some(vec![Vec::new(); written]) };
            External { places, deps, ..External::default() }
        }
        // An intrinsic function passed as an argument: reads its arguments.
        None => External { places: vec![READ], ..External::default() },
    }
}

/// The globals that a call may touch.
#[derive(Clone, Copy)]
pub struct Globals<'a> {
    pub read: &'a [u32],
    /// None of them is constant.
    pub written: &'a [u32],
    /// None of them that is active is taken to be touched.
    pub trusted: bool,
}

/// The effect of calling it.
pub fn call(
    known: &External,
    places: &[Place],
    globals: Globals,
    value: Option<u32>,
    mut reads: Vec<u32>,
    maybe: bool,
    universe: &Universe,
) -> Move {
    let access = |k: usize| known.places.get(k).or(known.places.last()).copied().unwrap_or(UPDATED);
    let sources = |k: usize, diff: bool| {
        let p = &places[k];
        p.readable.iter().chain(if diff { &p.diff_from } else { &p.from }).copied().collect::<Vec<u32>>()
    };
    let mut diff: Vec<u32> = Vec::new();
    for (k, p) in places.iter().enumerate() {
        reads.extend(&p.from);
        if access(k).read {
            reads.extend(sources(k, false));
            diff.extend(sources(k, true));
        }
    }
    reads.extend(globals.read);
    if !globals.trusted {
        diff.extend(globals.read);
    }
    diff.retain(|n| universe.is_differentiable(*n));
    for list in [&mut reads, &mut diff] {
        list.sort_unstable();
        list.dedup();
    }
    let all: Arc<[u32]> = reads.clone().into();
    let all_diff: Arc<[u32]> = diff.into();
    let row = |n: usize| -> Arc<[u32]> {
        match known.deps.as_ref().and_then(|d| d.get(n)) {
            Some(deps) => {
                let mut from: Vec<u32> =
                    deps.iter().filter(|k| **k < places.len()).flat_map(|k| sources(*k, true)).collect();
                from.retain(|n| universe.is_differentiable(*n));
                from.sort_unstable();
                from.dedup();
                from.into()
            }
            None => all_diff.clone(),
        }
    };
    let mut writes = Vec::new();
    let mut n = 0;
    for (k, p) in places.iter().enumerate() {
        let a = access(k);
        if !a.written {
            continue;
        }
        let diff_from = row(n);
        n += 1;
        if p.writable.is_empty() {
            continue;
        }
        let whole = a.killed && !maybe && p.whole == p.writable;
        let to = p.writable.clone();
        writes.push(Write { to, whole, diff_whole: whole, from: all.clone(), diff_from, keeps_derivatives: false });
    }
    if let Some(value) = value {
        let (from, diff_from) = (all.clone(), row(n));
        let (to, whole) = (vec![value], !maybe);
        writes.push(Write { to, whole, diff_whole: whole, from, diff_from, keeps_derivatives: false });
    }
    if !globals.written.is_empty() {
        writes.push(Write {
            to: globals.written.to_vec(),
            whole: false,
            diff_whole: false,
            from: all.clone(),
            diff_from: if globals.trusted { Vec::new().into() } else { all_diff.clone() },
            keeps_derivatives: globals.trusted,
        });
    }
    Move {
        writes,
        reads,
        external: true,
        covers: Vec::new(),
        renews: Vec::new(),
        maybe,
        passive: false,
        callbacks: Vec::new(),
        trusted: None,
    }
}
