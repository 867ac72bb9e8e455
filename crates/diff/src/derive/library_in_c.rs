//! A derivative of a library procedure as functions of C: the text in C, for matrices by columns, and before it what the program calls.
//!
//! A routine without matrices is one function. Of another one, the function that is called asks how matrices lie, and calls that of the text: by rows with the
//! arguments that `!$AD BY-ROWS` says, of which some matrices are transposed before and after.

mod body;
mod calls;
mod options;
mod values;
mod whole_numbers;

use std::collections::{BTreeMap, BTreeSet};

use il::stmt::{Arm, If};
use il::symbol::{Intent, SymbolKind};
use il::{
    Arg, BinaryOp, Block, Decl, DeclKind, Expr, Program, Scalar, Stmt, StmtKind, SymbolId, Type, Unit, UnitId, UnitKind,
};

use self::body::{Body, large, local, memory, of_the_library, pointer, real_of};
use self::calls::function_of;
use self::options::{Choice, chosen, constant};
use self::whole_numbers::product;
use super::copy::declare_procedure;
use super::library_text::Written;
use crate::libraries::{Extent, Interface, Libraries, Role, RowArg, Rule, Which};

impl Libraries {
    /// Writes a derivative as the function that `made` stands for, whose prototype is there, and what it calls of the text.
    pub(crate) fn write_in_c(&self, rule: &Rule, out: &mut Program, made: SymbolId, written: &mut Written) {
        let Some(id) = out.procedure(made).and_then(|p| p.unit) else { return };
        written.units.push(id);
        let roles = self.roles_of(rule.unit);
        let positions = self.positions_of(rule.unit, rule.interface);
        let is_lapacke = rule.interface == Interface::Lapacke;
        let gone: BTreeSet<SymbolId> =
            if is_lapacke { self.own_of_fortran(rule.unit).into_iter().collect() } else { BTreeSet::new() };
        if positions.first() != Some(&None) {
            Body::write(self, out, written, self.specialised(rule), made, gone);
            return;
        }
        let rows = self.by_rows(rule.unit);
        let source = |k: usize| match rows.as_ref().map(|r| &r[k]) {
            Some(RowArg::Same(j) | RowArg::Other(j) | RowArg::Turned { matrix: j, .. }) => *j,
            Some(RowArg::Number(_)) | None => k,
        };
        // By columns, or by rows.
        let active = &rule.which.active;
        let both = (0..active.len()).map(|k| active[k] || active[source(k)]).collect();
        let open: Vec<usize> = (0..active.len()).filter(|k| active[*k] != active[source(*k)]).collect();
        let wide = Rule { which: Which { active: both, left: rule.which.left.clone() }, ..rule.clone() };
        let tangent = matches!(out.units[id].kind, UnitKind::Subroutine) && self.text_is_tangent(rule.unit);
        let status = self.status_of(rule.unit).filter(|_| is_lapacke && tangent);
        let gone: BTreeSet<SymbolId> = gone.into_iter().filter(|s| Some(*s) != status).collect();
        let text = self.specialised_but(&wide, &open);
        let name = self.program.units[rule.unit].name.trim_end_matches(|c: char| c.is_ascii_digit());
        let core = declare_procedure(out, out.global_c, &format!("{}{name}", written.prefix), None);
        let dummies: Vec<SymbolId> = text.params.iter().copied().filter(|s| !gone.contains(s)).collect();
        let of_core = Body::write(self, out, written, text, core, gone);
        let all = &self.program.units[rule.unit].params;
        let role = |s: &SymbolId| roles[all.iter().position(|p| p == s).expect("a dummy of the text")];
        let dummies: Vec<(SymbolId, Role)> = dummies.iter().map(|s| (*s, role(s))).collect();
        let given = self.given(rule, &positions, &out.units[id], status.is_some());
        let front = Front {
            libraries: self,
            rule,
            core,
            dummies: &dummies,
            given,
            unit: id,
            locals: Vec::new(),
            real: real_of(&self.program, &self.program.units[rule.unit]),
        };
        front.write(rows.as_deref(), out, written);
        written.units.push(of_core);
    }

