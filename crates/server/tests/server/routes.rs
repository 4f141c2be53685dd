//! Everything that is asked once.

use axum::body::Body;
use axum::http::Request;
use base64::Engine;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::host::{Browser, Host, Socket, bot_game};

#[tokio::test]
async fn the_catalogue_lists_every_rule_set() {
    let (host, _folder) = Host::start().await;
    let catalogue = host.get("/api/catalogue").await.json();
    let listed: Vec<&str> =
        catalogue["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(listed, games::GAMES.iter().map(|game| game.info.id).collect::<Vec<_>>());
    for game in catalogue["games"].as_array().unwrap() {
        let picture = &game["picture"];
        let size = picture["rows"].as_array().unwrap().len() * picture["columns"].as_array().unwrap().len();
        assert_eq!(picture["cells"].as_array().unwrap().len(), size);
        assert!(game["bots"].as_array().unwrap().contains(&json!("level:10")));
        let rules = host.get(&format!("/api/rules/{}?lang=pt", game["id"].as_str().unwrap())).await;
        assert!(rules.json()["markdown"].as_str().unwrap().starts_with('#'));
    }
    assert_eq!(catalogue["reach"]["kind"], "local");
    host.get("/api/rules/chess").await.refused(422, "unknown-game");
}

#[tokio::test]
async fn words_come_in_both_languages_and_are_not_sent_twice() {
    let (host, _folder) = Host::start().await;
    let [en, pt] = [host.get("/api/words/en").await, host.get("/api/words/pt").await];
    assert_ne!(en.json()["web-title"], pt.json()["web-title"]);
    assert!(en.json()["web-learn"].is_string(), "texts of all files, where they are for the page");
    assert_eq!(en.json().as_object().unwrap().len(), pt.json().as_object().unwrap().len());
    let again = host
        .ask(
            Request::get("/api/words/en")
                .header("if-none-match", en.header("etag"))
                .body(Body::empty())
                .unwrap(),
        )
        .await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    host.get("/api/words/de").await.refused(404, "page-not-found");
}

#[tokio::test]
async fn programs_get_a_description_of_every_path() {
    let (host, _folder) = Host::start().await;
    let description = host.get("/api/openapi.json").await.json();
    let paths = description["paths"].as_object().unwrap();
    for path in [
        "/api/games",
        "/api/games/{id}",
        "/api/games/{id}/join",
        "/api/seats",
        "/api/me",
        "/api/games/{id}/board.png",
        "/api/games/{id}/review",
        "/api/analysis",
        "/api/study",
        "/healthz",
    ] {
        assert!(paths.contains_key(path), "{path}");
    }
    assert_eq!(paths.len(), 41);
    assert_eq!(host.get("/healthz").await.text(), "ok");
}

#[tokio::test]
async fn every_answer_is_guarded() {
    let (host, _folder) = Host::start().await;
    for path in [
        "/",
        "/g/AAAAAAAAAAA",
        "/assets/any/main.js",
        "/new/ataxx",
        "/rules/ataxx",
        "/api/catalogue",
        "/nowhere",
        "/api/games/AAAAAAAAAAA",
    ] {
        let answer = host.get(path).await;
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "same-origin");
        assert_eq!(answer.header("set-cookie"), "", "{path}: GET gives no secret");
    }
    host.get("/nowhere").await.refused(404, "page-not-found");
    for path in ["/nowhere", "/new/chess"] {
        let page =
            host.ask(Request::get(path).header("accept", "text/html,*/*").body(Body::empty()).unwrap()).await;
        assert_eq!(page.status, 404);
        assert!(
            page.text().contains("There is no such page.") && page.text().contains("href=\"/new/ataxx\""),
            "{path}: people get a page"
        );
    }
    host.get("/assets/any/../../Cargo.toml").await.refused(404, "page-not-found");
    host.get("/api/games/..%2f..%2fpasswd").await.refused(404, "game-not-found");
}

