//! Colours and symbols, on whatever ladder the terminal stands: true colour, 256, 16 or none; Unicode or
//! ASCII.

use games::{Rgb, Surface, Tint};
use ratatui::style::{Color, Modifier, Style};

/// How many colours a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    None,
    Sixteen,
    TwoFiftySix,
    True,
}

/// What the pictures are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbols {
    Unicode,
    Ascii,
}

/// All that a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skin {
    pub depth: Depth,
    pub symbols: Symbols,
}

/// What a colour is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    Screen,
    Text,
    Dim,
    Accent,
    Frame,
    Alarm,
    /// The cells of a board, in the hue of the game's family, and every other one of them.
    Plain(Surface),
    Alternate(Surface),
    Gap,
    Rock,
    RockMark,
    Cave,
    CaveMark,
    Spent,
    SpentMark,
    LastMove,
    Touched,
    Deciding,
    Target,
    /// A move that keeps the value of its position.
    Keeps,
    Cursor,
    /// A side's pieces.
    Side(Tint),
}

impl Paint {
    /// The colour where all are to be had, and the nearest that every terminal has.
    fn colors(self) -> ((u8, u8, u8), Color) {
        match self {
            Self::Screen => ((0x15, 0x18, 0x1d), Color::Reset),
            Self::Text => ((0xd8, 0xda, 0xdd), Color::Reset),
            Self::Dim => ((0x86, 0x8e, 0x99), Color::DarkGray),
            Self::Accent => ((0xe6, 0xb4, 0x5e), Color::Yellow),
            Self::Frame => ((0x3a, 0x42, 0x4d), Color::DarkGray),
            Self::Alarm => ((0xf0, 0x71, 0x67), Color::LightRed),
            Self::Plain(surface) => {
                (dimmed(surface, surface.night.ground), basic_ground(surface.night.ground))
            }
            // No two of the sixteen are near each other: grey is seen beside every hue, and under every
            // piece.
            Self::Alternate(surface) => (dimmed(surface, surface.night.alternate), Color::DarkGray),
            Self::Gap => ((0x21, 0x26, 0x2c), Color::Black),
            Self::Rock => ((0x55, 0x5a, 0x63), Color::DarkGray),
            Self::RockMark => ((0xc9, 0xcd, 0xd3), Color::White),
            Self::Cave => ((0x58, 0x2b, 0x33), Color::Red),
            Self::CaveMark => ((0xff, 0xa0, 0x66), Color::LightYellow),
            Self::Spent => ((0x3a, 0x33, 0x38), Color::DarkGray),
            Self::SpentMark => ((0x84, 0x7a, 0x80), Color::Gray),
            Self::LastMove => ((0x86, 0x7c, 0x3c), Color::Gray),
            Self::Touched => ((0xc0, 0x86, 0x2c), Color::Magenta),
            Self::Deciding => ((0x3d, 0x8f, 0x4c), Color::Magenta),
            Self::Target => ((0xff, 0xe3, 0x92), Color::LightYellow),
            Self::Keeps => ((0x7e, 0xd0, 0x8a), Color::LightGreen),
            Self::Cursor => ((0xff, 0xff, 0xff), Color::White),
            Self::Side(tint) => {
                // The ground is dark here: a dark body stands out from it only in the darkest colour that it
                // has.
                let Rgb(red, green, blue) = if tint.body.is_dark() { tint.rim } else { tint.body };
                ((red, green, blue), basic(Rgb(red, green, blue)))
            }
        }
    }

    /// Whether dark writing is read better on it.
    const fn is_light(self) -> bool {
        !matches!(self, Self::Side(tint) if tint.body.is_dark())
    }
}

impl Skin {
    pub fn color(self, paint: Paint) -> Color {
        let ((red, green, blue), basic) = paint.colors();
        match (self.depth, paint) {
            (Depth::None, _) => Color::Reset,
            (Depth::Sixteen, _) => basic,
            (Depth::TwoFiftySix, Paint::Alternate(surface)) => Color::Indexed(indexed_apart(surface)),
            (Depth::TwoFiftySix, _) => Color::Indexed(indexed(red, green, blue)),
            (Depth::True, _) => Color::Rgb(red, green, blue),
        }
    }

