//! Calls through pointers to functions: members, tables, variables, and parameters that are given more than names of functions.
//!
//! What such a pointer may point to is what the program ever gives it ([`il::pointees`]). For each holder of pointers that is called, one function is
//! made that asks which of these its first argument is and calls that one; `ops->f(x)` is a call of it. It is analysed and differentiated like any
//! other, so that `if (f == lorenz) lorenz_b(…)` is what its adjoint does. It is not printed: its calls are printed as the user wrote them. A pointer
//! that can mean one function only, which the caller can name, is a call of that.

use std::collections::{BTreeMap, BTreeSet};

use il::expr::ExprKind;
use il::pointees::{Given, Holder, holder};
use il::stmt::{Arm, If};
use il::symbol::{Procedure, ProcedureClass, Symbol, SymbolId, SymbolKind};
use il::unit::Binding;
use il::{
    Arg, BinaryOp, Decl, DeclKind, Expr, Intrinsic, Language, Prefix, ScopeKind, Span, StmtKind, Storage, Type, Unit,
    UnitId, UnitKind, Upper, Variable,
};

use super::types::Signature;
use super::{Lowered, Lowerer, calls, spell};

/// A function that stands for calls through a pointer.
pub struct PointerCalls {
    holder: Holder,
    /// How the user knows the pointer.
    name: String,
    /// The first of the calls.
    span: Span,
    unit: UnitId,
    /// The file of the first of the calls.
    file: UnitId,
    /// The pointer, its first parameter.
    pointer: SymbolId,
    /// Which of the other parameters have no name of the user's.
    unnamed: Vec<bool>,
    /// What may be called; `None`: nobody knows.
    targets: Option<Vec<SymbolId>>,
}

impl Lowerer<'_, '_> {
    /// The function that stands for calls through `pointer`.
    pub fn pointer_call(&mut self, pointer: &Expr, span: Span) -> Lowered<SymbolId> {
        let ty = self.ty(pointer);
        let signature = self.signature_of(&ty).filter(|s| !s.unknown && !s.variadic).cloned();
        match (signature, holder(self.p, pointer)) {
            (Some(signature), Some(holder)) => Ok(self.calls_through(holder, ty, &signature, span)),
            (None, _) => self.refuse("RT0210", span, "a call through a pointer of which the parameters are not known"),
            (_, None) => self.refuse("RT0210", span, "nobody knows which function this pointer points to"),
        }
    }

    fn calls_through(&mut self, holder: Holder, ty: Type, signature: &Signature, span: Span) -> SymbolId {
        if let Some(known) = self.pointer_calls.iter().find(|c| c.holder == holder)
            && let Some(symbol) = self.p.units[known.unit].symbol
        {
            return symbol;
        }
        let (name, title) = match holder {
            Holder::Component(record, field) => {
                let (record, name) = (&self.p.records[record], self.p.records[record].fields[field].name.clone());
                let title =
                    if record.is_anonymous() { format!("{name}_called") } else { format!("{}_{name}", record.name) };
                (name, title)
            }
            Holder::Variable(s) | Holder::Result(s) => {
                let name = self.p.symbols[s].name.clone();
                (name.clone(), format!("{name}_called"))
            }
        };
        let title = self.unused(title);
        let id: UnitId = il::arena::Id::from_index(self.p.units.len());
        let scope = self.p.new_scope(self.file_scope, ScopeKind::Unit(id));
        let result = (signature.result != Type::Void).then(|| signature.result.clone());
        let procedure = Procedure::new(Some(id), result.clone(), ProcedureClass::Normal);
        let symbol = self.p.declare(self.p.global_c, title.clone(), span, SymbolKind::Procedure(procedure));
        let kind = match result {
            None => UnitKind::Subroutine,
            Some(result) => {
                let type_prefix = Some(spell::base(self.p, &result));
                let variable =
                    Variable { constant: signature.constant_result, ..Variable::new(result, Storage::Result) };
                let kind = SymbolKind::Variable(variable);
                let result = self.p.add_symbol(Symbol { name: title.clone(), scope, span, kind });
                UnitKind::Function { result, explicit: false, type_prefix }
            }
        };
        let mut unit = Unit::new(title, kind, Language::C, scope);
        unit.symbol = Some(symbol);
        unit.span = span;
        unit.binding = Some(Binding { name: String::new(), object: 0, dispatches: true });
        self.p.units.add(unit);
        let mut taken: BTreeSet<String> = signature.params.iter().map(|s| self.p.symbols[*s].name.clone()).collect();
        let mut fresh = |name: &str, sign: &str| {
            let mut name = name.to_string();
            while !taken.insert(name.clone()) {
                name.push_str(sign);
            }
            name
        };
        let own = fresh(&name, "_");
        let names: Vec<String> = signature
            .params
            .iter()
            .enumerate()
            .map(|(k, s)| match self.p.symbols[*s].name.as_str() {
                "" => fresh(&format!("arg{}", k + 1), "_"),
                name => name.to_string(),
            })
            .collect();
        let variable = Variable { by_value: true, ..Variable::new(ty, Storage::Dummy(0)) };
        let pointer = self.p.declare(scope, own, span, SymbolKind::Variable(variable));
        let mut params = vec![pointer];
        let mut copies: BTreeMap<SymbolId, SymbolId> = BTreeMap::new();
        for (k, (old, name)) in signature.params.iter().zip(names).enumerate() {
            let mut kind = self.p.symbols[*old].kind.clone();
            match &mut kind {
                SymbolKind::Variable(v) => {
                    v.storage = Storage::Dummy(k + 1);
                    // A number is a copy; an array leads to what may be constant.
                    v.constant &= matches!(v.ty, Type::Array { .. });
                    rename(&mut v.ty, &copies);
                }
                SymbolKind::Procedure(f) => f.class = ProcedureClass::Dummy(k + 1),
                _ => {}
            }
            let copy = self.p.declare(scope, name, span, kind);
            copies.insert(*old, copy);
            params.push(copy);
        }
        self.p.units[id].params = params;
        let unnamed = signature.params.iter().map(|s| self.p.symbols[*s].name.is_empty()).collect();
        let (file, targets) = (self.file_unit, None);
        self.pointer_calls.push(PointerCalls { holder, name, span, unit: id, file, pointer, unnamed, targets });
        symbol
    }

