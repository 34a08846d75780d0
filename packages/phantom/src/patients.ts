import type { Vector3 } from '@snimok/imaging/dicom/elements/file';
import type { Size3, Volume } from '@snimok/imaging/volume/volume';
import type { Frame } from './anatomy/anatomy.ts';
import { emptyCanvas } from './anatomy/canvas.ts';
import { addScannerEffects } from './anatomy/detector.ts';
import { drawScan, jawCurve, type JawsOptions } from './jaws.ts';
import { type Pose, posedPoint, posedValues } from './pose.ts';
import { randomStream } from './anatomy/random.ts';
import { toothLine } from './tooth-line.ts';

/** A test patient: dental status, pose and imaging properties. */
export type Patient = {
  seed: number;
  jaws: 'both' | 'upper' | 'lower';
  missingTeeth: readonly number[];
  metal: boolean;
  metalCrowns: readonly number[];
  noise: number;
  pose: Pose;
  size: Size3;
  spacingMm: number;
  /**
   * Deviation of cone-beam values from Hounsfield units: scale, offset, and lower values in the centre
   * (cupping).
   */
  grey: { gain: number; offset: number; cupping: number };
};

const QUADRANTS = [1, 2, 3, 4];
export const ALL_TEETH = QUADRANTS.flatMap((quadrant) =>
  [1, 2, 3, 4, 5, 6, 7, 8].map((tooth) => quadrant * 10 + tooth),
);

/**
 * The patient of a seed: every third is strongly rotated, every fourth has much metal, every eighth is
 * edentulous.
 */
export function patientOf(seed: number, spacingMm = 0.5): Patient {
  const random = randomStream(seed * 7919 + 13);
  const within = (low: number, high: number) => low + (high - low) * random();
  const tilted = seed % 3 === 0 ? 20 : 10;
  const size = within(0.86, 1.12);
  const jaws = seed % 7 === 5 ? 'upper' : seed % 7 === 6 ? 'lower' : 'both';
  const teethMissing = seed % 4 === 1 ? 0.45 : 0.12;
  const field: Size3 = seed % 5 === 4 ? [92, 92, 62] : seed % 5 === 3 ? [150, 130, 100] : [120, 110, 84];
  return {
    seed,
    jaws,
    missingTeeth: seed % 8 === 7 ? ALL_TEETH : ALL_TEETH.filter(() => random() < teethMissing),
    metal: seed % 2 === 0,
    metalCrowns: seed % 4 === 2 ? ALL_TEETH.filter(() => random() < 0.25) : [],
    noise: within(20, 160),
    pose: {
      yaw: within(-tilted, tilted),
      pitch: within(-tilted, tilted),
      roll: within(-tilted, tilted),
      scale: [size * within(0.93, 1.07), size * within(0.93, 1.07), size * within(0.95, 1.05)],
      shiftMm: [within(-7, 7), within(-6, 6) - (field[0] < 100 ? 4 : 0), within(-6, 6)],
    },
    size: field.map((mm) => Math.round(mm / spacingMm)) as unknown as Size3,
    spacingMm,
    grey: { gain: within(0.65, 1.15), offset: within(-250, 250), cupping: within(0, 0.18) },
  };
}

/** Drawn size; larger than the frame, so that the patient can be rotated inside it. */
const DRAWN_MM: Size3 = [164, 150, 120];

/** The frame in which the standard patient is drawn before it is posed. */
export function drawnFrameOf({ spacingMm }: Pick<Patient, 'spacingMm'>): Frame {
  const drawnMm = Math.max(0.45, spacingMm * 0.9);
  return { size: DRAWN_MM.map((mm) => Math.round(mm / drawnMm)) as unknown as Size3, spacingMm: drawnMm };
}

/** The patient's scan and the true centre line of the teeth, in volume coordinates (mm). */
export function drawPatientScan(patient: Patient): {
  volume: Volume;
  arch: Vector3[];
  jaw: Vector3[];
  up: Vector3;
} {
  const drawnFrame = drawnFrameOf(patient);
  const options: JawsOptions = { ...patient, ...drawnFrame };
  const frame = { size: patient.size, spacingMm: patient.spacingMm };
  const canvas = {
    ...emptyCanvas(frame, 0),
    values: posedValues(drawScan(options), drawnFrame, patient.pose, frame),
  };
  addScannerEffects(canvas, { noise: patient.noise, seed: patient.seed, cylinder: true });
  shade(canvas.values, patient);
  const base = posedPoint([0, 0, 0], patient.pose, frame);
  const above = posedPoint([0, 0, 1], patient.pose, frame);
  const up = above.map((mm, axis) => (mm - base[axis]!) / patient.pose.scale[2]) as unknown as Vector3;
  return {
    volume: {
      size: frame.size,
      spacingMm: [frame.spacingMm, frame.spacingMm, frame.spacingMm],
      values: canvas.values,
    },
    arch: toothLine(patient).map((point) => posedPoint(point, patient.pose, frame)),
    jaw: jawCurve().points.map(([x, y]) => posedPoint([x, y, 0], patient.pose, frame)),
    up,
  };
}

/** Maps densities to the grey values of a cone-beam scanner. */
export function shade(values: Int16Array, { size, grey }: Pick<Patient, 'size' | 'grey'>): void {
  const [nx, ny, nz] = size;
  let at = 0;
  for (let k = 0; k < nz; k += 1) {
    for (let j = 0; j < ny; j += 1) {
      for (let i = 0; i < nx; i += 1, at += 1) {
        const fromMiddle = Math.min(1, Math.hypot((2 * i) / nx - 1, (2 * j) / ny - 1));
        const cup = 1 - grey.cupping * (1 - fromMiddle * fromMiddle);
        values[at] = (values[at]! + 1000) * cup * grey.gain - 1000 + grey.offset;
      }
    }
  }
}
