//! Procedures of libraries whose derivatives come with the program: BLAS and LAPACK.
//!
//! A text in Fortran (`src/libraries`) describes each routine by a procedure without statements, whose INTENTs say what it reads and writes, and gives its
//! derivatives as procedures, written in calls of the library: `daxpy_d`, `daxpy_b`. A derivative procedure has the arguments of the routine, each real one
//! followed by its derivative; a function's adjoint ends with that of the value, and its tangent with the value. What is done for one derivative alone
//! stands behind `if (present(xb))`, and is left out where nothing active is passed for `x`; what is done for the value that the call leaves in `x`, behind
//! `if (present(x))`.
//!
//! Arguments of an adjoint have the values that the call has left: what it overwrote need not be there any more. After `!$AD BEFORE` they have those from
//! before the call. `!$AD LOSES x` before a derivative says that it is not the right one where something active comes of what the call leaves in `x`, as in
//! work arrays, and matrices that are overwritten by what nobody should look at. Several adjoints of one routine (`dscal_b`, `dscal_b2`) are for different derivatives: the first that has all that are asked for is taken.
//!
//! Programs in C call the same routines by CBLAS and LAPACKE: [`interfaces`] says how, and `crate::derive::library_in_c` writes the same texts in C. `!$AD BY-ROWS`
//! before a description says what that needs for matrices that lie by rows.

mod interfaces;
mod room;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use analysis::{Access, External};
use il::symbol::Intent;
use il::{Block, Expr, ExprKind, Program, Stmt, StmtKind, SymbolId, Type, Unit, UnitId, UnitKind};

pub(crate) use interfaces::{Extent, Interface, RowArg};

/// The routines that are known, with the program that holds their derivatives.
#[derive(Debug)]
pub struct Libraries {
    pub(crate) program: Program,
    routines: BTreeMap<String, Routine>,
    /// What derivatives read, once it was asked.
    reads: Mutex<BTreeMap<(UnitId, Which), BTreeSet<usize>>>,
}

/// The procedures of the text that speak of one routine.
#[derive(Clone, Debug)]
struct Routine {
    /// Its description.
    described: UnitId,
    /// It is one of LAPACK.
    of_lapack: bool,
    tangent: Option<UnitId>,
    adjoints: Vec<UnitId>,
}

/// What a dummy of a derivative procedure is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// An argument of the routine.
    Argument(usize),
    /// The derivative of one.
    Derivative(usize),
    /// A function's value, or the derivative of that.
    Value,
}

/// Of the arguments of a routine, by position.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Which {
    /// Those that have derivatives.
    pub(crate) active: Vec<bool>,
    /// Those in which the call leaves something that is active.
    pub(crate) left: Vec<bool>,
}

/// A derivative of a routine, for certain active arguments.
#[derive(Clone)]
pub(crate) struct Rule {
    pub(crate) unit: UnitId,
    /// By position in Fortran.
    pub(crate) which: Which,
    /// How the program calls the routine.
    pub(crate) interface: Interface,
    /// It is called with the values from before the call.
    pub(crate) before: bool,
}

impl Libraries {
    /// The routines that a program of descriptions and derivatives has, and which units of it are LAPACK's.
    pub fn new(program: Program, is_lapack: &dyn Fn(&Unit) -> bool) -> Self {
        let named: BTreeMap<String, UnitId> =
            program.units.iter().map(|(id, u)| (u.name.to_ascii_lowercase(), id)).collect();
        let mut routines = BTreeMap::new();
        for (name, &described) in &named {
            if !program.units[described].body.is_empty() {
                continue;
            }
            let adjoints = ["_b", "_b2", "_b3"].iter().filter_map(|end| named.get(&format!("{name}{end}")).copied());
            let adjoints = adjoints.collect();
            let tangent = named.get(&format!("{name}_d")).copied();
            let of_lapack = is_lapack(&program.units[described]);
            routines.insert(name.clone(), Routine { described, of_lapack, tangent, adjoints });
        }
        Libraries { program, routines, reads: Mutex::default() }
    }

