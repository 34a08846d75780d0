import type { Surface } from '../geometry/surface.ts';
import { type Projection, toScreen } from '../geometry/viewport.ts';
import { panBy, zoomAbout } from '../geometry/viewport.ts';
import { type Drag, type PointerButton, type PointerSample, scrollDrag } from '../pane/gestures.ts';
import { changeViewport, changeWindow, moveCursor, rotateLater, scrollBy, shiftLater } from './commands.ts';
import { navigatedSide, type Side } from './state.ts';
import type { CompareWorkspace } from './workspace.ts';

/** The pane in which a drag starts. */
interface ComparedTarget {
  side: Side;
  surface: Surface;
}

/** What a drag with a mouse button, or with one finger, does. */
export function startCompareDrag(
  workspace: CompareWorkspace,
  { side, surface }: ComparedTarget,
  pointer: PointerSample,
  button: PointerButton,
  projection: Projection,
  isRotating: boolean,
): Drag | undefined {
  const { tool } = workspace.state.get();
  const fit = { pane: projection.pane, picture: surface.sizeMm };
  if (button === 'right' || tool === 'window')
    return { move: ({ byPx }) => changeWindow(workspace, side, byPx, projection.pane[0]) };
  switch (tool) {
    case 'crosshair':
      moveCursor(workspace, side, surface.toPoint(pointer.position));
      return { move: ({ position }) => moveCursor(workspace, side, surface.toPoint(position)) };
    case 'scroll':
      return scrollDrag((layers) => scrollBy(workspace, side, layers));
    case 'move':
      return { move: ({ byPx }) => changeViewport(workspace, side, (before) => panBy(before, fit, byPx)) };
    case 'zoom':
      return {
        move: ({ byPx }) =>
          changeViewport(workspace, side, (before) => zoomAbout(before, fit, pointer.px, 1.01 ** -byPx[1])),
      };
    case 'align':
      return isRotating ? rotation(workspace, surface, projection) : shift(workspace, projection);
  }
}

const shift = (workspace: CompareWorkspace, { pxPerUnit }: Projection): Drag => ({
  move: ({ byPx }) => shiftLater(workspace, byPx[0] / pxPerUnit, byPx[1] / pxPerUnit),
});

/** Rotates by the angle through which the pointer moves about the crosshair. */
function rotation(workspace: CompareWorkspace, surface: Surface, { matrix }: Projection): Drag {
  const state = workspace.state.get();
  const middle = toScreen(matrix, surface.toPosition(state.cursors[navigatedSide(state, 0)]).position);
  const angleOf = ([x, y]: readonly [number, number]) => Math.atan2(y - middle[1], x - middle[0]);
  return {
    move: ({ px, byPx }) => {
      const by = angleOf(px) - angleOf([px[0] - byPx[0], px[1] - byPx[1]]);
      const degrees = (Math.atan2(Math.sin(by), Math.cos(by)) * 180) / Math.PI;
      rotateLater(workspace, degrees);
    },
  };
}
