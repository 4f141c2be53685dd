//! Random positions with small trees, of every game.

use fastrand::Rng;
use games::{Game, Position, Record};

/// Spare tiles of Knight Line positions: each move spends one, so no game lasts longer.
const SPARE_MAX: usize = 7;
const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

/// Returns a position where the game goes on; `None` where chance made none.
pub fn deal<P: Game>(rng: &mut Rng) -> Option<P> {
    let text = match P::INFO.family {
        "Knight Line" => knight_line::<P>(rng)?,
        "Ataxx" => ataxx(rng),
        "Three Dragons" => three_dragons::<P>(rng),
        _ => neutreeko(rng),
    };
    let mut position: P = text.parse().ok()?;
    if rng.bool() {
        for _ in 0..rng.usize(..4) {
            let mv = position.pick_move(|count| rng.usize(..count))?;
            position.play(mv);
        }
    }
    position.outcome().is_none().then_some(position)
}

/// Plays on for a while, mostly back and forth, as far as the game does not end by it.
pub fn shuffle(record: &mut Record, rng: &mut Rng) {
    for _ in 0..rng.usize(4..16) {
        let (moves, position) = (record.position().moves(), record.position().boxed_clone());
        let keys: Vec<u64> = record.keys().collect();
        let leads_back = |mv: &&String| position.after(mv).is_ok_and(|next| keys.contains(&next.key()));
        let back: Vec<&String> =
            if rng.u8(..4) > 0 { moves.iter().filter(leads_back).collect() } else { Vec::new() };
        let Some(mv) = rng.choice(back).or_else(|| rng.choice(&moves)) else { return };
        let mut next = record.clone();
        if next.play(mv).is_ok() && next.outcome().is_none() {
            *record = next;
        }
    }
}

/// Stacks of Knight Line as (column, row, first player's?, height).
type Stacks = Vec<(i32, i32, bool, usize)>;

/// Half of the positions come from random play with few tiles, half are put together.
fn knight_line<P: Game>(rng: &mut Rng) -> Option<String> {
    let [first, second] = P::INFO.sides.each_ref().map(|side| side.letter);
    if rng.bool() {
        let mut position: P =
            format!("{first}{}{second}{} {first} @m0", rng.u8(2..12), rng.u8(2..12)).parse().ok()?;
        while spare_tiles(&position) > SPARE_MAX || rng.u8(..3) > 0 {
            let mv = position.pick_move(|count| rng.usize(..count))?;
            position.play(mv);
        }
        return Some(position.to_string());
    }
    let mut stacks: Stacks = vec![(0, 0, rng.bool(), 1)];
    for _ in 0..rng.usize(1..13) {
        let (column, row, ..) = stacks[rng.usize(..stacks.len())];
        let (column, row) = (column + rng.i32(-1..=1), row + rng.i32(-1..=1));
        if !stacks.iter().any(|stack| (stack.0, stack.1) == (column, row)) {
            stacks.push((column, row, rng.bool(), 1));
        }
    }
    for _ in 0..rng.usize(1..=SPARE_MAX) {
        let index = rng.usize(..stacks.len());
        stacks[index].3 += 1;
    }
    let (left, right) =
        (stacks.iter().map(|stack| stack.0).min()?, stacks.iter().map(|stack| stack.0).max()?);
    let (low, high) = (stacks.iter().map(|stack| stack.1).min()?, stacks.iter().map(|stack| stack.1).max()?);
    let cell = |column: i32, row: i32| match stacks.iter().find(|stack| (stack.0, stack.1) == (column, row)) {
        Some((.., is_first, height)) => format!("{}{height}", if *is_first { first } else { second }),
        None => ".".to_owned(),
    };
    let rows: Vec<String> =
        (low..=high).rev().map(|row| (left..=right).map(|column| cell(column, row)).collect()).collect();
    Some(format!("{} {} @m{}", rows.join("/"), if rng.bool() { first } else { second }, rng.i32(-20..20)))
}

/// Returns the stacks of a Knight Line position, from its text; none in another game.
fn stacks<P: Position>(position: &P) -> Stacks {
    let text = position.to_string();
    let first = P::INFO.sides[0].letter;
    let mut stacks = Stacks::new();
    for (row, cells) in (0..).zip(text.split(' ').next().unwrap_or("").split('/')) {
        let starts = cells.char_indices().filter(|(_, letter)| !letter.is_ascii_digit());
        for (column, (index, letter)) in (0..).zip(starts) {
            let digits: String = cells[index + 1..].chars().take_while(char::is_ascii_digit).collect();
            if letter != '.' {
                stacks.push((column, -row, letter == first, digits.parse().unwrap_or(1)));
            }
        }
    }
    stacks
}

/// Returns how many tiles of both sides stand on others, in Knight Line.
pub fn spare_tiles<P: Position>(position: &P) -> usize {
    stacks(position).iter().map(|(.., height)| height - 1).sum()
}

