import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import Fastify from 'fastify';
import { onTestFinished } from 'vitest';
import { LocalStore } from '../folder/local-store.ts';
import { storageRoutes } from './routes.ts';
import { createURLSigner } from '../signed-url.ts';
import type { PresignRequest } from '../storage.ts';

export const KEY = 'uploads/a/b';

/** The storage routes on a port, with a local store, a settable clock and a set of valid grants. */
export const startStorageRoutes = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-routes-'));
  const signer = createURLSigner('a secret of the test');
  const store = await LocalStore.open(folder, signer);
  const grants = new Set<string>();
  const clock = { time: new Date('2026-11-21T09:00:00Z'), now: () => clock.time };
  let log = '';
  const stream = new Writable({
    write(line, _encoding, done) {
      log += line;
      done();
    },
  });
  const app = Fastify({ logger: { level: 'trace', stream }, forceCloseConnections: true });
  await app.register(storageRoutes, {
    store,
    verify: signer.verify,
    allow: async (grant: string) => grants.has(grant),
    watch: () => () => undefined,
    maxSilenceMs: 60_000,
    clock,
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  /** A URL for a PUT of 5 bytes by default. */
  const presign = (request: Partial<PresignRequest> = {}) =>
    store.presign({
      method: 'PUT',
      key: KEY,
      sizeBytes: 5,
      expiresAt: new Date('2026-11-21T10:00:00Z'),
      origin,
      ...request,
    });
  const putText = async (text: string) => void (await store.put(KEY, Readable.from([Buffer.from(text)])));
  return { folder, signer, store, grants, clock, origin, presign, putText, readLog: () => log };
};