    /// Half way between two colours, where there is something between them; else the first.
    pub fn blend(self, one: Paint, other: Paint) -> Color {
        let (((r1, g1, b1), basic), ((r2, g2, b2), _)) = (one.colors(), other.colors());
        let mid = |a: u8, b: u8| (u16::from(a) * 11 / 20 + u16::from(b) * 9 / 20) as u8;
        let (red, green, blue) = (mid(r1, r2), mid(g1, g2), mid(b1, b2));
        match self.depth {
            Depth::None => Color::Reset,
            Depth::Sixteen => basic,
            Depth::TwoFiftySix => Color::Indexed(indexed(red, green, blue)),
            Depth::True => Color::Rgb(red, green, blue),
        }
    }

    pub fn has_color(self) -> bool {
        self.depth > Depth::None
    }

    pub fn is_unicode(self) -> bool {
        self.symbols == Symbols::Unicode
    }

    /// One of two texts: where Unicode can be drawn, and where it cannot.
    pub fn pick<T>(self, unicode: T, ascii: T) -> T {
        if self.is_unicode() { unicode } else { ascii }
    }

    /// Writing in a colour on the screen.
    pub fn text(self, paint: Paint) -> Style {
        let style = Style::new().fg(self.color(paint)).bg(self.color(Paint::Screen));
        match (self.depth, paint) {
            (Depth::None, Paint::Accent | Paint::Alarm) => style.add_modifier(Modifier::BOLD),
            _ => style,
        }
    }

    /// Writing that stands out, as the chosen line of a list does.
    pub fn chosen(self) -> Style {
        match self.depth {
            Depth::None => Style::new().add_modifier(Modifier::REVERSED),
            _ => Style::new().fg(self.ink(Paint::Accent)).bg(self.color(Paint::Accent)),
        }
    }

    /// The colour to write in on a ground of this paint.
    pub fn ink(self, ground: Paint) -> Color {
        match (self.depth, ground.is_light()) {
            (Depth::None, _) => Color::Reset,
            (Depth::Sixteen, true) => Color::Black,
            (Depth::Sixteen, false) => Color::White,
            (_, true) => self.color(Paint::Screen),
            (_, false) => self.color(Paint::Side(Tint::WHITE)),
        }
    }
}

/// The bright one of the eight colours that every terminal has, by the parts that stand out; black for what
/// is dark.
fn basic(color: Rgb) -> Color {
    let Rgb(red, green, blue) = color;
    let strongest = if red > green { red } else { green };
    let strongest = if strongest > blue { strongest } else { blue };
    let stands_out = |part: u8| part as u16 * 4 > strongest as u16 * 3;
    match (color.is_dark(), stands_out(red), stands_out(green), stands_out(blue)) {
        (true, ..) => Color::Black,
        (_, true, true, true) => Color::White,
        (_, true, true, false) => Color::LightYellow,
        (_, true, false, true) => Color::LightMagenta,
        (_, true, false, false) => Color::LightRed,
        (_, false, true, true) => Color::LightCyan,
        (_, false, true, false) => Color::LightGreen,
        (_, false, false, _) => Color::LightBlue,
    }
}

/// How bright the cells of every board are: dark enough for marks in light colours, light enough for black
/// pieces.
const GROUND_BRIGHTNESS: u16 = 0x68;

/// A colour of a board, as dark as boards are here; two of one board keep their difference.
fn dimmed(surface: Surface, color: Rgb) -> (u8, u8, u8) {
    let Rgb(red, green, blue) = surface.night.ground;
    let brightest = u16::from(red.max(green).max(blue)).max(1);
    let scale = |part: u8| (u16::from(part) * GROUND_BRIGHTNESS / brightest).min(255) as u8;
    (scale(color.0), scale(color.1), scale(color.2))
}

/// The hue of a board among the eight dark colours that every terminal has.
fn basic_ground(color: Rgb) -> Color {
    let Rgb(red, green, blue) = color;
    let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
    if red > blue.saturating_add(0x30) {
        Color::Yellow
    } else if red <= blue && u16::from(most - least) * 5 < u16::from(most) {
        Color::Cyan
    } else {
        Color::Green
    }
}

/// The nearest of the 240 colours to every other cell that is not that of the cells between them.
fn indexed_apart(surface: Surface) -> u8 {
    let (red, green, blue) = dimmed(surface, surface.night.ground);
    let ground = indexed(red, green, blue);
    let (red, green, blue) = dimmed(surface, surface.night.alternate);
    let darker =
        (0..20u16).map(|step| [red, green, blue].map(|part| (u16::from(part) * (20 - step) / 20) as u8));
    darker
        .map(|[red, green, blue]| indexed(red, green, blue))
        .find(|index| *index != ground)
        .unwrap_or(ground)
}

