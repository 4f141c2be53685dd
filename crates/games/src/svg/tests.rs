use super::*;
use crate::{Report, Shape, Side, Surface, Tint};

const SEVEN: &str = "x5o/2-1-2/1ox4/7/2-1-1x/1xoo3/o5x";
const NINE: &str = "M1B3B43B1M/9/9/W28/C3c3E/9/9/9/M3W63M";

/// Returns a square board like those of position texts: `x` and `o` pieces, `W` and `B` with a strength, `-`
/// a gap, `M` `C` `c` landmarks, `E` a piece on a spent cave, `.` beyond the board.
fn board(text: &str) -> Picture {
    let size = text.split('/').count();
    let names: Vec<char> = ('a'..='z').take(size).collect();
    let mut cells = Vec::new();
    for (row, line) in text.split('/').enumerate() {
        let mut line_cells = Vec::new();
        let mut rest = line.chars();
        while let Some(character) = rest.next() {
            let piece = |owner, size| Some(Piece { owner, size });
            let mut strength = || rest.next().and_then(|digit| digit.to_digit(10)).map(|digit| digit as u8);
            let cell = match character {
                'x' => (Ground::Plain, piece(Player::First, None)),
                'o' => (Ground::Plain, piece(Player::Second, None)),
                'W' => (Ground::Plain, piece(Player::First, strength())),
                'B' => (Ground::Plain, piece(Player::Second, strength())),
                'E' => (Ground::SpentCave, piece(Player::Second, Some(3))),
                '-' => (Ground::Gap, None),
                'M' => (Ground::Mountain, None),
                'C' => (Ground::Cave, None),
                'c' => (Ground::SpentCave, None),
                '.' => (Ground::Beyond, None),
                run => {
                    let run = run.to_digit(10).expect("a run of empty squares") as usize;
                    line_cells.extend(vec![(Ground::Plain, None); run]);
                    continue;
                }
            };
            line_cells.push(cell);
        }
        assert_eq!(line_cells.len(), size, "{line}");
        let cell = |(name, (ground, piece)): (&char, _)| PictureCell {
            name: format!("{name}{}", size - row),
            ground,
            piece,
        };
        cells.extend(names.iter().zip(line_cells).map(cell));
    }
    Picture {
        columns: names.iter().map(char::to_string).collect(),
        rows: (1..=size).rev().map(|rank| rank.to_string()).collect(),
        cells,
        counts: None,
        report: Report::default(),
    }
}

fn info(shape: Shape) -> Info {
    let side = |name, letter, tint| Side { name, letter, symbol: letter, glyph: letter, tint };
    Info {
        id: "test",
        name: "A Test",
        family: "Some Family",
        sides: [side("Red", 'x', Tint::RED), side("Blue", 'o', Tint::BLUE)],
        shape,
        surface: Surface::PLAIN,
        starts: &[],
        repetition: None,
        pgn: None,
        rules: &[],
        goal: &[],
        lesson: "",
        phrases: &[],
    }
}

fn plain(picture: &Picture, shape: Shape) -> String {
    draw(picture, &info(shape), &Layers::default())
}

fn names(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

/// Returns every board of these tests: those made by hand, and the start of every game.
fn drawings() -> Vec<(Picture, String)> {
    let crafted =
        [(SEVEN, Shape::Disc), (SEVEN, Shape::Microbe), (NINE, Shape::Die), ("W9.1/.B2./W1..", Shape::Stack)];
    let crafted = crafted.map(|(text, shape)| (board(text), info(shape)));
    let mut drawings: Vec<_> = crafted
        .iter()
        .map(|(picture, info)| (picture.clone(), draw(picture, info, &Layers::default())))
        .collect();
    for game in crate::GAMES {
        let picture = (game.start)().picture();
        let svg = draw(&picture, game.info, &Layers::default());
        drawings.push((picture, svg));
    }
    drawings
}

/// A small judge of XML: tags balance, attributes are quoted and unique, no bare `<` or `&`, no control
/// character.
fn check_xml(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = xml.trim_end();
    while let Some((text, after)) = rest.split_once('<') {
        check_text(text);
        assert!(!open.is_empty() || text.is_empty(), "text outside the root: {text}");
        let (tag, tail) = after.split_once('>').expect("a tag ends");
        rest = tail;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closing tags match");
            assert!(!open.is_empty() || rest.is_empty(), "nothing follows the root");
            continue;
        }
        let (tag, empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(name.bytes().all(|byte| byte.is_ascii_alphabetic()), "tag name {name:?}");
        check_attributes(attributes);
        if !empty {
            open.push(name);
        }
    }
    assert!(rest.is_empty() && open.is_empty(), "unclosed: {open:?}, left: {rest:?}");
}

fn check_attributes(mut rest: &str) {
    let mut seen = Vec::new();
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"").expect("an attribute has a quoted value");
        let (value, tail) = after.split_once('"').expect("a value ends with a quote");
        assert!(
            name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'),
            "attribute name {name:?}"
        );
        assert!(!seen.contains(&name), "{name} twice");
        seen.push(name);
        check_text(value);
        assert!(tail.is_empty() || tail.starts_with(' '), "a space between attributes: {tail:?}");
        rest = tail.trim_start();
    }
}

