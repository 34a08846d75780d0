import type { Rigid } from '@snimok/imaging/registration/rigid';
import type { Volume } from '@snimok/imaging/volume/volume';
import type { Workspace } from '../cbct/workspace/workspace.ts';
import { isSmallDevice } from '../cbct/open-workspace.ts';
import { type Placement, toPatient } from '../volume/voxels/placement.ts';
import { VolumeClient } from '../volume/worker/volume-client.ts';
import type { FromStitching, JoinedPlan, ToStitching } from './stitch-messages.ts';
import stitchWorkerURL from './stitch.worker.ts?worker&url';

/** 256 MB of samples, and on a phone or a computer with little memory 64 MB. */
const MOST_VOXELS = 2 ** 27;
const MOST_VOXELS_OF_SMALL_DEVICE = 2 ** 25;

export interface JoinedVolume extends JoinedPlan {
  /** the two scans, in the order in which they are compared */
  sides: readonly [Workspace, Workspace];
  volumeClient: VolumeClient;
}

interface StitchOptions {
  sides: readonly [Workspace, Workspace];
  /** from the first scan to the second one */
  transform: Rigid;
  /** from 0 to 1 */
  onProgress: (done: number) => void;
  onJoined: (joined: JoinedVolume) => void;
  onRefused: (refused: Extract<FromStitching, { type: 'refused' }>) => void;
  /** there is not enough memory */
  onFailed: () => void;
}

/** Joins two volumes in a worker of its own; returns a function that cancels it. */
export function stitch({ sides, transform, ...on }: StitchOptions): () => void {
  const worker = new Worker(stitchWorkerURL, { type: 'module' });
  let joined: JoinedVolume | undefined;
  let isOver = false;
  const end = () => {
    isOver = true;
    worker.terminate();
  };
  const cancel = () => {
    if (isOver) return;
    end();
    joined?.volumeClient.close();
  };
  const fail = () => {
    if (isOver) return;
    cancel();
    on.onFailed();
  };
  const plan = (planned: JoinedPlan) => {
    const { scale } = sides[planned.fixed].volumeClient;
    const placement = placementOfJoined(planned, sides[planned.fixed].volumeClient.placement);
    const volumeClient = new VolumeClient(placement, { scale, missing: [], hasGaps: true }, fail);
    const volume: JoinedVolume = { ...planned, sides, volumeClient };
    joined = volume;
    volumeClient.subscribe(() => {
      if (isOver || !volumeClient.isComplete) return;
      end();
      on.onJoined(volume);
    });
  };
  worker.addEventListener('message', ({ data }: MessageEvent<FromStitching>) => {
    if (data.type === 'planned') return plan(data);
    if (data.type === 'slice') {
      joined?.volumeClient.putSlice(data.index, data.values);
      if (joined) on.onProgress((data.index + 1) / joined.grid.size[2]);
      return;
    }
    end();
    on.onRefused(data);
  });
  worker.addEventListener('error', fail);
  void Promise.all([samplesOf(sides[0]), samplesOf(sides[1])]).then((scans) => {
    if (isOver) return;
    const mostVoxels = isSmallDevice() ? MOST_VOXELS_OF_SMALL_DEVICE : MOST_VOXELS;
    const message: ToStitching = { scans, transform, mostVoxels };
    worker.postMessage(
      message,
      scans.map(({ values }) => values.buffer),
    );
  });
  return cancel;
}

const samplesOf = ({ volumeClient }: Workspace): Promise<Volume> =>
  new Promise((resolve) => volumeClient.request('stitching', 'samples', {}, resolve));

/** The grid of the fixed scan is extended, so that the patient's coordinates remain those of that scan. */
export function placementOfJoined({ grid }: Pick<JoinedPlan, 'grid'>, fixed: Placement): Placement {
  const { size, spacingMm, originMm } = grid;
  return {
    size,
    spacingMm,
    originMm: toPatient(fixed, originMm),
    directions: fixed.directions,
    axes: [
      { to: 0, reversed: false },
      { to: 1, reversed: false },
      { to: 2, reversed: false },
    ],
  };
}
