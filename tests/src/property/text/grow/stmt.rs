//! Random statements.

use super::Grower;
use super::scope::{Counter, Var};
use crate::property::text::sheet::{Base, Node, Part, Shape, X, parts, x};

const REAL: Base = Base::Real;

impl Grower {
    /// A few statements.
    pub fn body(&mut self, count: usize, depth: usize) -> Vec<Node> {
        let mut out = Vec::new();
        for _ in 0..count {
            self.statement(&mut out, depth);
        }
        out
    }

    pub(super) fn small(&mut self, depth: usize) -> Vec<Node> {
        let n = self.r.within(1, 3);
        self.body(n, depth)
    }

    fn statement(&mut self, out: &mut Vec<Node>, depth: usize) {
        if self.s.pure {
            return self.scalar_assignment(out);
        }
        let deep = usize::from(depth > 0);
        let kinds = [
            14,       // 0 scalar
            10,       // 1 element
            6,        // 2 whole array
            4,        // 3 section
            2,        // 4 matrix
            2,        // 5 WHERE
            3,        // 6 integer
            2,        // 7 complex
            3,        // 8 structures
            6,        // 9 call
            2,        // 10 function with effects
            6 * deep, // 11 IF
            2 * deep, // 12 SELECT
            9 * deep, // 13 DO
            3 * deep, // 14 other loops
            4,        // 15 leaving
            3 * deep, // 16 jumps
            2,        // 17 FORALL, DO CONCURRENT, II-LOOP
            2 * deep, // 18 allocation
            1,        // 19 pointers
            deep,     // 20 ASSOCIATE, BLOCK
            1,        // 21 vector subscript on the left
            2,        // 22 allocatables that exist, structures that hold them
            deep,     // 23 CHECKPOINT regions
        ];
        match self.r.weighted(&kinds) {
            0 => self.scalar_assignment(out),
            1 => {
                let shape = if self.r.chance(75) { Shape::Whole } else { Shape::Square };
                let Some(v) = self.writable(REAL, shape) else { return };
                let place = self.element(&v);
                let e = self.damped(Shape::One);
                if self.r.chance(35) {
                    out.push(Node::Line(parts![
                        place.clone(),
                        " = ",
                        place,
                        " + ",
                        x!((REAL, Shape::One); "sin(", e, ")")
                    ]));
                } else {
                    out.push(Node::Line(parts![place, " = ", e]));
                }
            }
            2 | 4 if self.r.chance(50) => self.array(out, Shape::Whole),
            2 | 4 => self.array(out, Shape::Square),
            3 => {
                let shape = if self.r.chance(60) { Shape::Less } else { Shape::Two };
                match self.r.chance(40) {
                    true => self.with_length(|g| g.array(out, shape)),
                    false => self.array(out, shape),
                }
            }
            5 => self.masked(out),
            6 => self.integer(out),
            7 => {
                let Some(z) = self.writable(Base::Complex, Shape::One) else { return };
                let place = self.reference(&z, Shape::One, vec![]);
                let e = self.complex(2);
                out.push(Node::Line(parts![place, " = ", e]));
            }
            8 => self.structures(out),
            9 => self.call(out),
            10 => self.effects(out),
            11 => self.branch(out, depth),
            12 => self.select(out, depth),
            13 => self.counted(out, depth),
            14 => self.other_loop(out, depth),
            15 => self.leave(out),
            16 => self.jump(out, depth),
            17 => self.independent(out),
            18 => self.allocation(out, depth),
            19 => self.pointer(out),
            20 => self.associate(out, depth),
            22 => self.renewed(out),
            23 => self.region(out, depth),
            _ => {
                let lists: Vec<String> = self.s.lists.iter().filter(|l| l.1).map(|l| l.0.clone()).collect();
                let (Some(list), Some(v)) = (self.r.pick(&lists), self.writable(REAL, Shape::Whole)) else { return };
                let place = self.reference(&v, Shape::Whole, parts![format!("({list})")]);
                let e = self.damped(Shape::Whole);
                out.push(Node::Line(parts![place, " = ", e]));
            }
        }
    }

