//! Knight Line's notation: `w20b20 w @m0`, `m0-o1:1`.

use std::fmt;
use std::str::FromStr;

use super::cell::{Cell, HOME_COLUMN, Stack};
use super::{Feup, KnightLine, Official, Rules, Split, TILES_MAX, window};
use crate::grid::{self, Fields};
use crate::prolog::{self, PrologState, Term};
use crate::{
    Complaint, Info, ParseError, Phrase, Player, Position, Shape, Side, Start, Surface, Tint, quote,
};

phrases! {
    CELL = "knightline-cell": "{text} is not a cell: a cell is a column letter or two and a row number, like m0 or n-2";
    COLUMN = "knightline-column": "{text} is not a column: columns have one letter or two";
    ROW = "knightline-row": "row {text} is beyond -999 to 999";
    ANCHOR = "knightline-anchor": "the anchor must be @ and a cell within 200 columns and 900 rows of m0, not {text}";
    SPAN = "knightline-span": "the box has {found} {what}, more than connected stacks can span";
    WIDTH = "knightline-width": "row {row} is {found} wide, expected {expected} as row 1";
    TOKEN = "knightline-token": "row {row}: expected a stack like w7 or an empty cell \".\", found {text}";
    HEIGHT = "knightline-height": "row {row}: a stack has 1 to 24 tiles, not {text}";
    OUTER = "knightline-outer": "the {which} of the box is empty";
    TILES = "knightline-tiles": "{side} has {found} tiles, at most 24 are allowed";
    NO_STACK = "knightline-no-stack": "{side} has no stack";
    APART = "knightline-apart": "the stacks are not connected: {cell} cannot be reached";
    MOVER_HAS_LINE = "knightline-mover-line": "{side} is to move but already has a line of four: no game comes to this";
    FORM = "knightline-form": "a move is written like m0-o1:1 (from, to, how many tiles) or pass, not {text}";
    OVER = "knightline-over": "the game is over";
    CANNOT_PASS = "knightline-cannot-pass": "{side} has a move and may not pass";
    SOURCE_OFF = "knightline-source-off": "the stack must belong to the board, and {cell} lies off it";
    SOURCE_EMPTY = "knightline-source-empty": "there is no stack on {cell}";
    NOT_YOURS = "knightline-not-yours": "the stack on {cell} is not {side}'s";
    SINGLE = "knightline-single": "the stack on {cell} has only one tile and cannot be split";
    TARGET_OFF = "knightline-target-off": "the target must belong to the board, and {cell} lies off it";
    TARGET_TAKEN = "knightline-target-taken": "the target must be empty, and there is a stack on {cell}";
    NOT_KNIGHT = "knightline-not-knight": "the move must be in the shape of an L, and {to} is not a knight's move from {from}";
    LONELY = "knightline-lonely": "the target must touch a stack, and nothing stands next to {cell}";
    COUNT = "knightline-count": "1 to {most} tiles can leave {cell}, not {count}: at least one stays";
    FIRST_MOVE = "knightline-first-move": "the very first move takes exactly one tile, not {count}";
    LINE = "knightline-line": "{side} has four in a line";
    BOTH_STUCK = "knightline-both-stuck": "neither side can move: {side}, who did not start, wins";
    STUCK = "knightline-stuck": "{side} has no move and loses";
    SPENT = "knightline-spent": "{side} has only single tiles left and loses";
    SPLIT_ONE = "knightline-kind-one": "a split of one tile";
    SPLIT = "knightline-kind-split": "a split of {count} tiles";
    PASS = "knightline-kind-pass": "a pass";
    MAKES_LINE = "knightline-makes-line": "makes a line of {count}, open at {cell}";
    MEETS_LINE = "knightline-meets-line": "stands at the end of a line of {count} of {side}";
    SPLITS_UP = "knightline-splits-up": "leaves a single tile on {cell}";
    STOPS = "knightline-stops": "leaves {side} without a move";
    ROWS = "knightline-rows": "rows";
    COLUMNS = "knightline-columns": "columns";
    ROWS_OR_COLUMNS = "knightline-rows-or-columns": "rows or columns";
    TOP = "knightline-top": "top row";
    BOTTOM = "knightline-bottom": "bottom row";
    LEFT = "knightline-left": "left column";
    RIGHT = "knightline-right": "right column";
}

