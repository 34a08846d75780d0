import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { volume } from '../../testing/scans/dicom.ts';
import { testSandbox } from '../../testing/outside/sandbox.ts';
import { newRenditionParser, openFiles } from '../../studies/renditions/open-files.ts';
import { UploadParser } from '../../studies/processing/upload-parser/upload-parser.ts';

/** Three slices on the local disk, and a file with only the signature of a JPEG. */
const makeFiles = async () => {
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

test('a slice that could not be written is not reported as unreadable', async () => {
  const { folder, gone, entries } = await makeFiles();
  const openInto = (out: string) => {
    const newParser = () => newRenditionParser(testSandbox, { read: [folder], write: [out] });
    const parser = newParser();
    onTestFinished(() => parser.close());
    return openFiles(entries, { parser, newParser, out, withImages: false, signal, progress() {} });
  };
  expect((await openInto(folder)).files.flatMap(({ frames }) => frames)).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ encoding: expect.any(String) })),
  );
  await expect(openInto(gone)).rejects.toThrow('ENOENT');
});

test('a picture that could not be written is not reported as a defect of its file', async () => {
  const { folder, gone, slices, broken } = await makeFiles();
  const parser = new UploadParser(testSandbox, { read: [folder], write: [folder] });
  onTestFinished(() => parser.close());
  const render = (path: string, frame: number | null, into: string) =>
    parser.run(
      { task: 'picture', path, frame, full: join(into, 'full.jpg'), card: join(into, 'card.jpg') },
      signal,
    );
  const path = slices[0]?.path ?? '';
  expect(await render(path, 0, folder)).toMatchObject({ picture: {} });
  expect(await render(broken, null, folder)).toEqual({ failed: expect.any(String) });
  await expect(render(path, 0, gone)).rejects.toThrow('ENOENT');
  const sizeBytes = 1000;
  const missing = join(folder, 'missing.dcm');
  await expect(parser.run({ task: 'inspect', path: missing, sizeBytes }, signal)).rejects.toThrow('ENOENT');
});
