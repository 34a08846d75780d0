import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bytesOf, fileOf, instancesOf, openFor, readAll, temporaryFolder } from '../sources.fixture.ts';

const image = (number: number) =>
  fileOf({ studyInstanceUID: '2.25.11', sopInstanceUID: `2.25.11.1.${number}` });

/** A folder with one file, and its source. */
const oneFile = async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, '1.dcm'), image(1));
  return { folder, source: await openFor({ kind: 'folder', path: folder }) };
};

test('a later run uses what the dry run has read, and a dry run reads the folder again', async () => {
  const { folder, source } = await oneFile();
  const { studies } = await readAll(source);
  await source.close();
  await writeFile(join(folder, '2.dcm'), image(2));
  const run = await openFor({ kind: 'folder', path: folder });
  expect((await instancesOf(run, studies[0]!)).map(({ key }) => key)).toEqual(['1.dcm']);
  await readAll(run);
  expect((await instancesOf(run, studies[0]!)).map(({ key }) => key)).toEqual(['1.dcm', '2.dcm']);
});

test('after a file is missing, the next run finds it where it is now', async () => {
  const { folder, source } = await oneFile();
  const { studies } = await readAll(source);
  const [instance] = await instancesOf(source, studies[0]!);
  await rename(join(folder, '1.dcm'), join(folder, 'moved.dcm'));
  await expect(bytesOf(instance!)).rejects.toThrow('ENOENT');
  await source.close();
  const run = await openFor({ kind: 'folder', path: folder });
  expect((await instancesOf(run, studies[0]!)).map(({ key }) => key)).toEqual(['moved.dcm']);
});