impl Rules for Official {
    const INFO: Info = Info {
        id: "knightline",
        name: "Knight Line",
        family: "Knight Line",
        sides: [WHITE, BLACK],
        shape: Shape::Stack,
        surface: Surface::FELT,
        starts: &[Start { name: "standard", text: "w20b20 w @m0" }],
        repetition: None,
        pgn: None,
        rules: &[("en", include_str!("rules.md")), ("pt", include_str!("rules.pt.md"))],
        goal: &[("en", include_str!("goal.txt")), ("pt", include_str!("goal.pt.txt"))],
        lesson: include_str!("lesson.txt"),
        phrases: PHRASES,
    };
    const STUCK_LOSES: bool = false;
}

impl Rules for Feup {
    const INFO: Info = Info {
        id: "knightline-feup",
        name: "Knight Line (FEUP)",
        family: "Knight Line",
        sides: [BLACK, WHITE],
        shape: Shape::Stack,
        surface: Surface::FELT,
        starts: &[Start { name: "standard", text: "b20w20 b @m0" }],
        repetition: None,
        pgn: None,
        rules: &[("en", include_str!("rules-feup.md")), ("pt", include_str!("rules-feup.pt.md"))],
        goal: &[("en", include_str!("goal-feup.txt")), ("pt", include_str!("goal-feup.pt.txt"))],
        lesson: include_str!("lesson-feup.txt"),
        phrases: PHRASES,
    };
    const STUCK_LOSES: bool = true;
}

const WHITE: Side = Side { name: "White", letter: 'w', symbol: 'w', glyph: '○', tint: Tint::WHITE };
const BLACK: Side = Side { name: "Black", letter: 'b', symbol: 'b', glyph: '●', tint: Tint::BLACK };

/// How far the anchor may lie from `m0`. All that can be reached from there still has a name.
pub(super) const ANCHOR_COLUMNS_MAX: i16 = 200;
pub(super) const ANCHOR_ROWS_MAX: i16 = 900;

impl<R: Rules> fmt::Display for KnightLine<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (top_left, bottom_right) = self.bounds();
        for row in (bottom_right.row..=top_left.row).rev() {
            if row != top_left.row {
                f.write_str("/")?;
            }
            for column in top_left.column..=bottom_right.column {
                match self.at(Cell { column, row }) {
                    Some((player, height)) => write!(f, "{}{height}", R::INFO.side(player).letter)?,
                    None => f.write_str(".")?,
                }
            }
        }
        write!(f, " {} @{top_left}", R::INFO.side(self.turn()).letter)
    }
}

impl<R: Rules> FromStr for KnightLine<R> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if prolog::is_prolog(text) {
            return read_prolog(text);
        }
        let mut fields = Fields::of(text);
        let board = read_board(fields.need(grid::BOARD)?, &R::INFO)?;
        let turn = grid::read_side(fields.need(grid::TURN)?, &R::INFO)?;
        let anchor = read_anchor(fields.need(grid::ANCHOR)?)?;
        fields.end()?;
        build(&board, turn, anchor)
    }
}

/// Stacks by row from the top and column from the left.
pub(super) type Board = Vec<Vec<Option<(Player, u8)>>>;

fn read_board(text: &str, info: &Info) -> Result<Board, ParseError> {
    let rows = text.split('/').count();
    if rows > 2 * TILES_MAX {
        return Err(SPAN.with("found", rows).with("what", ROWS));
    }
    let board = text
        .split('/')
        .enumerate()
        .map(|(row, line)| read_row(row, line, info))
        .collect::<Result<Board, _>>()?;
    let expected = board[0].len();
    if expected > 2 * TILES_MAX {
        return Err(SPAN.with("found", expected).with("what", COLUMNS));
    }
    if let Some(row) = board.iter().position(|row| row.len() != expected) {
        return Err(WIDTH.with("row", row + 1).with("found", board[row].len()).with("expected", expected));
    }
    let outer = |which: &'static Phrase| Err(OUTER.with("which", which));
    let empty_row = |row: &[Option<_>]| row.iter().all(Option::is_none);
    let empty_column = |column: usize| board.iter().all(|row| row[column].is_none());
    match () {
        () if empty_row(&board[0]) => outer(TOP),
        () if empty_row(&board[rows - 1]) => outer(BOTTOM),
        () if empty_column(0) => outer(LEFT),
        () if empty_column(expected - 1) => outer(RIGHT),
        () => Ok(board),
    }
}

