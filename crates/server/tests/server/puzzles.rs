//! Puzzles: solved, tried wrongly, solved with hints, and none counted twice.

use std::panic::{AssertUnwindSafe, resume_unwind};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use engine::puzzles::PuzzleBook;
use futures_util::FutureExt;
use futures_util::future::join_all;
use puzzles::{PosedEntry, TryVerdict};
use serde_json::{Value, json};
use server::Limits;

use crate::host::{Answer, Browser, Host, bot_game};

/// The puzzle of an answer, as the book has it.
fn posed(game: &str, view: &Value) -> PosedEntry {
    let id = view["puzzle"]["id"].as_str().unwrap_or_else(|| panic!("no puzzle: {view}")).parse().unwrap();
    PosedEntry::find(games::find(game).unwrap(), id).unwrap()
}

/// A legal move that is none of those to find.
fn wrong(posed: PosedEntry) -> String {
    let moves = posed.record(0).unwrap().position().moves();
    let is_wrong = |mv: &String| matches!(posed.judge(0, mv), Some(Ok(TryVerdict::Wrong { .. })));
    moves.into_iter().find(is_wrong).unwrap()
}

impl Browser {
    async fn puzzle(&mut self, host: &Host, series: &str) -> Value {
        self.get(host, &format!("/api/puzzles/{series}")).await.json()
    }

    async fn act(&mut self, host: &Host, series: &str, act: &str, body: Value) -> Answer {
        self.call(host, "POST", &format!("/api/puzzles/{series}/{act}"), Some(body)).await
    }

    async fn attempt(
        &mut self,
        host: &Host,
        series: &str,
        posed: PosedEntry,
        found: usize,
        mv: &str,
    ) -> Answer {
        let body = json!({"puzzle": posed.entry.id.to_string(), "found": found, "move": mv});
        self.act(host, series, "try", body).await
    }

    /// Finds every move, and returns the last answer.
    async fn solve(&mut self, host: &Host, series: &str, posed: PosedEntry) -> Value {
        let mut last = Value::Null;
        for (found, find) in posed.entry.line.finds.iter().enumerate() {
            last = self.attempt(host, series, posed, found, find.shown()).await.json();
            assert_eq!(last["verdict"], "right", "{last}");
        }
        last
    }
}

#[tokio::test]
async fn every_series_is_solved_move_by_move_and_goes_on() {
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    for game in PuzzleBook::games() {
        let id = game.info.id;
        let series = format!("training/{id}");
        let first = ana.puzzle(&host, &series).await;
        let posed = posed(id, &first);
        assert_eq!(
            (&first["solver"]["rating"], &first["solver"]["provisional"]),
            (&json!(1500), &json!(true))
        );
        assert_ne!(first["puzzle"]["ask"]["en"], first["puzzle"]["ask"]["pt"]);
        assert!(!first["puzzle"]["moves"].as_array().unwrap().is_empty());
        let ended = ana.solve(&host, &series, posed).await["ended"].clone();
        assert_eq!((&ended["result"], &ended["solver"]["streak"]), (&json!("solved"), &json!(1)), "{id}");
        assert!(ended["change"].as_i64().unwrap() > 0);
        let second = ana.puzzle(&host, &series).await;
        assert_ne!(second["puzzle"]["id"], first["puzzle"]["id"]);
        let page = host.get(&format!("/puzzles/{id}")).await.text();
        assert!(page.contains("data-module=\"puzzle\"") && page.contains("data-series=\"training\""));
    }
    let list = ana.get(&host, "/api/puzzles").await.json();
    let solved = list["families"].as_array().unwrap().iter().flat_map(|one| one["games"].as_array().unwrap());
    assert!(solved.map(|one| &one["solver"]["solved"]).eq([&json!(1); 8]));
    assert!(host.get("/puzzles").await.text().contains("href=\"/puzzles/daily/neutreeko\""));
    for (language, title) in [("en", "Puzzle of the day of Ataxx"), ("pt", "Problema do dia de Ataxx")] {
        for path in ["/puzzles", "/puzzles/daily/ataxx"] {
            let request = Request::get(path).header("accept-language", language).body(Body::empty()).unwrap();
            assert!(host.ask(request).await.text().contains(title), "{path}, {language}");
        }
    }
}

