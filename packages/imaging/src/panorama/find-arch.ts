import type { Volume } from '../volume/volume.ts';
import { type ArchEvidence, confidenceIn, evidenceFor } from './confidence.ts';
import type { Curve } from './curve.ts';
import { JAW_MM, TOOTH_MM } from './density-profiles.ts';
import { crestPlane } from './edentulous.ts';
import { fitPlane } from './fit-plane.ts';
import type { Plane } from './plane.ts';
import {
  type ArchEnds,
  confidenceInPart,
  endsOf,
  type PartEvidence,
  partEvidence,
  seenRange,
} from './part-evidence.ts';
import { type ArchPose, furtherSearches, planeOfPose, searchPose, WHOLE_ARCH } from './search-pose.ts';
import { templateArch } from './template-arch.ts';
import { boxFiltered, type TissueMaps, tissueMapsOf } from './tissue-maps.ts';
import { traceRidge } from './trace-ridge.ts';

/** The dental arch of a scan: a curve in the occlusal plane, from the patient's right ramus to the left. */
export type FoundArch = {
  plane: Plane;
  curve: Curve;
  /** Range of the curve's points on the tooth row; the others are on the rami. */
  row: readonly [from: number, to: number];
  /** 0 to 1. */
  confidence: number;
  /** The confidence of each end of the row: low where the scan ends before it, or the curve has left the bone. */
  ends: ArchEnds;
  /** Whether the curve is a part of an arch, because the scan shows only that part. */
  isPart: boolean;
  evidence: ArchEvidence | PartEvidence;
};

/** Why no arch was found; `confidence` and `evidence` are those of the rejected arch. */
type NoArch = {
  refused: 'no-bone' | 'not-sure';
  confidence: number;
  evidence: ArchEvidence | PartEvidence | null;
};

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
 * Finds the dental arch of a scan: first a whole arch of an adult, then a part of one, and that of a child. An arch of low
 * confidence (confidence.ts) is rejected, because no arch is better than a wrong one.
 */
export function findArch(volume: Volume): FoundArch | NoArch {
  const maps = tissueMapsOf(volume);
  if (!maps) return { refused: 'no-bone', confidence: 0, evidence: null };
  const smooth = boxFiltered(maps.hardTissue, SMOOTHING_MM);
  const { plane, curve, row } = fitArch(maps, searchPose(smooth, WHOLE_ARCH));
  const evidence = evidenceFor(maps, plane, sectionOf(curve, row));
  const confidence = confidenceIn(evidence);
  if (confidence >= MIN_CONFIDENCE) {
    const ends = endsOf(maps, plane, sectionOf(curve, row));
    return { plane, curve, row, confidence, ends, isPart: false, evidence };
  }
  const parts = furtherSearches(smooth).map((search) => findPart(maps, searchPose(smooth, search)));
  const part = parts.reduce((best, one) => (one.confidence > best.confidence ? one : best));
  if ('curve' in part && part.confidence >= MIN_CONFIDENCE) return part;
  return { refused: 'not-sure', confidence: Math.max(confidence, part.confidence), evidence };
}

/**
 * Fits the template arch of a pose to the scan: first its plane to the teeth (fit-plane.ts), then its curve onto the
 * teeth (trace-ridge.ts). Plane and curve are then fitted once more.
 */
function fitArch(maps: TissueMaps, pose: ArchPose): Pick<FoundArch, 'plane' | 'curve' | 'row'> {
  const { hardTissue } = maps;
  const template = templateArch(pose, 1);
  const firstPlane = fitPlane(hardTissue, planeOfPose(pose), sectionOf(template, template.row));
  const firstCurve = traceRidge(maps, firstPlane, template, FIRST_REACH_MM);
  const crest = crestPlane(maps, firstPlane, sectionOf(firstCurve, rowOf(firstCurve, template.row)));
  const jawCurve = crest ? traceRidge(maps, crest, firstCurve, FIRST_REACH_MM) : firstCurve;
  const jawRow = sectionOf(jawCurve, rowOf(jawCurve, template.row));
  const fitted = fitPlane(hardTissue, crest ?? firstPlane, jawRow, crest ? JAW_MM : TOOTH_MM);
  // A plane fitted to a whole jaw is in its middle again, so it is moved to the crest once more.
  const plane = (crest && crestPlane(maps, fitted, jawRow)) ?? fitted;
  const curve = traceRidge(maps, plane, jawCurve, LAST_REACH_MM);
  return { plane, curve, row: rowOf(curve, template.row) };
}

/** The part of a pose's arch that the scan shows. */
function findPart(maps: TissueMaps, pose: ArchPose): FoundArch | { confidence: 0; evidence: null } {
  const { plane, curve, row } = fitArch(maps, pose);
  const range = seenRange(maps, plane, curve);
  const onRow = range && ([Math.max(range[0], row[0]), Math.min(range[1], row[1])] as const);
  if (!range || !onRow || onRow[1] - onRow[0] < 2) return { confidence: 0, evidence: null };
  const evidence = partEvidence(maps, plane, sectionOf(curve, onRow));
  return {
    plane,
    curve: sectionOf(curve, range),
    row: [onRow[0] - range[0], onRow[1] - range[0]],
    ends: endsOf(maps, plane, sectionOf(curve, onRow)),
    isPart: true,
    confidence: confidenceInPart(evidence, (row[1] - row[0]) * curve.stepMm),
    evidence,
  };
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
  lengthMm: (to - from) * curve.stepMm,
  points: curve.points.slice(from, to + 1),
  normals: curve.normals.slice(from, to + 1),
});
