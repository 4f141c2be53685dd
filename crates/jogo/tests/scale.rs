//! Wrong settings of servers that share a database: each is told in one line, which shows no secret.

use std::fs;
use std::process::Command;

#[test]
fn settings_of_servers_on_a_database_are_checked_and_show_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("database");
    fs::write(&file, "nonsense:secret\n").unwrap();
    let named = format!("@{}", file.display());
    let unreached = "postgres://jogo@127.0.0.1:1/jogo";
    let listen = ["serve", "--database", unreached, "--cluster-listen", "127.0.0.1:0"];
    let said = "can be seen by other users";
    for (arguments, variable, said) in [
        (&["serve", "--database", "postgres://me:secret@localhost/jogo"][..], ("", ""), said),
        (&["serve", "--database", "postgres://me@localhost/jogo?password=secret"], ("", ""), said),
        (&["store", "copy", "postgres://me:secret@localhost/jogo", "there"], ("", ""), said),
        (&["serve", "--database", "mysql://secret@localhost"], ("", ""), "postgres://USER@HOST/NAME"),
        (&["serve", "--database", &named], ("", ""), "postgres://USER@HOST/NAME"),
        (&["serve"], ("JOGO_DATABASE", "me:secret@localhost"), "postgres://USER@HOST/NAME"),
        (&["serve", "--database", "@/no/such/file"], ("", ""), "/no/such/file"),
        (&["serve", "--database", unreached], ("PGPASSWORD", "secret"), "cannot keep games in the database"),
        (&["serve", "--cluster-listen", "127.0.0.1:0"], ("", ""), "only in a database"),
        (&listen, ("", ""), "need a key"),
        (&listen, ("JOGO_CLUSTER_KEY", "secret"), "need a key"),
    ] {
        let mut jogo = Command::new(env!("CARGO_BIN_EXE_jogo"));
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("JOGO_")) {
            jogo.env_remove(name);
        }
        jogo.args(arguments).current_dir(folder.path()).env("XDG_DATA_HOME", folder.path());
        if !variable.0.is_empty() {
            jogo.env(variable.0, variable.1);
        }
        let output = jogo.output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && error.contains(said), "{arguments:?} {variable:?}: {error}");
        assert!(
            error.lines().count() == 1 && !error.contains("secret"),
            "{arguments:?} {variable:?}: {error}"
        );
    }
}
