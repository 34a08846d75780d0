import { z } from 'zod';

/** The model server refuses the image, or its answer is unusable. Another attempt would end in the same way. */
export class ModelRefusal extends Error {
  override name = 'ModelRefusal';
}

/** The answer contradicts the contract. */
export class UnreadableAnswer extends ModelRefusal {
  override name = 'UnreadableAnswer';
}

/** One line of printable characters, since it is shown on screens and in reports. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+$/u);

/** Which model has answered. */
export const NamedModel = z.object({ name: line(100), version: line(50) });

/** How sure the model is. */
export const Score = z.number().min(0).max(1).nullable().default(null);

/** The largest answer of the contracts has at most a tenth of this. */
export const MAX_ANSWER_BYTES = 1_000_000;

/** @throws UnreadableAnswer */
export const parseAnswer = <Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  contract: number,
): z.output<Schema> => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new UnreadableAnswer('the answer is not JSON');
  }
  const { success, data, error } = schema.safeParse(json);
  if (success) return data;
  const [issue] = error.issues;
  throw new UnreadableAnswer(
    `the answer does not follow contract ${contract}: ${issue?.path.join('.')} ${issue?.message}`,
  );
};