    /// A variable that may be set.
    pub fn writable(&mut self, base: Base, shape: Shape) -> Option<Var> {
        let fits = |v: &&Var| v.base == base && v.shape == shape && v.writable && !self.s.banned.contains(&v.root);
        let list: Vec<Var> = self.s.vars.iter().filter(fits).cloned().collect();
        self.r.pick(&list)
    }

    fn scalar_assignment(&mut self, out: &mut Vec<Node>) {
        let Some(v) = self.writable(REAL, Shape::One) else { return };
        let place = self.reference(&v, Shape::One, vec![]);
        let e = self.damped(Shape::One);
        if self.r.chance(25) {
            out.push(Node::Line(parts![
                place.clone(),
                " = ",
                place,
                [" + ", " - "][self.r.below(2)],
                x!((REAL, Shape::One); "sin(", e, ")")
            ]));
        } else {
            out.push(Node::Line(parts![place, " = ", e]));
        }
    }

    /// A place of an array shape.
    fn array_place(&mut self, shape: Shape) -> Option<X> {
        match shape {
            Shape::One => None,
            Shape::Square => {
                let v = self.writable(REAL, shape)?;
                Some(self.reference(&v, shape, vec![]))
            }
            Shape::Whole => {
                if self.r.chance(20) {
                    let v = self.writable(REAL, Shape::Square)?;
                    return Some(self.line_of(&v, ":", shape));
                }
                let v = self.writable(REAL, shape)?;
                let behind = match self.r.below(8) {
                    0 => parts!["(:)"],
                    1 => parts!["(n:1:-1)"],
                    _ => vec![],
                };
                Some(self.reference(&v, shape, behind))
            }
            Shape::Less | Shape::Two => {
                let range = self.range(shape);
                if self.r.chance(20) {
                    let v = self.writable(REAL, Shape::Square)?;
                    return Some(self.line_of(&v, &range, shape));
                }
                let v = self.writable(REAL, Shape::Whole)?;
                Some(self.reference(&v, shape, parts![format!("({range})")]))
            }
        }
    }

    fn array(&mut self, out: &mut Vec<Node>, shape: Shape) {
        let Some(place) = self.array_place(shape) else { return };
        let right = if self.r.chance(12) { Shape::One } else { shape };
        let e = self.damped(right);
        if self.r.chance(25) {
            out.push(Node::Line(parts![place.clone(), " = ", place, " + ", x!((REAL, right); "sin(", e, ")")]));
        } else {
            out.push(Node::Line(parts![place, " = ", e]));
        }
    }

    fn masked(&mut self, out: &mut Vec<Node>) {
        let shape = [Shape::Whole, Shape::Whole, Shape::Less, Shape::Square][self.r.below(4)];
        let around = std::mem::replace(&mut self.s.calls, false);
        let one = |g: &mut Self| {
            let mut body = Vec::new();
            for _ in 0..g.r.within(1, 2) {
                if let Some(place) = g.array_place(shape) {
                    let e = g.damped(shape);
                    body.push(Node::Line(parts![place, " = ", e]));
                }
            }
            body
        };
        let mask = self.mask(shape);
        if self.r.chance(25) {
            if let Some(place) = self.array_place(shape) {
                let e = self.damped(shape);
                out.push(Node::Line(parts!["where (", mask, ") ", place, " = ", e]));
            }
        } else {
            let mut arms = vec![(parts!["where (", mask, ")"], one(self))];
            if self.r.chance(30) {
                let mask = self.mask(shape);
                arms.push((parts!["elsewhere (", mask, ")"], one(self)));
            }
            if self.r.chance(60) {
                arms.push((parts!["elsewhere"], one(self)));
            }
            out.push(Node::Block(arms, parts!["end where"]));
        }
        self.s.calls = around;
    }

