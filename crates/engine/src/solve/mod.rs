//! What is known for certain: games and positions solved to the end.

pub mod knightline;
pub mod neutreeko;
pub mod threedragons;