fn read_row(row: usize, line: &str, info: &Info) -> Result<Vec<Option<(Player, u8)>>, ParseError> {
    let mut cells = Vec::new();
    let mut rest = line;
    while let Some(letter) = rest.chars().next() {
        let token = rest;
        rest = &rest[letter.len_utf8()..];
        if letter == '.' {
            cells.push(None);
            continue;
        }
        let Some(player) = info.player(letter) else {
            return Err(TOKEN.with("row", row + 1).with("text", quote(token)));
        };
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (height, tail) = rest.split_at(digits);
        rest = tail;
        match height.parse() {
            _ if digits == 0 => return Err(TOKEN.with("row", row + 1).with("text", quote(token))),
            Ok(tiles @ 1..=24) if !height.starts_with('0') => cells.push(Some((player, tiles))),
            _ => return Err(HEIGHT.with("row", row + 1).with("text", quote(height))),
        }
    }
    if cells.is_empty() {
        return Err(TOKEN.with("row", row + 1).with("text", grid::NOTHING));
    }
    Ok(cells)
}

pub(super) fn read_anchor(text: &str) -> Result<Cell, ParseError> {
    let wrong = || ANCHOR.with("text", quote(text));
    let cell: Cell = text.strip_prefix('@').ok_or_else(wrong)?.parse().map_err(|_| wrong())?;
    let near = (cell.column - HOME_COLUMN).abs() <= ANCHOR_COLUMNS_MAX && cell.row.abs() <= ANCHOR_ROWS_MAX;
    // Upper case letters are no canonical cell names, and this is not a move typed by hand.
    if near && cell.to_string() == text[1..] { Ok(cell) } else { Err(wrong()) }
}

/// Checks what holds between the stacks and makes the position.
pub(super) fn build<R: Rules>(
    board: &Board,
    turn: Player,
    anchor: Cell,
) -> Result<KnightLine<R>, ParseError> {
    let mut sides = [Vec::new(), Vec::new()];
    for (row, line) in (0i16..).zip(board) {
        for (column, cell) in (0i16..).zip(line) {
            if let Some((player, height)) = cell {
                let cell = Cell { column: anchor.column + column, row: anchor.row - row };
                sides[player.index()].push(Stack::new(cell.code(), *height));
            }
        }
    }
    for player in Player::BOTH {
        let (stacks, side) = (&sides[player.index()], R::INFO.named(player));
        let tiles: usize = stacks.iter().map(|stack| usize::from(stack.height())).sum();
        if tiles > TILES_MAX {
            return Err(TILES.with("side", side).with("found", tiles));
        }
        if stacks.is_empty() {
            return Err(NO_STACK.with("side", side));
        }
    }
    if let Some(cell) = unreachable_cell(&sides) {
        return Err(APART.with("cell", cell));
    }
    if window::has_line(&sides[turn.index()]) {
        return Err(MOVER_HAS_LINE.with("side", R::INFO.named(turn)));
    }
    let [first, second] = &sides;
    Ok(KnightLine::assemble([first, second], turn))
}

/// Returns a stack that no chain of touching stacks joins to the first one.
fn unreachable_cell(sides: &[Vec<Stack>; 2]) -> Option<Cell> {
    let mut apart: Vec<Cell> = sides.iter().flatten().map(|stack| stack.cell()).collect();
    let mut frontier = vec![apart.pop()?];
    while let Some(reached) = frontier.pop() {
        let touching =
            |cell: &Cell| (cell.column - reached.column).abs() <= 1 && (cell.row - reached.row).abs() <= 1;
        frontier.extend(apart.extract_if(.., |cell| touching(cell)));
    }
    apart.first().copied()
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parts() {
            Some((from, to, tiles)) => write!(f, "{from}-{to}:{tiles}"),
            None => f.write_str("pass"),
        }
    }
}

