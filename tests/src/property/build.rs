//! Random trees → IL.
//!
//! The head is `main(s1, s2, s3, s4, x, y)` with locals `t1`, `t2`, `z` and integers `k1`, `k2`; subroutines are `p0(a, b, v)`, with locals
//! that take the remaining places, so that every variable number of the tree means something everywhere. Arrays have four elements.

use il::expr::Literal;
use il::stmt::{Arm, Case, CaseRange, Do, If};
use il::symbol::{Procedure, ProcedureClass};
use il::types::{Dim, Upper};
use il::{
    Arg, BinaryOp, Decl, DeclKind, Entity, Expr, ExprKind, Input, Intent, Language, Program, Scalar, ScopeKind,
    SourceForm, Span, Stmt, StmtId, StmtKind, Storage, Subscript, SymbolId, SymbolKind, Type, UnaryOp, Unit, UnitId,
    UnitKind, Variable,
};

use super::spec::{E, F, Ix, Op, S, Spec, Test};

/// Elements of every array.
pub const N: i64 = 4;

/// The program of a tree, and its head.
pub fn build(spec: &Spec) -> (Program, UnitId) {
    let mut program = Program::new();
    let file = program.sources.add(il::source::SourceFile { path: "random.f90".into(), text: String::new() });
    let global = program.global;
    let declare = |program: &mut Program, name: &str, result: Option<Type>| {
        let class = ProcedureClass::Normal;
        program.declare(global, name, Span::NONE, SymbolKind::Procedure(Procedure::new(None, result, class)))
    };
    let f = declare(&mut program, "f", Some(double()));
    let p = [declare(&mut program, "p0", None), declare(&mut program, "p1", None)];
    let main = declare(&mut program, "main", None);
    let function = make_function(&mut program, f, spec);
    let mut units = vec![function];
    for k in [1, 0] {
        let dummies = ["a", "b", "v"];
        units.push(make(
            &mut program,
            p[k],
            ["p0", "p1"][k],
            &dummies,
            &spec.subs[k],
            f,
            if k == 0 { &p[1..] } else { &[] },
        ));
    }
    let head = make(&mut program, main, "main", &["s1", "s2", "s3", "s4", "x", "y"], &spec.main, f, &p);
    units.push(head);
    for &u in &units {
        program.units[u].file = Some(file);
    }
    program.inputs.push(Input { file, form: SourceForm::Free, units, end_comments: Vec::new(), upper_case: false });
    (program, head)
}

fn scalar() -> Scalar {
    Scalar::new(il::ScalarClass::Real, 8, "real(8)")
}

fn double() -> Type {
    Type::Scalar(scalar())
}

fn array() -> Type {
    Type::Array { elem: Box::new(double()), dims: vec![Dim { lower: None, upper: Upper::At(Expr::int(N)) }] }
}

/// A unit under construction.
struct Maker<'a> {
    program: &'a mut Program,
    unit: Unit,
    scalars: Vec<SymbolId>,
    arrays: Vec<SymbolId>,
    ints: Vec<SymbolId>,
    counters: Vec<SymbolId>,
    loops: usize,
    names: usize,
    labels: usize,
    outer: Option<String>,
    function: SymbolId,
    procedures: Vec<SymbolId>,
}

fn variable(program: &mut Program, unit: &mut Unit, name: &str, ty: Type, storage: Storage) -> SymbolId {
    let mut v = Variable::new(ty.clone(), storage);
    if matches!(storage, Storage::Dummy(_)) {
        v.intent = Some(Intent::InOut);
    }
    let attrs = v.intent.map(il::Attr::Intent).into_iter().collect();
    let symbol = program.declare(unit.scope, name, Span::NONE, SymbolKind::Variable(v));
    let spelling = match &ty {
        Type::Array { .. } => "real(8)".to_string(),
        Type::Scalar(s) => s.spelling.clone(),
        _ => unreachable!("only numbers are made"),
    };
    unit.decls.push(Decl::from(DeclKind::Variables {
        spelling,
        attrs,
        colons: true,
        entities: vec![Entity::new(symbol)],
    }));
    symbol
}

