//! Random statements.

use super::Grower;
use super::expr::REAL;
use super::scope::{Form, Structure, Var, root};
use crate::property::text::sheet::{Node, Part, X, parts, x};

/// Lines between braces.
fn block(head: Vec<Part>, body: Vec<Node>) -> Node {
    Node::Block(vec![(head, body)], parts!["}"])
}

impl Grower {
    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// A few statements.
    pub fn body(&mut self, count: usize, depth: usize) -> Vec<Node> {
        let mut out = Vec::new();
        for _ in 0..count {
            self.statement(&mut out, depth);
        }
        out
    }

    fn small(&mut self, depth: usize) -> Vec<Node> {
        let n = self.r.within(1, 3);
        self.body(n, depth)
    }

    fn statement(&mut self, out: &mut Vec<Node>, depth: usize) {
        let deep = usize::from(depth > 0);
        if self.s.pure {
            return if depth > 0 && self.r.chance(25) {
                self.branch(out, depth)
            } else {
                self.assignment(out, Form::One)
            };
        }
        let kinds = [
            12,       // 0 a number
            10,       // 1 an element
            3,        // 2 an element of a matrix
            4,        // 3 an integer
            3,        // 4 structures
            7,        // 5 a call
            6 * deep, // 6 if
            2 * deep, // 7 switch
            8 * deep, // 8 counted loops
            4 * deep, // 9 other loops
            4,        // 10 leaving
            3 * deep, // 11 jumps
            2,        // 12 memcpy, memset
            3 * deep, // 13 memory
            3,        // 14 walking pointers
            2 * deep, // 15 pointers that are chosen
            deep,     // 16 regions
            2,        // 17 places that are chosen
            1,        // 18 counters that move within expressions
        ];
        match self.r.weighted(&kinds) {
            0 => self.assignment(out, Form::One),
            1 => self.assignment(out, Form::Row),
            2 => self.assignment(out, Form::Matrix),
            3 => self.integer(out),
            4 => self.structures(out),
            5 => self.call(out),
            6 => self.branch(out, depth),
            7 => self.select(out, depth),
            8 => self.counted(out, depth),
            9 => self.other_loop(out, depth),
            10 => self.leave(out),
            11 => self.jump(out, depth),
            12 => self.copied(out),
            13 => self.memory(out, depth),
            14 => self.walk(out),
            15 => self.chosen(out, depth),
            16 => self.region(out, depth),
            17 => self.place(out),
            _ => self.moving(out),
        }
    }

    /// A variable that may be set.
    pub fn writable(&mut self, form: Form) -> Option<Var> {
        let list: Vec<Var> = self.s.vars.iter().filter(|v| v.form == form && v.writable).cloned().collect();
        self.r.pick(&list)
    }

    /// `place = e`, in one of its forms.
    fn set(&mut self, place: X, e: X) -> Node {
        match self.r.below(12) {
            0 | 1 => Node::Line(parts![place, " += sin(", e, ");"]),
            2 => Node::Line(parts![place, " -= sin(", e, ");"]),
            3 => Node::Line(parts![place, " *= cos(", e, ");"]),
            4 => Node::Line(parts![place, " /= 2.0 + sin(", e, ");"]),
            5 => Node::Line(parts![place.clone(), " = ", place, " + sin(", e, ");"]),
            _ => Node::Line(parts![place, " = ", e, ";"]),
        }
    }

    fn assignment(&mut self, out: &mut Vec<Node>, form: Form) {
        let Some(v) = self.writable(form) else { return };
        let place = self.number(&v);
        let e = self.damped();
        out.push(self.set(place, e));
    }

    fn integer(&mut self, out: &mut Vec<Node>) {
        let names: Vec<String> = self.s.ints.iter().filter(|i| i.1).map(|i| i.0.clone()).collect();
        let Some(name) = self.r.pick(&names) else { return };
        let n = self.n();
        let (i, j) = (self.index_simple(), self.index_simple());
        out.push(Node::Line(match self.r.below(6) {
            0 | 1 => parts![format!("{name} = ("), i, " + ", j, format!(") % {n};")],
            2 => {
                let t = self.test();
                parts![format!("{name} = "), t, " ? ", i, " : ", j, ";"]
            }
            3 => {
                let e = self.leaf();
                parts![format!("{name} = (int)(10.0*fabs("), e, format!(")) % {n};")]
            }
            4 => parts![format!("if ({name} < {n} - 1) {name}++;")],
            _ => parts![format!("{name} = "), i, ";"],
        }));
    }

