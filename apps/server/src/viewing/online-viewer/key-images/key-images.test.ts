import { createKeyImage, listKeyImages } from '@snimok/contract/viewing/key-images';
import { expect, test } from 'vitest';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../../testing/callers/share.ts';
import { ticketOf, withTicket } from '../../../testing/callers/viewer.ts';

const picture = `data:image/jpeg;base64,${Buffer.from('a small picture').toString('base64')}`;
const viewport = { zoom: 2, pan: [1, -3], quarterTurns: 0, mirrored: false };
const view = {
  kind: 'volume',
  series: 0,
  cursor: [10.5, -20, 30],
  window: { center: 700, width: 3000, inverted: false },
  layout: 'four',
  pane: 'axial',
  fourth: 'panorama',
  slabMm: 3,
  blend: 'mean',
  viewports: { axial: viewport },
  axes: { left: [0.8, 0.6, 0], back: [-0.6, 0.8, 0], up: [0, 0, 1] },
  scene: {
    right: [1, 0, 0],
    up: [0, 0.6, 0.8],
    zoom: 1.5,
    panMm: [4, -2],
    tissue: 'bone',
    threshold: 0.34,
    opacity: 1,
    clip: { by: 'free', flipped: true, normal: [0, -0.8, 0.6], offsetMm: 3 },
    crop: [
      [0, 1],
      [0.1, 1],
      [0, 0.9],
    ],
  },
};

const centre = async () => {
  const server = await startServer();
  const { make, as, nobody } = server;
  const owner = await make.doctor({ flags: ['remote-viewer'], name: 'Клиника на Невском' });
  const patient = await make.patient({ doctor: owner });
  const { studyID } = await make.study({ patient, status: 'done' });
  const session = async (client: TestClient, path: string) => {
    const headers = withTicket(ticketOf(await client.post(path)));
    return {
      headers,
      list: async () => responseOf(listKeyImages, await nobody.get('/viewer/key-images', headers)).keyImages,
      add: (title: string) => nobody.post('/viewer/key-images', { title, view, picture }, headers),
      remove: (uuid: string) => nobody.delete(`/viewer/key-images/${uuid}`, headers),
    };
  };
  const doctor = await session(
    await as(owner),
    `/doctor/patients/${patient.patientID}/studies/${studyID}/remote-session`,
  );
  const centreClient = await as(await make.assistant({ name: 'Ольга Петрова' }));
  const assistant = await session(centreClient, `/assistant/studies/${studyID}/remote-session`);
  return { ...server, studyID, doctor, assistant, centreClient };
};

test('a key image keeps its view and its picture, and others see it but cannot remove it', async () => {
  const { doctor, assistant } = await centre();
  const added = responseOf(createKeyImage, await doctor.add('Аксиальный, 36'));
  expect(added).toMatchObject({ title: 'Аксиальный, 36', view, picture, own: true });
  expect(await assistant.list()).toEqual([{ ...added, own: false }]);
  expect((await assistant.remove(added.keyImageUUID)).status).toBe(404);
  expect((await doctor.remove(added.keyImageUUID)).status).toBe(204);
  expect(await assistant.list()).toEqual([]);
});

test('a key image of another study and a picture that is not an image are refused', async () => {
  const { doctor, nobody, make, as } = await centre();
  const added = responseOf(createKeyImage, await doctor.add('Свой'));
  const colleague = await make.doctor({ flags: ['remote-viewer'] });
  const other = await make.study({ doctor: colleague, status: 'done' });
  const path = `/doctor/patients/${other.patientID}/studies/${other.studyID}/remote-session`;
  const headers = withTicket(ticketOf(await (await as(colleague)).post(path)));
  expect(responseOf(listKeyImages, await nobody.get('/viewer/key-images', headers)).keyImages).toEqual([]);
  expect((await nobody.delete(`/viewer/key-images/${added.keyImageUUID}`, headers)).status).toBe(404);
  const script = { title: '', view, picture: 'data:text/html;base64,PHNjcmlwdD4=' };
  expect((await nobody.post('/viewer/key-images', script, headers)).status).toBe(400);
});

test('a share recipient cannot add key images, and sees them only if the share shows annotations', async () => {
  const { doctor, nobody, studyID, centreClient } = await centre();
  await doctor.add('Ключевой');
  const open = async (showMarks: boolean) => {
    const share = await shareStudy(centreClient, studyID, { flags: ['remote-viewer'], showMarks });
    const session = await nobody.post('/external/study/remote-session', undefined, shareHeaders(share.token));
    return withTicket(ticketOf(session));
  };
  for (const showMarks of [false, true]) {
    const headers = await open(showMarks);
    const { keyImages } = responseOf(listKeyImages, await nobody.get('/viewer/key-images', headers));
    expect(keyImages.map(({ title, own }) => [title, own])).toEqual(showMarks ? [['Ключевой', false]] : []);
    const refused = await nobody.post('/viewer/key-images', { title: '', view, picture }, headers);
    expect(refused.status).toBe(403);
  }
});
