//! What is wrong with a certificate is found, and said.

use std::sync::atomic::AtomicBool;

use games::knightline::Official;

use super::super::{Control, ProofOptions, Prover, Splits, Verdict};
use super::*;

/// Returns a certificate for a small position.
fn certificate(position: &str, goal: Goal, count: u8) -> String {
    let position: KnightLine<Official> = position.parse().unwrap();
    let options = ProofOptions { splits: Splits::All, memory_mb: 1, ..ProofOptions::default() };
    let mut control = Control { stop: &AtomicBool::new(false), progress: &mut |_| {} };
    let mut prover = Prover::new(&position, None, goal, &options).unwrap();
    assert_eq!(prover.prove(count, &mut control), Verdict::Proved);
    prover.certificate(&mut control).unwrap().to_string()
}

fn message(text: &str) -> String {
    verify(text, FirstMove::OneTile).map_or_else(|error| error.to_string(), |summary| format!("{summary:?}"))
}

/// White has two stacks in a row and many tiles, Black hardly any.
const ATTACK: &str = "w9w9./b1.b2 w @m1";

#[test]
fn a_certificate_without_one_of_its_lines_proves_nothing() {
    for text in [certificate("w20b20 w @m0", Goal::Survive, 3), certificate(ATTACK, Goal::Win, 5)] {
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(
            lines.len() > 5
                && verify(&text, FirstMove::OneTile).is_ok_and(|summary| summary.positions == lines.len())
        );
        for gone in 0..lines.len() {
            let rest: Vec<&str> =
                lines.iter().enumerate().filter(|(index, _)| *index != gone).map(|(_, line)| *line).collect();
            let position = lines[gone].split(" |").next().unwrap();
            let complaint = message(&rest.join("\n"));
            let expected = if gone == 0 { "nothing leads from the first position" } else { "is missing" };
            assert!(complaint.contains(expected), "without {position}: {complaint}");
        }
    }
}

#[test]
fn the_first_position_decides_where_the_proof_holds() {
    let text = certificate(ATTACK, Goal::Win, 5);
    let summary = verify(&text, FirstMove::OneTile).unwrap();
    let begins = |position: &str| summary.begins_at(&position.parse::<KnightLine<Official>>().unwrap());
    assert_eq!(
        (summary.goal, summary.player, summary.first().as_str()),
        (Goal::Win, Player::First, "w9m1 w9n1 b1m0 b?o0")
    );
    assert!(summary.count <= 5);
    // Heights that the certificate leaves open may be anything.
    assert!(begins(ATTACK) && begins("w9w9./b1.b9 w @m1"));
    for other in [
        "w9w9./b1.b2 b @m1",
        "w9w8./b1.b2 w @m1",
        "w9w9./b2.b2 w @m1",
        "w9w9./b1.b2 w @n1",
        "w9w9b1/b1.b2 w @m1",
    ] {
        assert!(!begins(other), "{other}");
    }
}

#[test]
fn every_fault_has_its_message() {
    for line in include_str!("invalid.txt").lines() {
        let (text, complaint) = line.split_once(" => ").unwrap();
        assert_eq!(message(&text.replace(" \\ ", "\n")), complaint, "{text}");
    }
}

#[test]
fn no_text_makes_the_verifier_panic() {
    let text = certificate("w20b20 w @m0", Goal::Survive, 2) + &certificate(ATTACK, Goal::Win, 4);
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..3000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..rng.usize(1..4) {
            let index = rng.usize(..bytes.len());
            bytes[index] = *rng.choice(b"w b?019-:|#\nmzaoA\xc3").unwrap();
        }
        let changed = String::from_utf8_lossy(&bytes);
        // The text holds certificates of both kinds, which is a fault by itself.
        assert!(verify(&changed, FirstMove::Free).is_err());
    }
}
