//! Tests of whether two pointers overlap ([`shared::apart`](crate::shared::apart)), in standard Fortran. They are written out before a program is printed.
//!
//! ```fortran
//! place = 0
//! if (associated(x)) then
//!   if (size(x) > 0) then
//!     place(1,1) = transfer(c_loc(x(lbound(x, 1))), place(1,1))
//!     place(2,1) = transfer(c_loc(x(min(lbound(x, 1)+1, ubound(x, 1)))), place(1,1))
//!     place(3,1) = size(x)
//!   end if
//! end if
//! …
//! if (overlap(place(:,1), place(:,2))) error stop '…'
//! ```
//!
//! A column of `place` has the address of the first element; then, by dimension, that of the next element and how many there are. Two arrays of one type
//! overlap where elements of both have one address: `Σ s(i)*k(i) = d` with `0 <= k(i) <= m(i)`, where `s` are the steps of one array and those of the other
//! taken back. `reach` finds that by trying the longest step first, which in sections of arrays leaves one or two ways for each of the others.

use il::decl::{Decl, DeclKind, Entity};
use il::stmt::If;
use il::symbol::{Procedure, ProcedureClass, ScopeKind, Storage, SymbolKind, Variable};
use il::typing::type_of;
use il::{
    Arg, Block, Dim, Expr, ExprKind, Language, Prefix, Program, Scalar, ScalarClass, Span, Stmt, StmtId, StmtKind,
    Subscript, SymbolId, Type, Unit, UnitId, UnitKind, Upper,
};

use super::c_binding;
use crate::names;

/// Whether a program has such tests.
pub fn has_overlap_tests(p: &Program) -> bool {
    p.units.ids().any(|u| !tests(p, u).is_empty())
}

/// Writes all tests of a program out that is to be printed.
pub fn write_overlap_tests(p: &mut Program) {
    for unit in p.units.ids().collect::<Vec<_>>() {
        let tests = tests(p, unit);
        if !tests.is_empty() {
            write_out(p, unit, tests);
        }
    }
}

/// The tests at the top of a unit.
fn tests(p: &Program, unit: UnitId) -> Vec<(StmtId, Expr, Expr)> {
    let u = &p.units[unit];
    if !u.language.keeps_arguments_apart() {
        return Vec::new();
    }
    let test = |id: &StmtId| {
        let StmtKind::If(i) = &u.stmts[*id].kind else { return None };
        match &i.arms.first()?.test.kind {
            ExprKind::Intrinsic(f, args) if f.name() == "ad_overlap" => {
                Some((*id, args[0].value.clone(), args[1].value.clone()))
            }
            _ => None,
        }
    };
    u.body.iter().filter_map(test).collect()
}

fn write_out(p: &mut Program, unit: UnitId, tests: Vec<(StmtId, Expr, Expr)>) {
    let upper = p.writes_upper(unit);
    let case = |t: &str| if upper { t.to_uppercase() } else { t.to_string() };
    let mut places: Vec<Expr> = Vec::new();
    for e in tests.iter().flat_map(|(_, a, b)| [a, b]) {
        if !places.contains(e) {
            places.push(e.clone());
        }
    }
    let rows = places.iter().map(|e| 1 + 2 * type_of(p, e).rank() as i64).max().unwrap_or(1).max(3);
    c_binding::import(p, unit, &["c_loc", "c_intptr_t"]);
    let scope = p.units[unit].scope;
    let address = Scalar::new(ScalarClass::Integer, 8, case("integer(c_intptr_t)"));
    let fresh = |p: &Program, name: &str| names::fresh(p, scope, &case(name), false);
    let dim = |n: i64| Dim { lower: None, upper: Upper::At(Expr::int(n)) };
    let ty = Type::Array { elem: Box::new(Type::Scalar(address)), dims: vec![dim(rows), dim(places.len() as i64)] };
    let name = fresh(p, "place");
    let place = p.declare(scope, name, Span::NONE, SymbolKind::Variable(Variable::new(ty, Storage::Local)));
    let declared = DeclKind::Variables {
        spelling: case("integer(c_intptr_t)"),
        attrs: Vec::new(),
        colons: true,
        entities: vec![Entity::new(place)],
    };
    p.units[unit].decls.push(Decl::from(declared));
    let overlap = helpers(p, unit, &case);
    let mut w = Writer { p, unit, place };
    let begin = w.assign(Expr::var(place), Expr::int(0));
    w.p.units[unit].stmts[begin].comments = vec![" Pointers that are taken to be distinct.".to_string()];
    let mut block = vec![begin];
    for (k, e) in places.iter().enumerate() {
        let describes = w.describe(e, k as i64 + 1);
        block.extend(w.guarded(e, describes));
    }
    let column = |e: &Expr| {
        let k = places.iter().position(|x| x == e).expect("all are there") as i64 + 1;
        let whole = Subscript::Range { lo: None, hi: None, step: None };
        let base = Box::new(Expr::var(place));
        Arg::new(ExprKind::Index { base, subs: vec![whole, Subscript::At(Expr::int(k))] }.into())
    };
    for (id, a, b) in &tests {
        let call = ExprKind::Call { callee: overlap, args: vec![column(a), column(b)] };
        if let StmtKind::If(i) = &mut w.p.units[unit].stmts[*id].kind {
            i.arms[0].test = call.into();
        }
    }
    let body = &mut p.units[unit].body;
    let first = body.iter().position(|s| *s == tests[0].0).expect("a test of the body");
    body.splice(first..first, block);
}