    /// The names of the routines, and those by which C calls them, in lower case.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let in_c =
            |(name, r): (&String, &Routine)| format!("{}{name}", if r.of_lapack { "lapacke_" } else { "cblas_" });
        self.routines.keys().cloned().chain(self.routines.iter().map(in_c))
    }

    /// What a routine does to its arguments.
    pub fn external(&self, name: &str) -> Option<External> {
        let (routine, interface) = self.named(name)?;
        let u = &self.program.units[routine.described];
        let access = |s: &SymbolId| {
            let v = self.program.variable(*s);
            let written = v.is_some_and(|v| v.intent != Some(Intent::In));
            let read = v.is_none_or(|v| v.intent != Some(Intent::Out));
            // Of an array with increments, or the leading dimension of another one, some elements stay.
            // So they do behind a pointer of C.
            let is_whole = interface == Interface::Fortran && v.is_some_and(|v| matches!(v.ty, Type::Scalar(_)));
            Access { read, written, killed: !read && is_whole }
        };
        let written = Access { read: false, written: true, killed: true };
        let value = (u.result().is_some() || interface == Interface::Lapacke).then_some(written);
        let read = Access { read: true, written: false, killed: false };
        let positions = self.positions(routine, interface);
        let places = positions.iter().map(|k| k.map_or(read, |k| access(&u.params[k])));
        Some(External { places: places.chain(value).collect(), ..External::default() })
    }

    /// Whether arguments of these types, and a value of that type, may be those of a routine.
    pub fn takes(&self, name: &str, args: &[Type], value: Option<&Type>) -> bool {
        let Some(routine) = self.routines.get(name) else { return false };
        let u = &self.program.units[routine.described];
        let fits = |given: &Type, dummy: &SymbolId| {
            let taken = self.program.symbol_type(*dummy).map(Type::element);
            let is_text = |ty: &Type| matches!(ty, Type::Character { .. });
            taken
                .is_some_and(|taken| is_text(given.element()) && is_text(taken) || same_numbers(given.element(), taken))
        };
        let of_value = u.result().and_then(|r| self.program.symbol_type(r));
        args.len() == u.params.len()
            && args.iter().zip(&u.params).all(|(a, d)| fits(a, d))
            && value.is_some() == of_value.is_some()
            && value.zip(of_value).is_none_or(|(a, b)| same_numbers(a, b))
    }

    /// The tangent or adjoint of a routine for such arguments; `None` where there is none.
    pub(crate) fn rule(&self, name: &str, tangent: bool, which: &Which) -> Option<Rule> {
        let (routine, interface) = self.named(&name.to_ascii_lowercase())?;
        let which = self.in_fortran(routine, interface, which);
        let candidates = if tangent { routine.tangent.as_slice() } else { &routine.adjoints };
        let found = candidates.iter().find(|u| {
            let roles = self.roles(routine, **u);
            let lost = self.lost(routine, **u);
            let mut active = which.active.iter().enumerate().filter(|(_, a)| **a);
            let mut left = which.left.iter().enumerate().filter(|(_, l)| **l);
            active.all(|(k, _)| roles.contains(&Role::Derivative(k))) && left.all(|(k, _)| !lost.contains(&k))
        })?;
        let before = self.program.units[*found].directives.iter().any(|d| d.name == "BEFORE");
        Some(Rule { unit: *found, which, interface, before })
    }

    /// The positions of the arguments whose values a derivative reads, as the program calls the routine.
    pub(crate) fn reads(&self, rule: &Rule) -> BTreeSet<usize> {
        let read = self.reads_of_text(rule);
        let positions = self.positions(self.routine_of(rule.unit), rule.interface).into_iter().enumerate();
        positions.filter(|(_, k)| k.is_some_and(|k| read.contains(&k))).map(|(c, _)| c).collect()
    }

    fn reads_of_text(&self, rule: &Rule) -> BTreeSet<usize> {
        let key = (rule.unit, rule.which.clone());
        let known = self.reads.lock().ok().and_then(|known| known.get(&key).cloned());
        known.unwrap_or_else(|| {
            let found = self.find_reads(rule);
            self.reads.lock().into_iter().for_each(|mut known| drop(known.insert(key.clone(), found.clone())));
            found
        })
    }

    fn find_reads(&self, rule: &Rule) -> BTreeSet<usize> {
        let routine = self.routine_of(rule.unit);
        let unit = self.specialised(rule);
        let roles = self.roles(routine, rule.unit);
        let used = mentioned(&unit);
        // Those of the text: what is written may have fewer.
        let params = &self.program.units[rule.unit].params;
        let arguments = params.iter().zip(roles).filter(|(s, _)| used.contains(s));
        arguments.filter_map(|(_, role)| if let Role::Argument(k) = role { Some(k) } else { None }).collect()
    }

    /// The positions of the arguments in which nothing active may be left.
    fn lost(&self, routine: &Routine, derivative: UnitId) -> BTreeSet<usize> {
        let params = &self.program.units[routine.described].params;
        let at =
            |name: &str| params.iter().position(|s| self.program.symbols[*s].name.eq_ignore_ascii_case(name.trim()));
        let said = self.program.units[derivative].directives.iter().filter(|d| d.name == "LOSES");
        said.flat_map(|d| d.args.split(',')).filter_map(at).collect()
    }

    fn routine_of(&self, derivative: UnitId) -> &Routine {
        let has = |r: &&Routine| r.tangent == Some(derivative) || r.adjoints.contains(&derivative);
        self.routines.values().find(has).expect("derivatives are those of routines")
    }

    /// What the dummies of a derivative are.
    pub(crate) fn roles_of(&self, derivative: UnitId) -> Vec<Role> {
        self.roles(self.routine_of(derivative), derivative)
    }

    fn roles(&self, routine: &Routine, derivative: UnitId) -> Vec<Role> {
        let name = |s: &SymbolId| self.program.symbols[*s].name.to_ascii_lowercase();
        let u = &self.program.units[routine.described];
        let arguments: Vec<String> = u.params.iter().map(name).collect();
        let at = |name: &str| arguments.iter().position(|a| a == name);
        let role = |s: &SymbolId| {
            let name = name(s);
            let of = name.strip_suffix(['d', 'b']).and_then(at).map(Role::Derivative);
            at(&name).map(Role::Argument).or(of).unwrap_or(Role::Value)
        };
        self.program.units[derivative].params.iter().map(role).collect()
    }

    /// A derivative without what it does for derivatives that are not there.
    pub(crate) fn specialised(&self, rule: &Rule) -> Unit {
        self.specialised_but(rule, &[])
    }

    /// The same, where derivatives of some arguments, by position in Fortran, may be there or not.
    pub(crate) fn specialised_but(&self, rule: &Rule, open: &[usize]) -> Unit {
        let mut unit = self.program.units[rule.unit].clone();
        let roles = self.roles(self.routine_of(rule.unit), rule.unit);
        let is = |list: &[bool], k: usize| list.get(k).copied().unwrap_or(false);
        let absent = |role: &Role| match role {
            Role::Argument(k) => !is(&rule.which.left, *k),
            Role::Derivative(k) => !is(&rule.which.active, *k),
            Role::Value => false,
        };
        let params: Vec<(SymbolId, Role)> = unit.params.iter().copied().zip(roles).collect();
        let gone = params.iter().filter(|(_, role)| absent(role)).map(|(s, _)| *s).collect();
        let is_open = |role: &Role| matches!(role, Role::Derivative(k) if open.contains(k));
        let open = params.iter().filter(|(_, role)| is_open(role)).map(|(s, _)| *s).collect();
        unit.body = decided(&mut unit, &Known { gone, open });
        let stays = |(_, role): &&(SymbolId, Role)| matches!(role, Role::Argument(_)) || !absent(role);
        unit.params = params.iter().filter(stays).map(|(s, _)| *s).collect();
        unit
    }
}

