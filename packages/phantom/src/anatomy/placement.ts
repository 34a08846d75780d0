import type { Curve } from '@snimok/imaging/panorama/curve';
import { ROW_LENGTH_MM } from './anatomy.ts';
import { normalRandom, randomStream } from './random.ts';
import { LOWER, type ToothKind, UPPER } from './teeth.ts';
import type { Treatment } from './tooth-shape.ts';

type Vector = readonly [number, number, number];

/**
 * A positioned tooth: number (ISO 3950), tip of the crown (mm) and three unit axes, in patient coordinates.
 */
export type PlacedTooth = {
  number: number;
  kind: ToothKind;
  treatment: Treatment;
  isUpper: boolean;
  tip: Vector;
  along: Vector;
  across: Vector;
  down: Vector;
};

type TeethOptions = {
  seed: number;
  missingTeeth: readonly number[];
  metal: boolean;
  metalCrowns?: readonly number[];
};

/** Distance between the crowns of the jaws: the patient bites on the scanner's bite block. */
const BITE_GAP_MM = 1.6;
/** Labial or buccal tilt of the crown in degrees, from the central incisor to the third molar. */
const UPPER_TILT = [17, 16, 10, 5, 4, 6, 8, 8];
const LOWER_TILT = [6, 5, 2, -2, -5, -8, -9, -8];
/** Distance of a crown from the jaw line, outwards: upper front teeth overlap the lower ones. */
const UPPER_OUTSIDE_MM = [2.8, 2.4, 2.2, 1.6, 1.2, 1, 0.6, 0];
const LOWER_OUTSIDE_MM = [0, 0, 0, 0.2, 0.2, 0, -0.4, -0.6];
/** A mesially impacted lower third molar, a common finding in panoramic radiographs. */
const IMPACTED = { number: 48, forwards: 42, deeper: 5.5 };

/** Places the teeth of each quadrant along the jaw line without gaps. */
export function placeTeeth(curve: Curve, options: TeethOptions): PlacedTooth[] {
  const random = randomStream(options.seed);
  const middle = (curve.points.length - 1) / 2;
  return [1, 2, 3, 4].flatMap((quadrant) => {
    const isUpper = quadrant <= 2;
    const kinds = isUpper ? UPPER : LOWER;
    // Quadrants 1 and 4 are on the patient's right, where the jaw line begins.
    const side = quadrant === 1 || quadrant === 4 ? -1 : 1;
    const rowMm = kinds.reduce((sum, { width }) => sum + width, 0);
    const squeeze = Math.min(1, (ROW_LENGTH_MM + (isUpper ? 0.5 : 0)) / rowMm);
    let fromMiddle = 0;
    return kinds.flatMap((kind, index): PlacedTooth[] => {
      const number = quadrant * 10 + index + 1;
      const jitter = () => normalRandom(random);
      const turn = jitter() * 0.05;
      const lean = jitter() * 0.035;
      const rise = jitter() * 0.25;
      const at = fromMiddle + (kind.width * squeeze) / 2;
      fromMiddle += kind.width * squeeze;
      if (options.missingTeeth.includes(number)) return [];
      const step = Math.round(middle + (side * at) / curve.stepMm);
      const archPoint = { point: curve.points[step]!, normal: curve.normals[step]! };
      const lying = number === IMPACTED.number;
      const outside = (isUpper ? UPPER_OUTSIDE_MM : LOWER_OUTSIDE_MM)[index]!;
      const tilt = ((isUpper ? UPPER_TILT : LOWER_TILT)[index]! * Math.PI) / 180;
      const forwards = lying ? (IMPACTED.forwards * Math.PI) / 180 : lean + index * 0.012;
      const height =
        BITE_GAP_MM / 2 + rise * 0.5 + curveOfSpee(index, isUpper) + (lying ? IMPACTED.deeper : 0);
      const treatment = treatmentOf(number, options);
      return [
        place({ number, kind, treatment, isUpper }, archPoint, {
          side,
          outside,
          tilt,
          forwards,
          turn,
          height,
        }),
      ];
    });
  });
}

/** Curve of Spee: lower molars rise posteriorly and upper molars follow; mm. */
const curveOfSpee = (index: number, isUpper: boolean) =>
  index > 3 ? (isUpper ? 0.35 : -0.3) * (index - 3) : 0;

function treatmentOf(number: number, { metal, metalCrowns }: TeethOptions): Treatment {
  if (metalCrowns?.includes(number)) return 'metal-crown';
  if (number === 46) return 'root-canal';
  if (metal && number === 36) return 'filling';
  return metal && number === 26 ? 'metal-crown' : 'none';
}

type ArchPoint = {
  point: readonly [number, number];
  normal: readonly [number, number];
};
type Pose = {
  side: number;
  outside: number;
  tilt: number;
  forwards: number;
  turn: number;
  height: number;
};

function place(
  tooth: Omit<PlacedTooth, 'tip' | 'along' | 'across' | 'down'>,
  archPoint: ArchPoint,
  pose: Pose,
): PlacedTooth {
  const up = tooth.isUpper ? 1 : -1;
  const [outX, outY] = rotate([-archPoint.normal[0], -archPoint.normal[1]], pose.turn);
  // Distal direction along the arch.
  const backX = -outY * pose.side;
  const backY = outX * pose.side;
  // The long axis leans lingually by the tilt and distally by the lean.
  const axis: Vector = [
    -outX * Math.sin(pose.tilt) + backX * Math.sin(pose.forwards),
    -outY * Math.sin(pose.tilt) + backY * Math.sin(pose.forwards),
    up * Math.cos(pose.tilt) * Math.cos(pose.forwards),
  ];
  const down = unit(axis);
  const along = unit(minus([backX, backY, 0], down, dot([backX, backY, 0], down)));
  const out: Vector = [outX, outY, 0];
  const across = unit(minus(minus(out, down, dot(out, down)), along, dot(out, along)));
  const [x, y] = archPoint.point;
  return {
    ...tooth,
    tip: [x + outX * pose.outside, y + outY * pose.outside, up * pose.height],
    along,
    across,
    down,
  };
}

const rotate = ([x, y]: readonly [number, number], angle: number): readonly [number, number] => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
];
const dot = (one: Vector, other: Vector) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
const minus = (one: Vector, other: Vector, times: number): Vector => [
  one[0] - other[0] * times,
  one[1] - other[1] * times,
  one[2] - other[2] * times,
];
const unit = (vector: Vector): Vector => minus([0, 0, 0], vector, -1 / Math.hypot(...vector));
