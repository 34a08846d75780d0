import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { VolumeClient } from '../volume/worker/volume-client.ts';
import type { SceneMesh } from './mesh.ts';
import { type Scene, SceneRenderer } from './scene-renderer.ts';
import { useCoarseBlock, useFineVolume } from './use-voxels.ts';
import type { ValueRange } from './value-range.ts';
import type { VoxelBlock } from '../volume/voxels/voxel-block.ts';

/** `lost`: the graphics context was lost, and the browser has not restored it yet. */
export type RenderState = 'waiting' | 'drawn' | 'lost' | 'impossible';

interface SceneInput {
  volumeClient: VolumeClient;
  /** the values that the bytes of the textures represent */
  range: ValueRange;
  meshes: readonly SceneMesh[];
  /** a new object exactly when something else is to be drawn */
  scene: Scene;
}

interface SceneDrawing {
  state: RenderState;
  block: VoxelBlock | undefined;
  /** Draws other meshes at the resolution of a resting view, calls `use`, and draws the scene as before. */
  drawWith: (others: readonly SceneMesh[], use: () => void) => void;
}

/** The resolution is chosen so that drawing takes this long: little during a movement, more after it. */
const MOVING = { budgetMs: 40, maxScale: 1, stepsPerVoxel: 1 };
const RESTING = { budgetMs: 500, maxScale: 1.5, stepsPerVoxel: 1.5 };
const REST_DELAY_MS = 180;
/** The finer volume is drawn where at least this part of the pane's resolution is affordable with it. */
const LEAST_FINE_SCALE = 0.6;
/**
 * The estimated cost of the finer volume relative to the coarse one: it has twice as many steps, in textures that
 * caches hold less well.
 */
const FINE_COST = 3;

/** Draws at every change: coarsely during a movement and finely after it, as fast as the machine allows. */
export function useSceneRenderer(
  ref: RefObject<HTMLCanvasElement | null>,
  { volumeClient, range, meshes, scene }: SceneInput,
): SceneDrawing {
  const { renderer, status, creations } = useRenderer(ref);
  const block = useCoarseBlock(volumeClient, range);
  const [isFast, setFast] = useState(false);
  const [hasMemory, setMemory] = useState(true);
  /** measured microseconds per pixel, initially a guess */
  const costUs = useRef({ coarse: 2, fine: 2 * FINE_COST });

  useEffect(() => {
    if (block && renderer.current) setMemory(renderer.current.setCoarse(block));
  }, [renderer, block, creations]);
  const fines = useFineVolume(renderer, creations, isFast, volumeClient, range);
  useEffect(() => renderer.current?.setMeshes(meshes), [renderer, meshes, creations]);

  const draw = ({ budgetMs, maxScale, stepsPerVoxel }: typeof MOVING, mayBeFine: boolean) => {
    const canvas = ref.current;
    const [width, height] = scene.view.pane;
    if (!canvas || !renderer.current || width === 0) return;
    const affordable = (us: number) => Math.sqrt((budgetMs * 1000) / us / (width * height));
    const isFine =
      mayBeFine && renderer.current.isFineReady && affordable(costUs.current.fine) >= LEAST_FINE_SCALE;
    const kind = isFine ? 'fine' : 'coarse';
    const scale = Math.min(maxScale, affordable(costUs.current[kind]));
    canvas.width = Math.max(32, Math.round(width * scale));
    canvas.height = Math.max(32, Math.round(height * scale));
    const durationMs = renderer.current.draw(scene, { isFine, stepsPerVoxel: isFine ? 1 : stepsPerVoxel });
    const measuredUs = (durationMs * 1000) / (canvas.width * canvas.height);
    costUs.current[kind] = costUs.current[kind] * 0.5 + measuredUs * 0.5;
    if (mayBeFine && !isFine && affordable(costUs.current.coarse * FINE_COST) >= LEAST_FINE_SCALE)
      setFast(true);
  };
  const drawLatest = useEffectEvent(draw);
  useEffect(() => {
    if (!block) return;
    const frame = requestAnimationFrame(() => drawLatest(MOVING, false));
    const rest = setTimeout(() => drawLatest(RESTING, true), REST_DELAY_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(rest);
    };
  }, [block, creations, fines, meshes, scene]);
  return {
    state: status === 'ready' ? stateOf(block, hasMemory) : status,
    block,
    drawWith: (others, use) => {
      for (const [shown, then] of [[others, use] as const, [meshes, undefined] as const]) {
        renderer.current?.setMeshes(shown);
        draw(RESTING, true);
        then?.();
      }
    },
  };
}

const stateOf = (block: VoxelBlock | undefined, hasMemory: boolean): RenderState => {
  if (!hasMemory) return 'impossible';
  return block ? 'drawn' : 'waiting';
};

/** Creates a renderer, and again after a lost graphics context. `creations` counts them. */
function useRenderer(ref: RefObject<HTMLCanvasElement | null>) {
  const [status, setStatus] = useState<'waiting' | 'ready' | 'lost' | 'impossible'>('waiting');
  const [creations, setCreations] = useState(0);
  const renderer = useRef<SceneRenderer>(undefined);
  useEffect(() => {
    const canvas = ref.current;
    if (!canvas) return;
    const create = () => {
      renderer.current = SceneRenderer.create(canvas);
      setStatus(renderer.current ? 'ready' : 'impossible');
      setCreations((count) => count + 1);
    };
    const lose = (event: Event) => {
      // otherwise the browser does not restore it
      event.preventDefault();
      renderer.current = undefined;
      setStatus('lost');
    };
    canvas.addEventListener('webglcontextlost', lose);
    canvas.addEventListener('webglcontextrestored', create);
    create();
    return () => {
      canvas.removeEventListener('webglcontextlost', lose);
      canvas.removeEventListener('webglcontextrestored', create);
      renderer.current?.close();
      renderer.current = undefined;
    };
  }, [ref]);
  return { renderer, status, creations };
}
