//! Numbers for positions: the ground looks the same from the left and the right, from below and above, so
//! positions that are mirror images of one another share a number.

use games::Player;
use games::threedragons::retro::open_squares;
use games::threedragons::{Basic, ThreeDragons};

/// Open squares, and the most pieces of one side.
const SQUARES: usize = 74;
pub(super) const PIECES_MAX: usize = 3;
/// Mirror images: none, left and right, below and above, both.
const SYMMETRIES: usize = 4;
const SIZE: usize = 9;

/// The numbers of all positions with certain numbers of pieces.
#[derive(Debug)]
pub(super) struct Index {
    mover: Sets,
    waiting: Sets,
}

/// All sets of so many open squares, in the order of their largest squares.
#[derive(Debug)]
struct Sets {
    /// Open squares of each set in rising order, numbered from a1 on.
    members: Vec<[u8; PIECES_MAX]>,
    size: usize,
    /// The numbers of the images of each set.
    images: Vec<[u32; SYMMETRIES]>,
    /// For each set, its class and which symmetries lead to the set that stands for it.
    classes: Vec<(u32, u8)>,
    /// The set that stands for each class.
    leaders: Vec<u32>,
    /// The place of each square of the board among the open ones.
    places: [u8; SIZE * SIZE],
    squares: [u8; SQUARES],
}

impl Index {
    pub(super) fn new(mover: usize, waiting: usize) -> Self {
        Self { mover: Sets::new(mover), waiting: Sets::new(waiting) }
    }

    /// Numbers are below this. Not every one is that of a position.
    pub(super) fn len(&self) -> usize {
        self.mover.leaders.len() * self.waiting.members.len()
    }

    /// Returns the number of a position, which has as many pieces as this index is for.
    pub(super) fn number(&self, position: &ThreeDragons<Basic>) -> usize {
        let turn = games::Position::turn(position);
        let (class, ways) = self.mover.classes[self.mover.number(position, turn)];
        let images = &self.waiting.images[self.waiting.number(position, !turn)];
        // Where the mover's set is its own image, the smallest of the other side's images counts.
        let waiting = (0..SYMMETRIES).filter(|way| ways >> way & 1 == 1).map(|way| images[way]).min();
        class as usize * self.waiting.members.len() + waiting.unwrap_or(0) as usize
    }

    /// Returns the position with a number and how many different mirror images it has; `None` where no
    /// position has this number.
    pub(super) fn position(&self, number: usize) -> Option<(ThreeDragons<Basic>, u64)> {
        let (class, rest) = (number / self.waiting.members.len(), number % self.waiting.members.len());
        let leader = *self.mover.leaders.get(class)? as usize;
        let ways = self.mover.classes[leader].1;
        let images = &self.waiting.images[rest];
        let own = (0..SYMMETRIES).filter(|way| ways >> way & 1 == 1);
        if own.clone().any(|way| images[way] < rest as u32) {
            return None;
        }
        let alike = own.filter(|way| images[*way] == rest as u32).count();
        let (mover, waiting) = (self.mover.set(leader), self.waiting.set(rest));
        if mover.clone().any(|square| waiting.clone().any(|other| other == square)) {
            return None;
        }
        Some((ThreeDragons::of_squares(mover, waiting), (SYMMETRIES / alike) as u64))
    }
}

