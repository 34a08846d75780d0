import type { Level, VolumeSeries } from '../study.ts';
import { isSessionOver, type ViewerSession } from '../viewer-session.ts';
import { DecoderPool } from './decoder-pool.ts';
import { readPackedFrames } from './frames.ts';
import { fromPatient, type Placement, placementOf } from './placement.ts';
import { writeReorientedSlice } from './reorient.ts';
import { ascending } from './units.ts';
import type { VolumeClient } from './volume-client.ts';

/**
 * A request has few enough slices to follow the user's scrolling, and enough of them that its round trip does
 * not matter.
 */
const SLICES_PER_REQUEST = 24;
/** Two requests, so that one response is decompressed while the next is being transferred. */
const PARALLEL_REQUESTS = 2;
const MAX_PENDING_DECODES = 16;
const RETRY_DELAYS_MS = [500, 1500, 4000, 8000, 15_000];

interface Loading {
  session: ViewerSession;
  series: VolumeSeries;
  level: Level;
  volumeClient: VolumeClient;
  signal: AbortSignal;
  /** the axial slice of the reoriented volume that the user looks at */
  currentSlice: () => number;
}

export const placementOfLevel = (series: VolumeSeries, level: Level): Placement =>
  placementOf({ ...level, directions: series.directions });

/** Loads the preview, then every slice of the level, the nearest to the current slice first. */
export async function loadVolume(loading: Loading): Promise<void> {
  const decoders = new DecoderPool();
  loading.signal.addEventListener('abort', () => decoders.close());
  try {
    const preview = loading.series.levels.find(({ level }) => level === 'preview');
    if (preview && preview.level !== loading.level.level)
      await withRetries(loading, () => loadPreview(loading, preview, decoders));
    await loadSlices(loading, decoders);
  } finally {
    decoders.close();
  }
}

async function loadPreview(loading: Loading, level: Level, decoders: DecoderPool): Promise<void> {
  const { series, volumeClient, signal, session } = loading;
  const placement = placementOfLevel(series, level);
  const { size, spacingMm, axes } = placement;
  const values = new Uint16Array(size[0] * size[1] * size[2]);
  const stream = await session.frames(
    series.series,
    { level: level.level, from: 0, count: level.size[2] },
    signal,
  );
  const decoded: Promise<void>[] = [];
  for await (const { index, bytes } of readPackedFrames(stream))
    decoded.push(
      decoders.decode({ ...encodingOf(series, level), bytes }).then((slice) => {
        if (slice) writeReorientedSlice(values, size, axes, index, ascending(slice, series.scale));
      }),
    );
  await Promise.all(decoded);
  if (signal.aborted) return;
  volumeClient.setPreview({
    volume: { size, spacingMm, values },
    offsetMm: fromPatient(volumeClient.placement, placement.originMm),
  });
}

async function loadSlices(loading: Loading, decoders: DecoderPool): Promise<void> {
  const count = loading.level.size[2];
  const starts = Array.from(
    { length: Math.ceil(count / SLICES_PER_REQUEST) },
    (_, at) => at * SLICES_PER_REQUEST,
  );
  const loadRanges = async () => {
    for (let from = takeNearest(starts, loading); from !== undefined; from = takeNearest(starts, loading)) {
      const range = { next: from, end: Math.min(from + SLICES_PER_REQUEST, count) };
      await withRetries(loading, () => loadRange(loading, range, decoders));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, loadRanges));
}

/**
 * The slices of one request that have not arrived. After a broken connection the next request begins at
 * `next`.
 */
interface SliceRange {
  next: number;
  end: number;
}

async function loadRange(loading: Loading, range: SliceRange, decoders: DecoderPool): Promise<void> {
  const { series, level, volumeClient, signal, session } = loading;
  const query = { level: level.level, from: range.next, count: range.end - range.next };
  const pending = new Set<Promise<void>>();
  const stream = await session.frames(series.series, query, signal);
  for await (const { index, bytes } of readPackedFrames(stream)) {
    range.next = index + 1;
    const decoding: Promise<void> = decoders.decode({ ...encodingOf(series, level), bytes }).then((slice) => {
      pending.delete(decoding);
      if (slice && !signal.aborted) volumeClient.putSlice(index, ascending(slice, series.scale));
    });
    pending.add(decoding);
    if (pending.size >= MAX_PENDING_DECODES) await Promise.race(pending);
  }
  await Promise.all(pending);
}

const encodingOf = ({ scale }: VolumeSeries, { encoding }: Level) => ({
  encoding: encoding === 'deflate' ? ('deflate' as const) : ('htj2k' as const),
  bits: scale.bits,
});

/**
 * Removes the start of the range that is nearest to the current slice from the list; undefined when it is
 * empty.
 */
function takeNearest(starts: number[], { volumeClient, currentSlice }: Loading): number | undefined {
  const { axes, size } = volumeClient.placement;
  const stack = axes[2]!;
  const current =
    stack.to !== 2 ? size[stack.to] / 2 : stack.reversed ? size[2] - 1 - currentSlice() : currentSlice();
  const distance = (start: number) => Math.abs(start + SLICES_PER_REQUEST / 2 - current);
  const nearest = starts.reduce(
    (one, other) => (distance(other) < distance(one) ? other : one),
    starts[0] ?? 0,
  );
  return starts.length > 0 ? starts.splice(starts.indexOf(nearest), 1)[0] : undefined;
}

/** Retries after network and server failures; not after the viewer session has ended. */
async function withRetries({ signal }: Loading, load: () => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await load();
    } catch (reason) {
      const delayMs = RETRY_DELAYS_MS[attempt];
      if (signal.aborted) return;
      if (isSessionOver(reason) || delayMs === undefined) throw reason;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
}
