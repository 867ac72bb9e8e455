//! C: components of a structure that a pointer takes for a row: `double *r = &atom->x;` with `r[0]`, `r[1]`, `r[2]`; `norm(3, &v.x)`; `(double *)&v`.
//!
//! Components of one type that follow each other lie in memory like the elements of an array, and authors use that. A pointer to one of them that does
//! not only look at that one may lead to all of its *run*: that is one zone then, as an array is. So does the derivative's: a structure of derivatives
//! has all of a run, or nothing of it.

use std::collections::HashSet;
use std::ops::Range;

use crate::Language;
use crate::calls::definition;
use crate::expr::{Arg, Expr, ExprKind, Subscript, UnaryOp};
use crate::program::Program;
use crate::stmt::StmtKind;
use crate::symbol::{ProcedureClass, SymbolId, SymbolKind, Variable};
use crate::types::{RecordId, ScalarClass, Type};
use crate::typing::type_of;

/// A component of a structured type.
pub type Component = (RecordId, usize);

/// The components that lie like the elements of one array with this one, itself included: its neighbours of the same type, arrays of these too.
fn run(program: &Program, (record, field): Component) -> Range<usize> {
    let fields = &program.records[record].fields;
    let Some(own) = number(&fields[field].ty) else { return field..field + 1 };
    let is_alike = |k: &usize| number(&fields[*k].ty) == Some(own);
    let first = (0..field).rev().take_while(is_alike).last().unwrap_or(field);
    let behind = (field + 1..fields.len()).take_while(is_alike).count();
    first..field + 1 + behind
}

/// The components that are one row with this one, when a pointer takes some of them for it: a run, or all of a structure.
pub(crate) fn row(program: &Program, walked: &HashSet<Component>, (record, field): Component) -> Option<Range<usize>> {
    if walked.is_empty() {
        return None;
    }
    let all = 0..program.records[record].fields.len();
    let found = if all.clone().all(|k| walked.contains(&(record, k))) && is_row(program, record).is_some() {
        all
    } else {
        run(program, (record, field))
    };
    (found.len() > 1 && found.clone().any(|k| walked.contains(&(record, k)))).then_some(found)
}

/// The number that all components of a structure are, at any depth.
fn is_row(program: &Program, record: RecordId) -> Option<Number> {
    let mut numbers = program.records[record].fields.iter().map(|f| match f.ty.element() {
        Type::Record(r) if !program.records[*r].opaque => is_row(program, *r),
        ty => number(ty),
    });
    let first = numbers.next()??;
    numbers.all(|n| n == Some(first)).then_some(first)
}

/// A sort of number.
type Number = (ScalarClass, u8, bool);

fn number(ty: &Type) -> Option<Number> {
    match ty.element() {
        Type::Scalar(s) => Some((s.class, s.bytes, s.unsigned)),
        _ => None,
    }
}

/// The components whose address is used as that of a row. `single` are the parameters that are the address of one object only.
pub(crate) fn find(program: &Program, single: &HashSet<SymbolId>) -> HashSet<Component> {
    let units = || program.units.iter().filter(|(_, u)| u.language == Language::C).map(|(_, u)| u);
    let mut search = Search { program, single, locals: HashSet::new(), out: HashSet::new() };
    // Local pointers that lead to one object wherever they are used.
    for (s, symbol) in program.symbols.iter() {
        if let SymbolKind::Variable(v) = &symbol.kind
            && v.is_unsaved_local()
            && matches!(&v.ty, Type::Pointer { to, .. } if matches!(**to, Type::Scalar(_)))
        {
            search.locals.insert(s);
        }
    }
    let mut walks = HashSet::new();
    for u in units() {
        u.walk(&u.body, &mut |_, s| match &s.kind {
            StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(_), .. }, rhs } => search.walking(rhs, &mut walks),
            StmtKind::Call { callee, args, .. } => search.walking_arguments(*callee, args, &mut walks),
            kind => kind.exprs(&mut |e| search.walking(e, &mut walks)),
        });
    }
    search.locals.retain(|s| !walks.contains(s));
    for symbol in program.symbols.ids() {
        if let Some(Variable { init: Some(value), .. }) = program.variable(symbol) {
            search.assigned(&Expr::var(symbol), value);
        }
    }
    for u in units() {
        u.walk(&u.body, &mut |_, s| match &s.kind {
            StmtKind::Assign { lhs, rhs } => search.assigned(lhs, rhs),
            StmtKind::Call { callee, args, .. } => search.arguments(*callee, args),
            kind => kind.exprs(&mut |e| search.visit(e)),
        });
    }
    search.out
}

