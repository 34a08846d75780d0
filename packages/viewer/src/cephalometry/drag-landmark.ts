import type { Vec2 } from '../geometry/vectors.ts';
import { type Projection, toScreen } from '../geometry/viewport.ts';
import type { Drag, PointerSample } from '../pane/gestures.ts';

interface LandmarkTarget {
  /** of the placed landmarks, in the picture */
  positions: ReadonlyMap<string, Vec2>;
  /** the landmark that a click sets */
  asked: string | undefined;
  /** called before a landmark is moved */
  remember: () => void;
  move: (name: string, position: Vec2) => void;
  set: (name: string, position: Vec2) => void;
}

const REACH_PX = { fine: 9, coarse: 22 };

/** Moves the landmark under the pointer, or sets the one that is asked for. */
export function startLandmarkDrag(
  { positions, asked, remember, move, set }: LandmarkTarget,
  pointer: PointerSample,
  { matrix }: Projection,
): Drag | undefined {
  const reach = REACH_PX[pointer.coarse ? 'coarse' : 'fine'];
  const hit = [...positions].find(([, position]) => {
    const [x, y] = toScreen(matrix, position);
    return Math.hypot(x - pointer.px[0], y - pointer.px[1]) <= reach;
  });
  if (hit) {
    const [name, from] = hit;
    let isMoved = false;
    return {
      move: ({ position: [x, y] }) => {
        if (!isMoved) remember();
        isMoved = true;
        // keeps its distance from the pointer: a finger covers what it touches
        move(name, [from[0] + x - pointer.position[0], from[1] + y - pointer.position[1]]);
      },
    };
  }
  if (asked === undefined) return undefined;
  return {
    end: ({ position }, aborted) => {
      if (!aborted) set(asked, position);
    },
  };
}
