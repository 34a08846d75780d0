import { type Curve, evenCurve, type Point } from '@snimok/imaging/panorama/curve';
import type { Volume } from '@snimok/imaging/volume/volume';
import { type Frame, jawLine, originOf, ROW_LENGTH_MM, TISSUE } from './anatomy/anatomy.ts';
import { type Canvas, emptyCanvas, soften } from './anatomy/canvas.ts';
import { columnsOf } from './anatomy/columns.ts';
import { drawStreaks, addScannerEffects } from './anatomy/detector.ts';
import { drawTooth } from './anatomy/draw-teeth.ts';
import { drawMandible } from './anatomy/mandible.ts';
import { drawMaxilla } from './anatomy/maxilla.ts';
import { type PlacedTooth, placeTeeth } from './anatomy/placement.ts';
import type { Gap } from './anatomy/ridge.ts';
import { drawAirway, drawMouth, drawSoftTissue } from './anatomy/soft-tissue.ts';
import { drawSpine } from './anatomy/spine.ts';
import { LOWER, UPPER } from './anatomy/teeth.ts';
import { noiseCube } from './anatomy/texture.ts';

/** The volume to draw, centred on the jaws; `COMPLETE` has the defaults of the other options. */
export type JawsOptions = Frame & Partial<typeof COMPLETE>;

const COMPLETE = {
  seed: 1,
  /** Tooth numbers of ISO 3950: 18 is the upper right third molar. */
  missingTeeth: [18, 25] as readonly number[],
  /** A filling in 36 and a crown on 26, with streak artefacts. */
  metal: true,
  /** Further teeth with a metal crown. */
  metalCrowns: [] as readonly number[],
  /** A scan may contain one jaw only. */
  jaws: 'both' as 'both' | 'upper' | 'lower',
  /** Standard deviation of the noise, in Hounsfield-like units. */
  noise: 45,
  /** Whether the volume is empty outside a cylinder, as in a cone-beam scan. */
  cylinder: true,
};

const CURVE_STEP_MM = 0.2;
export const jawCurve = (): Curve => evenCurve(jawLine(), CURVE_STEP_MM);

/**
 * The synthetic patient: both jaws with their teeth, nerve canals, sinuses, airway and spine, in
 * Hounsfield-like units from -1024 to 3071. The same options give the same volume. Measured: 400 × 400 × 300
 * in 4.4 s, 256 × 256 × 192 in 1.4 s, on one core.
 */
export function drawJaws(options: JawsOptions): Volume {
  const { seed, noise, cylinder } = { ...COMPLETE, ...options };
  const canvas = drawWithStreaks(options);
  addScannerEffects(canvas, { noise, seed, cylinder });
  return volumeOf(canvas);
}

/** The patient with streak artefacts, without noise and without the cylindrical field of view. */
export const drawScan = (options: JawsOptions): Volume => volumeOf(drawWithStreaks(options));

function drawWithStreaks(options: JawsOptions): Canvas {
  const { seed } = { ...COMPLETE, ...options };
  const { canvas, teeth } = drawPatient(options);
  for (const tooth of teeth) {
    const isMetal = tooth.treatment === 'filling' || tooth.treatment === 'metal-crown';
    if (isMetal) drawStreaks(canvas, tooth, seed);
  }
  return canvas;
}

/** The patient without any artefacts of a scanner. */
export const drawAnatomy = (options: JawsOptions): Volume => volumeOf(drawPatient(options).canvas);

const volumeOf = ({ size, spacingMm, values }: Canvas): Volume => ({
  size,
  spacingMm: [spacingMm, spacingMm, spacingMm],
  values,
});

function drawPatient(options: JawsOptions): {
  canvas: Canvas;
  teeth: PlacedTooth[];
} {
  const { seed, missingTeeth, metal, metalCrowns, jaws } = { ...COMPLETE, ...options };
  const curve = jawCurve();
  const canvas = emptyCanvas(options, TISSUE.air);
  const columns = columnsOf(canvas, curve);
  const texture = noiseCube(seed);
  const hasUpper = jaws !== 'lower';
  const hasLower = jaws !== 'upper';
  const teeth = placeTeeth(curve, { seed, missingTeeth, metal, metalCrowns }).filter(({ isUpper }) =>
    isUpper ? hasUpper : hasLower,
  );
  drawSoftTissue(canvas, texture);
  drawAirway(canvas);
  drawMouth(canvas, columns);
  drawSpine(canvas, texture);
  if (hasUpper) drawMaxilla(canvas, columns, texture, gapsIn(missingTeeth, true));
  if (hasLower) drawMandible(canvas, columns, texture, gapsIn(missingTeeth, false));
  for (const tooth of teeth) drawTooth(canvas, tooth);
  soften(canvas);
  return { canvas, teeth };
}

/** Gaps of missing teeth, where the ridge is resorbed. */
function gapsIn(missingTeeth: readonly number[], upper: boolean): Gap[] {
  // Behind the second molar there is no ridge.
  const inJaw = missingTeeth.filter((number) => number < 30 === upper && number % 10 !== 8);
  return inJaw.map((number) => {
    const quadrant = Math.floor(number / 10);
    const index = (number % 10) - 1;
    const before = (upper ? UPPER : LOWER).slice(0, index).reduce((sum, { width }) => sum + width, 0);
    const alongMm = before + (upper ? UPPER : LOWER)[index]!.width / 2;
    return { alongMm, side: quadrant === 1 || quadrant === 4 ? -1 : 1 };
  });
}

/**
 * Centre line of the teeth from the right third molar to the left, in volume coordinates (mm).
 * @internal
 */
export function archOf(options: Frame): Point[] {
  const { points, stepMm } = jawCurve();
  const middle = (points.length - 1) / 2;
  const reach = ROW_LENGTH_MM / stepMm;
  return inVolume(points.slice(Math.ceil(middle - reach), Math.floor(middle + reach) + 1), options);
}

/**
 * The centre line extended through both rami, as the path of a panoramic machine; volume coordinates (mm).
 */
export const jawCurveOf = (options: Frame): Point[] => inVolume(jawCurve().points, options);

/** Height of the occlusal plane, in volume coordinates (mm). */
export const biteHeightOf = (options: Frame): number => -originOf(options).z;

const inVolume = (points: readonly Point[], options: Frame): Point[] => {
  const origin = originOf(options);
  return points.map(([x, y]) => [x - origin.x, y - origin.y]);
};
