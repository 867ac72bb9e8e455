//! A seed → a program of processes that exchange messages: no matter in which order they run, none of them waits for ever.

use super::super::text::random::Random;

/// What happens one after the other, in all processes.
#[derive(Clone)]
pub enum Step {
    /// Statements.
    Plain(Vec<String>),
    /// A loop, or a test of the process, around steps: the line before, and the line behind.
    Around(String, Vec<Step>, String),
}

/// A program: its steps, those of a subroutine that they call, and how many processes there are.
#[derive(Clone)]
pub struct Grown {
    pub processes: usize,
    pub steps: Vec<Step>,
    pub inner: Vec<Step>,
}

/// The numbers in `u` and in `v`.
pub const LENGTH: usize = 8;

struct Grow {
    r: Random,
    /// Counters of the loops that are open.
    counters: usize,
    tag: usize,
}

impl Grow {
    fn array(&mut self) -> &'static str {
        if self.r.chance(50) { "u" } else { "v" }
    }

    /// Where a buffer begins, and how many numbers it has.
    fn span(&mut self, least: usize) -> (usize, usize) {
        let from = self.r.within(least, LENGTH);
        (from, self.r.within(1, LENGTH + 1 - from).min(3))
    }

    fn index(&mut self) -> String {
        match self.r.below(5) {
            0 => "1 + mod(rank,8)".to_string(),
            1 if self.counters > 0 => format!("k{}", self.r.within(1, self.counters)),
            _ => self.r.within(1, LENGTH).to_string(),
        }
    }

    fn element(&mut self) -> String {
        if self.r.chance(15) {
            return "s".to_string();
        }
        let (array, index) = (self.array(), self.index());
        format!("{array}({index})")
    }

    fn value(&mut self) -> String {
        let (a, b) = (self.element(), self.element());
        let c = self.r.within(1, 9);
        match self.r.below(6) {
            0 => format!("0.{c}d0*{a} + {b}"),
            1 => format!("sin({a})*{b}"),
            2 => format!("0.5d0*{a} + 0.{c}d0*{b}**2/(1.0d0 + {b}**2)"),
            3 => format!("cos({a} + 0.{c}d0*rank) - 0.3d0*{b}"),
            4 => format!("{a}/(2.0d0 + {b}**2)"),
            _ => format!("0.{c}d0*(1 + rank)*{a} - 0.2d0*{b}"),
        }
    }

    fn compute(&mut self) -> Vec<String> {
        let count = self.r.within(1, 3);
        let one = |g: &mut Grow| {
            if g.r.chance(20) {
                let (a, b) = (g.array(), g.array());
                return format!("{a} = 0.5d0*{a} + 0.4d0*sin({b})");
            }
            if g.r.chance(12) {
                return "s = 0.3d0*sum(u(1:4)) + 0.2d0*s".to_string();
            }
            let (left, right) = (g.element(), g.value());
            format!("{left} = {right}")
        };
        (0..count).map(|_| one(self)).collect()
    }

    /// A buffer that is sent, with its length: an element on, a section, a scalar.
    fn buffer(&mut self, from: usize, n: usize, array: &str) -> String {
        if self.r.chance(60) { format!("{array}({from})") } else { format!("{array}({from}:{})", from + n - 1) }
    }

    fn tag(&mut self) -> usize {
        self.tag += 1;
        if self.r.chance(50) { 3 } else { self.tag }
    }

    /// Left and right neighbours: on a ring, or on a line.
    fn neighbours(&mut self) -> (&'static str, &'static str) {
        match self.r.below(3) {
            0 => ("left", "right"),
            1 => ("right", "left"),
            _ => ("before", "behind"),
        }
    }

    fn exchange(&mut self) -> Vec<String> {
        let (tag, (array, (from, n))) = (self.tag(), (self.array(), self.span(1)));
        let to = self.r.within(1, LENGTH + 1 - n);
        let other = if array == "u" { "v" } else { "u" };
        // What is received lies in the other array, so that buffers do not overlap.
        let (sent, got) = (self.buffer(from, n, array), self.buffer(to, n, other));
        let typed = format!("{n}, MPI_DOUBLE_PRECISION");
        let (a, b) = self.neighbours();
        let all = "MPI_COMM_WORLD";
        let status = "MPI_STATUS_IGNORE, ierr";
        match self.r.below(12) {
            0 => vec![format!(
                "call MPI_Sendrecv({sent}, {typed}, {a}, {tag}, {got}, {typed}, {b}, {tag}, {all}, {status})"
            )],
            1 => vec![format!(
                "call MPI_Sendrecv_replace({array}({from}), {typed}, {a}, {tag}, {b}, {tag}, {all}, {status})"
            )],
            2 => {
                let send = format!("call MPI_Send({sent}, {typed}, partner, {tag}, {all}, ierr)");
                let recv = format!("call MPI_Recv({got}, {typed}, partner, {tag}, {all}, {status})");
                let mut out = vec!["if (mod(rank, 2) == 0) then".to_string()];
                out.extend([
                    format!("  {send}"),
                    format!("  {recv}"),
                    "else".into(),
                    format!("  {recv}"),
                    format!("  {send}"),
                    "end if".into(),
                ]);
                out
            }
            3 => {
                // A chain: each takes what comes from the left, changes it and sends it on.
                let (work, how) = (self.value(), if self.r.chance(30) { "Ssend" } else { "Send" });
                vec![
                    format!("if (rank > 0) call MPI_Recv({got}, {typed}, rank - 1, {tag}, {all}, {status})"),
                    format!("{other}({to}) = {other}({to}) + {work}"),
                    format!(
                        "if (rank < size - 1) call MPI_{how}({other}({to}), {typed}, rank + 1, {tag}, {all}, ierr)"
                    ),
                ]
            }
            4 => {
                // One takes from all, whoever is first.
                let any = self.r.chance(60);
                let work = self.value();
                let source = if any { "MPI_ANY_SOURCE" } else { "p" };
                let with = if any && self.r.chance(50) { "MPI_ANY_TAG".to_string() } else { tag.to_string() };
                vec![
                    "call MPI_Barrier(MPI_COMM_WORLD, ierr)".into(),
                    format!("w(1:2) = [{work}, u(1)]"),
                    "if (rank == 0) then".into(),
                    "  do p = 1, size - 1".into(),
                    format!("    call MPI_Recv(w, 2, MPI_DOUBLE_PRECISION, {source}, {with}, {all}, {status})"),
                    "    s = s + w(1)**2*0.1d0".into(),
                    format!("    v({to}) = v({to}) + 0.3d0*sin(w(2))"),
                    "  end do".into(),
                    "else".into(),
                    format!("  call MPI_Send(w, 2, MPI_DOUBLE_PRECISION, 0, {tag}, {all}, ierr)"),
                    "end if".into(),
                    "w = 0.0d0".into(),
                    // What comes later is no message for the one that takes anything.
                    "call MPI_Barrier(MPI_COMM_WORLD, ierr)".into(),
                ]
            }
            5..=7 => self.started(array, other),
            _ => self.collective(),
        }
    }

    /// Messages that are started and waited for, with work between.
    fn started(&mut self, array: &str, other: &str) -> Vec<String> {
        let (tag, (a, b)) = (self.tag(), self.neighbours());
        let n = self.r.within(1, 2);
        let at = self.r.within(1, LENGTH - 2 * n + 1);
        let from = self.r.within(1, LENGTH - n + 1);
        let typed = format!("{n}, MPI_DOUBLE_PRECISION");
        let both = self.r.chance(60);
        let mut starts = vec![
            format!("call MPI_Irecv({other}({at}), {typed}, {b}, {tag}, MPI_COMM_WORLD, requests(1), ierr)"),
            format!("call MPI_Isend({array}({from}), {typed}, {a}, {tag}, MPI_COMM_WORLD, requests(2), ierr)"),
        ];
        if both {
            starts.push(format!(
                "call MPI_Irecv({other}({}), {typed}, {a}, {}, MPI_COMM_WORLD, requests(3), ierr)",
                at + n,
                tag + 100
            ));
            starts.push(format!(
                "call MPI_Isend({array}({from}), {typed}, {b}, {}, MPI_COMM_WORLD, requests(4), ierr)",
                tag + 100
            ));
        }
        if self.r.chance(50) {
            starts.swap(0, 1);
        }
        let count = if both { 4 } else { 2 };
        // In between neither buffer is touched, but for what is sent, which may be read.
        let work = match self.r.below(3) {
            0 => format!("s = s + 0.1d0*{array}({from})**2"),
            1 => "w(3) = cos(s)".to_string(),
            _ => "s = 0.9d0*sin(s)".to_string(),
        };
        starts.push(work);
        match self.r.below(3) {
            0 => {
                let mut order: Vec<usize> = (1..=count).collect();
                for k in (1..count).rev() {
                    order.swap(k, self.r.below(k + 1));
                }
                starts.extend(
                    order.into_iter().map(|k| format!("call MPI_Wait(requests({k}), MPI_STATUS_IGNORE, ierr)")),
                );
            }
            1 => {
                starts.extend([
                    format!("do p = 1, {count}"),
                    "  call MPI_Wait(requests(p), MPI_STATUS_IGNORE, ierr)".into(),
                    "end do".into(),
                ]);
            }
            _ => starts.push(format!("call MPI_Waitall({count}, requests, MPI_STATUSES_IGNORE, ierr)")),
        }
        starts
    }

    fn collective(&mut self) -> Vec<String> {
        let root = ["0", "size - 1", "mod(1, size)"][self.r.below(3)];
        let (array, (from, n)) = (self.array(), self.span(1));
        let other = if array == "u" { "v" } else { "u" };
        let to = self.r.within(1, LENGTH + 1 - n);
        let sent = self.buffer(from, n, array);
        let typed = format!("{n}, MPI_DOUBLE_PRECISION");
        let op = ["MPI_SUM", "MPI_SUM", "MPI_PROD", "MPI_MAX", "MPI_MIN"][self.r.below(5)];
        let end = "MPI_COMM_WORLD, ierr";
        match self.r.below(10) {
            0 => vec![format!("call MPI_Bcast({sent}, {typed}, {root}, {end})")],
            1 => vec![format!("call MPI_Bcast(s, 1, MPI_DOUBLE_PRECISION, {root}, {end})")],
            2 => vec![
                format!("t = {}", self.value()),
                format!("call MPI_Allreduce(t, s, 1, MPI_DOUBLE_PRECISION, {op}, {end})"),
                "s = sin(0.3d0*s)".into(),
            ],
            3 => vec![
                format!("call MPI_Allreduce({sent}, {other}({to}), {typed}, {op}, {end})"),
                format!("{other} = 0.4d0*sin({other})"),
            ],
            4 => vec![format!("call MPI_Reduce({sent}, {other}({to}), {typed}, {op}, {root}, {end})")],
            5 => vec![
                format!("call MPI_Scan({sent}, {other}({to}), {typed}, MPI_SUM, {end})"),
                format!("{other} = 0.4d0*sin({other})"),
            ],
            6 => vec![
                "big = 0.0d0".into(),
                format!("call MPI_Gather({sent}, {typed}, big, {typed}, {root}, {end})"),
                "s = s + 0.1d0*sum(big**2)".into(),
            ],
            7 => vec![
                "do p = 1, 32".into(),
                "  big(p) = sin(s + p)*u(1 + mod(p, 8))".into(),
                "end do".into(),
                format!("call MPI_Scatter(big, {typed}, {other}({to}), {typed}, {root}, {end})"),
            ],
            8 => vec![
                "big = 0.0d0".into(),
                format!("call MPI_Allgather({sent}, {typed}, big, {typed}, {end})"),
                format!("{array}({from}) = {array}({from}) + 0.2d0*sum(sin(big))"),
            ],
            _ => vec![
                "do p = 1, 32".into(),
                format!("  big(p) = cos(s + p)*{array}(1 + mod(p, 8))"),
                "end do".into(),
                format!("call MPI_Alltoall(big, {typed}, more, {typed}, {end})"),
                format!("{other}({to}) = 0.1d0*sum(more(1:size))"),
            ],
        }
    }

    fn steps(&mut self, depth: usize, may_call: bool) -> Vec<Step> {
        let count = self.r.within(2, if depth == 0 { 6 } else { 3 });
        let mut out = Vec::new();
        for _ in 0..count {
            out.push(match self.r.below(10) {
                0..=2 => Step::Plain(self.compute()),
                3 if depth < 2 => {
                    self.counters += 1;
                    let (name, turns) = (self.counters, self.r.within(2, 3));
                    let inside = self.steps(depth + 1, may_call);
                    self.counters -= 1;
                    Step::Around(format!("do k{name} = 1, {turns}"), inside, "end do".into())
                }
                4 => {
                    let test = ["rank == 0", "mod(rank, 2) == 1", "rank == size - 1", "s > 0.2d0"][self.r.below(4)];
                    let inside = vec![Step::Plain(self.compute())];
                    Step::Around(format!("if ({test}) then"), inside, "end if".into())
                }
                5 if may_call => {
                    let (a, b) = if self.r.chance(50) { ("u", "v") } else { ("v", "u") };
                    Step::Plain(vec![format!("call inner({a}, {b}, s)")])
                }
                _ => Step::Plain(self.exchange()),
            });
        }
        out
    }
}

