import { FINDING_CODES, STRUCTURES } from '@snimok/contract/viewing/segmentation-labels';
import { z } from 'zod';
import { NamedModel, parseAnswer, Score } from '../model-server/answers.ts';

const Label = z.int().refine((label) => STRUCTURES.has(label), { error: 'is not in the table of labels' });

const MOST_FINDINGS = 500;

/**
 * What a server says about its labels in contract 2. A finding is a code of our table, so that no text of a server gets
 * into a report.
 */
const ModelAnswer = z.object({
  contract: z.literal(2),
  model: NamedModel,
  /** the address of the labels on the same server */
  labels: z.string().min(1).max(2000),
  structures: z
    .array(z.object({ label: Label, score: Score }))
    .max(STRUCTURES.size)
    .default([]),
  findings: z
    .array(z.object({ label: Label, finding: z.enum(FINDING_CODES), score: Score }))
    .max(MOST_FINDINGS)
    .default([]),
});
export type ModelAnswer = z.output<typeof ModelAnswer>;

/** @throws UnreadableAnswer */
export const readAnswer = (text: string): ModelAnswer => parseAnswer(ModelAnswer, text, 2);
