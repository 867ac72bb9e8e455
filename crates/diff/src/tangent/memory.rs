//! Allocation and pointers: what happens to a variable happens to its derivative first.

use il::stmt::Allocation;
use il::typing::type_of;
use il::{Arg, Block, Diagnostic, Expr, ExprKind, Stmt, StmtKind, SymbolId, Type};

use super::Tangent;
use crate::facts::{At, path_of};
use crate::refuse::recursive_components::is_in_its_own_type;

impl Tangent<'_, '_> {
    /// Fortran `p => target`.
    pub(super) fn pointer_assignment(&mut self, lhs: &Expr, rhs: &Expr, out: &mut Block) {
        if let Some(d) = self.derivative(lhs) {
            let null = matches!(&rhs.kind, ExprKind::Intrinsic(f, _) if f.name() == "null");
            let target = if null { Some(self.shell.maps.expr(rhs)) } else { self.derivative(rhs) };
            match target {
                Some(target) => {
                    let id = self.add(StmtKind::PointerAssign { lhs: d, rhs: target });
                    out.push(id);
                }
                None => self.passive_target(lhs, rhs),
            }
        }
        let maps = &self.shell.maps;
        let kind = StmtKind::PointerAssign { lhs: maps.expr(lhs), rhs: maps.expr(rhs) };
        let id = self.add(kind);
        out.push(id);
    }

    /// C: an assignment of pointer type.
    pub(super) fn c_pointer_assignment(&mut self, lhs: &Expr, rhs: &Expr, out: &mut Block) {
        if let Some(d) = self.derivative(lhs) {
            match self.derivative_pointer(rhs) {
                Some(p) => {
                    let p = self.writable(lhs, &d, p);
                    let id = self.assign(d, p);
                    out.push(id);
                }
                None => self.passive_target(lhs, rhs),
            }
        }
        let (l, r) = (self.shell.maps.expr(lhs), self.shell.maps.expr(rhs));
        let id = self.assign(l, r);
        out.push(id);
    }

    /// The pointer `p` as what `d`, the derivative of `lhs`, can hold: where types of derivatives are shared with adjoints, which write behind pointers
    /// whose originals only read, `d` is a pointer to what may be written. (Rows of several directions are never constant.)
    fn writable(&self, lhs: &Expr, d: &Expr, p: Expr) -> Expr {
        let held = type_of(&self.world.out, d);
        let one = self.world.request.directions.is_none();
        let released = one && self.old_type(lhs).has_constant_target() && !held.has_constant_target();
        let p = match p.kind {
            _ if !released => return p,
            // What is made here, and null, is converted as it stands.
            ExprKind::Call { .. } | ExprKind::Integer { .. } | ExprKind::Opaque { .. } | ExprKind::Intrinsic(..) => {
                return p;
            }
            ExprKind::Binary(..) | ExprKind::Cond { .. } => ExprKind::Unary(il::UnaryOp::Paren, Box::new(p)).into(),
            _ => p,
        };
        ExprKind::Cast(held, Box::new(p)).into()
    }

    fn passive_target(&mut self, lhs: &Expr, rhs: &Expr) {
        let name = lhs.root().map_or(String::new(), |r| self.source.symbols[r].name.clone());
        self.world.report(
            Diagnostic::error(
                "RT0413",
                rhs.span,
                format!("`{name}` has a derivative, but what it is made to point to has none"),
            )
            .label("this target owns no derivative")
            .note("make the target depend on an independent, or use another pointer for it"),
        );
    }

