import type { Volume } from '../volume/volume.ts';
import { type ArchEvidence, confidenceIn, evidenceFor } from './confidence.ts';
import type { Curve } from './curve.ts';
import { JAW_MM, TOOTH_MM } from './density-profiles.ts';
import { crestPlane } from './edentulous.ts';
import { fitPlane } from './fit-plane.ts';
import type { Plane } from './plane.ts';
import { planeOfPose, searchPose } from './search-pose.ts';
import { templateArch } from './template-arch.ts';
import { boxFiltered, tissueMapsOf } from './tissue-maps.ts';
import { traceRidge } from './trace-ridge.ts';

/** The dental arch of a scan: a curve in the occlusal plane, from the patient's right ramus to the left. */
export type FoundArch = {
  plane: Plane;
  curve: Curve;
  /** Range of the curve's points on the tooth row; the others are on the rami. */
  row: readonly [from: number, to: number];
  /** 0 to 1. */
  confidence: number;
  evidence: ArchEvidence;
};

/** Why no arch was found; `confidence` and `evidence` are those of the rejected arch. */
type NoArch = { refused: 'no-bone' | 'not-sure'; confidence: number; evidence: ArchEvidence | null };

/**
 * Arches below this confidence are rejected. Calibrated in find-arch.test.ts: phantoms are above, other
 * objects below.
 */
const MIN_CONFIDENCE = 0.5;

/** Box filter of the scan for the search, so that the score of a pose decreases gradually with its error. */
const SMOOTHING_MM = 2;
/** Distances by which tracing may move the curve: first, and in the second pass. */
const FIRST_REACH_MM = 10;
const LAST_REACH_MM = 6;

/**
 * Finds the dental arch of a scan. The template arch is fitted to the scan (search-pose), its plane to the
 * teeth (fit-plane), and the curve is moved onto the teeth (trace-ridge); plane and curve are then fitted
 * once more. An arch of low confidence is rejected (confidence), because no arch is better than a wrong one.
 */
export function findArch(volume: Volume): FoundArch | NoArch {
  const maps = tissueMapsOf(volume);
  if (!maps) return { refused: 'no-bone', confidence: 0, evidence: null };
  const { hardTissue } = maps;
  const pose = searchPose(boxFiltered(hardTissue, SMOOTHING_MM));
  const template = templateArch(pose, 1);
  const firstPlane = fitPlane(hardTissue, planeOfPose(pose), sectionOf(template, template.row));
  const firstCurve = traceRidge(hardTissue, firstPlane, template, FIRST_REACH_MM);
  const crest = crestPlane(maps, firstPlane, sectionOf(firstCurve, rowOf(firstCurve, template.row)));
  const jawCurve = crest ? traceRidge(hardTissue, crest, firstCurve, FIRST_REACH_MM) : firstCurve;
  const jawRow = sectionOf(jawCurve, rowOf(jawCurve, template.row));
  const fitted = fitPlane(hardTissue, crest ?? firstPlane, jawRow, crest ? JAW_MM : TOOTH_MM);
  // A plane fitted to a whole jaw is in its middle again, so it is moved to the crest once more.
  const plane = (crest && crestPlane(maps, fitted, jawRow)) ?? fitted;
  const curve = traceRidge(hardTissue, plane, jawCurve, LAST_REACH_MM);
  const row = rowOf(curve, template.row);
  const evidence = evidenceFor(maps, plane, sectionOf(curve, row));
  const confidence = confidenceIn(evidence);
  if (confidence < MIN_CONFIDENCE) return { refused: 'not-sure', confidence, evidence };
  return { plane, curve, row, confidence, evidence };
}

/**
 * The tooth row of a moved curve, whose length has changed: as many points around its middle as on the
 * template.
 */
function rowOf({ points }: Curve, templateRow: readonly [number, number]): readonly [number, number] {
  const reach = (templateRow[1] - templateRow[0]) / 2;
  const middle = (points.length - 1) / 2;
  return [Math.max(0, Math.round(middle - reach)), Math.min(points.length - 1, Math.round(middle + reach))];
}

const sectionOf = (curve: Curve, [from, to]: readonly [number, number]): Curve => ({
  ...curve,
  points: curve.points.slice(from, to + 1),
  normals: curve.normals.slice(from, to + 1),
});