#[tokio::test]
async fn a_wrong_try_counts_once_and_is_refuted_and_the_solution_comes_only_on_request() {
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    let series = "training/neutreeko";
    let view = ana.puzzle(&host, series).await;
    assert_eq!(ana.cookie, None, "looking is nobody's business");
    let posed = posed("neutreeko", &view);
    let (id, mv) = (posed.entry.id.to_string(), wrong(posed));
    let tried = json!({"puzzle": id, "found": 0, "move": mv});
    ana.act(&host, series, "refutation", tried.clone()).await.refused(409, "other-puzzle");
    // What is illegal does not count, nor cells that begin no move.
    for body in [json!({"move": "a1-a1"}), json!({"cells": ["c3"]}), json!({"cells": []})] {
        let mut body = body;
        (body["puzzle"], body["found"]) = (json!(id), json!(0));
        let answer = ana.act(&host, series, "try", body).await.json();
        assert_eq!((&answer["verdict"], &answer["after"]), (&json!("illegal"), &Value::Null));
        assert_ne!(answer["text"]["en"], answer["text"]["pt"]);
    }
    for _ in 0..2 {
        let answer = ana.act(&host, series, "try", tried.clone()).await.json();
        assert_eq!((&answer["verdict"], &answer["puzzle"]["failed"]), (&json!("wrong"), &json!(true)));
        assert_eq!(answer["after"]["last"]["move"], mv);
    }
    let refutation = ana.act(&host, series, "refutation", tried).await.json();
    assert!(!refutation["line"].as_array().unwrap().is_empty(), "{refutation}");
    let said = refutation["text"].as_object().unwrap();
    assert!(said["en"].as_str().unwrap().starts_with(&mv) && said["en"] != said["pt"], "{refutation}");
    // Of the right move nothing is said.
    let right = json!({"puzzle": id, "found": 0, "move": posed.entry.line.finds[0].shown()});
    ana.act(&host, series, "refutation", right).await.refused(409, "other-puzzle");
    let solution = ana.act(&host, series, "solution", json!({"puzzle": id})).await.json();
    let moves =
        solution["line"].as_array().unwrap().iter().map(|board| board["last"]["move"].as_str().unwrap());
    assert!(moves.eq(posed.solution(0)));
    assert_eq!(
        (&solution["ended"]["result"], &solution["ended"]["solver"]["streak"]),
        (&json!("failed"), &json!(0))
    );
    assert!(solution["ended"]["change"].as_i64().unwrap() < 0);
    ana.act(&host, series, "solution", json!({"puzzle": id})).await.refused(409, "other-puzzle");
    // It never comes again for a rating: neither by its name, nor as the next one.
    ana.attempt(&host, series, posed, 0, posed.entry.line.finds[0].shown())
        .await
        .refused(409, "other-puzzle");
    let kept = ana.get(&host, "/api/puzzles/progress").await;
    assert_eq!(kept.header("content-type"), "application/json");
    assert_eq!(
        (&kept.json()["games"]["neutreeko"]["failed"], &kept.json()["games"]["neutreeko"]["seen"]),
        (&json!(1), &json!([id]))
    );
}

#[tokio::test]
async fn hints_come_in_three_steps_however_often_one_is_asked_for() {
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    let series = "training/knightline";
    let view = ana.puzzle(&host, series).await;
    let posed = posed("knightline", &view);
    let id = posed.entry.id.to_string();
    let ask = |step: usize| json!({"puzzle": id, "found": 0, "step": step});
    for step in 0..3 {
        for _ in 0..2 {
            let hint = ana.act(&host, series, "hint", ask(step)).await.json();
            assert_eq!(hint["step"], step);
            assert_ne!(hint["text"]["en"], hint["text"]["pt"]);
            assert_eq!(hint["move"].as_str(), (step == 2).then(|| posed.entry.line.finds[0].shown()));
            let view = ana.puzzle(&host, series).await;
            assert_eq!(
                (&view["puzzle"]["hints"], &view["puzzle"]["failed"]),
                (&json!(step + 1), &json!(step == 2))
            );
        }
    }
    let ended = ana.solve(&host, series, posed).await["ended"].clone();
    assert_eq!(ended["result"], "failed", "the last step names the move");
    // A puzzle that was not tried is left without a trace; one that was counts.
    let left = ana.puzzle(&host, series).await;
    let next = ana.act(&host, series, "next", json!({"puzzle": left["puzzle"]["id"]})).await.json();
    assert_eq!(next["solver"]["rating"], ended["solver"]["rating"]);
    let again = super::puzzles::posed("knightline", &next);
    ana.attempt(&host, series, again, 0, &wrong(again)).await;
    let next = ana.act(&host, series, "next", json!({"puzzle": again.entry.id.to_string()})).await.json();
    assert!(next["solver"]["rating"].as_i64() < ended["solver"]["rating"].as_i64());
    ana.act(&host, series, "next", json!({"puzzle": again.entry.id.to_string()}))
        .await
        .refused(409, "other-puzzle");
}

