//! Procedures of the texts as functions of C.

use std::collections::{BTreeMap, BTreeSet};

use il::stmt::{Arm, Do, If};
use il::symbol::{Intent, ProcedureClass, SymbolKind};
use il::types::Upper;
use il::{
    Arg, BinaryOp, Block, Dim, Expr, ExprKind, Id, Language, Program, Scalar, ScalarClass, ScopeId, ScopeKind, Span,
    Stmt, StmtId, StmtKind, Storage, Subscript, SymbolId, Type, Unit, UnitId, UnitKind, Variable,
};

use super::options::Choice;
use super::whole_numbers::{plus, product};
use crate::derive::copy::declare_procedure;
use crate::derive::library_text::Written;
use crate::libraries::{Libraries, mentioned};

/// What stands for a variable of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A number.
    Value(SymbolId),
    /// A number that the caller has.
    Pointee(SymbolId),
    /// The address of the first element.
    Array(SymbolId),
}

/// A function that is being written.
pub(super) struct Body<'t, 'o> {
    pub(super) libraries: &'t Libraries,
    pub(super) text: &'t Program,
    pub(super) out: &'o mut Program,
    pub(super) written: &'o mut Written,
    pub(super) real: Scalar,
    /// Loop variables, which count from zero.
    pub(super) shifted: BTreeSet<SymbolId>,
    /// The extents of arrays, in Fortran.
    pub(super) shapes: BTreeMap<SymbolId, Vec<Expr>>,
    pub(super) original: Unit,
    scope: ScopeId,
    stmts: il::Arena<StmtId, Stmt>,
    places: BTreeMap<SymbolId, Place>,
    /// In the order of their first use.
    locals: Vec<SymbolId>,
    /// Variables of loops over sections.
    counters: Vec<SymbolId>,
    /// Local arrays whose memory is made at the beginning.
    automatic: Vec<SymbolId>,
    /// What LAPACKE has no argument for.
    pub(super) gone: BTreeSet<SymbolId>,
    /// Statements that do nothing.
    idle: BTreeSet<StmtId>,
}

/// The local that a statement sets as a whole.
fn assigned(s: &Stmt) -> Option<SymbolId> {
    if let StmtKind::Assign { lhs, .. } = &s.kind { plain(lhs) } else { None }
}

fn plain(e: &Expr) -> Option<SymbolId> {
    if let ExprKind::Var(s) = e.kind { Some(s) } else { None }
}

/// The types of C: what is passed by value, and what by its address.
pub(super) fn pointer(to: Type, to_const: bool) -> Type {
    Type::Pointer { to: Box::new(to), to_const, restrict: false }
}

pub(super) fn int() -> Type {
    Type::Scalar(Scalar::int())
}

/// The type of C for the real numbers of a text.
pub(super) fn real_of(text: &Program, unit: &Unit) -> Scalar {
    let types =
        unit.params.iter().filter_map(|s| text.symbol_type(*s)).chain(unit.result().and_then(|r| text.symbol_type(r)));
    let single = types.filter_map(Type::scalar).any(|s| s.class == ScalarClass::Real && s.bytes == 4);
    Scalar::new(ScalarClass::Real, if single { 4 } else { 8 }, if single { "float" } else { "double" })
}

/// A new local variable of a function.
pub(super) fn local(out: &mut Program, scope: ScopeId, base: &str, ty: Type) -> SymbolId {
    let mut name = base.to_string();
    let mut more = 0;
    while out.lookup_here(scope, &name).is_some() {
        more += 1;
        name = format!("{base}{more}");
    }
    out.declare(scope, name, Span::NONE, SymbolKind::Variable(Variable::new(ty, Storage::Local)))
}

/// A function of the C library.
pub(super) fn of_the_library(out: &mut Program, name: &str, result: Option<Type>) -> SymbolId {
    let scope = out.global_c;
    let known = out.lookup_here(scope, name).filter(|s| out.procedure(*s).is_some());
    let symbol = known.unwrap_or_else(|| declare_procedure(out, scope, name, result.clone()));
    if let SymbolKind::Procedure(p) = &mut out.symbols[symbol].kind {
        (p.result, p.class) = (p.result.take().or(result), ProcedureClass::System);
    }
    symbol
}