    fn integer(&mut self, out: &mut Vec<Node>) {
        let names: Vec<String> = self.s.ints.iter().filter(|i| i.1).map(|i| i.0.clone()).collect();
        let Some(name) = self.r.pick(&names) else { return };
        let e: Vec<Part> = match self.r.below(6) {
            0 | 1 => {
                let (i, j) = (self.index_simple(), self.index_simple());
                parts!["mod(", i, " + ", j, ", n) + 1"]
            }
            2 => {
                let v = self.leaf(Shape::Whole);
                parts![["maxloc(", "minloc("][self.r.below(2)], v, ", 1)"]
            }
            3 => {
                let (t, i, j) = (self.test(), self.index(), self.index());
                parts!["merge(", i, ", ", j, ", ", t, ")"]
            }
            4 => {
                let v = self.leaf(Shape::One);
                parts!["1 + mod(int(10.d0*abs(", v, ")), n)"]
            }
            _ => parts![self.index()],
        };
        let mut line = parts![name, " = "];
        line.extend(e);
        out.push(Node::Line(line));
    }

    fn structures(&mut self, out: &mut Vec<Node>) {
        let targets: Vec<_> = self.s.structures.iter().filter(|p| p.writable).cloned().collect();
        let (Some(p), Some(q)) = (self.r.pick(&targets), self.r.pick(&self.s.structures)) else { return };
        self.s.uses_globals |= p.global || q.global;
        let named = |g: &mut Self, name: &str| {
            let mut parts = Vec::new();
            for (k, piece) in name.split('#').enumerate() {
                if k > 0 {
                    parts.push(Part::Expr(g.index()));
                }
                parts.push(piece.into());
            }
            parts
        };
        let mut line = named(self, &p.name);
        match self.r.below(3) {
            0 => {
                line.extend(parts![" = "]);
                line.extend(named(self, &q.name));
            }
            1 => {
                line.extend(parts!["%q = "]);
                line.extend(named(self, &q.name));
                line.extend(parts!["%q"]);
            }
            _ => {
                let e = self.damped(Shape::One);
                let (b, qa, qb) = (self.real(Shape::Whole, 1), self.real(Shape::One, 1), self.real(Shape::Whole, 1));
                let k = self.index();
                line.extend(parts![" = t0(", e, ", ", k, ", ", b, ", t1(", qa, ", ", qb, "))"]);
            }
        }
        out.push(Node::Line(line));
    }

    fn branch(&mut self, out: &mut Vec<Node>, depth: usize) {
        let t = self.test();
        if self.r.chance(15) {
            if let Some(v) = self.writable(REAL, Shape::One) {
                let place = self.reference(&v, Shape::One, vec![]);
                let e = self.damped(Shape::One);
                out.push(Node::Line(parts!["if (", t, ") ", place, " = ", e]));
            }
            return;
        }
        let mut arms = vec![(parts!["if (", t, ") then"], self.small(depth - 1))];
        if self.r.chance(25) {
            let t = self.test();
            arms.push((parts!["else if (", t, ") then"], self.small(depth - 1)));
        }
        if self.r.chance(60) {
            arms.push((parts!["else"], self.small(depth - 1)));
        }
        out.push(Node::Block(arms, parts!["end if"]));
    }

    fn select(&mut self, out: &mut Vec<Node>, depth: usize) {
        let i = self.index_simple();
        let mut arms = vec![(parts!["select case (", i, ")"], Vec::new())];
        for label in ["case (1)", "case (2:3)", "case (4)"] {
            if self.r.chance(60) {
                arms.push((parts![label], self.small(depth - 1)));
            }
        }
        if self.r.chance(60) {
            arms.push((parts!["case default"], self.small(depth - 1)));
        }
        out.push(Node::Block(arms, parts!["end select"]));
    }

    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    pub fn new_integer(&mut self, prefix: &str) -> String {
        let name = self.fresh(prefix);
        self.s.decls.push(Node::Line(parts![format!("integer :: {name}")]));
        name
    }

