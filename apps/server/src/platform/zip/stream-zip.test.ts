import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { filesIn } from '../../testing/scans/zips.ts';
import type { ZippedFolder } from './join-zips.ts';
import { streamZip } from './stream-zip.ts';
import { writeZip } from './zip-writer.ts';

test('generated files, compressed files and the entries of other ZIPs are streamed as one ZIP', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-zip-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const noise = createHash('shake256', { outputLength: 300_000 }).update('noise').digest();
  const paths = { text: join(folder, 'text'), noise: join(folder, 'noise'), zip: join(folder, 'study.zip') };
  await writeFile(paths.text, 'а'.repeat(10_000));
  await writeFile(paths.noise, noise);
  const { entries } = await writeZip(paths.zip, [
    { name: 'text.txt', path: paths.text },
    { name: 'КТ/noise', path: paths.noise },
  ]);
  const bytes = await readFile(paths.zip);
  const modifiedAt = new Date('2026-11-23T00:00:00Z');
  const study: ZippedFolder = {
    name: 'study',
    modifiedAt,
    listEntries: async () => entries,
    read: async ({ start, end }) => Readable.from([bytes.subarray(start, end)]),
  };
  const parts = [
    { name: 'first.txt', content: ['один ', 'два'] },
    study,
    { name: 'picture.jpg', content: [noise.subarray(0, 1000), noise.subarray(1000)], isCompressed: true },
    { ...study, name: 'again' },
  ];
  const zip = await buffer(Readable.from(streamZip(parts, modifiedAt)));
  const files = await filesIn(zip);
  expect([...files.keys()].toSorted()).toEqual(
    [
      'first.txt',
      'study/text.txt',
      'study/КТ/noise',
      'picture.jpg',
      'again/text.txt',
      'again/КТ/noise',
    ].toSorted(),
  );
  expect(String(files.get('first.txt'))).toBe('один два');
  expect(files.get('picture.jpg')).toEqual(noise);
  expect(files.get('again/КТ/noise')).toEqual(noise);
  expect(String(files.get('study/text.txt'))).toBe('а'.repeat(10_000));
});