    /// The derivative of a pointer value: of a reference, an address, an offset, an allocation.
    pub(super) fn derivative_pointer(&mut self, e: &Expr) -> Option<Expr> {
        match &e.kind {
            ExprKind::Call { callee, args } => {
                let name = self.source.symbols[*callee].name.as_str();
                // Fresh memory starts with zero derivatives.
                match (name, args.as_slice()) {
                    ("calloc", [n, size]) => Some(self.call_again(e, vec![self.sized(n), self.sized(size)])),
                    ("malloc" | "adAllocate", [size]) => {
                        let size = self.sized(size);
                        let calloc = self.world.system_procedure("calloc", *callee);
                        let args = vec![Arg::new(Expr::int(1)), size];
                        Some(ExprKind::Call { callee: calloc, args }.into())
                    }
                    _ => None,
                }
            }
            ExprKind::Cast(ty, x) => {
                let inner = self.derivative_pointer(x)?;
                Some(ExprKind::Cast(self.shell.maps.derivative_type(ty), Box::new(inner)).into())
            }
            ExprKind::Unary(il::UnaryOp::Paren, x) => self.derivative_pointer(x),
            ExprKind::Integer { value: 0, .. } => Some(e.clone()),
            ExprKind::Intrinsic(f, _) if f.name() == "null" => Some(self.shell.maps.expr(e)),
            ExprKind::Opaque { text, .. } if text == "NULL" => Some(e.clone()),
            ExprKind::Cond { test, yes, no } => {
                let (yes, no) = (self.derivative_pointer(yes)?, self.derivative_pointer(no)?);
                let test = Box::new(self.shell.maps.expr(test));
                Some(ExprKind::Cond { test, yes: Box::new(yes), no: Box::new(no) }.into())
            }
            _ => {
                let root = e.root()?;
                if !self.world.facts.owns(root) {
                    return None;
                }
                self.shell.maps.pointer(e)
            }
        }
    }

    fn call_again(&self, e: &Expr, args: Vec<Arg>) -> Expr {
        let ExprKind::Call { callee, .. } = &e.kind else { return e.clone() };
        ExprKind::Call { callee: *callee, args }.into()
    }

    /// A size in bytes, of derivative structures instead of the original ones.
    fn sized(&self, a: &Arg) -> Arg {
        let value = self.shell.maps.bytes(&a.value);
        Arg { keyword: a.keyword.clone(), value }
    }

    pub(super) fn allocate(&mut self, objects: &[Allocation], options: &[Arg], original: &Stmt, out: &mut Block) {
        let named = |word: &str| options.iter().find(|a| a.is_named(word));
        let source = named("source").cloned();
        let stat = named("stat").cloned();
        let typed = named("mold").and_then(|a| self.world.derivative_mold(&self.shell.maps, a));
        let mut late: Vec<(Expr, Expr, Type)> = Vec::new();
        let mut derivatives = Vec::new();
        for o in objects {
            let Some(d) = self.derivative(&o.object) else { continue };
            if source.is_some() || named("mold").is_some() && typed.is_none() {
                late.push((o.object.clone(), d, self.old_type(&o.object)));
            } else {
                let dims = crate::derive::dims(&o.dims, &self.shell.maps);
                derivatives.push(Allocation { object: d, dims });
            }
        }
        if !derivatives.is_empty() {
            let options = stat
                .iter()
                .chain(&typed)
                .map(|a| Arg { keyword: a.keyword.clone(), value: self.shell.maps.expr(&a.value) });
            let kind = StmtKind::Allocate { objects: derivatives, options: options.collect() };
            let id = self.add(kind);
            out.push(id);
        }
        let dual = source.as_ref().map(|s| self.dual(&s.value));
        out.append(&mut self.before);
        self.copy(original, out);
        let undefined = self.world.facts.entry_resets(self.source, self.unit);
        for o in objects.iter().filter(|_| source.is_none() && (named("mold").is_none() || typed.is_some())) {
            // Assigned in parts: the rest counts as zero.
            let Some(root) = o.object.root().filter(|r| undefined.iter().any(|p| p.symbol == *r)) else { continue };
            if let Some(d) = self.derivative(&o.object).filter(|_| self.source.variable(root).is_some()) {
                let ty = self.old_type(&o.object);
                let resets = self.clear(&d, &ty, &o.object);
                out.extend(resets);
            }
        }
        for (object, d, ty) in late {
            let mold = Arg { keyword: Some("mold".into()), value: self.shell.maps.expr(&object) };
            let tangent = dual.as_ref().and_then(|x| x.tangent.clone());
            let typed = ty.record().is_some_and(|r| self.shell.maps.records.get(&r) != Some(&r));
            let structure = typed || ty.record().is_some() && tangent.is_none();
            // A copy of a structure shares what its pointers lead to: so does that of the derivative.
            let from = source.as_ref().map(|s| &s.value).filter(|s| structure && s.is_reference());
            if let Some(value) = from.and_then(|s| self.derivative(s)) {
                let objects = vec![Allocation { object: d, dims: Vec::new() }];
                let options = vec![Arg { keyword: Some("source".into()), value }];
                let id = self.add(StmtKind::Allocate { objects, options });
                out.push(id);
                continue;
            }
            if structure {
                let refusal = crate::rules::Refusal {
                    what: "allocate".into(),
                    why: "SOURCE= of a structure with a derivative type has no rule".into(),
                };
                self.refuse(original.span, &refusal, "allocate first and assign the components afterwards");
                continue;
            }
            let id = self.add(StmtKind::Allocate {
                objects: vec![Allocation { object: d.clone(), dims: Vec::new() }],
                options: vec![mold],
            });
            out.push(id);
            let tangent = tangent.unwrap_or_else(|| self.zero(&ty));
            let id = self.assign(d, tangent);
            out.push(id);
        }
    }

