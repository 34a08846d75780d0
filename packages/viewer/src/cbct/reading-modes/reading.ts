import { asPoint, type Point } from '../../annotations/annotation.ts';
import type { Plan } from '../../annotations/plan.ts';
import type { Condyle, Side } from '../../geometry/condyle.ts';
import type { SliceLine } from '../../geometry/reslice.ts';
import { dot } from '../../geometry/rod.ts';
import { clamp, type Vec3 } from '../../geometry/vectors.ts';
import { useStore } from '../../state/store.ts';
import { directionToPatient, fromPatient, type Placement, toPatient } from '../../volume/voxels/placement.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What the author has set in the reading modes of the opened volume, in the patient's coordinates. */
export type Reading = NonNullable<Plan['readings']>[number];

const readingIn = (plan: Plan, series: number): Reading | undefined =>
  plan.readings?.find((one) => one.series === series);

export const readingOf = ({ annotations, series }: Workspace): Reading | undefined =>
  readingIn(annotations.get().plan, series.series);

/** The reading, with the landmarks of the version of annotations that is shown. */
export const useReading = ({ annotations, series }: Workspace): Reading | undefined =>
  useStore(annotations, ({ plan, version }) => readingIn(version?.plan ?? plan, series.series));

type Change = { [Field in Exclude<keyof Reading, 'series'>]?: Reading[Field] | undefined };

/** Saves a part of the reading; `undefined` removes it. */
export function changeReading({ annotations, series }: Workspace, change: Change, undoable = true): void {
  const { plan } = annotations.get();
  const others = (plan.readings ?? []).filter((one) => one.series !== series.series);
  const changed = { ...readingIn(plan, series.series), ...change, series: series.series };
  const reading = Object.fromEntries(
    Object.entries(changed).filter(([, value]) => value !== undefined),
  ) as Reading;
  annotations.changePlan({ readings: [...others, reading] }, undoable);
}

export const pointIn = ({ volumeClient }: Workspace, point: Point): Vec3 =>
  fromPatient(volumeClient.placement, point);
export const pointOf = ({ volumeClient }: Workspace, point: Vec3): Point =>
  asPoint(toPatient(volumeClient.placement, point));

const directionIn = ({ directions }: Placement, direction: Vec3): Vec3 => [
  dot(direction, directions[0]),
  dot(direction, directions[1]),
  dot(direction, directions[2]),
];

/** Rounding must not make a component longer than 1. */
function directionOf(placement: Placement, direction: Vec3): Point {
  const [x, y, z] = directionToPatient(placement, direction).map(
    (value) => Math.round(clamp(value, -1, 1) * 1e6) / 1e6,
  );
  return [x!, y!, z!];
}

export function lineIn(workspace: Workspace, { line }: Reading): SliceLine | undefined {
  if (!line) return undefined;
  return {
    points: line.points.map((point) => pointIn(workspace, point)),
    across: directionIn(workspace.volumeClient.placement, line.across),
    isCurved: line.isCurved,
  };
}

export const saveLine = (workspace: Workspace, line: SliceLine | undefined, undoable = true): void =>
  changeReading(
    workspace,
    {
      line: line && {
        points: line.points.map((point) => pointOf(workspace, point)),
        across: directionOf(workspace.volumeClient.placement, line.across),
        isCurved: line.isCurved,
      },
    },
    undoable,
  );

export type Condyles = Record<Side, Condyle>;

export function condylesIn(workspace: Workspace, { condyles }: Reading): Condyles | undefined {
  if (!condyles) return undefined;
  const condyle = ({ center, lateral }: typeof condyles.right): Condyle => ({
    center: pointIn(workspace, center),
    lateral: directionIn(workspace.volumeClient.placement, lateral),
  });
  return { right: condyle(condyles.right), left: condyle(condyles.left) };
}

export function saveCondyles(workspace: Workspace, condyles: Condyles | undefined, undoable = true): void {
  const saved = ({ center, lateral }: Condyle) => ({
    center: pointOf(workspace, center),
    lateral: directionOf(workspace.volumeClient.placement, lateral),
  });
  changeReading(
    workspace,
    { condyles: condyles && { right: saved(condyles.right), left: saved(condyles.left) } },
    undoable,
  );
}