    fn named(&mut self, s: &Structure) -> Vec<Part> {
        let mut parts = Vec::new();
        for (k, piece) in s.name.split('#').enumerate() {
            if k > 0 {
                parts.push(Part::Expr(self.index_simple()));
            }
            parts.push(piece.into());
        }
        parts
    }

    fn structures(&mut self, out: &mut Vec<Node>) {
        let targets: Vec<_> = self.s.structures.iter().filter(|s| s.writable).cloned().collect();
        let (Some(to), Some(from)) = (self.r.pick(&targets), self.r.pick(&self.s.structures)) else { return };
        let member = |s: &Structure| Structure { name: format!("{}q", s.access()), ..s.clone() };
        let mut line;
        match self.r.below(4) {
            0 | 1 => {
                line = self.named(&to);
                line.push(" = ".into());
                line.extend(self.named(&from));
            }
            2 => {
                line = self.named(&member(&to));
                line.push(" = ".into());
                line.extend(self.named(&member(&from)));
            }
            _ => {
                line = self.named(&to);
                let (a, b, q) = (self.damped(), self.real(1), self.real(1));
                let k = self.index_simple();
                line.extend(parts![
                    " = (pack){ .a = ",
                    a,
                    ", .k = ",
                    k,
                    ", .b = { ",
                    b,
                    ", 0.5 }, .q = { ",
                    q,
                    ", { 0.25 } } }"
                ]);
            }
        }
        line.push(";".into());
        out.push(Node::Line(line));
    }

    fn branch(&mut self, out: &mut Vec<Node>, depth: usize) {
        let t = self.test();
        if self.r.chance(15) {
            let mut one = Vec::new();
            self.assignment(&mut one, Form::One);
            if let Some(Node::Line(l)) = one.pop() {
                let mut line = parts!["if (", t, ") "];
                line.extend(l);
                out.push(Node::Line(line));
            }
            return;
        }
        let mut arms = vec![(parts!["if (", t, ") {"], self.small(depth - 1))];
        if self.r.chance(25) {
            let t = self.test();
            arms.push((parts!["} else if (", t, ") {"], self.small(depth - 1)));
        }
        if self.r.chance(60) {
            arms.push((parts!["} else {"], self.small(depth - 1)));
        }
        out.push(Node::Block(arms, parts!["}"]));
    }

    fn select(&mut self, out: &mut Vec<Node>, depth: usize) {
        let i = self.index_simple();
        let mut arms = vec![(parts!["switch (", i, ") {"], Vec::new())];
        let around = std::mem::replace(&mut self.s.in_switch, true);
        for label in ["case 0:", "case 1: case 2:", "case 3:", "default:"] {
            if self.r.chance(65) {
                let mut body = self.small(depth - 1);
                // Sometimes it runs on into the next one.
                body.push(Node::Fixed(parts![if self.r.chance(75) { "break;" } else { ";" }]));
                arms.push((parts![label], body));
            }
        }
        self.s.in_switch = around;
        out.push(Node::Block(arms, parts!["}"]));
    }

    /// Runs `make` as the body of a loop of about `trips` turns.
    fn inside<T>(&mut self, counter: Option<String>, trips: usize, make: impl FnOnce(&mut Self) -> T) -> T {
        let counters = self.s.counters.len();
        let (runs, switch) = (self.s.runs, std::mem::replace(&mut self.s.in_switch, false));
        self.s.loops += 1;
        self.s.counters.extend(counter);
        self.s.runs *= trips;
        let made = make(self);
        self.s.runs = runs;
        self.s.in_switch = switch;
        self.s.counters.truncate(counters);
        self.s.loops -= 1;
        made
    }

    /// A label behind a loop, if this loop gets one.
    fn escape(&mut self) -> Option<String> {
        self.r.chance(12).then(|| {
            let label = self.fresh("out");
            self.s.escapes.push(label.clone());
            label
        })
    }

    fn land(&mut self, out: &mut Vec<Node>, label: Option<String>) {
        if let Some(label) = label {
            self.s.escapes.retain(|l| *l != label);
            out.push(Node::Line(parts![format!("{label}: ;")]));
        }
    }