struct Search<'a> {
    program: &'a Program,
    single: &'a HashSet<SymbolId>,
    locals: HashSet<SymbolId>,
    out: HashSet<Component>,
}

impl Search<'_> {
    /// Whether a parameter looks at one object only, also one of the C library.
    fn is_single(&self, callee: SymbolId, k: usize) -> bool {
        match definition(self.program, callee) {
            Some(u) => self.program.units[u].params.get(k).is_some_and(|p| self.single.contains(p)),
            None => {
                let system = self.program.procedure(callee).is_some_and(|p| p.class == ProcedureClass::System);
                system && !matches!(self.program.symbols[callee].name.as_str(), "memcpy" | "memmove" | "memset")
            }
        }
    }

    /// Notes the local pointers that an expression uses as more than the address of one object.
    fn walking(&self, e: &Expr, walks: &mut HashSet<SymbolId>) {
        match &e.kind {
            ExprKind::Call { callee, args } => return self.walking_arguments(*callee, args, walks),
            ExprKind::Var(s) if self.locals.contains(s) => {
                walks.insert(*s);
            }
            _ => {}
        }
        match object(e) {
            Some(pointer) if matches!(pointer.bare().kind, ExprKind::Var(_)) => {}
            _ => e.children(&mut |c| self.walking(c, walks)),
        }
    }

    fn walking_arguments(&self, callee: SymbolId, args: &[Arg], walks: &mut HashSet<SymbolId>) {
        for (k, a) in args.iter().enumerate() {
            let handed_on = matches!(a.value.bare().kind, ExprKind::Var(_)) && self.is_single(callee, k);
            if !handed_on {
                self.walking(&a.value, walks);
            }
        }
    }

    /// `q = &s.x` says nothing where `q` leads to one object wherever it is used.
    fn assigned(&mut self, lhs: &Expr, rhs: &Expr) {
        self.visit(lhs);
        match component(rhs) {
            Some(x) if matches!(lhs.kind, ExprKind::Var(s) if self.locals.contains(&s)) => self.below(x),
            _ => self.visit(rhs),
        }
    }

    fn arguments(&mut self, callee: SymbolId, args: &[Arg]) {
        for (k, a) in args.iter().enumerate() {
            match component(&a.value) {
                Some(x) if self.is_single(callee, k) => self.below(x),
                _ => self.visit(&a.value),
            }
        }
    }

    fn below(&mut self, e: &Expr) {
        e.children(&mut |c| self.visit(c));
    }

    /// Notes the components in `e` whose address is that of a row.
    fn visit(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Call { callee, args } => return self.arguments(*callee, args),
            ExprKind::Address(x) => {
                if let ExprKind::Field { record, field, .. } = x.kind {
                    self.out.insert((record, field));
                }
            }
            ExprKind::Cast(Type::Pointer { to, .. }, x) if matches!(to.element(), Type::Scalar(_)) => {
                let led = match type_of(self.program, x) {
                    Type::Pointer { to, .. } => to.record(),
                    ty => ty.record(),
                };
                if let Some(r) = led {
                    self.whole(r);
                }
            }
            _ => {}
        }
        match object(e).and_then(component) {
            Some(x) => self.below(x),
            None => self.below(e),
        }
    }

    /// A structure that is taken for a row from its beginning.
    fn whole(&mut self, record: RecordId) {
        let fields = self.program.records[record].fields.iter().enumerate();
        for (k, inner) in fields.map(|(k, f)| (k, f.ty.record())) {
            if self.out.insert((record, k))
                && let Some(r) = inner
            {
                self.whole(r);
            }
        }
    }
}

/// The pointer of `*p` or `p[0]`.
fn object(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Deref(x) | ExprKind::Unary(UnaryOp::Not, x) => Some(x),
        ExprKind::Index { base, subs } if matches!(subs.as_slice(), [Subscript::At(i)] if i.as_int() == Some(0)) => {
            Some(base)
        }
        _ => None,
    }
}

/// The component whose address a value is.
fn component(e: &Expr) -> Option<&Expr> {
    match &e.bare().kind {
        ExprKind::Address(x) if matches!(x.kind, ExprKind::Field { .. }) => Some(x),
        _ => None,
    }
}
