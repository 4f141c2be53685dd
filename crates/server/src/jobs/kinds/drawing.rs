//! Drawings.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::super::data::Base64Bytes;
use super::super::kind::{JobContext, JobKind};
use super::super::queue::Cost;
use crate::draw;

/// Draws an SVG as PNG, its longer side this many pixels.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DrawingJob {
    pub svg: String,
    pub size: u32,
}

impl JobKind for DrawingJob {
    const NAME: &'static str = "drawing";
    const TIME_MAX: Duration = Duration::from_secs(10);
    type Update = ();
    type Output = Option<Base64Bytes>;

    fn cost(&self) -> Cost {
        Cost::Short
    }

    fn run(&self, _: &JobContext<'_, ()>) -> Option<Base64Bytes> {
        draw::png(&self.svg, self.size).map(Base64Bytes)
    }
}
