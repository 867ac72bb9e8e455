//! How programs call the routines that the texts describe for Fortran.
//!
//! C has two interfaces: CBLAS, and LAPACKE for what belongs to LAPACK. Their arguments are those of Fortran, in the same order, numbers by value, behind one
//! that says whether matrices lie by columns, as in Fortran, or by rows. CBLAS has enumerations for options, LAPACKE characters; LAPACKE returns what is
//! `info` in Fortran, and has work arrays of its own. Routines of the user's have their names and arguments in C, too.
//!
//! What lies by rows is the transposed matrix by columns. `!$AD BY-ROWS` before a description lists, one for each argument, with what the routine by columns does
//! what the routine by rows does: the name of an argument, `other(uplo)` for an option turned round, `turned(b, n, nrhs)` for a matrix of so many rows and columns that
//! has to be transposed before and after, `max(m, n)`, or `of(side, m, n)`: the first from the left, or without transposition. A routine without that line has no derivative by rows.

use il::symbol::Intent;
use il::{SymbolId, Type, UnitId};

use super::{Libraries, Origin, Routine, Which, same_numbers};

/// How a routine is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Interface {
    Fortran,
    Cblas,
    Lapacke,
    /// A function of C of the user's.
    Own,
}

/// A number of rows or columns, in arguments by position in Fortran.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    Greatest(Vec<usize>),
    /// The first where the option has the first of its values, from the left or without transposition.
    Of {
        option: usize,
        first: usize,
        second: usize,
    },
}

/// What stands for an argument where matrices lie by rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RowArg {
    /// An argument of the call.
    Same(usize),
    /// The other option than that of an argument.
    Other(usize),
    /// A number.
    Number(Extent),
    /// A matrix, transposed: its rows and columns in the eyes of the caller.
    Turned { matrix: usize, rows: Extent, columns: Extent },
}

/// What LAPACKE has no argument for.
const OWN_OF_FORTRAN: &[&str] = &["info", "work", "lwork"];

impl Origin {
    /// How C calls its routines.
    fn in_c(self) -> Option<Interface> {
        match self {
            Origin::Blas => Some(Interface::Cblas),
            Origin::Lapack => Some(Interface::Lapacke),
            Origin::User => Some(Interface::Own),
            Origin::InFortran => None,
        }
    }
}

impl Libraries {
    /// The routine of a name in lower case, which may be that of C.
    pub(super) fn named(&self, name: &str, from_c: bool) -> Option<(&Routine, Interface)> {
        if let Some(routine) = self.routines.get(name) {
            let own = routine.origin == Origin::User && from_c;
            return Some((routine, if own { Interface::Own } else { Interface::Fortran }));
        }
        let in_c = [("cblas_", Interface::Cblas), ("lapacke_", Interface::Lapacke)];
        let (name, interface) = in_c.iter().find_map(|(start, i)| Some((name.strip_prefix(start)?, *i)))?;
        let routine = self.routines.get(name).filter(|r| r.origin.in_c() == Some(interface))?;
        Some((routine, interface))
    }

    /// Whether a call in C begins with the order of matrices.
    fn has_layout(&self, routine: &Routine, interface: Interface) -> bool {
        let is_matrix = |ty: &Type| ty.rank() == 2;
        let params = &self.program.units[routine.described].params;
        match interface {
            Interface::Fortran | Interface::Own => false,
            Interface::Lapacke => true,
            Interface::Cblas => params.iter().any(|s| self.program.symbol_type(*s).is_some_and(is_matrix)),
        }
    }

    /// Where the arguments of a call stand in Fortran.
    pub(super) fn positions(&self, routine: &Routine, interface: Interface) -> Vec<Option<usize>> {
        let params = self.program.units[routine.described].params.iter().enumerate();
        let name = |s: &SymbolId| self.program.symbols[*s].name.as_str();
        let there = params.filter(|(_, s)| interface != Interface::Lapacke || !OWN_OF_FORTRAN.contains(&name(s)));
        self.has_layout(routine, interface).then_some(None).into_iter().chain(there.map(|(k, _)| Some(k))).collect()
    }

    /// The positions of a rule's call, as [`Self::positions`].
    pub(crate) fn positions_of(&self, derivative: UnitId, interface: Interface) -> Vec<Option<usize>> {
        self.positions(self.routine_of(derivative), interface)
    }

    /// How C calls a routine that a text names, where its arguments stand, and its description.
    pub(crate) fn in_c(&self, name: &str) -> Option<(Interface, Vec<Option<usize>>, UnitId)> {
        if let Some(&derivative) = self.provided.get(name) {
            let positions = (0..self.program.units[derivative].params.len()).map(Some).collect();
            return Some((Interface::Own, positions, derivative));
        }
        let routine = self.routines.get(name)?;
        let interface = routine.origin.in_c()?;
        Some((interface, self.positions(routine, interface), routine.described))
    }

    /// The position of `info`, which is the value of a function of LAPACKE.
    pub(crate) fn status_argument(&self, name: &str) -> Option<usize> {
        let params = &self.program.units[self.routines.get(name)?.described].params;
        params.iter().position(|s| self.program.symbols[*s].name == "info")
    }

    /// The description of the routine whose derivative it is.
    pub(crate) fn described(&self, derivative: UnitId) -> UnitId {
        self.routine_of(derivative).described
    }

    /// The dummies of a derivative for what LAPACKE has no argument for.
    pub(crate) fn own_of_fortran(&self, derivative: UnitId) -> Vec<SymbolId> {
        let params = self.program.units[derivative].params.iter();
        params.filter(|s| OWN_OF_FORTRAN.contains(&self.program.symbols[**s].name.as_str())).copied().collect()
    }

