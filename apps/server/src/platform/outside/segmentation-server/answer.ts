import { FINDING_CODES, STRUCTURES } from '@snimok/contract/viewing/segmentation-labels';
import { z } from 'zod';

/** The model server refuses the volume, or its answer is unusable. Another attempt would end in the same way. */
export class ModelRefusal extends Error {
  override name = 'ModelRefusal';
}

/** The answer contradicts the contract. */
export class UnreadableAnswer extends ModelRefusal {
  override name = 'UnreadableAnswer';
}

const Label = z.int().refine((label) => STRUCTURES.has(label), { error: 'is not in the table of labels' });
const Score = z.number().min(0).max(1).nullable().default(null);
/** One line of printable characters, since it is shown on screens and in reports. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+$/u);

const MOST_FINDINGS = 500;

/**
 * What a server says about its labels in contract 2. A finding is a code of our table, so that no text of a server gets
 * into a report.
 */
const ModelAnswer = z.object({
  contract: z.literal(2),
  model: z.object({ name: line(100), version: line(50) }),
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

/** An answer with 500 findings has at most a tenth of this. */
export const MAX_ANSWER_BYTES = 1_000_000;

/** @throws UnreadableAnswer */
export const readAnswer = (text: string): ModelAnswer => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new UnreadableAnswer('the answer is not JSON');
  }
  const { success, data, error } = ModelAnswer.safeParse(json);
  if (success) return data;
  const [issue] = error.issues;
  throw new UnreadableAnswer(`the answer is not of contract 2: ${issue?.path.join('.')} ${issue?.message}`);
};
