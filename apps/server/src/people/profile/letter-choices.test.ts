import { LETTER_KINDS } from '@snimok/contract/people/profile';
import { expect, test } from 'vitest';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import type { Account } from '../../testing/portal/make.ts';

const start = async () => {
  const server = await startServer();
  const assistant = await server.make.assistant();
  const doctor = await server.make.doctor({ flags: ['schedule'] });
  const colleague = await server.make.doctor();
  const patient = await server.make.patient({ doctor });
  const asAssistant = await server.as(assistant);
  const asDoctor = await server.as(doctor);
  const asColleague = await server.as(colleague);
  return { server, doctor, colleague, patient, asAssistant, asDoctor, asColleague };
};

const templatesTo = async ({ context }: TestServer, { email }: Account) => {
  const letters = context.db.selectFrom('letters').select('template').where('recipient', '=', email);
  return (await letters.orderBy('id').execute()).map(({ template }) => template);
};

test('an account can change its own name, which other pages then show', async () => {
  const { server, patient, asDoctor, asAssistant } = await start();
  expect((await asDoctor.put('/account/name', { name: '' })).status).toBe(400);
  expect((await asDoctor.put('/account/name', { name: ' Клиника  «Заря» ' })).status).toBe(204);
  expect((await asDoctor.get('/doctor/me')).body).toMatchObject({ name: 'Клиника  «Заря»' });
  expect((await asAssistant.get(`/assistant/patients/${patient.patientID}`)).body).toMatchObject({
    doctorName: 'Клиника  «Заря»',
  });
  const events = server.context.db.selectFrom('auditEvents').select('action');
  expect(await events.where('action', '=', 'account.change-name').execute()).toHaveLength(1);
});

test('letters that a doctor declines are not sent, except those with a new password', async () => {
  const { server, doctor, colleague, patient, asAssistant, asDoctor, asColleague } = await start();
  const study = await server.make.study({ patient, status: 'done' });
  const wanted = (value: boolean) => LETTER_KINDS.map((kind) => ({ kind, wanted: value }));
  expect((await asDoctor.get('/account/profile')).body).toMatchObject({ letters: wanted(true) });
  expect((await asAssistant.get('/account/profile')).body).toMatchObject({
    letters: [{ kind: 'sign-ins', wanted: true }],
  });
  for (const one of [asDoctor, asColleague])
    expect((await one.put('/account/letters', { declined: [...LETTER_KINDS] })).status).toBe(204);
  expect((await asDoctor.get('/account/profile')).body).toMatchObject({ letters: wanted(false) });

  const url = `/doctor/patients/${patient.patientID}/shares`;
  expect((await asColleague.post(`${url}/request`)).status).toBe(204);
  expect((await asDoctor.post(url, { shareDoctorEmail: colleague.email })).status).toBe(201);
  expect((await asAssistant.post(`/assistant/studies/${study.studyID}/mail`)).body).toEqual({
    error: 'Получатель отключил такие письма в своём профиле',
  });
  expect(await templatesTo(server, doctor)).toEqual([]);
  expect(await templatesTo(server, colleague)).toEqual([]);
  await asAssistant.patch(`/assistant/doctors/${doctor.id}/reset-password`);
  expect(await templatesTo(server, doctor)).toEqual(['new-password']);
});