#[tokio::test]
async fn the_first_page_is_whole_before_any_script_runs() {
    let (host, _folder) = Host::start().await;
    let ask = |path: &str, headers: &[(&str, &str)]| {
        let request =
            headers.iter().fold(Request::get(path), |request, (name, value)| request.header(*name, *value));
        host.ask(request.body(Body::empty()).unwrap())
    };
    let english = ask("/", &[("accept-language", "de, en;q=0.5")]).await.text();
    for game in games::GAMES {
        let family =
            format!("<h2 id=\"card-{}\">{}</h2>", games::svg::slug(game.info.family), game.info.family);
        assert_eq!(english.matches(&family).count(), 1, "{family}");
    }
    assert!(
        english.contains("<html lang=\"en\">")
            && english.contains("href=\"/new/ataxx\"")
            && english.contains("href=\"/rules/ataxx\"")
    );
    assert!(!english.contains("<script>") && !english.contains("style=\""), "the policy allows neither");
    // A choice made on the page comes before the wishes of the browser.
    for headers in
        [&[("accept-language", "pt-PT,en")][..], &[("accept-language", "en"), ("cookie", "a=b; language=pt")]]
    {
        assert!(ask("/", headers).await.text().contains("<html lang=\"pt\">"), "{headers:?}");
    }
    assert!(ask("/", &[("cookie", "language=<b>")]).await.text().contains("<html lang=\"en\">"));
    assert!(host.get("/rules/threedragons-power").await.text().contains("Rules of Three Dragons: Power"));
    host.get("/new/chess").await.refused(404, "page-not-found");
}

#[tokio::test]
async fn the_stylesheet_in_a_page_is_the_one_that_its_policy_names() {
    let (host, _folder) = Host::start().await;
    for path in ["/", "/new/ataxx", "/rules/ataxx", "/g/AAAAAAAAAAA"] {
        let page = host.get(path).await;
        let text = page.text();
        let (_, rest) = text.split_once("<style>").unwrap();
        let (style, rest) = rest.split_once("</style>").unwrap();
        assert!(style.contains(".card") && !rest.contains("<style"), "{path}: one stylesheet");
        let hash = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(style));
        let policy = page.header("content-security-policy");
        let styles = policy.split("; ").find(|part| part.starts_with("style-src ")).unwrap();
        assert!(styles.contains(&format!("'sha256-{hash}'")), "{path}: {policy}");
        // Nothing else may style a page: the other hashes are those of the other stylesheets.
        assert!(styles.split(' ').skip(1).all(|source| source.starts_with("'sha256-")), "{path}: {policy}");
        assert!(
            policy.contains("script-src 'self';") && policy.contains("frame-ancestors 'none'"),
            "{path}: {policy}"
        );
        // A browser that has the page takes over the headers that come instead of it.
        let tag = page.header("etag");
        if !tag.is_empty() {
            let request = Request::get(path).header("if-none-match", tag).body(Body::empty()).unwrap();
            let known = host.ask(request).await;
            assert_eq!(
                (known.status.as_u16(), known.header("content-security-policy")),
                (304, policy),
                "{path}"
            );
        }
    }
}

#[tokio::test]
async fn files_of_the_page_are_kept_for_as_long_as_they_stay_the_same() {
    let (host, _folder) = Host::start().await;
    let page = host.get("/").await.text();
    let (_, rest) = page.split_once("<script type=\"module\" src=\"").unwrap();
    let (path, _) = rest.split_once('"').unwrap();
    let file = host.get(path).await;
    assert!(
        file.header("cache-control").contains("immutable")
            && file.header("content-type").starts_with("text/javascript")
    );
    let request = Request::get(path).header("accept-encoding", "br, gzip").body(Body::empty()).unwrap();
    let packed = host.ask(request).await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert!(packed.body.len() < file.body.len());
    let name = path.rsplit('/').next().unwrap();
    let other = host.get(&format!("/assets/another-version/{name}")).await;
    assert_eq!((other.header("cache-control"), other.body.len()), ("no-cache", file.body.len()));
    let request =
        Request::get(format!("/assets/another-version/{name}")).header("if-none-match", other.header("etag"));
    assert_eq!(host.ask(request.body(Body::empty()).unwrap()).await.status, 304);
    host.get("/assets/another-version/nothing.js").await.refused(404, "page-not-found");
}

#[tokio::test]
async fn looking_takes_no_seat_and_names_are_escaped() {
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    let id = ana.create(&host, bot_game()).await;
    let page = host.get(&format!("/g/{id}")).await;
    assert!(
        page.text().contains("og:image")
            && page.text().contains("Ana &#60;b&#62;")
            && !page.text().contains("<b>"),
        "{}",
        page.text()
    );
    assert_eq!(host.get("/g/AAAAAAAAAAA").await.status, 404);

    let open = ana.create(&host, json!({"game": "ataxx", "opponent": "friend"})).await;
    let mut rui = Browser::default();
    for path in [format!("/g/{open}"), format!("/api/games/{open}"), format!("/api/games/{open}/board.svg")] {
        assert!(rui.get(&host, &path).await.status.is_success());
    }
    assert_eq!(rui.get(&host, &format!("/api/games/{open}")).await.json()["now"]["seats"][1]["open"], true);
    assert_eq!(rui.join(&host, &open).await.json()["side"], "second");
    assert_eq!(
        rui.join(&host, &open).await.json()["side"],
        "second",
        "who sits there gets the own side again"
    );
    Browser::default().join(&host, &open).await.refused(409, "seat-taken");
    let state = rui.get(&host, &format!("/api/games/{open}")).await.json();
    assert_eq!(
        (&state["you"], &state["now"]["seats"][1]["name"], &state["version"]),
        (&json!("second"), &json!("Rui"), &json!(2))
    );
}