    /// Which arguments of a call they are in Fortran.
    pub(super) fn in_fortran(&self, routine: &Routine, interface: Interface, which: &Which) -> Which {
        let count = self.program.units[routine.described].params.len();
        let positions = self.positions(routine, interface);
        let moved = |list: &[bool]| {
            let mut out = vec![false; count];
            for (k, _) in positions.iter().zip(list).filter(|(_, is)| **is) {
                k.iter().for_each(|k| out[*k] = true);
            }
            out
        };
        Which { active: moved(&which.active), left: moved(&which.left) }
    }

    /// Whether a prototype of C is that of a routine.
    pub fn takes_in_c(&self, name: &str, params: &[Type], value: Option<&Type>) -> bool {
        let Some((routine, interface)) = self.named(name, true) else { return false };
        let u = &self.program.units[routine.described];
        let positions = self.positions(routine, interface);
        let is_option =
            |ty: &Type| matches!(ty, Type::Scalar(s) if s.class == il::ScalarClass::Integer && s.bytes <= 4);
        let fits = |given: &Type, k: &Option<usize>| {
            let Some(dummy) = k.and_then(|k| self.program.symbol_type(u.params[k])) else { return is_option(given) };
            let is_set =
                k.and_then(|k| self.program.variable(u.params[k])).is_some_and(|v| v.intent != Some(Intent::In));
            match (dummy, given) {
                // Nobody knows how a function of the user's has it.
                (Type::Character { .. }, _) if interface == Interface::Own => false,
                (Type::Character { .. }, _) => is_option(given) || matches!(given, Type::Character { .. }),
                (Type::Scalar(_), Type::Pointer { to, .. }) => is_set && same_numbers(to, dummy),
                (Type::Scalar(_), _) => !is_set && same_numbers(given, dummy),
                (Type::Array { elem, .. }, Type::Pointer { to, .. }) => same_numbers(to, elem),
                _ => false,
            }
        };
        let of_value = u.result().and_then(|r| self.program.symbol_type(r));
        let value_fits = match (value, of_value) {
            (Some(v), Some(of)) if of.is_differentiable() || interface == Interface::Own => same_numbers(v, of),
            (Some(_), None) if interface == Interface::Own => false,
            (Some(v), _) => matches!(v, Type::Scalar(s) if s.class == il::ScalarClass::Integer),
            (None, of) => of.is_none() && interface != Interface::Lapacke,
        };
        interface != Interface::Fortran
            && params.len() == positions.len()
            && params.iter().zip(&positions).all(|(p, k)| fits(p, k))
            && value_fits
    }

    /// What a routine by columns gets for one by rows; `None`: it cannot be.
    pub(crate) fn by_rows(&self, derivative: UnitId) -> Option<Vec<RowArg>> {
        self.rows(self.routine_of(derivative))
    }

    /// Whether a routine, by its name in C, has derivatives for matrices that lie by rows, or none that lie somehow.
    pub fn knows_rows(&self, name: &str) -> bool {
        self.named(name, true).is_some_and(|(r, i)| !self.has_layout(r, i) || self.rows(r).is_some())
    }

    fn rows(&self, routine: &Routine) -> Option<Vec<RowArg>> {
        let u = &self.program.units[routine.described];
        let directive = u.directives.iter().find(|d| d.name == "BY-ROWS")?;
        let at = |name: &str| {
            let found = u.params.iter().position(|s| self.program.symbols[*s].name.eq_ignore_ascii_case(name.trim()));
            found.unwrap_or_else(|| panic!("`{name}` is no argument of `{}`", u.name))
        };
        let inside = |text: &str, word: &str| -> Option<String> {
            Some(text.strip_prefix(word)?.strip_prefix('(')?.strip_suffix(')')?.to_string())
        };
        let extent = |text: &str| -> Extent {
            let text = text.trim();
            if let Some(list) = inside(text, "of") {
                let list: Vec<usize> = parts(&list).iter().map(|name| at(name)).collect();
                let &[option, first, second] = list.as_slice() else { panic!("`{text}` of `{}`", u.name) };
                return Extent::Of { option, first, second };
            }
            let list = inside(text, "max").unwrap_or_else(|| text.to_string());
            Extent::Greatest(parts(&list).iter().map(|name| at(name)).collect())
        };
        let argument = |text: &String| {
            if let Some(option) = inside(text, "other") {
                return RowArg::Other(at(&option));
            }
            if let Some(list) = inside(text, "turned") {
                let list = parts(&list);
                let [matrix, rows, columns] = list.as_slice() else { panic!("`{text}` of `{}`", u.name) };
                return RowArg::Turned { matrix: at(matrix), rows: extent(rows), columns: extent(columns) };
            }
            let is_number = ["max", "of"].iter().any(|word| inside(text, word).is_some());
            if is_number { RowArg::Number(extent(text)) } else { RowArg::Same(at(text)) }
        };
        let out: Vec<RowArg> = parts(&directive.args).iter().map(argument).collect();
        assert_eq!(out.len(), u.params.len(), "BY-ROWS of `{}`", u.name);
        Some(out)
    }
}

/// The parts of a list, which may have lists in parentheses.
pub(super) fn parts(text: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut depth = 0;
    for c in text.chars() {
        match c {
            ',' if depth == 0 => out.push(String::new()),
            ' ' => {}
            _ => {
                depth += i32::from(c == '(') - i32::from(c == ')');
                out.last_mut().into_iter().for_each(|last| last.push(c));
            }
        }
    }
    out
}
