//! Where numbers go in and come out of a procedure: roots (arguments, result, globals) and their leaves (components, down to numbers).
//!
//! A *callable* is a procedure, original or generated, with its roots and leaves. A leaf holds the numbers of one component of one root over
//! all elements of the arrays on the way: `cells%soil%capacity` is one leaf with as many values as there are cells.
//! The values of a leaf are in memory order: outer arrays slowest, and inside one Fortran array the first dimension fastest.
//! Complex values are two numbers each.

use std::collections::BTreeMap;

use diff::{Derivative, Place, Slot, Status};
use il::{Dim, Expr, Language, Program, Scalar, ScalarClass, SymbolId, SymbolKind, Type, UnitId, Upper};

use crate::resolve;

/// How a root is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RootKind {
    /// The dummy argument at this position.
    Dummy(usize),
    /// The value of a function.
    Result,
    /// A module variable, COMMON member or C global.
    Global,
}

/// What a root or leaf of a derivative procedure stands for, as a position among the roots or leaves of the original.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The value itself.
    Value(usize),
    /// Its derivative.
    Derivative(usize),
    /// The number of directions of a multi-directional derivative.
    Directions,
}

/// An argument, the result or a global.
#[derive(Clone, Debug)]
pub struct Root {
    /// The variable.
    pub symbol: SymbolId,
    /// What other units declare in its place, if it stands in a COMMON block.
    pub others: Vec<SymbolId>,
    /// How it is reached.
    pub kind: RootKind,
    /// What it stands for; in an original procedure, itself.
    pub origin: Origin,
}

/// Who owns the storage of an array or of what is pointed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    /// The declaration.
    Fixed,
    /// ALLOCATABLE.
    Allocatable,
    /// Fortran POINTER.
    Pointer,
    /// C pointer.
    CPointer,
}

/// One step from a root to a leaf.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// All elements of an array, or what a pointer points to (no dimensions: a single object, or a C array of unknown length).
    Elements {
        /// Declared dimensions.
        dims: Vec<Dim>,
        /// Who owns them.
        holder: Holder,
    },
    /// A component.
    Field(il::RecordId, usize),
}

/// What a leaf holds.
#[derive(Clone, PartialEq, Debug)]
pub enum Content {
    /// Numbers or truth values.
    Numbers(Scalar),
    /// Characters.
    Text,
    /// Anything else (opaque types, procedure pointers): left as it is.
    Other,
}

/// One component of one root, over all elements.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// Position of its root.
    pub root: usize,
    /// The way from the root.
    pub steps: Vec<Step>,
    /// What is there.
    pub content: Content,
    /// As the user writes it: `cells%soil%capacity`.
    pub name: String,
    /// The leaf of the original procedure it stands for.
    pub origin: Origin,
}

impl Leaf {
    /// Field positions on the way.
    pub fn path(&self) -> Vec<usize> {
        self.steps.iter().filter_map(|s| if let Step::Field(_, k) = s { Some(*k) } else { None }).collect()
    }

    /// Whether it holds reals or complex numbers.
    pub fn is_differentiable(&self) -> bool {
        matches!(&self.content, Content::Numbers(s) if s.is_differentiable())
    }

    /// Whether it holds numbers of this class.
    pub fn is(&self, class: ScalarClass) -> bool {
        matches!(&self.content, Content::Numbers(s) if s.class == class)
    }

    /// Numbers per element: two for complex.
    pub fn width(&self) -> usize {
        match &self.content {
            Content::Numbers(s) if s.class == ScalarClass::Complex => 2,
            Content::Numbers(_) => 1,
            Content::Text | Content::Other => 0,
        }
    }

    /// The dimensions of each array on the way.
    pub fn arrays(&self) -> impl Iterator<Item = (&[Dim], Holder)> {
        self.steps.iter().filter_map(|s| match s {
            Step::Elements { dims, holder } => Some((dims.as_slice(), *holder)),
            Step::Field(..) => None,
        })
    }
}

/// The extents of each array on the way to a leaf.
pub type Shape = Vec<Vec<usize>>;

/// How many elements a leaf of that shape has.
pub fn count(shape: &Shape) -> usize {
    shape.iter().flatten().product()
}

/// A procedure with its roots and leaves.
#[derive(Clone, Debug)]
pub struct Callable {
    /// The procedure.
    pub unit: UnitId,
    /// Roots; the dummies first and in order.
    pub roots: Vec<Root>,
    /// Leaves, by root.
    pub leaves: Vec<Leaf>,
}