impl Sets {
    fn new(size: usize) -> Self {
        assert!((1..=PIECES_MAX).contains(&size));
        let mut places = [u8::MAX; SIZE * SIZE];
        let mut squares = [0; SQUARES];
        for (place, square) in open_squares().enumerate() {
            (places[square], squares[place]) = (place as u8, square as u8);
        }
        let mut members = vec![[0; PIECES_MAX]];
        for count in 0..size {
            // In the order of the largest square, then of the second largest ...
            let longer = (0..SQUARES as u8).flat_map(|last| {
                let shorter = members.iter().take_while(move |set| count == 0 || set[count - 1] < last);
                shorter.map(move |set| {
                    let mut set = *set;
                    set[count] = last;
                    set
                })
            });
            members = longer.collect();
        }
        let mut sets = Self {
            members,
            size,
            images: Vec::new(),
            classes: Vec::new(),
            leaders: Vec::new(),
            places,
            squares,
        };
        sets.images = sets.members.iter().map(|set| sets.images_of(&set[..size])).collect();
        for (number, images) in sets.images.iter().enumerate() {
            let leader = images.iter().copied().min().unwrap_or(0);
            let class = if leader as usize == number {
                sets.leaders.push(leader);
                sets.leaders.len() as u32 - 1
            } else {
                sets.classes[leader as usize].0
            };
            let ways =
                (0..SYMMETRIES).filter(|way| images[*way] == leader).fold(0, |ways, way| ways | 1 << way);
            sets.classes.push((class, ways));
        }
        sets
    }

    fn images_of(&self, set: &[u8]) -> [u32; SYMMETRIES] {
        std::array::from_fn(|way| {
            let mut image: Vec<u8> = set
                .iter()
                .map(|place| {
                    let square = usize::from(self.squares[usize::from(*place)]);
                    let (file, rank) = (square % SIZE, square / SIZE);
                    let file = if way & 1 == 1 { SIZE - 1 - file } else { file };
                    let rank = if way & 2 == 2 { SIZE - 1 - rank } else { rank };
                    self.places[rank * SIZE + file]
                })
                .collect();
            image.sort_unstable();
            number_of(image.into_iter()) as u32
        })
    }

    fn number(&self, position: &ThreeDragons<Basic>, player: Player) -> usize {
        number_of(position.placement(player).map(|(square, _)| self.places[square]))
    }

    fn set(&self, number: usize) -> impl Iterator<Item = usize> + Clone + use<'_> {
        self.members[number][..self.size].iter().map(|place| usize::from(self.squares[usize::from(*place)]))
    }
}

/// Returns the number of a set, given in rising order: how many sets of its size come before it.
fn number_of(places: impl Iterator<Item = u8>) -> usize {
    places
        .enumerate()
        .map(|(index, place)| {
            let place = usize::from(place);
            match index {
                0 => place,
                1 => place * place.saturating_sub(1) / 2,
                _ => place * place.saturating_sub(1) * place.saturating_sub(2) / 6,
            }
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Position;

    #[test]
    fn numbers_and_positions_belong_together() {
        let index = Index::new(2, 2);
        let mut positions = 0;
        for number in 0..index.len() {
            let Some((position, images)) = index.position(number) else { continue };
            assert_eq!(index.number(&position), number);
            positions += images;
        }
        // Two of 74 squares, then two of the other 72.
        assert_eq!(positions, 2701 * 2556);
    }

    #[test]
    fn mirror_images_share_a_number_and_nothing_else_does() {
        let index = Index::new(2, 3);
        let number = |text: &str| index.number(&text.parse().unwrap());
        // A position, then seen from the right, from above, and both.
        let one = number("M7M/2W1B15/9/9/C3C3C/9/5B13/6W11B1/M7M w 0 1");
        assert_eq!(one, number("M7M/5B1W12/9/9/C3C3C/9/3B15/B11W16/M7M w 31 9"));
        assert_eq!(one, number("M7M/6W11B1/5B13/9/C3C3C/9/9/2W1B15/M7M w 0 1"));
        assert_eq!(one, number("M7M/B11W16/3B15/9/C3C3C/9/9/5B1W12/M7M w 0 1"));
        assert_ne!(one, number("M7M/2W1B15/9/9/C3C3C/9/5B13/5W12B1/M7M w 0 1"));
        let (position, images) = index.position(one).unwrap();
        assert_eq!((position.count_pieces(position.turn()), images), (2, 4));
    }
}
