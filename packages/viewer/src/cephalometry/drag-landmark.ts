import type { Vec2 } from '../geometry/vectors.ts';
import { type Projection, toScreen } from '../geometry/viewport.ts';
import type { Drag, PointerSample } from '../pane/gestures.ts';

interface LandmarkTarget {
  /** where the placed landmarks are in the picture */
  positions: ReadonlyMap<string, Vec2>;
  /** the landmark that a click sets */
  asked: string | undefined;
  /** called before a landmark is moved */
  remember: () => void;
  move: (name: string, position: Vec2) => void;
  set: (name: string, position: Vec2) => void;
}

const REACH_PX = { fine: 9, coarse: 22 };
/** A shorter movement is a click, which sets the landmark `asked`, even close to a placed one. */
const CLICK_PX = { fine: 3, coarse: 8 };

/** Moves the landmark nearest to the pointer, or sets the one that is asked for. */
export function startLandmarkDrag(
  { positions, asked, remember, move, set }: LandmarkTarget,
  pointer: PointerSample,
  { matrix }: Projection,
): Drag | undefined {
  const kind = pointer.coarse ? 'coarse' : 'fine';
  const distancePx = ([, position]: readonly [string, Vec2]) => {
    const [x, y] = toScreen(matrix, position);
    return Math.hypot(x - pointer.px[0], y - pointer.px[1]);
  };
  const [nearest] = [...positions].toSorted((one, other) => distancePx(one) - distancePx(other));
  const hit = nearest && distancePx(nearest) <= REACH_PX[kind] ? nearest : undefined;
  if (!hit && asked === undefined) return undefined;
  let isMoved = false;
  return {
    move: ({ position: [x, y], travelPx }) => {
      if (!hit || (!isMoved && travelPx < CLICK_PX[kind])) return;
      if (!isMoved) remember();
      isMoved = true;
      const [name, from] = hit;
      // keeps its distance from the pointer: a finger covers what it touches
      move(name, [from[0] + x - pointer.position[0], from[1] + y - pointer.position[1]]);
    },
    end: ({ position }, aborted) => {
      if (!aborted && !isMoved && asked !== undefined) set(asked, position);
    },
  };
}
