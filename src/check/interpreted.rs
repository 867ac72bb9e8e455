//! Procedures run by the IL interpreter.

use il::interp::{Machine, Trap, Value, View};
use il::{Language, Program, Scalar, ScalarClass, Type};

use super::engine::{Engine, Outcome, POISON, Values};
use super::places::{Callable, Content, Holder, Leaf, RootKind, Step};

/// A procedure and the program it is in.
pub struct Interpreted<'a> {
    program: &'a Program,
    callable: &'a Callable,
    texts: Vec<Option<String>>,
    fuel: u64,
    /// Of the original: an invalid operation traps, as it does when compiled. What is generated may carry along what nobody uses.
    numbers_only: bool,
}

impl<'a> Interpreted<'a> {
    /// Ready to run; `texts` are the contents of character leaves, `fuel` is how many statements a run may execute.
    pub fn new(
        program: &'a Program,
        callable: &'a Callable,
        texts: &[Option<String>],
        fuel: u64,
        numbers_only: bool,
    ) -> Self {
        Interpreted { program, callable, texts: texts.to_vec(), fuel, numbers_only }
    }
}

impl Engine for Interpreted<'_> {
    fn run(&mut self, runs: &[Values]) -> Result<Vec<Outcome>, String> {
        let endless = |s: il::SymbolId| {
            self.program.symbol_type(s).and_then(Type::record).is_some_and(|r| self.program.is_endless(r))
        };
        if let Some(root) = self.callable.roots.iter().find(|root| endless(root.symbol)) {
            let name = &self.program.symbols[root.symbol].name;
            return Err(format!("`{name}` is of a type that holds others of its family: it cannot be interpreted"));
        }
        let say = |t: Trap| {
            let file = t.span.file.map(|f| &self.program.sources[f]);
            let place = file.map_or(String::new(), |s| {
                let start = (t.span.start as usize).min(s.text.len());
                let line = s.text.as_bytes()[..start].iter().filter(|b| **b == b'\n').count() + 1;
                format!("{}:{line}: ", s.path)
            });
            format!("{place}{}", t.message)
        };
        runs.iter().map(|v| self.once(v).map_err(say)).collect()
    }
}

