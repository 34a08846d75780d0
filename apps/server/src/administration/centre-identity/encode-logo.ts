import sharp from 'sharp';

/** Enough for a PDF, which prints the logo 30 mm wide at 400 dpi. A page needs half of it on a double-density screen. */
const MAX_WIDTH = 480;
const MAX_HEIGHT = 240;
/** Enough for a logo photographed with a phone. A small file may decode to far more pixels. */
const MAX_PIXELS = 40_000_000;
/**
 * Less than the maximum size of an answer of a parser process. A larger PNG, such as a photograph, is reduced to
 * 256 colours.
 */
const MAX_PNG_BYTES = 200 * 1024;

/** Decodes a picture and encodes its pixels as a PNG without metadata, with transparency, no larger than a logo needs. */
export const encodeLogo = async (file: Uint8Array): Promise<Uint8Array> => {
  const pixels = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  const png = await pixels.clone().png({ compressionLevel: 9 }).toBuffer();
  return png.length <= MAX_PNG_BYTES ? png : pixels.png({ palette: true, compressionLevel: 9 }).toBuffer();
};