    /// Runs `make` as the body of a loop of about `trips` turns; what stands behind the loop is added to `out` later by the caller.
    fn inside<T>(
        &mut self,
        name: Option<String>,
        counter: Option<Counter>,
        trips: usize,
        make: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let counters = self.s.counters.len();
        let runs = self.s.runs;
        self.s.loops.push(name);
        self.s.counters.extend(counter);
        self.s.runs *= trips.max(1);
        let made = make(self);
        self.s.runs = runs;
        self.s.counters.truncate(counters);
        self.s.loops.pop();
        made
    }

    fn loop_name(&mut self) -> (Option<String>, String, String) {
        if self.r.chance(30) {
            let name = self.fresh("lp");
            (Some(name.clone()), format!("{name}: "), format!(" {name}"))
        } else {
            (None, String::new(), String::new())
        }
    }

    /// A label behind a loop, if this loop gets one.
    fn escape(&mut self) -> Option<String> {
        self.r.chance(15).then(|| {
            let label = self.label();
            self.s.escapes.push(label.clone());
            label
        })
    }

    fn label(&mut self) -> String {
        self.labels += 10;
        self.labels.to_string()
    }

    fn land(&mut self, out: &mut Vec<Node>, label: Option<String>) {
        if let Some(label) = label {
            self.s.escapes.retain(|l| *l != label);
            out.push(Node::Line(parts![format!("{label} continue")]));
        }
    }

    fn counted(&mut self, out: &mut Vec<Node>, depth: usize) {
        if self.s.runs * 4 > self.s.most_runs {
            return self.scalar_assignment(out);
        }
        let var = self.new_integer("i");
        let (name, open, close) = self.loop_name();
        let escape = self.escape();
        let whole = Counter { name: var.clone(), lo: 1, less: 0 };
        let (range, counter, trips) = match self.r.below(12) {
            0 | 1 => (parts!["2, n"], Counter { lo: 2, ..whole }, 3),
            2 => (parts!["1, n - 1"], Counter { less: 1, ..whole }, 3),
            3 => (parts!["2, n - 1"], Counter { lo: 2, less: 1, ..whole }, 2),
            4 => (parts!["n, 1, -1"], whole, 4),
            5 => (parts!["n - 1, 1, -1"], Counter { less: 1, ..whole }, 3),
            6 => (parts!["1, n, 2"], Counter { less: 1, ..whole }, 2),
            7 => {
                let k = self.index_simple();
                (parts!["1, ", k], whole, 3)
            }
            8 => {
                let k = self.index_simple();
                (parts![k, ", n"], whole, 3)
            }
            _ => (parts!["1, n"], whole, 4),
        };
        let body = self.inside(name, Some(counter), trips, |g| g.small(depth - 1));
        let mut head = parts![format!("{open}do {var} = ")];
        head.extend(range);
        out.push(Node::Block(vec![(head, body)], parts![format!("end do{close}")]));
        if self.r.chance(10) {
            // The counter after its loop.
            self.s.ints.iter().filter(|i| i.1).map(|i| i.0.clone()).next().into_iter().for_each(|k| {
                out.push(Node::Line(parts![format!("{k} = mod({var}, n) + 1")]));
            });
        }
        self.land(out, escape);
    }

    fn other_loop(&mut self, out: &mut Vec<Node>, depth: usize) {
        if self.s.runs * 3 > self.s.most_runs {
            return self.scalar_assignment(out);
        }
        let w = self.new_integer("w");
        let (name, open, close) = self.loop_name();
        let escape = self.escape();
        let trips = self.r.within(1, 4);
        out.push(Node::Line(parts![format!("{w} = 0")]));
        let mut body = vec![Node::Fixed(parts![format!("{w} = {w} + 1")])];
        let head = if self.r.chance(60) {
            if self.r.chance(40) {
                let t = self.test();
                parts![format!("{open}do while ({w} < {trips} .and. "), t, ")"]
            } else {
                parts![format!("{open}do while ({w} < {trips})")]
            }
        } else {
            body.push(Node::Fixed(parts![format!("if ({w} > {trips}) exit")]));
            parts![format!("{open}do")]
        };
        // `w` is between 1 and 4 in the body.
        self.s.ints.push((w.clone(), false));
        body.extend(self.inside(name, None, trips, |g| g.small(depth - 1)));
        self.s.ints.retain(|i| i.0 != w);
        out.push(Node::Block(vec![(head, body)], parts![format!("end do{close}")]));
        self.land(out, escape);
    }

