//! Calls of the texts in C.

use std::collections::BTreeSet;

use il::{Arg, Block, Expr, ExprKind, Program, StmtKind, SymbolId, Type, UnitId};

use super::body::{Body, int};
use super::options::{Choice, constant};
use crate::derive::copy::declare_procedure;
use crate::derive::library_text::Written;
use crate::libraries::{Interface, Libraries};

impl Body<'_, '_> {
    pub(super) fn call(&mut self, callee: SymbolId, args: &[Arg]) -> Block {
        let name = self.name(callee).to_ascii_lowercase();
        let status = self.libraries.status_argument(&name).and_then(|k| args.get(k)).and_then(|a| a.value.root());
        let (callee, args) = self.library_call(callee, args);
        let kept = status.filter(|s| !self.gone.contains(s) && self.original.params.contains(s));
        let kind = match kept {
            Some(s) => {
                let lhs = self.value(&Expr::var(s));
                StmtKind::Assign { lhs, rhs: ExprKind::Call { callee, args }.into() }
            }
            None => StmtKind::Call { callee, args, alternates: Vec::new() },
        };
        vec![self.add(kind)]
    }

    /// What a call of the text calls in C, and with which arguments.
    pub(super) fn library_call(&mut self, callee: SymbolId, args: &[Arg]) -> (SymbolId, Vec<Arg>) {
        let name = self.name(callee).to_ascii_lowercase();
        let Some((interface, positions, described)) = self.libraries.in_c(&name) else {
            return self.own_call(callee, args);
        };
        let dummies = &self.text.units[described].params;
        let mut out = Vec::new();
        for k in positions {
            let value = match k {
                None if interface == Interface::Cblas => constant("CblasColMajor", 102),
                None => constant("LAPACK_COL_MAJOR", 102),
                Some(k) => {
                    let is_option = matches!(self.text.symbol_type(dummies[k]), Some(Type::Character { .. }));
                    match interface == Interface::Lapacke && is_option {
                        true => self.letter(&args[k].value, Choice::named(self.name(dummies[k]))),
                        false => self.actual(&args[k].value, dummies[k]),
                    }
                }
            };
            out.push(Arg::new(value));
        }
        let value = self.text.procedure(callee).and_then(|p| p.result.as_ref());
        let value = value.map(|ty| if ty.is_differentiable() { Type::Scalar(self.real.clone()) } else { int() });
        let (name, result) = match interface {
            Interface::Own => return (self.of_the_user(described, value), out),
            Interface::Lapacke => (format!("LAPACKE_{name}"), Some(int())),
            Interface::Cblas | Interface::Fortran => (format!("cblas_{name}"), value),
        };
        (self.written.of_header(self.out, &name, result), out)
    }

    /// A function of the user's library: declared by a header, or here.
    fn of_the_user(&mut self, described: UnitId, result: Option<Type>) -> SymbolId {
        let name = self.text.units[described].name.clone();
        let known = self.written.scope.and_then(|s| self.out.lookup(s, &name));
        let known = known.filter(|s| self.out.procedure(*s).is_some());
        // One of the program, which no header declares.
        self.written.undeclared.extend(known.filter(|s| self.out.callee(*s).is_some()));
        known.unwrap_or_else(|| {
            let made = declare_procedure(self.out, self.out.global_c, &name, result);
            let text = self.text.units[described].clone();
            Body::prototype(self.libraries, self.out, self.written, text, made);
            self.written.undeclared.push(made);
            made
        })
    }

    /// An option as a letter.
    fn letter(&mut self, e: &Expr, choice: Choice) -> Expr {
        match &e.kind {
            ExprKind::Text(letter, _) => Choice::Letter.value(letter.chars().next().unwrap_or(' ')),
            _ if choice == Choice::Letter => self.value(e),
            _ => {
                let option = self.option(e, choice);
                choice.letter(option)
            }
        }
    }

    /// A call of a procedure of the text.
    fn own_call(&mut self, callee: SymbolId, args: &[Arg]) -> (SymbolId, Vec<Arg>) {
        let unit = self.text.callee(callee).expect("what is called is described or written");
        let made = function_of(self.libraries, self.out, self.written, unit);
        let dummies = self.text.units[unit].params.clone();
        let args = args.iter().zip(dummies).map(|(a, d)| Arg::new(self.actual(&a.value, d))).collect();
        (made, args)
    }
}

/// The function for a procedure of the text that is none of the library.
pub(super) fn function_of(libraries: &Libraries, out: &mut Program, written: &mut Written, unit: UnitId) -> SymbolId {
    if let Some(&known) = written.there.get(&unit) {
        return known;
    }
    let name = format!("{}{}", written.prefix, libraries.program.units[unit].name);
    let made = declare_procedure(out, out.global_c, &name, None);
    written.there.insert(unit, made);
    let original = libraries.program.units[unit].clone();
    let id = Body::write(libraries, out, written, original, made, BTreeSet::new());
    written.units.push(id);
    made
}
