//! What is said to the user: each code explained and fired, the formats, what is left out, and what `check` leaves for other programs.

mod explained;
mod formats;
mod junit;
mod left_out;

use std::path::Path;

use rtapenade::run::Answer;

/// Files of one run, and where they are.
pub struct Place {
    directory: tempfile::TempDir,
    names: Vec<String>,
}

impl Place {
    /// A directory with these files.
    pub fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Place {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let write = |(name, text): (&str, &str)| {
            let path = directory.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
            std::fs::write(path, text).expect("an input");
            name.to_string()
        };
        let names = files.into_iter().map(write).collect();
        Place { directory, names }
    }

    /// Where they are.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Runs a command line, without the name of the program, that names files as if it ran there; outputs go there unless it says otherwise.
    pub fn answer<'a>(&self, words: impl IntoIterator<Item = &'a str>) -> Answer {
        let mut args = vec!["rtapenade".to_string()];
        args.extend(words.into_iter().map(|w| match self.names.iter().any(|n| n == w) {
            true => self.path().join(w).to_string_lossy().into_owned(),
            false => w.to_string(),
        }));
        let differentiates = !args.iter().any(|a| a == "-O" || a == "explain");
        if differentiates {
            args.extend(["-O".to_string(), self.path().to_string_lossy().into_owned()]);
        }
        rtapenade::run::answer(args, false)
    }

    /// What is said, with paths as a user in that directory would see them.
    pub fn said<'a>(&self, words: impl IntoIterator<Item = &'a str>) -> String {
        self.shown(&self.answer(words).said)
    }

    /// A text without the way to the directory.
    pub fn shown(&self, text: &str) -> String {
        let way = self.path().to_string_lossy().into_owned();
        text.replace(&format!("file://{way}/"), "").replace(&format!("{way}/"), "")
    }

    /// The names of all files that were not there before.
    pub fn written(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).expect("it is there").flatten();
        let mut out: Vec<String> = entries.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
        out.retain(|n| !self.names.contains(n));
        out.sort();
        out
    }
}