impl Interpreted<'_> {
    fn once(&self, values: &Values) -> Result<Outcome, Trap> {
        let started = std::time::Instant::now();
        let mut machine = Machine::new(self.program);
        machine.fuel = self.fuel;
        machine.numbers_only = self.numbers_only;
        let c = self.program.units[self.callable.unit].language == Language::C;
        let mut arguments: Vec<(usize, View)> = Vec::new();
        let mut views: Vec<Option<View>> = vec![None; self.callable.roots.len()];
        for (k, root) in self.callable.roots.iter().enumerate() {
            let leaves: Vec<usize> =
                (0..self.callable.leaves.len()).filter(|l| self.callable.leaves[*l].root == k).collect();
            let used = vec![0; self.callable.leaves.len()];
            let ty = self.program.symbol_type(root.symbol).cloned().unwrap_or(Type::Void);
            match root.kind {
                RootKind::Result => {}
                RootKind::Dummy(position) => {
                    let mut make = Make { on: self, machine: &mut machine, values, used };
                    let view = make.variable(root.symbol, &ty, &leaves, c);
                    views[k] = Some(view.clone());
                    arguments.push((position, view));
                }
                RootKind::Global => {
                    let view = machine.global(root.symbol)?;
                    let old = self.cells(&machine, root.symbol, &view);
                    let mut make = Make { on: self, machine: &mut machine, values, used };
                    let fresh = make.variable(root.symbol, &ty, &leaves, c);
                    // What the input leaves open keeps the value the program gave it.
                    let new: Vec<Value> = self
                        .cells(&machine, root.symbol, &fresh)
                        .into_iter()
                        .zip(&old)
                        .map(|(n, o)| if n == Value::Undefined { o.clone() } else { n })
                        .collect();
                    machine.write(&view, &new);
                    views[k] = Some(view);
                }
            }
        }
        arguments.sort_by_key(|a| a.0);
        let arguments: Vec<View> = arguments.into_iter().map(|a| a.1).collect();
        let result = machine.call(self.callable.unit, &arguments)?;
        let numbers = self
            .callable
            .leaves
            .iter()
            .map(|leaf| {
                let Content::Numbers(_) = leaf.content else { return Vec::new() };
                let mut out = Vec::new();
                match (&views[leaf.root], &result) {
                    (Some(view), _) => {
                        let cells = self.cells(&machine, self.callable.roots[leaf.root].symbol, view);
                        self.collect(&machine, leaf, &view.element, &cells, &mut out, !view.dims.is_empty());
                    }
                    (None, Some(Value::Ref(view))) => {
                        out.extend(machine.read(view).iter().flat_map(|v| numbers(v, leaf.width())))
                    }
                    (None, Some(Value::Record(cells))) => {
                        let ty = self
                            .program
                            .symbol_type(self.callable.roots[leaf.root].symbol)
                            .cloned()
                            .unwrap_or(Type::Void);
                        self.collect(&machine, leaf, &ty, cells, &mut out, false);
                    }
                    (None, Some(v)) => out.extend(numbers(v, leaf.width())),
                    (None, None) => {}
                }
                out
            })
            .collect();
        Ok(Outcome { numbers, seconds: started.elapsed().as_secs_f64() })
    }

    /// The cells of a variable; of one that is allocatable or a pointer, that which refers to the others.
    fn cells(&self, machine: &Machine, symbol: il::SymbolId, view: &View) -> Vec<Value> {
        if self.is_held(symbol) { vec![machine.referent(view)] } else { machine.read(view) }
    }

    fn is_held(&self, symbol: il::SymbolId) -> bool {
        self.program.variable(symbol).is_some_and(|v| v.allocatable || v.pointer)
    }

    /// The numbers of a leaf among the cells of its root.
    fn collect(
        &self,
        machine: &Machine,
        leaf: &Leaf,
        element: &Type,
        cells: &[Value],
        out: &mut Vec<f64>,
        in_array: bool,
    ) {
        // The root's own dimensions are in its view already.
        let skip = usize::from(in_array && matches!(leaf.steps.first(), Some(Step::Elements { .. })));
        self.follow(machine, leaf, &leaf.steps[skip..], element, cells, out);
    }

    fn follow(&self, machine: &Machine, leaf: &Leaf, steps: &[Step], ty: &Type, cells: &[Value], out: &mut Vec<f64>) {
        match steps.first() {
            None => out.extend(cells.iter().flat_map(|v| numbers(v, leaf.width()))),
            Some(Step::Elements { holder: Holder::Fixed, .. }) => match ty {
                Type::Array { elem, .. } => self.follow(machine, leaf, &steps[1..], elem, cells, out),
                _ => self.follow(machine, leaf, &steps[1..], ty, cells, out),
            },
            Some(Step::Elements { .. }) => {
                let below = match ty {
                    Type::Pointer { to, .. } => to,
                    other => other,
                };
                for c in cells {
                    if let Value::Ref(view) = c {
                        let inner = machine.read(view);
                        self.follow(machine, leaf, &steps[1..], below.element(), &inner, out);
                    }
                }
            }
            Some(Step::Field(r, k)) => {
                let size = self.size(ty.element());
                let offset: usize = self.program.records[*r].fields[..*k].iter().map(|f| self.field_size(f)).sum();
                let field = &self.program.records[*r].fields[*k];
                let own = self.field_size(field);
                let mut picked = Vec::new();
                for one in cells.chunks(size.max(1)) {
                    picked.extend_from_slice(one.get(offset..offset + own).unwrap_or(&[]));
                }
                self.follow(machine, leaf, &steps[1..], &field.ty, &picked, out);
            }
        }
    }

    fn field_size(&self, f: &il::Field) -> usize {
        if f.allocatable || f.pointer { 1 } else { self.size(&f.ty) }
    }

    /// Cells of a component type.
    fn size(&self, ty: &Type) -> usize {
        match ty {
            Type::Array { elem, dims } => {
                let n: usize = dims.iter().map(|d| il::consts::extent(self.program, d).unwrap_or(1) as usize).product();
                n * self.size(elem)
            }
            Type::Record(r) => self.program.records[*r].fields.iter().map(|f| self.field_size(f)).sum(),
            Type::Scalar(_)
            | Type::Character { .. }
            | Type::Pointer { .. }
            | Type::Procedure
            | Type::Void
            | Type::Opaque(_) => 1,
        }
    }
}

/// Builds the cells of variables from the values of their leaves.
struct Make<'a, 'm, 'p> {
    on: &'a Interpreted<'a>,
    machine: &'m mut Machine<'p>,
    values: &'a Values,
    /// How many numbers of each leaf have been used.
    used: Vec<usize>,
}

/// Where the leaves below an object are: they share the way to it.
#[derive(Clone, Copy)]
struct Below<'l> {
    leaves: &'l [usize],
    /// Steps taken.
    depth: usize,
    /// Arrays among them.
    arrays: usize,
}

