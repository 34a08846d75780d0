import { planeToSpace } from '@snimok/imaging/panorama/plane';
import type { Annotation } from '../annotations/annotation.ts';
import { rodsOf } from '../annotations/annotation-body.ts';
import type { DrawnAnnotations } from '../annotations/annotations-store.ts';
import { isUnchecked } from '../annotations/canal.ts';
import { clearancesIn, isTooNear } from '../annotations/clearances.ts';
import { capsule, moved, type Rod, sleeveOf } from '../geometry/rod.ts';
import type { ArchCurve } from '../geometry/surface.ts';
import type { Vec3 } from '../geometry/vectors.ts';
import { joined, rodMesh, type SceneMesh, tubeMesh } from '../rendering/mesh.ts';
import type { SurfacePart } from '../rendering/read-glb.ts';
import { structureOf } from './structures.ts';
import { fromPatient, type Placement } from '../volume/voxels/placement.ts';

type Rgb = readonly [number, number, number];

/** The colours of the slices (annotations.module.css, cbct.module.css). @internal */
export const SOLID_COLORS = {
  implant: [0x63 / 255, 0xe6 / 255, 0xbe / 255],
  warned: [0xff / 255, 0x6b / 255, 0x6b / 255],
  canal: [0xff / 255, 0x87 / 255, 0x87 / 255],
  arch: [0xff / 255, 0xd4 / 255, 0x3b / 255],
  /** the stripes of a canal that was found automatically */
  unchecked: [0.95, 0.95, 0.95],
} as const satisfies Record<string, Rgb>;

/** The number of parts in a stripe; the parts of a found line are about a millimetre long. */
const STRIPE_RODS = 2;
const SLEEVE_OPACITY = 0.3;
/** How far the line of an implant's direction goes beyond its platform. */
const DIRECTION_MM = 12;
const DIRECTION_DIAMETER_MM = 0.6;
const ARCH_DIAMETER_MM = 0.8;

interface Drawn {
  isWarned: boolean;
  isSelected: boolean;
  isOwn: boolean;
  sleeveMm: number;
}

const lighter = ([red, green, blue]: Rgb): Rgb => [
  red + (1 - red) * 0.35,
  green + (1 - green) * 0.35,
  blue + (1 - blue) * 0.35,
];

/** The meshes of implants and canals, those of each annotation made once until it changes. */
export function solidsOf(
  series: number,
  toVolume: (point: Vec3) => Vec3,
): (state: DrawnAnnotations) => SceneMesh[] {
  const known = new WeakMap<Annotation, { key: string; meshes: SceneMesh[] }>();
  return (state) => {
    const { own, others, draft, selected, shown, plan } = state;
    const clearances = clearancesIn(state);
    const all = [
      ...(shown ? others.flatMap(({ marks }) => marks.map((one) => ({ one, isOwn: false }))) : []),
      ...(shown ? own : []).map((one) => ({ one, isOwn: true })),
      ...(draft ? [{ one: draft, isOwn: false }] : []),
    ];
    return all.flatMap(({ one, isOwn }) => {
      if (one.on !== 'volume' || one.series !== series) return [];
      if (one.kind !== 'implant' && one.kind !== 'canal') return [];
      const found = clearances.get(one.markID);
      const drawn: Drawn = {
        isWarned: found !== undefined && isTooNear(found, plan.warnMm),
        isSelected: one.markID === selected || one === draft,
        isOwn,
        sleeveMm: plan.sleeveMm,
      };
      const key = JSON.stringify(drawn);
      const before = known.get(one);
      if (before?.key === key) return before.meshes;
      const meshes = meshesOf(one, drawn, toVolume);
      known.set(one, { key, meshes });
      return meshes;
    });
  };
}

function meshesOf(annotation: Annotation, drawn: Drawn, toVolume: (point: Vec3) => Vec3): SceneMesh[] {
  const { kind, markID } = annotation;
  const rods = rodsOf(annotation, annotation.points.map(toVolume));
  const plain = SOLID_COLORS[drawn.isWarned ? 'warned' : kind === 'canal' ? 'canal' : 'implant'];
  const [red, green, blue] = drawn.isSelected ? lighter(plain) : plain;
  const own = { part: 'annotations' as const, ...(drawn.isOwn && { markID }) };
  if (kind === 'canal') {
    const tube = (parts: readonly Rod[], color: Rgb): SceneMesh[] =>
      parts.length === 0
        ? []
        : [{ ...joined(parts.map((rod) => rodMesh(rod, 16))), color: [...color, 1], ...own }];
    if (!isUnchecked(annotation)) return tube(rods, [red, green, blue]);
    const isStripe = (_rod: Rod, at: number) => at % (2 * STRIPE_RODS) >= STRIPE_RODS;
    const plainParts = rods.filter((rod, at) => !isStripe(rod, at));
    return [...tube(plainParts, [red, green, blue]), ...tube(rods.filter(isStripe), SOLID_COLORS.unchecked)];
  }
  return rods.flatMap((rod): SceneMesh[] => {
    const outwards = moved(rod.from, rod.direction, -DIRECTION_MM);
    const axis = rodMesh(capsule(rod.from, outwards, DIRECTION_DIAMETER_MM), 10);
    const body = joined([rodMesh(rod), axis]);
    const solid: SceneMesh = { ...body, color: [red, green, blue, 1], ...own };
    if (drawn.sleeveMm === 0) return [solid];
    const sleeve = rodMesh(sleeveOf(rod, drawn.sleeveMm));
    return [solid, { ...sleeve, color: [red, green, blue, SLEEVE_OPACITY], part: 'annotations' }];
  });
}

/** The arch as a line in its plane. */
export function archMesh({ curve, plane }: ArchCurve): SceneMesh {
  // every second millimetre is finer than its bends
  const every = Math.max(1, Math.round(2 / curve.stepMm));
  const points = curve.points
    .filter((_, at) => at % every === 0 || at === curve.points.length - 1)
    .map((point): Vec3 => planeToSpace(plane, point));
  const [red, green, blue] = SOLID_COLORS.arch;
  return { ...tubeMesh(points, ARCH_DIAMETER_MM), color: [red, green, blue, 1], part: 'lines' };
}

/** The colour of the chosen structure. */
export const SELECTED_COLOR = [0.13, 0.72, 0.81, 1] as const;

/** A part of a segmentation in the volume's millimetres; a structure keeps its label for clicks. */
export function partMesh(part: SurfacePart, placement: Placement): SceneMesh {
  const { positions, normals, triangles, colour } = part;
  const label = structureOf(part)?.label;
  const inVolume: SceneMesh = {
    positions: new Float32Array(positions.length),
    normals: new Float32Array(normals.length),
    triangles,
    color: colour,
    ...(label !== undefined && { label }),
  };
  const directions = { ...placement, originMm: [0, 0, 0] as const };
  for (let at = 0; at < positions.length; at += 3) {
    const of = (values: Float32Array): Vec3 => [values[at]!, values[at + 1]!, values[at + 2]!];
    inVolume.positions.set(fromPatient(placement, of(positions)), at);
    inVolume.normals.set(fromPatient(directions, of(normals)), at);
  }
  return inVolume;
}
