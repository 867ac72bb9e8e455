//! The run-time library in object files, once for all that this process compiles, or several processes one after the other.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, Weak};

use super::compilers::{first_lines, run_tool, tool};
use crate::{read, runtime};

/// The runtime, written in a directory and compiled there when something calls it.
pub struct Runtime {
    directory: PathBuf,
    /// Without a place to stay it goes when nobody uses it any more.
    _temporary: Option<tempfile::TempDir>,
    /// What is compiled of it.
    sources: Vec<String>,
    /// It is the user's: it has none of the entry points that are ours alone.
    pub is_kit: bool,
    objects: OnceLock<Result<Vec<PathBuf>, String>>,
}

impl Runtime {
    /// Where its files are: headers and modules among them.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// What of it is compiled already: everything or nothing.
    pub fn compiled(&self) -> &[PathBuf] {
        self.objects.get().and_then(|o| o.as_deref().ok()).unwrap_or_default()
    }

    /// What is linked: compiled when it is first asked for, all files at once.
    pub fn objects(&self) -> Result<&[PathBuf], String> {
        let place = self.directory();
        let compile = &|source: &str| {
            let is_c = source.ends_with(".c");
            let compiler = if is_c { read::c_compiler() } else { read::fortran_compiler() };
            let object = place.join(format!("{source}.o"));
            if object.exists() {
                return Ok(object);
            }
            // Another process may be at it: each makes its own, and what is there is complete.
            let own = place.join(format!("{source}.{}.o", std::process::id()));
            let mut command = tool(&compiler);
            let standard = match (is_c, self.is_kit) {
                (true, false) => "-std=c11",
                (true, true) => "-std=gnu11",
                (false, _) => "-std=legacy",
            };
            command.args(["-O2", standard, "-w", "-c", "-o"]).arg(&own).arg(place.join(source));
            run_tool(command, &compiler)
                .and_then(|()| std::fs::rename(&own, &object).map_err(|e| e.to_string()))
                .map(|()| object)
                .map_err(|said| format!("the runtime does not compile:\n{}", first_lines(&said)))
        };
        let all = || {
            std::thread::scope(|scope| {
                let threads: Vec<_> = self.sources.iter().map(|s| scope.spawn(move || compile(s))).collect();
                threads.into_iter().map(|t| t.join().expect("compilers are waited for")).collect()
            })
        };
        self.objects.get_or_init(all).as_deref().map_err(String::clone)
    }
}

/// Where the runtime stays when this process has ended: below it, in a folder for each text and compiler.
static PLACE: OnceLock<PathBuf> = OnceLock::new();

/// Keeps the compiled runtime below a directory, for this process and later ones. Without that each process that needs it compiles it, and leaves nothing.
pub fn keep_runtime_below(directory: &Path) {
    PLACE.get_or_init(|| directory.to_path_buf());
}

/// What of a runtime that projects carry generated code may call; beside it headers.
const OF_KITS: &[&str] = &["adBuffer.f", "adBuffer.c", "adStack.c", "adBinomial.c"];

/// The runtime that a user has in a directory.
pub fn kit(from: &Path) -> Result<Arc<Runtime>, String> {
    let temporary = tempfile::Builder::new().prefix("rtapenade-kit-").tempdir();
    let temporary = temporary.map_err(|e| format!("no temporary directory: {e}"))?;
    let entries = std::fs::read_dir(from).map_err(|e| format!("`{}` cannot be read: {e}", from.display()))?;
    let mut sources = Vec::new();
    for path in entries.flatten().map(|e| e.path()) {
        let Some(name) = path.file_name().map(|n| n.to_string_lossy().into_owned()) else { continue };
        let is_source = OF_KITS.contains(&name.as_str());
        if is_source || name.ends_with(".h") {
            let copied = std::fs::copy(&path, temporary.path().join(&name));
            copied.map_err(|e| format!("`{}` cannot be read: {e}", path.display()))?;
        }
        sources.extend(is_source.then_some(name));
    }
    if sources.is_empty() {
        return Err(format!("`{}` has none of {}", from.display(), OF_KITS.join(", ")));
    }
    sources.sort();
    let directory = temporary.path().to_path_buf();
    let objects = OnceLock::new();
    Ok(Arc::new(Runtime { directory, _temporary: Some(temporary), sources, is_kit: true, objects }))
}

/// The runtime that all workshops of this process share.
pub fn shared_runtime() -> Result<Arc<Runtime>, String> {
    static SHARED: Mutex<Weak<Runtime>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap_or_else(|e| e.into_inner());
    if let Some(found) = shared.upgrade() {
        return Ok(found);
    }
    let failed = |e: std::io::Error| format!("the runtime cannot be written: {e}");
    let (directory, temporary) = match PLACE.get() {
        Some(place) => {
            let mut hash = DefaultHasher::new();
            (runtime::FILES, read::c_compiler()).hash(&mut hash);
            let directory = place.join(format!("runtime-{:016x}", hash.finish()));
            std::fs::create_dir_all(&directory).map_err(failed)?;
            (directory, None)
        }
        None => {
            let temporary = tempfile::Builder::new()
                .prefix("rtapenade-runtime-")
                .tempdir()
                .map_err(|e| format!("no temporary directory: {e}"))?;
            (temporary.path().to_path_buf(), Some(temporary))
        }
    };
    for (name, text) in runtime::FILES {
        let path = directory.join(name);
        // Another process may be compiling it.
        if std::fs::read(&path).is_ok_and(|there| there == text.as_bytes()) {
            continue;
        }
        let own = directory.join(format!("{name}.{}", std::process::id()));
        std::fs::write(&own, text).and_then(|()| std::fs::rename(&own, &path)).map_err(failed)?;
    }
    let sources = runtime::FILES.iter().map(|f| f.0.to_string()).filter(|n| n.ends_with(".c")).collect();
    let objects = OnceLock::new();
    let made = Arc::new(Runtime { directory, _temporary: temporary, sources, is_kit: false, objects });
    *shared = Arc::downgrade(&made);
    Ok(made)
}
