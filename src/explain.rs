//! `rtapenade explain`: what each code means, an example that fires it, and the way out. One file per code in `src/diagnostics`.

use clap::Args;

/// The files, by their codes, in order. A new code has its file there and its word here; a test knows which codes the sources have.
macro_rules! files {
    ($($code:ident)*) => {
        &[$((stringify!($code), include_str!(concat!("diagnostics/", stringify!($code), ".md")))),*]
    };
}

const FILES: &[(&str, &str)] = files! {
    RT0001 RT0101 RT0102 RT0103 RT0104 RT0105 RT0106 RT0107 RT0108 RT0109 RT0201 RT0202 RT0203
    RT0204 RT0205 RT0206 RT0207 RT0208 RT0209 RT0210 RT0211 RT0212 RT0213 RT0214 RT0215 RT0216
    RT0217 RT0218 RT0219 RT0220 RT0221 RT0222 RT0223 RT0224 RT0225 RT0226 RT0227 RT0300 RT0301 RT0302
    RT0303 RT0304 RT0305 RT0306 RT0307 RT0308 RT0309 RT0310 RT0311 RT0312 RT0313 RT0314 RT0315
    RT0316 RT0317 RT0318 RT0319 RT0320 RT0321 RT0322 RT0323 RT0324 RT0325 RT0400 RT0401 RT0402 RT0403 RT0404 RT0405
    RT0406 RT0410 RT0411 RT0412 RT0413 RT0414 RT0415 RT0416 RT0417 RT0418 RT0420 RT0421 RT0422
    RT0423 RT0424 RT0425 RT0426 RT0428 RT0429 RT0430 RT0431 RT0432 RT0435 RT0436 RT0438 RT0439
    RT0440 RT0441 RT0442
    RT0450 RT0451 RT0454 RT0456 RT0457 RT0458 RT0459 RT0460 RT0461 RT0462 RT0463 RT0464 RT0465
    RT0466 RT0467 RT0468 RT0469 RT0470 RT0471 RT0472 RT0473 RT0479 RT0480 RT0481 RT0482 RT0483 RT0500 RT0501 RT0502 RT0503 RT0504 RT0505
    RT0506 RT0507 RT0508 RT0509 RT0510 RT0520 RT0521 RT0522 RT0523 RT0524 RT0525 RT0601 RT0602
    RT0603 RT0604 RT0605 RT0606
};

/// What is said of messages in general, before the list of them.
const ABOUT: &str = include_str!("diagnostics/about.md");

/// What the hundreds of the codes are about.
const GROUPS: &[(&str, &str)] = &[
    ("RT00", "Bugs of ours"),
    ("RT01", "Reading text"),
    ("RT02", "Names and types"),
    ("RT03", "Heads and options"),
    ("RT04", "Differentiation"),
    ("RT05", "Files and the system"),
    ("RT06", "Checking"),
];

/// Arguments of `explain`.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// Codes of messages, such as RT0412 or 412; all are listed without one.
    #[arg(value_name = "CODE")]
    pub codes: Vec<String>,
}

/// What is known of a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// `RT0412`.
    pub code: &'static str,
    /// A few words.
    pub title: &'static str,
    /// Everything behind the title, as Markdown.
    pub text: &'static str,
}

/// All entries, in the order of their codes.
pub fn entries() -> impl Iterator<Item = Entry> {
    FILES.iter().map(|&(code, file)| {
        let (first, text) = file.split_once('\n').unwrap_or((file, ""));
        let title = first.split_once(": ").map_or("", |(_, title)| title);
        Entry { code, title, text: text.trim() }
    })
}

/// The entry of a code; `RT0412`, `rt0412`, `0412` and `412` are one.
pub fn entry(code: &str) -> Option<Entry> {
    let wanted = canonical(code);
    entries().find(|e| e.code == wanted)
}

/// A code as the messages have it.
fn canonical(code: &str) -> String {
    let upper = code.trim().to_ascii_uppercase();
    let digits = upper.strip_prefix("RT").unwrap_or(&upper);
    if digits.chars().all(|c| c.is_ascii_digit()) { format!("RT{digits:0>4}") } else { upper }
}

/// The command: what is to be printed, or what is wrong with a code.
pub fn answer(args: &ExplainArgs) -> Result<String, String> {
    if args.codes.is_empty() {
        let list: String = entries().map(|e| format!("{}  {}\n", e.code, e.title)).collect();
        return Ok(format!("{list}\n`rtapenade explain CODE` says more about one of them.\n"));
    }
    let texts: Result<Vec<String>, String> = args.codes.iter().map(|c| one(c)).collect();
    Ok(texts?.join("\n"))
}

fn one(code: &str) -> Result<String, String> {
    let wanted = canonical(code);
    match entry(&wanted) {
        Some(e) => Ok(format!("{}: {}\n\n{}\n", e.code, e.title, e.text)),
        None => {
            let near = entries().max_by(|a, b| likeness(&wanted, a.code).total_cmp(&likeness(&wanted, b.code)));
            let near = near.map_or(String::new(), |e| format!("; the nearest is {}: {}", e.code, e.title));
            Err(format!("there is no message of code `{code}`{near}\n`rtapenade explain` lists them all\n"))
        }
    }
}

/// How alike two codes are: first digits count most.
fn likeness(a: &str, b: &str) -> f64 {
    strsim::jaro_winkler(a, b)
}

/// The page of the book that has all of them: `docs/messages.md`.
pub fn page() -> String {
    let mut out = format!("{}\n", ABOUT.trim_end());
    for (hundred, title) in GROUPS {
        out.push_str(&format!("\n## {title}\n"));
        for e in entries().filter(|e| e.code.starts_with(hundred)) {
            out.push_str(&format!("\n### {}: {}\n\n{}\n", e.code, e.title, demoted(e.text)));
        }
    }
    out
}

/// A text whose headings stand below those of the page.
fn demoted(text: &str) -> String {
    let mut inside = false;
    let line = |l: &str| {
        inside ^= l.starts_with("```");
        if l.starts_with('#') && !inside { format!("##{l}") } else { l.to_string() }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}
