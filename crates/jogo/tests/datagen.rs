//! Training data: made, continued, merged and refused.

use std::fs;
use std::path::Path;
use std::process::Command;

const JOGO: &str = env!("CARGO_BIN_EXE_jogo");

#[test]
fn data_of_an_interrupted_run_is_continued_as_if_nothing_had_happened() {
    let folder = tempfile::tempdir().unwrap();
    let make = |name: &str, positions: &str, threads: &str| -> Vec<u8> {
        let path = folder.path().join(name);
        let made = Command::new(JOGO)
            .args([
                "datagen",
                "ataxx",
                "--nodes",
                "20",
                "--seed",
                "5",
                "--positions",
                positions,
                "--threads",
                threads,
                "--out",
            ])
            .arg(&path)
            .output()
            .unwrap();
        assert!(made.status.success(), "{made:?}");
        fs::read(&path).unwrap()
    };
    let whole = make("whole", "4000", "1");
    let part = make("part", "1000", "2");
    assert!(part.len() < whole.len());
    // The program is killed while it writes a block.
    fs::write(folder.path().join("part"), &whole[..part.len() + 9]).unwrap();
    assert_eq!(make("part", "4000", "2"), whole);
    let path = folder.path().join("part");
    let fail = |args: &[&str]| {
        let failed =
            Command::new(JOGO).args(["datagen"]).args(args).arg("--out").arg(&path).output().unwrap();
        assert_eq!(failed.status.code(), Some(2), "{failed:?}");
        String::from_utf8(failed.stderr).unwrap()
    };
    for other in [
        &["--nodes", "21"][..],
        &["--nodes", "20", "--balanced"],
        &["--nodes", "20", "--random-plies", "0", "0"],
    ] {
        let arguments = [&["ataxx", "--seed", "5"], other].concat();
        assert!(fail(&arguments).contains("begun with other settings"), "{other:?}");
    }
    assert!(fail(&["neutreeko"]).contains("Neutreeko has no neural evaluation"));
    assert_eq!(fs::read(&path).unwrap(), whole, "a refusal changes nothing");
    // Damage in the middle is not mended by removing what follows it.
    let mut damaged = whole;
    damaged[200] ^= 1;
    fs::write(&path, &damaged).unwrap();
    assert!(fail(&["ataxx", "--nodes", "20", "--seed", "5"]).contains("a block is damaged"));
    assert_eq!(fs::read(&path).unwrap(), damaged);
    let merge = |name: &str, part: &Path| {
        let out = folder.path().join(name);
        let merged = Command::new(JOGO)
            .args(["datagen", "ataxx", "--merge"])
            .arg(part)
            .arg("--out")
            .arg(&out)
            .output()
            .unwrap();
        (merged.status.code(), out.exists())
    };
    assert_eq!(merge("damaged", &path), (Some(2), false), "nothing is half done");
    assert_eq!(merge("good", &folder.path().join("whole")), (Some(0), true));
}
