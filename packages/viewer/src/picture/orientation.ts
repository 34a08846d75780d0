import type { Matrix } from '../geometry/viewport.ts';
import type { OrientationLetters } from '../pane/pane-overlays.tsx';

/** Directions of PS3.3, C.7.6.1.1.1, in the words of the other panes; П and Л are the patient's sides. */
const NAMES: Record<string, string> = { R: 'П', L: 'Л', A: 'Перед', P: 'Зад', H: 'Верх', F: 'Низ' };
const OPPOSITES: Record<string, string> = { R: 'L', L: 'R', A: 'P', P: 'A', H: 'F', F: 'H' };

/**
 * The directions at the pane's edges for a picture whose rows and columns run towards two directions of the
 * patient, rotated and mirrored by `matrix`. Of an oblique direction only the main one is shown.
 */
export function edgeLetters(
  [row, column]: readonly [string, string],
  [a, b, c, d]: Matrix,
): OrientationLetters | undefined {
  const right = row.charAt(0);
  const down = column.charAt(0);
  if (!(right in NAMES) || !(down in NAMES)) return undefined;
  // the picture's axis that runs horizontally on the screen, and its sense
  const isTurned = Math.abs(b) > Math.abs(a);
  const along = (direction: string, sense: number) => (sense > 0 ? direction : OPPOSITES[direction]!);
  const screenRight = isTurned ? along(down, c) : along(right, a);
  const screenDown = isTurned ? along(right, b) : along(down, d);
  const name = (direction: string) => NAMES[direction]!;
  return {
    right: name(screenRight),
    left: name(OPPOSITES[screenRight]!),
    bottom: name(screenDown),
    top: name(OPPOSITES[screenDown]!),
  };
}
