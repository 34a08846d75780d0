import { type Frame, TISSUE } from '../anatomy/anatomy.ts';
import { type Canvas, emptyCanvas, fill, forEachVoxel, blend, soften } from '../anatomy/canvas.ts';
import { columnsOf } from '../anatomy/columns.ts';
import { jawCurve } from '../jaws.ts';
import { canalPath, drawMandible } from '../anatomy/mandible.ts';
import { drawMaxilla } from '../anatomy/maxilla.ts';
import { type PlacedTooth, placeTeeth } from '../anatomy/placement.ts';
import { noiseCube } from '../anatomy/texture.ts';
import { type ToothSample, toothAt } from '../anatomy/tooth-shape.ts';

/** The synthetic patient as segments; each volume is positive inside the segment and negative outside. */
export type Segments = {
  bone: Canvas;
  teeth: Canvas;
  canal: Canvas;
  /** For every voxel the index of its tooth in `placed`, counted from 1. */
  toothOf: Uint8Array;
  placed: readonly PlacedTooth[];
};

const OUTSIDE = -1000;
const INSIDE = 1000;
/** Radius of the canal including its wall. */
const CANAL_RADIUS_MM = 1.5;
const UPPER_EDGE_MM = 27.5;
const NOSE = { halfWidth: 14, frontY: 9, floor: 22.5 };

export function segmentsOf(frame: Frame, missingTeeth: readonly number[] = [18]): Segments {
  const curve = jawCurve();
  const placed = placeTeeth(curve, { seed: 1, missingTeeth, metal: true });
  const bone = emptyCanvas(frame, TISSUE.air);
  const columns = columnsOf(frame, curve);
  // Without trabeculae, because only the surface is visible.
  const even = noiseCube(1).fill(0);
  drawMaxilla(bone, columns, even, []);
  cutAbove(bone);
  drawMandible(bone, columns, even, []);
  const teeth = emptyCanvas(frame, OUTSIDE);
  const toothOf = new Uint8Array(teeth.values.length);
  placed.forEach((tooth, at) => addTooth(teeth, toothOf, tooth, at + 1));
  const canal = drawCanal(frame);
  for (const canvas of [bone, bone, bone, teeth, teeth, canal, canal]) soften(canvas);
  return { bone, teeth, canal, toothOf, placed };
}

/** Limits the upper jaw to the alveolar process, as a field of view does, and removes the nose. */
function cutAbove(bone: Canvas): void {
  const everywhere = [-200, 200] as const;
  forEachVoxel(bone, { x: everywhere, y: everywhere, z: [NOSE.floor - 1, 200] }, (index, x, y, z) => {
    const nose = Math.min(NOSE.halfWidth - Math.abs(x), y - NOSE.frontY, z - NOSE.floor);
    blend(bone, index, TISSUE.air, Math.max(z - UPPER_EDGE_MM, nose));
  });
}

function addTooth(canvas: Canvas, toothOf: Uint8Array, tooth: PlacedTooth, label: number): void {
  const { kind, treatment, tip, along, across, down } = tooth;
  const length = kind.crown + kind.root;
  const reach = Math.max(kind.width, kind.depth) * 0.75 + 1;
  const range = (axis: 0 | 1 | 2): readonly [number, number] => {
    const end = tip[axis] + down[axis] * length;
    return [Math.min(tip[axis], end) - reach, Math.max(tip[axis], end) + reach];
  };
  const sample: ToothSample = { depthMm: 0, density: 0, isRoot: false };
  forEachVoxel(canvas, { x: range(0), y: range(1), z: range(2) }, (index, x, y, z) => {
    const dx = x - tip[0];
    const dy = y - tip[1];
    const dz = z - tip[2];
    const deep = dx * down[0] + dy * down[1] + dz * down[2];
    if (deep < -1 || deep > length + 1) return;
    const u = dx * along[0] + dy * along[1] + dz * along[2];
    const v = dx * across[0] + dy * across[1] + dz * across[2];
    toothAt(kind, treatment, sample, u, v, Math.max(0, deep));
    const depth = deep < 0 ? Math.min(sample.depthMm, deep) : sample.depthMm;
    const before = canvas.values[index]!;
    blend(canvas, index, INSIDE, depth);
    // Includes one voxel beyond the surface, where the soft edge ends.
    if (canvas.values[index]! > before || (depth > -2 * canvas.spacingMm && toothOf[index] === 0))
      toothOf[index] = label;
  });
}

/** Draws the canals as spheres closer together than a voxel. */
function drawCanal(frame: Frame): Canvas {
  const canvas = emptyCanvas(frame, OUTSIDE);
  const curve = jawCurve();
  const middle = (curve.points.length - 1) / 2;
  const radii = [CANAL_RADIUS_MM, CANAL_RADIUS_MM, CANAL_RADIUS_MM] as const;
  for (const { along, out, height } of canalPath(0.4)) {
    for (const side of [-1, 1]) {
      const step = Math.round(middle + (side * along) / curve.stepMm);
      const [x, y] = curve.points[step]!;
      const [normalX, normalY] = curve.normals[step]!;
      fill(canvas, { at: [x - normalX * out, y - normalY * out, height], radii }, INSIDE);
    }
  }
  return canvas;
}

/** Whether the tooth is metal at this point (patient coordinates, mm). */
export function isMetalAt(
  { kind, treatment, tip, along, across, down }: PlacedTooth,
  point: Point3,
): boolean {
  if (treatment !== 'filling' && treatment !== 'metal-crown') return false;
  const from: Point3 = [point[0] - tip[0], point[1] - tip[1], point[2] - tip[2]];
  const sample: ToothSample = { depthMm: 0, density: 0, isRoot: false };
  const u = dot(from, along);
  const v = dot(from, across);
  const deep = dot(from, down);
  return toothAt(kind, treatment, sample, u, v, Math.max(0, deep)).density === TISSUE.metal;
}

type Point3 = readonly [number, number, number];
const dot = (one: Point3, other: Point3) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
