//! Tangent mode (RR-7957 §5.3): a copy of the procedure with the derivative of each assignment just before it.
//!
//! - `entry.rs`: what is cleared where the procedure begins.
//! - `statements.rs`: the rules for statements; control stays as it is.
//! - `expressions.rs`: value and tangent of an expression, sharing what both need through temporaries.
//! - `arrays.rs`: reductions and other array intrinsics.
//! - `calls.rs`: calls, generalisation with dummy derivatives; `boxes.rs`: calls of black boxes; `around_calls.rs`: what is cleared before and after calls.
//! - `passive_actuals.rs`: zeros for what the callee's tangent wants a derivative of, and has none here.
//! - `memory.rs`: allocation, pointers, C's memory functions.
//!
//! # Zeros
//! A derivative variable holds its true value wherever its original is useful. An assignment of something passive therefore resets it
//! explicitly when the variable is useful afterwards; nothing is left implicit, so joins need no care. What is useful where a procedure
//! begins, but not varied there, is reset at the beginning.

mod around_calls;
mod arrays;
mod boxes;
mod calls;
mod entry;
mod expressions;
mod memory;
mod messages;
mod passive_actuals;
mod statements;
mod tape;

use analysis::element::nth;
pub(crate) use calls::positions;
use il::typing::{signed_extent, type_of};
use il::{
    Block, Diagnostic, Expr, ExprKind, Language, Program, Scalar, Span, Stmt, StmtId, StmtKind, SymbolId, Type, Unit,
    UnitId,
};

use crate::derive::{Shell, World};
use crate::facts::At;
use crate::request::{Improvement, component};
use crate::rules::{Context, Refusal};
use crate::signature::Part;
use crate::simplify;

/// Makes the tangent of `unit`.
pub fn differentiate(world: &mut World, unit: UnitId) {
    let _span = tracing::info_span!("tangent", unit = world.source.units[unit].name).entered();
    let source: &Program = world.source;
    let shell = world.shell(unit, Part::Tangent);
    let share = world.request.improves(Improvement::SplitDiff);
    let language = source.units[unit].language;
    let mut t = Tangent {
        world,
        source,
        unit,
        shell,
        language,
        at: None,
        before: Block::new(),
        after: Block::new(),
        temporaries: Vec::new(),
        taken: Vec::new(),
        share,
        masks: Vec::new(),
        blocks: Vec::new(),
        frozen: 0,
    };
    let mut body = t.entry();
    let original = source.units[unit].body.clone();
    body.extend(t.block(&original));
    let end = t.original().end_comments.clone();
    t.world.out.units[t.shell.unit].end_comments = end;
    let shell = t.shell;
    world.finish_shell(shell, body);
}

/// The tangent of one unit under construction.
struct Tangent<'w, 'a> {
    world: &'w mut World<'a>,
    source: &'a Program,
    unit: UnitId,
    shell: Shell,
    language: Language,
    /// The statement being differentiated.
    at: Option<StmtId>,
    /// Statements that must come before its derivative: temporaries.
    before: Block,
    /// Statements that must come after it: resets.
    after: Block,
    /// Temporaries of the unit, reused from statement to statement.
    temporaries: Vec<(Type, SymbolId)>,
    /// Those in use by the current statement.
    taken: Vec<SymbolId>,
    /// Whether parts that value and tangent share go to temporaries.
    share: bool,
    /// Masks that hold where the current statement is executed, as they were when the WHERE began.
    masks: Vec<Expr>,
    /// Locals of inner blocks whose derivatives are cleared where they are declared.
    blocks: Vec<crate::request::Place>,
    /// Above zero where nothing can be computed beforehand: under masks, in FORALL, in arms of `?:`.
    frozen: u32,
}

impl Tangent<'_, '_> {
    fn original(&self) -> &Unit {
        &self.source.units[self.unit]
    }

    /// Adds a generated statement to the new unit.
    fn add(&mut self, kind: StmtKind) -> StmtId {
        self.world.out.units[self.shell.unit].add(Stmt::from(kind))
    }

    /// `lhs = rhs` in the new unit.
    fn assign(&mut self, lhs: Expr, rhs: Expr) -> StmtId {
        self.add(StmtKind::Assign { lhs, rhs })
    }

    /// The point before the current statement.
    fn before_point(&self) -> At {
        self.at.map_or(At::Entry, At::Before)
    }

    /// The point after the current statement.
    fn after_point(&self) -> At {
        self.at.map_or(At::Entry, At::After)
    }

    /// The derivative of a reference (of the original), if its storage owns one.
    fn derivative(&self, reference: &Expr) -> Option<Expr> {
        if !self.world.facts.has_storage(self.source, reference) {
            return None;
        }
        self.shell.maps.reference(reference)
    }

