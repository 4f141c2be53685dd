# What games say in English stands with them: see `phrases!` in the crate `games`.