    /// A name that nothing else has.
    fn unused(&self, mut name: String) -> String {
        while self.p.symbols.iter().any(|(_, s)| s.name == name) {
            name.push('_');
        }
        name
    }

    /// Writes the bodies, once all statements of the program are known.
    pub fn finish_pointer_calls(&mut self) {
        loop {
            let given = Given::of(self.p);
            let mut changed = self.parameters_that_vary(&given);
            for k in 0..self.pointer_calls.len() {
                let found = given.closed(self.pointer_calls[k].holder);
                let fit = found.procedures.iter().all(|s| self.fits(*s, self.pointer_calls[k].unit));
                let targets = (!found.unknown && fit && !found.procedures.is_empty()).then_some(found.procedures);
                if targets != self.pointer_calls[k].targets {
                    changed = true;
                    self.pointer_calls[k].targets = targets;
                    self.write_pointer_call(k);
                }
            }
            if !changed {
                break;
            }
        }
        self.share_equals();
        for call in std::mem::take(&mut self.pointer_calls) {
            self.name_parameters(&call);
            let placed = call.targets.as_ref().is_some_and(|targets| self.put_into_file(&call, targets));
            if !placed {
                let several = call.targets.is_some();
                self.unresolved(&call, several);
            } else if let Some([only]) = call.targets.as_deref() {
                self.call_directly(call.unit, *only);
            }
        }
    }

    /// Pointers that may point to the same functions are called by one function.
    fn share_equals(&mut self) {
        let mut kept: Vec<PointerCalls> = Vec::new();
        for call in std::mem::take(&mut self.pointer_calls) {
            let same = kept.iter().find(|k| k.targets.is_some() && k.targets == call.targets);
            let symbols = same.and_then(|k| self.p.units[k.unit].symbol.zip(self.p.units[call.unit].symbol));
            let Some((by, own)) = symbols else {
                kept.push(call);
                continue;
            };
            for caller in self.callers(own) {
                self.redirect(caller, &mut |callee, _| {
                    if *callee == own {
                        *callee = by;
                    }
                });
            }
            self.p.units[call.unit].body = Vec::new();
        }
        self.pointer_calls = kept;
    }

    fn callers(&self, symbol: SymbolId) -> Vec<UnitId> {
        self.p.units.ids().filter(|u| calls_of(&self.p.units[*u], symbol)).collect()
    }

    /// Changes the calls of a unit.
    fn redirect(&mut self, unit: UnitId, f: &mut dyn FnMut(&mut SymbolId, &mut Vec<Arg>)) {
        for id in self.p.units[unit].all_stmts() {
            let kind = &mut self.p.units[unit].stmts[id].kind;
            kind.each_call_mut(&mut |callee, args| f(callee, args));
        }
    }

