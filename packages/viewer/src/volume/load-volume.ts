import type { Level, ViewerSession, VolumeSeries } from '../viewer-session.ts';
import { isSessionOver } from '../viewer-session.ts';
import { DecoderPool } from './decoder-pool.ts';
import { readPackedFrames } from './frames.ts';
import { fromPatient, type Placement, placementOf } from './placement.ts';
import { writeReorientedSlice } from './reorient.ts';
import type { VolumeClient } from './volume-client.ts';

/** Slices a request: few enough to follow the eye, many enough that the way there and back does not count. */
const SLICES_AT_ONCE = 24;
/** Side by side: one is being unpacked while the next is on its way. */
const LANES = 2;
const UNPACKING_AT_MOST = 16;
const WAIT_MS = [500, 1500, 4000, 8000, 15_000];

export interface Loading {
  session: ViewerSession;
  series: VolumeSeries;
  level: Level;
  volumeClient: VolumeClient;
  signal: AbortSignal;
  /** the slice of the turned volume that one looks at */
  currentSlice: () => number;
}

export const placementOfLevel = (series: VolumeSeries, level: Level): Placement =>
  placementOf({ ...level, directions: series.directions });

/** First a coarse volume in one piece, then every slice of the wanted level, the nearest to the eye first. */
export async function loadVolume(loading: Loading): Promise<void> {
  const decoders = new DecoderPool();
  loading.signal.addEventListener('abort', () => decoders.close());
  try {
    const preview = loading.series.levels.find(({ level }) => level === 'preview');
    if (preview && preview.level !== loading.level.level)
      await again(loading, () => loadPreview(loading, preview, decoders));
    await loadSlices(loading, decoders);
  } finally {
    decoders.close();
  }
}

async function loadPreview(loading: Loading, level: Level, decoders: DecoderPool): Promise<void> {
  const { series, volumeClient, signal, session } = loading;
  const placement = placementOfLevel(series, level);
  const { size, spacingMm, axes } = placement;
  const values = new Int16Array(size[0] * size[1] * size[2]);
  const stream = await session.frames(
    series.series,
    { level: level.level, from: 0, count: level.size[2] },
    signal,
  );
  const decoded: Promise<void>[] = [];
  for await (const { position, bytes } of readPackedFrames(stream))
    decoded.push(
      decoders.decode({ ...packing(series, level), bytes }).then((slice) => {
        if (slice instanceof Int16Array) writeReorientedSlice(values, size, axes, position, slice);
      }),
    );
  await Promise.all(decoded);
  if (signal.aborted) return;
  volumeClient.preview({
    volume: { size, spacingMm, values },
    offsetMm: fromPatient(volumeClient.placement, placement.originMm),
  });
}

async function loadSlices(loading: Loading, decoders: DecoderPool): Promise<void> {
  const count = loading.level.size[2];
  const starts = Array.from({ length: Math.ceil(count / SLICES_AT_ONCE) }, (_, at) => at * SLICES_AT_ONCE);
  const lane = async () => {
    for (let from = nearest(starts, loading); from !== undefined; from = nearest(starts, loading)) {
      const piece = new Piece(from, Math.min(SLICES_AT_ONCE, count - from));
      await again(loading, () => loadPiece(loading, piece, decoders));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** What is left of a run of slices: after a broken connection one goes on where it broke. */
class Piece {
  next: number;
  end: number;

  constructor(from: number, count: number) {
    this.next = from;
    this.end = from + count;
  }
}

async function loadPiece(loading: Loading, piece: Piece, decoders: DecoderPool): Promise<void> {
  const { series, level, volumeClient, signal, session } = loading;
  const query = { level: level.level, from: piece.next, count: piece.end - piece.next };
  const unpacking = new Set<Promise<void>>();
  for await (const { position, bytes } of readPackedFrames(
    await session.frames(series.series, query, signal),
  )) {
    piece.next = position + 1;
    const one: Promise<void> = decoders.decode({ ...packing(series, level), bytes }).then((slice) => {
      unpacking.delete(one);
      if (slice instanceof Int16Array && !signal.aborted) volumeClient.put(position, slice);
    });
    unpacking.add(one);
    if (unpacking.size >= UNPACKING_AT_MOST) await Promise.race(unpacking);
  }
  await Promise.all(unpacking);
}

const packing = ({ scale }: VolumeSeries, { encoding }: Level) => ({
  encoding: encoding === 'deflate' ? ('deflate' as const) : ('htj2k' as const),
  bits: scale.bits,
  scale,
});

/** Takes the run of slices out of the list that lies nearest to where one looks now. */
function nearest(starts: number[], { volumeClient, currentSlice }: Loading): number | undefined {
  const { axes, size } = volumeClient.placement;
  const stack = axes[2]!;
  const eye =
    stack.to !== 2 ? size[stack.to] / 2 : stack.reversed ? size[2] - 1 - currentSlice() : currentSlice();
  const far = (start: number) => Math.abs(start + SLICES_AT_ONCE / 2 - eye);
  const best = starts.reduce((one, other) => (far(other) < far(one) ? other : one), starts[0] ?? 0);
  return starts.length > 0 ? starts.splice(starts.indexOf(best), 1)[0] : undefined;
}

/** A dropped connection comes back; a view that is over does not. */
async function again({ signal }: Loading, load: () => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await load();
    } catch (reason) {
      const wait = WAIT_MS[attempt];
      if (signal.aborted) return;
      if (isSessionOver(reason) || wait === undefined) throw reason;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