    fn leave(&mut self, out: &mut Vec<Node>) {
        let t = self.test();
        let named: Vec<String> = self.s.loops.iter().flatten().cloned().collect();
        let inside = !self.s.loops.is_empty();
        let what = match self.r.below(7) {
            0 | 1 if inside => "exit".to_string(),
            2 if inside => "cycle".to_string(),
            3 => match self.r.pick(&named) {
                Some(l) => format!("exit {l}"),
                None => return,
            },
            4 => match self.r.pick(&named) {
                Some(l) => format!("cycle {l}"),
                None => return,
            },
            5 => match self.r.pick(&self.s.escapes) {
                Some(l) => format!("goto {l}"),
                None => return,
            },
            6 if self.s.may_return => "return".to_string(),
            _ => return,
        };
        out.push(Node::Line(parts!["if (", t, format!(") {what}")]));
    }

    fn jump(&mut self, out: &mut Vec<Node>, depth: usize) {
        match self.r.below(4) {
            0 => {
                let (t, label) = (self.test(), self.label());
                out.push(Node::Line(parts!["if (", t, format!(") goto {label}")]));
                out.extend(self.small(depth - 1));
                out.push(Node::Line(parts![format!("{label} continue")]));
            }
            1 if self.s.runs * 3 <= self.s.most_runs => {
                let (w, label) = (self.new_integer("w"), self.label());
                let trips = self.r.within(1, 3);
                out.push(Node::Line(parts![format!("{w} = 0")]));
                out.push(Node::Line(parts![format!("{label} continue")]));
                let runs = self.s.runs;
                self.s.runs *= trips;
                // What runs often is damped as in a loop.
                self.s.escapes.push(label.clone());
                out.extend(self.small(depth - 1));
                self.s.escapes.retain(|l| *l != label);
                self.s.runs = runs;
                out.push(Node::Line(parts![format!("{w} = {w} + 1")]));
                out.push(Node::Line(parts![format!("if ({w} < {trips}) goto {label}")]));
            }
            2 => {
                // Computed: each part may end at the end or run into the next one.
                let labels: Vec<String> = (0..3).map(|_| self.label()).collect();
                let end = self.label();
                let i = self.index_simple();
                out.push(Node::Line(parts![format!("goto ({}), ", labels.join(", ")), i]));
                for l in [None].into_iter().chain(labels.iter().map(Some)) {
                    if let Some(l) = l {
                        out.push(Node::Line(parts![format!("{l} continue")]));
                    }
                    out.extend(self.small(depth - 1));
                    if self.r.chance(50) {
                        out.push(Node::Line(parts![format!("goto {end}")]));
                    }
                }
                out.push(Node::Line(parts![format!("{end} continue")]));
            }
            _ if self.s.runs * 6 <= self.s.most_runs => {
                // Blocks that lead to each other in any order, for a while.
                let w = self.new_integer("w");
                let labels: Vec<String> = (0..self.r.within(2, 3)).map(|_| self.label()).collect();
                let end = self.label();
                out.push(Node::Line(parts![format!("{w} = 0")]));
                let runs = self.s.runs;
                self.s.runs *= 5;
                self.s.escapes.push(end.clone());
                for l in &labels {
                    out.push(Node::Line(parts![format!("{l} continue")]));
                    out.push(Node::Line(parts![format!("{w} = {w} + 1")]));
                    out.push(Node::Line(parts![format!("if ({w} > 5) goto {end}")]));
                    out.extend(self.small(depth - 1));
                    if let Some(other) = self.r.pick(&labels) {
                        let t = self.test();
                        out.push(Node::Line(parts!["if (", t, format!(") goto {other}")]));
                    }
                }
                self.s.escapes.retain(|l| *l != end);
                self.s.runs = runs;
                out.push(Node::Line(parts![format!("{end} continue")]));
            }
            _ => {}
        }
    }

