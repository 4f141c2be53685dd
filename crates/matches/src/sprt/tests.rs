use super::*;

fn of_pairs(pairs: [u32; 5]) -> MatchTally {
    MatchTally { pairs, ..MatchTally::default() }
}

fn test(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
    Sprt { elo0, elo1, model, ..Sprt::default() }
}

/// The figures that fastchess publishes for these counts, within the hundredth part to which it gives them.
#[test]
fn ratios_are_what_others_make_of_the_same_pairs() {
    for (pairs, sprt, expected) in [
        ([365, 16618, 36229, 16974, 390], test(0.0, 2.0, EloModel::Normalized), 2.25),
        ([127, 4883, 10712, 5150, 104], test(-1.75, 0.25, EloModel::Normalized), 3.01),
        ([0, 0, 0, 0, 5550], test(0.0, 5.0, EloModel::Normalized), 111.82),
        ([223, 9863, 21279, 10037, 246], test(0.5, 2.5, EloModel::Logistic), -3.07),
        ([871, 26175, 55983, 26678, 821], test(0.0, 2.0, EloModel::Logistic), -4.98),
    ] {
        let found = sprt.ratio(&of_pairs(pairs));
        assert!(
            (found - expected).abs() < 0.01 * expected.abs().max(1.0),
            "{pairs:?}: {found} is not {expected}"
        );
    }
}

#[test]
fn a_test_ends_at_its_bounds() {
    let sprt = Sprt::default();
    let (lower, upper) = sprt.bounds();
    assert!((upper - 19_f64.ln()).abs() < 1e-9 && (lower + upper).abs() < 1e-9);
    assert_eq!(sprt.verdict(&MatchTally::default()), None);
    assert_eq!(sprt.verdict(&of_pairs([10, 100, 300, 100, 10])), None);
    assert_eq!(sprt.verdict(&of_pairs([100, 1000, 3000, 1600, 160])), Some(SprtVerdict::H1));
    assert_eq!(sprt.verdict(&of_pairs([160, 1600, 3000, 1000, 100])), Some(SprtVerdict::H0));
}

/// The slow twin: climbs at random among the distributions that fit the hypothesis, and never needs
/// how the likeliest is found.
#[test]
fn the_likeliest_distribution_is_found() {
    let mut rng = fastrand::Rng::with_seed(4);
    for model in [EloModel::Logistic, EloModel::Normalized] {
        for (pairs, elo) in [
            ([3, 40, 90, 55, 12], 0.0),
            ([3, 40, 90, 55, 12], 40.0),
            ([30, 10, 5, 2, 1], -5.0),
            ([1, 1, 1, 60, 70], 25.0),
        ] {
            let total = f64::from(of_pairs(pairs).pairs_count());
            let shares = pairs.map(|count| f64::from(count) / total);
            let sprt = test(elo, elo + 1.0, model);
            let found = sprt.likeliest(&shares, elo);
            assert!(
                (found.iter().sum::<f64>() - 1.0).abs() < 1e-6 && gap(&found, model, elo).abs() < 1e-6,
                "{model:?} {pairs:?} {elo}: {found:?}"
            );
            let climbed = climb(&shares, model, elo, &mut rng);
            let difference = likelihood(&shares, &found) - likelihood(&shares, &climbed);
            assert!(
                (-1e-9..1e-3).contains(&difference),
                "{model:?} {pairs:?} {elo}: {found:?}, but {climbed:?}"
            );
        }
    }
}

fn likelihood(shares: &Shares, under: &Shares) -> f64 {
    shares.iter().zip(under).map(|(share, chance)| share * chance.ln()).sum()
}

/// Returns how far a distribution is from the hypothesis.
fn gap(distribution: &Shares, model: EloModel, elo: f64) -> f64 {
    let (mean, variance) = moments(distribution);
    match model {
        EloModel::Logistic => mean - score_of_elo(elo),
        EloModel::Normalized => {
            mean - 0.5 - std::f64::consts::SQRT_2 * elo / NORMALIZED_ELO * variance.sqrt()
        }
    }
}

/// Weighs high scores against low ones until the hypothesis fits.
fn fit(distribution: &Shares, model: EloModel, elo: f64) -> Shares {
    let weigh = |weight: f64| {
        let mut weighed = *distribution;
        weighed.iter_mut().zip(PAIR_SCORES).for_each(|(chance, score)| *chance *= (weight * score).exp());
        let sum: f64 = weighed.iter().sum();
        weighed.map(|chance| chance / sum)
    };
    let (mut low, mut high) = (-60.0, 60.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if gap(&weigh(middle), model, elo) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    weigh(low)
}

fn climb(shares: &Shares, model: EloModel, elo: f64, rng: &mut fastrand::Rng) -> Shares {
    let mut best = fit(&[0.2; 5], model, elo);
    let mut step = 1.0;
    for round in 0..6000 {
        if round % 1000 == 999 {
            step /= 4.0;
        }
        let tried = best.map(|chance| chance * ((rng.f64() - 0.5) * step).exp());
        let tried = fit(&tried, model, elo);
        if likelihood(shares, &tried) > likelihood(shares, &best) {
            best = tried;
        }
    }
    best
}

/// Simulated matches end on the right side about as often as was asked for.
#[test]
fn error_rates_match_the_settings() {
    let sprt = Sprt { elo0: 0.0, elo1: 60.0, ..Sprt::default() };
    let mut rng = fastrand::Rng::with_seed(11);
    for (chances, right) in [
        ([0.1, 0.2, 0.4, 0.2, 0.1], SprtVerdict::H0),
        ([0.0675, 0.155, 0.365, 0.255, 0.1575], SprtVerdict::H1),
    ] {
        let (mut wrong, matches) = (0, 200);
        for _ in 0..matches {
            let mut tally = MatchTally::default();
            let verdict = loop {
                let mut roll = rng.f64();
                let score = chances.iter().position(|chance| {
                    roll -= chance;
                    roll < 0.0
                });
                tally.add_pair(score.unwrap_or(4) as u8);
                if let Some(verdict) = sprt.verdict(&tally) {
                    break verdict;
                }
            };
            wrong += usize::from(verdict != right);
        }
        assert!(wrong * 100 <= matches * 8, "{wrong} of {matches} wrong where {right} is true");
    }
}

#[test]
fn settings_are_read_and_checked() {
    let read = |text: &str| text.parse::<Sprt>();
    assert_eq!(read(""), Ok(Sprt::default()));
    assert_eq!(
        read("elo0=-3 elo1=1.5 model=logistic alpha=0.1"),
        Ok(Sprt { alpha: 0.1, ..test(-3.0, 1.5, EloModel::Logistic) })
    );
    for (text, complaint) in [
        ("elo0=5 elo1=0", "elo0 must be less than elo1, not 5 and 0"),
        ("elo1=a", "elo1 is a number, not \"a\""),
        ("elo1=NaN", "elo1 is a number, not \"NaN\""),
        ("alpha=0.6 beta=0.6", "alpha and beta lie between 0 and 1, and so does their sum"),
        ("model=bayes", "a model is normalized or logistic, not \"bayes\""),
        ("gamma=1", "a test has elo0=, elo1=, alpha=, beta= and model=, not \"gamma=1\""),
        ("elo1=4000", "elo0 and elo1 lie within 1000 either way"),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), complaint);
    }
}