    fn counted(&mut self, out: &mut Vec<Node>, depth: usize) {
        if self.s.runs * 4 > self.s.most_runs {
            return self.assignment(out, Form::One);
        }
        let (i, n) = (self.fresh("i"), self.n());
        let escape = self.escape();
        let ty = ["int", "int", "size_t", "unsigned"][self.r.below(4)];
        let (cast, signed) = if ty == "int" { (String::new(), true) } else { (format!("({ty})"), false) };
        let head = match self.r.below(9) {
            0 => format!("for ({ty} {i} = 1; {i} < {cast}{n}; ++{i}) {{"),
            1 => format!("for ({ty} {i} = 0; {i} + 1 < {cast}{n}; {i}++) {{"),
            2 if signed => format!("for ({ty} {i} = {n} - 1; {i} >= 0; {i}--) {{"),
            2 => format!("for ({ty} {i} = {cast}{n}; {i}-- > 0;) {{"),
            3 => format!("for ({ty} {i} = 0; {i} < {cast}{n}; {i} += 2) {{"),
            4 if signed => {
                let k = self.index_simple();
                let body = self.inside(Some(i.clone()), 3, |g| g.small(depth - 1));
                out.push(block(parts![format!("for (int {i} = 0; {i} <= "), k, format!("; {i}++) {{")], body));
                return self.land(out, escape);
            }
            _ => format!("for ({ty} {i} = 0; {i} < {cast}{n}; {i}++) {{"),
        };
        let body = self.inside(Some(i), 4, |g| g.small(depth - 1));
        out.push(block(parts![head], body));
        self.land(out, escape);
    }

    fn other_loop(&mut self, out: &mut Vec<Node>, depth: usize) {
        if self.s.runs * 3 > self.s.most_runs {
            return self.assignment(out, Form::One);
        }
        let w = self.fresh("w");
        let escape = self.escape();
        let trips = self.r.within(1, 4);
        let count = Node::Fixed(parts![format!("{w}++;")]);
        let kind = self.r.below(4);
        let test = self.r.chance(40).then(|| self.test());
        // `w` goes up to 4, and no further.
        let mut body = match kind {
            2 => vec![Node::Fixed(parts![format!("if ({w}++ >= {trips}) break;")])],
            _ => vec![count],
        };
        body.extend(self.inside(None, trips, |g| g.small(depth - 1)));
        let mut end = parts![format!("{w} < {trips}")];
        if let Some(t) = test {
            end.extend(parts![" && (", t, ")"]);
        }
        let made = match kind {
            0 | 1 => {
                let mut head = parts!["while ("];
                head.extend(end);
                head.push(") {".into());
                block(head, body)
            }
            2 => block(parts!["for (;;) {"], body),
            _ => {
                let mut tail = parts!["} while ("];
                tail.extend(end);
                tail.push(");".into());
                Node::Block(vec![(parts!["do {"], body)], tail)
            }
        };
        out.push(block(parts!["{"], vec![Node::Fixed(parts![format!("int {w} = 0;")]), made]));
        self.land(out, escape);
    }

    fn leave(&mut self, out: &mut Vec<Node>) {
        let t = self.test();
        let inside = self.s.loops > 0;
        let what = match self.r.below(6) {
            0 | 1 if inside || self.s.in_switch => "break;".to_string(),
            2 if inside => "continue;".to_string(),
            3 | 4 => match self.r.pick(&self.s.escapes) {
                Some(l) => format!("goto {l};"),
                None => return,
            },
            5 => match &self.s.leave {
                Some(l) => l.clone(),
                None => return,
            },
            _ => return,
        };
        out.push(Node::Line(parts!["if (", t, format!(") {what}")]));
    }

    fn jump(&mut self, out: &mut Vec<Node>, depth: usize) {
        let (t, label) = (self.test(), self.fresh("l"));
        if self.r.chance(60) {
            out.push(Node::Line(parts!["if (", t, format!(") goto {label};")]));
            out.extend(self.small(depth - 1));
            out.push(Node::Line(parts![format!("{label}: ;")]));
        } else if self.s.runs * 3 <= self.s.most_runs {
            let w = self.fresh("w");
            let trips = self.r.within(1, 3);
            let mut body =
                vec![Node::Fixed(parts![format!("int {w} = 0;")]), Node::Line(parts![format!("{label}: ;")])];
            let runs = self.s.runs;
            self.s.runs *= trips;
            body.push(Node::Fixed(parts![format!("{w}++;")]));
            body.extend(self.small(depth - 1));
            self.s.runs = runs;
            body.push(Node::Line(parts![format!("if ({w} < {trips}) goto {label};")]));
            out.push(block(parts!["{"], body));
        }
    }

