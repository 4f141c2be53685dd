//! What nodes tell one another by the database: NOTIFY and LISTEN of PostgreSQL.

use std::time::Duration;

use sqlx::postgres::{PgListener, PgPoolOptions};

use super::database::{CONNECT_MAX, answered};
use super::{Store, StoreError};

/// The channel, which is one for the whole database.
const CHANNEL: &str = "jogo_news";
/// After such a silence the connection is tried: one that was cut says nothing either.
const SILENCE_MAX: Duration = Duration::from_secs(30);

impl Store {
    /// Tells all nodes something.
    pub async fn notify(&self, text: &str) -> Result<(), StoreError> {
        let (pool, _) = self.shared()?;
        let told = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(text).execute(pool);
        answered(told).await.map(drop)
    }

    /// Hears what the nodes tell, this one too, until the connection is lost. `None`: from now on.
    pub async fn hear(&self, on_notification: impl Fn(Option<&str>)) -> Result<(), StoreError> {
        let (_, beats) = self.shared()?;
        // A connection of its own: it is never given back.
        let pool = PgPoolOptions::new().max_connections(1).acquire_timeout(CONNECT_MAX);
        let pool = pool.connect_lazy_with(beats.options.clone());
        let mut listener = answered(PgListener::connect_with(&pool)).await?;
        answered(listener.listen(CHANNEL)).await?;
        on_notification(None);
        loop {
            match tokio::time::timeout(SILENCE_MAX, listener.try_recv()).await {
                Ok(Ok(Some(notification))) => on_notification(Some(notification.payload())),
                Ok(Ok(None)) => return Err(StoreError::Failed("the connection was lost".to_owned())),
                Ok(Err(error)) => return Err(error.into()),
                Err(_) => {
                    answered(sqlx::query("SELECT 1").execute(&mut listener)).await?;
                }
            }
        }
    }
}