    /// Loops whose turns do not depend on each other.
    fn independent(&mut self, out: &mut Vec<Node>) {
        let i = self.new_integer("i");
        let counter = Counter { name: i.clone(), lo: 1, less: 0 };
        let Some(v) = self.writable(REAL, Shape::Whole) else { return };
        let calls = std::mem::replace(&mut self.s.calls, false);
        match self.r.below(3) {
            0 => {
                let e = self.inside(None, Some(counter), 4, |g| g.damped(Shape::One));
                let place = self.reference(&v, Shape::One, parts![format!("({i})")]);
                if self.r.chance(40) {
                    let m = self.leaf(Shape::One);
                    let k = self.r.within(1, 3).to_string();
                    let test = x!((Base::Logical, Shape::One); format!("{i} > {k} .or. "), m, " > 0.5d0");
                    out.push(Node::Line(parts![format!("forall ({i} = 1:n, "), test, ") ", place, " = ", e]));
                } else {
                    out.push(Node::Line(parts![format!("forall ({i} = 1:n) "), place, " = ", e]));
                }
            }
            kind => {
                let place = self.reference(&v, Shape::One, parts![format!("({i})")]);
                self.s.banned.push(v.root.clone());
                let mut body = Vec::new();
                let e = self.inside(None, Some(counter.clone()), 4, |g| g.damped(Shape::One));
                let old =
                    if self.r.chance(40) { parts![" = ", place.clone(), "*cos(", e, ")"] } else { parts![" = ", e] };
                if kind == 2 && self.r.chance(60) {
                    // A value of one turn.
                    let t = self.fresh("own");
                    self.s.decls.push(Node::Line(parts![format!("real(8) :: {t}")]));
                    let e = self.inside(None, Some(counter.clone()), 4, |g| g.damped(Shape::One));
                    body.push(Node::Line(parts![format!("{t} = "), e]));
                    let mut line = parts![place.clone()];
                    line.extend(old);
                    body.push(Node::Line(line));
                    body.push(Node::Line(parts![place.clone(), format!(" = sin({t})*"), place]));
                } else {
                    let mut line = parts![place];
                    line.extend(old);
                    body.push(Node::Line(line));
                }
                self.s.banned.pop();
                if kind == 1 {
                    out.push(Node::Block(vec![(parts![format!("do concurrent ({i} = 1:n)")], body)], parts!["end do"]));
                } else {
                    out.push(Node::Line(parts!["!$AD II-LOOP"]));
                    out.push(Node::Block(vec![(parts![format!("do {i} = 1, n")], body)], parts!["end do"]));
                }
            }
        }
        self.s.calls = calls;
    }

