import type { Vec3 } from '../geometry/vectors.ts';
import type { OrientationLetters } from '../pane/pane-overlays.tsx';
import type { Camera } from '../rendering/camera.ts';

/** By axis: towards its beginning and its end. */
const LETTERS = [
  ['П', 'Л'],
  ['Перед', 'Зад'],
  ['Низ', 'Верх'],
] as const;

/** An edge between two directions is named by both from this component on: 27° away from the main one. */
const SECOND = 0.45;

/** The patient's direction, named by its greatest component, and by the second one if it is nearly as great. @internal */
export function letterOf(direction: Vec3): string {
  const [first, second] = ([0, 1, 2] as const)
    .map((axis) => ({ axis, size: Math.abs(direction[axis]) }))
    .toSorted((one, other) => other.size - one.size);
  return [first!, ...(second!.size >= SECOND ? [second!] : [])]
    .map(({ axis }) => LETTERS[axis][direction[axis] > 0 ? 1 : 0])
    .join(' · ');
}

/** The directions at the edges of the 3D view; the camera is in the shown axes. */
export const edgesOf = ([right, up]: Camera): Required<OrientationLetters> => ({
  left: letterOf([-right[0], -right[1], -right[2]]),
  right: letterOf(right),
  top: letterOf(up),
  bottom: letterOf([-up[0], -up[1], -up[2]]),
});
