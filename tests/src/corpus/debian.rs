//! MINPACK and the element shape functions of CalculiX, from the source packages of Debian.

use std::path::PathBuf;
use std::process::Command;

use super::Case;
use crate::checking;

/// A source package: its name, a file that shows where its sources are, and the routines.
pub(super) const PACKAGES: &[(&str, &str, &[Case])] =
    &[("minpack", "enorm.f", MINPACK), ("calculix-ccx", "shape8h.f", CALCULIX)];

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
];

const CALCULIX: &[Case] = &[
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
    std::fs::create_dir_all(&directory).ok()?;
    if let Some(found) = find(&directory, marker) {
        return Some(found);
    }
    let fetch = Command::new("apt-get").args(["source", "--download-only", package]).current_dir(&directory).output();
    if fetch.is_ok_and(|o| o.status.success()) {
        let files = std::fs::read_dir(&directory).ok()?.filter_map(|e| Some(e.ok()?.path()));
        for archive in files.filter(|p| p.to_string_lossy().contains(".orig.tar")) {
            Command::new("tar").arg("xf").arg(&archive).current_dir(&directory).status().ok()?;
        }
    }
    let found = find(&directory, marker);
    if found.is_none() {
        eprintln!("SKIPPED: the source package `{package}` could not be fetched (is there a deb-src entry?)");
    }
    found
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
