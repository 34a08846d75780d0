import { listViewerLayouts, saveViewerLayout } from '@snimok/contract/viewing/viewer-layouts';
import { expect, test } from 'vitest';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../../testing/callers/share.ts';
import { ticketOf, withTicket } from '../../../testing/callers/viewer.ts';

const settings = { layout: 'grid', gridPlane: 'axial', gridStepMm: 1.5, crossSectionsMirrored: true };

const centre = async () => {
  const server = await startServer();
  const { make, as, nobody } = server;
  const owner = await make.doctor({ flags: ['remote-viewer'] });
  const patient = await make.patient({ doctor: owner });
  const studies = [
    await make.study({ patient, status: 'done' }),
    await make.study({ patient, status: 'done' }),
  ];
  const session = async (client: TestClient, path: string) => {
    const headers = withTicket(ticketOf(await client.post(path)));
    return {
      list: async () => responseOf(listViewerLayouts, await nobody.get('/viewer/layouts', headers)).layouts,
      save: (name: string, isDefault = false, change: object = {}) =>
        nobody.put('/viewer/layouts', { name, isDefault, settings: { ...settings, ...change } }, headers),
      remove: (uuid: string) => nobody.delete(`/viewer/layouts/${uuid}`, headers),
    };
  };
  const doctor = await as(owner);
  const staff = await as(await make.assistant());
  const [one, other] = await Promise.all(
    studies.map(({ studyID }) =>
      session(doctor, `/doctor/patients/${patient.patientID}/studies/${studyID}/remote-session`),
    ),
  );
  const { studyID } = studies[0]!;
  return {
    ...server,
    studyID,
    staff,
    doctor: one!,
    inOtherStudy: other!,
    assistant: await session(staff, `/assistant/studies/${studyID}/remote-session`),
  };
};

test('a layout is saved with the account: other studies list it, other accounts do not', async () => {
  const { doctor, inOtherStudy, assistant } = await centre();
  const [saved] = responseOf(saveViewerLayout, await doctor.save('Имплантация')).layouts;
  expect(saved).toMatchObject({ name: 'Имплантация', settings, isDefault: false });
  expect(await inOtherStudy.list()).toEqual([saved]);
  expect(await assistant.list()).toEqual([]);
  expect((await assistant.remove(saved!.layoutUUID)).status).toBe(404);
  expect((await inOtherStudy.remove(saved!.layoutUUID)).status).toBe(204);
  expect(await doctor.list()).toEqual([]);
});

test('layout names are unique, at most one layout is the default, and an account has at most twenty', async () => {
  const { doctor } = await centre();
  await doctor.save('Сетка', true);
  await doctor.save('Панорама', true);
  await doctor.save('Сетка', false, { gridStepMm: 3 });
  expect((await doctor.list()).map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['Панорама', true],
    ['Сетка', false],
  ]);
  expect((await doctor.list())[1]!.settings).toMatchObject({ gridStepMm: 3 });
  for (let count = 3; count <= 20; count += 1) expect((await doctor.save(`Вид ${count}`)).status).toBe(200);
  expect(refusal(await doctor.save('Ещё один'))).toEqual([
    409,
    'Сохранено уже двадцать раскладок. Удалите лишние',
  ]);
  expect((await doctor.save('Сетка', true)).status).toBe(200);
  for (const change of [{ layout: '' }, { gridStepMm: 1e9 }, { panes: ['axial'] }])
    expect((await doctor.save('Сетка', false, change)).status).toBe(400);
});

test('the recipient of a link has no saved layouts', async () => {
  const { nobody, staff, studyID } = await centre();
  const share = await shareStudy(staff, studyID, { flags: ['remote-viewer'] });
  const opened = await nobody.post('/external/study/remote-session', undefined, shareHeaders(share.token));
  const headers = withTicket(ticketOf(opened));
  expect(responseOf(listViewerLayouts, await nobody.get('/viewer/layouts', headers)).layouts).toEqual([]);
  const refused = await nobody.put('/viewer/layouts', { name: 'Моя', isDefault: false, settings }, headers);
  expect(refused.status).toBe(403);
});