/// `malloc` of room for so many numbers.
pub(super) fn memory(out: &mut Program, count: Expr, of: &Scalar) -> Expr {
    let malloc = of_the_library(out, "malloc", Some(pointer(Type::Void, false)));
    let size = ExprKind::SizeOf(Type::Scalar(of.clone())).into();
    let args = vec![Arg::new(Expr::binary(BinaryOp::Mul, count, size))];
    ExprKind::Call { callee: malloc, args }.into()
}

/// A count as one that may be large.
pub(super) fn large(count: Expr) -> Expr {
    let wide = |e: Expr| ExprKind::Cast(Type::Scalar(Scalar::size()), Box::new(e)).into();
    match count.kind {
        ExprKind::Binary(BinaryOp::Mul, l, r) => Expr::binary(BinaryOp::Mul, large(*l), *r),
        _ => wide(count),
    }
}

impl<'t, 'o> Body<'t, 'o> {
    /// Writes a procedure of the text as the function that `made` stands for: with parameters that are there, or those of the text.
    pub(super) fn write(
        libraries: &'t Libraries,
        out: &'o mut Program,
        written: &'o mut Written,
        original: Unit,
        made: SymbolId,
        gone: BTreeSet<SymbolId>,
    ) -> UnitId {
        let known = out.procedure(made).and_then(|p| p.unit);
        let (mut body, id) = Body::begin(libraries, out, written, original, known, gone);
        match known {
            Some(id) => body.given_parameters(id),
            None => body.parameters(id, made),
        }
        body.find_idle();
        body.find_shapes();
        let statements = body.original.body.clone();
        let mut list = body.block(&statements);
        body.finish(&mut list);
        let u = &mut body.out.units[id];
        (u.is_interface, u.stmts, u.body) = (false, body.stmts, list);
        id
    }

    /// Declares a function of the user's as the text describes it.
    pub(super) fn prototype(
        libraries: &'t Libraries,
        out: &'o mut Program,
        written: &'o mut Written,
        described: Unit,
        made: SymbolId,
    ) {
        let value = out.procedure(made).and_then(|p| p.result.clone());
        let (mut body, id) = Body::begin(libraries, out, written, described, None, BTreeSet::new());
        body.parameters(id, made);
        let name = body.out.symbols[made].name.clone();
        let result = value.map(|ty| Variable::new(ty, Storage::Result));
        let result = result.map(|v| body.out.declare(body.scope, name, Span::NONE, SymbolKind::Variable(v)));
        let u = &mut body.out.units[id];
        u.is_interface = true;
        if let Some(result) = result {
            u.kind = UnitKind::Function { result, explicit: false, type_prefix: None };
        }
    }

    /// A function without parameters and statements so far.
    fn begin(
        libraries: &'t Libraries,
        out: &'o mut Program,
        written: &'o mut Written,
        original: Unit,
        known: Option<UnitId>,
        gone: BTreeSet<SymbolId>,
    ) -> (Self, UnitId) {
        let text = &libraries.program;
        let id = known.unwrap_or_else(|| UnitId::from_index(out.units.len()));
        let scope = match known {
            Some(id) => out.units[id].scope,
            None => out.new_scope(out.global_c, ScopeKind::Unit(id)),
        };
        let real = real_of(text, &original);
        let body = Body {
            libraries,
            text,
            out,
            written,
            real,
            shifted: BTreeSet::new(),
            shapes: BTreeMap::new(),
            original,
            scope,
            stmts: il::Arena::new(),
            places: BTreeMap::new(),
            locals: Vec::new(),
            counters: Vec::new(),
            automatic: Vec::new(),
            gone,
            idle: BTreeSet::new(),
        };
        (body, id)
    }

