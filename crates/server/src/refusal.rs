//! Why something is not done: one list of codes, for HTTP and sockets alike. Their texts are `refused-CODE` in the texts of the page.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use games::Message;

use crate::secrets::NoRandomness;
use crate::store::StoreError;
use crate::wire::{Problem, Text};

/// When to ask again after a refusal for lack of room, in seconds.
const RETRY_AFTER_S: HeaderValue = HeaderValue::from_static("5");

macro_rules! reasons {
    ($($name:ident $code:literal $status:ident,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Reason { $($name),* }

        impl Reason {
            pub const ALL: &[Self] = &[$(Self::$name),*];

            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code),* }
            }

            pub const fn status(self) -> StatusCode {
                match self { $(Self::$name => StatusCode::$status),* }
            }
        }
    };
}

reasons! {
    Malformed "malformed" BAD_REQUEST,
    TooLarge "too-large" PAYLOAD_TOO_LARGE,
    TooFast "too-fast" TOO_MANY_REQUESTS,
    TooManyGames "too-many-games" TOO_MANY_REQUESTS,
    EngineBusy "engine-busy" TOO_MANY_REQUESTS,
    Busy "busy" SERVICE_UNAVAILABLE,
    Storage "storage" SERVICE_UNAVAILABLE,
    ForeignOrigin "foreign-origin" FORBIDDEN,
    ForeignHost "foreign-host" MISDIRECTED_REQUEST,
    PageNotFound "page-not-found" NOT_FOUND,
    GameNotFound "game-not-found" NOT_FOUND,
    GameGone "game-gone" GONE,
    UnknownGame "unknown-game" UNPROCESSABLE_ENTITY,
    UnknownOpponent "unknown-opponent" UNPROCESSABLE_ENTITY,
    UnknownStart "unknown-start" UNPROCESSABLE_ENTITY,
    BadPosition "bad-position" UNPROCESSABLE_ENTITY,
    BadClock "bad-clock" UNPROCESSABLE_ENTITY,
    BadSide "bad-side" UNPROCESSABLE_ENTITY,
    NoSuchPly "no-such-ply" NOT_FOUND,
    NoPgn "no-pgn" NOT_FOUND,
    SeatTaken "seat-taken" CONFLICT,
    CodeUnknown "code-unknown" NOT_FOUND,
    HintRefused "hint-refused" FORBIDDEN,
    NotSeated "not-seated" FORBIDDEN,
    NotYourTurn "not-your-turn" CONFLICT,
    WrongPly "wrong-ply" CONFLICT,
    IllegalMove "illegal-move" UNPROCESSABLE_ENTITY,
    NotStarted "not-started" CONFLICT,
    GameOver "game-over" CONFLICT,
    NotOver "not-over" CONFLICT,
    NoOffer "no-offer" CONFLICT,
    OfferRefused "offer-refused" CONFLICT,
    ClaimEarly "claim-early" CONFLICT,
    NothingToUndo "nothing-to-undo" CONFLICT,
}

/// A reason, and what more a game can say about it.
#[derive(Clone, Debug)]
pub struct Refusal {
    pub reason: Reason,
    detail: Option<Text>,
}

impl Refusal {
    /// A refusal in the words of the game.
    pub fn because(reason: Reason, message: &Message) -> Self {
        Self { reason, detail: Some(Text::message(message)) }
    }

    pub fn code(&self) -> &'static str {
        self.reason.code()
    }

    pub fn text(&self) -> Text {
        self.detail.clone().unwrap_or_else(|| Text::say(&format!("refused-{}", self.code())))
    }
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Self {
        Self { reason, detail: None }
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store refused");
        Reason::Storage.into()
    }
}

impl From<NoRandomness> for Refusal {
    fn from(_: NoRandomness) -> Self {
        tracing::error!("the system has no randomness to give");
        Reason::Busy.into()
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = self.reason.status();
        let mut response = (status, Json(Problem { code: self.code().to_owned(), text: self.text() })).into_response();
        if status == StatusCode::TOO_MANY_REQUESTS || status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER_S);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_its_words() {
        for reason in Reason::ALL {
            for language in words::Language::ALL {
                assert!(words::Words::of(language).has(&format!("refused-{}", reason.code())), "{reason:?}");
            }
        }
    }
}
