//! MINPACK, element shape functions and material laws of CalculiX, and the surface layer of FLEXPART, from the source packages of Debian.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use super::Case;
use crate::checking;

/// A source package: its name, a file that shows where its sources are, options, and the routines.
pub(super) const PACKAGES: &[(&str, &str, &[&str], &[Case])] = &[
    ("minpack", "enorm.f", &[], MINPACK),
    ("calculix-ccx", "shape8h.f", &[], CALCULIX),
    ("flexpart", "raerod.f90", &["-r8"], FLEXPART),
];

const FLEXPART: &[Case] = &[
    Case {
        head: r"raerod(l ust z0)\(raerod)",
        files: &["par_mod.f90", "raerod.f90", "psih.f90"],
        inputs: "l=20 .. 50\nust=0.3 .. 0.5\nz0=0.1 .. 0.2",
    },
    Case { head: r"windalign(u v ffap ffcp)\(ux vy)", files: &["windalign.f90"], inputs: "" },
];

const MINPACK: &[Case] = &[
    Case { head: r"enorm(x)\(enorm)", files: &["enorm.f"], inputs: "n=6\nx(6)=0.5 .. 1.5" },
    Case {
        head: r"qrfac(a)\(a rdiag)",
        files: &["qrfac.f", "enorm.f", "dpmpar.f"],
        inputs: "m=6\nn=4\nlda=6\npivot=.true.\nlipvt=4\nipvt(4)=0\na(6,4)=-1.0 .. 1.0",
    },
    Case {
        head: r"qrsolv(r diag qtb)\(x)",
        files: &["qrsolv.f"],
        inputs: "n=4\nldr=4\nipvt(4)=1\nr(4,4)=0.5 .. 1.5\ndiag(4)=0.5 .. 1.0\nqtb(4)=-1.0 .. 1.0",
    },
    Case {
        head: r"r1updt(s u v)\(s)",
        files: &["r1updt.f", "dpmpar.f"],
        inputs: "m=4\nn=4\nls=10\ns(10)=0.5 .. 1.5\nu(4)=-1.0 .. 1.0\nv(4)=0.5 .. 1.0",
    },
    Case {
        head: r"r1mpyq(a v w)\(a)",
        files: &["r1mpyq.f"],
        inputs: "m=3\nn=3\nlda=3\na(3,3)=-1 .. 1\nv(3)=0.2 .. 0.8\nw(3)=1.5 .. 2",
    },
    Case { head: r"qform(q)\(q)", files: &["qform.f"], inputs: "m=4\nn=3\nldq=4\nq(4,4)=0.5 .. 1\nwa(4)=0." },
    Case {
        head: r"rwupdt(r w b alpha)\(r b alpha)",
        files: &["rwupdt.f"],
        inputs: "n=3\nldr=3\nr(3,3)=0.5 .. 1.5\nw(3)=0.5 .. 1\nb(3)=-1 .. 1\nalpha=0.5 .. 1\ncos(3)=0.\nsin(3)=0.",
    },
];

const CALCULIX: &[Case] = &[
    Case {
        head: r"linel(emec elconloc)\(stre)",
        files: &["linel.f", "orthotropic.f", "anisotropic.f", "transformatrix.f"],
        inputs: "emec(6)=-0.1 .. 0.1\nbeta(6)=0.\nstre(6)=0.\nelas(21)=0.\nelconloc(21)=0.3 .. 0.4\nkode=2\niorien=0\norab(7,1)=0.\npgauss=0.1",
    },
    Case { head: r"anisotropic(anisol)\(anisox)", files: &["anisotropic.f"], inputs: "" },
    Case { head: r"orthotropic(orthol)\(anisox)", files: &["orthotropic.f"], inputs: "" },
    Case {
        head: r"shape8h(xi et ze xl)\(xsj shp)",
        files: &["shape8h.f"],
        inputs: "xi=-0.5 .. 0.5\net=-0.5 .. 0.5\nze=-0.5 .. 0.5\niflag=3\nxl=0.0 .. 1.0",
    },
    Case {
        head: r"shape20h(xi et ze xl)\(xsj shp)",
        files: &["shape20h.f"],
        inputs: "xi=-0.5 .. 0.5\net=-0.5 .. 0.5\nze=-0.5 .. 0.5\niflag=3\nxl=0.0 .. 1.0",
    },
    Case {
        head: r"shape4tet(xi et ze xl)\(xsj shp)",
        files: &["shape4tet.f"],
        inputs: "xi=-0.5 .. 0.5\net=-0.5 .. 0.5\nze=-0.5 .. 0.5\niflag=3\nxl=0.0 .. 1.0",
    },
    Case {
        head: r"shape10tet(xi et ze xl)\(xsj shp)",
        files: &["shape10tet.f"],
        inputs: "xi=-0.5 .. 0.5\net=-0.5 .. 0.5\nze=-0.5 .. 0.5\niflag=3\nxl=0.0 .. 1.0",
    },
    Case {
        head: r"shape6w(xi et ze xl)\(xsj shp)",
        files: &["shape6w.f"],
        inputs: "xi=-0.5 .. 0.5\net=-0.5 .. 0.5\nze=-0.5 .. 0.5\niflag=3\nxl=0.0 .. 1.0",
    },
    Case {
        head: r"shape4q(xi et xl)\(xsj xs shp)",
        files: &["shape4q.f"],
        inputs: "xi=-0.5 .. 0.5\net=-0.5 .. 0.5\niflag=2\nxl=0.0 .. 1.0",
    },
    Case {
        head: r"shape8q(xi et xl)\(xsj xs shp)",
        files: &["shape8q.f"],
        inputs: "xi=-0.5 .. 0.5\net=-0.5 .. 0.5\niflag=2\nxl=0.0 .. 1.0",
    },
    Case {
        head: r"shape3tri(xi et xl)\(xsj xs shp)",
        files: &["shape3tri.f"],
        inputs: "xi=-0.5 .. 0.5\net=-0.5 .. 0.5\niflag=2\nxl=0.0 .. 1.0",
    },
    Case {
        head: r"shape6tri(xi et xl)\(xsj xs shp)",
        files: &["shape6tri.f"],
        inputs: "xi=-0.5 .. 0.5\net=-0.5 .. 0.5\niflag=2\nxl=0.0 .. 1.0",
    },
];

