//! The colours of pieces and boards: the one palette that pictures, the page and the terminal read.

use std::fmt;

/// A colour as red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Returns the colour that is written `#rrggbb`.
    pub const fn hex(code: u32) -> Self {
        Self((code >> 16) as u8, (code >> 8) as u8, code as u8)
    }

    /// Returns whether light writing is read better on it than dark writing.
    pub const fn is_dark(self) -> bool {
        let Self(red, green, blue) = self;
        299 * red as u32 + 587 * green as u32 + 114 * (blue as u32) < 100_000
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(red, green, blue) = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The colours of a side's pieces. Sides of the same name have the same in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tint {
    pub body: Rgb,
    /// The line around the body.
    pub rim: Rgb,
    /// The side of a tile that lies below another.
    pub edge: Rgb,
    /// Grooves and spots on the body.
    pub mark: Rgb,
    /// Numbers on the body.
    pub text: Rgb,
}

impl Tint {
    pub const BLACK: Self = Self::of(0x34302d, 0x0f0d0c, 0x57504b, 0x9a928a, 0xffffff);
    pub const WHITE: Self = Self::of(0xfdfaf2, 0x5a5044, 0xd8cfbd, 0x96897a, 0x2a251f);
    pub const RED: Self = Self::of(0xe4574c, 0x8f241c, 0xb8382e, 0x9c241c, 0xffffff);
    pub const BLUE: Self = Self::of(0x5b96e6, 0x173a77, 0x3f77c4, 0x1f4f9e, 0xffffff);

    const fn of(body: u32, rim: u32, edge: u32, mark: u32, text: u32) -> Self {
        Self {
            body: Rgb::hex(body),
            rim: Rgb::hex(rim),
            edge: Rgb::hex(edge),
            mark: Rgb::hex(mark),
            text: Rgb::hex(text),
        }
    }
}

/// The colours of a board under one light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shades {
    /// What the board lies on, with the labels in the margin.
    pub panel: Rgb,
    pub label: Rgb,
    /// Between the cells.
    pub seam: Rgb,
    pub ground: Rgb,
    /// Every other cell.
    pub alternate: Rgb,
    /// Cells with a mountain or a cave.
    pub rocky: Rgb,
    /// Writing on a cell.
    pub ink: Rgb,
    /// Cells that are touched or can be touched.
    pub mark: Rgb,
    /// The cells of the last move.
    pub last: Rgb,
}

/// The colours of a board, by day and by night. All rule sets of a family have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surface {
    pub day: Shades,
    pub night: Shades,
}

impl Surface {
    /// For games that bring no colours of their own.
    pub const PLAIN: Self = Self {
        day: Shades::of([
            0x6b6459, 0xf0eadd, 0x4a453d, 0xf0eadd, 0xe4dccb, 0xc9c2b2, 0x3d3428, 0x1f6b42, 0xb4c62a,
        ]),
        night: Shades::of([
            0x2b2926, 0xc9c1b2, 0x1c1a18, 0x77726a, 0x6c675f, 0x57534c, 0x1a1510, 0xeafff6, 0xc9d84a,
        ]),
    };
    pub const WOOD: Self = Self {
        day: Shades::of([
            0x7b4e2f, 0xf0d9b5, 0x5b3920, 0xefd3a6, 0xe0bb86, 0xc9a06a, 0x3d3428, 0x1f6b42, 0xb4c62a,
        ]),
        night: Shades::of([
            0x3a2415, 0xc9c1b2, 0x25160c, 0xb8905f, 0xa37a4a, 0x8a6540, 0x1a1510, 0xeafff6, 0xc9d84a,
        ]),
    };
    pub const SLATE: Self = Self {
        day: Shades::of([
            0x3c525b, 0xdbe6e4, 0x2a3b44, 0xe3ebe8, 0xd2dedb, 0xb0bfbc, 0x3d3428, 0x1f6b42, 0xb4c62a,
        ]),
        night: Shades::of([
            0x1e2a30, 0xc9c1b2, 0x121a1f, 0x8fa09d, 0x81928f, 0x6b7b78, 0x1a1510, 0xeafff6, 0xc9d84a,
        ]),
    };
    pub const FELT: Self = Self {
        day: Shades::of([
            0x4b766c, 0xe2eeea, 0x4b766c, 0x6d9b8f, 0x659387, 0x56806f, 0x0c2720, 0xeafff6, 0xe6f56a,
        ]),
        night: Shades::of([
            0x20322d, 0xe2eeea, 0x20322d, 0x3f6057, 0x3a5951, 0x324d46, 0xe2f3ee, 0xeafff6, 0xe6f56a,
        ]),
    };
    pub const MEADOW: Self = Self {
        day: Shades::of([
            0x52634a, 0xe8e1c6, 0x3a4734, 0xebe4ca, 0xddd5b6, 0xbcbb98, 0x3d3428, 0x1f6b42, 0xb4c62a,
        ]),
        night: Shades::of([
            0x252e21, 0xc9c1b2, 0x171d14, 0xaaa285, 0x9b9376, 0x6f7159, 0x1a1510, 0xeafff6, 0xc9d84a,
        ]),
    };
}

impl Shades {
    /// Returns the colours in the order of the fields.
    const fn of(codes: [u32; 9]) -> Self {
        let [panel, label, seam, ground, alternate, rocky, ink, mark, last] = codes;
        Self {
            panel: Rgb::hex(panel),
            label: Rgb::hex(label),
            seam: Rgb::hex(seam),
            ground: Rgb::hex(ground),
            alternate: Rgb::hex(alternate),
            rocky: Rgb::hex(rocky),
            ink: Rgb::hex(ink),
            mark: Rgb::hex(mark),
            last: Rgb::hex(last),
        }
    }
}
