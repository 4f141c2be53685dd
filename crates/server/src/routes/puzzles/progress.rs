//! Progress in all puzzles: taken along, brought back, thrown away.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use puzzles::Progress;
use serde_json::{Map, Value};

use super::admit;
use super::solver::{change, progress_of};
use crate::App;
use crate::error::{ApiError, ErrorCode};
use crate::guard::{ClientAddress, RateLimit};
use crate::routes::{Body, Caller, Identity};
use crate::wire::Problem;

/// Your progress in all puzzles, to be kept elsewhere
#[utoipa::path(
    get, path = "/api/puzzles/progress",
    responses((status = 200, description = "JSON, to be posted to the same address again"))
)]
pub async fn export(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    me: Caller,
) -> Result<Response, ApiError> {
    app.guard.check_rate(RateLimit::Export, address)?;
    let text = progress_of(&app, me).await?.text();
    let about = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"jogo-puzzles.json\""),
    ];
    Ok((about, text).into_response())
}

/// Go on with progress that was kept elsewhere, instead of what there is
#[utoipa::path(
    post, path = "/api/puzzles/progress",
    request_body(content = Object, content_type = "application/json"),
    responses((status = 204), (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn import(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    me: Identity,
    Body(given): Body<Map<String, Value>>,
) -> Result<Response, ApiError> {
    app.guard.check_rate(RateLimit::Export, address)?;
    admit(&app, &me, address)?;
    let text = Value::Object(given).to_string();
    let given = Progress::parse(&text).map_err(|_| ErrorCode::BadProgress)?;
    change(&app, &me.hash, |progress| {
        progress.clone_from(&given);
        Ok(())
    })
    .await?;
    Ok(me.renew(StatusCode::NO_CONTENT))
}

/// Begin anew
#[utoipa::path(
    delete, path = "/api/puzzles/progress",
    responses((status = 204), (status = 429, body = Problem))
)]
pub async fn reset(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    me: Caller,
) -> Result<StatusCode, ApiError> {
    app.guard.check_rate(RateLimit::Puzzle, address)?;
    if let Some(secret) = me.0 {
        change(&app, &secret, |progress| {
            *progress = Progress::default();
            Ok(())
        })
        .await?;
    }
    Ok(StatusCode::NO_CONTENT)
}