/// The program of a seed.
pub fn grow(seed: u64) -> Grown {
    let mut g = Grow { r: Random::new(seed), counters: 0, tag: 10 };
    let processes = g.r.within(2, 4);
    let with_inner = g.r.chance(60);
    let inner = if with_inner { g.steps(1, false) } else { Vec::new() };
    let steps = g.steps(0, with_inner);
    Grown { processes, steps, inner }
}

fn print(steps: &[Step], indent: usize, out: &mut String) {
    let line = |depth: usize, text: &str, out: &mut String| *out += &format!("{}{text}\n", " ".repeat(depth));
    for s in steps {
        match s {
            Step::Plain(lines) => lines.iter().for_each(|l| line(indent, l, out)),
            Step::Around(before, inside, behind) => {
                line(indent, before, out);
                print(inside, indent + 2, out);
                line(indent, behind, out);
            }
        }
    }
}

const LOCALS: &str = "  real(8) :: w(4), big(32), more(32), t
  integer :: requests(4), rank, size, left, right, before, behind, partner, p, k1, k2, k3, ierr
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  left = mod(rank + size - 1, size)
  right = mod(rank + 1, size)
  before = merge(rank - 1, MPI_PROC_NULL, rank > 0)
  behind = merge(rank + 1, MPI_PROC_NULL, rank < size - 1)
  partner = merge(rank + 1, rank - 1, mod(rank, 2) == 0)
  if (partner >= size) partner = MPI_PROC_NULL
  w = 0.1d0
  big = 0.0d0
  more = 0.0d0
  t = 0.2d0
