//! `rtapenade verify`.

use rtapenade::report::Manners;

use super::{Place, SQUARE};

#[test]
fn stale_and_missing_files_are_found() {
    let place = Place::with(&[("square.f90", SQUARE)]);
    let words = ["-b", "-d", "-O", "@", "--emit-runtime", "@/rt", "@/square.f90"];
    let verify = || {
        let options = place.options(&words);
        rtapenade::verify::compare(&options, &Manners::new(&options.saying, false))
    };
    let (status, found, _) = verify();
    assert!(status == 1 && found.contains("missing: ") && found.contains("square_db.f90"), "{found}");
    assert!(!place.has("square_db.f90") && !place.has("rt"), "nothing is written");

    assert_eq!(place.run(&words).0, 0);
    let (status, found, said) = verify();
    assert_eq!((status, found.as_str(), said.as_str()), (0, "up to date: 26 generated files\n", ""));

    // The message file is a log: it may be absent, but not wrong.
    std::fs::remove_file(place.path("square_db.msg")).expect("it was written");
    assert_eq!(verify().0, 0);
    place.write("square_db.msg", "1 error[RT9999]: from another time\n");
    let (status, found, _) = verify();
    assert!(status == 1 && found.contains("-1 error[RT9999]"), "{found}");

    // A change of the input is seen in what would be generated.
    place.write("square.f90", &SQUARE.replace("y = x*x", "y = x**3"));
    std::fs::remove_file(place.path("square_db.msg")).expect("it was written");
    let before = place.read("square_db.f90");
    let (status, found, _) = verify();
    let expected =
        ["stale: ", "--- ", "(generated now)", "-  y = x*x\n", "+  y = x**3\n", "of 25 generated files: 1 stale"];
    for words in expected {
        assert!(status == 1 && found.contains(words), "no `{words}` in\n{found}");
    }
    assert!(before == place.read("square_db.f90"));
}

/// By the whole command line: the status is that of the comparison, and messages are as without `verify`.
#[test]
fn verify_takes_the_same_arguments() {
    let place = Place::with(&[("square.f90", SQUARE)]);
    let words = ["-reverse", "-head", "square(y)/(x)", "-o", "@/grad", "@/square.f90"];
    let verify: Vec<&str> = ["verify"].into_iter().chain(words).collect();
    assert_eq!(place.run(&verify).0, 1);
    assert_eq!(place.run(&words).0, 0);
    assert_eq!(place.run(&verify), (0, String::new()));
    let (status, said) = place.run(&["verify", "-b", "-head", "cube", "@/square.f90"]);
    assert!(status == 1 && said.contains("error[RT0302]"), "{said}");
}
