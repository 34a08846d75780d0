import { createPatient } from '@snimok/contract/people/patients';
import { createStudy, getStudy } from '@snimok/contract/studies/studies';
import { registerFile, startUpload } from '@snimok/contract/studies/uploads';
import { expect, test } from 'vitest';
import { disableAccount } from '../accounts/account-rows/accounts.ts';
import { grantProgramAccess } from '../../testing/callers/program.ts';
import { radiograph } from '../../testing/scans/dicom.ts';
import { responseOf, refusal } from '../../testing/requests-and-waiting/contract.ts';
import { putBytes, sendStudy } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';

const TOKEN_INVALID = [
  401,
  'Доступ программы отозван, истёк или закончился вместе со сменой пароля. Войдите в программе ещё раз',
];

const centre = async () => {
  const server = await startServer();
  await server.make.assistant();
  const person = await server.make.assistant({ name: 'Ольга Смирнова' });
  const assistant = await server.as(person);
  return { ...server, person, assistant, ...(await grantProgramAccess(server, assistant)) };
};

test('a program finds the client, creates patient and study and uploads files in the name of its assistant', async () => {
  const { program, assistant, make, work, context, person } = await centre();
  await work('process-upload');
  const doctor = await make.doctor({ name: 'Клиника «Улыбка»' });
  const found = await program.get('/assistant/search?query=Улыбка');
  expect(found.body).toMatchObject({ doctors: [{ doctorID: doctor.id }] });
  const { patientID } = responseOf(
    createPatient,
    await program.post(`/assistant/doctors/${doctor.id}/patients`, {
      name: 'Иванова Анна',
      sex: 'female',
      birthday: '1980-02-29',
    }),
  );
  const { studyID } = responseOf(
    createStudy,
    await program.post(`/assistant/patients/${patientID}/studies`, { studyType: 'rg' }),
  );
  const upload = await sendStudy(program, studyID, [radiograph()]);
  expect(upload).toMatchObject({ status: 'processed', error: null });
  expect(responseOf(getStudy, await assistant.get(`/assistant/studies/${studyID}`))).toMatchObject({
    status: 'done',
    creatorName: 'Ольга Смирнова',
  });
  const events = await context.db
    .selectFrom('auditEvents')
    .select(['action', 'actorID', 'details'])
    .where('actorKind', '=', 'desktop')
    .where('patientID', '=', patientID)
    .orderBy('id')
    .execute();
  expect(events.map(({ action }) => action)).toEqual(['patient.create', 'study.create', 'study.upload']);
  for (const { actorID, details } of events) {
    expect([actorID, details]).toEqual([person.id, expect.objectContaining({ grantID: 1 })]);
  }
});

test('revoking a grant at once invalidates the token and the presigned URLs issued with it', async () => {
  const { program, assistant, path, make } = await centre();
  const study = await make.study();
  const { uploadUUID } = responseOf(
    startUpload,
    await program.post(`/assistant/studies/${study.studyID}/upload`),
  );
  const bytes = Buffer.from('the bytes of a file');
  const presignedURLFor = async (who: typeof program, filename: string) =>
    responseOf(
      registerFile,
      await who.post(`/assistant/uploads/${uploadUUID}/presigned-url`, { filename, filesize: bytes.length }),
    ).presignedURL;
  const first = await presignedURLFor(program, 'first.dcm');
  const second = await presignedURLFor(program, 'second.dcm');
  const assistants = await presignedURLFor(assistant, 'third.dcm');
  expect((await putBytes(first, bytes)).status).toBe(200);
  await assistant.patch(`${path}/revoke`);
  expect((await putBytes(second, bytes)).status).toBe(403);
  expect(refusal(await program.get(`/assistant/uploads/${uploadUUID}`))).toEqual(TOKEN_INVALID);
  // the assistant can continue the same upload
  expect((await putBytes(assistants, bytes)).status).toBe(200);
});

test('disabling an assistant invalidates the tokens of the granted programs', async () => {
  const { program, person, context, clock } = await centre();
  expect((await program.get('/assistant/doctors')).status).toBe(200);
  await disableAccount(context.db, person.id, clock.now());
  expect(refusal(await program.get('/assistant/doctors'))).toEqual(TOKEN_INVALID);
});

test('a token expires half a year after its last use', async () => {
  const { program, clock } = await centre();
  clock.advance(179 * DAY_MS);
  expect((await program.get('/assistant/doctors')).status).toBe(200);
  clock.advance(179 * DAY_MS);
  expect((await program.get('/assistant/doctors')).status).toBe(200);
  clock.advance(180 * DAY_MS);
  expect(refusal(await program.get('/assistant/doctors'))).toEqual(TOKEN_INVALID);
});

test('a request with a program token and a session cookie is treated as the program’s', async () => {
  const { assistant, bearer, token, nobody } = await centre();
  expect((await assistant.get('/assistant/counters')).status).toBe(200);
  expect((await assistant.get('/assistant/counters', bearer)).status).toBe(403);
  const forged = { authorization: `Bearer ${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}` };
  expect(refusal(await assistant.get('/assistant/doctors', forged))).toEqual(TOKEN_INVALID);
  // a program that signs in again may still send its old token
  const reply = await nobody.post('/auth/device', { client_id: 'desktop', scope: 'upload-studies' }, forged);
  expect(reply.status).toBe(200);
  // signing out with the token does not end the session of the cookie
  expect((await assistant.delete('/auth/token', bearer)).status).toBe(403);
  expect((await assistant.get('/assistant/counters')).status).toBe(200);
});
