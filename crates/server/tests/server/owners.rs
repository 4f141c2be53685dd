//! Identities: cookies, codes that move a seat, names, and what belongs to a player.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::host::{Browser, Host, bot_game};

#[tokio::test]
async fn cookies_keep_their_secrets() {
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    let answer = ana.call(&host, "POST", "/api/games", Some(bot_game())).await;
    let cookie = answer.header("set-cookie");
    for part in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age="] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let again = ana.call(&host, "POST", "/api/games", Some(bot_game())).await;
    assert_eq!(again.header("set-cookie"), "", "one secret is enough");
}

#[tokio::test]
async fn a_code_moves_a_seat_once() {
    let (host, _folder) = Host::start().await;
    let (mut desk, mut phone, mut thief) = (Browser::default(), Browser::default(), Browser::default());
    let id = desk.create(&host, bot_game()).await;
    thief.call(&host, "POST", &format!("/api/games/{id}/code"), None).await.refused(403, "not-seated");
    let code = desk.call(&host, "POST", &format!("/api/games/{id}/code"), None).await.json()["code"]
        .as_str()
        .unwrap()
        .to_lowercase();
    thief
        .call(&host, "POST", "/api/seats", Some(json!({"code": "AAAA-BBBB-CCCC-DDDD"})))
        .await
        .refused(404, "code-unknown");
    let moved = phone.call(&host, "POST", "/api/seats", Some(json!({"code": code}))).await.json();
    assert_eq!(moved, json!({"id": id, "side": "first"}));
    thief.call(&host, "POST", "/api/seats", Some(json!({"code": code}))).await.refused(404, "code-unknown");
    assert_eq!(desk.get(&host, &format!("/api/games/{id}")).await.json()["you"], Value::Null);
    assert_eq!(phone.get(&host, &format!("/api/games/{id}")).await.json()["you"], "first");
}

#[tokio::test]
async fn players_list_export_and_delete_their_games() {
    let (host, _folder) = Host::start().await;
    let (mut ana, mut rui) = (Browser::default(), Browser::default());
    assert_eq!(ana.get(&host, "/api/me").await.json()["games"], json!([]));
    let alone = ana.create(&host, bot_game()).await;
    let shared = ana.create(&host, json!({"game": "ataxx", "opponent": "friend", "name": "Ana"})).await;
    rui.join(&host, &shared).await;
    let mine = ana.get(&host, "/api/me").await.json();
    assert_eq!(mine["games"].as_array().unwrap().len(), 2);
    let records = games::Record::read_all(&ana.get(&host, "/api/me/export").await.text()).unwrap();
    assert_eq!(records.len(), 2);

    rui.call(&host, "DELETE", &format!("/api/games/{alone}"), None).await.refused(403, "not-seated");
    let mut watching = rui.connect(&host, &shared, "").await;
    watching.next_of("state").await;
    assert_eq!(ana.call(&host, "DELETE", "/api/me", None).await.status, 204);
    host.get(&format!("/api/games/{alone}")).await.refused(404, "game-not-found");
    // Where another person has a part in it, the game stays without her.
    let update = watching.next_of("update").await;
    assert_eq!(
        (&update["cause"]["kind"], &update["now"]["seats"][0]["name"]),
        (&json!("deleted"), &Value::Null)
    );
    assert_eq!(update["now"]["result"], "0-1");
    assert_eq!(rui.call(&host, "DELETE", &format!("/api/games/{shared}"), None).await.status, 204);
    assert_eq!(watching.try_next().await, Err(1000));
    host.get(&format!("/api/games/{shared}")).await.refused(404, "game-not-found");
}

#[tokio::test]
async fn many_games_are_exported_and_deleted_as_well() {
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    let mut ids = Vec::new();
    for _ in 0..60 {
        ids.push(ana.create(&host, bot_game()).await);
    }
    // All were created within seconds, and still none is listed twice or left out where one list ends and the
    // next begins.
    let first = ana.get(&host, "/api/me").await.json();
    let rest = ana.get(&host, &format!("/api/me?before={}", first["more"])).await.json();
    let listed = [&first, &rest].map(|page| page["games"].as_array().unwrap());
    assert_eq!((listed.map(Vec::len), &rest["more"]), ([50, 10], &json!(null)));
    assert!(listed.into_iter().flatten().map(|game| &game["id"]).eq(ids.iter().rev()));
    assert_eq!(games::Record::read_all(&ana.get(&host, "/api/me/export").await.text()).unwrap().len(), 60);
    let cookie = ana.cookie.clone();
    assert_eq!(ana.call(&host, "DELETE", "/api/me", None).await.status, 204);
    for id in ids {
        host.get(&format!("/api/games/{id}")).await.refused(404, "game-not-found");
    }
    assert_eq!(Browser { cookie }.get(&host, "/api/me").await.json()["games"], json!([]));
}

