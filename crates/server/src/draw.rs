//! Pictures that are not the page's own: boards as PNG, links as QR codes.

use std::collections::HashMap;

use base64::Engine;
use color_quant::NeuQuant;
use oxipng::{BitDepth, ColorType, Deflater, FilterStrategy, RawImage};
use qrcode::QrCode;
use qrcode::render::{svg, unicode};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

/// How hard a picture is compressed, of 12. More takes much longer and saves a few per cent.
const DEFLATE: u8 = 9;
/// The colours of a picture, and of how many pixels one is looked at to choose them.
const COLOURS: usize = 256;
const SAMPLE: i32 = 30;

/// The longest side of a drawing, in pixels: a request may come from a queue.
const SIZE_MAX: u32 = 4096;

/// A drawing as PNG, its longer side so many pixels. What it refers to is not read.
pub fn png(svg: &str, size: u32) -> Option<Vec<u8>> {
    if !(1..=SIZE_MAX).contains(&size) {
        return None;
    }
    let nothing =
        ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    let options = Options { image_href_resolver: nothing, ..Options::default() };
    let tree = Tree::from_str(svg, &options).ok()?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = size as f32 / width.max(height);
    let mut pixels = Pixmap::new((width * scale).round() as u32, (height * scale).round() as u32)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    compressed_png(pixels)
}

/// Drawings are flat: 256 colours are enough for them, edges included, and take a third of the room. Filters
/// would only stand in the way.
fn compressed_png(pixels: Pixmap) -> Option<Vec<u8>> {
    let (width, height) = (pixels.width(), pixels.height());
    let colours = pixels.take_demultiplied();
    let quantizer = NeuQuant::new(SAMPLE, COLOURS, &colours);
    // Neighbours mostly have the same colour, and a drawing has few thousands: each is looked for once.
    let mut known: HashMap<[u8; 4], u8> = HashMap::new();
    let (pixels, _) = colours.as_chunks::<4>();
    let indices = pixels
        .iter()
        .map(|pixel| *known.entry(*pixel).or_insert_with(|| quantizer.index_of(pixel) as u8))
        .collect();
    let palette = quantizer.color_map_rgba();
    let palette =
        palette.as_chunks::<4>().0.iter().map(|&[r, g, b, a]| oxipng::RGBA8::new(r, g, b, a)).collect();
    let image =
        RawImage::new(width, height, ColorType::Indexed { palette }, BitDepth::Eight, indices).ok()?;
    let filters = std::iter::once(FilterStrategy::NONE).collect();
    let options = oxipng::Options {
        filters,
        deflater: Deflater::Libdeflater { compression: DEFLATE },
        ..oxipng::Options::from_preset(2)
    };
    image.create_optimized_png(&options).ok()
}

/// The size of a link's picture, as the sites that show it want it.
pub const CARD_WIDTH: u32 = 1200;
pub const CARD_HEIGHT: u32 = 630;
/// The mark's place on it, and where the boards begin; all else is margin.
const MARK: [f64; 4] = [110.0, 185.0, 260.0, 260.0];
const BOARDS_LEFT: u32 = 480;
const MARGIN: f64 = 12.0;

/// Draws a card for links: the mark, and beside it some boards. Each is a picture of its own, so that their
/// styles and names stay apart.
pub fn card(mark: &str, boards: &[String]) -> String {
    let rows = boards.len().isqrt().max(1);
    let columns = boards.len().div_ceil(rows).max(1);
    let (wide, high) =
        (f64::from(CARD_WIDTH - BOARDS_LEFT) / columns as f64, f64::from(CARD_HEIGHT) / rows as f64);
    let picture = |svg: &str, [x, y, width, height]: [f64; 4]| {
        let data = base64(svg.as_bytes());
        format!(
            r#"<image x="{x}" y="{y}" width="{width}" height="{height}" href="data:image/svg+xml;base64,{data}"/>"#
        )
    };
    let mut svg =
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="{CARD_WIDTH}" height="{CARD_HEIGHT}">"#);
    svg.push_str(r##"<rect width="100%" height="100%" fill="#f1ece1"/>"##);
    svg.push_str(&picture(&mark.replacen("<svg ", r#"<svg width="64" height="64" "#, 1), MARK));
    for (index, board) in boards.iter().enumerate() {
        let (column, row) = ((index % columns) as f64, (index / columns) as f64);
        let (x, y) = (f64::from(BOARDS_LEFT) + column * wide + MARGIN, row * high + MARGIN);
        svg.push_str(&picture(board, [x, y, wide - 2.0 * MARGIN, high - 2.0 * MARGIN]));
    }
    svg.push_str("</svg>");
    svg
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
