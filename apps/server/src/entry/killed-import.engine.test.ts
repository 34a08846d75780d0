import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PresignedURL } from '@snimok/contract/studies/studies';
import { readDicom } from '@snimok/imaging/dicom/read';
import { expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import {
  archived,
  createImportOf,
  importNow,
  untilState,
} from '../reception/archive-import/archive.fixture.ts';
import { act } from '../reception/archive-import/imported.fixture.ts';
import { startOrthanc } from '../testing/outside/orthanc.ts';
import { ageJobLocks } from '../testing/portal/queued-jobs.ts';
import { startServer, type TestServer } from '../testing/portal/server.ts';
import type { TestClient } from '../testing/requests-and-waiting/client.ts';
import { until } from '../testing/requests-and-waiting/until.ts';
import { filesIn } from '../testing/scans/zips.ts';
import { startEntryPoint } from './entry-point.fixture.ts';

const STUDIES = 40;
const KILLS = 4;
/** Two studies of different kinds belong to each patient. */
const PATIENTS = STUDIES / 2;

/** Every third study is a volume of five slices, the others are X-rays. */
const makeStudies = () =>
  Array.from({ length: STUDIES }, (_, at) => {
    const patient = at % PATIENTS;
    const birthDate = `19${50 + patient}-0${1 + (patient % 9)}-15`;
    return archived({ name: 'Петров Пётр', id: `P-${patient}`, birthDate }, { slices: at % 3 === 0 ? 5 : 0 });
  });

/** Without the online viewer, the worker makes no renditions, which take most of its time. */
const SETTINGS = { IMPORT_NETWORKS: '127.0.0.0/8', REMOTE_VIEWER: 'off' };

/** A worker in a process of its own. */
const startWorkerProcess = ({ context: { config } }: TestServer) => {
  const { dataDir, databaseURL = '', publicURL } = config;
  const own = { DATA_DIR: dataDir, DATABASE_URL: databaseURL, PUBLIC_URL: publicURL };
  const { child, ended } = startEntryPoint({ ...SETTINGS, ...own }, 'worker');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  return { child, ended, kill };
};

/** A generator of equal numbers in every run, 0…1. */
const randomNumbers = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

/** The SHA-256 of the files of each DICOM study that Orthanc has, by the UID of the study. */
const hashesAtSource = async ({ url, user, password }: Awaited<ReturnType<typeof startOrthanc>>) => {
  const headers = { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
  const listed = await fetch(`${url}/instances`, { headers });
  const found: [string, string][] = [];
  for (const id of (await listed.json()) as string[]) {
    const reply = await fetch(`${url}/instances/${id}/file`, { headers });
    found.push(factsOf(Buffer.from(await reply.arrayBuffer())));
  }
  return byStudy(found);
};

const factsOf = (bytes: Buffer): [string, string] => [
  readDicom(bytes).studyInstanceUID ?? '',
  createHash('sha256').update(bytes).digest('hex'),
];

const byStudy = (files: [string, string][]) =>
  new Map(
    [...Map.groupBy(files, ([uid]) => uid)].map(([uid, all]) => [
      uid,
      all.map(([, hash]) => hash).toSorted(),
    ]),
  );

/** The SHA-256 of the files in the download of each of the portal's studies. */
const hashesHere = async (assistant: TestClient, studyIDs: number[]) => {
  const studies: [string, string[]][] = [];
  for (const studyID of studyIDs) {
    const { body } = await assistant.get(`/assistant/studies/${studyID}/download`);
    const reply = await fetch((body as z.infer<typeof PresignedURL>).presignedURL);
    const files = await filesIn(Buffer.from(await reply.arrayBuffer()));
    studies.push(...byStudy([...files.values()].map(factsOf)));
  }
  return studies;
};

test('each study of an Orthanc is imported once and byte for byte, although the import is killed at random moments', async () => {
  const orthanc = await startOrthanc();
  const studies = makeStudies();
  for (const { files } of studies) for (const { bytes } of files) await orthanc.add(Uint8Array.from(bytes));
  const server = await startServer(SETTINGS);
  const { db } = server.context;
  const client = await server.make.doctor();
  const assistant = await server.as(await server.make.assistant());
  let worker = startWorkerProcess(server);
  const { url, user, password } = orthanc;
  const source = { kind: 'orthanc', url, user, password };
  const importID = await createImportOf(assistant, { source, doctorID: client.id });
  const { totals } = await untilState(assistant, importID, 'planned');
  expect(totals).toMatchObject({ studies: STUDIES, outcomes: { new: STUDIES }, newPatients: PATIENTS });
  await act(assistant, importID, 'confirm');
  const untilImported = async (enough: number) => {
    for (let count = 1; count <= enough; count += 1)
      await until(`${count} studies to be imported`, async () => {
        const { states } = (await importNow(assistant, importID)).totals;
        return states.done >= count;
      });
  };
  const random = randomNumbers(20_261_128);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await untilImported(Math.floor((kill * STUDIES) / (KILLS + 1)));
    await sleep(300 * random());
    await worker.kill();
    expect(await importNow(assistant, importID)).toMatchObject({ state: 'running' });
    await ageJobLocks(db);
    worker = startWorkerProcess(server);
  }
  await untilImported(STUDIES);
  await untilState(assistant, importID, 'finished');
  // the last jobs finish their removals before the worker ends
  worker.child.kill('SIGTERM');
  await worker.ended;
  const here = await db.selectFrom('studies').select('id').execute();
  const found = await hashesHere(
    assistant,
    here.map(({ id }) => id),
  );
  expect(found).toHaveLength(STUDIES);
  expect(new Map(found)).toEqual(await hashesAtSource(orthanc));
  expect(await db.selectFrom('patients').select('id').execute()).toHaveLength(PATIENTS);
});
