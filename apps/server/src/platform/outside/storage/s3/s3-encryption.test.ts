import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { S3StandIn } from '../../../../testing/outside/s3-stand-in.ts';
import { S3Store } from './s3-store.ts';
import { createURLSigner } from '../signed-url.ts';

const signer = createURLSigner('a secret of the test');
let server: S3StandIn;
let endpoint: string;

beforeEach(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDTEST').stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  server = new S3StandIn();
  endpoint = await server.listen();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

const bytes = (text: string) => Readable.from([Buffer.from(text)]);

test('new objects are encrypted as configured, whether put whole, in parts, by a copy or in parts by a client', async () => {
  const urlOf = (options: string) => `s3://bucket/safe?endpoint=${endpoint}&${options}`;
  const beside = new S3Store(`s3://bucket?endpoint=${endpoint}`, signer);
  const safe = new S3Store(urlOf('sse=aws:kms:key-1'), signer);
  await beside.put('a', bytes('zip'));
  await safe.put('b', bytes('zip'));
  await safe.put('large', Readable.from([Buffer.alloc(9_000_000)]));
  await beside.copyTo('a', safe, 'copied');
  await safe.parts.begin('sent');
  expect(Object.fromEntries(server.encryption)).toEqual({
    'safe/b': 'aws:kms key-1',
    'safe/large': 'aws:kms key-1',
    'safe/copied': 'aws:kms key-1',
    'safe/sent': 'aws:kms key-1',
  });
  // a simple client sends no header: the bucket's default encrypts the object
  const request = { method: 'PUT', key: 'uploads/a/b', sizeBytes: 5, origin: 'http://portal.test' } as const;
  const url = new URL(await safe.presign({ ...request, expiresAt: new Date(Date.now() + 60_000) }));
  expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host');
  await new S3Store(urlOf('sse=AES256'), signer).put('c', bytes('zip'));
  expect(server.encryption.get('safe/c')).toBe('AES256');
});
