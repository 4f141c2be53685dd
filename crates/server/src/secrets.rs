//! Identities: secrets that browsers keep, and of which the server keeps only the hashes.

use axum::http::{HeaderMap, HeaderValue, header};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// SHA-256 of a secret.
pub type Hash = [u8; 32];

/// The cookie by HTTP, and by HTTPS.
const COOKIE: &str = "jogo";
const HOST_COOKIE: &str = "__Host-jogo";
/// How long a browser keeps the cookie, in seconds: a year.
const COOKIE_AGE_S: u32 = 365 * 24 * 3600;
/// Letters of ids: easy to copy, none that a link would have to escape.
const ID_LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// 62^11 ids: 65 bits.
const ID_LENGTH: usize = 11;
/// Letters of codes that are typed: no two look alike. 32 letters, 5 bits each.
const CODE_LETTERS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/// 16 letters: 80 bits, for ten minutes.
const CODE_LENGTH: usize = 16;
const CODE_GROUP: usize = 4;

/// The system's random generator failed; no secret can be made.
#[derive(Debug)]
pub struct NoRandomness;

fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

/// A new secret of 256 bits, for a browser to keep.
pub fn new_secret() -> Result<String, NoRandomness> {
    Ok(random::<32>()?.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A new id of a game.
pub fn new_id() -> Result<String, NoRandomness> {
    let mut id = String::new();
    while id.len() < ID_LENGTH {
        // Bytes past the last whole turn of the alphabet would favour its first letters.
        id.extend(
            random::<16>()?
                .iter()
                .filter(|byte| **byte < 248)
                .map(|byte| char::from(ID_LETTERS[usize::from(byte % 62)])),
        );
    }
    id.truncate(ID_LENGTH);
    Ok(id)
}

/// Whether a text can be an id at all.
pub fn is_id(text: &str) -> bool {
    text.len() == ID_LENGTH && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A new one-time code, in groups for people who type it.
pub fn new_code() -> Result<String, NoRandomness> {
    let letters: Vec<u8> =
        random::<CODE_LENGTH>()?.iter().map(|byte| CODE_LETTERS[usize::from(byte % 32)]).collect();
    let groups: Vec<&str> =
        letters.chunks(CODE_GROUP).map(|group| std::str::from_utf8(group).unwrap_or_default()).collect();
    Ok(groups.join("-"))
}

/// Returns the hash of a secret, which is what the store keeps.
pub fn hash(secret: &str) -> Hash {
    Sha256::digest(secret.as_bytes()).into()
}

/// Returns the hash of a code, however it was typed.
pub fn hash_code(code: &str) -> Hash {
    let letters: String = code.chars().filter(char::is_ascii_alphanumeric).take(2 * CODE_LENGTH).collect();
    hash(&letters.to_ascii_uppercase())
}

/// Compares two hashes in constant time.
pub fn same(one: &Hash, other: &Hash) -> bool {
    one[..].ct_eq(&other[..]).into()
}

/// Returns the secret in a cookie of a request.
pub fn secret_of(headers: &HeaderMap) -> Option<&str> {
    cookie_of(headers, HOST_COOKIE).or_else(|| cookie_of(headers, COOKIE))
}

/// Returns the secret of a browser that has only the cookie that was in use before it had a prefix.
pub fn old_secret_of(headers: &HeaderMap) -> Option<&str> {
    cookie_of(headers, COOKIE).filter(|_| cookie_of(headers, HOST_COOKIE).is_none())
}

/// Returns whether a browser has taken the cookie with a prefix and still has the one before.
pub fn has_both_cookies(headers: &HeaderMap) -> bool {
    cookie_of(headers, COOKIE).is_some() && cookie_of(headers, HOST_COOKIE).is_some()
}

fn cookie_of<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'));
    let mut values = cookies.filter_map(|cookie| cookie.trim().strip_prefix(name)?.strip_prefix('='));
    values.find(|value| value.len() == 64 && value.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Returns the header that gives a browser its secret.
pub fn set_cookie(secret: &str, is_https: bool) -> Option<HeaderValue> {
    cookie(secret, COOKIE_AGE_S, is_https)
}

/// Returns the headers that make a browser forget it.
pub fn forget_cookies(is_https: bool) -> Vec<HeaderValue> {
    let own = cookie("", 0, is_https);
    own.into_iter().chain(forget_old_cookie().filter(|_| is_https)).collect()
}

/// Returns the header that makes a browser forget the cookie without a prefix.
pub fn forget_old_cookie() -> Option<HeaderValue> {
    cookie("", 0, false)
}

/// By HTTPS the name of the cookie has a prefix, which keeps other hosts of the domain from setting it.
fn cookie(value: &str, age_s: u32, is_https: bool) -> Option<HeaderValue> {
    let (name, secure) = if is_https { (HOST_COOKIE, "; Secure") } else { (COOKIE, "") };
    HeaderValue::from_str(&format!(
        "{name}={value}; Path=/; Max-Age={age_s}; HttpOnly; SameSite=Strict{secure}"
    ))
    .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_and_ids_and_codes_do_not_repeat() {
        let makers: [fn() -> Result<String, NoRandomness>; 3] = [new_secret, new_id, new_code];
        for make in makers {
            let made: std::collections::HashSet<String> = (0..1000).map(|_| make().unwrap()).collect();
            assert_eq!(made.len(), 1000);
        }
        assert!(is_id(&new_id().unwrap()));
        assert!(!is_id("../../etc/x"));
    }

    #[test]
    fn a_code_is_known_however_it_is_typed() {
        let code = new_code().unwrap();
        assert_eq!(hash_code(&code), hash_code(&code.to_lowercase().replace('-', " ")));
        assert_ne!(hash_code(&code), hash_code(&new_code().unwrap()));
    }

    #[test]
    fn the_cookie_is_found_among_others() {
        let secret = new_secret().unwrap();
        let mut headers = HeaderMap::new();
        assert_eq!(secret_of(&headers), None);
        headers.insert(header::COOKIE, format!("jogo2=x; a=b; jogo={secret}; c=d").parse().unwrap());
        assert_eq!(secret_of(&headers), Some(secret.as_str()));
        headers.insert(header::COOKIE, "jogo=short".parse().unwrap());
        assert_eq!(secret_of(&headers), None);
    }
}