    fn text_is_tangent(&self, derivative: UnitId) -> bool {
        self.program.units[derivative].name.ends_with("_d")
    }

    /// The dummy `info` of a derivative.
    fn status_of(&self, derivative: UnitId) -> Option<SymbolId> {
        self.program.units[derivative].params.iter().copied().find(|s| self.program.symbols[*s].name == "info")
    }

    /// The parameters of the function that the program calls, by what they are.
    fn given(&self, rule: &Rule, positions: &[Option<usize>], unit: &Unit, status: bool) -> BTreeMap<Given, SymbolId> {
        let mut keys = Vec::new();
        for k in positions {
            let Some(k) = k else {
                keys.push(Given::Layout);
                continue;
            };
            keys.push(Given::Argument(*k));
            if rule.which.active[*k] {
                keys.push(Given::Derivative(*k));
            }
        }
        if status {
            keys.push(Given::Status);
        }
        assert_eq!(keys.len(), unit.params.len(), "`{}` has other parameters", unit.name);
        keys.into_iter().zip(unit.params.iter().copied()).collect()
    }
}

/// What a parameter of the function that is called is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Given {
    Layout,
    Argument(usize),
    Derivative(usize),
    Status,
}

/// The function that the program calls.
struct Front<'t> {
    libraries: &'t Libraries,
    rule: &'t Rule,
    core: SymbolId,
    dummies: &'t [(SymbolId, Role)],
    given: BTreeMap<Given, SymbolId>,
    unit: UnitId,
    locals: Vec<SymbolId>,
    real: Scalar,
}

/// A matrix that is transposed for the call.
struct Turned {
    from: SymbolId,
    to: SymbolId,
    leading: SymbolId,
    rows: Expr,
    columns: Expr,
    back: bool,
}