#[tokio::test]
async fn what_cannot_be_played_is_refused() {
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    for (change, status, code) in [
        (json!({"game": "chess"}), 422, "unknown-game"),
        (json!({"opponent": "engine:sh"}), 422, "unknown-opponent"),
        (json!({"opponent": "uai:sh"}), 422, "unknown-opponent"),
        (json!({"opponent": "level:11"}), 422, "unknown-opponent"),
        (json!({"opponent": "report"}), 422, "unknown-opponent"),
        (json!({"opponent": "friend", "watch": "level:3"}), 422, "unknown-opponent"),
        (json!({"watch": "human"}), 422, "unknown-opponent"),
        (json!({"start": "nowhere"}), 422, "unknown-start"),
        (json!({"position": "5/5/5 w"}), 422, "bad-position"),
        (json!({"position": "3ww/4b/3wb/4b/5 w"}), 409, "game-over"),
        (json!({"position": "x", "start": "standard"}), 400, "malformed"),
        (json!({"clock": {"initial_s": 0}}), 422, "bad-clock"),
        (json!({"clock": {"initial_s": 60, "increment_s": 601}}), 422, "bad-clock"),
        (json!({"side": "white"}), 422, "bad-side"),
        (json!({"unknown": 1}), 400, "malformed"),
        (json!({"name": "x".repeat(10_000)}), 413, "too-large"),
    ] {
        let mut body = bot_game();
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        ana.call(&host, "POST", "/api/games", Some(body)).await.refused(status, code);
    }
    let plain = Request::post("/api/games").body(Body::from(bot_game().to_string())).unwrap();
    host.ask(plain).await.refused(400, "malformed");
}

#[tokio::test]
async fn games_come_as_text_and_as_pictures() {
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    for game in games::GAMES {
        let id = ana.create(&host, json!({"game": game.info.id, "opponent": "self", "name": "Ana"})).await;
        let mut socket = ana.connect(&host, &id, "moves=true").await;
        let moves = socket.next_of("moves").await;
        let mv = moves["moves"][0]["move"].as_str().unwrap();
        assert_eq!(socket.ask(json!({"type": "move", "ply": 0, "move": mv})).await["type"], "ok");

        let text = host.get(&format!("/api/games/{id}/record.txt")).await.text();
        let record = &games::Record::read_all(&text).unwrap()[0];
        assert_eq!((record.moves(), record.tag("First")), (&[mv.to_owned()][..], Some("Ana")));
        let position = host.get(&format!("/api/games/{id}/position.txt?ply=0")).await.text();
        assert_eq!(position.trim_end(), (game.start)().to_string());
        let pgn = host.get(&format!("/api/games/{id}/record.pgn")).await;
        if game.info.pgn.is_some() {
            assert!(pgn.status.is_success());
        } else {
            pgn.refused(404, "no-pgn");
        }

        let svg = host.get(&format!("/api/games/{id}/board.svg?flip=true")).await;
        assert!(svg.text().starts_with("<svg") && svg.header("content-security-policy").contains("'sha256-"));
        let positions = host.get(&format!("/api/games/{id}/positions?from=0&to=99")).await.json();
        assert_eq!(positions["positions"].as_array().unwrap().len(), 2);
        assert_eq!(positions["positions"][1]["last"]["move"], mv);
        host.get(&format!("/api/games/{id}/board.svg?ply=2")).await.refused(404, "no-such-ply");
    }
    let id = ana.create(&host, bot_game()).await;
    let png = host.get(&format!("/api/games/{id}/board.png")).await;
    assert_eq!((png.header("content-type"), &png.body[..4]), ("image/png", &b"\x89PNG"[..]));
    assert!(host.get(&format!("/api/games/{id}/link.svg")).await.text().contains("<svg"));
}

