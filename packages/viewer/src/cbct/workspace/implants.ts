import { nearestTooth } from '@snimok/imaging/panorama/nearest-tooth';
import { spaceToPlane } from '@snimok/imaging/panorama/plane';
import type { Annotation } from '../../annotations/annotation.ts';
import {
  type ImplantSize,
  lengthened,
  type NewImplant,
  rotatedAboutApex,
} from '../../annotations/implant.ts';
import type { ImplantTooth } from '../../annotations/labels.ts';
import { nearestOnCurve, pointOnCurve } from '../../geometry/arch.ts';
import type { Frame } from '../../geometry/frame.ts';
import { type ArchCurve, directionInVolume, heightAbove } from '../../geometry/surface.ts';
import type { Vec3 } from '../../geometry/vectors.ts';
import { directionToPatient, fromPatient } from '../../volume/voxels/placement.ts';
import { moveCursorTo, selectTool } from './commands.ts';
import { type CbctState, curveOf, type EditableArch, hasArch, shownArch } from './state.ts';
import type { Workspace } from './workspace.ts';

/* Commands about implants, which buttons, keys and pointers share. */

/** The jaw of a point of the volume: the occlusal plane, in which the arch lies, is between the jaws. */
const isInUpperJaw = (arch: EditableArch, point: Vec3): boolean =>
  arch.isStored && heightAbove(arch.plane, point) > 0;

/** The curve of the shown arch is computed once: each pane asks for the tooth of each implant when it is drawn. */
const curves = new WeakMap<
  EditableArch,
  { frame: Frame | undefined; shown: EditableArch; curve: ArchCurve }
>();

function shownCurve({ arch, frame }: Pick<CbctState, 'arch' | 'frame'>) {
  const known = curves.get(arch);
  if (known && known.frame === frame) return known;
  const shown = shownArch({ arch, frame });
  const computed = { frame, shown, curve: curveOf(shown) };
  curves.set(arch, computed);
  return computed;
}

/**
 * The tooth that the author has entered, otherwise the one that is nearest to the implant's head along the arch; undefined
 * without an arch or behind the teeth.
 */
export const toothOfImplant = (workspace: Workspace, implant: Annotation): ImplantTooth | undefined =>
  implant.tooth ? { number: implant.tooth, isEntered: true } : proposedTooth(workspace, implant);

export function proposedTooth(
  { state, volumeClient }: Workspace,
  { points }: Annotation,
): ImplantTooth | undefined {
  const head = points[0];
  if (!head || !hasArch(state.get())) return undefined;
  const { shown, curve: archCurve } = shownCurve(state.get());
  const { curve, plane } = archCurve;
  const point = fromPatient(volumeClient.placement, head);
  const { alongMm } = nearestOnCurve(curve, spaceToPlane(plane, [...point]));
  const number = nearestTooth(curve, alongMm, isInUpperJaw(shown, point) ? 'upper' : 'lower');
  return number === undefined ? undefined : { number, isEntered: false };
}

/** Enters the tooth of an implant; undefined returns to the proposal. */
export function enterTooth({ annotations }: Workspace, implant: Annotation, tooth: number | undefined): void {
  const { tooth: _tooth, ...rest } = implant;
  annotations.put(tooth === undefined ? rest : { ...rest, tooth });
}

/** Perpendicular to the occlusal plane: in the upper jaw the apex is up, in the lower one down. */
export function newImplantAt({ state, volumeClient }: Workspace, head: Vec3): NewImplant {
  const { implant } = state.get();
  const arch = shownArch(state.get());
  const isUpper = isInUpperJaw(arch, fromPatient(volumeClient.placement, head));
  const [x, y, z] = directionToPatient(volumeClient.placement, arch.plane.up);
  return { ...implant, direction: isUpper ? [x, y, z] : [-x, -y, -z] };
}

export const selectedImplant = ({ annotations }: Workspace): Annotation | undefined => {
  const { own, selected } = annotations.get();
  return own.find(({ markID, kind }) => markID === selected && kind === 'implant');
};

/** Gives the selected implant another size; without one, the implant tool places that size. */
export function chooseImplant(workspace: Workspace, implant: ImplantSize): void {
  const selected = selectedImplant(workspace);
  workspace.state.set({ implant, isChoosingImplant: false });
  if (!selected) return selectTool(workspace, 'implant');
  const { product: _product, ...rest } = selected;
  workspace.annotations.put({
    ...rest,
    ...(implant.product && { product: implant.product }),
    sizeMm: implant.diameterMm,
    points: lengthened(selected.points, implant.lengthMm),
  });
}

/**
 * Turns the selected implant about its tip: along the arch (seen on the panorama) or across it (seen on a
 * cross-section). Returns false when none is selected.
 */
export function turnImplant(workspace: Workspace, plane: 'along' | 'across', degrees: number): boolean {
  const implant = selectedImplant(workspace);
  const apex = implant?.points[1];
  if (!implant || !apex) return false;
  const { placement } = workspace.volumeClient;
  const { curve, plane: archPlane } = curveOf(shownArch(workspace.state.get()));
  const { alongMm } = nearestOnCurve(curve, spaceToPlane(archPlane, [...fromPatient(placement, apex)]));
  const [u, v] = pointOnCurve(curve, alongMm).inwards;
  const axis = directionInVolume(archPlane, plane === 'along' ? [u, v] : [v, -u]);
  const points = rotatedAboutApex(implant.points, directionToPatient(placement, axis), degrees);
  workspace.annotations.put({ ...implant, points });
  moveCursorTo(workspace, { ...implant, points });
  return true;
}
