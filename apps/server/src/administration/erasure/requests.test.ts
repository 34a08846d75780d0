import { listErasures } from '@snimok/contract/administration/erasures';
import { STAFF_RIGHTS } from '@snimok/contract/people/staff';
import { expect, test } from 'vitest';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { startUploadOf } from '../../testing/scans/sending.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { mergeInto } from '../../reception/move-and-merge/move-and-merge.fixture.ts';
import { askToErase, NAME, runErasure, startWithAdministrators } from './erasure.fixture.ts';
import { expireOldRequests } from './requests.ts';

const makePatient = async ({ server }: Awaited<ReturnType<typeof startWithAdministrators>>) => {
  const doctor = await server.make.doctor({ flags: ['remote-viewer'] });
  const patient = await server.make.patient({ doctor, name: NAME });
  return { doctor, ...patient };
};

const ERASING = expect.stringContaining('Данные этого пациента удаляются');

test('an erasure request needs the typed name and a reason, and only a second administrator can decide it', async () => {
  const portal = await startWithAdministrators();
  const { server, second, asFirst, asSecond } = portal;
  const { patientID } = await makePatient(portal);
  const ask = (body: object) =>
    asFirst.post('/assistant/erasures', { patientID, name: NAME, reason: 'x', ...body });
  expect(await ask({ name: 'Зюзюкин Агний' })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('ФИО пациента точно так') },
  });
  expect((await ask({ reason: ' ' })).status).toBe(400);

  const rights = STAFF_RIGHTS.filter((right) => right !== 'admin');
  await asFirst.put(`/assistant/staff/${second.id}`, { name: second.name, rights });
  expect(responseOf(listErasures, await asFirst.get('/assistant/erasures')).administratorsCount).toBe(1);
  expect(await ask({})).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('второй администратор') },
  });
  await asFirst.put(`/assistant/staff/${second.id}`, { name: second.name, rights: [...STAFF_RIGHTS] });

  const erasureUUID = await askToErase(asFirst, patientID, ' зюзюкина  АГЛАЯ Марковна ');
  expect((await ask({})).status).toBe(409);
  const path = `/assistant/erasures/${erasureUUID}`;
  for (const decision of ['confirm', 'refuse'])
    expect(await asFirst.post(`${path}/${decision}`)).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('другой администратор') },
    });
  expect((await asFirst.get('/assistant/erasures/waiting')).body).toEqual({ waitingCount: 0 });
  const again = await server.as(second);
  expect((await again.get('/assistant/erasures/waiting')).body).toEqual({ waitingCount: 1 });
  expect((await again.delete(path)).status).toBe(403);
  expect((await again.post(`${path}/refuse`)).status).toBe(204);
  expect((await again.post(`${path}/confirm`)).status).toBe(409);
  expect((await asFirst.get(`/assistant/patients/${patientID}`)).status).toBe(200);
  expect((await asSecond.get('/assistant/erasures')).status).toBe(401);
});

test('a request is withdrawn by its author, or expires after seven days', async () => {
  const portal = await startWithAdministrators();
  const { server, second, asFirst } = portal;
  const { patientID } = await makePatient(portal);
  const withdrawn = await askToErase(asFirst, patientID);
  expect((await asFirst.delete(`/assistant/erasures/${withdrawn}`)).status).toBe(204);
  const expired = await askToErase(asFirst, patientID);
  server.clock.advance(7 * DAY_MS);
  const asSecond = await server.as(second);
  expect((await asSecond.post(`/assistant/erasures/${expired}/confirm`)).status).toBe(409);
  const presented = async () => responseOf(listErasures, await asSecond.get('/assistant/erasures')).erasures;
  expect(await presented()).toMatchObject([{ status: 'expired' }, { status: 'withdrawn', reason: '' }]);
  await expireOldRequests(server.context);
  expect(await presented()).toMatchObject([{ status: 'expired', reason: '' }, { status: 'withdrawn' }]);
  const actions = await server.context.db
    .selectFrom('auditEvents')
    .select('action')
    .where('action', 'like', 'erasure.%')
    .orderBy('id')
    .execute();
  expect(actions.map(({ action }) => action)).toEqual([
    'erasure.request',
    'erasure.withdraw',
    'erasure.request',
    'erasure.expire',
  ]);
});

test('a confirmed erasure closes card, viewer, upload and bin at once, and says why', async () => {
  const portal = await startWithAdministrators();
  const { server, asFirst, asSecond } = portal;
  const patient = await makePatient(portal);
  const { patientID } = patient;
  const { studyID } = await server.make.study({ patient, status: 'done' });
  const inWork = await server.make.study({ patient });
  const { uploadUUID } = await startUploadOf(asFirst, inWork.studyID);
  const download = (await asFirst.get(`/assistant/studies/${studyID}/download`)).body as {
    presignedURL: string;
  };
  const asOwner = await server.as(patient.doctor);
  const erasureUUID = await askToErase(asFirst, patientID);
  expect((await asSecond.post(`/assistant/erasures/${erasureUUID}/confirm`)).status).toBe(204);

  const refused = { status: 404, body: { error: ERASING } };
  const file = { filename: 'a.dcm', filesize: 1 };
  expect(await asFirst.get(`/assistant/patients/${patientID}`)).toMatchObject(refused);
  expect(await asFirst.post(`/assistant/patients/${patientID}/studies`, { studyType: 'rg' })).toMatchObject(
    refused,
  );
  expect(await asFirst.post(`/assistant/studies/${inWork.studyID}/upload`)).toMatchObject(refused);
  expect(await asFirst.post(`/assistant/uploads/${uploadUUID}/presigned-url`, file)).toMatchObject(refused);
  expect(await asOwner.get(`/doctor/patients/${patientID}/studies`)).toMatchObject(refused);
  expect((await asFirst.post(`/assistant/patients/${patientID}/undelete`)).status).toBe(404);
  expect((await asFirst.post(`/assistant/studies/${studyID}/undelete`)).status).toBe(404);
  const url = download.presignedURL.replace('http://portal.test', server.address);
  expect((await fetch(url)).status).toBe(403);
  expect((await asFirst.get('/assistant/patients/deleted')).body).toMatchObject({ totalCount: 0 });
  expect((await asFirst.get('/assistant/studies/deleted')).body).toMatchObject({ totalCount: 0 });

  await runErasure(server.context, erasureUUID);
  const gone = await asFirst.get(`/assistant/patients/${patientID}`);
  expect(gone).toMatchObject({ status: 404, body: { error: 'Пациент не найден' } });
});

test('a card that was merged into another one since the request is not erased', async () => {
  const portal = await startWithAdministrators();
  const { server, asFirst, asSecond } = portal;
  const { doctor, patientID } = await makePatient(portal);
  const kept = await server.make.patient({ doctor });
  const erasureUUID = await askToErase(asFirst, patientID);
  expect((await mergeInto(asSecond, kept.patientID, patientID)).status).toBe(200);
  const path = `/assistant/erasures/${erasureUUID}`;
  expect(await asSecond.post(`${path}/confirm`)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('объединили с другой') },
  });
  expect((await asFirst.get(`/assistant/patients/${kept.patientID}`)).status).toBe(200);
  expect((await asSecond.post(`${path}/refuse`)).status).toBe(204);
});
