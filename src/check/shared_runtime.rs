//! The run-time library in object files, once for all that this process compiles.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, Weak};

use super::compilers::{first_lines, run_tool, tool};
use crate::{read, runtime};

/// The runtime, written in a directory that goes when nobody uses it any more, and compiled there when something calls it.
pub struct Runtime {
    directory: tempfile::TempDir,
    objects: OnceLock<Result<Vec<PathBuf>, String>>,
}

impl Runtime {
    /// Where its files are: headers and modules among them.
    pub fn directory(&self) -> &Path {
        self.directory.path()
    }

    /// What of it is compiled already: everything or nothing.
    pub fn compiled(&self) -> &[PathBuf] {
        self.objects.get().and_then(|o| o.as_deref().ok()).unwrap_or_default()
    }

    /// What is linked: compiled when it is first asked for, all files at once.
    pub fn objects(&self) -> Result<&[PathBuf], String> {
        let place = self.directory.path();
        let compile = &|stem: &str| {
            let (compiler, object) = (read::c_compiler(), place.join(format!("{stem}.o")));
            let mut command = tool(&compiler);
            command.args(["-O2", "-std=c11", "-w", "-c", "-o"]).arg(&object).arg(place.join(format!("{stem}.c")));
            run_tool(command, &compiler)
                .map(|()| object)
                .map_err(|said| format!("the runtime does not compile:\n{}", first_lines(&said)))
        };
        let all = || {
            std::thread::scope(|scope| {
                let stems = ["adStack", "adBuffer", "adFortran", "adTangent", "adBinomial", "adSpecial", "adMemory"];
                let threads = stems.map(|stem| scope.spawn(move || compile(stem)));
                threads.into_iter().map(|t| t.join().expect("compilers are waited for")).collect()
            })
        };
        self.objects.get_or_init(all).as_deref().map_err(String::clone)
    }
}

/// The runtime that all workshops of this process share.
pub fn shared_runtime() -> Result<Arc<Runtime>, String> {
    static SHARED: Mutex<Weak<Runtime>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap_or_else(|e| e.into_inner());
    if let Some(found) = shared.upgrade() {
        return Ok(found);
    }
    let directory = tempfile::Builder::new()
        .prefix("rtapenade-runtime-")
        .tempdir()
        .map_err(|e| format!("no temporary directory: {e}"))?;
    for (name, text) in runtime::FILES {
        std::fs::write(directory.path().join(name), text).map_err(|e| format!("the runtime cannot be written: {e}"))?;
    }
    let made = Arc::new(Runtime { directory, objects: OnceLock::new() });
    *shared = Arc::downgrade(&made);
    Ok(made)
}