    /// A row as a pointer: its name, where it is one.
    fn row(&mut self, written: bool) -> Option<Var> {
        let list: Vec<Var> = self
            .s
            .vars
            .iter()
            .filter(|v| v.form == Form::Row && !v.single && (!written || v.writable))
            .cloned()
            .collect();
        self.r.pick(&list)
    }

    fn copied(&mut self, out: &mut Vec<Node>) {
        let (Some(to), Some(from)) = (self.row(true), self.row(false)) else { return };
        let (a, b, n) = (self.reference(&to, vec![]), self.reference(&from, vec![]), self.n());
        out.push(Node::Line(match self.r.below(3) {
            0 => parts!["memset(", a, format!(", 0, {n}*sizeof(double));")],
            _ if to.root == from.root => parts!["memmove(", a, ", ", b, format!(", {n}*sizeof(double));")],
            _ => parts!["memcpy(", a, ", ", b, format!(", {n}*sizeof(double));")],
        }));
    }

    /// Statements that nothing jumps out of.
    fn closed(&mut self, depth: usize) -> Vec<Node> {
        let loops = std::mem::take(&mut self.s.loops);
        let switch = std::mem::take(&mut self.s.in_switch);
        let escapes = std::mem::take(&mut self.s.escapes);
        let leave = std::mem::take(&mut self.s.leave);
        let body = self.small(depth);
        (self.s.loops, self.s.in_switch, self.s.escapes, self.s.leave) = (loops, switch, escapes, leave);
        body
    }

    fn memory(&mut self, out: &mut Vec<Node>, depth: usize) {
        let (w, i, n) = (self.fresh("w"), self.fresh("i"), self.n());
        let e = self.inside(Some(i.clone()), 4, |g| g.damped());
        let mut body = vec![Node::Fixed(parts![match self.r.below(3) {
            0 => format!("double *{w} = calloc({n}, sizeof *{w});"),
            1 => format!("double *{w} = (double *)malloc({n}*sizeof(double));"),
            _ => format!("double *{w} = malloc({n}*sizeof *{w});"),
        }])];
        let set = parts![format!("{w}[{i}] = "), e, ";"];
        body.push(block(parts![format!("for (int {i} = 0; {i} < {n}; {i}++) {{")], vec![Node::Fixed(set)]));
        let vars = self.s.vars.len();
        self.s.add(&w, Form::Row, false, true);
        body.extend(self.closed(depth - 1));
        self.s.vars.truncate(vars);
        if let Some(v) = self.writable(Form::One) {
            let (place, k) = (self.reference(&v, vec![]), self.index_simple());
            body.push(Node::Line(parts![place, format!(" += sin({w}["), k, "]);"]));
        }
        body.push(Node::Fixed(parts![format!("free({w});")]));
        out.push(block(parts!["{"], body));
    }

    /// Pointers that walk along rows.
    fn walk(&mut self, out: &mut Vec<Node>) {
        if self.s.runs * 4 > self.s.most_runs {
            return;
        }
        let (Some(to), Some(from)) = (self.row(true), self.row(false)) else { return };
        let (p, q, i, n) = (self.fresh("p"), self.fresh("q"), self.fresh("i"), self.n());
        let (a, b) = (self.reference(&to, vec![]), self.reference(&from, vec![]));
        let mut body = vec![
            Node::Fixed(parts![format!("double *{q} = "), a, ";"]),
            Node::Fixed(parts![format!("const double *{p} = "), b, ";"]),
        ];
        let e = self.inside(Some(i.clone()), 4, |g| g.damped());
        let mut lines = match self.r.below(3) {
            0 => vec![parts![format!("*{q}++ = sin(*{p}++)*"), e, ";"]],
            1 => vec![parts![format!("*{q} += *{p}++*sin("), e, ");"], parts![format!("{q}++;")]],
            _ => vec![parts![format!("*{q} = cos(*{p} + "), e, ");"], parts![format!("{p}++, {q}++;")]],
        };
        if self.r.chance(25) {
            lines.insert(0, parts![format!("if (*{p} > 0.75) *{q} *= 0.5;")]);
        }
        let inner = lines.into_iter().map(Node::Fixed).collect();
        let head = match self.r.below(3) {
            0 => format!("for (const double *end{i} = {p} + {n}; {p} != end{i};) {{"),
            _ => format!("for (int {i} = 0; {i} < {n}; {i}++) {{"),
        };
        if head.starts_with("for (const") {
            body.push(Node::Fixed(parts![format!("int {i} = 0;")]));
            body.push(Node::Fixed(parts![format!("(void){i};")]));
        }
        body.push(block(parts![head], inner));
        out.push(block(parts!["{"], body));
    }