/// Writes into one unit.
struct Writer<'p> {
    p: &'p mut Program,
    unit: UnitId,
    place: SymbolId,
}

impl Writer<'_> {
    fn add(&mut self, kind: StmtKind) -> StmtId {
        self.p.units[self.unit].add(Stmt::from(kind))
    }

    fn assign(&mut self, lhs: Expr, rhs: Expr) -> StmtId {
        self.add(StmtKind::Assign { lhs, rhs })
    }

    fn when(&mut self, test: Expr, body: Block) -> StmtId {
        self.add(StmtKind::If(If::when(test, body, false)))
    }

    /// The statements that fill a column for `e`.
    fn describe(&mut self, e: &Expr, column: i64) -> Block {
        let rank = type_of(self.p, e).rank() as i64;
        let cell = |row: i64| Expr::index(Expr::var(self.place), vec![Expr::int(row), Expr::int(column)]);
        let bound = |name: &str, d: i64| Expr::intrinsic(name, vec![e.clone(), Expr::int(d)]);
        let address = |element: Expr| {
            let address = Expr::intrinsic("c_loc", vec![element]);
            Expr::intrinsic("transfer", vec![address, cell(1)])
        };
        // The first element, or the one behind it in a dimension.
        let element = |next: Option<i64>| {
            if rank == 0 {
                return e.clone();
            }
            let at = |d: i64| match next == Some(d) {
                true => {
                    let next = Expr::binary(il::BinaryOp::Add, bound("lbound", d), Expr::int(1));
                    Expr::intrinsic("min", vec![next, bound("ubound", d)])
                }
                false => bound("lbound", d),
            };
            Expr::index(e.clone(), (1..=rank).map(at).collect())
        };
        let mut cells = vec![(cell(1), address(element(None)))];
        for d in 1..=rank {
            cells.push((cell(2 * d), address(element(Some(d)))));
            cells.push((cell(2 * d + 1), bound("size", d)));
        }
        let body: Block = cells.into_iter().map(|(lhs, rhs)| self.assign(lhs, rhs)).collect();
        if rank == 0 {
            return body;
        }
        let size = Expr::intrinsic("size", vec![e.clone()]);
        let some = Expr::binary(il::BinaryOp::Gt, size, Expr::int(0));
        vec![self.when(some, body)]
    }

    /// Statements that are only executed where all that `e` goes through is there.
    fn guarded(&mut self, e: &Expr, mut body: Block) -> Block {
        let parts: Vec<Expr> = e.spine().cloned().collect();
        for part in parts {
            let (pointer, allocatable, optional) = match &part.kind {
                ExprKind::Var(s) => {
                    self.p.variable(*s).map_or((false, false, false), |v| (v.pointer, v.allocatable, v.optional))
                }
                ExprKind::Field { record, field, .. } => {
                    let f = &self.p.records[*record].fields[*field];
                    (f.pointer, f.allocatable, false)
                }
                _ => (false, false, false),
            };
            let guards = [(pointer, "associated"), (allocatable, "allocated"), (optional, "present")];
            for (_, name) in guards.into_iter().filter(|(is, _)| *is) {
                let test = Expr::intrinsic(name, vec![part.clone()]);
                body = vec![self.when(test, body)];
            }
        }
        body
    }
}

