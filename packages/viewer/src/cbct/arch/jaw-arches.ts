import { planeToSpace } from '@snimok/imaging/panorama/plane';
import type { SavedJawArch } from '../../study/study.ts';
import type { Vec3 } from '../../geometry/vectors.ts';
import { directionToPatient, toPatient } from '../../volume/voxels/placement.ts';
import { archInVolume } from './arch-of-study.ts';
import { rememberArch } from './change-arch.ts';
import type { Jaw } from '../workspace/reading-settings.ts';
import type { EditableArch } from '../workspace/state.ts';
import type { Workspace } from '../workspace/workspace.ts';

type OneJaw = Exclude<Jaw, 'both'>;

const savedArches = ({ annotations }: Workspace): readonly SavedJawArch[] =>
  annotations.get().plan.jawArches ?? [];

const isOf =
  ({ series }: Workspace, jaw: Jaw) =>
  (saved: SavedJawArch) =>
    saved.series === series.series && saved.jaw === jaw;

/** Whether the plan has an arch of a jaw; otherwise the common one is shown for it. */
export const hasJawArch = (workspace: Workspace, jaw: Jaw): boolean =>
  savedArches(workspace).some(isOf(workspace, jaw));

function archOfJaw(workspace: Workspace, jaw: Jaw): EditableArch {
  const { commonArch, arch, jaw: shown } = workspace.state.get();
  const common = shown === 'both' ? arch : commonArch;
  if (jaw === 'both') return common;
  const saved = savedArches(workspace).find(isOf(workspace, jaw));
  return saved
    ? { ...archInVolume(saved, workspace.volumeClient.placement), ...OWN }
    : { ...common, isStored: common.isStored || common.changed, changed: false };
}

const OWN = { version: null, isStored: true, changed: false } as const;

/** Shows the arch of a jaw: panorama, sections and handles follow. */
export function selectJaw(workspace: Workspace, jaw: Jaw): void {
  workspace.state.set(({ jaw: before, arch, commonArch }) => ({
    jaw,
    arch: archOfJaw(workspace, jaw),
    commonArch: before === 'both' ? arch : commonArch,
  }));
}

/** Follows the arches of the plan, also when they are undone. Returns a function that stops. */
export function followJawArches(workspace: Workspace): () => void {
  const { annotations, state } = workspace;
  let shown: unknown = annotations.get().plan.jawArches;
  return annotations.subscribe(() => {
    const { jawArches } = annotations.get().plan;
    if (jawArches === shown) return;
    shown = jawArches;
    const { jaw } = state.get();
    if (jaw !== 'both') state.set({ arch: archOfJaw(workspace, jaw) });
  });
}

/** Called after the shown arch was changed. The arch of a jaw is saved with the plan; undo restores `before`. */
export function finishArchChange(workspace: Workspace, before: EditableArch): void {
  const { jaw, arch } = workspace.state.get();
  if (jaw === 'both') rememberArch(workspace, before);
  else saveJawArch(workspace, jaw, arch);
}

function saveJawArch(workspace: Workspace, jaw: OneJaw, { points, plane }: EditableArch): void {
  const { annotations, series, volumeClient } = workspace;
  const { placement } = volumeClient;
  const direction = (along: Vec3) => asTriple(directionToPatient(placement, along));
  const saved: SavedJawArch = {
    series: series.series,
    jaw,
    points: points.map((point) => asTriple(toPatient(placement, planeToSpace(plane, point)))),
    plane: {
      originMm: asTriple(toPatient(placement, plane.originMm)),
      left: direction(plane.left),
      back: direction(plane.back),
      up: direction(plane.up),
    },
  };
  const others = savedArches(workspace).filter((one) => !isOf(workspace, jaw)(one));
  annotations.changePlan({ jawArches: [...others, saved] });
}

/** Removes the jaw's own arch: the common one is then shown for it. */
export function removeJawArch(workspace: Workspace, jaw: Jaw): void {
  const others = savedArches(workspace).filter((one) => !isOf(workspace, jaw)(one));
  workspace.annotations.changePlan({ jawArches: others });
}

const asTriple = ([x, y, z]: Vec3): [number, number, number] => [x, y, z];
