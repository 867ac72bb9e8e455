//! The pages in Markdown: their blocks of code, their links and their tables.

use std::path::{Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages that users and developers read, from the root of the repository: README and its like, the book, and what stands beside examples and runtime.
pub fn all() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["", "docs", "docs/decisions", "examples", "runtime", "benches"] {
        collect(Path::new(folder), &mut found);
    }
    let folders = std::fs::read_dir(root().join("examples")).expect("examples").flatten();
    for folder in folders.filter(|f| f.path().is_dir()) {
        collect(&Path::new("examples").join(folder.file_name()), &mut found);
    }
    found.sort();
    assert!(found.len() > 30, "only {} pages", found.len());
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries =
        std::fs::read_dir(root().join(folder)).unwrap_or_else(|e| panic!("{}: {e}", folder.display())).flatten();
    let pages = entries.filter(|e| e.path().extension().is_some_and(|x| x == "md"));
    found.extend(pages.map(|e| folder.join(e.file_name())));
}

/// The text of a page.
pub fn text(page: &Path) -> String {
    std::fs::read_to_string(root().join(page)).unwrap_or_else(|e| panic!("{}: {e}", page.display()))
}

/// A block of code.
#[derive(Debug)]
pub struct Block {
    /// The line where it begins, counted from one.
    pub line: usize,
    /// The language behind the fence, without the file name that may follow; nothing for an indented block.
    pub language: Option<String>,
    /// The comment just before it, `<!-- note -->`.
    pub note: Option<String>,
    /// What it holds.
    pub text: String,
}

impl Block {
    /// Whether the reader types this into a shell; a script that a comment names is shown to be read.
    pub fn is_commands(&self) -> bool {
        self.language.as_deref() == Some("sh") && self.note.is_none()
    }
}

/// The blocks of a page, in order.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut note = None;
    let mut inside = false;
    for (event, range) in Parser::new(text).into_offset_iter() {
        match event {
            Event::Html(html) => {
                note =
                    html.trim().strip_prefix("<!--").and_then(|h| h.strip_suffix("-->")).map(|h| h.trim().to_string());
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let language = match kind {
                    CodeBlockKind::Fenced(words) => words.split_whitespace().next().map(String::from),
                    CodeBlockKind::Indented => None,
                };
                let line = text[..range.start].lines().count() + 1;
                blocks.push(Block { line, language, note: note.take(), text: String::new() });
                inside = true;
            }
            Event::End(TagEnd::CodeBlock) => inside = false,
            Event::Text(piece) if inside => blocks.last_mut().expect("a block").text.push_str(&piece),
            Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) => {}
            _ => note = None,
        }
    }
    blocks
}

/// Where the links of a page lead, as written.
pub fn links(text: &str) -> Vec<String> {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES);
    let targets = events.filter_map(|e| match e {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url.to_string()),
        _ => None,
    });
    targets.collect()
}

/// The code spans in the first column of the tables of a page.
pub fn first_column(text: &str) -> Vec<String> {
    let (mut spans, mut column) = (Vec::new(), usize::MAX);
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::TableRow) => column = 0,
            Event::End(TagEnd::TableCell) => column = column.saturating_add(1),
            Event::Start(Tag::Table(_)) | Event::End(TagEnd::Table) => column = usize::MAX,
            Event::Code(span) if column == 0 => spans.push(span.to_string()),
            _ => {}
        }
    }
    spans
}
