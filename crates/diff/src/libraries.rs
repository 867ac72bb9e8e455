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
//! What derivatives are there for without OPTIONAL is always there: where nothing active is passed, it is a local of zeros. Users have routines of their own in
//! such texts ([`Origin::User`]); a derivative without statements is one that their library has, which `!$AD TANGENT name` or `!$AD ADJOINT name` before the
//! description may name.
//!
//! Programs in C call the same routines by CBLAS and LAPACKE: [`interfaces`] says how, and `crate::derive::library_in_c` writes the same texts in C. `!$AD BY-ROWS`
//! before a description says what that needs for matrices that lie by rows.

mod interfaces;
mod room;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use analysis::{Access, External};
use il::symbol::Intent;
use il::types::Upper;
use il::{
    Arg, BinaryOp, Block, Expr, ExprKind, Program, Stmt, StmtKind, SymbolId, Type, UnaryOp, Unit, UnitId, UnitKind,
};

pub(crate) use interfaces::{Extent, Interface, RowArg};

/// The routines that are known, with the program that holds their derivatives.
#[derive(Debug)]
pub struct Libraries {
    pub(crate) program: Program,
    routines: BTreeMap<String, Routine>,
    /// Derivatives without statements: the library has them.
    provided: BTreeMap<String, UnitId>,
    /// What derivatives read, once it was asked.
    reads: Mutex<BTreeMap<(UnitId, Which), BTreeSet<usize>>>,
}

/// Whose a routine is, which says how programs in C call it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    Blas,
    Lapack,
    /// One of BLAS or LAPACK that programs in C do not call by what is known here: those of complex numbers.
    InFortran,
    /// It has the same name in C, and its arguments in the same order: numbers that are only read by value, everything else by its address.
    User,
}

/// The procedures of the text that speak of one routine.
#[derive(Clone, Debug)]
struct Routine {
    /// Its description.
    described: UnitId,
    origin: Origin,
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
    /// The routines that a program of descriptions and derivatives has, and whose each of its units is.
    pub fn new(mut program: Program, origin: &dyn Fn(&Unit) -> Origin) -> Self {
        let named: BTreeMap<String, UnitId> =
            program.units.iter().map(|(id, u)| (u.name.to_ascii_lowercase(), id)).collect();
        let without = |id: UnitId| program.units[id].body.is_empty();
        let described: Vec<(&String, UnitId)> = named.iter().map(|(n, id)| (n, *id)).filter(|d| without(d.1)).collect();
        let found: Vec<(String, UnitId, [Vec<UnitId>; 2])> = (described.into_iter())
            .map(|(name, id)| (name.clone(), id, derivatives_of(&program.units[id], &named)))
            .collect();
        let of_others: BTreeSet<UnitId> = found.iter().flat_map(|(_, _, d)| d.iter().flatten().copied()).collect();
        let (mut routines, mut provided) = (BTreeMap::new(), BTreeMap::new());
        for (name, described, derivatives) in found {
            if of_others.contains(&described) {
                provided.insert(name, described);
                continue;
            }
            let [tangents, adjoints] =
                derivatives.map(|list| list.into_iter().map(|d| with_call(&mut program, d)).collect::<Vec<_>>());
            let origin = origin(&program.units[described]);
            routines.insert(name, Routine { described, origin, tangent: tangents.first().copied(), adjoints });
        }
        Libraries { program, routines, provided, reads: Mutex::default() }
    }

