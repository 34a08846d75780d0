import type { Segmentation } from '@snimok/contract/viewing/segmentation-review';
import { STRUCTURES } from '@snimok/contract/viewing/segmentation-labels';
import type { z } from 'zod';
import type { SegmentationResult } from '../../studies/processing/parser-tasks/segment-task.ts';
import type { SegmentationRow } from '../../studies/segmentations/queries.ts';
import type { ResultRow } from '../../studies/segmentations/result-queries.ts';

type Presented = z.infer<typeof Segmentation>;

export const resultOf = (row: SegmentationRow | undefined): SegmentationResult | null =>
  row?.status === 'ready' && row.key ? (row.result as unknown as SegmentationResult) : null;

const inCm3 = (mm3: number): number => Math.round(mm3 / 100) / 10;
/** Three decimals: a tenth of a cubic centimetre is a large part of a tooth. */
const inFineCm3 = (mm3: number): number => Math.round(mm3) / 1000;

export const presentSegmentation = (
  row: SegmentationRow | undefined,
  results: readonly ResultRow[],
  may: { decide: boolean },
): Presented => {
  const result = resultOf(row);
  return {
    status: (row?.status ?? 'none') as Presented['status'],
    progress: row?.progress ?? null,
    reason: row?.reason ?? null,
    finishedAt: row?.finishedAt?.toISOString() ?? null,
    ...(result ? presentResult(result) : WITHOUT_RESULT),
    results: result
      ? results.map(({ decidedAt, ...one }) => ({ ...one, decidedAt: decidedAt?.toISOString() ?? null }))
      : [],
    can: may,
  };
};

const WITHOUT_RESULT = { parts: [], files: [], model: null, structures: [], structuresBytes: null };

const presentResult = (result: SegmentationResult) => ({
  parts: result.parts.map(({ part, triangles, volumeMm3 }) => ({
    part,
    triangles,
    volumeCm3: inCm3(volumeMm3),
  })),
  files: Object.entries(result.files).map(([file, { length }]) => ({
    file: file as Presented['files'][number]['file'],
    sizeBytes: length,
  })),
  model: result.model ?? null,
  structures: (result.structures?.parts ?? []).flatMap(({ label, triangles, volumeMm3 }) => {
    const structure = STRUCTURES.get(label);
    return structure ? [{ label, node: structure.node, triangles, volumeCm3: inFineCm3(volumeMm3) }] : [];
  }),
  structuresBytes: result.structures?.file.length ?? null,
});

/** For the recipient of a link: what a person has accepted, without names of the staff. */
export const forRecipient = (results: readonly ResultRow[]): ResultRow[] =>
  results
    .filter(({ state }) => state === 'accepted')
    .map((result) => ({ ...result, decidedByName: null, decidedAt: null }));
