//! Which part of what there is to test a run takes.
//!
//! `make test` takes minutes: of long lists a few, by name, and no test that is `#[ignore]`d. `make test-full` takes all of each list, and the ignored tests but
//! those that take hours, whose names begin with `hours`. CI adds to `make test` one of five slices of that, which the commit chooses; together they are
//! all of it. `RTAPENADE_PORTION` says which: `short` (as when it is not set), `all`, or `2/5`.

use std::path::Path;
use std::sync::OnceLock;

/// A part of the tests.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Portion {
    /// Minutes.
    Short,
    /// One of several parts of equal size, from 0.
    Slice { number: u64, of: u64 },
    /// Everything but what takes hours.
    All,
}

impl Portion {
    fn parse(text: &str) -> Option<Portion> {
        match text {
            "" | "short" => Some(Portion::Short),
            "all" => Some(Portion::All),
            _ => {
                let (number, of) = text.split_once('/')?;
                let (number, of): (u64, u64) = (number.parse().ok()?, of.parse().ok()?);
                (1..=of).contains(&number).then(|| Portion::Slice { number: number - 1, of })
            }
        }
    }

    /// Whether a case of a list is taken, by its name, so that a new one changes nothing for the others: one in `few` of a short run.
    fn takes(self, name: &str, few: u64) -> bool {
        match self {
            Portion::Short => sum(name).is_multiple_of(few),
            // The last bits are those of the short run: slices would each be alike in them.
            Portion::Slice { number, of } => (sum(name) >> 16) % of == number,
            Portion::All => true,
        }
    }

    /// How many random programs are judged of `all`, and a number that tells apart which: slices judge different ones.
    fn programs(self, all: u64, few: u64) -> (u64, u64) {
        match self {
            Portion::Short => (all / few, 0),
            Portion::Slice { number, of } => (all / of, number + 1),
            Portion::All => (all, 0),
        }
    }
}

/// The portion of this run.
pub fn portion() -> Portion {
    static FOUND: OnceLock<Portion> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let text = std::env::var("RTAPENADE_PORTION").unwrap_or_default();
        Portion::parse(&text).unwrap_or_else(|| panic!("RTAPENADE_PORTION={text}: neither short, all nor k/n"))
    })
}

/// Whether this run takes a case of a list: one in `few` of a short run.
pub fn takes(name: &str, few: u64) -> bool {
    portion().takes(name, few)
}

/// Whether it takes a file, by its name without its folder.
pub fn takes_file(path: &Path, few: u64) -> bool {
    takes(&path.file_name().unwrap_or_default().to_string_lossy(), few)
}

/// Whether it is the turn of a test that stands in no list: slices take turns. A short run does not ask, since such tests are ignored there.
pub fn turn(name: &str) -> bool {
    takes(name, 1)
}

/// How many random programs of `all` this run judges, one in `few` in a short run, and the number of its kind of them.
pub fn programs(all: u64, few: u64) -> (u64, u64) {
    portion().programs(all, few)
}

/// A number of a name, the same on all machines (FNV-1a).
fn sum(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[test]
fn slices_are_disjoint_and_all() {
    let names: Vec<String> = (0..1000).map(|k| format!("program{k}.f90")).collect();
    for of in [1, 2, 5] {
        for name in &names {
            let taken = (0..of).filter(|number| Portion::Slice { number: *number, of }.takes(name, 4)).count();
            assert_eq!(taken, 1, "{name}");
        }
        let first = Portion::Slice { number: 0, of };
        let size = names.iter().filter(|n| first.takes(n, 4)).count() as u64;
        assert!((800 / of..=1200 / of).contains(&size), "{size} of {of}");
    }
    let short = names.iter().filter(|n| Portion::Short.takes(n, 4)).count();
    assert!((200..300).contains(&short), "{short}");
}

#[test]
fn portions_are_read() {
    for (text, portion) in [
        ("", Some(Portion::Short)),
        ("all", Some(Portion::All)),
        ("5/5", Some(Portion::Slice { number: 4, of: 5 })),
        ("6/5", None),
        ("0/5", None),
        ("most", None),
    ] {
        assert_eq!(Portion::parse(text), portion, "{text}");
    }
}