/// The refusals come in the order in which the report's program makes its checks.
pub(super) fn read_move<R: Rules>(position: &KnightLine<R>, text: &str) -> Result<Split, Complaint> {
    let wanted = read_split(text.trim())?;
    let turn = position.turn();
    let side = R::INFO.named(turn);
    if position.outcome().is_some() {
        return Err(OVER.message());
    }
    let must_pass = position.nth_move(0) == Some(Split::PASS);
    let Some((from, to, tiles)) = wanted else {
        return if must_pass { Ok(Split::PASS) } else { Err(CANNOT_PASS.with("side", side)) };
    };

    let height = check_source(position, from)?;
    check_target(position, from, to)?;
    let most = height - 1;
    if !(1..=u32::from(most)).contains(&tiles) {
        return Err(COUNT.with("most", most).with("cell", from).with("count", tiles));
    }
    if position.is_first_move() && tiles != 1 {
        return Err(FIRST_MOVE.with("count", tiles));
    }
    debug_assert!(!must_pass, "a stuck player has failed one of the checks above");
    Split::between(from, to, tiles as u8).ok_or_else(|| NOT_KNIGHT.with("from", from).with("to", to))
}

/// Returns whether the player to move may split this stack; its height if so.
pub(super) fn check_source<R: Rules>(position: &KnightLine<R>, from: Cell) -> Result<u8, Complaint> {
    if !on_board(position, from) {
        return Err(SOURCE_OFF.with("cell", from));
    }
    match position.at(from) {
        None => Err(SOURCE_EMPTY.with("cell", from)),
        Some((owner, _)) if owner != position.turn() => {
            Err(NOT_YOURS.with("cell", from).with("side", R::INFO.named(position.turn())))
        }
        Some((_, 1)) => Err(SINGLE.with("cell", from)),
        Some((_, height)) => Ok(height),
    }
}

/// Returns whether tiles may go from one cell to the other.
pub(super) fn check_target<R: Rules>(
    position: &KnightLine<R>,
    from: Cell,
    to: Cell,
) -> Result<(), Complaint> {
    if !on_board(position, to) {
        return Err(TARGET_OFF.with("cell", to));
    }
    if position.at(to).is_some() {
        return Err(TARGET_TAKEN.with("cell", to));
    }
    if Split::between(from, to, 1).is_none() {
        return Err(NOT_KNIGHT.with("from", from).with("to", to));
    }
    if !position.touches(to) {
        return Err(LONELY.with("cell", to));
    }
    Ok(())
}

/// Returns the board of the report: the box around the stacks and a ring of one cell.
fn on_board<R: Rules>(position: &KnightLine<R>, cell: Cell) -> bool {
    let (top_left, bottom_right) = position.bounds();
    (top_left.column - 1..=bottom_right.column + 1).contains(&cell.column)
        && (bottom_right.row - 1..=top_left.row + 1).contains(&cell.row)
}

/// From, to and count as written, `None` for a pass. Nothing is known yet about the position.
fn read_split(text: &str) -> Result<Option<(Cell, Cell, u32)>, Complaint> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(None);
    }
    let form = || FORM.with("text", quote(text));
    let (from, rest) = split_cell(text).ok_or_else(form)?;
    let (to, rest) = rest.strip_prefix(['-', ',']).and_then(split_cell).ok_or_else(form)?;
    let tiles = rest.strip_prefix([':', ',']).ok_or_else(form)?;
    let plain = (1..=4).contains(&tiles.len()) && tiles.bytes().all(|byte| byte.is_ascii_digit());
    let tiles = tiles.parse().ok().filter(|_| plain).ok_or_else(form)?;
    Ok(Some((from.parse()?, to.parse()?, tiles)))
}

/// Splits off the longest cell name at the start: letters, perhaps a sign, digits.
fn split_cell(text: &str) -> Option<(&str, &str)> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let signed = letters + usize::from(text[letters..].starts_with('-'));
    let digits = text[signed..].bytes().take_while(u8::is_ascii_digit).count();
    (letters > 0 && digits > 0).then(|| text.split_at(signed + digits))
}

/// A Prolog board may have any margin of empty cells, but not without end.
const PROLOG_SPAN_MAX: usize = 256;

