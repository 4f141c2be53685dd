//! Offers of one player to the other.

use games::Player;
use serde::{Deserialize, Serialize};

use crate::wire::{Offer, OffersView, WirePlayer};

/// How often a player may offer one thing in a game.
const OFFERS_MAX: u8 = 3;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offers {
    /// The seat that has offered a draw, a takeback, a rematch.
    standing: [Option<WirePlayer>; 3],
    /// How often the first and the second player have offered each, and after how many moves they did so
    /// last.
    made: [[(u8, usize); 2]; 3],
}

impl Offers {
    /// As the store keeps them; what cannot be read is no offer.
    pub fn read(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    pub fn write(&self) -> String {
        if *self == Self::default() { String::new() } else { serde_json::to_string(self).unwrap_or_default() }
    }

    pub fn view(&self) -> OffersView {
        let [draw, takeback, rematch] = self.standing;
        OffersView { draw, takeback, rematch }
    }

    pub fn standing(&self, offer: Offer) -> Option<Player> {
        self.standing[offer as usize].map(Player::from)
    }

    /// Makes an offer after this many moves. Returns false if this player has done so too often, or since the
    /// last move.
    pub fn make(&mut self, offer: Offer, player: Player, plies: usize) -> bool {
        let (count, last) = &mut self.made[offer as usize][player.index()];
        if *count >= OFFERS_MAX || (*count > 0 && *last == plies) {
            return false;
        }
        *count += 1;
        *last = plies;
        self.standing[offer as usize] = Some(player.into());
        true
    }

    pub fn clear(&mut self, offer: Offer) {
        self.standing[offer as usize] = None;
    }

    /// A move declines what the other side offered; the mover's own offer of a draw stands. Returns whether
    /// an offer lapsed.
    pub fn lapse_by_move(&mut self, mover: Player) -> bool {
        let draw = self.standing(Offer::Draw).filter(|player| *player == mover);
        let before = std::mem::take(&mut self.standing);
        self.standing[Offer::Draw as usize] = draw.map(WirePlayer::from);
        self.standing != before
    }

    /// All offers lapse, because the game has ended. Returns whether there was one.
    pub fn lapse(&mut self) -> bool {
        std::mem::take(&mut self.standing).iter().any(Option::is_some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_are_limited_per_game_and_move() {
        let mut offers = Offers::default();
        assert!(offers.make(Offer::Draw, Player::First, 4));
        assert_eq!(offers.standing(Offer::Draw), Some(Player::First));
        assert!(!offers.make(Offer::Draw, Player::First, 4), "twice after the same move");
        assert!(
            offers.make(Offer::Takeback, Player::First, 4) && offers.make(Offer::Draw, Player::Second, 4)
        );
        assert!(offers.lapse() && !offers.lapse());
        assert!(offers.make(Offer::Draw, Player::First, 6) && offers.make(Offer::Takeback, Player::First, 6));
        assert!(
            offers.lapse_by_move(Player::First) && !offers.lapse_by_move(Player::First),
            "the takeback lapses"
        );
        assert_eq!(
            offers.standing(Offer::Draw),
            Some(Player::First),
            "the offer of a draw goes with the move"
        );
        assert!(offers.lapse_by_move(Player::Second));
        assert_eq!(offers.standing(Offer::Draw), None);
        assert!(offers.make(Offer::Draw, Player::First, 8));
        assert!(!offers.make(Offer::Draw, Player::First, 10), "too often");
        assert_eq!(Offers::read(&offers.write()), offers);
        assert_eq!(Offers::read(""), Offers::default());
    }
}
