//! Random loops over arrays and scalars, as text and as something that runs, in arithmetic modulo a prime: exact, and no two results agree by chance.

use std::collections::BTreeMap;

use super::Random;

/// The prime.
pub const PRIME: i128 = (1 << 61) - 1;

/// A variable, and for arrays a subscript `a*i + b*j + c`.
#[derive(Clone, Copy, PartialEq)]
pub struct Ref {
    pub name: char,
    pub subscript: Option<[i64; 3]>,
}

/// A variable or an element.
pub type Cell = (char, i64);

impl Ref {
    pub fn text(&self) -> String {
        match self.subscript {
            Some([a, b, c]) => format!("{}(({a})*i + ({b})*j + {c})", self.name),
            None => self.name.to_string(),
        }
    }

    pub fn cell(&self, i: i64, j: i64) -> Cell {
        (self.name, self.subscript.map_or(0, |[a, b, c]| a * i + b * j + c))
    }
}

/// `left = Σ coefficient · product of factors`, in iterations whose counter is divisible by `every`.
pub struct Assign {
    pub every: i64,
    pub left: Ref,
    pub terms: Vec<(i64, Vec<Ref>)>,
}

impl Assign {
    pub fn text(&self) -> String {
        let terms: Vec<String> = self
            .terms
            .iter()
            .map(|(c, factors)| {
                let factors: Vec<String> = factors.iter().map(Ref::text).collect();
                match c {
                    1 => factors.join("*"),
                    _ => format!("{c}*{}", factors.join("*")),
                }
            })
            .collect();
        let guard = if self.every > 1 { format!("if (mod(i, {}) == 0) ", self.every) } else { String::new() };
        format!("{guard}{} = {}\n", self.left.text(), terms.join(" + "))
    }

    /// Runs it: what it wrote and its partial derivatives.
    pub fn run(&self, i: i64, j: i64, values: &mut BTreeMap<Cell, i128>) -> Record {
        let mut value = 0;
        let mut partials = Vec::new();
        for (c, factors) in &self.terms {
            let at = |k: usize| values.get(&factors[k].cell(i, j)).copied().unwrap_or(0);
            let product = |skip: Option<usize>| {
                (0..factors.len()).filter(|k| Some(*k) != skip).fold(i128::from(*c), |p, k| p * at(k) % PRIME)
            };
            value = (value + product(None)) % PRIME;
            partials.extend((0..factors.len()).map(|k| (factors[k].cell(i, j), product(Some(k)))));
        }
        let left = self.left.cell(i, j);
        values.insert(left, value);
        Record { left, partials }
    }
}

/// An executed statement.
pub struct Record {
    pub left: Cell,
    pub partials: Vec<(Cell, i128)>,
}

/// Takes adjoints through executed statements, the last one first.
pub fn adjoint(records: &[Record], bars: &mut BTreeMap<Cell, i128>) {
    for r in records.iter().rev() {
        let bar = bars.insert(r.left, 0).unwrap_or(0);
        for (cell, partial) in &r.partials {
            let b = bars.entry(*cell).or_insert(0);
            *b = (*b + bar * partial) % PRIME;
        }
    }
}

/// A loop over `i`, with an inner loop over `j` for its last statements, and what stands behind.
pub struct Case {
    pub outer: Vec<Assign>,
    pub inner: Vec<Assign>,
    pub tail: Vec<Assign>,
    pub backward: bool,
    pub independents: Vec<char>,
    pub dependents: Vec<char>,
}

impl Case {
    pub fn random(r: &mut Random) -> Case {
        let reference = |r: &mut Random, names: &[char]| {
            let name = names[r.below(names.len() as i64) as usize];
            let array = matches!(name, 'x' | 'a' | 'b');
            let coefficient = [1, 1, 1, 1, 0, -1, 2][r.below(7) as usize];
            let inner = [0, 0, 1, 2][r.below(4) as usize];
            Ref { name, subscript: array.then(|| [coefficient, inner, r.below(3) + 8]) }
        };
        let assign = |r: &mut Random, inner: bool| {
            let flat = |mut q: Ref| {
                if let (Some(s), false) = (&mut q.subscript, inner) {
                    s[1] = 0;
                }
                q
            };
            let left = flat(reference(r, &['a', 'b', 's', 't', 'f', 's', 't', 'f']));
            let mut terms = Vec::new();
            for _ in 0..=r.below(2) {
                let factors =
                    (0..=r.below(2)).map(|_| flat(reference(r, &['x', 'x', 'a', 'b', 's', 't', 'f']))).collect();
                terms.push((r.below(2) * 2 + 1, factors));
            }
            if r.below(2) == 0 {
                let at = r.below(terms.len() as i64 + 1) as usize;
                terms.insert(at, (1, vec![left]));
            }
            Assign { every: [1, 1, 1, 2][r.below(4) as usize], left, terms }
        };
        let outer = (0..=r.below(3)).map(|_| assign(r, false)).collect();
        let inner = (0..r.below(3)).map(|_| assign(r, true)).collect();
        let scalar = |name| Ref { name, subscript: None };
        let tail = match r.below(5) {
            0 => vec![(1, vec![scalar('f'), scalar('s')])],
            1 => vec![(1, vec![scalar('f')]), (2, vec![scalar('s')])],
            2 => vec![(1, vec![scalar('f'), scalar('f')])],
            _ => Vec::new(),
        };
        let tail = if tail.is_empty() { Vec::new() } else { vec![Assign { every: 1, left: scalar('f'), terms: tail }] };
        let mut pick = |from: &[char]| -> Vec<char> { from.iter().copied().filter(|_| r.below(3) > 0).collect() };
        let (mut independents, mut dependents) = (pick(&['a', 'b']), pick(&['a', 'b']));
        independents.push('x');
        dependents.push('f');
        Case { outer, inner, tail, backward: r.below(3) == 0, independents, dependents }
    }

