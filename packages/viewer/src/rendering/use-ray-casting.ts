import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Vec2 } from '../geometry/vectors.ts';
import type { Camera } from './camera.ts';
import { RayCaster, type Scene, type VoxelBlock } from './ray-caster.ts';

interface RenderSettings {
  camera: Camera;
  zoom: number;
  /** in CSS pixels */
  pan: Vec2;
  threshold: number;
}

type State = 'waiting' | 'drawn' | 'impossible';

/** The resolution is chosen so that drawing takes this long: little during a movement, more after it. */
const MOVING = { budgetMs: 40, maxScale: 1, stepsPerVoxel: 1 };
const RESTING = { budgetMs: 500, maxScale: 1.5, stepsPerVoxel: 1.5 };
const REST_DELAY_MS = 180;

/** Draws at every change: coarsely during a movement and finely after it, as fast as the machine allows. */
export function useRayCasting(
  ref: RefObject<HTMLCanvasElement | null>,
  block: VoxelBlock | undefined,
  settings: RenderSettings,
): State {
  const { state, caster, creations } = useRayCaster(ref, block);
  const latest = useRef(settings);
  /** measured microseconds per pixel, initially a guess */
  const costUs = useRef(2);

  useLayoutEffect(() => {
    latest.current = settings;
  });
  const { camera, zoom, pan, threshold } = settings;
  useEffect(() => {
    const canvas = ref.current;
    if (!canvas || !block || !caster.current) return;
    const draw = ({ budgetMs, maxScale, stepsPerVoxel }: typeof MOVING) => {
      const { clientWidth: width, clientHeight: height } = canvas;
      if (!caster.current || width === 0) return;
      const affordable = Math.sqrt((budgetMs * 1000) / costUs.current / (width * height));
      const scale = Math.min(maxScale, affordable);
      canvas.width = Math.max(32, Math.round(width * scale));
      canvas.height = Math.max(32, Math.round(height * scale));
      const durationMs = caster.current.draw(sceneOf(latest.current, block, width, height), stepsPerVoxel);
      const measuredUs = (durationMs * 1000) / (canvas.width * canvas.height);
      costUs.current = costUs.current * 0.5 + measuredUs * 0.5;
    };
    const frame = requestAnimationFrame(() => draw(MOVING));
    const rest = setTimeout(() => draw(RESTING), REST_DELAY_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(rest);
    };
  }, [ref, block, caster, creations, camera, zoom, pan, threshold]);
  return state;
}

/** Creates a ray caster for each block, and again after a lost graphics context. `creations` counts them. */
function useRayCaster(ref: RefObject<HTMLCanvasElement | null>, block: VoxelBlock | undefined) {
  const [state, setState] = useState<State>('waiting');
  const [creations, setCreations] = useState(0);
  const caster = useRef<RayCaster>(undefined);
  useEffect(() => {
    const canvas = ref.current;
    if (!canvas || !block) return;
    const create = () => {
      caster.current = RayCaster.create(canvas, block);
      setState(caster.current ? 'drawn' : 'impossible');
      setCreations((count) => count + 1);
    };
    const lose = (event: Event) => {
      event.preventDefault();
      caster.current = undefined;
      setState('waiting');
    };
    canvas.addEventListener('webglcontextlost', lose);
    canvas.addEventListener('webglcontextrestored', create);
    create();
    return () => {
      canvas.removeEventListener('webglcontextlost', lose);
      canvas.removeEventListener('webglcontextrestored', create);
    };
  }, [ref, block]);
  useEffect(() => () => caster.current?.close(), []);
  return { state, caster, creations };
}

function sceneOf(
  { camera, zoom, pan, threshold }: RenderSettings,
  { size, spacingMm }: VoxelBlock,
  width: number,
  height: number,
): Scene {
  const longestMm = Math.max(...size.map((count, axis) => count * spacingMm[axis]!));
  const mmPerPx = (longestMm * 1.15) / (Math.min(width, height) * zoom);
  return {
    camera,
    halfViewMm: [(width * mmPerPx) / 2, (height * mmPerPx) / 2],
    panMm: [pan[0] * mmPerPx, -pan[1] * mmPerPx],
    threshold,
  };
}