/// The nearest of the 240 colours that terminals with 256 agree on: a cube of six steps, and greys.
fn indexed(red: u8, green: u8, blue: u8) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let near = |value: u8| (0..6).min_by_key(|step| STEPS[*step].abs_diff(value)).unwrap_or(0);
    let (r, g, b) = (near(red), near(green), near(blue));
    let distance = |r: u8, g: u8, b: u8| {
        let part = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        part(r, red) + part(g, green) + part(b, blue)
    };
    let mean = ((u16::from(red) + u16::from(green) + u16::from(blue)) / 3) as u8;
    let grey = (mean.saturating_sub(3) / 10).min(23);
    let shade = 8 + grey * 10;
    if distance(shade, shade, shade) < distance(STEPS[r], STEPS[g], STEPS[b]) {
        232 + grey
    } else {
        (16 + 36 * r + 6 * g + b) as u8
    }
}

/// What was asked for on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThemeOptions {
    pub depth: Option<Depth>,
    pub ascii: bool,
}

/// What the terminal can show according to its environment; options come first.
pub fn detect(asked: ThemeOptions, variable: impl Fn(&str) -> Option<String>) -> Skin {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let term = set("TERM").unwrap_or_default();
    let depth = asked.depth.unwrap_or_else(|| match set("COLORTERM").as_deref() {
        _ if set("NO_COLOR").is_some() || term == "dumb" => Depth::None,
        Some("truecolor" | "24bit") => Depth::True,
        _ if term.ends_with("-direct") => Depth::True,
        _ if term.contains("256color") => Depth::TwoFiftySix,
        _ => Depth::Sixteen,
    });
    // The console of Linux has UTF-8 but few of the symbols.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default().to_lowercase();
    let unicode = (locale.contains("utf-8") || locale.contains("utf8")) && term != "linux";
    let symbols = if unicode && !asked.ascii { Symbols::Unicode } else { Symbols::Ascii };
    Skin { depth, symbols }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(asked: ThemeOptions, variables: &[(&str, &str)]) -> Skin {
        detect(asked, |name| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn colours_and_symbols_follow_the_environment() {
        let utf8 = ("LANG", "pt_PT.UTF-8");
        let auto = ThemeOptions::default();
        assert_eq!(
            seen(auto, &[utf8, ("COLORTERM", "truecolor")]),
            Skin { depth: Depth::True, symbols: Symbols::Unicode }
        );
        assert_eq!(seen(auto, &[utf8, ("TERM", "xterm-256color")]).depth, Depth::TwoFiftySix);
        assert_eq!(
            seen(auto, &[("TERM", "linux"), utf8]),
            Skin { depth: Depth::Sixteen, symbols: Symbols::Ascii }
        );
        assert_eq!(seen(auto, &[("COLORTERM", "truecolor"), ("NO_COLOR", "1")]).depth, Depth::None);
        assert_eq!(seen(auto, &[utf8, ("LC_ALL", "C")]).symbols, Symbols::Ascii);
        let asked = ThemeOptions { depth: Some(Depth::Sixteen), ascii: true };
        assert_eq!(
            seen(asked, &[utf8, ("NO_COLOR", "1")]),
            Skin { depth: Depth::Sixteen, symbols: Symbols::Ascii }
        );
    }

    #[test]
    fn boards_are_checkered_in_the_hue_of_their_family_wherever_there_are_colours() {
        for depth in [Depth::Sixteen, Depth::TwoFiftySix, Depth::True] {
            let skin = Skin { depth, symbols: Symbols::Unicode };
            let mut hues = Vec::new();
            for game in games::GAMES {
                let (plain, alternate) = (
                    skin.color(Paint::Plain(game.info.surface)),
                    skin.color(Paint::Alternate(game.info.surface)),
                );
                assert_ne!(plain, alternate, "{} at {depth:?}", game.info.id);
                for side in &game.info.sides {
                    let piece = skin.color(Paint::Side(side.tint));
                    assert!(piece != plain && piece != alternate, "{} at {depth:?}", game.info.id);
                }
                if !hues.contains(&plain) {
                    hues.push(plain);
                }
            }
            assert!(hues.len() >= 3, "{depth:?}: {hues:?}");
        }
    }

    #[test]
    fn colours_of_256_are_the_nearest() {
        assert_eq!(indexed(255, 255, 255), 231);
        assert_eq!(indexed(0, 0, 0), 16);
        assert_eq!(indexed(8, 8, 8), 232);
        assert_eq!(indexed(255, 0, 0), 196);
    }
}