";

impl Grown {
    /// As a text, whose names end with a number.
    pub fn text(&self, number: usize) -> String {
        let mut out = format!("! {} processes\n", self.processes);
        out += &format!(
            "subroutine f{number}(x, y)\n  use mpi\n  implicit none\n  real(8), intent(in) :: x(8)\n  real(8), intent(out) :: y(8)\n"
        );
        out += &format!("  real(8) :: u(8), v(8), s\n{LOCALS}  u = x\n  v = 0.5d0*x + 0.1d0\n  s = 0.3d0*x(1)\n");
        print(&self.steps, 2, &mut out);
        out += &format!("  y = u + 0.7d0*v + s*sin(v)\nend subroutine f{number}\n");
        if !self.inner.is_empty() {
            out +=
                "\nsubroutine inner(u, v, s)\n  use mpi\n  implicit none\n  real(8), intent(inout) :: u(8), v(8), s\n";
            out += LOCALS;
            print(&self.inner, 2, &mut out);
            out += "end subroutine inner\n";
        }
        out.replace("inner(", &format!("inner{number}("))
            .replace("subroutine inner\n", &format!("subroutine inner{number}\n"))
    }

    /// The program with one step less, in each way.
    pub fn smaller(&self) -> Vec<Grown> {
        let mut out: Vec<Grown> =
            without_one(&self.steps).into_iter().map(|steps| Grown { steps, ..self.clone() }).collect();
        out.extend(without_one(&self.inner).into_iter().map(|inner| Grown { inner, ..self.clone() }));
        if self.processes > 2 {
            out.push(Grown { processes: self.processes - 1, ..self.clone() });
        }
        out
    }
}

fn without_one(steps: &[Step]) -> Vec<Vec<Step>> {
    let mut out = Vec::new();
    for k in 0..steps.len() {
        let mut less = steps.to_vec();
        less.remove(k);
        out.push(less);
        if let Step::Around(before, inside, behind) = &steps[k] {
            let mut flat = steps.to_vec();
            flat.splice(k..=k, inside.iter().cloned());
            if !before.starts_with("do") {
                out.push(flat);
            }
            for inner in without_one(inside).into_iter().filter(|i| !i.is_empty()) {
                let mut less = steps.to_vec();
                less[k] = Step::Around(before.clone(), inner, behind.clone());
                out.push(less);
            }
        }
    }
    out
}
