//! The files of the page: built into the program, compressed once, and kept by browsers for as long as the
//! program stays the same.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, OnceLock};

use axum::body::{Body, Bytes};
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use games::svg;
use rust_embed::Embed;
use sha2::{Digest, Sha256};

use super::catalogue::short_hash;
use super::is_known;
use crate::draw;
use crate::error::{ApiError, ErrorCode};

#[derive(Embed)]
#[folder = "assets"]
struct Assets;

/// The parts of the stylesheet of all pages. Later ones may refine earlier ones.
const STYLE: [&str; 6] = [
    "style/base.css",
    "style/home.css",
    "style/board.css",
    "style/game.css",
    "style/lesson.css",
    "style/dialogs.css",
];

/// The address of a file names the version of all files, so it can be kept: another version has other
/// addresses.
const KEPT: &str = "public, max-age=31536000, immutable";
/// What may be kept but is asked about each time.
pub const ASKED_ABOUT: &str = "no-cache";

/// Something to send, with the tag of this version of it; compressed when that is first asked for, and never
/// again.
#[derive(Debug)]
pub struct Packed {
    tag: String,
    kind: Cow<'static, str>,
    plain: Bytes,
    gzip: OnceLock<Bytes>,
}

impl Packed {
    pub fn new(kind: impl Into<Cow<'static, str>>, plain: impl Into<Bytes>) -> Self {
        let plain = plain.into();
        Self { tag: format!("W/\"{}\"", short_hash(&plain)), kind: kind.into(), plain, gzip: OnceLock::new() }
    }

    /// The answer to a request: short if its sender has this version already.
    pub fn answer(&self, headers: &HeaderMap, keep: &'static str) -> Response {
        let about = [
            (header::ETAG, self.tag.as_str()),
            (header::CACHE_CONTROL, keep),
            (header::CONTENT_TYPE, &self.kind),
        ];
        if is_known(headers, &self.tag) {
            return (StatusCode::NOT_MODIFIED, about).into_response();
        }
        let accepted =
            headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
        let vary = (header::VARY, "accept-encoding");
        if accepted.split(',').any(|coding| coding.trim().eq_ignore_ascii_case("gzip")) {
            let gzip = self.gzip.get_or_init(|| compressed(&self.plain));
            return (about, [vary, (header::CONTENT_ENCODING, "gzip")], Body::from(gzip.clone()))
                .into_response();
        }
        (about, [vary], Body::from(self.plain.clone())).into_response()
    }
}

fn compressed(plain: &[u8]) -> Bytes {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to memory does not fail.
    gzip.write_all(plain).and_then(|()| gzip.finish()).unwrap_or_default().into()
}

/// All files, as they are now.
#[derive(Debug)]
pub struct Files {
    /// Where they are found: `/assets/VERSION`.
    pub address: String,
    /// What a page of these files may do.
    pub policy: HeaderValue,
    packed: HashMap<String, Packed>,
}

impl Files {
    /// A debug build reads them from the disk each time, so that a change shows at the next reload.
    pub fn now() -> Arc<Self> {
        static ONCE: OnceLock<Arc<Files>> = OnceLock::new();
        if cfg!(debug_assertions) {
            Arc::new(Self::read())
        } else {
            Arc::clone(ONCE.get_or_init(|| Arc::new(Self::read())))
        }
    }

    fn read() -> Self {
        let mut version = Sha256::new();
        let mut packed = HashMap::new();
        for path in Assets::iter() {
            let Some(file) = Assets::get(&path) else { continue };
            version.update(path.as_bytes());
            version.update(file.metadata.sha256_hash());
            packed.insert(
                path.into_owned(),
                Packed::new(file.metadata.mimetype().to_owned(), file.data.into_owned()),
            );
        }
        // The colours of the games come from the games.
        let mut style = svg::page::style().into_bytes();
        for part in STYLE {
            style.extend(packed.remove(part).map_or(Bytes::new(), |file: Packed| file.plain));
        }
        version.update(&style);
        packed.insert("style.css".to_owned(), Packed::new("text/css", style));
        // Pages have the stylesheets written into them that they need.
        let styles =
            packed.iter().filter(|(path, _)| path.ends_with(".css")).map(|(_, file)| &file.plain[..]);
        let policy = policy(styles);
        Self { address: format!("/assets/{}", short_hash(&version.finalize())), policy, packed }
    }

    /// One of them, to be written into a page.
    pub fn text(&self, path: &str) -> &str {
        self.packed.get(path).and_then(|file| std::str::from_utf8(&file.plain).ok()).unwrap_or_default()
    }

    /// The modules that these need before they run, and they themselves.
    pub fn graph(&self, entries: &[&str]) -> Vec<String> {
        let mut found: Vec<String> = entries.iter().map(|&entry| entry.to_owned()).collect();
        let mut next = 0;
        while let Some(path) = found.get(next) {
            let text = self.packed.get(path).map_or("".into(), |file| String::from_utf8_lossy(&file.plain));
            let imported: Vec<String> = text.lines().filter_map(imported).map(str::to_owned).collect();
            for path in imported {
                if !found.contains(&path) {
                    found.push(path);
                }
            }
            next += 1;
        }
        found
    }
}

/// Only what comes from here, and nothing inline but the stylesheets, which are allowed by their hashes; no
/// other page may frame it.
fn policy<'a>(styles: impl Iterator<Item = &'a [u8]>) -> HeaderValue {
    let hash = |style| format!("'sha256-{}'", draw::base64(&Sha256::digest(style)));
    let mut hashes: Vec<String> = styles.map(hash).collect();
    hashes.sort();
    let hashes = hashes.join(" ");
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src {hashes}; img-src 'self' data:; font-src 'self'; media-src 'self'; \
         connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    );
    // A header can hold base64; what it could not hold would allow nothing.
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

/// The module that a line of another imports.
fn imported(line: &str) -> Option<&str> {
    let statement = line.strip_prefix("import ").or_else(|| line.strip_prefix("export "))?;
    statement.split_once(" from \"./")?.1.strip_suffix("\";")
}

/// One of the files. An address of another version is answered too, for pages that are open while the program
/// changes.
pub async fn asset(
    Path((version, path)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let files = Files::now();
    let file = files.packed.get(&path).ok_or(ErrorCode::PageNotFound)?;
    let is_current = files.address.strip_prefix("/assets/") == Some(version.as_str());
    Ok(file.answer(&headers, if is_current { KEPT } else { ASKED_ABOUT }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stylesheet_has_all_its_parts() {
        let mut parts: Vec<String> =
            Assets::iter().filter(|path| path.starts_with("style/")).map(Into::into).collect();
        parts.sort();
        let mut listed = STYLE.to_vec();
        listed.sort_unstable();
        assert_eq!(parts, listed);
        let files = Files::now();
        assert!(!files.packed.keys().any(|path| path.starts_with("style/")), "parts are not sent alone");
        for part in STYLE {
            let part = Assets::get(part).expect("it is listed").data;
            assert!(files.text("style.css").contains(std::str::from_utf8(&part).expect("it is UTF-8")));
        }
    }

    #[test]
    fn a_module_comes_with_all_it_needs() {
        let graph = Files::now().graph(&["main.js", "game.js"]);
        for module in ["main.js", "game.js", "board.js", "dom.js", "pieces.js"] {
            assert!(graph.contains(&module.to_owned()), "{module}: {graph:?}");
        }
        let mut once = graph.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), graph.len(), "each is listed once");
        assert!(
            !graph.contains(&"newgame.js".to_owned()),
            "what is fetched when it is wanted is not fetched before"
        );
    }
}