/// Returns whether one of the sides could not move now if it were its turn. Only in Knight Line is this asked
/// for.
pub fn has_stuck_side<P: Position>(position: &P) -> bool {
    if P::INFO.family != "Knight Line" {
        return false;
    }
    let stacks = stacks(position);
    let is_free = |column: i32, row: i32| !stacks.iter().any(|stack| (stack.0, stack.1) == (column, row));
    let touches = |column: i32, row: i32| {
        stacks.iter().any(|stack| (stack.0 - column).abs() <= 1 && (stack.1 - row).abs() <= 1)
    };
    let can_move = |player: bool| {
        let tall = stacks.iter().filter(|(.., owner, height)| *owner == player && *height > 1);
        tall.flat_map(|stack| KNIGHT.map(|(right, up)| (stack.0 + right, stack.1 + up)))
            .any(|(column, row)| is_free(column, row) && touches(column, row))
    };
    !can_move(true) || !can_move(false)
}

/// Returns a few squares between gaps, with some pieces on them.
fn ataxx(rng: &mut Rng) -> String {
    let mut board = [['-'; 7]; 7];
    let (columns, rows) = (rng.usize(2..=4), rng.usize(2..=4));
    let pieces = rng.u8(2..6);
    for row in board.iter_mut().take(rows) {
        for square in row.iter_mut().take(columns) {
            *square = match rng.u8(..8) {
                0 => '-',
                roll if roll <= pieces / 2 => 'x',
                roll if roll <= pieces => 'o',
                _ => '1',
            };
        }
    }
    let rows: Vec<String> =
        board.iter().map(|row| row.iter().collect::<String>()).map(|row| join_runs(&row)).collect();
    let clock = if rng.bool() { rng.u32(..100) } else { 0 };
    format!("{} {} {clock} 1", rows.join("/"), if rng.bool() { 'x' } else { 'o' })
}

/// Single empty squares, written as ones, joined to runs.
fn join_runs(row: &str) -> String {
    let mut joined = String::new();
    let mut run = 0;
    for letter in row.chars().chain(['/']) {
        if letter == '1' {
            run += 1;
            continue;
        }
        if run > 0 {
            joined.push_str(&run.to_string());
        }
        run = 0;
        joined.push(letter);
    }
    joined.trim_end_matches('/').to_owned()
}

/// Two to four pieces a side, shortly before the count of quiet plies ends the game or not.
fn three_dragons<P: Game>(rng: &mut Rng) -> String {
    let start = P::default().to_string();
    let (has_strengths, has_dragons) =
        (start.contains("W2"), start.replacen('C', "c", 1).parse::<P>().is_ok());
    let mut board = vec![vec!["1".to_owned(); 9]; 9];
    for (row, column) in [(0, 0), (0, 8), (8, 0), (8, 8)] {
        board[row][column] = "M".to_owned();
    }
    for column in [0, 4, 8] {
        board[4][column] = if has_dragons && rng.bool() { "c" } else { "C" }.to_owned();
    }
    // Pieces that stand close together have something to do with each other.
    let (top, left, size) = (rng.usize(..6), rng.usize(..6), rng.usize(3..=9));
    for side in ["W", "B"] {
        for _ in 0..rng.usize(2..5) {
            let (row, column) = ((top + rng.usize(..size)) % 9, (left + rng.usize(..size)) % 9);
            if board[row][column] == "1"
                || has_dragons && row == 4 && matches!(board[row][column].as_str(), "c" | "C")
            {
                board[row][column] = format!("{side}{}", if has_strengths { rng.u8(1..=4) } else { 1 });
            }
        }
    }
    let rows: Vec<String> = board.iter().map(|row| join_squares(row)).collect();
    let quiet = if rng.u8(..3) > 0 { rng.u32(90..100) } else { rng.u32(..100) };
    format!("{} {} {quiet} 1", rows.join("/"), if rng.bool() { 'w' } else { 'b' })
}

/// Returns the squares of a row, empty ones joined to runs.
fn join_squares(row: &[String]) -> String {
    let mut joined = String::new();
    for run in row.chunk_by(|a, b| a == "1" && b == "1") {
        joined.push_str(&if run[0] == "1" { run.len().to_string() } else { run.concat() });
    }
    joined
}

/// Three pieces a side anywhere.
fn neutreeko(rng: &mut Rng) -> String {
    let mut board = [['1'; 5]; 5];
    for side in ['w', 'w', 'w', 'b', 'b', 'b'] {
        loop {
            let square = &mut board[rng.usize(..5)][rng.usize(..5)];
            if *square == '1' {
                *square = side;
                break;
            }
        }
    }
    let rows: Vec<String> = board.iter().map(|row| join_runs(&row.iter().collect::<String>())).collect();
    format!("{} {}", rows.join("/"), if rng.bool() { 'w' } else { 'b' })
}