    /// Parameters that the type of the pointer does not name are called as in the first of the functions.
    fn name_parameters(&mut self, call: &PointerCalls) {
        let ours = |s: &&SymbolId| !self.is_system(**s);
        let first = call.targets.iter().flatten().filter(ours).find_map(|s| self.p.procedure(*s)?.unit);
        let Some(first) = first.filter(|u| self.p.units[*u].params.len() == call.unnamed.len()) else { return };
        let scope = self.p.units[call.unit].scope;
        for (k, theirs) in self.p.units[first].params.clone().into_iter().enumerate().filter(|(k, _)| call.unnamed[*k])
        {
            let name = self.p.symbols[theirs].name.clone();
            if !name.is_empty() && self.p.lookup_here(scope, &name).is_none() {
                let own = self.p.units[call.unit].params[k + 1];
                let old = std::mem::replace(&mut self.p.symbols[own].name, name.clone());
                self.p.scopes[scope].names.shift_remove(&old);
                self.p.scopes[scope].names.insert(name, own);
            }
        }
    }

    fn unresolved(&mut self, call: &PointerCalls, several: bool) {
        let name = &call.name;
        let (message, note) = match several {
            true => (
                format!("the pointer `{name}` may point to `static` functions of several files"),
                "nothing can ask which of them it is: let all but those of one file be no `static` functions",
            ),
            false => (
                format!("nobody knows which function the pointer `{name}` points to"),
                "give the files in which it is set, or call the function by its own name",
            ),
        };
        let diagnostic = il::Diagnostic::warning("RT0210", call.span, message).note(note);
        self.diagnostics.push(diagnostic);
        let unit = &mut self.p.units[call.unit];
        unit.has_errors = true;
        unit.parent = Some(call.file);
        unit.body = Vec::new();
    }

    /// Whether a function can be called with what a pointer is called with.
    fn fits(&self, target: SymbolId, through: UnitId) -> bool {
        let Some(f) = self.p.procedure(target) else { return false };
        let through = &self.p.units[through];
        let result = through.result().and_then(|r| self.p.symbol_type(r));
        let counts = f.unit.is_none_or(|u| self.p.units[u].params.len() + 1 == through.params.len());
        f.result.as_ref() == result && counts && f.unit.is_none_or(|u| self.p.units[u].suffix.is_none())
    }

    fn write_pointer_call(&mut self, k: usize) {
        let PointerCalls { unit, pointer, span, ref targets, .. } = self.pointer_calls[k];
        let targets = targets.clone().unwrap_or_default();
        let args: Vec<Expr> = self.p.units[unit].params[1..].iter().map(|p| Expr::var(*p)).collect();
        let result = self.p.units[unit].result().and_then(|r| self.p.symbol_type(r)).cloned();
        let value = result.map(|ty| self.local_value(unit, ty, span));
        let is = |op, target: &SymbolId| Expr::binary(op, Expr::var(pointer), Expr::var(*target));
        // What another file gives that was not there is not known here: the program ends, whatever the callers do then.
        let several = targets.iter().filter(|_| targets.len() > 1);
        let others = several.map(|t| is(BinaryOp::Ne, t)).reduce(|a, b| Expr::binary(BinaryOp::And, a, b));
        let mut calls = Vec::new();
        for target in &targets {
            let call = self.direct_call(*target, args.clone(), span);
            let kind = match (call.kind, value) {
                (ExprKind::Call { callee, args }, None) => StmtKind::Call { callee, args, alternates: Vec::new() },
                (kind, Some(value)) => StmtKind::Assign { lhs: Expr::var(value), rhs: Expr::at(kind, span) },
                _ => StmtKind::Nop,
            };
            calls.push((is(BinaryOp::Eq, target), self.p.units[unit].add(kind)));
        }
        let u = &mut self.p.units[unit];
        let mut body = Vec::new();
        body.extend(value.map(|v| u.add(StmtKind::Declare(vec![v]))));
        if let Some(test) = others {
            let stop = u.add(StmtKind::Stop { error: true, code: None });
            u.stmts[stop].comments = vec!["A function that was not there when this was made.".into()];
            let arms = vec![Arm { test, body: vec![stop] }];
            body.push(u.add(StmtKind::If(If { arms, otherwise: None, one_line: false })));
        }
        let otherwise = calls.pop().map(|(_, last)| vec![last]);
        let arms: Vec<Arm> = calls.into_iter().map(|(test, call)| Arm { test, body: vec![call] }).collect();
        match (arms.is_empty(), otherwise) {
            (true, Some(last)) => body.extend(last),
            (_, otherwise) => body.push(u.add(StmtKind::If(If { arms, otherwise, one_line: false }))),
        }
        body.extend(value.map(|v| u.add(StmtKind::Return(Some(Expr::var(v))))));
        u.body = body;
    }