    fn allocation(&mut self, out: &mut Vec<Node>, depth: usize) {
        let a = self.fresh("al");
        self.s.decls.push(Node::Line(parts![format!("real(8), allocatable :: {a}(:)")]));
        let vars = self.s.vars.len();
        let e = self.damped(Shape::Whole);
        let mut body = match self.r.below(3) {
            0 => vec![Node::Line(parts![format!("allocate({a}(n))")]), Node::Line(parts![format!("{a} = "), e])],
            1 => vec![Node::Line(parts![format!("allocate({a}(n), source="), e, ")"])],
            _ => vec![Node::Line(parts![format!("{a} = "), e])],
        };
        self.s.add(&a, REAL, Shape::Whole, true);
        body.extend(self.small(depth - 1));
        self.s.vars.truncate(vars);
        if let Some(v) = self.writable(REAL, Shape::One) {
            let place = self.reference(&v, Shape::One, vec![]);
            body.push(Node::Line(parts![place, format!(" = sin(sum({a}))")]));
        }
        match self.r.below(4) {
            0 => {
                // Released at the end of the procedure, if it got here.
                body.insert(0, Node::Line(parts![format!("if (allocated({a})) deallocate({a})")]));
                out.extend(body);
            }
            1 => {
                let t = self.test();
                body.insert(0, Node::Line(parts![format!("if (allocated({a})) deallocate({a})")]));
                let other = if self.r.chance(50) {
                    let e = self.damped(Shape::Two);
                    vec![
                        Node::Line(parts![format!("if (allocated({a})) deallocate({a})")]),
                        Node::Line(parts![format!("allocate({a}(2))")]),
                        Node::Line(parts![format!("{a} = "), e]),
                    ]
                } else {
                    self.small(depth - 1)
                };
                out.push(Node::Block(
                    vec![(parts!["if (", t, ") then"], body), (parts!["else"], other)],
                    parts!["end if"],
                ));
                if let Some(v) = self.writable(REAL, Shape::One) {
                    let place = self.reference(&v, Shape::One, vec![]);
                    out.push(Node::Line(parts![format!("if (allocated({a})) "), place, format!(" = tanh(sum({a}))")]));
                }
            }
            _ => {
                // Leaving in between leaves it allocated: the next time it is released first.
                body.insert(0, Node::Line(parts![format!("if (allocated({a})) deallocate({a})")]));
                body.push(Node::Line(parts![format!("deallocate({a})")]));
                out.extend(body);
            }
        }
    }

    fn pointer(&mut self, out: &mut Vec<Node>) {
        let Some((pointer, shape)) = self.r.pick(&self.pointers) else { return };
        let targets: Vec<String> = self.targets.clone();
        let (Some(a), Some(b)) = (self.r.pick(&targets), self.r.pick(&targets)) else { return };
        let aim = |g: &mut Self, t: String| match shape {
            Shape::One => {
                let i = g.index();
                parts![format!("{pointer} => {t}("), i, ")"]
            }
            _ if g.r.chance(25) => parts![format!("{pointer} => {t}(n:1:-1)")],
            _ => parts![format!("{pointer} => {t}")],
        };
        if self.r.chance(60) {
            let t = self.test();
            let (a, b) = (aim(self, a), aim(self, b));
            out.push(Node::Block(
                vec![(parts!["if (", t, ") then"], vec![Node::Line(a)]), (parts!["else"], vec![Node::Line(b)])],
                parts!["end if"],
            ));
        } else {
            let line = aim(self, a);
            out.push(Node::Line(line));
        }
    }

    fn associate(&mut self, out: &mut Vec<Node>, depth: usize) {
        if self.r.chance(50) {
            let t = self.fresh("loc");
            let vars = self.s.vars.len();
            let e = self.damped(Shape::One);
            let mut body =
                vec![Node::Line(parts![format!("real(8) :: {t}")]), Node::Line(parts![format!("{t} = "), e])];
            self.s.add(&t, REAL, Shape::One, true);
            body.extend(self.small(depth - 1));
            self.s.vars.truncate(vars);
            out.push(Node::Block(vec![(parts!["block"], body)], parts!["end block"]));
            return;
        }
        let Some(v) = self.writable(REAL, Shape::Whole) else { return };
        let name = self.fresh("as");
        let range = self.r.chance(40);
        let i = self.index_simple();
        let (place, shape) = if range {
            (self.reference(&v, Shape::Whole, vec![]), Shape::Whole)
        } else {
            (self.reference(&v, Shape::One, parts!["(", i, ")"]), Shape::One)
        };
        let vars = self.s.vars.len();
        self.s.vars.push(Var {
            name: name.clone(),
            base: REAL,
            shape,
            writable: true,
            root: v.root.clone(),
            global: v.global,
        });
        let body = self.small(depth - 1);
        self.s.vars.truncate(vars);
        out.push(Node::Block(
            vec![(parts![format!("associate ({name} => "), place, ")"], body)],
            parts!["end associate"],
        ));
    }
}
