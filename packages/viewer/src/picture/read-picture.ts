import type { PaneImage } from '../pane/pane-image.ts';
import type { PictureSeries } from '../study/study.ts';
import type { TicketSession } from '../study/ticket-session.ts';
import type { DecoderPool } from '../volume/loading/decoder-pool.ts';
import { readPackedFrames } from '../volume/loading/frames.ts';

/** Loads and decodes one frame. `pixelSize` is in pixels and corrects pixels that are not square. */
export async function readPicture(
  session: TicketSession,
  series: PictureSeries,
  index: number,
  decoders: DecoderPool,
  signal: AbortSignal,
): Promise<PaneImage> {
  const frame = series.frames[index];
  if (!frame) throw new Error(`the series has no frame ${index}`);
  const stream = await session.frames(series.series, { level: 'full', from: index, count: 1 }, signal);
  for await (const { bytes } of readPackedFrames(stream)) {
    const pixelSize = [1, frame.pixelAspect] as const;
    if (frame.encoding === 'png') return { ...(await readPNG(bytes)), pixelSize };
    const bits = frame.scale?.bits ?? 16;
    const values = await decoders.decode({ encoding: frame.encoding, bits, bytes });
    if (values?.length !== frame.columns * frame.rows) throw new Error('the frame cannot be decoded');
    const { columns: width, rows: height, scale } = frame;
    return { width, height, values, pixelSize, ...(scale && { scale }) };
  }
  throw new Error('the stream contains no frame');
}

/** Decodes with the browser. */
const readPNG = async (bytes: Uint8Array<ArrayBuffer>): Promise<Omit<PaneImage, 'pixelSize'>> =>
  readBitmap(await createImageBitmap(new Blob([bytes], { type: 'image/png' })));

/** The pixels of a picture that the browser has decoded; `colours` is set when it is not grey. */
export function readBitmap(bitmap: ImageBitmap): Omit<PaneImage, 'pixelSize'> {
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the browser provides no 2D canvas');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, width, height);
  const values = new Uint16Array(width * height);
  let isColoured = false;
  for (let at = 0, byte = 0; at < values.length; at += 1, byte += 4) {
    values[at] = data[byte]!;
    isColoured ||= data[byte] !== data[byte + 1] || data[byte] !== data[byte + 2];
  }
  return { width, height, values, ...(isColoured && { colours: data }) };
}
