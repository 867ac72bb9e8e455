//! `$AD LINEAR-SOLVER A x b` before a call: it solves `A x = b`, in whatever way, and its derivative is that of the solution, not of the way.
//!
//! With `x` as the solver has left it, the derivative of `A x = b` is `A x' = b' - A' x`. So the call becomes
//!
//! ```text
//!   call solve(n, a, b, x, tol)        under DO-NOT-DIFF, with a copy `y` of the solution
//!   r = b - A*y                        as any other statements: r' = b' - A' y, b̄ += r̄, Ā -= r̄ yᵀ
//!   call solve_linear(n, a, r, x, tol) does nothing; its rule: A x' = r' by the solver, r̄ = inverse(Aᵀ) x̄ by it or the one that the user names
//! ```
//! where the last call is one of a routine with derivatives ([`diff::libraries`]), written here for what this solver is called with. That the solver gets other
//! right sides makes it run again: what it does beside setting `x` may not matter to anybody, which [`solvers`] sees to.

mod said;
mod solvers;

use std::collections::BTreeSet;

use diff::directive_args::{integer, variable};
use diff::{Improvement, Request};
use il::locals::{declare, fresh};
use il::stmt::Do;
use il::symbol::{Procedure, ProcedureClass, Storage, SymbolKind};
use il::types::Upper;
use il::{
    Arg, BinaryOp, Block, Diagnostic, Dim, Directive, Expr, ExprKind, Id, Language, Program, Scalar, ScopeKind, Span,
    Stmt, StmtId, StmtKind, Subscript, SymbolId, Type, Unit, UnitId, UnitKind, Variable,
};

use self::said::{Result, Said, fail, read, wrong};
use self::solvers::{Call, Treated};
use crate::args::Options;

const NAME: &str = "LINEAR-SOLVER";

/// What stands for a call, and the place of its directive.
pub(super) struct Made {
    pub(super) name: String,
    pub(super) text: String,
    /// Descriptions of the solvers that it calls, by their names.
    pub(super) described: Vec<(String, String)>,
    /// The procedure that solves with the transpose.
    pub(super) transposed: UnitId,
    /// Which of its arguments are the right side and the solution.
    pub(super) places: (usize, usize),
    pub(super) span: Span,
}

/// What stands for the calls under directives, and the program with it, where there are some. What cannot be done is said.
pub(super) fn rewrite(
    program: &Program,
    options: &Options,
    request: &Request,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(Vec<Made>, Option<Program>)> {
    let is_one = |d: &Directive| d.name == NAME;
    let mut found: Vec<(UnitId, StmtId, Directive)> = Vec::new();
    for (id, u) in program.units.iter().filter(|(_, u)| !u.is_interface) {
        u.walk(&u.body, &mut |s, stmt| {
            found.extend(stmt.directives.iter().find(|d| is_one(d)).map(|d| (id, s, d.clone())))
        });
    }
    // What nobody differentiates needs no derivative.
    let concerned: BTreeSet<UnitId> = solvers::below(program, request);
    found.retain(|(unit, ..)| concerned.contains(unit));
    if found.is_empty() {
        return Some((Vec::new(), None));
    }
    let mut said = Vec::new();
    let known = solvers::known(program, request);
    let mut planned = Vec::new();
    for (unit, stmt, d) in found {
        let plan = read(program, unit, &d).and_then(|s| {
            let call = known.call(program, unit, stmt, &d, s.x, s.b, &s.matrix, &s.transposed)?;
            Ok((s, call))
        });
        match plan {
            Ok(_) if options.openmp && has_threads(&program.units[unit]) => said.push(
                wrong(d.span, "the call of a solver stands in a procedure with OpenMP")
                    .note("put the call into a procedure of its own"),
            ),
            Ok((s, call)) if !options.vector => planned.push((unit, stmt, d, s, call)),
            Ok(_) => said.push(
                wrong(d.span, "`LINEAR-SOLVER` has derivatives in one direction")
                    .note("run without -vector, or write the derivative of the solver (-rules)"),
            ),
            Err(e) => said.push(*e),
        }
    }
    let mut changed = program.clone();
    let program = &mut changed;
    let mut out: Vec<Made> = Vec::new();
    for (unit, stmt, d, s, call) in planned {
        let all_active = !request.improves(Improvement::Activity);
        let mut writer = Writer { p: program, unit, span: d.span, declared: Vec::new(), all_active };
        match writer.write(stmt, &s, &call, &mut out) {
            Ok(()) => {
                let declared = std::mem::take(&mut writer.declared);
                declare(program, unit, &declared);
            }
            Err(e) => said.push(*e),
        }
    }
    let fails = !said.is_empty();
    diagnostics.append(&mut said);
    (!fails).then_some((out, Some(changed)))
}

/// Whether a procedure has directives of OpenMP.
fn has_threads(u: &Unit) -> bool {
    u.any(&u.body, &mut |_, s| {
        let says = |text: &String| text.to_ascii_lowercase().contains("omp");
        s.comments.iter().any(says)
            || matches!(&s.kind, StmtKind::Opaque { text, .. } if says(text))
            || s.kind.parallel().is_some()
    })
}

/// Writes what stands for one call.
struct Writer<'p> {
    p: &'p mut Program,
    unit: UnitId,
    span: Span,
    declared: Vec<SymbolId>,
    /// All real numbers have derivatives.
    all_active: bool,
}

