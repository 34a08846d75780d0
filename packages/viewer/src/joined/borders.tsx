import { type Rigid, transformed, UNMOVED } from '@snimok/imaging/registration/rigid';
import { depthAt, type ScanField } from '@snimok/imaging/stitching/scan-field';
import { useMemo } from 'react';
import type { Surface } from '../geometry/surface.ts';
import type { Vec2, Vec3 } from '../geometry/vectors.ts';
import type { Projection } from '../geometry/viewport.ts';
import { type Store, useStore } from '../state/store.ts';
import classes from './joined.module.css';
import type { JoinedVolume } from './stitch.ts';

export interface BordersState {
  areShown: boolean;
}

/** The field of a scan, and the transform from the millimetres of the joined volume to it. */
interface PlacedField {
  field: ScanField;
  toScan: Rigid;
}

/** The fields of both scans, in the order in which they are compared. */
export function fieldsOf({
  grid,
  transform,
  fields,
  fixed,
}: JoinedVolume): readonly [PlacedField, PlacedField] {
  const own = {
    field: fields.fixed,
    toScan: { rotation: UNMOVED.rotation, shiftMm: grid.originMm },
  };
  const other = {
    field: fields.moving,
    toScan: { rotation: transform.rotation, shiftMm: transformed(transform, grid.originMm) },
  };
  return fixed === 0 ? [own, other] : [other, own];
}

/** The distance between the points of a pane at which the fields are read; a pane has no more of them along an axis. */
const STEP_MM = 1;
const MOST_STEPS = 160;
/** The border is drawn this far inside the field. */
const LEVEL_MM = 0.5;

/**
 * The lines on a surface where a field ends, as a path in the surface's millimetres.
 * @internal
 */
export function borderPath({ field, toScan }: PlacedField, { sizeMm, toPoint }: Surface): string {
  const depthOf = (position: Vec2) =>
    depthAt(field, transformed(toScan, toPoint(position) as Vec3)) - LEVEL_MM;
  const steps = sizeMm.map((mm) => Math.max(1, Math.min(MOST_STEPS, Math.ceil(mm / STEP_MM))));
  const [columns, rows] = steps as [number, number];
  const [stepX, stepY] = [sizeMm[0] / columns, sizeMm[1] / rows] as const;
  const depths = Array.from({ length: rows + 1 }, (_, y) =>
    Array.from({ length: columns + 1 }, (__, x) => depthOf([x * stepX, y * stepY])),
  );
  const parts: string[] = [];
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1) {
      const crossings = crossingsOf([
        [x, y, depths[y]![x]!],
        [x + 1, y, depths[y]![x + 1]!],
        [x + 1, y + 1, depths[y + 1]![x + 1]!],
        [x, y + 1, depths[y + 1]![x]!],
      ]);
      for (let at = 0; at + 1 < crossings.length; at += 2) {
        const [from, to] = [crossings[at]!, crossings[at + 1]!] as const;
        parts.push(
          `M${round(from[0] * stepX)} ${round(from[1] * stepY)}L${round(to[0] * stepX)} ${round(to[1] * stepY)}`,
        );
      }
    }
  return parts.join('');
}

const round = (mm: number) => Math.round(mm * 100) / 100;

/** Where the level is crossed on the sides of a square; none, two, or four points, in order around it. */
function crossingsOf(corners: readonly (readonly [x: number, y: number, depth: number])[]): Vec2[] {
  return corners.flatMap((one, at): Vec2[] => {
    const other = corners[(at + 1) % corners.length]!;
    if (one[2] > 0 === other[2] > 0) return [];
    const share = one[2] / (one[2] - other[2]);
    return [[one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share]];
  });
}

/** The component that draws the borders of the joined scans while the user wants to see them. */
export const bordersOf = (fields: readonly [PlacedField, PlacedField], store: Store<BordersState>) =>
  function Borders({ surface, projection }: { surface: Surface; projection: Projection }) {
    const areShown = useStore(store, (all) => all.areShown);
    const paths = useMemo(
      () => (areShown ? fields.map((field) => borderPath(field, surface)) : []),
      [areShown, surface],
    );
    const [a, b, c, d, e, f] = projection.matrix;
    return paths.map((path, scan) => (
      <path
        key={scan}
        d={path}
        className={classes.border}
        data-scan={scan}
        transform={`matrix(${a} ${b} ${c} ${d} ${e} ${f})`}
        vectorEffect="non-scaling-stroke"
      />
    ));
  };
