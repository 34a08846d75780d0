import { type Annotation, asPoint, type Point } from '../annotations/annotation.ts';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { turnedAboutApex, turnedAboutHead } from '../annotations/implant.ts';
import { moved } from '../geometry/rod.ts';
import type { Vec2, Vec3 } from '../geometry/vectors.ts';
import type { Drag, PointerButton, PointerSample } from '../pane/gestures.ts';
import { rotated } from '../rendering/camera.ts';
import type { SceneMesh } from '../rendering/mesh.ts';
import { meshHit, volumeHit } from '../rendering/pick.ts';
import type { Scene } from '../rendering/scene-renderer.ts';
import { rayThrough, shiftInView, toPane } from '../rendering/view.ts';
import type { VoxelBlock } from '../volume/voxels/voxel-block.ts';
import type { Store } from '../state/store.ts';
import { directionToPatient, fromPatient, type Placement } from '../volume/voxels/placement.ts';
import type { SceneState } from './scene-state.ts';

/** What the pointer acts on. */
export interface SceneTarget {
  scene: Scene;
  meshes: readonly SceneMesh[];
  block: VoxelBlock | undefined;
  store: Store<SceneState>;
  annotations: AnnotationsStore;
  placement: Placement;
  /** a click on a visible surface, in the volume's millimetres */
  onPoint: (point: Vec3) => void;
  /** a click on a structure of a segmentation */
  onStructure: (label: number) => void;
  /** an implant was grasped or dragged */
  onImplant: (implant: Annotation) => void;
}

const DRAG_PX_PER_RADIAN = 150;
/** A shorter drag is a click. */
const CLICK_PX = 5;
const HANDLE_REACH_PX = { fine: 11, coarse: 22 };

/** The first visible surface at a place of the pane, and the own annotation that it belongs to. */
function surfaceAt(
  { scene, meshes, block }: Pick<SceneTarget, 'scene' | 'meshes' | 'block'>,
  px: Vec2,
): { point: Vec3; markID: string | undefined; label: number | undefined } | undefined {
  const { view, reachMm, spaces, look, isVolumeShown } = scene;
  const ray = rayThrough(view, px, reachMm);
  // sleeves are ignored, because the user grasps the implant inside
  const solid = meshHit(
    meshes.filter(({ color }) => color[3] === 1),
    ray,
    spaces,
  );
  const volumeMm = block && isVolumeShown ? volumeHit(block, ray, spaces, look) : undefined;
  // a maximum projection shows meshes before the volume, as the shader does
  const isSolidFirst =
    solid && (volumeMm === undefined || solid.distanceMm <= volumeMm || look.tissue === 'maximum');
  const distanceMm = isSolidFirst ? solid.distanceMm : volumeMm;
  if (distanceMm === undefined) return undefined;
  return {
    point: moved(ray.at, ray.along, distanceMm),
    markID: isSolidFirst ? solid.mesh.markID : undefined,
    label: isSolidFirst ? solid.mesh.label : undefined,
  };
}

const ownImplant = ({ annotations }: SceneTarget, markID: string | undefined): Annotation | undefined =>
  annotations.get().own.find((one) => one.markID === markID && one.kind === 'implant');

/** The handle of the selected implant at a place: 0 for the head, 1 for the apex. */
function handleAt(
  target: SceneTarget,
  { px, coarse }: PointerSample,
): { implant: Annotation; handle: 0 | 1 } | undefined {
  const { selected, shown } = target.annotations.get();
  const implant = shown ? ownImplant(target, selected) : undefined;
  if (!implant) return undefined;
  const reach = HANDLE_REACH_PX[coarse ? 'coarse' : 'fine'];
  for (const handle of [0, 1] as const) {
    const point = implant.points[handle];
    if (!point) continue;
    const { px: at } = toPane(target.scene.view, fromPatient(target.placement, point));
    if (Math.hypot(at[0] - px[0], at[1] - px[1]) <= reach) return { implant, handle };
  }
  return undefined;
}

/** Moves an implant in the plane of the view, or turns it about its apex or head while the other one is dragged. */
function dragImplant(target: SceneTarget, implant: Annotation, handle: 0 | 1 | undefined): Drag {
  const { annotations, placement, scene, onImplant } = target;
  annotations.set({ selected: implant.markID });
  onImplant(implant);
  let current = implant;
  /** of the handle, which follows the pointer, although the implant keeps its length */
  let grasped = handle === undefined ? undefined : implant.points[handle];
  let hasMoved = false;
  return {
    move: ({ byPx, travelPx }) => {
      if (!hasMoved && travelPx < CLICK_PX) return;
      if (!hasMoved) annotations.remember();
      hasMoved = true;
      const shift = directionToPatient(placement, shiftInView(scene.view, byPx));
      const shifted = (point: Point) => asPoint(moved(point, shift, 1));
      if (grasped) {
        grasped = shifted(grasped);
        const turned = handle === 0 ? turnedAboutApex : turnedAboutHead;
        current = { ...current, points: turned(current.points, grasped) };
      } else current = { ...current, points: current.points.map(shifted) };
      annotations.put(current, false);
      onImplant(current);
    },
  };
}

/** The left button moves implants, rotates the view and sets the crosshair by a click; the others pan. */
export function startSceneDrag(target: SceneTarget, pointer: PointerSample, button: PointerButton): Drag {
  const { store, annotations, scene } = target;
  if (button !== 'left')
    return {
      move: ({ byPx: [x, y] }) =>
        store.set(({ panMm }) => ({
          panMm: [panMm[0] + x * scene.view.mmPerPx, panMm[1] - y * scene.view.mmPerPx],
        })),
    };
  const grasped = handleAt(target, pointer);
  if (grasped) return dragImplant(target, grasped.implant, grasped.handle);
  const surface = surfaceAt(target, pointer.px);
  const implant = ownImplant(target, surface?.markID);
  if (implant) return dragImplant(target, implant, undefined);
  return {
    move: ({ byPx: [x, y] }) =>
      store.set(({ camera }) => ({
        camera: rotated(camera, x / DRAG_PX_PER_RADIAN, y / DRAG_PX_PER_RADIAN),
      })),
    end: ({ travelPx }, aborted) => {
      if (aborted || travelPx >= CLICK_PX) return;
      annotations.set({ selected: surface?.markID });
      if (surface) target.onPoint(surface.point);
      if (surface?.label !== undefined) target.onStructure(surface.label);
    },
  };
}