fn read_prolog<R: Rules>(text: &str) -> Result<KnightLine<R>, ParseError> {
    let state = PrologState::read(text)?;
    let rows = state.board.len();
    let columns = state.board.first().and_then(Term::list).map_or(0, <[Term]>::len);
    if rows.max(columns) > PROLOG_SPAN_MAX {
        return Err(SPAN.with("found", rows.max(columns)).with("what", ROWS_OR_COLUMNS));
    }
    // In the first report's boards 'b' stands for "branco", white, wherever an 'a' occurs.
    let a_occurs =
        state.board.iter().filter_map(Term::list).flatten().any(|cell| owner_atom(cell) == Some("a"));
    let mut board: Board = vec![vec![None; columns]; rows];
    prolog::read_rows(&state.board, columns, rows, |row, column, term| {
        match read_stack::<R>(term, a_occurs) {
            Some(stack) => {
                board[row][column] = stack;
                true
            }
            None => false,
        }
    })?;
    trim(&mut board);
    let anchor = Cell { column: HOME_COLUMN, row: 0 };
    let names = [Player::First, Player::Second].map(|player| prolog_name::<R>(player));
    let zero = if names[0] == "white" { Player::First } else { Player::Second };
    match state.turn(names, zero)? {
        Some(turn) => build(&board, turn, anchor),
        // The winner cannot be the side to move.
        None => build(&board, Player::First, anchor).or_else(|error| {
            let first_has_line = error.phrase == MOVER_HAS_LINE;
            if first_has_line { build(&board, Player::Second, anchor).map_err(|_| error) } else { Err(error) }
        }),
    }
}

fn owner_atom(cell: &Term) -> Option<&str> {
    cell.list()?.get(1)?.atom()
}

/// Returns one cell of either report: `[white,3]`, `[empty,0]`; `[]`, `[20,'b']`. The outer `None` means that
/// it is neither.
#[expect(clippy::option_option, reason = "a cell that cannot be read is not an empty cell")]
fn read_stack<R: Rules>(cell: &Term, a_occurs: bool) -> Option<Option<(Player, u8)>> {
    let (owner, height) = match cell.list()? {
        [] => return Some(None),
        [Term::Atom(owner), Term::Number(0)] if owner == "empty" => return Some(None),
        [Term::Atom(owner), Term::Number(height)] => (owner.as_str(), height),
        [Term::Number(height), Term::Atom(owner)] => match (owner.as_str(), a_occurs) {
            ("a", true) | ("b", false) => ("black", height),
            ("b", true) | ("w", false) => ("white", height),
            _ => return None,
        },
        _ => return None,
    };
    let player = Player::BOTH.into_iter().find(|player| prolog_name::<R>(*player) == owner)?;
    let height = u8::try_from(*height).ok().filter(|height| (1..=24).contains(height))?;
    Some(Some((player, height)))
}

fn prolog_name<R: Rules>(player: Player) -> &'static str {
    if R::INFO.side(player).letter == 'w' { "white" } else { "black" }
}

/// Takes the empty outer rows and columns away.
fn trim(board: &mut Board) {
    let taken = |row: &Vec<Option<_>>| row.iter().any(Option::is_some);
    let (Some(top), Some(bottom)) = (board.iter().position(taken), board.iter().rposition(taken)) else {
        return;
    };
    board.truncate(bottom + 1);
    board.drain(..top);
    let columns = || {
        board.iter().flat_map(|row| {
            row.iter().enumerate().filter(|(_, cell)| cell.is_some()).map(|(column, _)| column)
        })
    };
    let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
    for row in board {
        row.truncate(right + 1);
        row.drain(..left);
    }
}

pub(super) fn to_prolog<R: Rules>(position: &KnightLine<R>) -> String {
    let (top_left, bottom_right) = position.bounds();
    let columns = (bottom_right.column - top_left.column + 3) as usize;
    let rows = (top_left.row - bottom_right.row + 3) as usize;
    let rows = prolog::write_rows(columns, rows, |row, column| {
        let cell = Cell { column: top_left.column - 1 + column as i16, row: top_left.row + 1 - row as i16 };
        match position.at(cell) {
            Some((player, height)) => format!("[{},{height}]", prolog_name::<R>(player)),
            None => "[empty,0]".to_owned(),
        }
    });
    prolog::write_state(&rows, prolog_name::<R>(position.turn()))
}
