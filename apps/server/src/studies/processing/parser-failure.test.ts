import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { volume } from '../../testing/dicom.ts';
import { openFiles } from '../renditions/open-files.ts';
import { ParserProcess } from './parser-process.ts';

/** Three slices on this machine's disk, and a file that only says that it is a picture. */
const files = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-failure-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const slices = volume(3).map(({ bytes }, i) => ({ path: join(folder, `${i}.dcm`), bytes }));
  for (const { path, bytes } of slices) await writeFile(path, bytes);
  const broken = join(folder, 'broken.jpg');
  await writeFile(broken, Buffer.from([0xff, 0xd8, 0xff, 0, 0]));
  const entries = slices.map(({ path, bytes: { length } }) => ({
    path,
    offset: 0,
    compressedBytes: length,
    sizeBytes: length,
    method: 'stored' as const,
  }));
  return { folder, slices, broken, entries, gone: join(folder, 'gone') };
};
const { signal } = new AbortController();

test('a slice that could not be written is not told as one that cannot be read', async () => {
  const { folder, gone, entries } = await files();
  const into = (scratch: string) => openFiles(entries, { scratch, withImages: false, signal, progress() {} });
  expect((await into(folder)).files.flatMap(({ frames }) => frames)).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ encoding: expect.any(String) })),
  );
  await expect(into(gone)).rejects.toThrow('ENOENT');
});

test('a picture that could not be written is no failure of its file', async () => {
  const { folder, gone, slices, broken } = await files();
  const examiner = new ParserProcess();
  onTestFinished(() => examiner.close());
  const draw = (path: string, frame: number | null, into: string) =>
    examiner.run(
      { task: 'picture', path, frame, full: join(into, 'full.jpg'), card: join(into, 'card.jpg') },
      signal,
    );
  const path = slices[0]?.path ?? '';
  expect(await draw(path, 0, folder)).toMatchObject({ picture: {} });
  expect(await draw(broken, null, folder)).toEqual({ failed: expect.any(String) });
  await expect(draw(path, 0, gone)).rejects.toThrow('ENOENT');
  const [sizeBytes, nowhere] = [1000, join(folder, 'nowhere.dcm')];
  await expect(examiner.run({ task: 'inspect', path: nowhere, sizeBytes }, signal)).rejects.toThrow('ENOENT');
});