    fn local_value(&mut self, unit: UnitId, ty: Type, span: Span) -> SymbolId {
        let scope = self.p.units[unit].scope;
        let mut name = "value".to_string();
        while let Some(known) = self.p.lookup_here(scope, &name) {
            if self.p.variable(known).is_some_and(|v| v.storage == Storage::Local) {
                return known;
            }
            name.push('_');
        }
        self.p.declare(scope, name, span, SymbolKind::Variable(Variable::new(ty, Storage::Local)))
    }

    /// A call by name; functions of math.h are intrinsics.
    fn direct_call(&mut self, callee: SymbolId, args: Vec<Expr>, span: Span) -> Expr {
        let name = self.p.symbols[callee].name.clone();
        match Intrinsic::from_c(&name).filter(|_| self.is_system(callee)) {
            Some(f) => self.intrinsic(f, Some(calls::kind_of(&name, f.info().c)), args, span),
            None => Expr::at(ExprKind::Call { callee, args: args.into_iter().map(Arg::new).collect() }, span),
        }
    }

    /// Puts the function into a file: that of the `static` functions that it calls, behind these. False: there are several such files.
    fn put_into_file(&mut self, call: &PointerCalls, targets: &[SymbolId]) -> bool {
        let called: Vec<UnitId> = targets.iter().filter_map(|s| self.p.procedure(*s)?.unit).collect();
        let is_static = |u: &&UnitId| self.p.units[**u].has_prefix(&Prefix::Static);
        let homes: BTreeSet<UnitId> = called.iter().filter(is_static).filter_map(|u| self.p.units[*u].parent).collect();
        if homes.len() > 1 {
            return false;
        }
        let home = homes.first().copied().unwrap_or(call.file);
        let symbol = self.p.units[call.unit].symbol;
        let callers = symbol.map_or_else(Vec::new, |s| self.callers(s));
        if callers.iter().all(|u| self.p.units[*u].parent == Some(home)) {
            self.p.units[call.unit].prefixes = vec![Prefix::Static];
        }
        let scope = self.p.units[call.unit].scope;
        self.p.scopes[scope].parent = Some(self.p.units[home].scope);
        let (parent, file) = (Some(home), self.p.units[home].file);
        (self.p.units[call.unit].parent, self.p.units[call.unit].file) = (parent, file);
        // Behind the last of what it calls that stands there; a prototype serves those who call it before that.
        let at = |this: &Self, u: &UnitId| {
            this.p.units[home].decls.iter().position(|d| matches!(d.kind, DeclKind::Unit(x) if x == *u))
        };
        let last = called.iter().filter_map(|u| at(self, u)).max();
        let first = callers.iter().filter_map(|u| at(self, u)).min();
        let behind = last.map_or_else(|| first.unwrap_or(self.p.units[home].decls.len()), |k| k + 1);
        let decls = &mut self.p.units[home].decls;
        decls.insert(behind, Decl::from(DeclKind::Unit(call.unit)));
        if let (Some(symbol), true) = (symbol, first.is_some_and(|first| first < behind)) {
            // It has the place of the pointer: one without a place says that the text calls what it defines below.
            decls.insert(behind, Decl { span: call.span, ..Decl::from(DeclKind::Prototype(symbol)) });
        }
        self.p.units[home].children.push(call.unit);
        true
    }

    /// Calls that can mean one function only, and can name it, call it.
    fn call_directly(&mut self, unit: UnitId, target: SymbolId) {
        let Some(own) = self.p.units[unit].symbol else { return };
        let home =
            self.p.procedure(target).and_then(|f| f.unit).filter(|u| self.p.units[*u].has_prefix(&Prefix::Static));
        let home = home.and_then(|u| self.p.units[u].parent);
        for caller in self.callers(own) {
            if home.is_some_and(|h| self.p.units[caller].parent != Some(h)) {
                continue;
            }
            for id in self.p.units[caller].all_stmts() {
                let mut kind = self.p.units[caller].stmts[id].kind.clone();
                if let StmtKind::Call { callee, args, .. } = &mut kind
                    && *callee == own
                {
                    *callee = target;
                    args.remove(0);
                }
                kind.exprs_mut(&mut |e| {
                    e.rewrite(&mut |e| {
                        if let ExprKind::Call { callee, args } = &mut e.kind
                            && *callee == own
                        {
                            let args = args.drain(1..).map(|a| a.value).collect();
                            *e = self.direct_call(target, args, e.span);
                        }
                    })
                });
                self.p.units[caller].stmts[id].kind = kind;
            }
        }
    }