impl Callable {
    /// An original procedure; `globals` are those to set or look at.
    pub fn original(program: &Program, unit: UnitId, globals: &[SymbolId]) -> Callable {
        let u = &program.units[unit];
        let dummies = u.params.iter().enumerate().map(|(k, s)| (*s, RootKind::Dummy(k)));
        let rest = u.result().map(|s| (s, RootKind::Result)).into_iter();
        // Procedure pointers hold no numbers, and lead where the program leads them.
        let holds = |s: &&SymbolId| program.symbol_type(**s) != Some(&Type::Procedure);
        let globals = globals.iter().filter(holds).map(|s| (*s, RootKind::Global));
        let roots: Vec<Root> = dummies
            .chain(rest)
            .chain(globals)
            .enumerate()
            .map(|(k, (symbol, kind))| {
                let others = if kind == RootKind::Global { resolve::declarations(program, symbol) } else { Vec::new() };
                Root { symbol, others, kind, origin: Origin::Value(k) }
            })
            .collect();
        let mut leaves = Vec::new();
        for (k, root) in roots.iter().enumerate() {
            let shown = if root.kind == RootKind::Result { &u.name } else { &program.symbols[root.symbol].name };
            leaves.extend(leaves_of(program, k, root.symbol, shown, u.language));
        }
        for (k, leaf) in leaves.iter_mut().enumerate() {
            leaf.origin = Origin::Value(k);
        }
        Callable { unit, roots, leaves }
    }

    /// Leaves out what is not to be set or looked at.
    pub fn without(mut self, left_out: impl Fn(&Callable, &Leaf) -> bool) -> Callable {
        let kept: Vec<Leaf> = self.leaves.iter().filter(|l| !left_out(&self, l)).cloned().collect();
        self.leaves = kept;
        for (k, leaf) in self.leaves.iter_mut().enumerate() {
            leaf.origin = Origin::Value(k);
        }
        self
    }

    /// A derivative procedure of `original`, one of `output`.
    pub fn derivative(output: &diff::Output, original: &Callable, d: &Derivative) -> Callable {
        let program = &output.program;
        let u = &program.units[d.generated];
        let result = original.roots.iter().position(|r| r.kind == RootKind::Result);
        let mut roots = Vec::new();
        for (k, (symbol, slot)) in u.params.iter().zip(&d.signature.slots).enumerate() {
            let origin = match slot {
                Slot::Primal(p) => Some(Origin::Value(*p)),
                Slot::Derivative(p) => Some(Origin::Derivative(*p)),
                Slot::Value => result.map(Origin::Value),
                Slot::ResultDerivative => result.map(Origin::Derivative),
                Slot::Directions => Some(Origin::Directions),
                // Heads have none.
                Slot::Partial(_) => None,
            };
            // A function's value argument always has a function behind it.
            let Some(origin) = origin else { continue };
            roots.push(Root { symbol: *symbol, others: Vec::new(), kind: RootKind::Dummy(k), origin });
        }
        if let (Some(symbol), Some(r)) = (u.result(), result) {
            let origin = match d.signature.returns {
                diff::signature::Returns::Derivative => Some(Origin::Derivative(r)),
                diff::signature::Returns::Value => Some(Origin::Value(r)),
                diff::signature::Returns::Nothing => None,
            };
            roots.extend(origin.map(|origin| Root { symbol, others: Vec::new(), kind: RootKind::Result, origin }));
        }
        for (k, root) in original.roots.iter().enumerate().filter(|(_, r)| r.kind == RootKind::Global) {
            let global = |symbol, origin| Root { symbol, others: Vec::new(), kind: RootKind::Global, origin };
            roots.push(global(d.maps.symbol(root.symbol), Origin::Value(k)));
            // COMMON that the head does not declare: derivatives of what it calls do.
            let below =
                || output.derivatives.iter().find_map(|e| root.others.iter().find_map(|s| e.maps.derivative(*s)));
            if let Some(symbol) = d.maps.derivative(root.symbol).or_else(below) {
                roots.push(global(symbol, Origin::Derivative(k)));
            }
        }
        let mut leaves = Vec::new();
        for (k, root) in roots.iter().enumerate() {
            let name = &program.symbols[root.symbol].name;
            let own = leaves_of(program, k, root.symbol, name, u.language);
            let (of, derivative) = match root.origin {
                Origin::Value(r) => (r, false),
                Origin::Derivative(r) => (r, true),
                Origin::Directions => {
                    leaves.extend(own.into_iter().map(|l| Leaf { origin: Origin::Directions, ..l }));
                    continue;
                }
            };
            for (position, leaf) in original.leaves.iter().enumerate().filter(|(_, l)| l.root == of) {
                let path = if derivative { derivative_path(d, leaf) } else { Some(leaf.path()) };
                let Some(path) = path else { continue };
                if let Some(found) = own.iter().find(|l| l.path() == path) {
                    let origin = if derivative { Origin::Derivative(position) } else { Origin::Value(position) };
                    leaves.push(Leaf { origin, ..found.clone() });
                }
            }
        }
        Callable { unit: d.generated, roots, leaves }
    }

