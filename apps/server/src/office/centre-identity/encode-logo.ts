import sharp from 'sharp';

/** A PDF prints it 30 mm wide at 400 dots an inch; a page shows half of that on a screen of double density. */
const MAX_WIDTH = 480;
const MAX_HEIGHT = 240;
/** A logo of a phone's camera; a small file may decode to much more. */
const MAX_PIXELS = 40_000_000;
/** Below the limit of a parser's answer; a photograph is reduced to 256 colours. */
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
