import { getViewerStudy } from '@snimok/contract/viewing/online-viewer';
import { expect, test } from 'vitest';
import { makeScan } from '../../testing/scans/panorama.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../testing/callers/share.ts';
import { ticketOf, withTicket } from '../../testing/callers/viewer.ts';

test('everyone who may view a scan gets its panorama, and only an assistant may correct the arch', async () => {
  const server = await startServer();
  const { make, as, nobody } = server;
  const owner = await make.doctor({ flags: ['remote-viewer'] });
  const patient = await make.patient({ doctor: owner });
  const { studyID } = await makeScan(server, patient);
  const assistant = await as(await make.assistant());
  const { token } = await shareStudy(assistant, studyID, { flags: ['remote-viewer'] });
  const own = `/doctor/patients/${patient.patientID}/studies/${studyID}/remote-session`;
  const sessions = [
    await assistant.post(`/assistant/studies/${studyID}/remote-session`),
    await (await as(owner)).post(own),
    await nobody.post('/external/study/remote-session', undefined, shareHeaders(token)),
  ];
  const corrects: boolean[] = [];
  for (const session of sessions) {
    const headers = withTicket(ticketOf(session));
    const study = responseOf(getViewerStudy, await nobody.get('/viewer/study', headers));
    expect(study.panorama).toMatchObject({ status: 'none', volume: { size: [100, 100, 60] } });
    expect(study.panorama?.can.correct).toBe(study.can.correctArch);
    corrects.push(study.can.correctArch);
    const values = await nobody.get('/viewer/panorama/values', headers);
    expect([values.status, values.headers.get('content-type'), values.body]).toEqual([
      200,
      'image/png',
      'PNG',
    ]);
  }
  expect(corrects).toEqual([true, false, false]);
});

test('an X-ray has no panorama', async () => {
  const { make, as, nobody } = await startServer();
  const { studyID } = await make.study({ type: 'rg', status: 'done', picture: true });
  const assistant = await as(await make.assistant());
  const headers = withTicket(ticketOf(await assistant.post(`/assistant/studies/${studyID}/remote-session`)));
  expect(responseOf(getViewerStudy, await nobody.get('/viewer/study', headers)).panorama).toBeNull();
  expect((await nobody.get('/viewer/panorama/values', headers)).status).toBe(404);
});