    /// The position of the leaf with that origin.
    pub fn leaf(&self, origin: Origin) -> Option<usize> {
        self.leaves.iter().position(|l| l.origin == origin)
    }

    /// Whether a leaf belongs to a place of a head.
    pub fn is_at(&self, leaf: &Leaf, place: &Place) -> bool {
        let root = &self.roots[leaf.root];
        (root.symbol == place.symbol || root.others.contains(&place.symbol)) && leaf.path().starts_with(&place.path)
    }

    /// What a derivative procedure, one of `output`, does with the derivative of a leaf of this original procedure.
    pub fn status(&self, leaf: &Leaf, output: &diff::Output, d: &Derivative) -> Status {
        // Adjoints may declare COMMON in procedures that do not.
        let root = &self.roots[leaf.root];
        let added =
            if root.others.is_empty() { Vec::new() } else { resolve::declarations(&output.program, root.symbol) };
        let is_here = |p: &Place| self.is_at(leaf, p) || added.contains(&p.symbol) && leaf.path().starts_with(&p.path);
        let all = d.signature.status.iter().filter(|(p, _)| is_here(p));
        all.fold(Status::Local, |known, (_, s)| known.join(*s))
    }
}

/// The path of a leaf in the derivative type; `None` when a component on the way has no derivative.
fn derivative_path(d: &Derivative, leaf: &Leaf) -> Option<Vec<usize>> {
    if !leaf.is_differentiable() {
        return None;
    }
    let fields = leaf.steps.iter().filter_map(|s| if let Step::Field(r, k) = s { Some((*r, *k)) } else { None });
    fields.map(|f| d.maps.fields.get(&f).map(|f| f.1)).collect()
}

/// All leaves of a variable.
fn leaves_of(program: &Program, root: usize, symbol: SymbolId, name: &str, language: Language) -> Vec<Leaf> {
    let SymbolKind::Variable(v) = &program.symbols[symbol].kind else {
        let leaf =
            Leaf { root, steps: Vec::new(), content: Content::Other, name: name.into(), origin: Origin::Value(0) };
        return vec![leaf];
    };
    let mut walk = Walk { program, root, language, out: Vec::new() };
    walk.visit(&v.ty, holder(v.allocatable, v.pointer), &mut Vec::new(), name.to_string());
    walk.out
}

fn holder(allocatable: bool, pointer: bool) -> Holder {
    match (allocatable, pointer) {
        (true, _) => Holder::Allocatable,
        (_, true) => Holder::Pointer,
        _ => Holder::Fixed,
    }
}

struct Walk<'a> {
    program: &'a Program,
    root: usize,
    language: Language,
    out: Vec<Leaf>,
}

impl Walk<'_> {
    fn visit(&mut self, ty: &Type, holder: Holder, steps: &mut Vec<Step>, name: String) {
        let depth = steps.len();
        match ty {
            Type::Array { elem, dims } => {
                steps.push(Step::Elements { dims: dims.clone(), holder });
                self.visit(elem, Holder::Fixed, steps, name);
            }
            _ if holder != Holder::Fixed => {
                steps.push(Step::Elements { dims: Vec::new(), holder });
                self.visit(ty, Holder::Fixed, steps, name);
            }
            Type::Pointer { to, .. } => {
                steps.push(Step::Elements { dims: Vec::new(), holder: Holder::CPointer });
                self.visit(to, Holder::Fixed, steps, name);
            }
            Type::Record(r) => {
                let record = &self.program.records[*r];
                // A list's next element is not followed: its pointer stays null.
                let again = steps.iter().any(|s| matches!(s, Step::Field(q, _) if q == r));
                if record.opaque || again {
                    self.leaf(steps, Content::Other, name);
                } else {
                    let sign = if self.language == Language::C { '.' } else { '%' };
                    // Of a family only what its own type declares: an argument is of that one.
                    let own = record.fields.iter().enumerate().filter(|(k, _)| self.program.shows(*r, *k));
                    for (k, f) in own {
                        steps.push(Step::Field(*r, k));
                        self.visit(
                            &f.ty,
                            self::holder(f.allocatable, f.pointer),
                            steps,
                            format!("{name}{}", record.selector(k, sign)),
                        );
                        steps.truncate(depth);
                    }
                }
            }
            Type::Scalar(s) => self.leaf(steps, Content::Numbers(s.clone()), name),
            Type::Character { .. } => self.leaf(steps, Content::Text, name),
            Type::Procedure | Type::Void | Type::Opaque(_) => self.leaf(steps, Content::Other, name),
        }
        steps.truncate(depth);
    }

    fn leaf(&mut self, steps: &[Step], content: Content, name: String) {
        self.out.push(Leaf { root: self.root, steps: steps.to_vec(), content, name, origin: Origin::Value(0) });
    }
}

