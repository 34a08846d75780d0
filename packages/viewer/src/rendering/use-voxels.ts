import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import type { VolumeClient } from '../volume/worker/volume-client.ts';
import type { SceneRenderer } from './scene-renderer.ts';
import type { ValueRange } from './value-range.ts';
import { COARSE_SIDE, fineSide, stepFor, type VoxelBlock } from '../volume/voxels/voxel-block.ts';

/** The voxels for the 3D view, requested when the first voxels have arrived, and again when all have. */
export function useCoarseBlock(
  volumeClient: VolumeClient,
  { low, high }: ValueRange,
): VoxelBlock | undefined {
  const [block, setBlock] = useState<VoxelBlock>();
  const stage = useSyncExternalStore(volumeClient.subscribe, () => {
    if (volumeClient.version === 0) return 'empty';
    return volumeClient.isComplete ? 'complete' : 'partial';
  });
  useEffect(() => {
    if (stage === 'empty') return;
    volumeClient.request('rendering', 'bytes', { longest: COARSE_SIDE, low, high }, setBlock);
  }, [volumeClient, stage, low, high]);
  return block;
}

/** Voxels per request, so that the volume worker cuts slices in between. */
const VOXELS_PER_REQUEST = 4e6;

/**
 * Fills the renderer's fine volume, some layers at a time; they are kept in graphics memory only. Returns a number that
 * changes when all are there.
 */
export function useFineVolume(
  renderer: RefObject<SceneRenderer | undefined>,
  creations: number,
  isWanted: boolean,
  volumeClient: VolumeClient,
  { low, high }: ValueRange,
): number {
  const [filled, setFilled] = useState(0);
  const isComplete = useSyncExternalStore(volumeClient.subscribe, () => volumeClient.isComplete);
  useEffect(() => {
    const target = renderer.current;
    if (!isWanted || !isComplete || !target) return;
    const { size, spacingMm } = volumeClient.placement;
    const longest = fineSide(size, target.largestTexture);
    if (longest === undefined) return;
    const every = stepFor(size, longest);
    const [nx, ny, nz] = size.map((count) => Math.ceil(count / every)) as [number, number, number];
    const [sx, sy, sz] = spacingMm;
    const grid = {
      size: [nx, ny, nz],
      spacingMm: [sx * every, sy * every, sz * every],
      offsetMm: [0, 0, 0],
    } as const;
    if (!target.beginFine(grid)) return;
    const layers = Math.max(1, Math.floor(VOXELS_PER_REQUEST / (nx * ny)));
    let isNeeded = true;
    const ask = (from: number) =>
      volumeClient.request(
        'rendering, fine',
        'bytes',
        { longest, low, high, layers: [from, from + layers] },
        ({ values }) => {
          if (!isNeeded) return;
          target.putFine(from, values);
          if (from + layers < nz) ask(from + layers);
          else setFilled((count) => count + 1);
        },
      );
    ask(0);
    return () => {
      isNeeded = false;
    };
  }, [renderer, creations, isWanted, isComplete, volumeClient, low, high]);
  return filled;
}
