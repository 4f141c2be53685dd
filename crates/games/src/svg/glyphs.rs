//! A small stroke font, so that a picture reads the same on a machine without any font.

use std::fmt::Write;

/// Height of a digit and of the tall letters. Letters like `a` are 6 high, those like `g` reach 3 below the
/// line.
pub(super) const HEIGHT: f32 = 10.0;

/// Between two glyphs.
const SPACE: f32 = 3.0;

/// Returns the pen's way through a text and its width, both in units of [`HEIGHT`] per digit, from the upper
/// left corner.
pub(super) fn strokes(text: &str) -> (String, f32) {
    let mut way = String::new();
    let mut left = 0.0;
    for character in text.chars() {
        let (width, strokes) = glyph(character.to_ascii_lowercase());
        let _ = write!(way, "M{left} 0{strokes}");
        left += width + SPACE;
    }
    (way, (left - SPACE).max(0.0))
}

/// Width and strokes of a character, relative to its upper left corner. What the font lacks is drawn as an
/// empty box.
fn glyph(character: char) -> (f32, &'static str) {
    match character {
        '0' => (6.0, "m3 0c2 0 3 2 3 5s-1 5-3 5s-3-2-3-5s1-5 3-5z"),
        '1' => (3.5, "m.5 2l2.5-2v10"),
        '2' => (6.0, "m.3 2.6c0-3.5 5.4-3.5 5.4 0c0 2-1.2 3-5.7 7.4h6"),
        '3' => (5.8, "m.4 1.6c1-2.2 5-2.1 5 .8c0 1.6-1.2 2.3-2.6 2.3c1.6 0 3 .8 3 2.6c0 3.4-4.8 3.5-5.8 1.1"),
        '4' => (6.0, "m4.4 10v-10l-4.4 7h6"),
        '5' => (6.0, "m5.4 0h-4.4l-.6 4.6c1.8-1.4 5.6-1.2 5.6 2c0 3.6-4.6 4.2-6 2"),
        '6' => (6.0, "m5 .1c-3 .2-5 2.8-5 6.5c0 4.6 6 4.4 6 .2c0-3.8-5.2-4-6 0"),
        '7' => (6.0, "m0 0h6c-2 3-3.4 6-3.6 10"),
        '8' => (6.0, "m3 4.6c-3.4 0-3.4-4.6 0-4.6s3.4 4.6 0 4.6c-4 0-4 5.4 0 5.4s4-5.4 0-5.4"),
        '9' => (6.0, "m1 9.9c3-.2 5-2.8 5-6.5c0-4.6-6-4.4-6-.2c0 3.8 5.2 4 6 0"),
        '-' => (4.0, "m0 5.2h4"),
        'a' => (5.0, "m5 4v6m0-3c0-4-5-4-5 0s5 4 5 0"),
        'b' => (5.0, "m0 0v10m0-3c0-4 5-4 5 0s-5 4-5 0"),
        'c' => (4.6, "m4.6 5.2c-1.4-2-4.6-1.4-4.6 1.8s3.2 3.8 4.6 1.8"),
        'd' => (5.0, "m5 0v10m0-3c0-4-5-4-5 0s5 4 5 0"),
        'e' => (5.0, "m0 7h5c0-4-5-4-5 0c0 3.2 3.2 3.8 4.7 1.9"),
        'f' => (4.0, "m4 .3c-1.8-.8-2.6.2-2.6 2v7.7m-1.4-6h3.8"),
        'g' => (5.0, "m5 4v6.5c0 3-3.6 3-4.6 1.8m4.6-5.3c0-4-5-4-5 0s5 4 5 0"),
        'h' => (5.0, "m0 0v10m0-3.2c0-3.6 5-3.8 5 0v3.2"),
        'i' => (2.0, "m1 4v6m0-9v.1"),
        'j' => (2.0, "m2 4v6.5c0 1.6-1 2-2 1.8m2-11.3v.1"),
        'k' => (5.0, "m0 0v10m4.6-6l-4.6 3.8m1.8-1.4l3.2 3.6"),
        'l' => (2.3, "m.5 0v8.4c0 1.2.6 1.8 1.8 1.5"),
        'm' => (7.2, "m0 4v6m0-3.4c0-3.2 3.6-3.4 3.6 0v3.4m0-3.4c0-3.2 3.6-3.4 3.6 0v3.4"),
        'n' => (5.0, "m0 4v6m0-3.2c0-3.6 5-3.8 5 0v3.2"),
        'o' => (5.0, "m0 7c0-4 5-4 5 0s-5 4-5 0z"),
        'p' => (5.0, "m0 4v9m0-6c0-4 5-4 5 0s-5 4-5 0"),
        'q' => (5.0, "m5 4v9m0-6c0-4-5-4-5 0s5 4 5 0"),
        'r' => (3.4, "m0 4v6m0-3.2c0-2.4 1.6-3.2 3.4-2.6"),
        's' => (4.5, "m4.3 5c-1.2-1.4-4-1.2-4 .4c0 2 4.2 1.2 4.2 3.2c0 1.8-3.2 1.8-4.5.3"),
        't' => (4.0, "m1.6 1.6v6.6c0 1.8 1 2.1 2.4 1.6m-4-5.8h3.8"),
        'u' => (5.0, "m0 4v3.2c0 3.8 5 3.6 5 0m0-3.2v6"),
        'v' => (5.0, "m0 4l2.5 6l2.5-6"),
        'w' => (7.6, "m0 4l1.9 6l1.9-6l1.9 6l1.9-6"),
        'x' => (4.8, "m0 4l4.8 6m0-6l-4.8 6"),
        'y' => (5.0, "m0 4l2.5 5.8m2.5-5.8l-3.4 8.6"),
        'z' => (4.8, "m0 4h4.6l-4.6 6h4.8"),
        ' ' => (3.0, ""),
        _ => (5.0, "m0 2h5v8h-5z"),
    }
}