    /// The derivative of a component that an assignment has given the allocation of something without derivative: allocated like its original, and zero.
    pub(super) fn allocate_like(&mut self, part: &Expr, out: &mut Block) {
        let Some(d) = self.derivative(part) else { return };
        let ty = self.old_type(part);
        let polymorphic = self.source.has_part(&ty, &|f| f.polymorphic) || self.source.is_polymorphic(part);
        if ty.record().is_some() && polymorphic {
            let refusal = crate::rules::Refusal {
                what: "this structure".into(),
                why:
                    "the assignment allocates structures in it, whose derivatives are not known to have the same shape"
                        .into(),
            };
            self.refuse(part.span, &refusal, "assign its components one by one");
            return;
        }
        let v = self.shell.maps.expr(part);
        let is_there = |e: &Expr| Expr::intrinsic("allocated", vec![e.clone()]);
        let release = self.add(StmtKind::Deallocate { objects: vec![d.clone()], options: Vec::new() });
        out.push(self.when(is_there(&d), vec![release]));
        let made = self.made_like(&d, &v, &ty);
        out.push(self.when(is_there(&v), made));
    }

    pub(super) fn deallocate(&mut self, objects: &[Expr], options: &[Arg], original: &Stmt, out: &mut Block) {
        let _ = options;
        for o in objects {
            let Some(d) = self.derivative(o) else { continue };
            let free = self.add(StmtKind::Deallocate { objects: vec![d.clone()], options: Vec::new() });
            if self.source.is_allocatable(o) {
                let test = Expr::intrinsic("allocated", vec![d]);
                let id = self.when(test, vec![free]);
                out.push(id);
            } else {
                out.push(free);
            }
        }
        self.copy(original, out);
    }

