import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';

const MARK = '/* plan kept */';

/**
 * Stands right after `select` of what is asked all day long by a key: PostgreSQL then reads and plans it once a
 * connection, which takes it several times as long as the answer. Only where any value is best found in the same way,
 * the columns are spelled out (`*` changes with the table), and the text is always the same; docs/decisions/0030.
 */
export const pinPlan = sql.raw<unknown>(MARK);

const names = new Map<string, string>();

const nameOf = (text: string): string => {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
};

/** Gives marked questions of a connection the name under which the server keeps them. */
export const keepPlans = (client: PoolClient): void => {
  const ask = client.query.bind(client) as (...question: unknown[]) => unknown;
  client.query = ((...question: unknown[]) => {
    const [text, values] = question;
    if (typeof text !== 'string' || !text.includes(MARK)) return ask(...question);
    return ask({ name: nameOf(text), text, values });
  }) as typeof client.query;
};