#[tokio::test]
async fn requests_at_once_neither_lose_nor_count_twice() {
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    let body = ana.puzzle(&host, "training/ataxx").await;
    // Gives her a cookie.
    ana.act(&host, "training/ataxx", "hint", json!({"puzzle": body["puzzle"]["id"], "found": 0, "step": 0}))
        .await;
    let mut tries = Vec::new();
    for game in ["neutreeko", "knightline", "threedragons", "knightline-feup"] {
        let series = format!("training/{game}");
        let posed = posed(game, &ana.puzzle(&host, &series).await);
        let mv = wrong(posed);
        tries.push((series, posed, mv));
    }
    let once = |(series, posed, mv): &(String, PosedEntry, String)| {
        let (series, posed, mv) = (series.clone(), *posed, mv.clone());
        let (mut browser, host) = (ana.clone(), &host);
        async move { browser.attempt(host, &series, posed, 0, &mv).await.status }
    };
    assert!(join_all(tries.iter().map(once)).await.iter().all(|status| *status == StatusCode::OK));
    for (series, ..) in &tries {
        assert_eq!(ana.puzzle(&host, series).await["puzzle"]["failed"], true, "{series}: none is lost");
    }
    // The same right move six times.
    let series = "training/threedragons-power";
    let posed = posed("threedragons-power", &ana.puzzle(&host, series).await);
    let finds = &posed.entry.line.finds;
    for (found, find) in finds.iter().enumerate() {
        let send = |_| {
            let (mut browser, host) = (ana.clone(), &host);
            async move { browser.attempt(host, series, posed, found, find.shown()).await }
        };
        let answers = join_all((0..6).map(send)).await;
        let (taken, late): (Vec<_>, Vec<_>) =
            answers.iter().partition(|answer| answer.status == StatusCode::OK);
        assert_eq!(taken.len(), 1);
        late.iter().for_each(|answer| answer.refused(409, "other-puzzle"));
    }
    let solver = ana.puzzle(&host, series).await["solver"].clone();
    assert_eq!((&solver["solved"], &solver["streak"], &solver["seen"]), (&json!(1), &json!(1), &json!(1)));
}

#[tokio::test]
async fn the_puzzle_of_the_day_is_the_same_for_all_and_is_solved_once() {
    let (host, _folder) = Host::start().await;
    let day = async || Browser::default().get(&host, "/api/puzzles").await.json()["date"].clone();
    let before = day().await;
    if let Err(failure) = AssertUnwindSafe(solve_the_daily(&host)).catch_unwind().await {
        // A day that begins in between brings another puzzle.
        if day().await == before {
            resume_unwind(failure);
        }
        solve_the_daily(&host).await;
    }
}

async fn solve_the_daily(host: &Host) {
    let (mut ana, mut rui) = (Browser::default(), Browser::default());
    let series = "daily/threedragons";
    let view = ana.puzzle(host, series).await;
    // Another rule set of the family leads to the same one.
    assert_eq!(rui.puzzle(host, "daily/threedragons-dragons").await["puzzle"]["id"], view["puzzle"]["id"]);
    assert_eq!(view["date"].as_str().unwrap().len(), 10);
    assert_eq!((&view["solver"]["rating"], &view["solver"]["streak"]), (&Value::Null, &json!(0)));
    let posed = posed(view["game"].as_str().unwrap(), &view);
    ana.act(host, series, "next", json!({"puzzle": view["puzzle"]["id"]}))
        .await
        .refused(404, "page-not-found");
    let ended = ana.solve(host, series, posed).await["ended"].clone();
    assert_eq!(
        (&ended["result"], &ended["change"], &ended["solver"]["streak"]),
        (&json!("solved"), &json!(0), &json!(1))
    );
    let over = ana.puzzle(host, series).await;
    assert_eq!((&over["solver"]["result"], &over["puzzle"]["moves"]), (&json!("solved"), &json!([])));
    ana.attempt(host, series, posed, 0, &wrong(posed)).await.refused(409, "other-puzzle");
    // Its solution may be seen again; that changes nothing.
    let solution = ana.act(host, series, "solution", json!({"puzzle": view["puzzle"]["id"]})).await.json();
    assert!(solution["ended"].is_null() && !solution["line"].as_array().unwrap().is_empty());
    let list = ana.get(host, "/api/puzzles").await.json();
    assert_eq!(list["families"][3]["daily"]["solver"]["result"], "solved");
    assert_eq!(list["families"][3]["games"][0]["solver"]["rating"], 1500);
    assert_eq!(rui.puzzle(host, series).await["solver"]["result"], Value::Null);
}

