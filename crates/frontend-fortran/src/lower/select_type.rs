//! SELECT TYPE is a selection by the number of the dynamic type ([`il::family`]).
//!
//! The types of the program are all there are: each of them is a value of the block that it chooses, whether TYPE IS or CLASS IS leads there. In a block the
//! associate name is the selector, seen as an object of the type of the block.

use il::expr::Literal;
use il::stmt::{Case, CaseRange};
use il::typing::type_of;
use il::{Block, Expr, ExprKind, Id, RecordId, StmtKind, Type};
use indexmap::IndexMap;

use super::comments;
use super::constructs::around;
use super::context::Lower;
use crate::ast::{self, BaseType, GuardKind, TypeSpec};

/// What a guard lets through.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guard {
    Exactly(RecordId),
    Extending(RecordId),
    Default,
    /// A type of another family: never.
    Nothing,
}

impl<'a> Lower<'a, '_> {
    /// SELECT TYPE construct.
    pub fn select_type(&mut self, stmt: &'a ast::Stmt, s: &'a ast::SelectType, out: &mut Block) {
        let selector = self.expr(&s.selector);
        let declared = type_of(self.program, &selector);
        // Inside another guard the name stands for the object as that guard sees it: it is the same object.
        let selector = match selector.kind {
            ExprKind::Cast(Type::Record(_), object) => *object,
            _ => selector,
        };
        let changed = self.changed_by(s.guards.iter().flat_map(|g| &g.body));
        let same = selector.is_reference() && self.means_the_same_throughout(&selector, &changed);
        let tag = self.program.dynamic_type(&selector);
        let (Some(record), Some(tag), true) = (declared.record(), tag, same && declared.rank() == 0) else {
            let what = match declared.record() {
                None => "SELECT TYPE of an unlimited polymorphic object",
                Some(r) if self.program.tag(r).is_none() => "SELECT TYPE of an object that can have only one type",
                Some(_) if declared.rank() > 0 => "SELECT TYPE of an array",
                Some(_) => "a SELECT TYPE whose selector may change its meaning",
            };
            return self.keep_statement(stmt, s.end.span, what, out);
        };
        let guards: Vec<Guard> = s.guards.iter().map(|g| self.guard(&g.kind)).collect();
        let family = self.program.family(record);
        let mut chosen: Vec<Vec<RecordId>> = vec![Vec::new(); guards.len()];
        for &r in &family {
            if let Some(k) = self.choice(&guards, r) {
                chosen[k].push(r);
            }
        }
        let name = match (&s.associate, &s.selector.kind) {
            (Some(name), _) => Some(name.text.to_string()),
            (None, ast::ExprKind::Name(name)) => Some(name.to_string()),
            (None, _) => None,
        };
        // The name of an ASSOCIATE around it stands for something else: what is associated with it here is that.
        let itself = |name: &String| matches!(selector.kind, ExprKind::Var(v) if self.find(name) == Some(v));
        let associate = name.as_ref().filter(|n| !itself(n)).map_or(String::new(), |n| format!("{n} => "));
        let after = self.exit_target(stmt);
        let mut cases: Vec<Case> = Vec::new();
        for ((g, guard), types) in s.guards.iter().zip(&guards).zip(chosen) {
            let (above, mut below) = around(&self.program.sources, &g.meta);
            match cases.last_mut() {
                Some(previous) => self.comment_block(above, &mut previous.body),
                None => below.splice(0..0, above).for_each(drop),
            }
            let seen = match guard {
                Guard::Exactly(r) | Guard::Extending(r) if *r != record => {
                    Expr::at(ExprKind::Cast(Type::Record(*r), Box::new(selector.clone())), selector.span)
                }
                _ => selector.clone(),
            };
            let mut frame = IndexMap::new();
            if let Some(name) = &name {
                frame.insert(name.to_ascii_lowercase(), seen);
            }
            self.substitutions.push(frame);
            let body = self.block(&g.body, below);
            self.substitutions.pop();
            // The words of the guard are those of its first value.
            let words = match guard {
                Guard::Exactly(r) => format!("type is ({})", self.program.records[*r].name),
                Guard::Extending(r) => format!("class is ({})", self.program.records[*r].name),
                Guard::Default | Guard::Nothing => String::new(),
            };
            let value = |r: &RecordId| {
                let text = Literal(Some(format!("{associate}{words}").into()));
                CaseRange::Value(ExprKind::Integer { value: r.index() as i64, text, ty: None }.into())
            };
            let default = *guard == Guard::Default;
            if default || !types.is_empty() {
                let ranges = types.iter().filter(|_| !default).map(value).collect();
                cases.push(Case { ranges, default, body, falls_through: false });
            }
        }
        if let Some(last) = cases.last_mut() {
            self.end_block(&s.end, &mut last.body);
        }
        let _ = comments::all(&self.program.sources, &s.end);
        let name = stmt.meta.name.as_ref().map(|n| n.text.to_string());
        self.push(&stmt.meta, StmtKind::Select { selector: tag, cases, name }, out);
        self.place_exit_target(after, out);
    }

    fn guard(&mut self, kind: &'a GuardKind) -> Guard {
        let record = |cx: &mut Self, spec: &'a TypeSpec| match &spec.base {
            BaseType::Derived(name, _) | BaseType::Class(name, _) => cx.record(name),
            _ => None,
        };
        match kind {
            GuardKind::Type(spec) => record(self, spec).map_or(Guard::Nothing, Guard::Exactly),
            GuardKind::Class(spec) => record(self, spec).map_or(Guard::Nothing, Guard::Extending),
            GuardKind::Default => Guard::Default,
            GuardKind::Rank(_) => Guard::Nothing,
        }
    }

    /// The guard that an object of type `r` passes: TYPE IS before CLASS IS, and of those the nearest (F2018 11.1.11.2).
    fn choice(&self, guards: &[Guard], r: RecordId) -> Option<usize> {
        if let Some(k) = guards.iter().position(|g| *g == Guard::Exactly(r)) {
            return Some(k);
        }
        let mut at = Some(r);
        while let Some(id) = at {
            if let Some(k) = guards.iter().position(|g| *g == Guard::Extending(id)) {
                return Some(k);
            }
            at = self.program.records[id].extends;
        }
        guards.iter().position(|g| *g == Guard::Default)
    }
}
