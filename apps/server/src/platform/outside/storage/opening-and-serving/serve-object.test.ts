import { randomBytes } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { until } from '../../../../testing/requests-and-waiting/until.ts';
import { KEY, startStorageRoutes } from './routes.fixture.ts';

test.for([
  'Снимок 100% #1?.zip',
  'a/b%2Fc.dcm',
  '..',
  '',
  `${'я'.repeat(250)}.zip`,
  'O\'Neil;"x".zip',
  '\ud800',
  '%',
  '+&=',
])('an object is served at a URL with the file name %j', async (filename) => {
  const { presign, putText } = await startStorageRoutes();
  await putText('hello');
  expect((await fetch(await presign({ method: 'GET', filename }))).status).toBe(200);
});

test('the URL ends in the file name', async () => {
  const { presign } = await startStorageRoutes();
  expect(await presign({ method: 'GET', filename: 'Снимок.zip' })).toMatch(
    /\/%D0%A1%D0%BD%D0%B8%D0%BC%D0%BE%D0%BA\.zip$/,
  );
  expect(await presign()).toMatch(/\/b$/);
});

test.for([
  ['bytes=0-1', 206, 'he', 'bytes 0-1/5'],
  ['bytes=3-', 206, 'lo', 'bytes 3-4/5'],
  ['bytes=-3', 206, 'llo', 'bytes 2-4/5'],
  ['bytes=-99', 206, 'hello', 'bytes 0-4/5'],
  ['bytes=4-99', 206, 'o', 'bytes 4-4/5'],
  ['bytes=5-', 416, '', 'bytes */5'],
  ['bytes=-0', 416, '', 'bytes */5'],
  ['bytes=3-1', 200, 'hello', null],
  ['bytes=0-1,3-4', 200, 'hello', null],
  ['lines=1-2', 200, 'hello', null],
] as const)('the range %s is answered with %d', async ([range, status, text, contentRange]) => {
  const { presign, putText } = await startStorageRoutes();
  await putText('hello');
  const reply = await fetch(await presign({ method: 'GET' }), { headers: { range } });
  expect([reply.status, await reply.text(), reply.headers.get('content-range')]).toEqual([
    status,
    text,
    contentRange,
  ]);
});

test('a download is resumed only for the same object', async () => {
  const { presign, putText } = await startStorageRoutes();
  await putText('hello');
  const url = await presign({ method: 'GET' });
  const first = await fetch(url, { method: 'HEAD' });
  expect([first.status, first.headers.get('content-length'), await first.text()]).toEqual([200, '5', '']);
  const etag = first.headers.get('etag')!;
  const resume = async (ifRange: string) =>
    (await fetch(url, { headers: { range: 'bytes=3-', 'if-range': ifRange } })).text();
  expect(await resume(etag)).toBe('lo');
  expect(await resume(first.headers.get('last-modified')!)).toBe('lo');
  expect((await fetch(url, { headers: { 'if-none-match': `"x", W/${etag}` } })).status).toBe(304);
  await putText('world');
  expect(await resume(etag)).toBe('world');
});

test('a missing object is answered with 404', async () => {
  const { presign } = await startStorageRoutes();
  expect((await fetch(await presign({ method: 'GET' }))).status).toBe(404);
});

test('an aborted download closes the file', async () => {
  const { presign, store, folder } = await startStorageRoutes();
  await store.put(KEY, Readable.from([Buffer.alloc(50_000_000)]));
  const openFiles = async () => {
    const links = await readdir('/proc/self/fd');
    const targets = await Promise.all(links.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
    return targets.filter((target) => target.startsWith(folder));
  };
  const aborter = new AbortController();
  const reply = await fetch(await presign({ method: 'GET' }), { signal: aborter.signal });
  await reply.body!.getReader().read();
  expect(await openFiles()).toHaveLength(1);
  aborter.abort();
  await until('the file to be closed', async () => (await openFiles()).length === 0);
});

test('downloads that share buffers get their own bytes, also when others are slow or aborted', async () => {
  const { presign, store } = await startStorageRoutes();
  const objects = [0, 1, 2, 3, 4, 5].map((i) => ({
    key: `uploads/a/${i}`,
    bytes: randomBytes(3_000_000 + i),
  }));
  for (const { key, bytes } of objects) await store.put(key, Readable.from([bytes]));
  const downloadOf = async ({ key, bytes }: (typeof objects)[number], i: number) => {
    for (let round = 0; round < 3; round++) {
      const { body } = await fetch(await presign({ method: 'GET', key }));
      const received: Uint8Array[] = [];
      for await (const chunk of body ?? []) {
        received.push(chunk);
        if (i === 0) break;
        if (i === 1) await new Promise(setImmediate);
      }
      if (i > 0) expect(Buffer.concat(received).equals(bytes)).toBe(true);
      const range = await fetch(await presign({ method: 'GET', key }), {
        headers: { range: 'bytes=500000-1999999' },
      });
      const part = Buffer.from(await range.arrayBuffer());
      expect(part.equals(bytes.subarray(500_000, 2_000_000))).toBe(true);
    }
  };
  await Promise.all(objects.map(downloadOf));
});
