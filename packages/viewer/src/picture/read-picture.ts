import type { PictureSeries, ViewerSession } from '../viewer-session.ts';
import type { PaneImage } from '../pane/pane-renderer.ts';
import type { DisplayWindow } from '../pane/display-window.ts';
import { DecoderPool } from '../volume/decoder-pool.ts';
import { readPackedFrames } from '../volume/frames.ts';

export type Frame = PictureSeries['frames'][number];

/** Pixels are the unit; those that are no squares are stretched. */
export async function readPicture(
  session: ViewerSession,
  series: PictureSeries,
  at: number,
  signal: AbortSignal,
): Promise<PaneImage> {
  const frame = series.frames[at];
  if (!frame) throw new Error('no such frame');
  const stream = await session.frames(series.series, { level: 'full', from: at, count: 1 }, signal);
  for await (const { bytes } of readPackedFrames(stream)) {
    const pixel = [1, frame.pixelAspect] as const;
    if (frame.encoding === 'png') return { ...(await readPNG(bytes)), pixel };
    const decoders = new DecoderPool(1);
    try {
      const bits = frame.scale?.bits ?? 16;
      const values = await decoders.decode({ encoding: frame.encoding, bits, scale: null, bytes });
      if (values?.length !== frame.columns * frame.rows) throw new Error('a frame that cannot be read');
      return { width: frame.columns, height: frame.rows, values, pixel };
    } finally {
      decoders.close();
    }
  }
  throw new Error('the frame did not come');
}

async function readPNG(bytes: Uint8Array<ArrayBuffer>): Promise<Omit<PaneImage, 'pixel'>> {
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
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

/** The frame's window, in its samples. */
export function windowOf({ window, scale, inverted }: Frame): DisplayWindow {
  if (!window || !scale) return { center: 127.5, width: 255, inverted };
  return {
    center: (window.center - scale.intercept) / scale.slope,
    width: Math.max(1, Math.abs(window.width / scale.slope)),
    inverted,
  };
}