    /// A pointer that leads to one of two rows.
    fn chosen(&mut self, out: &mut Vec<Node>, depth: usize) {
        let (Some(a), Some(b)) = (self.row(true), self.row(true)) else { return };
        let (q, t) = (self.fresh("q"), self.test());
        let (one, other) = (self.reference(&a, vec![]), self.reference(&b, vec![]));
        let mut body = if self.r.chance(50) {
            vec![Node::Fixed(parts![format!("double *{q} = "), t, " ? ", one, " : ", other, ";"])]
        } else {
            vec![
                Node::Fixed(parts![format!("double *{q} = "), one, ";"]),
                Node::Line(parts!["if (", t, format!(") {q} = "), other, ";"]),
            ]
        };
        let vars = self.s.vars.clone();
        let callable = self.s.callable.clone();
        // Either nobody names the rows meanwhile, or nothing is called.
        if self.r.chance(50) {
            self.s.vars.retain(|v| v.root != a.root && v.root != b.root);
            if a.global || b.global || self.s.structures.iter().any(|s| s.root == a.root || s.root == b.root) {
                self.s.callable.clear();
            }
        } else {
            self.s.callable.clear();
        }
        let structures = std::mem::take(&mut self.s.structures);
        self.s.add(&q, Form::Row, false, true);
        body.extend(self.small(depth - 1));
        (self.s.vars, self.s.callable, self.s.structures) = (vars, callable, structures);
        out.push(block(parts!["{"], body));
    }

    fn region(&mut self, out: &mut Vec<Node>, depth: usize) {
        let body = self.closed(depth - 1);
        out.push(Node::Block(vec![(parts!["//$AD CHECKPOINT-START"], body)], parts!["//$AD CHECKPOINT-END"]));
    }

    /// `*(t ? &a : &b) = e`
    fn place(&mut self, out: &mut Vec<Node>) {
        let (Some(v), Some(w)) = (self.writable(Form::One), self.writable(Form::Row)) else { return };
        if v.single || w.single {
            return;
        }
        let (t, a, b, e) = (self.test(), self.number(&v), self.number(&w), self.damped());
        let op = [" = ", " = ", " += "][self.r.below(3)];
        out.push(Node::Line(parts!["*(", t, " ? &", a, " : &", b, ")", op, x!(REAL; "sin(", e, ")"), ";"]));
    }

    /// An index that moves where it is used.
    fn moving(&mut self, out: &mut Vec<Node>) {
        if self.s.runs * 4 > self.s.most_runs {
            return;
        }
        let (Some(to), Some(from)) = (self.row(true), self.row(false)) else { return };
        if root(&to.name) == root(&from.name) {
            return;
        }
        let (k, n) = (self.fresh("k"), self.n());
        let e = self.damped();
        let (a, b) = (self.reference(&to, vec![]), self.reference(&from, vec![]));
        let (init, line) = if self.r.chance(50) {
            ("0", parts![a, format!("[{k}++] = 0.5*"), b, "[0] + sin(", e, ");"])
        } else {
            (n, parts![a, format!("[--{k}] = "), b, "[1]*cos(", e, ");"])
        };
        let head = if init == "0" { format!("while ({k} < {n}) {{") } else { format!("while ({k} > 0) {{") };
        let body =
            vec![Node::Fixed(parts![format!("int {k} = {init};")]), block(parts![head], vec![Node::Fixed(line)])];
        out.push(block(parts!["{"], body));
    }
}
