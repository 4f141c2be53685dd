//! The lines of a certificate.

use games::knightline::{Cell, TILES_MAX};
use games::{Player, quote};

use super::{Entry, Stack, Stacks};

pub(super) fn write_stacks(stacks: &Stacks) -> String {
    let word = |stack: &Stack| {
        let letter = if stack.owner == Player::First { 'w' } else { 'b' };
        let tiles = stack.tiles.map_or_else(|| "?".to_owned(), |tiles| tiles.to_string());
        format!("{letter}{tiles}{}", stack.cell())
    };
    // The first player's stacks come first, as certificates write them.
    let sides =
        Player::BOTH.into_iter().flat_map(|owner| stacks.iter().filter(move |stack| stack.owner == owner));
    sides.map(word).collect::<Vec<_>>().join(" ")
}

pub(super) fn read_entry(line: usize, text: &str) -> Result<Entry, String> {
    let (position, mv) = text.split_once('|').ok_or("there is no | between the position and the move")?;
    let mut words = position.split_whitespace().peekable();
    let left = match words.peek() {
        Some(word) if word.bytes().all(|byte| byte.is_ascii_digit()) => {
            let number = word.parse().ok().filter(|left| *left > 0);
            words.next();
            Some(number.ok_or("the turns left must be 1 to 255")?)
        }
        _ => None,
    };
    let mut stacks = words.map(read_stack).collect::<Result<Stacks, String>>()?;
    stacks.sort_unstable();
    if let Some(pair) = stacks.windows(2).find(|pair| pair[0].cell() == pair[1].cell()) {
        return Err(format!("two stacks stand on {}", pair[0].cell()));
    }
    for owner in Player::BOTH {
        let tiles: usize = stacks
            .iter()
            .filter(|stack| stack.owner == owner)
            .map(|stack| usize::from(stack.tiles.unwrap_or(1)))
            .sum();
        if tiles > TILES_MAX {
            return Err(format!("no side has more than {TILES_MAX} tiles, found {tiles}"));
        }
    }
    let (from, to, tiles) =
        read_move(mv.trim()).ok_or_else(|| format!("{} is not a move like n0-o2:10", quote(mv.trim())))?;
    Ok(Entry { line, left, stacks, from, to, tiles })
}

fn read_stack(word: &str) -> Result<Stack, String> {
    let wrong = || format!("{} is not a stack like w?m0 or b20n0", quote(word));
    let (owner, rest) = match word.split_at_checked(1) {
        Some(("w", rest)) => (Player::First, rest),
        Some(("b", rest)) => (Player::Second, rest),
        _ => return Err(wrong()),
    };
    let (tiles, cell) =
        rest.split_at(rest.bytes().take_while(|byte| *byte == b'?' || byte.is_ascii_digit()).count());
    let tiles = match tiles {
        "?" => None,
        _ if tiles.starts_with('0') => return Err(wrong()),
        _ => Some(tiles.parse().ok().filter(|tiles| usize::from(*tiles) <= TILES_MAX).ok_or_else(wrong)?),
    };
    let cell = read_cell(cell).ok_or_else(wrong)?;
    Ok(Stack { row: cell.row, column: cell.column, owner, tiles })
}

fn read_move(text: &str) -> Option<(Cell, Cell, u8)> {
    let (cells, tiles) = text.split_once(':')?;
    // A cell starts with a letter, so a hyphen before a letter is the one between two cells.
    let hyphen = cells
        .match_indices('-')
        .map(|(index, _)| index)
        .find(|index| cells[index + 1..].starts_with(|c: char| c.is_alphabetic()))?;
    let (from, to) = (&cells[..hyphen], &cells[hyphen + 1..]);
    let plain =
        !tiles.is_empty() && !tiles.starts_with('0') && tiles.bytes().all(|byte| byte.is_ascii_digit());
    Some((
        read_cell(from)?,
        read_cell(to)?,
        tiles.parse().ok().filter(|tiles| plain && usize::from(*tiles) <= TILES_MAX)?,
    ))
}

/// Returns a cell whose neighbours, and theirs, have names too.
fn read_cell(text: &str) -> Option<Cell> {
    let cell: Cell = text.parse().ok()?;
    let named = (-330..=355).contains(&cell.column) && (-990..=990).contains(&cell.row);
    (named && cell.to_string() == text).then_some(cell)
}
