//! Which slides there are, and for which sets of the other side each of them is possible.

use super::lines::{BLOCKS, BitLine, Matrix, ROWS, place};
use super::sets::{CLASSES, Sets, is_line};
use super::symmetry::{SIZE, SQUARES, squares};

/// Ways to slide and stop: 320 that end at the edge or at an own piece, 176 that end at a piece of the other
/// side.
pub(super) const STOPS: usize = 320 + 176;

/// The 8 directions as steps by files and by ranks.
const DIRECTIONS: [(isize, isize); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// The positions before anything is known, and the slides between them.
pub(super) struct Board {
    /// The sets of the other side that let a slide stop in some way; line `STOPS * block + stop`.
    pub(super) stops: Vec<BitLine>,
    /// By class, those of its representative.
    slides: Groups<Slide>,
    /// By class, those that lead to it.
    slides_into: Groups<SlideInto>,
    /// Positions in which the game goes on.
    pub(super) open: Matrix,
    /// Positions that the side to move has just lost.
    pub(super) finished: Matrix,
}

/// A slide of the set that stands for a class.
#[derive(Clone, Copy)]
pub(super) struct Slide {
    pub(super) stop: u16,
    /// The number of the set afterwards.
    pub(super) target: u16,
}

/// A slide into a set of some class, which is what the symmetry makes of its representative.
#[derive(Clone, Copy)]
pub(super) struct SlideInto {
    pub(super) stop: u16,
    /// The class whose representative slides.
    pub(super) source: u16,
    pub(super) symmetry: u16,
}

/// Something listed by class.
struct Groups<T> {
    all: Vec<T>,
    /// Where each class begins, and at last where all end.
    starts: Vec<usize>,
}

impl<T> Groups<T> {
    #[inline(always)]
    fn of(&self, class: usize) -> &[T] {
        &self.all[self.starts[class]..self.starts[class + 1]]
    }
}

impl Board {
    pub(super) fn new(sets: &Sets) -> Self {
        let holding = holding(sets);
        let (stops, ways) = stops(&holding);
        let slides = slides(sets, &ways);
        let slides_into = slides_into(&slides);
        let mut lined = [BitLine::NONE; BLOCKS];
        let mut known = [BitLine::NONE; BLOCKS];
        for (number, set) in sets.numbered() {
            let (block, bit) = place(0, number);
            known[block / ROWS].insert(bit);
            if is_line(set) {
                lined[block / ROWS].insert(bit);
            }
        }
        let mut open = vec![BitLine::NONE; BLOCKS * ROWS];
        let mut finished = open.clone();
        for class in (0..CLASSES).filter(|class| !is_line(sets.representative(*class))) {
            for block in 0..BLOCKS {
                let overlap = squares(sets.representative(class))
                    .fold(BitLine::NONE, |all, square| all.or(holding[square][block]));
                let legal = known[block].without(overlap);
                open[ROWS * block + class] = legal.without(lined[block]);
                finished[ROWS * block + class] = legal.and(lined[block]);
            }
        }
        Self { stops, slides, slides_into, open, finished }
    }

    #[inline(always)]
    pub(super) fn slides(&self, class: usize) -> &[Slide] {
        self.slides.of(class)
    }

    #[inline(always)]
    pub(super) fn slides_into(&self, class: usize) -> &[SlideInto] {
        self.slides_into.of(class)
    }
}

/// For each square, the sets that hold it.
fn holding(sets: &Sets) -> [[BitLine; BLOCKS]; SQUARES] {
    let mut holding = [[BitLine::NONE; BLOCKS]; SQUARES];
    for (number, set) in sets.numbered() {
        let (block, bit) = place(0, number);
        for square in squares(set) {
            holding[square][block / ROWS].insert(bit);
        }
    }
    holding
}

/// The stops of a slide from a square in a direction, by its length less one: without and with a piece of the
/// other side behind.
type Ways = [[[[u16; 2]; SIZE - 1]; DIRECTIONS.len()]; SQUARES];

fn stops(holding: &[[BitLine; BLOCKS]; SQUARES]) -> (Vec<BitLine>, Box<Ways>) {
    let mut lines = vec![BitLine::NONE; STOPS * BLOCKS];
    let mut ways: Box<Ways> = Box::new([[[[u16::MAX; 2]; SIZE - 1]; DIRECTIONS.len()]; SQUARES]);
    let mut count = 0;
    for from in 0..SQUARES {
        for direction in 0..DIRECTIONS.len() {
            let mut clear = [BitLine::ALL; BLOCKS];
            let ray: Vec<usize> = ray(from, direction).collect();
            for (length, to) in ray.iter().enumerate() {
                for block in 0..BLOCKS {
                    clear[block] = clear[block].without(holding[*to][block]);
                    lines[STOPS * block + count] = clear[block];
                }
                ways[from][direction][length][0] = count as u16;
                count += 1;
                let Some(behind) = ray.get(length + 1) else { continue };
                for block in 0..BLOCKS {
                    lines[STOPS * block + count] = clear[block].and(holding[*behind][block]);
                }
                ways[from][direction][length][1] = count as u16;
                count += 1;
            }
        }
    }
    debug_assert!(count == STOPS);
    (lines, ways)
}

fn slides(sets: &Sets, ways: &Ways) -> Groups<Slide> {
    let mut all = Vec::new();
    let mut starts = vec![0];
    for class in 0..CLASSES {
        let set = sets.representative(class);
        for from in squares(set) {
            for (direction, ways) in ways[from].iter().enumerate() {
                let free: Vec<usize> =
                    ray(from, direction).take_while(|square| set >> square & 1 == 0).collect();
                for (length, to) in free.iter().enumerate() {
                    // Short of the end of its free way a slide stops only because the other side is in the
                    // way.
                    let stop = ways[length][usize::from(length + 1 < free.len())];
                    all.push(Slide { stop, target: sets.number(set ^ (1 << from | 1 << to)) as u16 });
                }
            }
        }
        starts.push(all.len());
    }
    Groups { all, starts }
}

fn slides_into(slides: &Groups<Slide>) -> Groups<SlideInto> {
    let mut all: Vec<(u16, SlideInto)> = Vec::with_capacity(slides.all.len());
    for source in 0..CLASSES {
        let into =
            |slide: &Slide| SlideInto { stop: slide.stop, source: source as u16, symmetry: slide.target % 8 };
        all.extend(slides.of(source).iter().map(|slide| (slide.target / 8, into(slide))));
    }
    all.sort_by_key(|(class, _)| *class);
    let starts =
        (0..=CLASSES).map(|class| all.partition_point(|(target, _)| usize::from(*target) < class)).collect();
    Groups { all: all.into_iter().map(|(_, slide)| slide).collect(), starts }
}

/// Returns the squares ahead of a square, to the edge.
fn ray(from: usize, direction: usize) -> impl Iterator<Item = usize> {
    let (files, ranks) = DIRECTIONS[direction];
    let on_board = |coordinate: usize| coordinate < SIZE;
    std::iter::successors(Some((from % SIZE, from / SIZE)), move |(file, rank)| {
        let next = (file.wrapping_add_signed(files), rank.wrapping_add_signed(ranks));
        (on_board(next.0) && on_board(next.1)).then_some(next)
    })
    .skip(1)
    .map(|(file, rank)| rank * SIZE + file)
}
