import { expect, test } from 'vitest';
import { startServer } from '../../../testing/portal/server.ts';
import { missingIDs } from './missing-ids.fixture.ts';
import { bodies, queries } from './permission-matrix-bodies.fixture.ts';
import { type Caller, callers, makeMatrixFixture } from './permission-matrix.fixture.ts';
import { statusRows } from './permission-matrix-tables.fixture.ts';

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}
type Path = (string | number)[];

/**
 * A value above PostgreSQL's `integer`, the highest integer of JavaScript, two values below every column's range, and
 * a fraction.
 */
const VALUES = [2_147_483_648, Number.MAX_SAFE_INTEGER, -1, 0, 1.5];

/** The paths at which a body may have numbers. */
const numbersIn = (schema: Schema, at: Path = []): Path[] => [
  ...(schema.type === 'integer' || schema.type === 'number' ? [at] : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => numbersIn(each, [...at, name])),
  ...(schema.items ? numbersIn(schema.items, [...at, 0]) : []),
  ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((all) =>
    (all ?? []).flatMap((each) => numbersIn(each, at)),
  ),
];

/** The sample with another value at this path. */
const withValue = (sample: unknown, [first, ...rest]: Path, value: number): unknown => {
  if (first === undefined) return value;
  if (typeof first === 'number') {
    const list = Array.isArray(sample) ? sample : [];
    return [withValue(list[0], rest, value), ...list.slice(1)];
  }
  const fields = (sample ?? {}) as Record<string, unknown>;
  return { ...fields, [first]: withValue(fields[first], rest, value) };
};

/** A caller whom the endpoint admits; the first one if it admits none. */
const admittedCaller = (existing: readonly number[]): Caller => {
  const admitted = existing.findIndex((status) => status < 300);
  return callers[Math.max(0, admitted)] ?? 'assistant';
};

test('no endpoint fails because of a number in path, query or body that its column cannot store', async () => {
  const server = await startServer();
  const fixture = await makeMatrixFixture(server);
  const { paths } = (await server.nobody.get('/openapi.json')).body as {
    paths: Record<string, Record<string, Operation>>;
  };
  const sessions = new Map<Caller, Record<string, string>>();
  const send = async (caller: Caller, [method, path, body]: [string, string, unknown]): Promise<number> => {
    const headers = sessions.get(caller) ?? (await fixture.headersOf(caller));
    const isNew = !sessions.has(caller);
    sessions.set(caller, headers);
    const { status } = await server.nobody.send(method, path, body, headers);
    // an earlier request has ended the session
    if (status !== 401 || isNew) return status;
    sessions.delete(caller);
    return send(caller, [method, path, body]);
  };
  const failed: string[] = [];
  let tried = 0;
  for (const { endpoint, existing } of statusRows) {
    const [method = '', url = ''] = endpoint.split(' ');
    const operation = paths[`/api/1${url.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];
    if (!operation) continue;
    const caller = admittedCaller(existing);
    const ids: Record<string, string | number> = { ...fixture.ids, ...fixture.idOverrides[endpoint] };
    const pathWith = (changed: Record<string, number>, query = queries[endpoint] ?? '') =>
      url.replace(/:(\w+)/g, (_, name: string) => String({ ...ids, ...changed }[name])) + query;
    const sample = bodies[endpoint]?.(fixture);
    const inPath = Object.keys(missingIDs).filter((name) => url.includes(`:${name}`));
    const inQuery = (operation.parameters ?? []).filter((each) => each.in === 'query');
    const inBody = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
      numbersIn(schema),
    );
    for (const value of VALUES) {
      const requests: [string, unknown][] = [
        // the pattern of ids in the path refuses the smaller values
        ...(value > 1.5 ? inPath : []).map((name): [string, unknown] => [
          pathWith({ [name]: value }),
          sample,
        ]),
        ...inQuery.map(({ name }): [string, unknown] => {
          const query = new URLSearchParams(queries[endpoint] ?? '');
          query.set(name, String(value));
          return [pathWith({}, `?${query.toString()}`), sample];
        }),
        ...inBody.map((at): [string, unknown] => [pathWith({}), withValue(sample, at, value)]),
      ];
      for (const [path, body] of requests) {
        tried += 1;
        const status = await send(caller, [method, path, body]);
        if (status >= 500) failed.push(`${status} ${method} ${path} ${JSON.stringify(body) ?? ''}`);
      }
    }
  }
  expect(failed).toEqual([]);
  expect(tried).toBeGreaterThan(1000);
});