#[tokio::test]
async fn by_https_the_cookie_has_a_prefix_and_the_old_one_is_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    let limits = server::Limits::generous();
    let public_url = Some("https://play.example.org".to_owned());
    let host = Host::start_as(server::Config { public_url, ..Host::config(folder.path(), limits) }).await;
    let mut ana = Browser::default();
    let answer = ana.call(&host, "POST", "/api/games", Some(bot_game())).await;
    assert!(answer.header("strict-transport-security").starts_with("max-age="));
    let cookie = answer.header("set-cookie").to_owned();
    assert!(
        cookie.starts_with("__Host-jogo=") && cookie.contains("; Secure") && cookie.contains("; Path=/;"),
        "{cookie}"
    );
    let id = answer.json()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/games/{id}");
    assert_eq!(ana.get(&host, &path).await.json()["you"], "first");
    // As a browser that was here before the prefix was in use.
    let secret = cookie.strip_prefix("__Host-jogo=").unwrap().split(';').next().unwrap().to_owned();
    let old = |value: &str| {
        Request::get(&path)
            .header("host", "localhost")
            .header("cookie", format!("jogo={value}"))
            .body(Body::empty())
    };
    let answer = host.ask(old(&secret).unwrap()).await;
    assert_eq!(answer.json()["you"], "first", "nobody loses a seat");
    let set: Vec<&str> =
        answer.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect();
    assert!(set.len() == 1 && set[0].starts_with(&format!("__Host-jogo={secret};")), "{set:?}");
    assert_eq!(answer.header("cache-control"), "no-store");
    // The old cookie goes once the new one has come back: by plain HTTP a browser would refuse the new one.
    let both = Request::get(&path)
        .header("host", "localhost")
        .header("cookie", format!("jogo={secret}; __Host-jogo={secret}"));
    let answer = host.ask(both.body(Body::empty()).unwrap()).await;
    assert!(answer.header("set-cookie").starts_with("jogo=; "), "{}", answer.header("set-cookie"));
    let answer = host.ask(old(&"0".repeat(64)).unwrap()).await;
    assert_eq!(answer.header("set-cookie"), "", "what holds no seat is not taken over");
}

#[tokio::test]
async fn an_identity_that_the_server_did_not_give_is_replaced() {
    let (host, _folder) = Host::start().await;
    let planted = format!("jogo={}", "a".repeat(64));
    let mut ana = Browser { cookie: Some(planted.clone()) };
    let id = ana.create(&host, bot_game()).await;
    assert_ne!(ana.cookie, Some(planted.clone()));
    assert_eq!(ana.get(&host, &format!("/api/games/{id}")).await.json()["you"], "first");
    let mut other = Browser { cookie: Some(planted) };
    assert_eq!(other.get(&host, &format!("/api/games/{id}")).await.json()["you"], Value::Null);
    let own = ana.cookie.clone();
    ana.create(&host, bot_game()).await;
    assert_eq!(ana.cookie, own, "one that it gave is kept");
}

#[tokio::test]
async fn names_that_cannot_be_seen_are_refused() {
    let (host, _folder) = Host::start().await;
    let mut ana = Browser::default();
    let body = json!({"game": "neutreeko", "opponent": "friend", "name": "\u{3164}\u{200b}"});
    ana.call(&host, "POST", "/api/games", Some(body)).await.refused(422, "bad-name");
    let id = ana.create(&host, json!({"game": "neutreeko", "opponent": "friend", "name": ""})).await;
    let mut rui = Browser::default();
    let join = json!({"name": "\u{2800}"});
    rui.call(&host, "POST", &format!("/api/games/{id}/join"), Some(join)).await.refused(422, "bad-name");
}

#[tokio::test]
async fn a_list_hears_when_a_game_in_it_changes() {
    let (host, _folder) = Host::start().await;
    let (mut ana, mut rui) = (Browser::default(), Browser::default());
    let wish = json!({"game": "neutreeko", "opponent": "friend", "side": "first"});
    let id = ana.create(&host, wish).await;
    assert_eq!(Browser::default().get(&host, "/api/me/changes").await.status, 403);
    let mut news = ana.news(&host).await;
    assert_eq!(rui.join(&host, &id).await.status, 200);
    assert!(news.next().await, "somebody has joined");
    let mut of_rui = rui.news(&host).await;
    let mut socket = ana.connect(&host, &id, "").await;
    socket.ask(json!({"type": "move", "ply": 0, "move": "b1-c1"})).await;
    assert!(news.next().await && of_rui.next().await, "a move was made");
    assert_eq!(rui.get(&host, "/api/me").await.json()["games"][0]["your_turn"], true);
    assert_eq!(rui.call(&host, "DELETE", &format!("/api/games/{id}"), None).await.status, 204);
    assert!(of_rui.next().await, "the game is in the list no longer");
    assert_eq!(rui.get(&host, "/api/me").await.json()["games"], json!([]));
    drop(socket);
    host.stop().await;
    while news.next().await {}
}
