import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Vec2 } from '../geometry/vectors.ts';
import type { Camera } from './camera.ts';
import { type VoxelBlock, RayCaster } from './ray-caster.ts';

interface RenderSettings {
  camera: Camera;
  zoom: number;
  /** of the screen */
  pan: Vec2;
  threshold: number;
}

type State = 'waiting' | 'drawn' | 'impossible';

/** While it is moved a picture may take this long, at rest that long: the resolution follows. */
const MOVING_MS = 40;
const RESTING_MS = 500;
const REST_AFTER_MS = 180;
const FINEST = { moving: 1, resting: 1.5 };

/** Draws at every change, coarse while it moves and fine once it rests, as the machine can. */
export function useRayCasting(
  ref: RefObject<HTMLCanvasElement | null>,
  block: VoxelBlock | undefined,
  settings: RenderSettings,
): State {
  const [state, setState] = useState<State>('waiting');
  const [made, setMade] = useState(0);
  const caster = useRef<RayCaster>(undefined);
  const latest = useRef(settings);
  /** how many millionths of a second a pixel takes on this machine; a guess to begin with */
  const cost = useRef(2);

  useEffect(() => {
    const canvas = ref.current;
    if (!canvas || !block) return;
    const begin = () => {
      caster.current = RayCaster.on(canvas, block);
      setState(caster.current ? 'drawn' : 'impossible');
      setMade((times) => times + 1);
    };
    const lose = (event: Event) => {
      event.preventDefault();
      caster.current = undefined;
      setState('waiting');
    };
    canvas.addEventListener('webglcontextlost', lose);
    canvas.addEventListener('webglcontextrestored', begin);
    begin();
    return () => {
      canvas.removeEventListener('webglcontextlost', lose);
      canvas.removeEventListener('webglcontextrestored', begin);
    };
  }, [ref, block]);
  useEffect(() => () => caster.current?.close(), []);

  useLayoutEffect(() => {
    latest.current = settings;
  });
  const { camera, zoom, pan, threshold } = settings;
  useEffect(() => {
    const canvas = ref.current;
    if (!canvas || !block || !caster.current) return;
    const draw = (budgetMs: number, finest: number) => {
      const { clientWidth: width, clientHeight: height } = canvas;
      if (!caster.current || width === 0) return;
      const affordable = Math.sqrt((budgetMs * 1000) / cost.current / (width * height));
      const scale = Math.min(finest, affordable);
      canvas.width = Math.max(32, Math.round(width * scale));
      canvas.height = Math.max(32, Math.round(height * scale));
      const scene = sceneOf(latest.current, block, width, height);
      const took = caster.current.draw(scene, finest > 1 ? 1.5 : 1);
      const each = (took * 1000) / (canvas.width * canvas.height);
      cost.current = cost.current * 0.5 + each * 0.5;
    };
    const frame = requestAnimationFrame(() => draw(MOVING_MS, FINEST.moving));
    const rest = setTimeout(() => draw(RESTING_MS, FINEST.resting), REST_AFTER_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(rest);
    };
  }, [ref, block, made, camera, zoom, pan, threshold]);
  return state;
}

function sceneOf(
  { camera, zoom, pan, threshold }: RenderSettings,
  { size, spacingMm }: VoxelBlock,
  width: number,
  height: number,
) {
  const longest = Math.max(...size.map((count, axis) => count * spacingMm[axis]!));
  const mmPerPx = (longest * 1.15) / (Math.min(width, height) * zoom);
  return {
    camera,
    halfViewMm: [(width * mmPerPx) / 2, (height * mmPerPx) / 2] as const,
    panMm: [pan[0] * mmPerPx, -pan[1] * mmPerPx] as const,
    threshold,
  };
}
