import type { Volume } from '../volume/volume.ts';
import { type ArchEvidence, confidenceIn, evidenceFor } from './confidence.ts';
import type { Curve } from './curve.ts';
import { JAW_MM, TOOTH_MM } from './density-profiles.ts';
import { fitPlane } from './fit-plane.ts';
import { tissueMapsOf, boxFiltered } from './tissue-maps.ts';
import type { Plane } from './plane.ts';
import { planeOfPose, searchPose } from './search-pose.ts';
import { crestPlane } from './edentulous.ts';
import { traceRidge } from './trace-ridge.ts';
import { templateArch } from './template-arch.ts';

/** The dental arch of a scan: a curve in the plane of the bite, from the patient's right ramus to the left. */
export type FoundArch = {
  plane: Plane;
  curve: Curve;
  /** Which steps of the curve are the tooth row; the rest goes along the rami. */
  row: readonly [from: number, to: number];
  /** 0 to 1. */
  confidence: number;
};

/** Why no panorama is made. `confidence` is what the best guess had, for the record. */
export type NoArch = { refused: 'no-bone' | 'not-sure'; confidence: number; evidence: ArchEvidence | null };

/** Below this a person has to look. Calibrated in find-arch.test.ts: phantoms lie above, what is no jaw below. */
export const MIN_CONFIDENCE = 0.5;

/** The usual arch is held against the scan softened by this, so that being a little off is told from being far off. */
const SOFT_MM = 2;
const FIRST_REACH_MM = 10;
const LAST_REACH_MM = 6;

/**
 * Finds the dental arch by itself. The usual arch is held against the scan until it fits (search-pose), its plane is
 * turned to lie as the teeth do (level-plane), and the curve is moved onto them (trace-ridge), twice. Then the result is
 * asked whether it is one (confidence): rather no arch than a wrong one.
 */
export function findArch(volume: Volume): FoundArch | NoArch {
  const head = tissueMapsOf(volume);
  if (!head) return { refused: 'no-bone', confidence: 0, evidence: null };
  const { mineral } = head;
  const { pose } = searchPose(boxFiltered(mineral, SOFT_MM));
  const usual = templateArch(pose, 1);
  const first = fitPlane(mineral, planeOfPose(pose), part(usual, usual.row));
  const near = traceRidge(mineral, first, usual, FIRST_REACH_MM).curve;
  const crest = crestPlane(head, first, part(near, rowOf(near, usual)));
  const jaw = crest ? traceRidge(mineral, crest, near, FIRST_REACH_MM).curve : near;
  const jawRow = part(jaw, rowOf(jaw, usual));
  const level = fitPlane(mineral, crest ?? first, jawRow, crest ? JAW_MM : TOOTH_MM);
  // Levelled by the whole jaw, the plane lies in its middle again.
  const plane = (crest && crestPlane(head, level, jawRow)) ?? level;
  const { curve } = traceRidge(mineral, plane, jaw, LAST_REACH_MM);
  const row = rowOf(curve, usual);
  const evidence = evidenceFor(head, plane, part(curve, row));
  const confidence = confidenceIn(evidence);
  if (confidence < MIN_CONFIDENCE) return { refused: 'not-sure', confidence, evidence };
  return { plane, curve, row, confidence };
}

/** A curve that was moved is a little longer or shorter: the row is what lies as far from its middle. */
function rowOf({ points }: Curve, usual: { row: readonly [number, number] }): readonly [number, number] {
  const reach = (usual.row[1] - usual.row[0]) / 2;
  const middle = (points.length - 1) / 2;
  return [Math.max(0, Math.round(middle - reach)), Math.min(points.length - 1, Math.round(middle + reach))];
}

const part = (curve: Curve, [from, to]: readonly [number, number]): Curve => ({
  ...curve,
  points: curve.points.slice(from, to + 1),
  normals: curve.normals.slice(from, to + 1),
});
