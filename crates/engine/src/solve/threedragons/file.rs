//! The file form of endgame tables; docs/tables.md describes it.

use std::fmt;

use games::threedragons::{Basic, ThreeDragons};
use games::{Message, Position, phrases};
use sha2::{Digest, Sha256};

use super::index::Index;
use super::{Family, Part, Tables};

phrases! {
    NO_TABLES = "tables-none": "this is no file of endgame tables of version 1";
    OTHER_TABLES = "tables-other": "these are tables of {own}, not of {wanted}";
    DAMAGED = "tables-damaged": "the checksum does not fit: the file is damaged or cut off";
    NO_SMALLER = "tables-no-smaller": "tables of {family} are of no use without those of {smaller}";
}

/// The first bytes of a file; the last of them is the version.
const MAGIC: &[u8; 8] = b"JOGOTAB1";
/// The rule set and the numbers of pieces, filled up with zeros.
const NAME: usize = 32;
const CHECKSUM: usize = 32;

/// A file that is no table, or not the one that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadTables(pub Message);

impl fmt::Display for BadTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for BadTables {}

impl Family {
    /// The name of the file in a folder of tables.
    pub fn file_name(self) -> String {
        format!("{}.tables", self.title().replace(' ', "-"))
    }

    /// The length of the file.
    pub const fn file_bytes(self) -> usize {
        // As many places as the indices have, which take a while to make.
        let places = match self {
            Self::TwoTwo => 1_923_112,
            Self::ThreeTwo => 90_294_430,
        };
        MAGIC.len() + NAME + places + CHECKSUM
    }

    fn title(self) -> String {
        format!("{} {}", <ThreeDragons<Basic> as Position>::INFO.id, self.name())
    }
}

impl Tables {
    /// Writes the file of a family.
    pub fn write(&self, family: Family) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(family.title().into_bytes());
        bytes.resize(MAGIC.len() + NAME, 0);
        for part in self.parts_of(family) {
            bytes.extend_from_slice(&part.bytes);
        }
        let digest = Sha256::digest(&bytes);
        bytes.extend_from_slice(&digest);
        bytes
    }

    /// Adds the tables of a file that [`write`](Self::write) made.
    ///
    /// # Errors
    /// Says what is wrong with the file.
    pub fn read(&mut self, family: Family, bytes: &[u8]) -> Result<(), BadTables> {
        let bad = |message: Message| Err(BadTables(message));
        let Some((MAGIC, rest)) = bytes.split_first_chunk() else { return bad(NO_TABLES.message()) };
        let Some((title, rest)) = rest.split_first_chunk::<NAME>() else { return bad(DAMAGED.message()) };
        let title = String::from_utf8_lossy(title);
        let title = title.trim_end_matches('\0');
        if title != family.title() {
            let own = OTHER_TABLES.with("own", games::quote(title));
            return bad(own.with("wanted", games::quote(&family.title())));
        }
        let Some((mut content, checksum)) =
            rest.split_last_chunk::<CHECKSUM>().filter(|_| bytes.len() == family.file_bytes())
        else {
            return bad(DAMAGED.message());
        };
        if Sha256::digest(&bytes[..bytes.len() - CHECKSUM])[..] != checksum[..] {
            return bad(DAMAGED.message());
        }
        if let Some(smaller) = Family::ALL.into_iter().take_while(|smaller| *smaller != family).last()
            && !self.has(smaller)
        {
            return bad(NO_SMALLER.with("family", family.name()).with("smaller", smaller.name()));
        }
        let rest = self.longest();
        for material in family.materials() {
            let index = Index::new(material.mover, material.waiting);
            let (own, others) = content.split_at(index.len());
            content = others;
            self.parts.push(Part { material: *material, index, bytes: own.to_vec(), rest });
        }
        Ok(())
    }
}
