import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { createTokenWith } from '../../testing/callers/api-token.ts';
import { radiograph, volume } from '../../testing/scans/dicom.ts';
import { startServer } from '../../testing/portal/server.ts';
import { shareStudy } from '../../testing/callers/share.ts';
import { makeStudyWith, partsOf, RADIOGRAPH, STUDY, valuesOf, VOLUME } from './dicomweb.fixture.ts';

const CLIENT = join(import.meta.dirname, '../../testing/scans/dicomweb-client.py');

interface Outcome {
  result?: unknown;
  status?: number | null;
  problem?: string;
}

/** Calls methods of dicomweb-client one after another. */
const callClient = (url: string, token: string, calls: [string, object][]): Promise<Outcome[]> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, PYTHONPATH: process.env.DICOMWEB_CLIENT };
    const child = spawn('python3', [CLIENT], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => (output[stream] += text));
    child.on('error', reject).on('close', (code) => {
      if (code === 0) resolve(JSON.parse(output.stdout) as Outcome[]);
      else reject(new Error(output.stderr));
    });
    child.stdin.end(JSON.stringify([url, token, calls]));
  });

const SERIES = { study_instance_uid: STUDY, series_instance_uid: VOLUME };
const SLICE = { ...SERIES, sop_instance_uid: '2.25.21' };

const bytesOf = ({ result }: Outcome) => Buffer.from(String([result].flat()[0]), 'base64');

test('dicomweb-client searches at all levels, reads all further results, and retrieves bulk data and pictures', async () => {
  const server = await startServer();
  const { studyID, patient } = await makeStudyWith(server, [...volume(3), radiograph()]);
  const assistant = await server.as(await server.make.assistant());
  const { token } = await createTokenWith(server, assistant, { scopes: ['studies:download'] });
  const service = `${server.address}/api/1/dicomweb`;
  const filter = (search_filters: Record<string, string>, more = {}) => ({ search_filters, ...more });
  const [none, studies, named, series, instances, paged, metadata] = await callClient(service, token, [
    ['search_for_studies', filter({ StudyTime: '2359', PatientBirthDate: '19000101' })],
    ['search_for_studies', filter({ PatientID: String(patient.patientID), StudyID: String(studyID) })],
    ['search_for_studies', filter({ PatientName: 'петров анна' }, { fuzzymatching: true })],
    ['search_for_series', filter({ Modality: 'PX' })],
    ['search_for_instances', filter({ SOPInstanceUID: '2.25.21' })],
    ['search_for_instances', { limit: 1, get_remaining: true }],
    ['retrieve_series_metadata', SERIES],
  ]);
  expect(none).toEqual({ result: [] });
  expect(valuesOf(studies?.result, '0020000D')).toEqual([STUDY]);
  expect(valuesOf(named?.result, '0020000D')).toEqual([STUDY]);
  expect(valuesOf(series?.result, '0020000E')).toEqual([RADIOGRAPH]);
  expect(valuesOf(instances?.result, '0020000E')).toEqual([VOLUME]);
  expect(valuesOf(paged?.result, '00080018')).toEqual(['2.25.20', '2.25.21', '2.25.22', '2.25.3']);

  const pixels = metadata?.result as { '7FE00010': { BulkDataURI: string } }[];
  // the client sends the Host header without the port, so the address that the server knows has none
  const { pathname } = new URL(pixels[1]!['7FE00010'].BulkDataURI);
  const [bulkData, frames, file, unknown] = await callClient(service, token, [
    ['retrieve_bulkdata', { url: `${server.address}${pathname}` }],
    ['retrieve_instance_frames', { ...SLICE, frame_numbers: [1] }],
    ['retrieve_instance', SLICE],
    [
      'retrieve_bulkdata',
      { url: `${service}/studies/${STUDY}/series/${VOLUME}/instances/2.25.21/bulkdata/00420011` },
    ],
  ]);
  expect(bulkData).toEqual(frames);
  expect(file?.result).toEqual({ patient: 'Иванов^Иван^Иванович', uid: '2.25.21' });
  expect(unknown).toMatchObject({ status: 404 });

  const share = await shareStudy(assistant, studyID, { flags: ['download'] });
  const rendered = (mediaType: string, params = {}): [string, object] => [
    'retrieve_instance_rendered',
    { ...SLICE, media_types: [mediaType], params },
  ];
  const [png, jpeg, refused] = await callClient(`${server.address}/api/1/external/dicomweb`, share.token, [
    rendered('image/png'),
    rendered('image/jpeg', { quality: 50, viewport: '16,16' }),
    rendered('image/jpeg', { quality: 200 }),
  ]);
  expect(await sharp(bytesOf(png!)).metadata()).toMatchObject({ format: 'png', width: 32, height: 24 });
  expect(await sharp(bytesOf(jpeg!)).metadata()).toMatchObject({ format: 'jpeg', width: 16, height: 12 });
  expect(refused).toMatchObject({ status: 400 });
});

test('dciodvfy finds no error in a retrieved instance', async () => {
  const server = await startServer();
  const { doctor } = await makeStudyWith(server, volume(2));
  const client = await server.as(doctor);
  const { parts } = await partsOf(server.address, client, `/dicomweb/studies/${STUDY}`);
  const folder = await mkdtemp(join(tmpdir(), 'snimok-dciodvfy-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const { bytes } of parts) {
    const path = join(folder, 'instance.dcm');
    await writeFile(path, bytes);
    const { stdout, stderr } = spawnSync('dciodvfy', ['-new', path], { encoding: 'utf8' });
    expect(stdout + stderr).toContain('CTImage');
    expect((stdout + stderr).split('\n').filter((line) => line.startsWith('Error'))).toEqual([]);
  }
  expect(parts).toHaveLength(2);
});