/// What is known of dummies: those that are not there, and those that may be there or not.
struct Known {
    gone: BTreeSet<SymbolId>,
    open: BTreeSet<SymbolId>,
}

/// The body with tests of PRESENT decided.
fn decided(unit: &mut Unit, known: &Known) -> Block {
    fn block(unit: &mut Unit, statements: &Block, known: &Known) -> Block {
        let mut out = Block::new();
        for &id in statements {
            let Stmt { mut kind, .. } = unit.stmts[id].clone();
            if let StmtKind::If(choice) = &kind
                && let [arm] = choice.arms.as_slice()
                && let Some(there) = present(&arm.test, known)
            {
                let taken = if there { Some(&arm.body) } else { choice.otherwise.as_ref() };
                out.extend(taken.map(|b| block(unit, b, known)).unwrap_or_default());
                continue;
            }
            for inner in kind.blocks_mut() {
                *inner = block(unit, inner, known);
            }
            unit.stmts[id].kind = kind;
            out.push(id);
        }
        out
    }
    let body = unit.body.clone();
    block(unit, &body, known)
}

/// What a test of PRESENT says, `None` of another test.
fn present(test: &Expr, known: &Known) -> Option<bool> {
    if let ExprKind::Binary(il::BinaryOp::Or, l, r) = &test.bare().kind {
        return Some(present(l, known)? || present(r, known)?);
    }
    let ExprKind::Intrinsic(f, args) = &test.bare().kind else { return None };
    let ExprKind::Var(s) = args.first().filter(|_| f.name() == "present")?.value.kind else { return None };
    (!known.open.contains(&s)).then(|| !known.gone.contains(&s))
}

/// Whether two types are those of numbers of one kind.
fn same_numbers(a: &Type, b: &Type) -> bool {
    matches!((a, b), (Type::Scalar(a), Type::Scalar(b)) if a.class == b.class && a.bytes == b.bytes)
}

/// The symbols in the statements of a unit, and in the extents of its variables that these use.
pub(crate) fn mentioned(unit: &Unit) -> BTreeSet<SymbolId> {
    let mut out = unit.symbols(&unit.body);
    unit.walk(&unit.body, &mut |_, stmt| stmt.kind.each_call(&mut |callee, _| out.extend([callee])));
    if let UnitKind::Function { result, .. } = unit.kind {
        out.insert(result);
    }
    out
}