impl Make<'_, '_, '_> {
    fn variable(&mut self, symbol: il::SymbolId, ty: &Type, leaves: &[usize], c: bool) -> View {
        let below = Below { leaves, depth: 0, arrays: 0 };
        let held = self.on.is_held(symbol);
        if let (Type::Array { elem, .. }, false, false) = (ty, held, c) {
            let (extents, cells) = self.elements(elem, below);
            return self.machine.object((**elem).clone(), &extents, cells);
        }
        let cells = self.cells(ty, held, below);
        let ty = if c { self.with_extents(ty, below) } else { ty.clone() };
        self.machine.object(ty, &[], cells)
    }

    /// C: `double x[]` and `double a[m][n]` have as many elements as the inputs say.
    fn with_extents(&self, ty: &Type, below: Below) -> Type {
        let Type::Array { elem, .. } = ty else { return ty.clone() };
        let extents = below.leaves.first().and_then(|l| self.values.shapes[*l].get(below.arrays).cloned());
        let upper = |n: usize| il::Upper::At(il::Expr::int(n as i64));
        let dims = extents.unwrap_or_default().into_iter().map(|n| il::Dim { lower: None, upper: upper(n) }).collect();
        let elem = self.with_extents(elem, Below { depth: below.depth + 1, arrays: below.arrays + 1, ..below });
        Type::Array { elem: Box::new(elem), dims }
    }

    /// The extents and cells of the next array.
    fn elements(&mut self, elem: &Type, below: Below) -> (Vec<usize>, Vec<Value>) {
        let extents =
            below.leaves.first().and_then(|l| self.values.shapes[*l].get(below.arrays).cloned()).unwrap_or_default();
        let count: usize = extents.iter().product();
        let below = Below { depth: below.depth + 1, arrays: below.arrays + 1, ..below };
        let cells = (0..count).flat_map(|_| self.cells(elem, false, below)).collect();
        (extents, cells)
    }

    /// The cells of one object of a type; `held`: it is allocatable or a Fortran pointer.
    fn cells(&mut self, ty: &Type, held: bool, below: Below) -> Vec<Value> {
        match ty {
            _ if held => vec![self.target(ty.element(), below)],
            Type::Array { elem, .. } => self.elements(elem, below).1,
            Type::Pointer { to, .. } => vec![self.target(to, below)],
            Type::Record(r) => {
                let mut out = Vec::new();
                for (k, f) in self.on.program.records[*r].fields.iter().enumerate() {
                    let of_field = |l: &usize| matches!(self.on.callable.leaves[*l].steps.get(below.depth), Some(Step::Field(_, j)) if *j == k);
                    let mine: Vec<usize> = below.leaves.iter().copied().filter(of_field).collect();
                    if mine.is_empty() {
                        out.extend(vec![Value::Null; self.on.field_size(f)]);
                    } else {
                        out.extend(self.cells(
                            &f.ty,
                            f.allocatable || f.pointer,
                            Below { leaves: &mine, depth: below.depth + 1, ..below },
                        ));
                    }
                }
                out
            }
            Type::Scalar(s) => vec![self.scalar(s, below)],
            Type::Character { .. } => {
                let text = below.leaves.first().and_then(|l| self.on.texts.get(*l).cloned().flatten());
                vec![text.map_or(Value::Undefined, Value::Text)]
            }
            Type::Procedure | Type::Void | Type::Opaque(_) => vec![Value::Null],
        }
    }

    /// A new object that a pointer or allocatable refers to.
    fn target(&mut self, element: &Type, below: Below) -> Value {
        let (mut extents, cells) = self.elements(element, below);
        let c = self.on.program.units[self.on.callable.unit].language == Language::C;
        let mut element = element.clone();
        if c {
            // A C pointer leads to a sequence, however many extents the inputs file writes.
            extents = vec![extents.iter().product()];
            // Of rows: what their length is made of has no value outside the procedure.
            element = self.with_extents(&element, Below { depth: below.depth + 1, arrays: below.arrays + 1, ..below });
        }
        let mut view = self.machine.object(element, &extents, cells);
        if c {
            for d in &mut view.dims {
                d.lower = 0;
            }
        }
        Value::Ref(view)
    }

    fn scalar(&mut self, s: &Scalar, below: Below) -> Value {
        let Some(&leaf) = below.leaves.first() else { return Value::Undefined };
        let width = self.on.callable.leaves[leaf].width();
        let from = self.used[leaf];
        self.used[leaf] += width;
        let Some(&[x, ref rest @ ..]) = self.values.numbers[leaf].get(from..from + width) else {
            return Value::Undefined;
        };
        if x.is_nan() {
            return Value::Undefined;
        }
        let round = |x: f64, bytes: u8| if bytes <= 4 { f64::from(x as f32) } else { x };
        match s.class {
            ScalarClass::Integer => Value::Int(x as i64),
            ScalarClass::Real => Value::Real(round(x, s.bytes)),
            ScalarClass::Complex => {
                Value::Complex(round(x, s.bytes / 2), round(rest.first().copied().unwrap_or(0.0), s.bytes / 2))
            }
            ScalarClass::Logical => Value::Bool(x != 0.0),
        }
    }
}

/// The numbers of a cell; what was never set is [`POISON`].
fn numbers(v: &Value, width: usize) -> Vec<f64> {
    match v {
        Value::Int(i) => vec![*i as f64],
        Value::Real(x) => vec![*x],
        Value::Complex(a, b) => vec![*a, *b],
        Value::Bool(b) => vec![f64::from(u8::from(*b))],
        Value::Undefined => vec![POISON; width],
        Value::Text(_) | Value::Record(_) | Value::Ref(_) | Value::Procedure(_) | Value::Null => Vec::new(),
    }
}
