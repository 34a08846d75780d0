import { capsule, implantRod, type Rod, sleeveOf } from '../geometry/rod.ts';
import { type Outline, rodSection } from '../geometry/rod-section.ts';
import type { Surface } from '../geometry/surface.ts';
import type { Vec2, Vec3 } from '../geometry/vectors.ts';
import { type Annotation, CANAL_DIAMETER_MM, IMPLANT } from './annotation.ts';

/** What a picture shows of an implant or a canal, in the picture's millimetres. */
export interface AnnotationBody {
  /** the intersections of the body's parts with the surface or slab; empty if no part reaches it */
  outlines: readonly Outline[];
  /** the intersections of an implant's sleeve; empty if the sleeve has no margin */
  sleeve: readonly Outline[];
  /** the parts of the body's axis that lie in the surface or slab */
  axis: readonly Outline[];
  radiusMm: number;
}

/** An axis nearer to a plane than this is drawn in it: a third of a usual voxel cannot be seen. */
const IN_PLANE_MM = 0.1;
const AXIS_STEP_MM = 0.5;

/** Whether an annotation has a body that sections cut; other annotations are points and lines. */
export const hasBody = ({ kind, on }: Pick<Annotation, 'kind' | 'on'>): boolean =>
  on === 'volume' && (kind === 'implant' || kind === 'canal');

const diameterOf = ({ kind, sizeMm }: Annotation): number =>
  sizeMm ?? (kind === 'implant' ? IMPLANT.diameterMm : CANAL_DIAMETER_MM);

/**
 * The solids of an annotation: a cylinder with a rounded apex, or a capsule along each section of a canal. `points` are
 * the annotation's points in any rigid coordinate system.
 */
export function rodsOf(annotation: Annotation, points: readonly Vec3[] = annotation.points): Rod[] {
  const diameter = diameterOf(annotation);
  const [first, second] = points;
  if (annotation.kind === 'canal')
    return points.slice(1).map((point, at) => capsule(points[at]!, point, diameter));
  const rod = first && second && implantRod(first, second, diameter);
  return rod ? [rod] : [];
}

/**
 * Returns a function that computes the bodies of annotations on one surface. Each body is computed only once, because
 * panes are drawn at every movement of the crosshair.
 * `fromPatient` maps to the volume's millimetres; `slabMm` are signed distances from the surface; `sleeveMm` is the
 * margin of the sleeves.
 */
export function bodiesOn(
  surface: Surface,
  slabMm: Vec2,
  fromPatient: (point: Vec3) => Vec3,
  sleeveMm = 0,
): (annotation: Annotation) => AnnotationBody {
  const known = new WeakMap<Annotation, AnnotationBody>();
  return (annotation) => {
    const body = known.get(annotation) ?? bodyOf(annotation, surface, slabMm, fromPatient, sleeveMm);
    known.set(annotation, body);
    return body;
  };
}

function bodyOf(
  annotation: Annotation,
  surface: Surface,
  slabMm: Vec2,
  fromPatient: (point: Vec3) => Vec3,
  sleeveMm: number,
): AnnotationBody {
  const points = annotation.points.map(fromPatient);
  const rods = rodsOf(annotation, points);
  const hasSleeve = annotation.kind === 'implant' && sleeveMm > 0;
  const sleeves = hasSleeve ? rods.map((rod) => sleeveOf(rod, sleeveMm)) : [];
  const sectionsOf = (solids: readonly Rod[]) =>
    solids.flatMap((rod) => rodSection(rod, surface, slabMm)).filter((outline) => isIn(outline, surface));
  return {
    outlines: sectionsOf(rods),
    sleeve: sectionsOf(sleeves),
    axis: axisIn(points, surface, slabMm),
    radiusMm: diameterOf(annotation) / 2,
  };
}

/** Whether an outline reaches into the picture. Some do not: a cross-section's plane also cuts the other side of the jaw. */
const isIn = (outline: Outline, { sizeMm }: Surface): boolean =>
  ([0, 1] as const).every(
    (axis) => outline.some((at) => at[axis] > 0) && outline.some((at) => at[axis] < sizeMm[axis]),
  );

/** The parts of a polyline between the limits of a slab. */
function axisIn(points: readonly Vec3[], { toPosition }: Surface, [from, to]: Vec2): Vec2[][] {
  const runs: Vec2[][] = [];
  let run: Vec2[] = [];
  const close = () => {
    if (run.length > 1) runs.push(run);
    run = [];
  };
  points.slice(1).forEach((end, at) => {
    const start = points[at]!;
    const length = Math.hypot(end[0] - start[0], end[1] - start[1], end[2] - start[2]);
    const count = Math.max(1, Math.ceil(length / AXIS_STEP_MM));
    for (let step = at === 0 ? 0 : 1; step <= count; step += 1) {
      const { position, offset } = toPosition(between(start, end, step / count));
      if (offset < from - IN_PLANE_MM || offset > to + IN_PLANE_MM) close();
      else run.push(position);
    }
  });
  close();
  return runs;
}

const between = (from: Vec3, to: Vec3, fraction: number): Vec3 => [
  from[0] + (to[0] - from[0]) * fraction,
  from[1] + (to[1] - from[1]) * fraction,
  from[2] + (to[2] - from[2]) * fraction,
];
