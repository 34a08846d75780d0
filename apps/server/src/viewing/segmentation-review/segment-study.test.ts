import {
  cancelSegmentation,
  getSegmentation,
  requestSegmentation,
} from '@snimok/contract/viewing/segmentation-review';
import { getAssistantSettings } from '@snimok/contract/people/web-app-settings';
import { getViewerStudy } from '@snimok/contract/viewing/online-viewer';
import { cbctSeries } from '@snimok/phantom/series';
import { expect, test } from 'vitest';
import { userChannel } from '@snimok/contract/platform/realtime';
import { responseOf, sentenceOf } from '../../testing/requests-and-waiting/contract.ts';
import { listJobs } from '../../testing/portal/queued-jobs.ts';
import { newConnectionToken, realtimeClient } from '../../testing/callers/realtime-client.ts';
import { shareHeaders, shareStudy } from '../../testing/callers/share.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { ticketOf, withTicket } from '../../testing/callers/viewer.ts';

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

test('a requested segmentation reaches the owner by letter and event, and has a separate file for each jaw', async () => {
  const server = await startServer();
  const { make, as, nobody, address, outbox } = server;
  await server.work();
  const owner = await make.doctor({ flags: ['remote-viewer'] });
  const patient = await make.patient({ doctor: owner });
  const { studyID } = await make.study({ patient, type: 'cbct' });
  const assistant = await as(await make.assistant());
  const jaws = cbctSeries({ size: [130, 120, 84], spacingMm: 0.9 }, STUDY);
  await sendStudy(assistant, studyID, [...jaws]);
  const doctor = await as(owner);
  const path = `/studies/${studyID}/segmentation`;
  const read = async () => responseOf(getSegmentation, await doctor.get(path));
  expect(await read()).toMatchObject({ status: 'none', parts: [], files: [] });
  expect((await doctor.get(`${path}/jaws.glb`)).status).toBe(404);
  const listener = realtimeClient(address, { getToken: () => newConnectionToken(doctor) });
  await listener.connected();
  await listener.subscribe(userChannel(owner.id));
  const before = listener.events.length;
  expect(responseOf(requestSegmentation, await assistant.post(path)).status).toMatch(/queued|running/);

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
  // begun, taken by a worker, unpacked, ready
  await until('the events', () => listener.events.length >= before + 4);

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

test('several tabs start one segmentation, doctors see it; share recipients and assistants without studies are refused', async () => {
  const { make, as, nobody, address, context } = await startServer();
  const owner = await make.doctor({ flags: ['remote-viewer'] });
  const patient = await make.patient({ doctor: owner });
  const { studyID } = await make.study({ patient, type: 'cbct', status: 'done' });
  const path = `/studies/${studyID}/segmentation`;
  const assistant = await as(await make.assistant());
  const doctor = await as(owner);
  const listener = realtimeClient(address, { getToken: () => newConnectionToken(doctor) });
  await listener.connected();
  await listener.subscribe(userChannel(owner.id));
  const booker = await make.assistant();
  const accounts = context.db.updateTable('accounts').where('id', '=', booker.id);
  await accounts.set({ rights: ['booking'] }).execute();
  const clerk = await as(booker);
  expect((await clerk.post(path)).status).toBe(403);
  const share = await shareStudy(assistant, studyID, { flags: ['remote-viewer'] });
  const opened = await nobody.post('/external/study/remote-session', undefined, shareHeaders(share.token));
  const headers = withTicket(ticketOf(opened));
  for (const credential of [headers, shareHeaders(share.token)])
    expect((await nobody.post(path, undefined, credential)).status).toBe(401);
  const mayOf = async (asTicket: Record<string, string>) =>
    responseOf(getViewerStudy, await nobody.get('/viewer/study', asTicket)).can.segment;
  expect(await mayOf(headers)).toBe(false);
  expect(responseOf(getAssistantSettings, await assistant.get('/assistant/settings')).threeDSegEnabled).toBe(
    true,
  );
  const session = await assistant.post(`/assistant/studies/${studyID}/remote-session`);
  expect(await mayOf(withTicket(ticketOf(session)))).toBe(true);

  const jobs = async () => (await listJobs(context.db, { task: 'segment-object' })).length;
  const tabs = await Promise.all([1, 2, 3].map(() => assistant.post(`${path}?replaces=none`)));
  expect(tabs.map((reply) => responseOf(requestSegmentation, reply).status)).toEqual(Array(3).fill('queued'));
  expect(await jobs()).toBe(1);
  await until('the event', () => listener.events.length === 1);
  expect(listener.events).toEqual([
    { type: 'study_updated', data: { studyID, patientID: patient.patientID } },
  ]);

  const ended = responseOf(cancelSegmentation, await doctor.delete(path));
  await until('the second event', () => listener.events.length === 2);
  // requests of a tab that has not seen the first run, and of one that has seen another run end
  for (const replaces of ['none', '2020-01-01T00:00:00.000Z'])
    expect(responseOf(requestSegmentation, await assistant.post(`${path}?replaces=${replaces}`))).toEqual(
      ended,
    );
  const again = await assistant.post(`${path}?replaces=${ended.finishedAt}`);
  expect(responseOf(requestSegmentation, again).status).toBe('queued');
});

test('a segmentation request can be cancelled while it is queued, and is refused for a study without a volume', async () => {
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