#[tokio::test]
async fn hints_are_refused_in_games_between_people() {
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    let id = ana
        .create(&host, json!({"game": "neutreeko", "opponent": "self", "position": "3w1/b4/5/bw3/1wb2 w"}))
        .await;
    let hint =
        ana.call(&host, "POST", &format!("/api/games/{id}/hint"), Some(json!({"lines": 2}))).await.json();
    assert_eq!((&hint["lines"][0]["moves"][0], &hint["lines"][0]["kind"]), (&json!("d5-b3"), &json!("win")));
    assert_eq!(hint["lines"][0]["cells"], json!(["d5", "b3"]));
    assert_eq!(hint["lines"].as_array().unwrap().len(), 2);
    assert_eq!(
        (&hint["lines"][0]["distance"], &hint["lines"][0]["text"]["pt"]),
        (&json!("exact"), &json!("ganha em 1 jogada"))
    );
    // A bound of a proof is not given as an exact value.
    let id = ana
        .create(&host, json!({"game": "knightline", "opponent": "self", "position": "b5..w1/.w19b15. w @l1"}))
        .await;
    let hint = ana.call(&host, "POST", &format!("/api/games/{id}/hint"), Some(json!({}))).await.json();
    assert_eq!(
        (&hint["lines"][0]["distance"], &hint["lines"][0]["text"]["en"]),
        (&json!("at most"), &json!("wins within 17"))
    );
    let id = ana.create(&host, json!({"game": "neutreeko", "opponent": "friend"})).await;
    ana.call(&host, "POST", &format!("/api/games/{id}/hint"), Some(json!({})))
        .await
        .refused(403, "hint-refused");
}

#[tokio::test]
async fn a_preview_lists_the_effects_of_a_move() {
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    let id = ana
        .create(&host, json!({"game": "ataxx", "opponent": "self", "position": "7/7/7/2xo3/3o3/7/7 x 0 1"}))
        .await;
    let mut socket = ana.connect(&host, &id, "").await;
    let moves = socket.ask(json!({"type": "moves"})).await;
    let clone = moves["moves"].as_array().unwrap().iter().find(|one| one["move"] == "c3").unwrap();
    assert_eq!(clone["gestures"], json!([{"cells": ["c4", "c3"]}]));
    assert_eq!(clone["counts"], json!([4, 0]));
    let changed: Vec<&str> =
        clone["changes"].as_array().unwrap().iter().map(|cell| cell["name"].as_str().unwrap()).collect();
    assert_eq!(changed, ["d4", "c3", "d3"], "{clone}");
    let objection = socket.ask(json!({"type": "objection", "cells": ["a1"]})).await;
    assert!(objection["text"]["en"].as_str().is_some(), "{objection}");
    let refused = socket.ask(json!({"type": "move", "ply": 0, "move": "g7"})).await;
    assert_eq!(Socket::code(&refused), "illegal-move");
}

#[tokio::test]
async fn a_game_is_drawn_at_the_limit_of_moves() {
    let folder = tempfile::tempdir().unwrap();
    let host =
        Host::start_in(folder.path(), server::Limits { plies_max: 4, ..server::Limits::generous() }).await;
    let mut ana = Browser::default();
    let id = ana.create(&host, json!({"game": "neutreeko", "opponent": "self"})).await;
    let mut socket = ana.connect(&host, &id, "").await;
    for (ply, mv) in ["b1-c1", "b5-a5", "c1-a1", "a5-c5"].iter().enumerate() {
        assert_eq!(socket.ask(json!({"type": "move", "ply": ply, "move": mv})).await["type"], "ok");
    }
    let now = ana.get(&host, &format!("/api/games/{id}")).await.json()["now"].clone();
    assert_eq!((&now["result"], &now["turn"]), (&json!("1/2-1/2"), &Value::Null));
    assert_eq!(now["ending"]["en"], "games end undecided after 4 moves here");
    let late = socket.ask(json!({"type": "move", "ply": 4, "move": "a1-c1"})).await;
    assert_eq!(Socket::code(&late), "game-over");
    let record = ana.get(&host, &format!("/api/games/{id}/record.txt")).await.text();
    assert!(record.contains("[Termination \"move limit\"]"), "{record}");
    assert_eq!(
        games::Record::read_all(&record).unwrap()[0].closing(),
        Some(games::record::Closing::MoveLimit)
    );
    for (path, text) in [
        ("/api/rules/ataxx", "drawn after 4 moves"),
        ("/api/rules/ataxx?lang=pt", "ao fim de 4 jogadas"),
        ("/rules/ataxx", "drawn after 4 moves"),
    ] {
        assert!(host.get(path).await.text().contains(text), "{path}");
    }
    host.stop().await;
    let host = Host::start_in(folder.path(), server::Limits::generous()).await;
    assert_eq!(ana.get(&host, &format!("/api/games/{id}")).await.json()["now"]["result"], "1/2-1/2");
}