impl Front<'_> {
    fn write(mut self, rows: Option<&[RowArg]>, out: &mut Program, written: &mut Written) {
        let by_columns = vec![self.call(out, &|k| RowArg::Same(k), &BTreeMap::new())];
        let mut list = by_columns;
        if let Some(rows) = rows {
            let turned = self.turned(rows, out);
            let names: BTreeMap<SymbolId, SymbolId> = turned.iter().map(|t| (t.from, t.to)).collect();
            let mut by_rows = Block::new();
            for t in &turned {
                let count = large(product(t.rows.clone(), t.columns.clone()));
                let rhs = memory(out, count, &self.real);
                by_rows.push(self.add(out, StmtKind::Assign { lhs: Expr::var(t.to), rhs }));
            }
            for t in &turned {
                by_rows.push(self.turn(t, true, out, written));
            }
            by_rows.push(self.call(out, &|k| rows[k].clone(), &names));
            for t in turned.iter().filter(|t| t.back) {
                by_rows.push(self.turn(t, false, out, written));
            }
            for t in &turned {
                let callee = of_the_library(out, "free", None);
                let args = vec![Arg::new(Expr::var(t.to))];
                by_rows.push(self.add(out, StmtKind::Call { callee, args, alternates: Vec::new() }));
            }
            let (name, value) = match self.rule.interface {
                Interface::Lapacke => ("LAPACK_ROW_MAJOR", 101),
                Interface::Cblas | Interface::Fortran | Interface::Own => ("CblasRowMajor", 101),
            };
            let test = Expr::binary(BinaryOp::Eq, self.variable(Given::Layout), constant(name, value));
            let arms = vec![Arm { test, body: by_rows }];
            list = vec![self.add(out, StmtKind::If(If { arms, otherwise: Some(list), one_line: false }))];
        }
        let declared: Block =
            self.locals.clone().into_iter().map(|s| self.add(out, StmtKind::Declare(vec![s]))).collect();
        let u = &mut out.units[self.unit];
        u.body = declared.into_iter().chain(list).collect();
        u.is_interface = false;
    }

    fn add(&self, out: &mut Program, kind: StmtKind) -> il::StmtId {
        out.units[self.unit].stmts.add(Stmt::from(kind))
    }

    fn variable(&self, what: Given) -> Expr {
        self.given.get(&what).map_or(Expr::int(0), |s| Expr::var(*s))
    }

    fn dummy(&self, k: usize) -> SymbolId {
        self.libraries.program.units[self.libraries.described(self.rule.unit)].params[k]
    }

    /// An argument of the call; an option as an enumeration's value.
    fn argument(&self, k: usize, other: bool) -> Expr {
        let text = &self.libraries.program;
        let value = self.variable(Given::Argument(k));
        if !matches!(text.symbol_type(self.dummy(k)), Some(Type::Character { .. })) {
            return value;
        }
        let choice = Choice::named(&text.symbols[self.dummy(k)].name);
        match self.rule.interface {
            Interface::Lapacke if choice != Choice::Letter => choice.of_letter(value, other),
            _ if other => choice.other(value),
            _ => value,
        }
    }

    fn extent(&self, e: &Extent) -> Expr {
        let variable = |k: &usize| self.variable(Given::Argument(*k));
        match e {
            Extent::Greatest(all) => {
                let greater = |l: Expr, r: Expr| chosen(Expr::binary(BinaryOp::Gt, l.clone(), r.clone()), l, r);
                all.iter().map(variable).reduce(greater).unwrap_or(Expr::int(1))
            }
            Extent::Of { option, first, second } => {
                let choice = Choice::named(&self.libraries.program.symbols[self.dummy(*option)].name);
                let is_letter = self.rule.interface == Interface::Lapacke;
                chosen(choice.is_first(variable(option), is_letter), variable(first), variable(second))
            }
        }
    }

    /// The matrices that are transposed by rows, with their derivatives.
    fn turned(&mut self, rows: &[RowArg], out: &mut Program) -> Vec<Turned> {
        let text = &self.libraries.program;
        let mut list = Vec::new();
        for (dummy, role) in self.dummies {
            let (Role::Argument(k) | Role::Derivative(k)) = *role else { continue };
            let RowArg::Turned { matrix, rows, columns } = &rows[k] else { continue };
            let what =
                if matches!(role, Role::Argument(_)) { Given::Argument(*matrix) } else { Given::Derivative(*matrix) };
            let Some(&from) = self.given.get(&what) else { continue };
            let v = text.variable(*dummy).expect("a matrix");
            let leading =
                v.ty.dimensions()
                    .first()
                    .and_then(|d| d.bounds().next())
                    .and_then(Expr::root)
                    .expect("a leading dimension");
            let params = &text.units[self.rule.unit].params;
            let roles = self.libraries.roles_of(self.rule.unit);
            let at = params.iter().position(|p| *p == leading).expect("a dummy");
            let Role::Argument(leading) = roles[at] else { continue };
            let base = format!("{}t", out.symbols[from].name);
            let scope = out.units[self.unit].scope;
            let to = local(out, scope, &base, pointer(Type::Scalar(self.real.clone()), false));
            self.locals.push(to);
            list.push(Turned {
                from,
                to,
                leading: self.given[&Given::Argument(leading)],
                rows: self.extent(rows),
                columns: self.extent(columns),
                back: v.intent != Some(Intent::In),
            });
        }
        list
    }

    /// Transposes a matrix, or the one that comes of it.
    fn turn(&self, t: &Turned, there: bool, out: &mut Program, written: &mut Written) -> il::StmtId {
        let name = if self.real.bytes == 4 { "adsturned" } else { "addturned" };
        let unit =
            self.libraries.program.units.iter().find(|(_, u)| u.name == name).map(|(id, _)| id).expect("in the text");
        let callee = function_of(self.libraries, out, written, unit);
        let (rows, columns) = (t.rows.clone(), t.columns.clone());
        let (far, near) = ((Expr::var(t.from), Expr::var(t.leading)), (Expr::var(t.to), t.rows.clone()));
        // By rows it is a matrix by columns with so many rows as it has columns.
        let values = match there {
            true => [columns, rows, far.0, far.1, near.0, near.1],
            false => [rows, columns, near.0, near.1, far.0, far.1],
        };
        let args = values.into_iter().map(Arg::new).collect();
        self.add(out, StmtKind::Call { callee, args, alternates: Vec::new() })
    }

    /// The call of the function of the text.
    fn call(
        &self,
        out: &mut Program,
        of: &dyn Fn(usize) -> RowArg,
        turned: &BTreeMap<SymbolId, SymbolId>,
    ) -> il::StmtId {
        let is_status = |s: &SymbolId| self.libraries.program.symbols[*s].name == "info";
        let args = self.dummies.iter().map(|(dummy, role)| {
            let turned = |what: Given| {
                self.given.get(&what).map_or(Expr::int(0), |s| Expr::var(turned.get(s).copied().unwrap_or(*s)))
            };
            let value = match *role {
                Role::Argument(_) if is_status(dummy) => self.variable(Given::Status),
                Role::Argument(k) => match of(k) {
                    RowArg::Same(j) => self.argument(j, false),
                    RowArg::Other(j) => self.argument(j, true),
                    RowArg::Number(e) => self.extent(&e),
                    RowArg::Turned { matrix, .. } => turned(Given::Argument(matrix)),
                },
                Role::Derivative(k) => match of(k) {
                    RowArg::Same(j) | RowArg::Other(j) => self.variable(Given::Derivative(j)),
                    RowArg::Turned { matrix, .. } => turned(Given::Derivative(matrix)),
                    RowArg::Number(_) => Expr::int(0),
                },
                Role::Value => panic!("functions have no matrices"),
            };
            Arg::new(value)
        });
        let args = args.collect();
        self.add(out, StmtKind::Call { callee: self.core, args, alternates: Vec::new() })
    }
}

