//! The compilers as programs that are run.

use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::read;

/// Lines of a compiler's complaint that are shown.
const SHOWN: usize = 12;

/// A compiler as users name it: a program, and flags of theirs.
pub fn tool(compiler: &str) -> Command {
    let mut words = compiler.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("cc"));
    command.args(words);
    command
}

/// Runs a compiler; the error is what it said.
pub fn run_tool(mut command: Command, name: &str) -> Result<(), String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("`{name}` cannot be run: {e} (without a compiler: --interpret)"))?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// What lets the first of several definitions count, where the linker knows it.
pub const FIRST_DEFINITION: &str = "-Wl,--allow-multiple-definition";

/// Whether the linker that a compiler runs knows [`FIRST_DEFINITION`]: that of GNU, and those that follow it.
pub fn takes_first_definition(compiler: &str) -> bool {
    let mut command = tool(compiler);
    command.args([FIRST_DEFINITION, "-Wl,--version"]);
    run_tool(command, compiler).is_ok()
}

/// The first lines of what a compiler says.
pub fn first_lines(said: &str) -> String {
    let lines: Vec<&str> = said.lines().filter(|l| !l.trim().is_empty()).collect();
    let mut out = lines.iter().take(SHOWN).copied().collect::<Vec<_>>().join("\n");
    if lines.len() > SHOWN {
        out.push_str(&format!("\n… and {} more lines", lines.len() - SHOWN));
    }
    out
}

/// The sanitizers that the C compiler has.
pub fn sanitizers() -> &'static [String] {
    static FOUND: OnceLock<Vec<String>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let flags = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"].map(String::from);
        let test = || -> Option<()> {
            let d = tempfile::tempdir().ok()?;
            std::fs::write(d.path().join("a.c"), "int main(void) { return 0; }\n").ok()?;
            let compiler = read::c_compiler();
            let mut command = tool(&compiler);
            command.args(&flags).arg("-o").arg(d.path().join("a")).arg(d.path().join("a.c"));
            run_tool(command, &compiler).ok()
        };
        if test().is_some() { flags.to_vec() } else { Vec::new() }
    })
}