    /// What rules need to write partials over the new unit's symbols.
    fn rules(&self) -> Context<'_> {
        let from_results = self.world.request.improves(Improvement::UseResults);
        Context { program: &self.world.out, language: self.language, from_results }
    }

    /// The type of an expression over the new unit's symbols.
    fn new_type(&self, e: &Expr) -> Type {
        type_of(&self.world.out, e)
    }

    /// The type of an expression of the original.
    fn old_type(&self, e: &Expr) -> Type {
        type_of(self.source, e)
    }

    /// A zero for the derivative of something of type `ty`.
    fn zero(&self, ty: &Type) -> Expr {
        match ty {
            Type::Record(r) if !self.language.computes_with_arrays() => {
                let record = self.shell.maps.records.get(r).copied().unwrap_or(*r);
                ExprKind::Structure { record, args: vec![il::Arg::new(Expr::int(0))] }.into()
            }
            _ => simplify::zero(ty.scalar().unwrap_or(&Scalar::double())),
        }
    }

    /// A zero of the very type, as an argument and an element of a list must be: Fortran converts in assignments only.
    fn zero_value(&self, ty: &Type) -> Expr {
        match (self.language, ty.scalar()) {
            (Language::Fortran, Some(s)) => simplify::number_value(0.0, s),
            _ => self.zero(ty),
        }
    }

    /// Reports that something active cannot be differentiated.
    fn refuse(&mut self, span: Span, refusal: &Refusal, note: &str) {
        let d =
            Diagnostic::error("RT0401", span, format!("`{}` cannot be differentiated: {}", refusal.what, refusal.why))
                .label("depends on an independent variable")
                .note(note);
        self.world.report(d);
    }

    /// Clears the derivative of a place.
    fn clear_place(&mut self, place: &crate::request::Place) -> Block {
        let root = Expr::var(place.symbol);
        let reference = place.reference(self.source);
        let Some(derivative) = self.shell.maps.reference(&reference) else { return Block::new() };
        let ty = self.old_type(&reference);
        let Some(root_derivative) = self.shell.maps.reference(&root).filter(|_| self.language.points_by_address())
        else {
            return self.clear(&derivative, &ty, &reference);
        };
        let ty = self.old_type(&root);
        self.clear_below(&root_derivative, &root, &ty, &place.path)
    }

    /// C: clears the derivative of a component, of every element where the way to it leads through arrays.
    fn clear_below(&mut self, derivative: &Expr, original: &Expr, ty: &Type, path: &[usize]) -> Block {
        let Some((&k, rest)) = path.split_first() else { return self.clear(derivative, ty, original) };
        if matches!(ty, Type::Array { .. }) {
            return self.each_element(derivative, ty, original, |this, d, o, elem| this.clear_below(d, o, elem, path));
        }
        let Some(r) = ty.record() else { return Block::new() };
        let Some(&(record, field)) = self.shell.maps.fields.get(&(r, k)) else { return Block::new() };
        let below = |base: &Expr, record, field| component(base, ty, record, field);
        let inner = self.source.records[r].fields[k].ty.clone();
        self.clear_below(&below(derivative, record, field), &below(original, r, k), &inner, rest)
    }

    /// `if (test) then … end if`.
    fn when(&mut self, test: Expr, body: Block) -> StmtId {
        let one_line = body.len() == 1;
        self.add(StmtKind::If(il::stmt::If::when(test, body, one_line)))
    }

    /// Statements that set a derivative (of a whole variable or component) to zero. `original` is the reference whose derivative it is.
    fn clear(&mut self, derivative: &Expr, ty: &Type, original: &Expr) -> Block {
        // What the pointers in an array lead to is somebody else's.
        if matches!(ty, Type::Array { .. }) && matches!(ty.element(), Type::Pointer { .. }) {
            return Block::new();
        }
        if let Some(r) = ty.record() {
            let mut out = Block::new();
            for k in 0..self.source.records[r].fields.len() {
                let Some(&(record, field)) = self.shell.maps.fields.get(&(r, k)) else { continue };
                let f = self.source.records[r].fields[k].clone();
                if matches!(ty, Type::Array { .. }) && !self.language.computes_with_arrays() {
                    return self.clear_elements(derivative, ty, original);
                }
                // What is behind pointers is somebody else's, or not allocated: leave it.
                if f.pointer || f.allocatable || matches!(f.ty.element(), Type::Pointer { .. }) {
                    continue;
                }
                let (d, o) = (component(derivative, ty, record, field), component(original, ty, r, k));
                out.extend(self.clear(&d, &f.ty, &o));
            }
            return out;
        }
        if !self.language.computes_with_arrays() {
            match ty {
                Type::Array { .. } => return self.clear_elements(derivative, ty, original),
                Type::Pointer { to, .. } => {
                    // One element is all that is known to be there.
                    let zero = self.zero(to);
                    let target = ExprKind::Deref(Box::new(derivative.clone())).into();
                    return vec![self.assign(target, zero)];
                }
                _ => {}
            }
        }
        let zero = self.zero(ty);
        vec![self.assign(derivative.clone(), zero)]
    }

    /// C: clears the elements of an array.
    fn clear_elements(&mut self, derivative: &Expr, ty: &Type, original: &Expr) -> Block {
        self.each_element(derivative, ty, original, |this, d, o, elem| this.clear(d, elem, o))
    }

    /// C: a loop over the elements of an array of known extent; `body` gets an element of the derivative, of the original, and its type.
    fn each_element(
        &mut self,
        derivative: &Expr,
        ty: &Type,
        original: &Expr,
        body: impl FnOnce(&mut Self, &Expr, &Expr, &Type) -> Block,
    ) -> Block {
        let Type::Array { elem, dims } = ty else { return Block::new() };
        let Some(il::Dim { upper: il::Upper::At(extent), .. }) = dims.first() else {
            let name = original.root().map_or(String::new(), |r| self.source.symbols[r].name.clone());
            self.world.report(
                Diagnostic::error(
                    "RT0411",
                    original.span,
                    format!("the derivative of `{name}` must be cleared, but its extent is not known"),
                )
                .note(format!("declare `{name}` with its extent")),
            );
            return Block::new();
        };
        let counter = self.counter("ii1");
        let i = Expr::var(counter);
        let (d, o) = (nth(&self.world.out, derivative, &i), nth(&self.world.out, original, &i));
        let extent = self.shell.maps.expr(&signed_extent(self.source, extent));
        let body = body(self, &d, &o, elem);
        if body.is_empty() {
            return body;
        }
        let to = Expr::binary(il::BinaryOp::Sub, extent, Expr::int(1));
        let loop_ = il::stmt::Do::counting(counter, Expr::int(0), to, None, body);
        vec![self.add(StmtKind::Do(Box::new(loop_)))]
    }
}