impl Written {
    /// A function of the library that a header declares.
    pub(super) fn of_header(&mut self, out: &mut Program, name: &str, result: Option<Type>) -> SymbolId {
        let header = if name.starts_with("LAPACKE") { "<lapacke.h>" } else { "<cblas.h>" };
        self.headers.insert(header);
        match self.scope.and_then(|s| out.lookup(s, name)) {
            Some(known) => known,
            None => of_the_library(out, name, result),
        }
    }

    /// Puts what was written into a file: prototypes before its functions, what was written behind them.
    pub(super) fn into_file(&mut self, out: &mut Program, file: UnitId) {
        let units = std::mem::take(&mut self.units);
        let symbols: Vec<SymbolId> = units.iter().filter_map(|u| out.units[*u].symbol).collect();
        for &u in &units {
            out.units[u].parent = Some(file);
        }
        let is_include = |d: &Decl| matches!(d.kind, DeclKind::Include(_));
        let is_function = |d: &Decl| matches!(d.kind, DeclKind::Unit(_));
        let names = |header: &str| header.trim_matches(['<', '>']).trim_end_matches(".h").to_string();
        let f = &mut out.units[file];
        let headers = std::mem::take(&mut self.headers);
        let known = |header: &str| {
            let start = format!("{}_", names(header));
            self.known.iter().any(|name| name.to_ascii_lowercase().starts_with(&start))
        };
        for header in headers.into_iter().filter(|h| !known(h)) {
            let kind = DeclKind::Include(header.to_string());
            if !f.decls.iter().any(|d| d.kind == kind) {
                let at = f.decls.iter().rposition(is_include).map_or(0, |last| last + 1);
                f.decls.insert(at, Decl::from(kind));
            }
        }
        for s in std::mem::take(&mut self.undeclared).into_iter().chain(symbols) {
            let kind = DeclKind::Prototype(s);
            if !f.decls.iter().any(|d| d.kind == kind) {
                let at = f.decls.iter().position(is_function).unwrap_or(f.decls.len());
                f.decls.insert(at, Decl::from(kind));
            }
        }
        for u in units {
            f.decls.push(Decl::from(DeclKind::Unit(u)));
            f.children.push(u);
        }
    }
}

/// The functions that a program knows: headers that declare some of a library declare all.
pub(super) fn known_names(p: &Program) -> Vec<String> {
    let functions = p.symbols.iter().filter(|(_, s)| matches!(s.kind, SymbolKind::Procedure(_)));
    functions.map(|(_, s)| s.name.clone()).collect()
}