    /// The names of the routines, and those by which C calls them, in lower case.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let in_c = |(name, r): (&String, &Routine)| match r.origin {
            Origin::Blas => Some(format!("cblas_{name}")),
            Origin::Lapack => Some(format!("lapacke_{name}")),
            Origin::InFortran | Origin::User => None,
        };
        self.routines.keys().cloned().chain(self.routines.iter().filter_map(in_c))
    }

    /// Whose the routine of a name is.
    pub fn origin(&self, name: &str) -> Option<Origin> {
        Some(self.named(name, true)?.0.origin)
    }

    /// Whether a derivative is one of a routine of the user's.
    pub(crate) fn is_of_the_user(&self, derivative: &Unit) -> bool {
        let is_one = |id: &UnitId| self.program.units[*id].name == derivative.name;
        self.routines.values().any(|r| r.origin == Origin::User && r.tangent.iter().chain(&r.adjoints).any(is_one))
    }

    /// The texts.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The derivatives of a routine.
    pub fn derivatives(&self, name: &str) -> Vec<UnitId> {
        let routine = self.routines.get(name);
        routine.into_iter().flat_map(|r| r.tangent.iter().chain(&r.adjoints).copied()).collect()
    }

    /// What a routine does to its arguments.
    pub fn external(&self, name: &str) -> Option<External> {
        let (routine, interface) = self.named(name, true)?;
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
    pub(crate) fn rule(&self, name: &str, from_c: bool, tangent: bool, which: &Which) -> Option<Rule> {
        let (routine, interface) = self.named(&name.to_ascii_lowercase(), from_c)?;
        let which = self.in_fortran(routine, interface, which);
        let candidates = if tangent { routine.tangent.as_slice() } else { &routine.adjoints };
        let found = candidates.iter().find(|u| {
            let roles = self.roles(routine, **u);
            let lost = self.lost(routine, **u);
            let mut active = which.active.iter().enumerate().filter(|(_, a)| **a);
            let mut left = which.left.iter().enumerate().filter(|(_, l)| **l);
            active.all(|(k, _)| roles.contains(&Role::Derivative(k)))
                && left.all(|(k, _)| !lost.contains(&k))
                && self.can_do_without(**u, &roles, &which)
        })?;
        let before = self.program.units[*found].directives.iter().any(|d| d.name == "BEFORE");
        Some(Rule { unit: *found, which, interface, before })
    }

    /// Whether a derivative can have locals for what it takes and nothing active is passed for.
    fn can_do_without(&self, derivative: UnitId, roles: &[Role], which: &Which) -> bool {
        let params = self.program.units[derivative].params.iter().zip(roles);
        let is_idle = |role: &Role| matches!(role, Role::Derivative(k) if which.active.get(*k) != Some(&true));
        let is_known = |ty: &Type| ty.dimensions().iter().all(|d| matches!(d.upper, Upper::At(_)));
        let mut idle = params.filter(|(_, role)| is_idle(role)).filter_map(|(s, _)| self.program.variable(*s));
        idle.all(|v| v.optional || is_known(&v.ty))
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
        let gone: BTreeSet<SymbolId> = params.iter().filter(|(_, role)| absent(role)).map(|(s, _)| *s).collect();
        let is_open = |role: &Role| matches!(role, Role::Derivative(k) if open.contains(k));
        let open = params.iter().filter(|(_, role)| is_open(role)).map(|(s, _)| *s).collect();
        let mut zeros = Block::new();
        for (s, role) in params.iter().filter(|(s, _)| gone.contains(s)) {
            let v = self.program.variable(*s).filter(|v| !v.optional && matches!(role, Role::Derivative(_)));
            let zero = v.and_then(|v| v.ty.element().scalar()).map(|of| Expr::real(0.0, of));
            zeros.extend(zero.map(|rhs| unit.add(StmtKind::Assign { lhs: Expr::var(*s), rhs })));
        }
        unit.body = decided(&mut unit, &Known { gone, open });
        unit.body.splice(0..0, zeros);
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
            if let StmtKind::If(choice) = &mut kind {
                choice.arms.iter_mut().for_each(|arm| decide(&mut arm.test, known));
                choice.arms.retain(|arm| arm.test.kind != ExprKind::Logical(false));
                if let Some(k) = choice.arms.iter().position(|arm| arm.test.kind == ExprKind::Logical(true)) {
                    choice.otherwise = choice.arms.drain(k..).next().map(|arm| arm.body);
                }
                if choice.arms.is_empty() {
                    out.extend(choice.otherwise.as_ref().map(|b| block(unit, b, known)).unwrap_or_default());
                    continue;
                }
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

/// Decides what a test asks of PRESENT.
fn decide(test: &mut Expr, known: &Known) {
    let is = |e: &Expr, value: bool| e.kind == ExprKind::Logical(value);
    let decided = match &mut test.kind {
        ExprKind::Unary(UnaryOp::Paren, x) => {
            decide(x, known);
            matches!(x.kind, ExprKind::Logical(_)).then(|| (**x).clone())
        }
        ExprKind::Unary(UnaryOp::Not, x) => {
            decide(x, known);
            if let ExprKind::Logical(value) = x.kind { Some(Expr::logical(!value)) } else { None }
        }
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), l, r) => {
            decide(l, known);
            decide(r, known);
            // What decides alone, and what then says nothing.
            let alone = *op == BinaryOp::Or;
            let others = [(&**l, &**r), (&**r, &**l)].into_iter().find(|(e, _)| is(e, !alone));
            let decides = is(l, alone) || is(r, alone);
            if decides { Some(Expr::logical(alone)) } else { others.map(|(_, other)| other.clone()) }
        }
        _ => present(test, known).map(Expr::logical),
    };
    if let Some(decided) = decided {
        *test = decided;
    }
}

/// What a test of PRESENT says, `None` of another test.
fn present(test: &Expr, known: &Known) -> Option<bool> {
    let ExprKind::Intrinsic(f, args) = &test.kind else { return None };
    let ExprKind::Var(s) = args.first().filter(|_| f.name() == "present")?.value.kind else { return None };
    (!known.open.contains(&s)).then(|| !known.gone.contains(&s))
}

/// A procedure of a text without what it does where some of its dummies are not there.
pub fn without(unit: &Unit, gone: &BTreeSet<SymbolId>) -> Unit {
    let mut out = unit.clone();
    out.body = decided(&mut out, &Known { gone: gone.clone(), open: BTreeSet::new() });
    out
}

/// The derivatives of a routine, tangents and adjoints, in the order in which they are tried.
pub fn derivatives_of(described: &Unit, named: &BTreeMap<String, UnitId>) -> [Vec<UnitId>; 2] {
    let of = |directive: &str, ends: &[&str]| {
        let said = described.directives.iter().filter(|d| d.name == directive);
        let mut names: Vec<String> =
            said.flat_map(|d| d.args.split(',')).map(|n| n.trim().to_ascii_lowercase()).collect();
        if names.is_empty() {
            names = ends.iter().map(|end| format!("{}{end}", described.name.to_ascii_lowercase())).collect();
        }
        names.iter().filter_map(|name| named.get(name).copied()).collect()
    };
    [of("TANGENT", &["_d"]), of("ADJOINT", &["_b", "_b2", "_b3"])]
}

/// A derivative with statements: a call of the library where it has none.
fn with_call(program: &mut Program, derivative: UnitId) -> UnitId {
    let u = &program.units[derivative];
    let Some(callee) = u.symbol.filter(|_| u.body.is_empty()) else { return derivative };
    let mut made = Unit { symbol: None, ..u.clone() };
    let args: Vec<Arg> = u.params.iter().map(|s| Arg::new(Expr::var(*s))).collect();
    let kind = match u.result() {
        Some(r) => StmtKind::Assign { lhs: Expr::var(r), rhs: ExprKind::Call { callee, args }.into() },
        None => StmtKind::Call { callee, args, alternates: Vec::new() },
    };
    made.body = vec![made.add(kind)];
    program.units.add(made)
}

/// Whether two types are those of numbers of one kind.
fn same_numbers(a: &Type, b: &Type) -> bool {
    matches!((a, b), (Type::Scalar(a), Type::Scalar(b)) if a.class == b.class && a.bytes == b.bytes)
}

/// The symbols in the statements of a unit, and in the extents of its variables that these use.
pub fn mentioned(unit: &Unit) -> BTreeSet<SymbolId> {
    let mut out = unit.symbols(&unit.body);
    unit.walk(&unit.body, &mut |_, stmt| stmt.kind.each_call(&mut |callee, _| out.extend([callee])));
    if let UnitKind::Function { result, .. } = unit.kind {
        out.insert(result);
    }
    out
}
