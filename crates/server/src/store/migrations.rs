//! The histories of the two databases. They are only ever added to; what is added to one has its twin in the
//! other, unless that has no use for it.

use std::pin::Pin;

use sqlx::SqlStr;
use sqlx::error::BoxDynError;
use sqlx::migrate::{Migration, MigrationSource, MigrationType, Migrator};

use super::StoreError;

type Script = (&'static str, &'static str);

pub(super) const SQLITE: &[Script] = &[
    ("games", include_str!("../../migrations/0001_games.sql")),
    ("deadlines", include_str!("../../migrations/0002_deadlines.sql")),
    ("kept", include_str!("../../migrations/0003_kept.sql")),
    ("fence", include_str!("../../migrations/0004_fence.sql")),
    ("reviews", include_str!("../../migrations/0005_reviews.sql")),
    ("solvers", include_str!("../../migrations/0006_solvers.sql")),
];

pub(super) const POSTGRES: &[Script] = &[
    ("games", include_str!("../../migrations/postgres/0001_games.sql")),
    ("reviews", include_str!("../../migrations/postgres/0002_reviews.sql")),
    ("solvers", include_str!("../../migrations/postgres/0003_solvers.sql")),
];

#[derive(Debug)]
struct Embedded(&'static [Script]);

impl MigrationSource<'static> for Embedded {
    fn resolve(self) -> Pin<Box<dyn Future<Output = Result<Vec<Migration>, BoxDynError>> + Send>> {
        let migration = |(version, (name, sql)): (i64, &Script)| {
            Migration::new(version, (*name).into(), MigrationType::Simple, SqlStr::from_static(sql), false)
        };
        Box::pin(async move { Ok((1..).zip(self.0).map(migration).collect()) })
    }
}

/// Returns what brings a database to the end of a history.
pub(super) async fn migrator(scripts: &'static [Script]) -> Result<Migrator, StoreError> {
    Migrator::new(Embedded(scripts)).await.map_err(|error| StoreError::Failed(error.to_string()))
}
