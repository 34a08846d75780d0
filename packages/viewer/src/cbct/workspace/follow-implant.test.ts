import { expect, test } from 'vitest';
import { newAnnotation } from '../../annotations/annotation.ts';
import { AnnotationsStore } from '../../annotations/annotations-store.ts';
import { GRID_AXES } from '../../geometry/frame.ts';
import { sliceSurface } from '../../geometry/surface.ts';
import type { Vec2 } from '../../geometry/vectors.ts';
import { Store } from '../../state/store.ts';
import type { ViewerSession } from '../../study/viewer-session.ts';
import { placementOf } from '../../volume/voxels/placement.ts';
import { volumeAnnotationLayer } from '../panes/annotation-layers.ts';
import { showAnnotation } from './commands.ts';
import { enterTooth, toothOfImplant, turnImplant } from './implants.ts';
import { AXIS_OF, type Plane } from './layers.ts';
import { startToolDrag } from './pointer.ts';
import { averageArch, type CbctState } from './state.ts';
import type { Workspace } from './workspace.ts';

const placement = placementOf({
  size: [200, 200, 100],
  spacingMm: [0.5, 0.5, 0.5],
  originMm: [-50, -50, 0],
  directions: GRID_AXES,
});
const PX_PER_MM = 4;
const projection = {
  matrix: [PX_PER_MM, 0, 0, PX_PER_MM, 0, 0],
  pxPerUnit: PX_PER_MM,
  pane: [400, 400],
} as const;

function opened() {
  const annotations = new AnnotationsStore({} as ViewerSession, { mark: false, seeMarks: false });
  const state = new Store({
    cursor: [80, 60, 20],
    tool: 'implant',
    implant: { product: undefined, diameterMm: 4, lengthMm: 10 },
    arch: { ...averageArch([50, 20, 30]), isStored: true },
  } as unknown as CbctState);
  const workspace = {
    annotations,
    state,
    series: { series: 0 },
    volumeClient: { placement },
    onAnnotationFinished: () => undefined,
  } as unknown as Workspace;
  const sample = (position: Vec2, travelPx = 0) => ({
    position,
    px: [position[0] * PX_PER_MM, position[1] * PX_PER_MM] as const,
    byPx: [0, 0] as const,
    travelPx,
    coarse: false,
  });
  /** Presses the pointer on the slice of a plane that is shown. */
  const press = (plane: Plane, at: Vec2) => {
    const axis = AXIS_OF[plane];
    const surface = sliceSurface(placement, axis, state.get().cursor[axis]);
    const layer = volumeAnnotationLayer(workspace, surface, 1, [0, 0], 0);
    const target = { name: plane, surface, layer, scroll: () => undefined };
    const drag = startToolDrag(workspace, target, sample(at), 'left', projection)!;
    return {
      move: (to: Vec2) => drag.move!(sample(to, 20)),
      release: (to: Vec2) => drag.end!(sample(to, 20), false),
    };
  };
  const place = (plane: Plane, at: Vec2) => press(plane, at).release(at);
  return { workspace, annotations, state, press, place, cursor: () => state.get().cursor };
}

test('placing an implant moves the crosshair to its middle, but not to another slice', () => {
  const { place, annotations, cursor } = opened();
  place('coronal', [30, 28]);
  const [head, apex] = annotations.get().own[0]!.points;
  expect(cursor()[0]).toBeCloseTo((head![0] + apex![0]) / 2 + 50, 0);
  expect(cursor()[2]).toBeCloseTo((head![2] + apex![2]) / 2, 0);
  expect(cursor()[1]).toBe(60);
});

test('the crosshair follows a dragged implant within the slice in which it is dragged', () => {
  const { place, press, state, annotations, cursor } = opened();
  place('coronal', [30, 28]);
  state.set({ tool: 'crosshair' });
  const [x, y, z] = cursor();
  // by its body, because the handles are in other slices
  const drag = press('axial', [x, y]);
  drag.move([x + 12, y + 7]);
  expect(cursor()).toEqual([x + 12, y + 7, z]);
  drag.release([x + 12, y + 7]);
  const [head, apex] = annotations.get().own[0]!.points;
  expect(cursor()[0]).toBeCloseTo((head![0] + apex![0]) / 2 + 50, 0);
});

test('turning an implant by keys or choosing it in the plan moves the crosshair to the middle of its axis', () => {
  const { workspace, annotations, place, state, cursor } = opened();
  place('coronal', [30, 28]);
  state.set({ cursor: [5, 5, 5] });
  turnImplant(workspace, 'along', 30);
  const turned = cursor();
  const [head, apex] = annotations.get().own[0]!.points;
  for (const axis of [0, 1, 2] as const)
    expect(Math.abs(turned[axis] - (head![axis] + apex![axis]) / 2 - (axis < 2 ? 50 : 0))).toBeLessThan(0.3);
  state.set({ cursor: [5, 5, 5] });
  showAnnotation(workspace, annotations.get().own[0]!);
  expect(cursor()).toEqual(turned);
});

test('the tooth of an implant follows it along the arch until the doctor enters a tooth', () => {
  const { workspace, annotations, place, press, state, cursor } = opened();
  const implant = () => annotations.get().own[0]!;
  const drag = (by: number) => {
    const [x, y] = cursor();
    const drawn = press('axial', [x, y]);
    drawn.move([x + by, y]);
    drawn.release([x + by, y]);
  };
  place('coronal', [24, 28]);
  state.set({ tool: 'crosshair' });
  const right = toothOfImplant(workspace, implant())!;
  // the lower jaw, on the patient's right
  expect(right).toMatchObject({ isEntered: false });
  expect(Math.floor(right.number / 10)).toBe(4);
  drag(52);
  const left = toothOfImplant(workspace, implant())!;
  expect(left).toEqual({ number: right.number - 10, isEntered: false });

  enterTooth(workspace, implant(), 33);
  drag(-52);
  expect(toothOfImplant(workspace, implant())).toEqual({ number: 33, isEntered: true });
  enterTooth(workspace, implant(), undefined);
  expect(toothOfImplant(workspace, implant())).toEqual(right);
});

test('choosing a length in the list moves the crosshair to its first point', () => {
  const { workspace, state, annotations, cursor } = opened();
  state.set({ cursor: [5, 5, 5] });
  const points: [number, number, number][] = [
    [1, 2, 3],
    [4, 5, 6],
  ];
  annotations.put(newAnnotation({ kind: 'length', on: 'volume', series: 0, frame: null, points }));
  showAnnotation(workspace, annotations.get().own[0]!);
  expect(cursor()).toEqual([51, 52, 3]);
});