    /// C functions of memory. True: handled.
    pub(super) fn memory_call(&mut self, name: &str, args: &[Arg], original: &Stmt, out: &mut Block) -> bool {
        let StmtKind::Call { callee, .. } = original.kind else { return false };
        match (name, args) {
            ("free", [p]) => {
                if let Some(d) = self.derivative_pointer(&p.value) {
                    let id = self.add(StmtKind::Call { callee, args: vec![Arg::new(d)], alternates: Vec::new() });
                    out.push(id);
                }
            }
            ("memcpy" | "memmove", [to, from, n]) => {
                let Some(d) = self.derivative_pointer(&to.value) else {
                    self.copy(original, out);
                    return true;
                };
                let n = self.sized(n);
                match self.derivative_pointer(&from.value) {
                    Some(s) => {
                        let args = vec![Arg::new(d), Arg::new(s), n];
                        let id = self.add(StmtKind::Call { callee, args, alternates: Vec::new() });
                        out.push(id);
                    }
                    None => {
                        let memset = self.world.system_procedure("memset", callee);
                        let args = vec![Arg::new(d), Arg::new(Expr::int(0)), n];
                        let id = self.add(StmtKind::Call { callee: memset, args, alternates: Vec::new() });
                        out.push(id);
                    }
                }
            }
            ("memset", [to, _, n]) => {
                if let Some(d) = self.derivative_pointer(&to.value) {
                    let args = vec![Arg::new(d), Arg::new(Expr::int(0)), self.sized(n)];
                    let id = self.add(StmtKind::Call { callee, args, alternates: Vec::new() });
                    out.push(id);
                }
            }
            _ => return false,
        }
        self.copy(original, out);
        true
    }

    /// Resets after a statement that may overwrite `reference` with something passive: each component that is useful but not varied, and either
    /// was varied, or was not useful before: nobody has set its derivative then. (What is useful and not varied has a zero derivative.)
    pub(super) fn reset_after(&mut self, reference: &Expr, out: &mut Block) {
        let ty = self.old_type(reference);
        if let Some(r) = ty.record() {
            // What is below an allocatable component of the type it belongs to is never overwritten as a whole.
            if matches!(ty, Type::Pointer { .. }) || is_in_its_own_type(reference, r) {
                return;
            }
            for k in 0..self.source.records[r].fields.len() {
                let f = &self.source.records[r].fields[k];
                if self.world.facts.owns_field(r, k) && !f.pointer && !matches!(f.ty, Type::Pointer { .. }) {
                    let part = ExprKind::Field { base: Box::new(reference.clone()), record: r, field: k }.into();
                    self.reset_after(&part, out);
                }
            }
            return;
        }
        let facts = self.world.facts;
        let (before, after) = (self.before_point(), self.after_point());
        assert!(!matches!(after, At::Entry));
        let was = facts.varied(self.source, self.unit, before, reference);
        let is = facts.varied(self.source, self.unit, after, reference);
        // What the statement surely overwrites does not count before it, also where its derivative does.
        let overwritten = |at: il::StmtId| {
            let killed = facts.analysis.kills(self.unit, at);
            let zones = reference
                .root()
                .map_or_else(Vec::new, |root| facts.analysis.zones().of_component(root, &path_of(reference)));
            let mut numbers = zones.iter().filter(|z| facts.analysis.zones().zone(**z).differentiable).peekable();
            numbers.peek().is_some() && numbers.all(|z| killed.contains(*z))
        };
        let unset = || !facts.useful(self.source, self.unit, before, reference) || self.at.is_some_and(overwritten);
        if is || !facts.useful(self.source, self.unit, after, reference) || !was && !unset() {
            return;
        }
        if let Some(d) = self.derivative(reference) {
            let resets = self.clear(&d, &ty, reference);
            out.extend(resets);
        }
    }

    /// The same for what a call may set without being given it: globals, and variables of the procedure around.
    pub(super) fn reset_globals_after(&mut self, args: &[il::Arg], out: &mut Block) {
        let u = self.original();
        let commons = u.commons().into_values().flatten();
        let mut globals: Vec<SymbolId> = commons.filter(|s| self.shell.maps.derivative(*s).is_some()).collect();
        globals.extend(self.world.globals.derivatives.keys().copied());
        let given: Vec<SymbolId> =
            args.iter().filter(|a| a.value.is_reference()).filter_map(|a| a.value.root()).collect();
        globals.extend(self.world.around(self.unit).into_iter().filter(|s| !given.contains(s)));
        // What is INTENT(IN) stays as it is whatever is called.
        for g in globals.into_iter().filter(|g| !self.source.is_read_only(*g)).collect::<Vec<_>>() {
            self.reset_after(&Expr::var(g), out);
        }
    }
}