#[tokio::test]
async fn progress_goes_with_its_owner() {
    let (host, _folder) = Host::start().await;
    let (mut ana, mut phone) = (Browser::default(), Browser::default());
    let view = ana.puzzle(&host, "training/ataxx").await;
    ana.solve(&host, "training/ataxx", posed("ataxx", &view)).await;
    let cookie = ana.cookie.clone();
    assert!(cookie.is_some());
    ana.create(&host, bot_game()).await;
    assert_eq!(ana.cookie, cookie, "who has solved puzzles is known");
    let next = json!({"puzzle": ana.puzzle(&host, "training/ataxx").await["puzzle"]["id"]});
    let renewed = ana.act(&host, "training/ataxx", "next", next).await;
    assert_eq!(ana.cookie, cookie);
    assert!(
        renewed.header("set-cookie").contains("; Max-Age=31536000; HttpOnly"),
        "kept for a year from now"
    );
    let kept = ana.get(&host, "/api/puzzles/progress").await.json();
    assert_eq!(kept["games"]["ataxx"]["solved"], 1);
    let import = async |browser: &mut Browser, body: Value| {
        browser.call(&host, "POST", "/api/puzzles/progress", Some(body)).await
    };
    assert_eq!(import(&mut phone, kept.clone()).await.status, StatusCode::NO_CONTENT);
    assert_eq!(phone.get(&host, "/api/puzzles/progress").await.json(), kept);
    for (body, status, code) in [
        (json!({"games": 7}), 422, "bad-progress"),
        (json!({"games": {"ataxx": {"rating": "high"}}}), 422, "bad-progress"),
        (json!([]), 400, "malformed"),
        (json!("x".repeat(129 << 10)), 413, "too-large"),
    ] {
        import(&mut phone, body).await.refused(status, code);
    }
    assert_eq!(phone.get(&host, "/api/puzzles/progress").await.json(), kept);
    assert_eq!(
        phone.call(&host, "DELETE", "/api/puzzles/progress", None).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(phone.get(&host, "/api/puzzles/progress").await.json()["games"], json!({}));
    assert_eq!(ana.call(&host, "DELETE", "/api/me", None).await.status, StatusCode::NO_CONTENT);
    let nothing = Browser { cookie }.get(&host, "/api/puzzles/progress").await.json();
    assert_eq!(nothing["games"], json!({}), "it is deleted with the games");
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_and_tries_are_limited() {
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    let series = "training/neutreeko";
    let id = ana.puzzle(&host, series).await["puzzle"]["id"].clone();
    for body in [
        json!({}),
        json!({"puzzle": id, "found": -1, "move": "a1-a2"}),
        json!({"puzzle": id, "found": 0, "move": "x".repeat(101)}),
        json!({"puzzle": id, "found": 0, "cells": vec!["a1"; 9]}),
        json!({"puzzle": id, "found": 0, "cells": ["x".repeat(101)]}),
        json!({"puzzle": 7, "found": 0, "move": "a1-a2"}),
        json!({"puzzle": id, "found": 0, "move": "a1-a2", "more": 1}),
        json!([]),
    ] {
        ana.act(&host, series, "try", body).await.refused(400, "malformed");
    }
    for (found, puzzle) in
        [(1, id.clone()), (usize::MAX, id.clone()), (0, json!("00000000")), (0, json!("é"))]
    {
        let body = json!({"puzzle": puzzle, "found": found, "move": "a1-a2"});
        ana.act(&host, series, "try", body.clone()).await.refused(409, "other-puzzle");
        ana.act(&host, series, "refutation", body).await.refused(409, "other-puzzle");
    }
    assert_eq!(ana.cookie, None, "nothing of it was kept");
    for path in ["training/chess", "daily/chess"] {
        host.get(&format!("/api/puzzles/{path}")).await.refused(422, "unknown-game");
    }
    host.get("/api/puzzles/weekly/ataxx").await.refused(404, "page-not-found");
    for path in ["/puzzles/chess", "/puzzles/daily/chess", "/puzzles/daily"] {
        assert_eq!(host.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }

    let folder = tempfile::tempdir().unwrap();
    let limits = Limits {
        puzzles_burst: 4,
        puzzles_per_minute: 1,
        games_burst: 1,
        games_per_minute: 1,
        ..Limits::generous()
    };
    let host = Host::start_in(folder.path(), limits).await;
    let mut ana = Browser::default();
    let posed = posed("neutreeko", &ana.puzzle(&host, series).await);
    let mv = wrong(posed);
    for _ in 0..2 {
        assert_eq!(ana.attempt(&host, series, posed, 0, &mv).await.status, StatusCode::OK);
    }
    // A solver who is new to the server counts like a new game.
    Browser::default().attempt(&host, series, posed, 0, &mv).await.refused(429, "too-many-games");
    ana.attempt(&host, series, posed, 0, &mv).await;
    let late = ana.attempt(&host, series, posed, 0, &mv).await;
    late.refused(429, "too-fast");
    assert_ne!(late.header("retry-after"), "");
}