fn start(program: &mut Program, symbol: SymbolId, name: &str, kind: UnitKind) -> (UnitId, Unit) {
    let id = program.units.add(Unit::new(name, kind.clone(), Language::Fortran, program.global));
    let scope = program.new_scope(program.global, ScopeKind::Unit(id));
    let mut unit = Unit::new(name, kind, Language::Fortran, scope);
    unit.symbol = Some(symbol);
    unit.decls.push(Decl::from(DeclKind::Implicit("none".into())));
    if let SymbolKind::Procedure(p) = &mut program.symbols[symbol].kind {
        p.unit = Some(id);
    }
    (id, unit)
}

fn make(
    program: &mut Program,
    symbol: SymbolId,
    name: &str,
    dummies: &[&str],
    body: &[S],
    function: SymbolId,
    procedures: &[SymbolId],
) -> UnitId {
    let (id, mut unit) = start(program, symbol, name, UnitKind::Subroutine);
    let (mut scalars, mut arrays) = (Vec::new(), Vec::new());
    for (k, d) in dummies.iter().enumerate() {
        let is_array = ["x", "y", "v"].contains(d);
        let s = variable(program, &mut unit, d, if is_array { array() } else { double() }, Storage::Dummy(k));
        unit.params.push(s);
        if is_array { arrays.push(s) } else { scalars.push(s) }
    }
    for k in scalars.len()..6 {
        let s = variable(program, &mut unit, &format!("t{k}"), double(), Storage::Local);
        scalars.push(s);
    }
    for k in arrays.len()..3 {
        let s = variable(program, &mut unit, &format!("z{k}"), array(), Storage::Local);
        arrays.push(s);
    }
    let integer = || Type::Scalar(Scalar::integer());
    let ints = (1..3).map(|k| variable(program, &mut unit, &format!("k{k}"), integer(), Storage::Local)).collect();
    if !dummies.is_empty() {
        let mut m = Maker {
            program,
            unit,
            scalars,
            arrays,
            ints,
            counters: Vec::new(),
            loops: 0,
            names: 0,
            labels: 0,
            outer: None,
            function,
            procedures: procedures.to_vec(),
        };
        m.fill(body);
        unit = m.unit;
    }
    program.units[id] = unit;
    id
}

fn make_function(program: &mut Program, symbol: SymbolId, spec: &Spec) -> UnitId {
    // The result needs the unit's scope, which needs the unit: a placeholder kind is replaced below.
    let (id, mut unit) = start(program, symbol, "f", UnitKind::Subroutine);
    let a = variable(program, &mut unit, "a", double(), Storage::Dummy(0));
    let b = variable(program, &mut unit, "b", double(), Storage::Dummy(1));
    for s in [a, b] {
        if let SymbolKind::Variable(v) = &mut program.symbols[s].kind {
            v.intent = Some(Intent::In);
        }
    }
    for d in &mut unit.decls {
        if let DeclKind::Variables { attrs, .. } = &mut d.kind {
            *attrs = vec![il::Attr::Intent(Intent::In)];
        }
    }
    unit.params = vec![a, b];
    let result = variable(program, &mut unit, "r", double(), Storage::Result);
    unit.kind = UnitKind::Function { result, explicit: true, type_prefix: None };
    let mut m = Maker {
        program,
        unit,
        scalars: vec![a, b, a, b, a, result],
        arrays: Vec::new(),
        ints: Vec::new(),
        counters: Vec::new(),
        loops: 0,
        names: 0,
        labels: 0,
        outer: None,
        function: symbol,
        procedures: Vec::new(),
    };
    let mut body = Vec::new();
    let zero = Expr::real(0.25, &scalar());
    m.emit(&mut body, StmtKind::Assign { lhs: Expr::var(result), rhs: zero });
    let first = m.expr(&spec.function[0]);
    m.emit(&mut body, StmtKind::Assign { lhs: Expr::var(result), rhs: first });
    let test = Expr::binary(BinaryOp::Lt, Expr::var(a), Expr::var(b));
    let mut arm = Vec::new();
    let second = m.expr(&spec.function[1]);
    m.emit(&mut arm, StmtKind::Assign { lhs: Expr::var(result), rhs: second });
    m.emit(&mut body, StmtKind::If(If { arms: vec![Arm { test, body: arm }], otherwise: None, one_line: false }));
    let third = m.expr(&spec.function[2]);
    let rhs = Expr::binary(BinaryOp::Add, Expr::var(result), third);
    m.emit(&mut body, StmtKind::Assign { lhs: Expr::var(result), rhs });
    m.unit.body = body;
    let unit = m.unit;
    program.units[id] = unit;
    id
}

