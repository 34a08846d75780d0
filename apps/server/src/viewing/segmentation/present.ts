import type { Segmentation } from '@snimok/contract/segmentation';
import type { z } from 'zod';
import type { SegmentationResult } from '../../studies/processing/segment-task.ts';
import type { SegmentationRow } from '../../studies/segmentations/queries.ts';

type Presented = z.infer<typeof Segmentation>;

export const resultOf = (row: SegmentationRow | undefined): SegmentationResult | null =>
  row?.status === 'ready' && row.key ? (row.result as unknown as SegmentationResult) : null;

export const presentSegmentation = (row: SegmentationRow | undefined): Presented => {
  const result = resultOf(row);
  return {
    status: (row?.status ?? 'none') as Presented['status'],
    progress: row?.progress ?? null,
    reason: row?.reason ?? null,
    finishedAt: row?.finishedAt?.toISOString() ?? null,
    parts: (result?.parts ?? []).map(({ part, triangles, volumeMm3 }) => ({
      part,
      triangles,
      volumeCm3: Math.round(volumeMm3 / 100) / 10,
    })),
    files: Object.entries(result?.files ?? {}).map(([file, { length }]) => ({
      file: file as Presented['files'][number]['file'],
      sizeBytes: length,
    })),
  };
};
