import type { Axis } from '@snimok/imaging/volume/slice';
import { fromFrame, layerMm, layerSurface, toFrame } from '../geometry/frame.ts';
import { cross, scale, subtract } from '../geometry/rod.ts';
import { clamp, type Vec2, type Vec3 } from '../geometry/vectors.ts';
import type { Viewport } from '../geometry/viewport.ts';
import { adjustWindow } from '../pane/display-window.ts';
import { layerOf } from './cuts.ts';
import { register } from './register.ts';
import {
  adjusted,
  AXIS_OF,
  initialViewports,
  navigatedSide,
  proposed,
  type Side,
  withLink,
  type CompareState,
} from './state.ts';
import { type CompareWorkspace, initialWindows } from './workspace.ts';

/* Changes of a comparison that buttons, keys and pointers share. */

const withSide = <Value>(pair: readonly [Value, Value], side: Side, value: Value): readonly [Value, Value] =>
  side === 0 ? [value, pair[1]] : [pair[0], value];

/** Moves the crosshair to a point of the side's frame, within it. */
export function moveCursor({ state, frames, sides }: CompareWorkspace, side: Side, to: Vec3): void {
  const navigated = navigatedSide(state.get(), side);
  const frame = frames[navigated];
  const at = toFrame(frame, to).map((mm, axis) => clamp(mm, 0, frame.count[axis]! * frame.stepMm));
  const cursor = fromFrame(frame, [at[0]!, at[1]!, at[2]!]);
  state.set(({ cursors }) => ({ cursors: withSide(cursors, navigated, cursor) }));
  // the slices near it are loaded first
  sides[navigated].state.set({ cursor });
}

export function scrollTo(workspace: CompareWorkspace, side: Side, axis: Axis, layer: number): void {
  const state = workspace.state.get();
  const navigated = navigatedSide(state, side);
  const frame = workspace.frames[navigated];
  const at: [number, number, number] = [...toFrame(frame, state.cursors[navigated])];
  at[axis] = layerMm(frame, clamp(layer, 0, frame.count[axis] - 1));
  moveCursor(workspace, side, fromFrame(frame, at));
}

export function scrollBy(workspace: CompareWorkspace, side: Side, layers: number): void {
  const state = workspace.state.get();
  const navigated = navigatedSide(state, side);
  const axis = AXIS_OF[state.plane];
  const layer = layerOf(workspace.frames[navigated], state.cursors[navigated], axis);
  scrollTo(workspace, side, axis, layer + layers);
}

export const changeViewport = (
  { state }: CompareWorkspace,
  side: Side,
  change: (viewport: Viewport) => Viewport,
): void =>
  state.set((all) => {
    const { plane, viewports } = all;
    const navigated = navigatedSide(all, side);
    const next = { ...viewports[navigated], [plane]: change(viewports[navigated][plane]) };
    return { viewports: withSide(viewports, navigated, next) };
  });

/** Linked sides change their windows together, each in its own units. */
export const changeWindow = ({ state }: CompareWorkspace, side: Side, byPx: Vec2, panePx: number): void =>
  state.set(({ linked, windows }) => {
    const [one, other] = windows;
    return {
      windows: [
        linked || side === 0 ? adjustWindow(one, byPx, panePx) : one,
        linked || side === 1 ? adjustWindow(other, byPx, panePx) : other,
      ],
    };
  });

export const invert = ({ state }: CompareWorkspace): void =>
  state.set(({ windows: [one, other] }) => ({
    windows: [
      { ...one, inverted: !one.inverted },
      { ...other, inverted: !other.inverted },
    ],
  }));

/** Restores viewports and windows; crosshairs and alignment stay. */
export const resetDisplay = ({ state, sides }: CompareWorkspace): void =>
  state.set({ viewports: [initialViewports(), initialViewports()], windows: initialWindows(sides) });

export const chooseMode = ({ state }: CompareWorkspace, mode: CompareState['mode']): void =>
  state.set((all) => ({ ...(mode !== 'beside' && !all.linked && withLink(all, true)), mode }));

/** The directions to the right and down in the shown plane, and away from the viewer's side of it. */
function directionsOf({ state, frames }: CompareWorkspace): readonly [right: Vec3, down: Vec3, across: Vec3] {
  const axis = AXIS_OF[state.get().plane];
  const surface = layerSurface(frames[0], axis, 0);
  const from = surface.toPoint([0, 0]);
  const right = subtract(surface.toPoint([1, 0]), from);
  const down = subtract(surface.toPoint([0, 1]), from);
  return [right, down, cross(right, down)];
}

/** Shifts the picture of the later study in the shown plane. */
export function shiftLater(workspace: CompareWorkspace, rightMm: number, downMm: number): void {
  const [right, down] = directionsOf(workspace);
  const by = right.map((part, axis) => part * rightMm + down[axis]! * downMm) as unknown as Vec3;
  workspace.state.set((state) => adjusted(state, [0, 0, 0], by));
}

/** Rotates the picture of the later study clockwise about the crosshair in the shown plane. */
export function rotateLater(workspace: CompareWorkspace, degrees: number): void {
  const [, , across] = directionsOf(workspace);
  workspace.state.set((state) => adjusted(state, scale(across, degrees), [0, 0, 0]));
}

const REGION_RADIUS_MM = 25;

/**
 * Starts the registration and returns a function that cancels it. `around` compares only what is near the crosshair,
 * starting from the shown alignment.
 */
export function startRegistration(workspace: CompareWorkspace, around: boolean): () => void {
  const { state, sides } = workspace;
  const { alignment, cursors } = state.get();
  state.set({ progress: 0, hasFailed: false, linked: true });
  const cancel = register({
    volumes: [sides[0].volumeClient, sides[1].volumeClient],
    start: around ? alignment.transform : undefined,
    region: around ? { at: cursors[0], radiusMm: REGION_RADIUS_MM } : undefined,
    onProgress: (progress) => state.set({ progress }),
    onFound: ({ transform, ...agreement }) =>
      state.set((all) => ({
        ...proposed(all, { transform, state: 'found', agreement }),
        progress: undefined,
      })),
    onFailed: () => state.set({ progress: undefined, hasFailed: true }),
  });
  return () => {
    cancel();
    state.set({ progress: undefined });
  };
}
