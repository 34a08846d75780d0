import { resampleLayer } from '@snimok/imaging/volume/fill';
import { openEntry } from './open-entry.ts';
import { type EncodedFrame, greySamples, packLayer } from './pack-frame.ts';
import type { LayerSource, ResampleRequest } from './tasks.ts';

type Grey = Awaited<ReturnType<typeof greySamples>>;

/** The two slices between which a layer is interpolated; the next layer mostly needs them again. */
const CACHED = 2;
const cache = new Map<string, Grey>();

/** One layer of a volume whose slices cannot be used as they are. */
export const resample = async (sources: LayerSource[], request: ResampleRequest): Promise<EncodedFrame> => {
  const { size, scale } = request;
  const decoded = [];
  for (const { weight, shiftPx, ...at } of sources) {
    const { samples, slope, intercept } = await read(at);
    decoded.push({ values: samples, slope, intercept, weight, shiftPx });
  }
  return packLayer(resampleLayer(decoded, request), size, scale);
};

const read = async ({ entry, frame }: Pick<LayerSource, 'entry' | 'frame'>): Promise<Grey> => {
  const key = `${entry.path} ${entry.offset} ${frame}`;
  const known = cache.get(key);
  if (known) return known;
  const { bytes, facts } = await openEntry(entry);
  if (facts.kind !== 'dicom') throw new Error('a slice is no DICOM file');
  const grey = await greySamples(bytes, facts.dicom, frame);
  const [oldest] = cache.keys();
  if (oldest !== undefined && cache.size >= CACHED) cache.delete(oldest);
  cache.set(key, grey);
  return grey;
};
