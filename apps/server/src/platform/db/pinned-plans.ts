import { createHash } from 'node:crypto';
import { sql } from 'kysely';

const MARKER = '/* plan kept */';

/**
 * Write it right after `select` in frequent lookups by key. PostgreSQL then parses and plans the query once per
 * connection instead of for every call; planning takes several times as long as running it. Use it only for queries
 * whose best plan is the same for all values, whose columns are listed (`*` changes with the table) and whose text
 * never varies; see docs/decisions/0030.
 */
export const pinPlan = sql.raw<unknown>(MARKER);

const names = new Map<string, string>();

const nameOf = (text: string): string => {
  const existing = names.get(text);
  if (existing !== undefined) return existing;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
};

/** The arguments of pg's `query`, with the name of the prepared statement if the text is marked with `pinPlan`. */
export const withPlanName = (request: unknown[]): unknown[] => {
  const [text, ...rest] = request;
  if (typeof text !== 'string' || !text.includes(MARKER)) return request;
  return [{ name: nameOf(text), text }, ...rest];
};
