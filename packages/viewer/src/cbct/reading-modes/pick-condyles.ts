import { longAxisAt } from '@snimok/imaging/segmentation/long-axis';
import { condyleAngle, horizontal, outwards, type Side, usualCondyle } from '../../geometry/condyle.ts';
import { rectangleCut, rectangleSurface } from '../../geometry/rectangle.ts';
import { dot, moved, scale, subtract } from '../../geometry/rod.ts';
import type { Surface } from '../../geometry/surface.ts';
import type { Vec3 } from '../../geometry/vectors.ts';
import { type Projection, toScreen } from '../../geometry/viewport.ts';
import type { Drag, PointerSample } from '../../pane/gestures.ts';
import { moveCursor, selectTool } from '../workspace/commands.ts';
import { shownAxes } from '../levelling/levelling.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type Condyles, condylesIn, readingOf, saveCondyles } from './reading.ts';

export const SIDES = ['right', 'left'] as const;
/** The distance of the handles at the poles from the centre. */
const POLE_MM = 10;
const REACH_PX = { fine: 12, coarse: 26 };

export function startPickingCondyles(workspace: Workspace): void {
  selectTool(workspace, 'crosshair');
  workspace.modes.set({ pickedCondyles: [], jointSection: { sagittal: 0, coronal: 0 } });
}

/** The second click completes the pair; which one is on the right follows from their places. */
function pick(workspace: Workspace, point: Vec3): void {
  const { modes, state } = workspace;
  const [first] = modes.get().pickedCondyles ?? [];
  moveCursor(workspace, point);
  if (!first) return modes.set({ pickedCondyles: [point] });
  const axes = shownAxes(state.get());
  const isFirstRight = dot(subtract(point, first), axes[0]) > 0;
  const [right, left] = isFirstRight ? [first, point] : [point, first];
  modes.set({ pickedCondyles: undefined });
  saveCondyles(workspace, {
    right: usualCondyle(axes, 'right', right),
    left: usualCondyle(axes, 'left', left),
  });
  for (const side of SIDES) findAxis(workspace, side);
}

/** The square about a condyle in which its axis is looked for. */
const SEARCH_MM = 36;
const PIXEL_MM = 0.4;
/** A click may be this far from the bone. */
const REACH_MM = 4;
/**
 * Limits of the area of a condyle's axial section, which is about 20 × 8 mm. Other areas are those of a ramus or of the
 * skull base.
 */
const AREA_MM2 = [30, 400] as const;
const MOST_DEGREES = 50;

/** Looks for the long axis of the bone about a condyle's centre; where it finds none, the usual axis stays. */
export function findAxis(workspace: Workspace, side: Side): void {
  const { volumeClient, state } = workspace;
  const before = currentCondyles(workspace);
  if (!before) return;
  const axes = shownAxes(state.get());
  const square = {
    center: before[side].center,
    right: axes[0],
    up: scale(axes[1], -1),
    sizeMm: [SEARCH_MM, SEARCH_MM] as const,
  };
  const thickness = { pixelMm: PIXEL_MM, slabMm: [-0.5, 0.5] as const, stepMm: 0.5, blend: 'mean' as const };
  volumeClient.request(`axis ${side}`, 'sheet', rectangleCut(square, thickness), (cut) => {
    const now = currentCondyles(workspace);
    // the condyle was moved or removed meanwhile
    if (now?.[side].center.join() !== before[side].center.join()) return;
    const found = longAxisAt(cut, [cut.width / 2, cut.height / 2], REACH_MM / PIXEL_MM);
    const areaMm2 = (found?.areaPx ?? 0) * PIXEL_MM ** 2;
    if (!found || areaMm2 < AREA_MM2[0] || areaMm2 > AREA_MM2[1]) return;
    const [across, down] = found.direction;
    const along = moved(scale(axes[0], across), axes[1], down);
    const toMm = (px: number) => (px + 0.5) * PIXEL_MM;
    const center = rectangleSurface(square).toPoint([toMm(found.centre[0]), toMm(found.centre[1])]);
    const condyle = { center, lateral: outwards(axes, side, along) };
    if (Math.abs(condyleAngle(axes, condyle)) > MOST_DEGREES) return;
    saveCondyles(workspace, { ...now, [side]: condyle }, false);
  });
}

const currentCondyles = (workspace: Workspace): Condyles | undefined => {
  const reading = readingOf(workspace);
  return reading && condylesIn(workspace, reading);
};

/** Where a condyle's handles are: its centre, and both poles. */
export const handlesOf = ({ center, lateral }: Condyles[Side]): readonly [Vec3, Vec3, Vec3] => [
  center,
  moved(center, lateral, POLE_MM),
  moved(center, lateral, -POLE_MM),
];

/** Whether a slice shows the condyles' axes: axial, or nearly so. */
export const isAxial = (workspace: Workspace, surface: Surface): boolean =>
  Math.abs(dot(surface.normalAt(0), shownAxes(workspace.state.get())[2])) > 0.9;

/** Sets a condyle, moves one by its centre, or turns its axis by a pole. */
export function startCondyleDrag(
  workspace: Workspace,
  surface: Surface,
  { px, coarse }: PointerSample,
  { matrix }: Projection,
): Drag | undefined {
  if (workspace.modes.get().pickedCondyles)
    return {
      end: ({ position }, aborted) => {
        if (!aborted) pick(workspace, surface.toPoint(position));
      },
    };
  const condyles = currentCondyles(workspace);
  if (!condyles || !isAxial(workspace, surface)) return undefined;
  const axes = shownAxes(workspace.state.get());
  for (const side of SIDES) {
    const handle = handlesOf(condyles[side]).findIndex((point) => {
      const [x, y] = toScreen(matrix, surface.toPosition(point).position);
      return Math.hypot(x - px[0], y - px[1]) <= REACH_PX[coarse ? 'coarse' : 'fine'];
    });
    if (handle < 0) continue;
    workspace.annotations.remember();
    return {
      move: ({ position }) => {
        const { center, lateral } = condyles[side];
        const to = inLayerOf(center, surface.toPoint(position), axes[2]);
        const away = scale(subtract(to, center), handle === 2 ? -1 : 1);
        const changed =
          handle === 0
            ? { center: to, lateral }
            : { center, lateral: Math.hypot(...away) < 1 ? lateral : horizontal(axes, away) };
        saveCondyles(workspace, { ...condyles, [side]: changed }, false);
      },
    };
  }
  return undefined;
}

/** The point moved along a direction to the height of another. */
const inLayerOf = (center: Vec3, point: Vec3, up: Vec3): Vec3 =>
  moved(point, up, dot(subtract(center, point), up));
