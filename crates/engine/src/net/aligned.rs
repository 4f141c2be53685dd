//! Words that begin at a cache line, for vector loads.

use std::ops::Deref;

/// Words of a cache line.
const LINE: usize = 32;

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct CacheLine([i16; LINE]);

/// A list of words whose first one is aligned to 64 bytes.
pub struct AlignedWords {
    lines: Vec<CacheLine>,
    len: usize,
}

impl FromIterator<i16> for AlignedWords {
    fn from_iter<I: IntoIterator<Item = i16>>(words: I) -> Self {
        let (mut lines, mut len) = (Vec::new(), 0);
        for word in words {
            if len % LINE == 0 {
                lines.push(CacheLine([0; LINE]));
            }
            let line: &mut CacheLine = lines.last_mut().expect("a line was pushed");
            line.0[len % LINE] = word;
            len += 1;
        }
        Self { lines, len }
    }
}

impl Deref for AlignedWords {
    type Target = [i16];

    #[allow(unsafe_code)]
    fn deref(&self) -> &[i16] {
        // SAFETY: the lines are `LINE` words each without padding, and at least `len` words in all.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.len) }
    }
}

/// For networks that tests make.
#[cfg(test)]
impl std::ops::DerefMut for AlignedWords {
    #[allow(unsafe_code)]
    fn deref_mut(&mut self) -> &mut [i16] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.len) }
    }
}

impl std::fmt::Debug for AlignedWords {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} words", self.len)
    }
}