fn check_text(text: &str) {
    const ENTITIES: [&str; 5] = ["amp;", "lt;", "gt;", "quot;", "#39;"];
    for after in text.split('&').skip(1) {
        assert!(ENTITIES.iter().any(|entity| after.starts_with(entity)), "bare &: {text:?}");
    }
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "control character in {text:?}");
}

/// Returns the upper left corner of a cell's group, by the cell's name.
fn place(svg: &str, cell: &str) -> (usize, usize) {
    let (_, after) =
        svg.split_once(&format!("data-cell=\"{cell}\" transform=\"translate(")).expect("the cell is drawn");
    let (x, y) = after.split_once(')').and_then(|(place, _)| place.split_once(' ')).expect("two coordinates");
    (x.parse().expect("a number"), y.parse().expect("a number"))
}

#[test]
fn drawings_are_well_formed() {
    for (_, svg) in drawings() {
        check_xml(&svg);
    }
}

#[test]
fn the_xml_check_refuses_malformed_text() {
    for wrong in [
        "<a><b></a></b>",
        "<a>",
        "<a>x & y</a>",
        "<a b=c></a>",
        "<a b=\"1\" b=\"2\"/>",
        "<a></a><b></b>",
        "<a>\u{1}</a>",
    ] {
        assert!(std::panic::catch_unwind(|| check_xml(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn the_same_picture_is_drawn_the_same() {
    let once = drawings();
    for ((_, first), (_, second)) in once.iter().zip(drawings()) {
        assert_eq!(*first, second);
    }
}

#[test]
fn every_cell_is_there_once_with_its_title() {
    for (picture, svg) in drawings() {
        assert_eq!(svg.matches("data-cell=").count(), picture.cells.len());
        assert_eq!(svg.matches("<title>").count(), picture.cells.len() + 1);
        for cell in &picture.cells {
            assert_eq!(svg.matches(&format!("data-cell=\"{}\"", cell.name)).count(), 1, "{}", cell.name);
        }
        let pieces = picture.cells.iter().filter(|cell| cell.piece.is_some()).count();
        let shown = pieces + if picture.counts.is_some() { 2 } else { 0 };
        assert_eq!(svg.matches("class=\"piece ").count(), shown);
    }
}

#[test]
fn the_page_has_a_symbol_for_everything_that_games_show() {
    let symbols = page::symbols();
    check_xml(&symbols);
    for game in crate::GAMES {
        let mut position = (game.start)();
        for _ in 0..200 {
            let (picture, id) = (position.picture(), game.info.id);
            let svg = page::draw(&picture, game.info);
            check_xml(&svg);
            assert_eq!(svg.matches("h58v58h-58z").count(), picture.cells.len(), "{id}");
            assert_eq!(
                svg.matches("class=\"piece ").count(),
                picture.cells.iter().filter(|cell| cell.piece.is_some()).count(),
                "{id}"
            );
            for used in svg.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
                assert_eq!(symbols.matches(&format!("id=\"{used}\"")).count(), 1, "{id}: {used}");
            }
            // Any move will do, as long as the game goes on and pieces grow.
            let moves = position.moves();
            let Some(mv) = moves.get(moves.len() / 2) else { break };
            position = position.after(mv).expect("a legal move");
        }
    }
}

#[test]
fn a_side_has_one_colour_in_every_game() {
    let css = page::style();
    let mut known: Vec<(&str, Tint)> = Vec::new();
    for info in crate::GAMES.iter().map(|game| game.info) {
        assert!(css.contains(&format!(".family-{}{{--panel:light-dark(", slug(info.family))), "{}", info.id);
        let svg = draw(&board("x1/1o"), info, &Layers::default());
        for (player, side) in ["first", "second"].into_iter().zip(&info.sides) {
            let tint = known.iter().find(|(name, _)| *name == side.name).map_or(side.tint, |(_, tint)| *tint);
            assert_eq!(side.tint, tint, "{}: {} has another colour elsewhere", info.id, side.name);
            known.push((side.name, tint));
            assert!(
                css.contains(&format!(".side-{}{{--body:{};", slug(side.name), tint.body)),
                "{}",
                side.name
            );
            assert!(svg.contains(&format!(".jogo .{player} .body{{fill:{};", tint.body)), "{}", side.name);
        }
    }
}

#[test]
fn titles_name_cell_piece_and_ground() {
    let svg = plain(&board(NINE), Shape::Die);
    for title in [
        "A Test",
        "a9, mountain",
        "c9, Blue 3",
        "a5, cave",
        "e5, spent cave",
        "i5, spent cave, Blue 3",
        "e1, Red 6",
        "b2",
    ] {
        assert!(svg.contains(&format!("<title>{title}</title>")), "{title}");
    }
}

#[test]
fn text_from_outside_is_escaped() {
    let mut picture = board("x1/1o");
    picture.cells[0].name = "<a&\"'>\u{7}".to_owned();
    picture.rows[0] = "<&>".to_owned();
    let mut info = info(Shape::Disc);
    info.name = "Fish & <Chips>";
    info.family = "Fish & \"Chips\"";
    info.sides[0].name = "<Red>";
    let svg = draw(&picture, &info, &Layers::default());
    check_xml(&svg);
    assert!(svg.contains("data-cell=\"&lt;a&amp;&quot;&#39;&gt;\u{fffd}\""));
    assert!(svg.contains("<title>Fish &amp; &lt;Chips&gt;</title>"));
    assert!(svg.contains("family-fish----chips-"));
}

#[test]
fn layers_are_drawn_only_when_asked() {
    let (picture, info) = (board(SEVEN), info(Shape::Disc));
    let cells = names("a7 b2 c2 z99");
    let none = Layers::default();
    let asked = [
        ("last", Layers { last_move: &cells, ..none }),
        ("touched", Layers { touched: &cells, ..none }),
        ("target", Layers { targets: &cells, ..none }),
        ("deciding", Layers { deciding: &cells, ..none }),
    ];
    for (class, layers) in asked {
        let marks = |svg: &str| {
            svg.matches(&format!("class=\"{class}\"")).count()
                + svg.matches(&format!("class=\"{class} ring\"")).count()
        };
        assert_eq!(marks(&draw(&picture, &info, &none)), 0, "{class}");
        let svg = draw(&picture, &info, &layers);
        check_xml(&svg);
        assert_eq!(marks(&svg), 3, "{class}: the cell that is not in the picture is passed over");
    }
}

#[test]
fn flipping_puts_the_first_cell_in_the_other_corner() {
    let (picture, info) = (board(SEVEN), info(Shape::Disc));
    let upright = draw(&picture, &info, &Layers::default());
    let flipped = draw(&picture, &info, &Layers { orientation: Orientation::Flipped, ..Layers::default() });
    assert!(place(&upright, "a1").0 < place(&upright, "g1").0, "a1 is on the left");
    assert!(place(&upright, "a1").1 > place(&upright, "a7").1, "a1 is at the bottom");
    assert_eq!(place(&upright, "a1"), place(&flipped, "g7"));
    assert_eq!(place(&upright, "b7"), place(&flipped, "f1"));
}

#[test]
fn colours_are_in_the_style_only() {
    for (_, svg) in drawings() {
        let (before, rest) = svg.split_once("<style>").expect("a style element");
        let (_, after) = rest.split_once("</style>").expect("its end");
        // The light on the pieces is a shape, and its colours are in the style too.
        for drawing in [before, &after.replacen(GLOSS, "", 1)] {
            for word in ["#", "rgb", "hsl", "fill=", "stroke=", "color=", "style=", "opacity="] {
                assert!(!drawing.contains(word), "{word}");
            }
        }
    }
}

#[test]
fn arrows_lead_from_cell_to_cell_whichever_way_the_board_is_seen() {
    let arrows =
        [("a1", "c1"), ("a1", "a1"), ("a1", "z99")].map(|(from, to)| (from.to_owned(), to.to_owned()));
    for orientation in [Orientation::Upright, Orientation::Flipped] {
        let layers = Layers { arrows: &arrows, orientation, ..Layers::default() };
        let svg = draw(&board(SEVEN), &info(Shape::Disc), &layers);
        check_xml(&svg);
        // Neither one to where it begins nor one to a cell that is not there.
        assert_eq!(svg.matches("<path class=\"arrow\"").count(), 1);
        let row = if orientation == Orientation::Upright { " 406" } else { " 46" };
        assert!(svg.contains(row), "{orientation:?}");
    }
    assert!(!draw(&board(SEVEN), &info(Shape::Disc), &Layers::default()).contains("arrow"));
}

#[test]
fn every_drawn_class_has_a_style() {
    // These are handles for front ends, or stand beside a class that has a style of its own.
    const HANDLES: [&str; 6] = ["jogo", "cell", "plain", "cave", "spent-cave", "mountain"];
    let layers = names("a7 b2");
    let arrows = [("a7".to_owned(), "b2".to_owned())];
    let layers = Layers {
        arrows: &arrows,
        last_move: &layers,
        touched: &layers,
        targets: &layers,
        deciding: &layers,
        ..Layers::default()
    };
    let counted = Picture { counts: Some([5, 6]), ..board(SEVEN) };
    let mut svgs = vec![draw(&counted, &info(Shape::Disc), &layers)];
    svgs.extend(drawings().into_iter().map(|(_, svg)| svg));
    for svg in svgs {
        for classes in svg.split("class=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            for class in classes.split(' ').filter(|class| !HANDLES.contains(class)) {
                let open = ["family-", "game-", "side-"].iter().any(|prefix| class.starts_with(prefix));
                assert!(open || svg.contains(&format!(".{class}")), "{class}");
            }
        }
    }
}

#[test]
fn sides_differ_without_their_colours() {
    for shape in [Shape::Disc, Shape::Stack, Shape::Die, Shape::Microbe] {
        for size in [None, Some(1), Some(12)] {
            let [first, second] = Player::BOTH.map(|owner| {
                let mut svg = String::new();
                write_piece(&mut svg, Piece { owner, size }, &info(shape)).expect("a string takes it");
                svg.split_once('>').expect("the group's own tag").1.to_owned()
            });
            assert_ne!(first, second, "{shape:?} {size:?}");
        }
    }
}

#[test]
fn stacks_grow_with_their_height() {
    let edges = |height| {
        let mut svg = String::new();
        write_piece(&mut svg, Piece { owner: Player::First, size: Some(height) }, &info(Shape::Stack))
            .expect("a string takes it");
        svg.matches("class=\"edge\"").count()
    };
    assert_eq!([1, 2, 3, 5, 20, 255].map(edges), [0, 1, 2, 4, 5, 5]);
}

#[test]
fn counts_are_drawn_where_there_are_some() {
    let picture = Picture { counts: Some([17, 4]), ..board(SEVEN) };
    let svg = plain(&picture, Shape::Microbe);
    check_xml(&svg);
    assert!(svg.contains("<title>A Test: Red 17, Blue 4</title>"));
    assert!(svg.contains(&glyphs::strokes("17").0));
    assert!(!plain(&board(SEVEN), Shape::Microbe).contains("class=\"counts\""));
}

#[test]
fn the_font_has_all_that_notations_use() {
    let missing = glyphs::strokes("?").0;
    let known: Vec<String> =
        ('0'..='9').chain('a'..='z').chain(['-']).map(|c| glyphs::strokes(&c.to_string()).0).collect();
    for (index, glyph) in known.iter().enumerate() {
        assert_ne!(*glyph, missing);
        assert!(!known[..index].contains(glyph), "no two glyphs are alike: {glyph}");
    }
}

#[test]
fn empty_and_uneven_pictures_are_drawn() {
    let nothing = Picture {
        columns: Vec::new(),
        rows: Vec::new(),
        cells: Vec::new(),
        counts: None,
        report: Report::default(),
    };
    let short = Picture { cells: board(SEVEN).cells[..10].to_vec(), ..board(SEVEN) };
    let surplus = Picture { columns: names("a"), rows: names("1"), ..board("3/3/3") };
    for picture in [nothing, short, surplus] {
        for orientation in [Orientation::Upright, Orientation::Flipped] {
            check_xml(&draw(&picture, &info(Shape::Disc), &Layers { orientation, ..Layers::default() }));
        }
    }
}
