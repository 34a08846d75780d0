import type { Level, VolumeSeries } from '../../study/study.ts';
import { isSessionOver, type TicketSession } from '../../study/ticket-session.ts';
import { DecoderPool } from './decoder-pool.ts';
import { readPackedFrames } from './frames.ts';
import { fromPatient, type Placement, placementOf } from '../voxels/placement.ts';
import { writeReorientedSlice } from '../voxels/reorient.ts';
import { SliceOrder, type SliceTask } from './slice-order.ts';
import { ascending } from '../voxels/units.ts';
import type { VolumeClient } from '../worker/volume-client.ts';

/** Two requests, so that one response is decompressed while the next is being transferred. */
const PARALLEL_REQUESTS = 2;
const MAX_PENDING_DECODES = 16;
const RETRY_DELAYS_MS = [500, 1500, 4000, 8000, 15_000];

interface Loading {
  session: TicketSession;
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
    loading.volumeClient.spares.close();
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

/** Smaller volumes are sent in whole frames, because the requests for parts would take longer than the bytes. */
const IN_PARTS_FROM_BYTES = 8_000_000;

async function loadSlices(loading: Loading, decoders: DecoderPool): Promise<void> {
  const { size, halfBytes, sizeBytes } = loading.level;
  const order = new SliceOrder(size[2], halfBytes !== undefined && sizeBytes >= IN_PARTS_FROM_BYTES);
  const slices: Slices = { order, firstParts: new Map() };
  const loadInOrder = async () => {
    for (let task = next(); task; task = next()) {
      const begun = task;
      await withRetries(loading, () => loadTask(loading, begun, slices, decoders));
    }
  };
  const next = () => order.next(currentSliceOfSeries(loading));
  await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, loadInOrder));
}

/** Takes an array for the samples of a slice. */
function takeSpare({ level: { size }, volumeClient }: Loading, isHalf: boolean) {
  const [columns, rows] = [size[0], size[1]].map((count) => (isHalf ? Math.ceil(count / 2) : count));
  return volumeClient.spares.take(columns! * rows!);
}

/** Marker SOC (ISO/IEC 15444-1, A.4.1). */
const START_OF_CODESTREAM = [0xff, 0x4f] as const;

interface Slices {
  order: SliceOrder;
  /** the first parts of frames whose rest has not arrived, by index */
  firstParts: Map<number, Uint8Array<ArrayBuffer>>;
}

/** Loads one task. After a broken connection or the end of a decoder, the next call continues at `task.next`. */
async function loadTask(
  loading: Loading,
  task: SliceTask,
  slices: Slices,
  decoders: DecoderPool,
): Promise<void> {
  const { series, level, volumeClient, signal, session } = loading;
  const { part, every } = task;
  const range = {
    level: level.level,
    from: task.next,
    count: Math.ceil((task.end - task.next) / every),
    ...(every > 1 && { every: 2 as const }),
    ...(part !== 'whole' && { part }),
  };
  const pending = new Set<Promise<void>>();
  let hasOthers = false;
  const stream = await session.frames(series.series, range, signal);
  for await (const { index, bytes } of readPackedFrames(stream)) {
    // a server of an earlier version sends as many successive frames
    const isOther = (index - task.next) % every !== 0;
    hasOthers ||= isOther;
    while (task.next <= index) task.next += every;
    const frame = isOther ? undefined : frameToDecode(slices, part, index, bytes);
    if (!frame) continue;
    const isHalf = part === 'half';
    const decoding: Promise<void> = decoders
      .decode({ ...encodingOf(series, level), isHalf, bytes: frame, spare: takeSpare(loading, isHalf) })
      .then(
        (slice) => {
          pending.delete(decoding);
          if (part === 'rest') slices.firstParts.delete(index);
          if (slice && !signal.aborted) volumeClient.putSlice(index, ascending(slice, series.scale), isHalf);
        },
        (reason: unknown) => {
          task.next = Math.min(task.next, index);
          throw reason;
        },
      );
    pending.add(decoding);
    if (pending.size >= MAX_PENDING_DECODES) await Promise.race(pending);
  }
  await Promise.all(pending);
  if (hasOthers && task.next < task.end) await loadTask(loading, task, slices, decoders);
}

/** Keeps the first part of a frame until the whole one is decoded, and joins it with the rest. */
function frameToDecode(
  { order, firstParts }: Slices,
  part: SliceTask['part'],
  index: number,
  bytes: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  if (part === 'half' && order.halfArrived(index)) firstParts.set(index, bytes.slice());
  if (part !== 'rest') return bytes;
  return joined(firstParts.get(index), bytes);
}

/** A server of an earlier version, which does not know parts, sends the whole frame. */
function joined(first: Uint8Array | undefined, rest: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (rest[0] === START_OF_CODESTREAM[0] && rest[1] === START_OF_CODESTREAM[1]) return rest;
  const whole = new Uint8Array((first?.length ?? 0) + rest.length);
  if (first) whole.set(first);
  whole.set(rest, first?.length ?? 0);
  return whole;
}

const encodingOf = ({ scale }: VolumeSeries, { encoding }: Level) => ({
  encoding: encoding === 'deflate' ? ('deflate' as const) : ('htj2k' as const),
  bits: scale.bits,
});

/** The slice of the series that is nearest to the one the user looks at; the middle if they are not axial. */
function currentSliceOfSeries({ volumeClient, currentSlice }: Loading): number {
  const { axes, size } = volumeClient.placement;
  const stack = axes[2]!;
  if (stack.to !== 2) return size[stack.to] / 2;
  return stack.reversed ? size[2] - 1 - currentSlice() : currentSlice();
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
