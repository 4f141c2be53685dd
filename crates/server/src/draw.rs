//! Pictures that are not the page's own: boards as PNG, links as QR codes.

use base64::Engine;
use qrcode::QrCode;
use qrcode::render::{svg, unicode};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// A drawing as PNG, its longer side so many pixels.
pub fn png(svg: &str, size: u32) -> Option<Vec<u8>> {
    let tree = Tree::from_str(svg, &Options::default()).ok()?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = size as f32 / width.max(height);
    let mut pixels = Pixmap::new((width * scale).round() as u32, (height * scale).round() as u32)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

/// A link as a QR code.
pub fn qr_svg(link: &str) -> Option<String> {
    Some(QrCode::new(link).ok()?.render::<svg::Color>().min_dimensions(240, 240).build())
}

/// A link as a QR code on a terminal.
pub fn qr_text(link: &str) -> Option<String> {
    Some(QrCode::new(link).ok()?.render::<unicode::Dense1x2>().build())
}

pub fn base64(bytes: &[u8]) -> String {
    base64::engine::general_purpose::STANDARD.encode(bytes)
}
