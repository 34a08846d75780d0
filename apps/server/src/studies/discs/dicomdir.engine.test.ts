import { spawnSync } from 'node:child_process';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getDisc } from '@snimok/contract/studies/discs';
import { expect, onTestFinished, test } from 'vitest';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { radiograph, volume } from '../../testing/scans/dicom.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { filesIn } from '../../testing/scans/zips.ts';

const run = (program: string, args: string[], cwd: string) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  return { status, output: stdout + stderr };
};

/** Unpacks the disc of a study that contains a CBCT scan and a radiograph. Returns the folder. */
const unpackDisc = async () => {
  const { as, make, work } = await startServer();
  await work();
  const assistant = await as(await make.assistant());
  const { studyID } = await make.study({ type: 'cbct' });
  await sendStudy(assistant, studyID, [...volume(9), radiograph()]);
  const path = `/studies/${studyID}/disc`;
  await assistant.post(path);
  const { presignedURL } = await until('the disc', async () => {
    const state = responseOf(getDisc, await assistant.get(path));
    return state.status === 'ready' && state;
  });
  const folder = await mkdtemp(join(tmpdir(), 'snimok-disc-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, bytes] of await filesIn(Buffer.from(await (await fetch(presignedURL!)).arrayBuffer()))) {
    await mkdir(join(folder, dirname(name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
  return folder;
};

/**
 * The record types in a dump of a DICOMDIR, in their order. Offsets are ignored, so that the portal's file can be compared with
 * dcmtk's.
 */
const recordsIn = (dump: string) => [...dump.matchAll(/\(0004,1430\) CS \[(\w+)/g)].map(([, type]) => type);

test('the DICOMDIR of a disc has the records that dcmmkdir makes, and dcmtk can read and update it', async () => {
  const folder = await unpackDisc();
  const dump = run('dcmdump', ['DICOMDIR'], folder);
  expect(dump.status).toBe(0);
  // dcmdump would print a warning or an error for an offset that points to no record
  expect(dump.output).not.toMatch(/[EW]: /);
  expect(recordsIn(dump.output)).toEqual([
    'PATIENT',
    'STUDY',
    'SERIES',
    ...Array(9).fill('IMAGE'),
    'SERIES',
    'IMAGE',
  ]);

  const make = ['-W', '-Nxc', '+I', '+r', '+id', '.'];
  const own = run('dcmmkdir', [...make, '+D', 'OTHER', 'DICOM'], folder);
  expect(own).toMatchObject({ status: 0 });
  const made = recordsIn(run('dcmdump', ['OTHER'], folder).output);
  expect(made.toSorted()).toEqual(recordsIn(dump.output).toSorted());

  // an update follows the offsets and writes every record again
  const update = run('dcmmkdir', ['+U', ...make, 'DICOM'], folder);
  expect(update).toMatchObject({ status: 0 });
  const updated = recordsIn(run('dcmdump', ['DICOMDIR'], folder).output);
  expect(updated.toSorted()).toEqual(recordsIn(dump.output).toSorted());
});