    pub fn counters(&self) -> Vec<i64> {
        if self.backward { vec![4, 3, 2, 1] } else { vec![1, 2, 3, 4] }
    }

    pub fn text(&self) -> String {
        let mut out = String::from(
            "subroutine case(x, a, b, f)\nreal(8) :: x(0:30), a(0:30), b(0:30), f, s, t\ninteger :: i, j\ns = 3\nt = 5\nj = 0\n",
        );
        out.push_str(if self.backward { "do i = 4, 1, -1\n" } else { "do i = 1, 4\n" });
        self.outer.iter().for_each(|a| out.push_str(&a.text().replace("*j", "*0")));
        if !self.inner.is_empty() {
            out.push_str("do j = 1, 3\n");
            self.inner.iter().for_each(|a| out.push_str(&a.text()));
            out.push_str("end do\n");
        }
        out.push_str("end do\n");
        self.tail.iter().for_each(|a| out.push_str(&a.text()));
        out + "end subroutine case\n"
    }

    /// Values of all variables at the entry, those of the locals as they are set first.
    pub fn start(&self) -> BTreeMap<Cell, i128> {
        let mut values = BTreeMap::from([(('s', 0), 3), (('t', 0), 5), (('f', 0), 7)]);
        for (n, name) in ['x', 'a', 'b'].into_iter().enumerate() {
            values.extend((0..31).map(|k| ((name, k), i128::from(k) * i128::from(k) + 101 * (n as i128 + 1))));
        }
        values
    }

    /// Values at the exit.
    pub fn execute(&self, mut values: BTreeMap<Cell, i128>) -> BTreeMap<Cell, i128> {
        self.iterations(&mut values);
        self.tail.iter().for_each(|a| drop(a.run(0, 0, &mut values)));
        values
    }

    /// Runs the loop: the statements of each iteration.
    fn iterations(&self, values: &mut BTreeMap<Cell, i128>) -> Vec<Vec<Record>> {
        let mut iterations: Vec<Vec<Record>> = Vec::new();
        for i in self.counters() {
            let mut records = Vec::new();
            let runs = |a: &&Assign| i % a.every == 0;
            records.extend(self.outer.iter().filter(runs).map(|a| a.run(i, 0, values)).collect::<Vec<_>>());
            for j in 1..=3 {
                records.extend(self.inner.iter().filter(runs).map(|a| a.run(i, j, values)).collect::<Vec<_>>());
            }
            iterations.push(records);
        }
        iterations
    }

    /// Adjoints of the independents, in the order of reversal and fused.
    pub fn gradients(&self) -> [Vec<i128>; 2] {
        let mut values = self.start();
        let mut seeds = BTreeMap::new();
        for (n, name) in self.dependents.iter().enumerate() {
            seeds.extend((0..31).map(|k| ((*name, k), 1 + 13 * i128::from(k) + 1009 * (n as i128))));
        }
        let mut before = values.clone();
        let tail_before: Vec<Record> = self.tail.iter().map(|a| a.run(0, 0, &mut before)).collect();
        let iterations = self.iterations(&mut values);
        let tail: Vec<Record> = self.tail.iter().map(|a| a.run(0, 0, &mut values)).collect();
        let gradient = |bars: BTreeMap<Cell, i128>| -> Vec<i128> {
            let cells = self.independents.iter().flat_map(|n| (0..31).map(move |k| (*n, k)));
            cells.map(|c| bars.get(&c).copied().unwrap_or(0)).collect()
        };
        let mut reversed = seeds.clone();
        adjoint(&tail, &mut reversed);
        iterations.iter().rev().for_each(|r| adjoint(r, &mut reversed));
        let mut fused = seeds;
        adjoint(&tail_before, &mut fused);
        iterations.iter().for_each(|r| adjoint(r, &mut fused));
        [gradient(reversed), gradient(fused)]
    }
}
