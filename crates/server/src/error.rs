//! Errors of the API: one list of codes, for HTTP and sockets alike. Their texts are `refused-CODE` in the
//! texts of the page.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use games::Message;
use words::Words;

use crate::secrets::NoRandomness;
use crate::store::StoreError;
use crate::wire::{Problem, Text};

/// When a client may try again after an error for lack of room, in seconds.
const RETRY_AFTER_S: HeaderValue = HeaderValue::from_static("5");

macro_rules! error_codes {
    ($($name:ident $code:literal $status:ident,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ErrorCode { $($name),* }

        impl ErrorCode {
            pub const ALL: &[Self] = &[$(Self::$name),*];

            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code),* }
            }

            pub const fn status(self) -> StatusCode {
                match self { $(Self::$name => StatusCode::$status),* }
            }
        }
    };
}

error_codes! {
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
    BadRecord "bad-record" UNPROCESSABLE_ENTITY,
    BadClock "bad-clock" UNPROCESSABLE_ENTITY,
    BadName "bad-name" UNPROCESSABLE_ENTITY,
    BadSide "bad-side" UNPROCESSABLE_ENTITY,
    NoSuchPly "no-such-ply" NOT_FOUND,
    NoPgn "no-pgn" NOT_FOUND,
    SeatTaken "seat-taken" CONFLICT,
    CodeUnknown "code-unknown" NOT_FOUND,
    HintRefused "hint-refused" FORBIDDEN,
    AnalysisRefused "analysis-refused" FORBIDDEN,
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
    OtherPuzzle "other-puzzle" CONFLICT,
    BadProgress "bad-progress" UNPROCESSABLE_ENTITY,
}

/// An error code, and the details that a game gives.
#[derive(Clone, Debug)]
pub struct ApiError {
    pub code: ErrorCode,
    detail: Option<Text>,
}

impl ApiError {
    /// An error with the reason that a game gives.
    pub fn with_detail(code: ErrorCode, message: &Message) -> Self {
        Self { code, detail: Some(Text::message(message)) }
    }

    /// An error with the reason that a game gives, and the line of the text where it lies.
    pub fn with_line(code: ErrorCode, line: usize, message: &Message) -> Self {
        let reason = |words: &Words| {
            let arguments = [("line", line.into()), ("reason", words.message(message).into())];
            words.say_with("web-record-line", arguments)
        };
        Self { code, detail: Some(Text::of(reason)) }
    }

    pub fn code(&self) -> &'static str {
        self.code.as_str()
    }

    pub fn text(&self) -> Text {
        self.detail.clone().unwrap_or_else(|| Text::say(&format!("refused-{}", self.code())))
    }
}

impl From<ErrorCode> for ApiError {
    fn from(code: ErrorCode) -> Self {
        Self { code, detail: None }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        if matches!(error, StoreError::Fenced) {
            tracing::info!("a game was changed by another writer, and is dropped here");
        } else {
            tracing::error!(%error, "the store failed");
        }
        ErrorCode::Storage.into()
    }
}

impl From<NoRandomness> for ApiError {
    fn from(_: NoRandomness) -> Self {
        tracing::error!("the random generator of the system failed");
        ErrorCode::Busy.into()
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.code.status();
        let mut response =
            (status, Json(Problem { code: self.code().to_owned(), text: self.text() })).into_response();
        // For the measurements.
        response.extensions_mut().insert(self.code);
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
    fn every_error_code_has_a_text() {
        for code in ErrorCode::ALL {
            for language in words::Language::ALL {
                assert!(Words::of(language).has(&format!("refused-{}", code.as_str())), "{code:?}");
            }
        }
    }
}
