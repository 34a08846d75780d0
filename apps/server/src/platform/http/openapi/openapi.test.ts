import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '@snimok/contract/platform/endpoint';
import { expect, test } from 'vitest';
import { startServer } from '../../../testing/portal/server.ts';

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}
interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

const folder = join(import.meta.dirname, '../../../../../../packages/contract/src');
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'url' in value && 'schema' in value;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const readEndpoints = async (): Promise<Endpoint[]> => {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const modules = await Promise.all(names.map((name) => import(join(folder, name)) as Promise<object>));
  // the endpoints of DICOMweb are in one object per base URL
  const groups = modules.flatMap((module) => [module, ...Object.values(module)]);
  return [...new Set(groups.filter(isObject).flatMap((group) => Object.values(group).filter(isEndpoint)))];
};

test('the OpenAPI document describes each endpoint of the contract and nothing else', async () => {
  const { nobody } = await startServer();
  const reply = await nobody.get('/openapi.json');
  expect(reply.status).toBe(200);
  const { openapi, paths } = reply.body as Document;
  expect(openapi).toBe('3.1.0');
  const endpoints = await readEndpoints();
  expect(endpoints.length).toBeGreaterThan(35);
  const expected = endpoints.map(({ method, url }) => `${method} /api/1${url.replace(/:(\w+)/g, '{$1}')}`);
  const described = Object.entries(paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(expected.toSorted());

  for (const { method, url, schema } of endpoints) {
    const call = paths[`/api/1${url.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];
    expect([url, Object.keys(call?.responses ?? {})]).toEqual([
      url,
      expect.arrayContaining(Object.keys(schema.response)),
    ]);
    const inPath = call?.parameters?.filter((each) => each.in === 'path').map(({ name }) => name) ?? [];
    expect([url, inPath.toSorted()]).toEqual([
      url,
      [...url.matchAll(/:(\w+)/g)].map(([, name]) => name).toSorted(),
    ]);
    expect([method, url, call?.requestBody !== undefined]).toEqual([method, url, schema.body !== undefined]);
  }
});

test('the OpenAPI document describes ids, names and pages with their limits', async () => {
  const { nobody } = await startServer();
  const { paths } = (await nobody.get('/openapi.json')).body as Document;
  const card = paths['/api/1/assistant/doctors/{doctorID}']?.put;
  expect(card?.parameters).toMatchObject([
    { name: 'doctorID', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
  ]);
  expect(card?.requestBody?.content['application/json']?.schema).toMatchObject({
    type: 'object',
    required: expect.arrayContaining(['name', 'featureFlags']),
    properties: { name: { type: 'string', minLength: 1, maxLength: 200 } },
  });
  const list = paths['/api/1/assistant/studies']?.get;
  expect(list?.parameters).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        name: 'offset',
        in: 'query',
        schema: expect.objectContaining({ type: 'integer' }),
      }),
      expect.objectContaining({ name: 'sortedBy', in: 'query' }),
    ]),
  );
  expect(list?.responses['200']?.content?.['application/json']?.schema).toMatchObject({
    properties: {
      studies: { type: 'array' },
      currentOffset: { type: 'integer' },
      totalCount: { type: 'integer' },
    },
  });
});
