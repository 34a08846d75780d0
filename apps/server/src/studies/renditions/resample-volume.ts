import { join } from 'node:path';
import type { RenditionParser } from './open-files.ts';
import type { RenditionSeries, SeriesFrame } from './series.ts';
import type { PackedFrame } from './tasks.ts';

/** Layers per task: the time limit of the parser process applies to each task. */
const LAYERS_PER_TASK = 8;

/**
 * The frames of a volume whose slices are tilted, unevenly spaced or of different scales: its layers, resampled from the
 * study's files. Frames of other series are returned as they are. A layer that fails is left without an image.
 */
export const resampledFrames = async (
  parser: RenditionParser,
  folder: string,
  { frames, volume }: RenditionSeries,
  signal: AbortSignal,
): Promise<SeriesFrame[]> => {
  if (!volume?.layers) return frames;
  const { layers, source, scale, lowest: blank } = volume;
  const [columns, rows] = volume.stack.size;
  const files = { out: join(folder, 'resampled'), coarseOut: join(folder, 'resampled-coarse') };
  const measured = [...layers.keys()].filter((at) => layers[at]!.length > 0);
  const packed = new Map<number, PackedFrame>();
  for (let from = 0; from < measured.length; from += LAYERS_PER_TASK) {
    const numbers = measured.slice(from, from + LAYERS_PER_TASK);
    const request = {
      layers: numbers.map((at) => layers[at]!),
      source,
      size: { columns, rows },
      scale,
      blank,
    };
    const reply = await parser.run({ task: 'resample', ...files, ...request }, signal);
    if (!('frames' in reply)) continue;
    for (const [at, frame] of reply.frames.entries()) if ('piece' in frame) packed.set(numbers[at]!, frame);
  }
  return frames.map((frame, at) => {
    const layer = packed.get(at);
    const display = frame.packed?.greys;
    if (!layer?.greys || !display) return { ...frame, packed: null };
    const { window, inverted } = display;
    return { ...frame, packed: { ...layer, greys: { ...layer.greys, window, inverted } } };
  });
};
