import { expect } from 'vitest';
import type { TestServer } from '../../../testing/portal/server.ts';
import { bodies, queries } from './permission-matrix-bodies.fixture.ts';
import type { MatrixFixture } from './permission-matrix.fixture.ts';

export type IDs = Record<string, string | number>;

export const pathWithIDs = (url: string, ids: IDs) =>
  url.replace(/:(\w+)/g, (_, name: string) => String(ids[name]));

/** The status of one request. A HEAD request must have the status of the GET. */
export const statusOf = async (
  { nobody }: TestServer,
  fixture: MatrixFixture,
  endpoint: string,
  ids: IDs,
  headers: Record<string, string>,
): Promise<number> => {
  const [method = '', url = ''] = endpoint.split(' ');
  const path = pathWithIDs(url, ids) + (queries[endpoint] ?? '');
  const { status } = await nobody.send(method, path, bodies[endpoint]?.(fixture), headers);
  if (method === 'GET') {
    const head = await nobody.send('HEAD', path, undefined, headers);
    expect([`HEAD ${path}`, headers, head.status]).toEqual([`HEAD ${path}`, headers, status]);
  }
  return status;
};