/// The elements of a vector.
struct Vector {
    /// The type of a local like it.
    ty: Type,
    /// How many there are, where the declaration says it.
    count: Option<Expr>,
    /// They are written as a section from the first one on.
    section: bool,
}

impl Writer<'_> {
    fn is_c(&self) -> bool {
        self.p.units[self.unit].language == Language::C
    }

    fn write(&mut self, stmt: StmtId, said: &Said, call: &Call, out: &mut Vec<Made>) -> Result<()> {
        let vector = self.vector(said)?;
        let name = |this: &Self, s: SymbolId| this.p.symbols[s].name.clone();
        let (x, b) = (name(self, said.x), name(self, said.b));
        let (y, r) = (
            self.local(&format!("{x}_solved"), vector.ty.clone()),
            self.local(&format!("{b}_rest"), vector.ty.clone()),
        );
        // The call, with the values that it will overwrite and read again, and its solution.
        let mut block = Block::new();
        let mut before = std::collections::BTreeMap::new();
        if self.all_active {
            // The copy of the solution has no derivative but this one.
            let real = vector.ty.element().scalar().cloned().unwrap_or_else(Scalar::double);
            self.assign(&mut block, &vector, y, |_| Expr::real(0.0, &real));
        }
        let open = block.len();
        for (k, t) in call.treated.iter().enumerate() {
            if let Treated::Copied(s) = t {
                let ty = self.p.symbol_type(*s).cloned().unwrap_or(Type::Void);
                let copy = self.local(&format!("{}_before", name(self, *s)), ty);
                block.push(self.add(StmtKind::Assign { lhs: Expr::var(copy), rhs: Expr::var(*s) }));
                before.insert(k, copy);
            }
        }
        block.push(stmt);
        self.assign(&mut block, &vector, y, |of| of(said.x));
        let close = block.len();
        // The rest.
        match &said.product {
            None => {
                self.assign(&mut block, &vector, r, |of| of(said.b));
                self.dense(&mut block, said, &vector, y, r)?;
            }
            Some((callee, args)) => {
                let t = self.local(&format!("{b}_product"), vector.ty.clone());
                self.product(&mut block, said, *callee, args, y, t)?;
                self.assign(&mut block, &vector, r, |of| Expr::binary(BinaryOp::Sub, of(said.b), of(t)));
            }
        }
        // The step that has the derivative.
        let count = self.count(&vector, y);
        let args = self.arguments(call, &before, count, r);
        let made = self.routine(call, out);
        block.push(self.add(StmtKind::Call { callee: made, args, alternates: Vec::new() }));
        self.place(stmt, block, (open, close), said, call);
        Ok(())
    }

    fn local(&mut self, base: &str, ty: Type) -> SymbolId {
        let s = fresh(self.p, self.unit, base, Variable::new(ty, Storage::Local));
        self.declared.push(s);
        s
    }

    fn add(&mut self, kind: StmtKind) -> StmtId {
        self.p.units[self.unit].add(Stmt { span: self.span, ..Stmt::from(kind) })
    }

    /// What is known of the extents of the solution.
    fn vector(&self, said: &Said) -> Result<Vector> {
        let v = self.p.variable(said.x);
        let ty = v.map_or(Type::Void, |v| v.ty.clone());
        let advice = "say how many elements it has, `LINEAR-SOLVER A x(n) b`, where `n` is an argument or a constant that nothing changes";
        let elem = match &ty {
            Type::Array { elem, .. } => (**elem).clone(),
            Type::Pointer { to, .. } => (**to).clone(),
            _ => Type::Void,
        };
        if !matches!(&elem, Type::Scalar(s) if s.class == il::ScalarClass::Real) {
            return fail(wrong(self.span, "the solution is no array of real numbers"));
        }
        let fixed = |e: &Expr| {
            let mut symbols = BTreeSet::new();
            e.collect_symbols(&mut symbols);
            symbols.iter().all(|s| match &self.p.symbols[*s].kind {
                SymbolKind::Constant { .. } => true,
                SymbolKind::Variable(v) => matches!(v.storage, Storage::Dummy(_)) && !self.changes(*s),
                _ => false,
            })
        };
        if let Some(n) = &said.count {
            if !fixed(n) {
                return fail(wrong(self.span, "the number of elements may change in this procedure").note(advice));
            }
            let dims = vec![Dim { lower: None, upper: Upper::At(n.clone()) }];
            let count = Some(n.clone());
            return Ok(Vector { ty: Type::Array { elem: Box::new(elem), dims }, count, section: !self.is_c() });
        }
        let Type::Array { dims, .. } = &ty else {
            return fail(wrong(self.span, "nobody knows how many elements the solution has").note(advice));
        };
        let is_open = v.is_some_and(|v| v.allocatable || v.pointer);
        let known = dims.iter().all(|d| matches!(&d.upper, Upper::At(_)));
        let shaped = dims.iter().all(|d| d.upper == Upper::Deferred) && !is_open;
        if is_open || !(known || shaped && !self.is_c()) || self.is_c() && dims.len() != 1 {
            return fail(wrong(self.span, "nobody knows how many elements the solution has").note(advice));
        }
        let size = |k: usize| Expr::intrinsic("size", vec![Expr::var(said.x), Expr::int(k as i64 + 1)]);
        let dims: Vec<Dim> = match shaped {
            true => (0..dims.len()).map(|k| Dim { lower: None, upper: Upper::At(size(k)) }).collect(),
            false => dims.clone(),
        };
        let extents = dims.iter().map(|d| match &d.upper {
            Upper::At(n) if d.lower.is_none() && !shaped => Some(n.clone()),
            _ => None,
        });
        let all: Option<Vec<Expr>> = extents.collect();
        let count = all.and_then(|all| all.into_iter().reduce(|l, r| Expr::binary(BinaryOp::Mul, l, r)));
        if self.is_c() && count.as_ref().is_none_or(|n| !fixed(n)) {
            return fail(wrong(self.span, "the number of elements may change in this procedure").note(advice));
        }
        Ok(Vector { ty: Type::Array { elem: Box::new(elem), dims }, count, section: false })
    }

    /// Whether the procedure changes a variable.
    fn changes(&self, s: SymbolId) -> bool {
        let u = &self.p.units[self.unit];
        let mut found = false;
        il::stores::each_in(self.p, self.unit, &u.body, &mut |store| found |= store.symbol == Some(s));
        u.walk(&u.body, &mut |_, stmt| {
            stmt.kind.each_call(&mut |_, args| {
                found |= args.iter().any(|a| match &a.value.kind {
                    ExprKind::Address(x) => x.root() == Some(s),
                    ExprKind::Var(v) => *v == s && u.language == Language::Fortran && !self.is_read_only(s),
                    _ => false,
                });
            });
        });
        found
    }

    fn is_read_only(&self, s: SymbolId) -> bool {
        self.p.is_read_only(s)
    }

    /// The number of elements as an argument.
    fn count(&self, v: &Vector, y: SymbolId) -> Expr {
        v.count.clone().unwrap_or_else(|| Expr::intrinsic("size", vec![Expr::var(y)]))
    }

    /// `to = value`, element by element in C and in Fortran 77: variables in the value get the subscripts then.
    fn assign(
        &mut self,
        block: &mut Block,
        v: &Vector,
        to: SymbolId,
        value: impl Fn(&dyn Fn(SymbolId) -> Expr) -> Expr,
    ) {
        let dims: Vec<Dim> = v.ty.dimensions().into_iter().cloned().collect();
        if !self.is_c() && !self.is_fixed_form() {
            let rhs = if v.section { sections(value(&Expr::var), &self.count(v, to), to) } else { value(&Expr::var) };
            block.push(self.add(StmtKind::Assign { lhs: Expr::var(to), rhs }));
            return;
        }
        let counters: Vec<SymbolId> =
            dims.iter().enumerate().map(|(k, _)| self.counter(["i", "j", "k"][k.min(2)])).collect();
        let of = |s: SymbolId| Expr::index(Expr::var(s), counters.iter().map(|c| Expr::var(*c)).collect());
        let mut inner = self.add(StmtKind::Assign { lhs: of(to), rhs: value(&of) });
        for (c, d) in counters.iter().zip(&dims) {
            let Upper::At(last) = &d.upper else { continue };
            inner = self.turns(*c, d.lower.as_ref(), last, vec![inner]);
        }
        block.push(inner);
    }

    /// Whether the procedure stands in a file of fixed form.
    fn is_fixed_form(&self) -> bool {
        let file = self.p.units[self.unit].file;
        self.p.inputs.iter().any(|i| Some(i.file) == file && i.form == il::SourceForm::Fixed)
    }

    fn counter(&mut self, base: &str) -> SymbolId {
        let spelling = if self.is_c() { "int" } else { "integer" };
        self.local(base, Type::Scalar(Scalar { spelling: spelling.into(), ..Scalar::int() }))
    }

    /// A loop over all elements of a dimension.
    fn turns(&mut self, var: SymbolId, lower: Option<&Expr>, last: &Expr, body: Block) -> StmtId {
        let (from, to) = match self.is_c() {
            true => (Expr::int(0), il::fold::sub(last, &Expr::int(1))),
            false => (lower.cloned().unwrap_or(Expr::int(1)), last.clone()),
        };
        self.add(StmtKind::Do(Box::new(Do::counting(var, from, to, None, body))))
    }

    /// `r = r - a*y` for a matrix with two dimensions.
    fn dense(&mut self, block: &mut Block, said: &Said, v: &Vector, y: SymbolId, r: SymbolId) -> Result<()> {
        let plain = |ty: &Type| ty.dimensions().iter().all(|d| d.lower.is_none());
        let is_matrix = |s: &SymbolId| {
            let ty = self.p.symbol_type(*s);
            !self.is_c() && ty.is_some_and(|ty| ty.rank() == 2 && plain(ty) && ty.is_differentiable())
        };
        let is_vector = v.ty.rank() == 1 && plain(&v.ty) && self.p.symbol_type(said.b).is_some_and(plain);
        // As many rows and columns as elements, or it may be anything else: diagonals, blocks.
        let is_square = |a: &SymbolId| {
            let same = |d: &&Dim| matches!(&d.upper, Upper::At(n) if v.count.as_ref() == Some(n));
            self.p.symbol_type(*a).is_some_and(|ty| ty.dimensions().iter().all(same))
        };
        let [a] = said.matrix.as_slice() else {
            return fail(self.needs_product());
        };
        if !is_matrix(a) || !is_vector || !is_square(a) {
            return fail(self.needs_product());
        }
        let count = self.count(v, y);
        let (i, j) = (self.counter("i"), self.counter("j"));
        let of = |s: SymbolId, at: &[SymbolId]| Expr::index(Expr::var(s), at.iter().map(|k| Expr::var(*k)).collect());
        let term = Expr::binary(BinaryOp::Mul, of(*a, &[i, j]), of(y, &[j]));
        let rhs = Expr::binary(BinaryOp::Sub, of(r, &[i]), term);
        let inner = self.add(StmtKind::Assign { lhs: of(r, &[i]), rhs });
        let rows = self.turns(i, None, &count, vec![inner]);
        let columns = self.turns(j, None, &count, vec![rows]);
        block.push(columns);
        Ok(())
    }

    fn needs_product(&self) -> Diagnostic {
        wrong(self.span, "nobody knows how to multiply by this matrix").note(
            "it is no array with as many rows and columns as the solution has elements, `a(n,n)` and `x(n)`: name a procedure that multiplies by it, `PRODUCT multiply(n, a, x, b)`, where `b` stands for the product: its derivative is taken",
        )
    }

    /// `t` becomes the product of the matrix and `y`.
    fn product(
        &mut self,
        block: &mut Block,
        said: &Said,
        callee: SymbolId,
        args: &[String],
        y: SymbolId,
        t: SymbolId,
    ) -> Result<()> {
        let mut list = Vec::new();
        let mut seen = BTreeSet::new();
        for text in args {
            let value = match variable(self.p, self.unit, text) {
                Some(s) => Some(Expr::var(if s == said.x {
                    y
                } else if s == said.b {
                    t
                } else {
                    s
                })),
                None => integer(self.p, self.unit, text),
            };
            let Some(value) = value else {
                return fail(
                    wrong(self.span, format!("`{text}` is no argument that `PRODUCT` can have"))
                        .note("its arguments are variables and whole numbers"),
                );
            };
            seen.extend(value.root());
            list.push(Arg::new(value));
        }
        let known = self.p.callee(callee).map(|u| self.p.units[u].params.len());
        if !seen.contains(&y) || !seen.contains(&t) || known.is_some_and(|n| n != list.len()) {
            return fail(
                wrong(
                    self.span,
                    "`PRODUCT` has the solution, and the right side in place of the product, among its arguments",
                )
                .note("such as `PRODUCT multiply(n, a, x, b)`: one argument for each of the procedure"),
            );
        }
        block.push(self.add(StmtKind::Call { callee, args: list, alternates: Vec::new() }));
        Ok(())
    }

    fn arguments(
        &self,
        call: &Call,
        before: &std::collections::BTreeMap<usize, SymbolId>,
        count: Expr,
        r: SymbolId,
    ) -> Vec<Arg> {
        let mut out = vec![Arg::new(count)];
        for (k, (t, a)) in call.treated.iter().zip(&call.args).enumerate() {
            match t {
                Treated::Right => out.push(Arg::new(Expr::var(r))),
                Treated::Solution | Treated::Read => out.push(a.clone()),
                Treated::Copied(_) => {
                    let copy = Expr::var(before[&k]);
                    out.push(Arg::new(if self.is_c() { ExprKind::Address(Box::new(copy)).into() } else { copy }));
                }
                Treated::Scratch(None) => {}
                Treated::Scratch(Some(n)) => out.push(Arg::new(n.clone())),
            }
        }
        out
    }

    /// The routine that has the derivative of such calls.
    fn routine(&mut self, call: &Call, out: &mut Vec<Made>) -> SymbolId {
        let is_c = self.is_c();
        let solver = call.name.clone();
        for k in 0.. {
            let end = if k == 0 { String::new() } else { k.to_string() };
            let name = format!("{solver}_linear{end}");
            let text = call.text(&name, is_c);
            let scope = if is_c { self.p.global_c } else { self.p.global };
            let known = self.p.lookup_here(scope, &name);
            match (known, out.iter().find(|m| m.name == name.to_ascii_lowercase())) {
                (Some(s), Some(m)) if m.text == text => return s,
                (None, None) => {
                    let described = call.described(is_c);
                    out.push(Made {
                        name: name.to_ascii_lowercase(),
                        text,
                        described,
                        transposed: call.other,
                        places: call.places(),
                        span: self.span,
                    });
                    return self.declared_routine(&name, call);
                }
                _ => {}
            }
        }
        unreachable!("some number is free")
    }

    fn declared_routine(&mut self, name: &str, call: &Call) -> SymbolId {
        let scope = if self.is_c() { self.p.global_c } else { self.p.global };
        let procedure = Procedure::new(None, None, ProcedureClass::Normal);
        let symbol = self.p.declare(scope, name, Span::NONE, SymbolKind::Procedure(procedure));
        if self.is_c() {
            let id = UnitId::from_index(self.p.units.len());
            let own = self.p.new_scope(scope, ScopeKind::Unit(id));
            let mut unit = Unit::new(name, UnitKind::Subroutine, Language::C, own);
            let int = Type::Scalar(Scalar::int());
            let types = std::iter::once(("count".to_string(), int)).chain(call.prototype());
            for (k, (name, ty)) in types.enumerate() {
                let v = Variable { by_value: true, ..Variable::new(ty, Storage::Dummy(k)) };
                unit.params.push(self.p.declare(own, name, Span::NONE, SymbolKind::Variable(v)));
            }
            (unit.symbol, unit.is_interface) = (Some(symbol), true);
            self.p.units.add(unit);
            if let SymbolKind::Procedure(p) = &mut self.p.symbols[symbol].kind {
                p.unit = Some(id);
            }
        }
        symbol
    }

    /// Puts the statements where the call stands.
    fn place(&mut self, stmt: StmtId, block: Block, (open, close): (usize, usize), said: &Said, call: &Call) {
        // What may be active there without mattering.
        let both = call.treated.iter().zip(&call.args);
        let scratch: Vec<SymbolId> =
            both.filter(|(t, _)| matches!(t, Treated::Scratch(_))).filter_map(|(_, a)| a.value.root()).collect();
        let named = [said.x, said.b].into_iter().chain(said.matrix.iter().copied()).chain(scratch);
        let names: Vec<String> = named.map(|s| self.p.symbols[s].name.clone()).collect();
        let directive = |name: &str, args: String, span: Span| Directive { name: name.into(), args, span };
        let u = &mut self.p.units[self.unit];
        let first = block[0];
        let s = &mut u.stmts[stmt];
        s.directives.retain(|d| d.name != NAME);
        if first != stmt {
            let (label, comments, directives) =
                (s.label.take(), std::mem::take(&mut s.comments), std::mem::take(&mut s.directives));
            let f = &mut u.stmts[first];
            (f.label, f.comments, f.directives) = (label, comments, directives);
        }
        u.stmts[block[open]].directives.push(directive(
            "DO-NOT-DIFF",
            format!("{NAME} {}", names.join(" ")),
            self.span,
        ));
        u.stmts[block[close]].directives.push(directive("END-DO-NOT-DIFF", String::new(), self.span));
        fn put(u: &mut Unit, inside: Block, stmt: StmtId, new: &Block) -> Block {
            let mut out = Block::new();
            for id in inside {
                if id == stmt {
                    out.extend(new);
                    continue;
                }
                let inner: Vec<Block> = u.stmts[id].kind.blocks().into_iter().cloned().collect();
                let changed: Vec<Block> = inner.into_iter().map(|b| put(u, b, stmt, new)).collect();
                for (b, new) in u.stmts[id].kind.blocks_mut().into_iter().zip(changed) {
                    *b = new;
                }
                out.push(id);
            }
            out
        }
        let body = std::mem::take(&mut u.body);
        u.body = put(u, body, stmt, &block);
    }
}

/// Variables as their first elements, of which there are `count`.
fn sections(e: Expr, count: &Expr, but: SymbolId) -> Expr {
    match e.kind {
        ExprKind::Var(s) if s != but => {
            let range = Subscript::Range { lo: Some(Expr::int(1)), hi: Some(count.clone()), step: None };
            ExprKind::Index { base: Box::new(Expr::var(s)), subs: vec![range] }.into()
        }
        ExprKind::Binary(op, l, r) => Expr::binary(op, sections(*l, count, but), sections(*r, count, but)),
        _ => e,
    }
}