/// The folder of a package that holds the file `marker`, fetched once.
pub(super) fn source(package: &str, marker: &str) -> Option<PathBuf> {
    let directory = checking::root().join("target").join("corpus").join("debian").join(package);
    unpack(package, &directory)?;
    find(&directory, marker)
}

/// Fetches the upstream sources of a package and unpacks them in `directory`, unless they are there; says why not.
pub fn unpack(package: &str, directory: &Path) -> Option<()> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(|e| e.into_inner());
    let done = directory.join("fetched");
    if done.is_file() {
        return Some(());
    }
    let fetched =
        std::fs::create_dir_all(directory).map_err(|e| e.to_string()).and_then(|()| fetch(package, directory));
    match fetched.and_then(|()| std::fs::write(&done, "").map_err(|e| e.to_string())) {
        Ok(()) => Some(()),
        Err(why) => {
            eprintln!("SKIPPED: the sources of `{package}` could not be fetched: {why}");
            None
        }
    }
}

/// `apt-get source`, with lists of its own: the system's need not name sources.
fn fetch(package: &str, directory: &Path) -> Result<(), String> {
    let apt = directory.parent().unwrap_or(directory).join("apt");
    let (lists, cache) = (apt.join("lists"), apt.join("cache"));
    for folder in [lists.join("partial"), cache.join("archives").join("partial")] {
        std::fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    }
    let entry = apt.join("sources.sources");
    let run = |words: &[&str]| {
        let mut command = Command::new("apt-get");
        command.arg("-o").arg(format!("Dir::Etc::sourcelist={}", entry.display()));
        command.args(["-o", "Dir::Etc::sourceparts=/dev/null", "-o", "APT::Sandbox::User=root"]);
        command.arg("-o").arg(format!("Dir::State::lists={}", lists.display()));
        command.arg("-o").arg(format!("Dir::Cache={}", cache.display()));
        let output = command.args(words).current_dir(directory).output().map_err(|e| e.to_string())?;
        let said = String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or("").to_string();
        if output.status.success() { Ok(()) } else { Err(said) }
    };
    if !entry.is_file() {
        std::fs::write(&entry, sources_entry()?).map_err(|e| e.to_string())?;
        run(&["update"]).inspect_err(|_| drop(std::fs::remove_file(&entry)))?;
    }
    run(&["source", "--download-only", "--tar-only", package])?;
    let files = std::fs::read_dir(directory).map_err(|e| e.to_string())?;
    for archive in files.flatten().map(|e| e.path()).filter(|p| p.to_string_lossy().contains(".orig.tar")) {
        let unpacked = Command::new("tar").arg("xf").arg(&archive).current_dir(directory).status();
        if !unpacked.is_ok_and(|s| s.success()) {
            return Err(format!("{} cannot be unpacked", archive.display()));
        }
    }
    Ok(())
}

/// The first entry of the system's packages, asking for sources.
fn sources_entry() -> Result<String, String> {
    let files = std::fs::read_dir("/etc/apt/sources.list.d").map_err(|e| e.to_string())?;
    let mut files: Vec<PathBuf> = files.flatten().map(|e| e.path()).collect();
    files.sort();
    for path in files.iter().filter(|p| p.extension().is_some_and(|e| e == "sources")) {
        let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
        let stanza: Vec<&str> = text.lines().take_while(|l| !l.trim().is_empty()).collect();
        if stanza.iter().any(|l| l.trim() == "Types: deb") {
            return Ok(format!("{}\n", stanza.join("\n").replace("Types: deb", "Types: deb-src")));
        }
    }
    Err("there is no entry to ask for sources".to_string())
}

/// The folder below `directory` in which a file of this name is.
fn find(directory: &PathBuf, marker: &str) -> Option<PathBuf> {
    if directory.join(marker).is_file() {
        return Some(directory.clone());
    }
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(directory).ok()?.filter_map(|e| Some(e.ok()?.path())).filter(|p| p.is_dir()).collect();
    folders.sort();
    folders.iter().find_map(|f| find(f, marker))
}
