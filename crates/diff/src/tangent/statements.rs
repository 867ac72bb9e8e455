//! The rules for statements.

use analysis::allocation::moves_pointers;
use analysis::{allocation, reallocation};
use il::stmt::{Arm, Case, Do, If};
use il::typing::rank_of;
use il::{
    Block, Diagnostic, Directive, Expr, ExprKind, Language, RecordId, Stmt, StmtId, StmtKind, Type, UnaryOp, Upper,
};

use super::Tangent;
use super::expressions::Dual;
use super::passive_actuals::Before;
use crate::directive_args;
use crate::fixed_point;
use crate::regions::{self, RegionKind};

impl Tangent<'_, '_> {
    /// The tangent of a block.
    pub(super) fn block(&mut self, block: &Block) -> Block {
        let mut out = Block::new();
        let mut k = 0;
        while k < block.len() {
            // A C declaration with initialisers: for each variable the derivative's pair comes first.
            if let StmtKind::Declare(symbols) = &self.original().stmts[block[k]].kind {
                let symbols = symbols.clone();
                let declare = self.original().stmts[block[k]].clone();
                let first = out.len();
                let mut next = k + 1;
                for s in &symbols {
                    let assigns = block.get(next).copied().filter(|id| {
                        matches!(&self.original().stmts[*id].kind,
                            StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(x), .. }, .. } if x == s)
                    });
                    match assigns {
                        Some(id) => {
                            self.initialised(*s, id, &mut out);
                            next += 1;
                        }
                        None => self.declare(*s, &mut out),
                    }
                }
                if next > k + 1 {
                    if let Some(head) = out.get(first).copied() {
                        let head = &mut self.world.out.units[self.shell.unit].stmts[head];
                        head.label = declare.label.or(head.label.take());
                        let mut all = declare.comments;
                        all.append(&mut head.comments);
                        head.comments = all;
                        head.directives.splice(0..0, declare.directives);
                    }
                    k = next;
                    continue;
                }
                out.truncate(first);
            }
            self.statement(block[k], &mut out);
            k += 1;
        }
        out
    }

    /// The tangent of one statement, appended to `out`. The first statement that comes of it carries label and comments.
    pub(super) fn statement(&mut self, id: StmtId, out: &mut Block) {
        self.at = Some(id);
        self.taken.clear();
        let original = self.original().stmts[id].clone();
        let first = out.len();
        self.kinds(id, &original, out);
        // A region is its statements, which are dressed already; its lines go with it.
        if regions::of(self.original(), id).is_none() {
            self.dress(&original, first, out);
        }
    }

    /// Puts what stands around the original on what was made of it: `out[first..]`.
    fn dress(&mut self, original: &Stmt, first: usize, out: &mut Block) {
        let comments = original.comments.clone();
        let directives = self.directives(original);
        if out.len() == first {
            if original.label.is_none() && comments.is_empty() && directives.is_empty() {
                return;
            }
            let nop = self.add(StmtKind::Nop);
            out.push(nop);
        }
        let unit = self.shell.unit;
        let stmts = &mut self.world.out.units[unit].stmts;
        let head = &mut stmts[out[first]];
        head.label = original.label.clone();
        head.comments = comments;
        head.directives = directives;
        let last = &mut stmts[*out.last().expect("not empty")];
        last.trailing = original.trailing.clone();
        for id in &out[first..] {
            stmts[*id].span = original.span;
        }
    }

    /// The directives of a statement, for its tangent. What converges with the state of a fixed point is its derivative.
    fn directives(&self, original: &Stmt) -> Vec<Directive> {
        let mut out = original.directives.clone();
        for d in out.iter_mut().filter(|d| d.name == fixed_point::NAME) {
            let symbol = |name: &str| directive_args::variable(self.world.source, self.unit, name);
            d.args = directive_args::with_names(&d.args, &mut |name| {
                let derivative = self.shell.maps.derivative(symbol(name)?)?;
                Some(format!("{name} {}", self.world.out.symbols[derivative].name))
            });
        }
        out
    }

    /// A statement of the original as it is, and what is in it.
    fn verbatim(&mut self, id: StmtId, out: &mut Block) {
        let original = self.original().stmts[id].clone();
        if let StmtKind::Declare(_) = original.kind {
            return self.statement(id, out);
        }
        let mut new = self.shell.maps.stmt(&original);
        for block in new.kind.blocks_mut() {
            let mut copy = Block::new();
            for s in std::mem::take(block) {
                self.verbatim(s, &mut copy);
            }
            *block = copy;
        }
        let unit = self.shell.unit;
        out.push(self.world.out.units[unit].add(new));
    }

    /// The declaration of one C variable and its derivative, without initialiser.
    fn declare(&mut self, symbol: il::SymbolId, out: &mut Block) {
        let maps = &self.shell.maps;
        let both = [Some(maps.symbol(symbol)), maps.derivative(symbol)].into_iter().flatten().collect();
        let id = self.add(StmtKind::Declare(both));
        out.push(id);
        let places: Vec<_> = self.blocks.iter().filter(|p| p.symbol == symbol).cloned().collect();
        for place in places {
            let resets = self.clear_place(&place);
            out.extend(resets);
        }
    }

    /// The declaration of one C variable and the assignment that initialises it.
    fn initialised(&mut self, symbol: il::SymbolId, assign: StmtId, out: &mut Block) {
        let mut body = Block::new();
        self.statement(assign, &mut body);
        let copy = self.shell.maps.symbol(symbol);
        let mut pending: Vec<il::SymbolId> = self.shell.maps.derivative(symbol).into_iter().chain([copy]).collect();
        // Each declaration directly before the assignment to its variable; where a call sets a variable through its address, before the call.
        for id in body {
            let kind = &self.world.out.units[self.shell.unit].stmts[id].kind;
            let set = kind.as_assign().and_then(|(lhs, rhs)| lhs.as_var().filter(|s| !rhs.mentions(*s)));
            let due: Vec<il::SymbolId> =
                pending.iter().copied().filter(|s| set != Some(*s) && self.mentions_any(id, &[*s])).collect();
            for s in due.iter().chain(set.iter().filter(|s| pending.contains(s))) {
                let d = self.add(StmtKind::Declare(vec![*s]));
                out.push(d);
            }
            pending.retain(|s| !due.contains(s) && set != Some(*s));
            out.push(id);
        }
        for s in pending {
            let d = self.add(StmtKind::Declare(vec![s]));
            out.push(d);
        }
    }

    fn mentions_any(&self, id: StmtId, symbols: &[il::SymbolId]) -> bool {
        let mut found = false;
        let u = &self.world.out.units[self.shell.unit];
        u.walk(&[id], &mut |_, s| s.kind.exprs(&mut |e| found |= symbols.iter().any(|x| e.mentions(*x))));
        found
    }

    /// What a statement makes of itself.
    fn kinds(&mut self, id: StmtId, original: &Stmt, out: &mut Block) {
        match &original.kind {
            StmtKind::Assign { .. } => {
                // By reference into the program: rules ask whether an expression is the whole right side.
                let source = self.source;
                let StmtKind::Assign { lhs, rhs } = &source.units[self.unit].stmts[id].kind else { return };
                self.assignment(lhs, rhs, out);
            }
            StmtKind::PointerAssign { lhs, rhs } => self.pointer_assignment(lhs, rhs, out),
            StmtKind::Call { callee, args, alternates } => self.call(*callee, args, alternates, original, out),
            StmtKind::If(i) => {
                let arms = i.arms.iter().map(|a| self.arm(a)).collect();
                let otherwise = i.otherwise.as_ref().map(|b| self.block(b));
                let mut kind = If { arms, otherwise, one_line: i.one_line };
                kind.one_line &= kind.arms.len() == 1 && self.is_simple(&kind.arms[0].body);
                let id = self.add(StmtKind::If(kind));
                out.push(id);
            }
            StmtKind::Do(d) => {
                let maps = &self.shell.maps;
                let (var, from, to) = (maps.symbol(d.var), maps.expr(&d.from), maps.expr(&d.to));
                let step = d.step.as_ref().map(|s| maps.expr(s));
                // The real variable of an old loop takes values that depend on nothing.
                let resets = match maps.derivative(d.var) {
                    Some(derivative) => {
                        let ty = self.old_type(&Expr::var(d.var));
                        self.clear(&Expr::var(derivative), &ty, &Expr::var(d.var))
                    }
                    None => Block::new(),
                };
                out.extend(resets);
                let body = self.block(&d.body);
                let parallel = self.shell.maps.parallel(d, false);
                let kind = Do { var, from, to, step, body, name: d.name.clone(), declares: d.declares, parallel };
                let id = self.add(StmtKind::Do(Box::new(kind)));
                out.push(id);
            }
            StmtKind::Select { selector, cases, name } => {
                let selector = self.shell.maps.expr(selector);
                let cases = cases
                    .iter()
                    .map(|c| Case {
                        ranges: c.ranges.iter().map(|r| self.range(r)).collect(),
                        default: c.default,
                        body: self.block(&c.body),
                        falls_through: c.falls_through,
                    })
                    .collect();
                let id = self.add(StmtKind::Select { selector, cases, name: name.clone() });
                out.push(id);
            }
            // The last turn of a fixed-point loop is for adjoints.
            StmtKind::While { .. } if fixed_point::of(self.world.source, self.shell.original, id).is_some() => {}
            StmtKind::While { test, body, name } => {
                let test = self.shell.maps.expr(test);
                let body = self.block(body);
                let id = self.add(StmtKind::While { test, body, name: name.clone() });
                out.push(id);
            }
            StmtKind::Until { body, test, name } => {
                let body = self.block(body);
                let test = self.shell.maps.expr(test);
                let id = self.add(StmtKind::Until { body, test, name: name.clone() });
                out.push(id);
            }
            StmtKind::Loop { body, name } => {
                let body = self.block(body);
                let id = self.add(StmtKind::Loop { body, name: name.clone() });
                out.push(id);
            }
            StmtKind::Scope { body, .. } if regions::of(self.original(), id) == Some(RegionKind::Passive) => {
                for &s in body {
                    self.verbatim(s, out);
                }
            }
            StmtKind::Scope { body, .. } if regions::of(self.original(), id).is_some() => {
                let body = self.block(body);
                out.extend(body);
            }
            StmtKind::Scope { scope, decls, body, name } => {
                let scope = self.shell.maps.scopes.get(scope).copied().unwrap_or(*scope);
                let decls = self.world.block_declarations(decls, &self.shell.maps);
                let body = self.block(body);
                let id = self.add(StmtKind::Scope { scope, decls, body, name: name.clone() });
                out.push(id);
            }
            StmtKind::Where { arms, otherwise, .. } => {
                self.frozen += 1;
                let arms: Vec<Arm> = arms
                    .iter()
                    .map(|a| {
                        // The mask still speaks of the values that the first statement sees; later ones may see others.
                        let holds = a.body.len() == 1;
                        if holds {
                            self.masks.push(a.test.clone());
                        }
                        let arm = self.arm(a);
                        if holds {
                            self.masks.pop();
                        }
                        arm
                    })
                    .collect();
                let otherwise = otherwise.as_ref().map(|b| self.block(b));
                self.frozen -= 1;
                let one_line = arms.len() == 1 && otherwise.is_none() && self.is_simple(&arms[0].body);
                let id = self.add(StmtKind::Where { arms, otherwise, one_line });
                out.push(id);
            }
            StmtKind::Forall { body, .. } => {
                self.frozen += 1;
                let body = self.block(body);
                self.frozen -= 1;
                let simple = self.is_simple(&body);
                let mut copy = self.shell.maps.stmt(original).kind;
                if let StmtKind::Forall { body: b, one_line, .. } = &mut copy {
                    *b = body;
                    *one_line &= simple;
                }
                let id = self.add(copy);
                out.push(id);
            }
            StmtKind::Allocate { objects, options } => self.allocate(objects, options, original, out),
            StmtKind::Deallocate { objects, options } => self.deallocate(objects, options, original, out),
            StmtKind::Nullify(objects) => {
                let derivatives: Vec<Expr> = objects.iter().filter_map(|o| self.derivative(o)).collect();
                if !derivatives.is_empty() {
                    let id = self.add(StmtKind::Nullify(derivatives));
                    out.push(id);
                }
                self.copy(original, out);
            }
            StmtKind::Declare(symbols) => {
                let maps = &self.shell.maps;
                let both =
                    symbols.iter().flat_map(|s| [Some(maps.symbol(*s)), maps.derivative(*s)]).flatten().collect();
                let id = self.add(StmtKind::Declare(both));
                out.push(id);
                let places: Vec<_> = self.blocks.iter().filter(|p| symbols.contains(&p.symbol)).cloned().collect();
                for place in places {
                    let resets = self.clear_place(&place);
                    out.extend(resets);
                }
            }
            StmtKind::Return(value) => self.return_statement(value.as_ref(), original, out),
            StmtKind::Opaque { writes, .. } => {
                self.copy(original, out);
                for w in writes {
                    self.overwritten(w, original, out);
                }
            }
            StmtKind::Error(_) => {
                let d = Diagnostic::error(
                    "RT0400",
                    original.span,
                    "a statement that did not parse cannot be differentiated",
                );
                self.world.report(d);
            }
            il::jump!() | il::labels!() | StmtKind::Stop { .. } | StmtKind::Nop => self.copy(original, out),
            il::tape!() => {
                let d = Diagnostic::error("RT0402", original.span, "the tape of an adjoint cannot be differentiated")
                    .note("differentiate the printed adjoint, with its runtime calls");
                self.world.report(d);
            }
        }
    }

    fn arm(&mut self, a: &Arm) -> Arm {
        Arm { test: self.shell.maps.expr(&a.test), body: self.block(&a.body) }
    }

    fn range(&self, r: &il::stmt::CaseRange) -> il::stmt::CaseRange {
        use il::stmt::CaseRange;
        let maps = &self.shell.maps;
        match r {
            CaseRange::Value(e) => CaseRange::Value(maps.expr(e)),
            CaseRange::Range(lo, hi) => {
                CaseRange::Range(lo.as_ref().map(|e| maps.expr(e)), hi.as_ref().map(|e| maps.expr(e)))
            }
        }
    }

    /// The statement as it is.
    pub(super) fn copy(&mut self, original: &Stmt, out: &mut Block) {
        let kind = self.shell.maps.stmt(original).kind;
        let id = self.add(kind);
        out.push(id);
    }

    /// Whether a block fits behind a one-line IF or WHERE.
    fn is_simple(&self, block: &Block) -> bool {
        let [id] = block.as_slice() else { return false };
        let s = &self.world.out.units[self.shell.unit].stmts[*id];
        s.kind.blocks().is_empty()
            && s.comments.is_empty()
            && s.label.is_none()
            && !matches!(s.kind, StmtKind::Declare(_))
    }

    /// `lhs = rhs`.
    fn assignment(&mut self, lhs: &Expr, rhs: &Expr, out: &mut Block) {
        if let ExprKind::Call { callee, args } = &rhs.bare().kind {
            if self.call_assignment(lhs, *callee, args, out) {
                return;
            }
            let (callee, args) = (*callee, args.clone());
            self.value_assignment(lhs, rhs, out);
            self.after_passive_call(callee, &args, out);
            return;
        }
        self.value_assignment(lhs, rhs, out);
    }

    /// The same where no call is active.
    fn value_assignment(&mut self, lhs: &Expr, rhs: &Expr, out: &mut Block) {
        let ty = self.old_type(lhs);
        if matches!(ty, Type::Pointer { .. }) {
            self.c_pointer_assignment(lhs, rhs, out);
            return;
        }
        let useful = self.world.facts.useful(self.source, self.unit, self.after_point(), lhs);
        // What gives the original another allocation gives it to the derivative too, whose values may be overwritten before anybody reads them; and
        // pointers lead elsewhere, whatever is there.
        let moves = self.language.describes_storage() && moves_pointers(self.source, lhs);
        let wanted = useful || moves || !self.reallocated(lhs, rhs).is_empty();
        if let Some(pointers) = self.pointers_of_a_structure(lhs, rhs, &ty, wanted) {
            out.extend(pointers);
            let (lhs, rhs) = (self.shell.maps.expr(lhs), self.shell.maps.expr(rhs));
            out.push(self.assign(lhs, rhs));
            return;
        }
        let derivative = self.derivative(lhs).filter(|_| wanted);
        let value_lhs = self.shell.maps.expr(lhs);
        let Some(derivative) = derivative else {
            let value = self.shell.maps.expr(rhs);
            let id = self.assign(value_lhs, value);
            out.push(id);
            return;
        };
        if ty.record().is_some() {
            self.record_assignment(lhs, rhs, &derivative, &ty, out);
            return;
        }
        let mut dual = match useful {
            true => self.dual(rhs),
            false => Dual::passive(self.shell.maps.expr(rhs)),
        };
        let value_first = self.resolve_value(&mut dual, &value_lhs, rhs);
        let Dual { value, tangent } = dual;
        out.append(&mut self.before);
        let is_zero = tangent.is_none();
        let mut tangent = tangent.unwrap_or_else(|| match self.language {
            Language::C => braced(&ty, self.zero(&ty)),
            Language::Fortran => self.zero(&ty),
        });
        // A passive array assigned to an allocatable may allocate it, unless under a mask: its derivative must get the same shape.
        let whole = matches!(lhs.kind, ExprKind::Var(_) | ExprKind::Field { .. });
        let shapes = self.frozen == 0 && whole && self.source.is_allocatable(lhs) && rank_of(self.source, rhs) > 0;
        let is_reference = |e: &Expr| matches!(e.kind, ExprKind::Var(_) | ExprKind::Field { .. });
        let is_target =
            |e: &Expr| e.root().and_then(|s| self.source.variable(s)).is_some_and(|v| v.target || v.pointer);
        if shapes && is_zero && is_reference(rhs) && self.counts_from_elsewhere(rhs) && !is_target(lhs) {
            let id = self.assign(value_lhs, value);
            out.push(id);
            self.allocate_like(lhs, out);
            return;
        }
        // A whole array gives its bounds: `zd = xd` is not what `z = x + 1` needs.
        if shapes && is_reference(&tangent) && !is_reference(rhs) {
            tangent = Expr::unary(UnaryOp::Paren, tangent);
        }
        if shapes {
            tangent = self.broadcast(tangent, &value);
        }
        if shapes && is_zero {
            let like = self.shell.maps.expr(rhs);
            tangent = self.broadcast(self.zero(&ty), &like);
        }
        if self.fold_guard(&derivative, &tangent, out) {
            let id = self.assign(value_lhs, value);
            out.push(id);
            return;
        }
        let d = self.assign(derivative, tangent);
        let v = self.assign(value_lhs, value);
        out.extend(if value_first { [v, d] } else { [d, v] });
    }

    /// Whether the bounds of an array may begin elsewhere than at 1.
    fn counts_from_elsewhere(&self, array: &Expr) -> bool {
        let Type::Array { dims, .. } = self.old_type(array) else { return false };
        dims.iter().any(|d| match &d.lower {
            Some(first) => *first != Expr::int(1),
            None => d.upper == Upper::Deferred,
        })
    }

    /// `tempd` set by the IF just made, and then only copied: the IF sets the derivative itself.
    fn fold_guard(&mut self, derivative: &Expr, tangent: &Expr, out: &mut Block) -> bool {
        let ExprKind::Var(kept) = tangent.kind else { return false };
        let unit = self.shell.unit;
        let Some(at) = out.iter().rposition(|id| {
            let s = &self.world.out.units[unit].stmts[*id];
            matches!(&s.kind, StmtKind::If(i) if i.otherwise.as_ref().is_some_and(|o| o.len() == 1) && i.arms.len() == 1
                && i.arms[0].body.len() == 1 && self.sets(i.arms[0].body[0], kept))
        }) else {
            return false;
        };
        if at + 1 != out.len() {
            return false;
        }
        let StmtKind::If(branch) = self.world.out.units[unit].stmts[out[at]].kind.clone() else { return false };
        let inner = [branch.arms[0].body[0], branch.otherwise.as_ref().expect("checked")[0]];
        for id in inner {
            if let StmtKind::Assign { lhs, .. } = &mut self.world.out.units[unit].stmts[id].kind {
                *lhs = derivative.clone();
            }
        }
        true
    }

    fn sets(&self, id: StmtId, symbol: il::SymbolId) -> bool {
        matches!(&self.world.out.units[self.shell.unit].stmts[id].kind,
            StmtKind::Assign { lhs: Expr { kind: ExprKind::Var(s), .. }, .. } if *s == symbol)
    }

    /// `a = b` of structures: the active components move with the values.
    fn record_assignment(&mut self, lhs: &Expr, rhs: &Expr, derivative: &Expr, ty: &Type, out: &mut Block) {
        let value = self.shell.maps.expr(rhs);
        let value_lhs = self.shell.maps.expr(lhs);
        if rhs.is_reference()
            && self.is_active(rhs)
            && let Some(d) = self.derivative(rhs)
        {
            let id = self.assign(derivative.clone(), d);
            out.push(id);
            let id = self.assign(value_lhs, value);
            out.push(id);
            return;
        }
        if !rhs.is_reference() && self.is_active(rhs) {
            let refusal =
                crate::rules::Refusal { what: "this structure".into(), why: "it is made by an expression".into() };
            self.refuse(rhs.span, &refusal, "assign its components one by one");
        }
        // Pointers go along from what holds nothing active but them.
        let holds = self.language.describes_storage() && moves_pointers(self.source, lhs);
        let theirs = self.derivative_structure(rhs).filter(|_| holds);
        if theirs.is_none() && holds && matches!(rhs.kind, ExprKind::Intrinsic(..)) {
            let why = "its pointers could not be followed".into();
            let refusal = crate::rules::Refusal { what: "this structure".into(), why };
            self.refuse(rhs.span, &refusal, "assign its components one by one");
        }
        // The assignment gives it the allocation, too.
        let reallocated = if theirs.is_some() { Vec::new() } else { self.reallocated(lhs, rhs) };
        out.extend(theirs.map(|theirs| self.assign(derivative.clone(), theirs)));
        let plain = !self.source.has_part(ty, &|f| f.polymorphic) && !self.source.is_polymorphic(lhs);
        if plain
            && !allocation::is_allocatable_array(self.source, lhs)
            && allocation::has_allocatable_parts(self.source, ty)
        {
            let id = self.assign(value_lhs.clone(), value);
            out.push(id);
            out.extend(self.zero_like(derivative, &value_lhs, ty, Before::Anything));
            return;
        }
        let resets = self.clear(derivative, ty, lhs);
        out.extend(resets);
        let id = self.assign(value_lhs, value);
        out.push(id);
        for part in reallocated {
            self.allocate_like(&part, out);
        }
    }

    /// The derivative of a structure, or of those that an intrinsic chooses, moves or repeats.
    fn derivative_structure(&self, e: &Expr) -> Option<Expr> {
        let ExprKind::Intrinsic(f, args) = &e.kind else {
            return if e.is_reference() { self.derivative(e) } else { None };
        };
        let structure = |a: &il::Arg| self.old_type(&a.value).element().record().is_some();
        let lifted = |a: &il::Arg| {
            let value =
                if structure(a) { self.derivative_structure(&a.value)? } else { self.shell.maps.expr(&a.value) };
            Some(il::Arg { keyword: a.keyword.clone(), value })
        };
        let args = args.iter().any(structure).then(|| args.iter().map(lifted).collect::<Option<_>>())??;
        Some(ExprKind::Intrinsic(*f, args).into())
    }

    /// What `lhs = rhs` may give another allocation: nothing under a mask (F2018 10.2.3.2).
    fn reallocated(&self, lhs: &Expr, rhs: &Expr) -> Vec<Expr> {
        if self.frozen > 0 { Vec::new() } else { reallocation::reallocated(self.source, self.unit, lhs, rhs) }
    }

    /// C: what a passive structure gives the derivative of another one: pointers that lead nowhere, with `{0}`, or those of its own derivative, and zeros.
    /// `None`: there are no such pointers, or the structure is active.
    fn pointers_of_a_structure(&mut self, lhs: &Expr, rhs: &Expr, ty: &Type, wanted: bool) -> Option<Block> {
        if self.language != Language::C || !matches!(ty, Type::Record(_)) || wanted && self.is_active(rhs) {
            return None;
        }
        let mut found = Vec::new();
        self.derivative_pointers(ty, &mut Vec::new(), &mut found);
        let derivative = self.derivative(lhs).filter(|_| !found.is_empty())?;
        if let ExprKind::Structure { args, .. } = &rhs.bare().kind {
            let nothing = args.iter().all(|a| a.value.is_null_pointer());
            let zero = self.zero(ty);
            return nothing.then(|| vec![self.assign(derivative, zero)]);
        }
        let theirs = self.derivative(rhs).filter(|_| rhs.is_reference())?;
        let mut out = if wanted { self.clear(&derivative, ty, lhs) } else { Block::new() };
        for path in found {
            let part = |e: Expr, &(record, field): &(RecordId, usize)| {
                ExprKind::Field { base: Box::new(e), record, field }.into()
            };
            let at = |base: &Expr| path.iter().fold(base.clone(), part);
            out.push(self.assign(at(&derivative), at(&theirs)));
        }
        Some(out)
    }

    /// The ways to pointers in the derivative of a structure.
    fn derivative_pointers(&self, ty: &Type, way: &mut Vec<(RecordId, usize)>, out: &mut Vec<Vec<(RecordId, usize)>>) {
        let Type::Record(r) = ty else { return };
        for (k, f) in self.source.records[*r].fields.iter().enumerate() {
            let Some(&at) = self.shell.maps.fields.get(&(*r, k)) else { continue };
            way.push(at);
            match &f.ty {
                Type::Pointer { .. } => out.push(way.clone()),
                inner => self.derivative_pointers(inner, way, out),
            }
            way.pop();
        }
    }

    /// Something that is not understood may have set `reference`: its derivative is zero, and that is said.
    pub(super) fn overwritten(&mut self, reference: &Expr, original: &Stmt, out: &mut Block) {
        let Some(derivative) = self.derivative(reference) else { return };
        if !self.world.facts.useful(self.source, self.unit, self.after_point(), reference) {
            return;
        }
        let name = reference.root().map_or(String::new(), |r| self.source.symbols[r].name.clone());
        self.world.report(
            Diagnostic::warning(
                "RT0420",
                original.span,
                format!("(AD04) the active variable `{name}` is overwritten by I/O: its derivative becomes zero"),
            )
            .label("value comes from outside"),
        );
        let ty = self.old_type(reference);
        let resets = self.clear(&derivative, &ty, reference);
        out.extend(resets);
    }

    /// C: `return e` gives the derivative back and the value through its argument. Fortran: as it is.
    fn return_statement(&mut self, value: Option<&Expr>, original: &Stmt, out: &mut Block) {
        let (Some(e), Language::C, Some(target)) = (value, self.language, self.shell.value) else {
            self.copy(original, out);
            return;
        };
        let dual = if self.shell.result_derivative.is_some() {
            self.dual(e)
        } else {
            Dual { value: self.shell.maps.expr(e), tangent: None }
        };
        let mut dual = dual;
        let place = ExprKind::Deref(Box::new(Expr::var(target))).into();
        self.resolve_value(&mut dual, &Expr::int(0), e);
        out.append(&mut self.before);
        let store = self.assign(place, dual.value);
        if let (Some(_), Some(result)) = (self.world.request.directions, self.shell.result_derivative) {
            let ty = self.old_type(e);
            let tangent = dual.tangent.unwrap_or_else(|| self.zero(&ty));
            let structure = matches!(self.world.out.symbol_type(result), Some(Type::Pointer { .. }));
            let place = Expr::var(result);
            let place = if structure { ExprKind::Deref(Box::new(place)).into() } else { place };
            let give = self.assign(place, tangent);
            let back = self.add(StmtKind::Return(None));
            out.extend([give, store, back]);
            return;
        }
        out.push(store);
        let back = self.shell.result_derivative.map(|_| {
            let ty = self.old_type(e);
            dual.tangent.unwrap_or_else(|| self.zero(&ty))
        });
        let id = self.add(StmtKind::Return(back));
        out.push(id);
    }
}

/// `{{0.0}}`, with as many braces as a C array has dimensions.
fn braced(ty: &Type, zero: Expr) -> Expr {
    match ty {
        Type::Array { elem, .. } => {
            let item = il::expr::Item::Value(braced(elem, zero));
            ExprKind::Constructor { items: vec![item], ty: None }.into()
        }
        _ => zero,
    }
}
