import type { Vector3 } from '@snimok/imaging/dicom/elements/file';
import type { Size3, Volume } from '@snimok/imaging/volume/volume';
import { AIR } from '@snimok/imaging/volume/volume';
import { addScannerEffects } from './anatomy/detector.ts';
import { drawScan } from './jaws.ts';
import { ALL_TEETH, drawnFrameOf, type Patient, patientOf, shade } from './patients.ts';
import { posedPoint, posedValues } from './pose.ts';
import { randomStream } from './anatomy/random.ts';
import { toothLine } from './tooth-line.ts';

/** What is in the mouth; a child has an adult's jaws at a smaller scale. */
export const MOUTHS = ['teeth', 'none', 'child', 'metal'] as const;
export type Mouth = (typeof MOUTHS)[number];

/** Fields of view in millimetres, and where along the row they are centred: fractions of the row's length. */
export const FIELDS = {
  full: { mm: [150, 130, 100], along: null },
  '100 × 100': { mm: [100, 100, 80], along: null },
  '80 × 80 × 50': { mm: [80, 80, 50], along: null },
  '60 × 60': { mm: [60, 60, 60], along: null },
  'right quadrant': { mm: [50, 50, 50], along: 0.2 },
  'front quadrant': { mm: [50, 50, 50], along: 0.5 },
  'left quadrant': { mm: [50, 50, 50], along: 0.8 },
} as const satisfies Record<string, { mm: Size3; along: number | null }>;
export type Field = keyof typeof FIELDS;

/**
 * The front field is centred this far behind the incisors, so that the front of the jaws is in its middle, not
 * at its edge.
 */
const FRONT_FIELD_BACK_MM = 8;
/** Every field is inside a frame of this size, wherever it is centred. */
const HEAD_MM: Size3 = [176, 160, 120];

/** A head as it is before a scanner's field of view cuts it. */
type Head = { patient: Patient; drawn: Volume; arch: Vector3[] };

/** The head of a seed, posed as `patientOf` poses it. */
export function drawHead(seed: number, mouth: Mouth, spacingMm: number): Head {
  const patient = headOf(seed, mouth, spacingMm);
  const { size } = patient;
  const frame = { size, spacingMm };
  const drawnFrame = drawnFrameOf(patient);
  const drawn = drawScan({ ...patient, ...drawnFrame });
  return {
    patient,
    drawn: {
      size,
      spacingMm: [spacingMm, spacingMm, spacingMm],
      values: posedValues(drawn, drawnFrame, patient.pose, frame),
    },
    arch: toothLine(patient).map((point) => posedPoint(point, patient.pose, frame)),
  };
}

function headOf(seed: number, mouth: Mouth, spacingMm: number): Patient {
  const patient = patientOf(seed, spacingMm);
  const random = randomStream(seed * 104_729 + 7);
  const { scale } = patient.pose;
  const childScale = (0.6 + 0.18 * random()) / ((scale[0] + scale[1]) / 2);
  const few = ALL_TEETH.filter(() => random() < 0.08);
  return {
    ...patient,
    size: HEAD_MM.map((mm) => Math.round(mm / spacingMm)) as unknown as Size3,
    missingTeeth: mouth === 'none' ? ALL_TEETH : few,
    metal: mouth === 'metal',
    metalCrowns: mouth === 'metal' ? ALL_TEETH.filter(() => random() < 0.35) : [],
    pose: {
      ...patient.pose,
      scale: mouth === 'child' ? (scale.map((factor) => factor * childScale) as unknown as Vector3) : scale,
    },
  };
}

/** A scan of a field of the head, and the points of the row's centre line that it shows. */
export function scanField(head: Head, field: Field): { volume: Volume; row: Vector3[]; visible: number } {
  const { mm, along } = FIELDS[field];
  const scan = scanBox(head, mm, centreOf(head.arch, along));
  const row = scan.inField(head.arch);
  return { volume: scan.volume, row, visible: row.length / head.arch.length };
}

/** The middle of a field: on the row, or inside it. */
function centreOf(arch: readonly Vector3[], along: number | null): Vector3 {
  const at = (fraction: number) => arch[Math.round(fraction * (arch.length - 1))]!;
  if (along === 0.5) return [at(0.5)[0], at(0.5)[1] + FRONT_FIELD_BACK_MM, at(0.5)[2]];
  if (along !== null) return at(along);
  const first = at(0);
  const front = at(0.5);
  const last = at(1);
  return [0, 1, 2].map((axis) => ((first[axis]! + last[axis]!) / 2 + front[axis]!) / 2) as unknown as Vector3;
}

/** A scan of any box of the head, with the noise, the grey values and the cylindrical field of a scanner. */
export function scanBox({ patient, drawn }: Head, mm: Size3, centreMm: Vector3) {
  const { spacingMm } = patient;
  const size = mm.map((side) => Math.round(side / spacingMm)) as unknown as Size3;
  const from = size.map((count, axis) => Math.round(centreMm[axis]! / spacingMm - count / 2));
  const [x0, y0, z0] = from as [number, number, number];
  const values = new Int16Array(size[0] * size[1] * size[2]).fill(AIR);
  const [nx, ny, nz] = drawn.size;
  for (let k = Math.max(0, -z0); k < Math.min(size[2], nz - z0); k += 1)
    for (let j = Math.max(0, -y0); j < Math.min(size[1], ny - y0); j += 1) {
      const first = Math.max(0, -x0);
      const last = Math.min(size[0], nx - x0);
      const row = ((k + z0) * ny + j + y0) * nx + x0;
      values.set(drawn.values.subarray(row + first, row + last), (k * size[1] + j) * size[0] + first);
    }
  const canvas = { size, spacingMm, values, origin: { x: 0, y: 0, z: 0 } };
  addScannerEffects(canvas, { noise: patient.noise, seed: patient.seed, cylinder: true });
  shade(values, { size, grey: patient.grey });
  const zero = from.map((voxels) => voxels * spacingMm);
  const radius = (Math.min(size[0], size[1]) * spacingMm) / 2;
  const middle = [0, 1].map((axis) => ((size[axis]! - 1) / 2) * spacingMm);
  const inField = (points: readonly Vector3[]): Vector3[] =>
    points
      .map(([x, y, z]): Vector3 => [x - zero[0]!, y - zero[1]!, z - zero[2]!])
      .filter(
        ([x, y, z]) =>
          Math.hypot(x - middle[0]!, y - middle[1]!) < radius && z > 0 && z < (size[2] - 1) * spacingMm,
      );
  return { volume: { size, spacingMm: drawn.spacingMm, values } satisfies Volume, inField };
}
