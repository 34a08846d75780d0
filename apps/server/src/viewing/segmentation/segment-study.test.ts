import { cancelSegmentation, getSegmentation, requestSegmentation } from '@snimok/contract/segmentation';
import { cbctSeries } from '@snimok/phantom/series';
import { expect, test } from 'vitest';
import { responseOf, sentenceOf } from '../../testing/contract.ts';
import { sendStudy } from '../../testing/sending.ts';
import { startServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { ticketOf, withTicket } from '../../testing/viewer.ts';

const STUDY = {
  patient: { name: 'Иванов Иван Иванович', id: '1', birthDate: '1980-01-02', sex: 'M' as const },
  takenOn: '2026-11-21',
  studyInstanceUID: '2.25.7001',
  seriesInstanceUID: '2.25.7002',
  seriesNumber: 1,
  seriesDescription: 'КЛКТ',
  manufacturer: 'Снимок',
  model: 'Фантом',
};

test('a doctor requests a segmentation, gets a letter and both jaws apart as files', async () => {
  const server = await startServer();
  const { make, as, nobody, address, outbox } = server;
  await server.work();
  const owner = await make.doctor({ flags: ['remote-viewer'] });
  const patient = await make.patient({ doctor: owner });
  const { studyID } = await make.study({ patient, type: 'cbct' });
  const jaws = cbctSeries({ size: [130, 120, 84], spacingMm: 0.9 }, STUDY);
  await sendStudy(await as(await make.assistant()), studyID, [...jaws]);
  const doctor = await as(owner);
  const path = `/studies/${studyID}/segmentation`;
  const read = async () => responseOf(getSegmentation, await doctor.get(path));
  expect(await read()).toMatchObject({ status: 'none', parts: [], files: [] });
  expect((await doctor.get(`${path}/jaws.glb`)).status).toBe(404);
  expect(responseOf(requestSegmentation, await doctor.post(path)).status).toMatch(/queued|running/);

  const done = await until('the segmentation', async () => {
    const state = await read();
    return (state.status === 'ready' || state.status === 'failed') && state;
  });
  expect(done).toMatchObject({ status: 'ready', reason: null });
  const parts = Object.fromEntries(done.parts.map(({ part, volumeCm3 }) => [part, volumeCm3]));
  expect(parts.upper).toBeGreaterThan(20);
  expect(parts.lower).toBeGreaterThan(20);
  expect(done.files.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['jaws.glb', 'bone.stl', 'upper.stl', 'lower.stl', 'airway.stl']),
  );
  await until('the letter', () =>
    outbox.find(({ subject }) => subject === '3D-сегментация исследования готова'),
  );

  const open = `/doctor/patients/${patient.patientID}/studies/${studyID}/remote-session`;
  const headers = withTicket(ticketOf(await doctor.post(open)));
  const reply = await fetch(`${address}/api/1/viewer/segmentation/jaws.glb`, { headers });
  const glb = Buffer.from(await reply.arrayBuffer());
  expect([reply.status, glb.toString('latin1', 0, 4), glb.readUInt32LE(8)]).toEqual([
    200,
    'glTF',
    glb.length,
  ]);
  expect((await nobody.get('/viewer/segmentation', headers)).body).toMatchObject({ status: 'ready' });
  const colleague = await as(await make.doctor());
  expect((await colleague.get(path)).status).toBe(404);
});

test('a request is cancelled before a worker takes it, and a study without jaws says why there is nothing', async () => {
  const server = await startServer();
  const { make, as } = server;
  const assistant = await as(await make.assistant());
  const done = await make.study({ type: 'cbct', status: 'done' });
  const path = `/studies/${done.studyID}/segmentation`;
  expect((await assistant.delete(path)).status).toBe(409);
  expect((await assistant.post(path)).status).toBe(200);
  expect(responseOf(cancelSegmentation, await assistant.delete(path)).status).toBe('cancelled');
  const flat = await make.study({ type: 'rg', status: 'done' });
  const refused = await assistant.post(`/studies/${flat.studyID}/segmentation`);
  expect(sentenceOf(refused)).toBe('В исследовании нет объёма, который можно сегментировать');
});