/// The internal functions of a unit that compare two columns: the symbol of the one that is called.
fn helpers(p: &mut Program, unit: UnitId, case: &dyn Fn(&str) -> String) -> SymbolId {
    let scope = p.units[unit].scope;
    let names = ["overlap", "reach"].map(|n| names::fresh(p, scope, &case(n), false));
    let [overlap, reach] = &names;
    let own = function(p, unit, overlap, &["a", "b"], false);
    text(
        p,
        own,
        case,
        &[
            "intrinsic abs, max, min, size, sum",
            "integer(c_intptr_t), intent(in) :: a(:), b(:)",
            "integer(c_intptr_t) :: s(size(a) - 1), m(size(a) - 1)",
        ],
        &[
            &format!("{overlap} = .false."),
            "if (a(1) == 0 .or. b(1) == 0) return",
            "s = [a(2::2) - a(1), b(1) - b(2::2)]",
            "m = [a(3::2), b(3::2)] - 1",
            "where (m <= 0) s = 0",
            "m = max(m, 0_c_intptr_t)",
            &format!("{overlap} = {reach}(b(1) - a(1) - sum(m*min(s, 0_c_intptr_t)), abs(s), m)"),
        ],
    );
    let inner = function(p, unit, reach, &["d", "s", "m"], true);
    text(
        p,
        inner,
        case,
        &[
            "intrinsic any, max, maxloc, min, size, sum",
            "integer(c_intptr_t), intent(in) :: d, s(:), m(:)",
            "logical :: yes",
            "integer(c_intptr_t) :: rest(size(s)), low, j",
            "integer :: k",
        ],
        &[
            "yes = d == 0",
            "if (d <= 0 .or. d > sum(s*m)) return",
            "k = maxloc(s, 1)",
            "rest = s",
            "rest(k) = 0",
            "low = max(0_c_intptr_t, (d - sum(rest*m) + s(k) - 1)/s(k))",
            &format!("yes = any([({reach}(d - j*s(k), rest, m), j = low, min(m(k), d/s(k)))])"),
        ],
    );
    p.units[own].comments = vec![" Whether two arrays have an element in common.".to_string()];
    p.units[own].symbol.expect("a function has a name")
}

/// An internal function of `unit` with truth values, without its text.
fn function(p: &mut Program, unit: UnitId, name: &str, params: &[&str], recursive: bool) -> UnitId {
    let around = p.units[unit].scope;
    let logical = Type::Scalar(Scalar::new(ScalarClass::Logical, 4, "logical"));
    let procedure = Procedure::new(None, Some(logical.clone()), ProcedureClass::Normal);
    let symbol = p.declare(around, name, Span::NONE, SymbolKind::Procedure(procedure));
    let new = p.units.add(Unit::new(name, UnitKind::Subroutine, Language::Fortran, around));
    let scope = p.new_scope(around, ScopeKind::Unit(new));
    let result = if recursive { "yes" } else { name };
    let variable = |storage| SymbolKind::Variable(Variable::new(logical.clone(), storage));
    let result = p.declare(scope, result, Span::NONE, variable(Storage::Result));
    let params: Vec<SymbolId> = params
        .iter()
        .enumerate()
        .map(|(k, name)| p.declare(scope, *name, Span::NONE, variable(Storage::Dummy(k))))
        .collect();
    if let SymbolKind::Procedure(f) = &mut p.symbols[symbol].kind {
        f.unit = Some(new);
    }
    let type_prefix = (!recursive).then(|| "logical".to_string());
    let u = &mut p.units[new];
    u.kind = UnitKind::Function { result, explicit: recursive, type_prefix };
    u.prefixes = if recursive { vec![Prefix::Recursive] } else { Vec::new() };
    (u.symbol, u.scope, u.parent, u.params) = (Some(symbol), scope, Some(unit), params);
    p.units[unit].children.push(new);
    new
}

/// What stands in a function.
fn text(p: &mut Program, unit: UnitId, case: &dyn Fn(&str) -> String, decls: &[&str], body: &[&str]) {
    let u = &mut p.units[unit];
    let decl = |t: &&str| Decl::from(DeclKind::Opaque { text: case(t), symbols: Vec::new() });
    u.decls = decls.iter().map(decl).collect();
    for line in body {
        let kind = StmtKind::Opaque { text: case(line), reads: Vec::new(), writes: Vec::new() };
        let id = u.add(Stmt::from(kind));
        u.body.push(id);
    }
}