    /// Parameters that are functions, and are given more than names of functions, are pointers that hold them: `apply(ops->f, x)`.
    fn parameters_that_vary(&mut self, given: &Given) -> bool {
        let mut changed = false;
        let stand: BTreeSet<UnitId> = self.pointer_calls.iter().map(|c| c.unit).collect();
        for unit in self.p.units.ids().collect::<Vec<_>>() {
            let u = &self.p.units[unit];
            if u.language != Language::C || u.is_interface || u.has_errors || stand.contains(&unit) {
                continue;
            }
            let through = self.pointer_calls.iter().filter_map(|c| c.targets.as_ref()).flatten();
            let through = through.copied().any(|s| self.p.callee(s) == Some(unit));
            for dummy in u.params.clone() {
                let Some(described) = self.p.procedure(dummy).and_then(|f| f.unit) else { continue };
                let holder = Holder::Variable(dummy);
                let found = given.closed(holder);
                let named = given.is_named(self.p, holder) && !through;
                if named || found.unknown || found.procedures.is_empty() || !calls_of(&self.p.units[unit], dummy) {
                    continue;
                }
                changed = true;
                self.call_through_parameter(unit, dummy, described);
            }
        }
        changed
    }

    fn call_through_parameter(&mut self, unit: UnitId, dummy: SymbolId, described: UnitId) {
        let pattern = &self.p.units[described];
        let result = pattern.result().and_then(|r| self.p.variable(r)).cloned();
        let signature = Signature {
            result: result.as_ref().map_or(Type::Void, |v| v.ty.clone()),
            constant_result: result.is_some_and(|v| v.constant),
            params: pattern.params.clone(),
            scope: pattern.scope,
            variadic: pattern.suffix.is_some(),
            unknown: false,
            pointer: true,
        };
        let written = self.p.procedure(dummy).and_then(|f| f.spelling.clone());
        let ty = match written.as_deref().and_then(|text| text.strip_suffix("{}")).map(str::trim_end) {
            Some(text) => match text.strip_suffix('*') {
                Some(function) => {
                    let to = Box::new(Type::Opaque(function.trim_end().into()));
                    Type::Pointer { to, to_const: false, restrict: false }
                }
                None => Type::Opaque(text.into()),
            },
            None => Type::Opaque(spell::pointer_to(self.p, dummy, "{}")),
        };
        self.file_unit = self.p.units[unit].parent.unwrap_or(self.file_unit);
        self.file_scope = self.p.units[self.file_unit].scope;
        let span = self.p.symbols[dummy].span;
        let through = self.calls_through(Holder::Variable(dummy), ty, &signature, span);
        self.redirect(unit, &mut |callee, args| {
            if *callee == dummy {
                *callee = through;
                args.insert(0, Arg::new(Expr::var(dummy)));
            }
        });
    }
}

/// Whether a unit calls something.
fn calls_of(unit: &Unit, symbol: SymbolId) -> bool {
    let mut found = false;
    unit.walk(&unit.body, &mut |_, s| {
        found |= matches!(&s.kind, StmtKind::Call { callee, .. } if *callee == symbol);
        s.kind.exprs(&mut |e| {
            e.walk(&mut |e| found |= matches!(&e.kind, ExprKind::Call { callee, .. } if *callee == symbol));
        });
    });
    found
}

/// Extents of parameters may mention other parameters.
fn rename(ty: &mut Type, copies: &BTreeMap<SymbolId, SymbolId>) {
    match ty {
        Type::Array { elem, dims } => {
            rename(elem, copies);
            for d in dims {
                if let Upper::At(e) = &mut d.upper {
                    e.rewrite(&mut |x| {
                        if let ExprKind::Var(s) = &mut x.kind {
                            *s = copies.get(s).copied().unwrap_or(*s);
                        }
                    });
                }
            }
        }
        Type::Pointer { to, .. } => rename(to, copies),
        Type::Scalar(_) | Type::Character { .. } | Type::Record(_) | Type::Procedure | Type::Void | Type::Opaque(_) => {
        }
    }
}