/// A variable, or a component of one, by the positions of components on the way.
pub type Key = (SymbolId, Vec<usize>);

/// Integers known at a point: what declared extents are made of.
pub type Integers = BTreeMap<Key, i64>;

/// The value of an integer expression in a declaration.
pub fn integer(program: &Program, known: &Integers, e: &Expr) -> Option<i64> {
    use il::{BinaryOp, ExprKind, UnaryOp};
    if let Some(v) = il::fold::integer(program, e) {
        return Some(v);
    }
    let value = |e: &Expr| integer(program, known, e);
    match &e.kind {
        ExprKind::Var(_) | ExprKind::Field { .. } | ExprKind::Deref(_) => known.get(&place(e)?).copied(),
        ExprKind::Unary(UnaryOp::Neg, x) => value(x)?.checked_neg(),
        ExprKind::Unary(UnaryOp::Plus | UnaryOp::Paren, x) | ExprKind::Cast(_, x) => value(x),
        ExprKind::Binary(op, l, r) => {
            let (l, r) = (value(l)?, value(r)?);
            match op {
                BinaryOp::Add => l.checked_add(r),
                BinaryOp::Sub => l.checked_sub(r),
                BinaryOp::Mul => l.checked_mul(r),
                BinaryOp::Div => l.checked_div(r),
                BinaryOp::Rem => l.checked_rem(r),
                BinaryOp::Pow => l.checked_pow(u32::try_from(r).ok()?),
                _ => None,
            }
        }
        ExprKind::Intrinsic(f, args) => {
            let all: Option<Vec<i64>> = args.iter().map(|a| value(&a.value)).collect();
            match f.name() {
                "max" => all?.into_iter().max(),
                "min" => all?.into_iter().min(),
                "abs" => all?.first().map(|v| v.abs()),
                "mod" => all.filter(|a| a.len() == 2)?.iter().copied().reduce(|a, b| if b == 0 { 0 } else { a % b }),
                "int" => all?.first().copied(),
                "size" => {
                    let array = args.first()?.value.root()?;
                    let SymbolKind::Variable(v) = &program.symbols[array].kind else { return None };
                    let Type::Array { dims, .. } = &v.ty else { return None };
                    let extents = extents(program, known, dims, Language::Fortran);
                    match args.get(1) {
                        Some(dim) => {
                            extents.get(usize::try_from(value(&dim.value)? - 1).ok()?).copied()?.map(|e| e as i64)
                        }
                        None => extents.into_iter().try_fold(1, |n, e| Some(n * e? as i64)),
                    }
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// The place of a reference without subscripts.
pub fn place(e: &Expr) -> Option<Key> {
    match &e.kind {
        il::ExprKind::Var(s) => Some((*s, Vec::new())),
        il::ExprKind::Deref(x) => place(x),
        il::ExprKind::Field { base, field, .. } => {
            let (root, mut path) = place(base)?;
            path.push(*field);
            Some((root, path))
        }
        _ => None,
    }
}

/// The extents of declared dimensions, `None` where they are not known.
pub fn extents(program: &Program, known: &Integers, dims: &[Dim], language: Language) -> Vec<Option<usize>> {
    dims.iter()
        .map(|d| {
            let Upper::At(upper) = &d.upper else { return None };
            let upper = integer(program, known, upper)?;
            let n = match language {
                Language::C => upper,
                Language::Fortran => {
                    let lower = d.lower.as_ref().map_or(Some(1), |l| integer(program, known, l))?;
                    upper - lower + 1
                }
            };
            usize::try_from(n.max(0)).ok()
        })
        .collect()
}

/// The shape of a derivative procedure's leaf, which is that of the original's leaf. A scalar may be passed by reference here and by
/// value there: then there is one step more, or one less, in front.
pub fn adapt(shape: &Shape, leaf: &Leaf) -> Shape {
    let wanted = leaf.arrays().count();
    let mut out: Shape = shape.clone();
    while out.len() < wanted {
        out.insert(
            0,
            leaf.arrays().nth(wanted - out.len() - 1).map_or(Vec::new(), |(dims, _)| vec![1; dims.len().max(1)]),
        );
    }
    while out.len() > wanted {
        out.remove(0);
    }
    out
}