impl Maker<'_> {
    fn emit(&mut self, block: &mut Vec<StmtId>, kind: StmtKind) {
        let id = self.unit.add(kind);
        block.push(id);
    }

    fn assign(&mut self, block: &mut Vec<StmtId>, lhs: Expr, rhs: Expr) {
        self.emit(block, StmtKind::Assign { lhs, rhs });
    }

    /// Locals are set first, so that nothing undefined is read.
    fn fill(&mut self, body: &[S]) {
        let mut block = Vec::new();
        for (k, s) in self.scalars.clone().into_iter().enumerate() {
            if self.local(s) {
                let rhs = Expr::binary(BinaryOp::Mul, self.real(0.5), Expr::var(self.scalars[k % 2]));
                self.assign(&mut block, Expr::var(s), rhs);
            }
        }
        for s in self.arrays.clone() {
            if self.local(s) {
                let rhs = Expr::var(self.scalars[0]);
                self.assign(&mut block, Expr::var(s), rhs);
            }
        }
        for (k, s) in self.ints.clone().into_iter().enumerate() {
            self.assign(&mut block, Expr::var(s), Expr::int(k as i64 + 1));
        }
        self.stmts(&mut block, body);
        self.unit.body = block;
    }

    fn local(&self, s: SymbolId) -> bool {
        self.program.variable(s).is_some_and(|v| v.storage == Storage::Local)
    }

    fn real(&self, v: f64) -> Expr {
        Expr::real(v, &scalar())
    }

    fn new_int(&mut self, prefix: &str) -> SymbolId {
        self.names += 1;
        let name = format!("{prefix}{}", self.names);
        variable(self.program, &mut self.unit, &name, Type::Scalar(Scalar::integer()), Storage::Local)
    }

    fn new_label(&mut self) -> String {
        self.labels += 1;
        (self.labels * 10).to_string()
    }

    fn stmts(&mut self, block: &mut Vec<StmtId>, list: &[S]) {
        for s in list {
            self.stmt(block, s);
        }
    }

    fn inner(&mut self, list: &[S]) -> Vec<StmtId> {
        let mut block = Vec::new();
        self.stmts(&mut block, list);
        block
    }

    fn guarded(&mut self, block: &mut Vec<StmtId>, test: &Test, then: StmtKind) {
        let test = self.test(test);
        let mut body = Vec::new();
        self.emit(&mut body, then);
        self.emit(block, StmtKind::If(If { arms: vec![Arm { test, body }], otherwise: None, one_line: true }));
    }

    /// The body of a loop, with its counter if it has one.
    fn looped(&mut self, counter: Option<SymbolId>, body: &[S]) -> Vec<StmtId> {
        let labels_outer = self.outer.clone();
        self.loops += 1;
        self.counters.extend(counter);
        let block = self.inner(body);
        if counter.is_some() {
            self.counters.pop();
        }
        self.loops -= 1;
        self.outer = labels_outer;
        block
    }

    /// The name of a new loop, which becomes the outermost one if there is none.
    fn loop_name(&mut self) -> Option<String> {
        if self.outer.is_some() {
            return None;
        }
        self.names += 1;
        let name = format!("outer{}", self.names);
        self.outer = Some(name.clone());
        Some(name)
    }

    fn stmt(&mut self, block: &mut Vec<StmtId>, s: &S) {
        match s {
            S::Scalar(v, e) => {
                let rhs = self.expr(e);
                self.assign(block, Expr::var(self.scalars[*v as usize]), rhs);
            }
            S::Element(a, i, e) => {
                let (lhs, rhs) = (self.element(*a, *i), self.expr(e));
                self.assign(block, lhs, rhs);
            }
            S::Array(a, op, b, s) => {
                let rhs = self.binary(*op, Expr::var(self.arrays[*b as usize]), Expr::var(self.scalars[*s as usize]));
                let rhs = Expr::binary(
                    BinaryOp::Add,
                    rhs,
                    Expr::binary(BinaryOp::Mul, self.real(0.5), Expr::var(self.arrays[*a as usize])),
                );
                self.assign(block, Expr::var(self.arrays[*a as usize]), rhs);
            }
            S::Section(a, lo, hi, e) => {
                let rhs = self.expr(e);
                let range = Subscript::Range {
                    lo: Some(Expr::int(i64::from(*lo) + 1)),
                    hi: Some(Expr::int(i64::from(*hi) + 1)),
                    step: None,
                };
                let lhs = ExprKind::Index { base: Box::new(Expr::var(self.arrays[*a as usize])), subs: vec![range] };
                self.assign(block, lhs.into(), rhs);
            }
            S::Where(a, e, f) => {
                let array = Expr::var(self.arrays[*a as usize]);
                let test = Expr::binary(BinaryOp::Gt, array.clone(), self.real(0.5));
                let (e, f) = (self.expr(e), self.expr(f));
                let (mut yes, mut no) = (Vec::new(), Vec::new());
                self.assign(&mut yes, array.clone(), Expr::binary(BinaryOp::Mul, array.clone(), e));
                self.assign(&mut no, array.clone(), Expr::binary(BinaryOp::Sub, f, array));
                self.emit(
                    block,
                    StmtKind::Where { arms: vec![Arm { test, body: yes }], otherwise: Some(no), one_line: false },
                );
            }
            S::Int(v, i) => {
                let rhs = self.index(*i);
                self.assign(block, Expr::var(self.ints[*v as usize]), rhs);
            }
            S::If(t, a, b) => {
                let test = self.test(t);
                let body = self.inner(a);
                let otherwise = (!b.is_empty()).then(|| self.inner(b));
                self.emit(block, StmtKind::If(If { arms: vec![Arm { test, body }], otherwise, one_line: false }));
            }
            S::Select(i, arms) => {
                let selector = self.index(*i);
                let mut cases = Vec::new();
                for (k, a) in arms.iter().enumerate() {
                    let body = self.inner(a);
                    let default = k + 1 == arms.len();
                    let ranges = if default { Vec::new() } else { vec![CaseRange::Value(Expr::int(k as i64 + 1))] };
                    cases.push(Case { ranges, default, body, falls_through: false });
                }
                self.emit(block, StmtKind::Select { selector, cases, name: None });
            }
            S::Do { trips, down, body } => {
                let var = self.new_int("i");
                let outer = self.outer.clone();
                let name = self.loop_name();
                let body = self.looped(Some(var), body);
                let n = Expr::int(i64::from(*trips));
                let (from, to, step) =
                    if *down { (n, Expr::int(1), Some(Expr::int(-1))) } else { (Expr::int(1), n, None) };
                self.emit(
                    block,
                    StmtKind::Do(Box::new(Do { var, from, to, step, body, name, declares: false, parallel: None })),
                );
                self.outer = outer;
            }
            S::DoVar { int, body } => {
                let var = self.new_int("i");
                let outer = self.outer.clone();
                let name = self.loop_name();
                let body = self.looped(Some(var), body);
                let to = Expr::var(self.ints[*int as usize]);
                self.emit(
                    block,
                    StmtKind::Do(Box::new(Do {
                        var,
                        from: Expr::int(1),
                        to,
                        step: None,
                        body,
                        name,
                        declares: false,
                        parallel: None,
                    })),
                );
                self.outer = outer;
            }
            S::While { trips, body } => {
                let w = self.new_int("w");
                self.assign(block, Expr::var(w), Expr::int(0));
                let test = Expr::binary(BinaryOp::Lt, Expr::var(w), Expr::int(i64::from(*trips)));
                let outer = self.outer.clone();
                let name = self.loop_name();
                let mut turn = Vec::new();
                self.assign(&mut turn, Expr::var(w), Expr::binary(BinaryOp::Add, Expr::var(w), Expr::int(1)));
                turn.extend(self.looped(None, body));
                self.emit(block, StmtKind::While { test, body: turn, name });
                self.outer = outer;
            }
            S::Endless { trips, body } => {
                let w = self.new_int("w");
                self.assign(block, Expr::var(w), Expr::int(0));
                let outer = self.outer.clone();
                let name = self.loop_name();
                let mut turn = Vec::new();
                self.assign(&mut turn, Expr::var(w), Expr::binary(BinaryOp::Add, Expr::var(w), Expr::int(1)));
                let test = Expr::binary(BinaryOp::Gt, Expr::var(w), Expr::int(i64::from(*trips)));
                let mut leave = Vec::new();
                self.emit(&mut leave, StmtKind::Exit(None));
                self.emit(
                    &mut turn,
                    StmtKind::If(If { arms: vec![Arm { test, body: leave }], otherwise: None, one_line: true }),
                );
                turn.extend(self.looped(None, body));
                self.emit(block, StmtKind::Loop { body: turn, name });
                self.outer = outer;
            }
            S::Exit(t) if self.loops > 0 => self.guarded(block, t, StmtKind::Exit(None)),
            S::Cycle(t) if self.loops > 0 => self.guarded(block, t, StmtKind::Cycle(None)),
            S::ExitOuter(t) if self.loops > 0 => {
                let outer = self.outer.clone();
                self.guarded(block, t, StmtKind::Exit(outer));
            }
            S::Exit(_) | S::Cycle(_) | S::ExitOuter(_) => {}
            S::Return(t) => self.guarded(block, t, StmtKind::Return(None)),
            S::Call { procedure, scalars, array } => {
                let Some(&callee) = self.procedures.get(*procedure as usize % self.procedures.len().max(1)) else {
                    return;
                };
                // Two different scalars: Fortran forbids to change one through two names.
                let first = scalars.0 as usize;
                let second = (first + 1 + scalars.1 as usize) % 6;
                let args = [self.scalars[first], self.scalars[second], self.arrays[*array as usize]]
                    .map(|s| Arg::new(Expr::var(s)))
                    .to_vec();
                self.emit(block, StmtKind::Call { callee, args, alternates: Vec::new() });
            }
            S::Skip(t, body) => {
                let label = self.new_label();
                self.guarded(block, t, StmtKind::Goto(label.clone()));
                self.stmts(block, body);
                let mut end = Stmt::from(StmtKind::Nop);
                end.label = Some(label);
                let id = self.unit.add(end);
                block.push(id);
            }
            S::Again(trips, body) => {
                let w = self.new_int("w");
                let label = self.new_label();
                self.assign(block, Expr::var(w), Expr::int(0));
                let mut begin = Stmt::from(StmtKind::Nop);
                begin.label = Some(label.clone());
                let id = self.unit.add(begin);
                block.push(id);
                self.stmts(block, body);
                self.assign(block, Expr::var(w), Expr::binary(BinaryOp::Add, Expr::var(w), Expr::int(1)));
                let test = Expr::binary(BinaryOp::Lt, Expr::var(w), Expr::int(i64::from(*trips)));
                let mut back = Vec::new();
                self.emit(&mut back, StmtKind::Goto(label));
                self.emit(
                    block,
                    StmtKind::If(If { arms: vec![Arm { test, body: back }], otherwise: None, one_line: true }),
                );
            }
        }
    }

    fn test(&mut self, t: &Test) -> Expr {
        match t {
            Test::Less(a, b) => Expr::binary(BinaryOp::Lt, self.expr(a), self.expr(b)),
            Test::Index(i, k) => Expr::binary(BinaryOp::Gt, self.index(*i), Expr::int(i64::from(*k))),
        }
    }

    /// An index in 1..=N, whatever its integers are.
    fn index(&mut self, i: Ix) -> Expr {
        let value = match i {
            Ix::Const(k) => return Expr::int(i64::from(k) % N + 1),
            Ix::Counter(c, k) => match self.counters.len().checked_sub(1 + c as usize) {
                Some(at) => Expr::binary(BinaryOp::Add, Expr::var(self.counters[at]), Expr::int(i64::from(k))),
                None => return Expr::int(i64::from(k) % N + 1),
            },
            Ix::Int(k) => match self.ints.get(k as usize) {
                Some(s) => Expr::var(*s),
                None => return Expr::int(1),
            },
        };
        Expr::binary(BinaryOp::Add, Expr::intrinsic("mod", vec![value, Expr::int(N)]), Expr::int(1))
    }

    fn element(&mut self, a: u8, i: Ix) -> Expr {
        match self.arrays.get(a as usize) {
            Some(&s) => {
                let i = self.index(i);
                Expr::index(Expr::var(s), vec![i])
            }
            None => Expr::var(self.scalars[a as usize]),
        }
    }

    fn binary(&mut self, op: Op, l: Expr, r: Expr) -> Expr {
        match op {
            Op::Add => Expr::binary(BinaryOp::Add, l, r),
            Op::Sub => Expr::binary(BinaryOp::Sub, l, r),
            Op::Mul => Expr::binary(BinaryOp::Mul, l, r),
            Op::Div => {
                let square = Expr::binary(BinaryOp::Mul, r.clone(), r);
                Expr::binary(BinaryOp::Div, l, Expr::binary(BinaryOp::Add, self.real(2.0), square))
            }
            Op::Max => Expr::intrinsic("max", vec![l, r]),
            Op::Min => Expr::intrinsic("min", vec![l, r]),
        }
    }

    fn expr(&mut self, e: &E) -> Expr {
        match e {
            E::Const(k) => {
                let value = [0.5, 1.5, -0.75, 2.0, 0.125][*k as usize];
                ExprKind::Real { value, text: Literal(None), ty: Box::new(scalar()) }.into()
            }
            E::Scalar(v) => Expr::var(self.scalars[*v as usize]),
            E::Element(a, i) => self.element(*a, *i),
            E::Binary(op, l, r) => {
                let (l, r) = (self.expr(l), self.expr(r));
                self.binary(*op, l, r)
            }
            E::Apply(f, x) => {
                let x = self.expr(x);
                let call = |name: &str, x: Expr| Expr::intrinsic(name, vec![x]);
                match f {
                    F::Sin => call("sin", x),
                    F::Cos => call("cos", x),
                    F::Tanh => call("tanh", x),
                    F::Exp => call("exp", call("sin", x)),
                    F::Sqrt => call(
                        "sqrt",
                        Expr::binary(BinaryOp::Add, self.real(1.0), Expr::binary(BinaryOp::Mul, x.clone(), x)),
                    ),
                    F::Log => call("log", Expr::binary(BinaryOp::Add, self.real(2.0), call("sin", x))),
                    F::Square => Expr::binary(BinaryOp::Pow, call("sin", x), Expr::int(2)),
                    F::Abs => call("abs", x),
                    F::Neg => Expr::unary(UnaryOp::Neg, x),
                }
            }
            E::Call(a, b) => {
                let args = vec![Arg::new(self.expr(a)), Arg::new(self.expr(b))];
                ExprKind::Call { callee: self.function, args }.into()
            }
            E::Sum(a) => match self.arrays.get(*a as usize) {
                Some(&s) => Expr::intrinsic("sum", vec![Expr::var(s)]),
                None => Expr::var(self.scalars[0]),
            },
            E::Dot(a, b) => match (self.arrays.get(*a as usize), self.arrays.get(*b as usize)) {
                (Some(&s), Some(&t)) => Expr::intrinsic("dot_product", vec![Expr::var(s), Expr::var(t)]),
                _ => Expr::var(self.scalars[1]),
            },
        }
    }
}
