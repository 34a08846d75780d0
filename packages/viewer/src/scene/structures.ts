import type {
  SegmentationResult,
  Segmentation as SegmentationSchema,
} from '@snimok/contract/viewing/segmentation-review';
import { STRUCTURES, type Structure } from '@snimok/contract/viewing/segmentation-labels';
import type { z } from 'zod';
import type { Vec3 } from '../geometry/vectors.ts';
import type { SurfacePart } from '../rendering/read-glb.ts';

type Segmentation = z.output<typeof SegmentationSchema>;
export type Result = z.output<typeof SegmentationResult>;

const BY_NODE = new Map([...STRUCTURES.values()].map((structure) => [structure.node, structure]));

/** The structure of a part; undefined for a name of a later version. */
export const structureOf = ({ name }: Pick<SurfacePart, 'name'>): Structure | undefined => BY_NODE.get(name);

/** The switch of the legend to which a part belongs. */
export const groupOf = (part: Pick<SurfacePart, 'name'>): string => structureOf(part)?.kind ?? part.name;

/** The parts, without the structures that a person has rejected. */
export function shownParts(
  parts: readonly SurfacePart[],
  segmentation: Segmentation | undefined,
): readonly SurfacePart[] {
  const rejected = new Set(
    segmentation?.results?.flatMap(({ finding, state, label }) =>
      finding === null && state === 'rejected' ? label : [],
    ),
  );
  if (rejected.size === 0) return parts;
  return parts.filter((part) => !rejected.has(structureOf(part)?.label ?? 0));
}

/** Whether a structure has a number on chart and panorama. */
const isOfTooth = ({ tooth, kind }: Structure): boolean => tooth !== null && kind !== 'crown';

export interface ToothPlace {
  label: number;
  tooth: number;
  /** the middle of its surface, in the patient's coordinates */
  centre: Vec3;
}

/** Where the teeth and implants are. */
export const toothPlaces = (parts: readonly SurfacePart[]): ToothPlace[] =>
  parts.flatMap((part) => {
    const structure = structureOf(part);
    if (!structure || structure.tooth === null || !isOfTooth(structure)) return [];
    return [{ label: structure.label, tooth: structure.tooth, centre: centreOf(part) }];
  });

export function centreOf({ positions }: Pick<SurfacePart, 'positions'>): Vec3 {
  const sum = [0, 0, 0];
  for (let at = 0; at < positions.length; at += 1) sum[at % 3] = sum[at % 3]! + positions[at]!;
  const count = Math.max(1, positions.length / 3);
  return [sum[0]! / count, sum[1]! / count, sum[2]! / count];
}

/** What is proposed about the tooth of a label, its crown and implant included; without a label, all findings. */
export function resultsAbout(results: readonly Result[], label: number | undefined): Result[] {
  if (label === undefined) return results.filter(({ finding }) => finding !== null);
  const tooth = STRUCTURES.get(label)?.tooth;
  return results.filter(
    (result) => result.label === label || (tooth != null && STRUCTURES.get(result.label)?.tooth === tooth),
  );
}