    pub(super) fn name(&self, s: SymbolId) -> &'t str {
        &self.text.symbols[s].name
    }

    /// The parameters of the function that the program calls are there: they are those of the text.
    fn given_parameters(&mut self, id: UnitId) {
        let params: Vec<SymbolId> = self.original.params.iter().copied().filter(|s| !self.gone.contains(s)).collect();
        let given = self.out.units[id].params.clone();
        assert_eq!(params.len(), given.len(), "`{}` has other parameters", self.original.name);
        for (old, new) in params.into_iter().zip(given) {
            let by_address = matches!(self.out.symbol_type(new), Some(Type::Pointer { .. }));
            let place = match self.text.symbol_type(old) {
                Some(Type::Array { .. }) => Place::Array(new),
                _ if by_address => Place::Pointee(new),
                _ => Place::Value(new),
            };
            self.places.insert(old, place);
        }
        if let (Some(old), UnitKind::Function { .. }) = (self.original.result(), &self.out.units[id].kind) {
            let name = self.name(old).split('_').next().unwrap_or_default();
            // A function of the user's has its name, and is called here.
            let name = if self.libraries.is_of_the_user(&self.original) { "resultd" } else { name };
            let local = self.local(name, Type::Scalar(self.real.clone()));
            self.places.insert(old, Place::Value(local));
        }
    }

    /// The parameters of the text.
    fn parameters(&mut self, id: UnitId, made: SymbolId) {
        let name = self.out.symbols[made].name.clone();
        let mut unit = Unit::new(name, UnitKind::Subroutine, Language::C, self.scope);
        unit.symbol = Some(made);
        for old in self.original.params.clone() {
            if self.gone.contains(&old) {
                continue;
            }
            let v = self.text.variable(old).expect("dummies are variables");
            let only_read = v.intent == Some(Intent::In);
            let number = |s: &Scalar| {
                if s.class == ScalarClass::Real { Type::Scalar(self.real.clone()) } else { int() }
            };
            let (ty, is_array) = match &v.ty {
                Type::Array { elem, .. } => (pointer(elem.scalar().map_or_else(int, number), only_read), true),
                Type::Scalar(s) if only_read => (number(s), false),
                Type::Scalar(s) => (pointer(number(s), false), false),
                _ => (int(), false),
            };
            let by_address = !is_array && matches!(ty, Type::Pointer { .. });
            let variable = Variable { by_value: true, ..Variable::new(ty, Storage::Dummy(unit.params.len())) };
            let new = self.out.declare(self.scope, self.name(old), Span::NONE, SymbolKind::Variable(variable));
            unit.params.push(new);
            let place = match (is_array, by_address) {
                (true, _) => Place::Array(new),
                (_, true) => Place::Pointee(new),
                _ => Place::Value(new),
            };
            self.places.insert(old, place);
        }
        let at = self.out.units.add(unit);
        assert_eq!(at, id);
        if let SymbolKind::Procedure(p) = &mut self.out.symbols[made].kind {
            (p.unit, p.class) = (Some(id), ProcedureClass::Normal);
        }
    }

    fn local(&mut self, name: &str, ty: Type) -> SymbolId {
        let new = local(self.out, self.scope, name, ty);
        self.locals.push(new);
        new
    }

    /// What stands for a variable; a local is made when it is met first.
    pub(super) fn place(&mut self, s: SymbolId) -> Place {
        if let Some(&known) = self.places.get(&s) {
            return known;
        }
        let v = self.text.variable(s).expect("a variable of the text");
        let number = |s: &Scalar| if s.class == ScalarClass::Real { self.real.clone() } else { Scalar::int() };
        let name = self.name(s);
        let place = match v.ty.clone() {
            Type::Array { elem, .. } => {
                let number = elem.scalar().map_or_else(Scalar::int, number);
                let constant = (!v.allocatable).then(|| self.known_size(s)).flatten();
                let ty = match &constant {
                    Some(size) => Type::Array {
                        elem: Box::new(Type::Scalar(number)),
                        dims: vec![Dim { lower: None, upper: Upper::At(Expr::int(*size)) }],
                    },
                    None => pointer(Type::Scalar(number), false),
                };
                let new = self.local(name, ty);
                if constant.is_none() && !v.allocatable {
                    self.automatic.push(s);
                }
                Place::Array(new)
            }
            Type::Scalar(s) => Place::Value(self.local(name, Type::Scalar(number(&s)))),
            _ => Place::Value(self.local(name, int())),
        };
        self.places.insert(s, place);
        place
    }

    /// The number of elements of an array, when the text says it in digits.
    fn known_size(&mut self, s: SymbolId) -> Option<i64> {
        let shape = self.shapes.get(&s)?.clone();
        let value = |e: &Expr| match &e.kind {
            ExprKind::Integer { value, .. } => Some(*value),
            ExprKind::Var(c) => match &self.text.symbols[*c].kind {
                SymbolKind::Constant { value, .. } => match value.kind {
                    ExprKind::Integer { value, .. } => Some(value),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        shape.iter().map(value).product()
    }

    /// Finds assignments to locals that are read nowhere: what was specialised may have such.
    fn find_idle(&mut self) {
        let u = &self.original;
        loop {
            let mut read = BTreeSet::new();
            u.walk(&u.body, &mut |id, s| {
                let set = assigned(s);
                s.kind.exprs(&mut |e| {
                    if !self.idle.contains(&id) && (set.is_none() || set != plain(e)) {
                        e.collect_symbols(&mut read);
                    }
                });
            });
            for ty in u.symbols(&u.body).iter().filter_map(|s| self.text.symbol_type(*s)) {
                ty.extents(&mut |e| e.collect_symbols(&mut read));
            }
            let kept = |s: SymbolId| u.params.contains(&s) || u.result() == Some(s) || read.contains(&s);
            let mut found = BTreeSet::new();
            u.walk(&u.body, &mut |id, s| found.extend(assigned(s).filter(|v| !kept(*v)).map(|_| id)));
            let before = self.idle.len();
            self.idle.extend(found);
            if self.idle.len() == before {
                return;
            }
        }
    }

    fn find_shapes(&mut self) {
        for s in mentioned(&self.original).into_iter().chain(self.original.params.clone()) {
            if let Some(Type::Array { dims, .. }) = self.text.symbol_type(s) {
                let extent = |d: &Dim| if let Upper::At(e) = &d.upper { Some(e.clone()) } else { None };
                self.shapes.insert(s, dims.iter().map_while(extent).collect());
            }
        }
        let u = &self.original;
        let mut made = Vec::new();
        u.walk(&u.body, &mut |_, s| {
            if let StmtKind::Allocate { objects, .. } = &s.kind {
                for a in objects {
                    let extent = |d: &Dim| if let Upper::At(e) = &d.upper { e.clone() } else { Expr::int(0) };
                    made.extend(a.object.root().map(|s| (s, a.dims.iter().map(extent).collect())));
                }
            }
        });
        self.shapes.extend(made);
    }

    pub(super) fn add(&mut self, kind: StmtKind) -> StmtId {
        self.stmts.add(Stmt::from(kind))
    }

    fn block(&mut self, statements: &Block) -> Block {
        let kept: Vec<StmtId> = statements.iter().copied().filter(|id| !self.idle.contains(id)).collect();
        kept.into_iter().flat_map(|id| self.statement(id)).collect()
    }

    fn statement(&mut self, id: StmtId) -> Block {
        let stmt = self.original.stmts[id].clone();
        let mut out = match &stmt.kind {
            StmtKind::Assign { lhs, rhs } => self.assign(lhs, rhs),
            StmtKind::Call { callee, args, .. } => self.call(*callee, args),
            StmtKind::If(choice) => self.choose(choice),
            StmtKind::Do(d) => self.count(d),
            StmtKind::Allocate { objects, .. } => {
                objects.iter().filter_map(|a| a.object.root()).map(|s| self.allocate(s)).collect()
            }
            StmtKind::Deallocate { objects, .. } => {
                objects.iter().filter_map(Expr::root).map(|s| self.release(s)).collect()
            }
            StmtKind::Stop { error, code } => vec![self.add(StmtKind::Stop { error: *error, code: code.clone() })],
            StmtKind::Nop => Block::new(),
            StmtKind::PointerAssign { .. }
            | StmtKind::Nullify(_)
            | il::uncounted!()
            | StmtKind::Select { .. }
            | StmtKind::Where { .. }
            | StmtKind::Forall { .. }
            | StmtKind::Scope { .. }
            | il::jump!()
            | StmtKind::ComputedGoto { .. }
            | StmtKind::AssignLabel { .. }
            | StmtKind::AssignedGoto { .. }
            | StmtKind::ArithmeticIf { .. }
            | StmtKind::Return(_)
            | StmtKind::Declare(_)
            | StmtKind::Opaque { .. }
            | StmtKind::Error(_)
            | il::tape!() => panic!("a text has a statement that C has no word for: {:?}", stmt.kind),
        };
        if let Some(first) = out.first_mut() {
            self.stmts[*first].comments = stmt.comments;
        }
        std::mem::take(&mut out)
    }

    fn choose(&mut self, choice: &If) -> Block {
        let asks = |e: &Expr| self.gone.iter().any(|s| e.mentions(*s));
        // LAPACKE asks for no size of work arrays.
        if choice.arms.first().is_some_and(|a| asks(&a.test)) {
            let body = choice.arms[0].body.clone();
            return self.block(&body);
        }
        let arms: Vec<Arm> =
            choice.arms.iter().map(|a| Arm { test: self.value(&a.test), body: self.block(&a.body) }).collect();
        let otherwise = choice.otherwise.as_ref().map(|b| self.block(b));
        let is_empty = |b: &Block| b.is_empty();
        if arms.iter().all(|a| is_empty(&a.body)) && otherwise.as_ref().is_none_or(is_empty) {
            return Block::new();
        }
        vec![self.add(StmtKind::If(If { arms, otherwise, one_line: false }))]
    }

    fn count(&mut self, d: &Do) -> Block {
        let (from, to) = (plus(&self.value(&d.from), -1), plus(&self.value(&d.to), -1));
        let step = d.step.as_ref().map(|s| self.whole(s));
        let Place::Value(var) = self.place(d.var) else { panic!("a loop counts with a local") };
        self.shifted.insert(d.var);
        let body = self.block(&d.body);
        self.shifted.remove(&d.var);
        if body.is_empty() {
            return Block::new();
        }
        vec![self.add(StmtKind::Do(Box::new(Do::counting(var, from, to, step, body))))]
    }

    fn extents(&mut self, s: SymbolId) -> Expr {
        let shape = self.shapes[&s].clone();
        let all: Vec<Expr> = shape.iter().map(|e| self.whole(e)).collect();
        all.into_iter().reduce(product).unwrap_or(Expr::int(1))
    }

    fn allocate(&mut self, s: SymbolId) -> StmtId {
        let Place::Array(v) = self.place(s) else { panic!("memory for a number") };
        let count = self.extents(s);
        let of = self.text.symbol_type(s).and_then(Type::scalar).filter(|s| s.class == ScalarClass::Real);
        let of = if of.is_some() { self.real.clone() } else { Scalar::int() };
        let rhs = memory(self.out, large(count), &of);
        self.add(StmtKind::Assign { lhs: Expr::var(v), rhs })
    }

    fn release(&mut self, s: SymbolId) -> StmtId {
        let Place::Array(v) = self.place(s) else { panic!("memory for a number") };
        let free = of_the_library(self.out, "free", None);
        self.add(StmtKind::Call { callee: free, args: vec![Arg::new(Expr::var(v))], alternates: Vec::new() })
    }

    fn assign(&mut self, lhs: &Expr, rhs: &Expr) -> Block {
        let root = lhs.root().expect("what is assigned is a variable");
        if self.gone.contains(&root) {
            return Block::new();
        }
        let ranges = self.ranges(lhs, root);
        if ranges.is_empty() {
            let text = matches!(self.text.symbol_type(root), Some(Type::Character { .. }));
            let rhs = match self.text.symbol_type(root) {
                _ if text => self.option(rhs, Choice::named(self.name(root))),
                Some(ty) if !ty.is_differentiable() => self.whole_or_test(rhs),
                _ => self.value(rhs),
            };
            let lhs = self.value(lhs);
            return vec![self.add(StmtKind::Assign { lhs, rhs })];
        }
        let counters: Vec<SymbolId> = (0..ranges.len()).map(|k| self.counter(k)).collect();
        let at: Vec<Expr> = counters.iter().map(|c| Expr::var(*c)).collect();
        let (l, r) = (self.value_at(lhs, &at), self.value_at(rhs, &at));
        let mut inner = vec![self.add(StmtKind::Assign { lhs: l, rhs: r })];
        for (counter, count) in counters.into_iter().zip(ranges) {
            let last = plus(&count, -1);
            let turn = Do::counting(counter, Expr::int(0), last, None, inner);
            inner = vec![self.add(StmtKind::Do(Box::new(turn)))];
        }
        inner
    }

    fn whole_or_test(&mut self, e: &Expr) -> Expr {
        let value = self.value(e);
        let is_test = matches!(&value.kind, ExprKind::Binary(op, ..) if op.is_logical());
        if is_test { value } else { super::whole_numbers::tidied(&value) }
    }

    /// The numbers of elements that an assignment goes through, in each dimension.
    fn ranges(&mut self, lhs: &Expr, root: SymbolId) -> Vec<Expr> {
        let is_array = matches!(self.text.symbol_type(root), Some(Type::Array { .. }));
        match &lhs.kind {
            ExprKind::Var(_) if is_array => {
                let shape = self.shapes[&root].clone();
                shape.iter().map(|e| self.whole(e)).collect()
            }
            ExprKind::Index { subs, .. } => subs
                .iter()
                .filter_map(|s| match s {
                    Subscript::At(_) => None,
                    Subscript::Range { lo, hi, .. } => {
                        let lo = lo.as_ref().map_or(Expr::int(1), |e| self.value(e));
                        let hi = self.value(hi.as_ref().expect("sections have ends"));
                        Some(plus(&Expr::binary(BinaryOp::Sub, hi, lo), 1))
                    }
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The variable of a loop over sections: the first for rows.
    fn counter(&mut self, k: usize) -> SymbolId {
        while self.counters.len() <= k {
            let taken: BTreeSet<String> = {
                let all = mentioned(&self.original).into_iter().chain(self.original.params.clone());
                all.map(|s| self.name(s).to_ascii_lowercase()).collect()
            };
            let free = ["i", "j", "p", "q", "row", "column"];
            let used = |n: &&str| !taken.contains(*n) && self.counters.iter().all(|c| self.out.symbols[*c].name != **n);
            let name = free.into_iter().find(|n| used(n)).unwrap_or("k");
            let new = self.local(name, int());
            self.counters.push(new);
        }
        self.counters[k]
    }

    /// Declarations and memory.
    fn finish(&mut self, list: &mut Block) {
        let mut around = std::mem::take(list);
        let automatic = std::mem::take(&mut self.automatic);
        let made: Block = automatic.iter().map(|s| self.allocate(*s)).collect();
        if let Some(result) = self.original.result() {
            let value = self.value(&Expr::var(result));
            around.push(self.add(StmtKind::Return(Some(value))));
        }
        let released: Block = automatic.iter().map(|s| self.release(*s)).collect();
        let is_single = |ty: &Type| matches!(ty, Type::Scalar(_));
        let type_of = |this: &Self, s: SymbolId| this.out.symbol_type(s).cloned().unwrap_or(Type::Void);
        let mut groups: Vec<(Type, Vec<SymbolId>)> = Vec::new();
        for s in self.locals.clone() {
            let ty = type_of(self, s);
            match groups.iter_mut().find(|(t, _)| is_single(t) && *t == ty) {
                Some((_, list)) => list.push(s),
                None => groups.push((ty, vec![s])),
            }
        }
        for (_, symbols) in groups {
            list.push(self.add(StmtKind::Declare(symbols)));
        }
        list.extend(made);
        list.append(&mut around);
        let at = list.len() - usize::from(self.original.result().is_some());
        list.splice(at..at, released);
    }
}
