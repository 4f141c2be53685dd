//! Files that jobs need, such as networks: they go over NATS in pieces, and are known by their SHA-256.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use async_nats::jetstream::Context;
use tokio::sync::Mutex as AsyncMutex;

use super::super::kind::JobFile;
use super::wire::{FILE_BYTES_MAX, PIECE_BYTES, Subjects};

/// Files that a worker remembers.
const KEPT: usize = 2;

/// The files that were sent on one connection. What was sent on an earlier one may be lost.
#[derive(Debug, Default)]
pub(super) struct SentFiles {
    names: Mutex<(u64, Vec<String>)>,
    /// One file is sent at a time.
    sending: AsyncMutex<()>,
}

impl SentFiles {
    /// Makes sure that workers can get a file.
    pub(super) async fn send(
        &self,
        context: &Context,
        subjects: Subjects,
        connection: u64,
        file: &JobFile,
    ) -> Result<(), async_nats::Error> {
        if file.bytes().len() > FILE_BYTES_MAX {
            return Err(format!("a file of {} bytes is too long", file.bytes().len()).into());
        }
        let _sending = self.sending.lock().await;
        if self.has(connection, file) {
            return Ok(());
        }
        let pieces = file.bytes().chunks(PIECE_BYTES).chain([&[][..]]);
        for (index, piece) in pieces.enumerate() {
            let subject = subjects.piece(file.name(), index);
            context.publish(subject, piece.to_vec().into()).await?.await?;
        }
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        if names.0 != connection {
            *names = (connection, Vec::new());
        }
        names.1.push(file.name().to_owned());
        Ok(())
    }

    /// A worker did not find a file.
    pub(super) fn forget(&self, file: &JobFile) {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        names.1.retain(|name| name != file.name());
    }

    fn has(&self, connection: u64, file: &JobFile) -> bool {
        let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        names.0 == connection && names.1.iter().any(|name| name == file.name())
    }
}

/// The files that a worker has fetched last.
#[derive(Debug, Default)]
pub struct FetchedFiles(AsyncMutex<VecDeque<JobFile>>);

impl FetchedFiles {
    /// Returns a file, from the queue if it is not here yet.
    ///
    /// # Errors
    /// When it is not there, or not what its name says.
    pub async fn get(
        &self,
        context: &Context,
        subjects: Subjects,
        name: &str,
    ) -> Result<JobFile, async_nats::Error> {
        // Jobs that need the same file wait for one that fetches it.
        let mut kept = self.0.lock().await;
        if let Some(file) = kept.iter().find(|file| file.name() == name) {
            return Ok(file.clone());
        }
        if !is_name(name) {
            return Err("a file has no such name".into());
        }
        let stream = context.get_stream_no_info(subjects.files_stream()).await?;
        let mut bytes = Vec::new();
        for index in 0.. {
            let piece = stream.get_last_raw_message_by_subject(&subjects.piece(name, index)).await?;
            if piece.payload.is_empty() {
                break;
            }
            bytes.extend_from_slice(&piece.payload);
            if bytes.len() > FILE_BYTES_MAX {
                return Err("a file is too long".into());
            }
        }
        let file = JobFile::new(bytes);
        if file.name() != name {
            return Err("a file is not what its name says".into());
        }
        kept.truncate(KEPT - 1);
        kept.push_front(file.clone());
        Ok(file)
    }
}

/// Returns whether a text is a SHA-256 in hexadecimal.
fn is_name(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}
