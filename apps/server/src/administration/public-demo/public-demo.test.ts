import { enterDemo, handOutDemoStudy } from '@snimok/contract/administration/public-demo';
import { getSignInOptions } from '@snimok/contract/people/auth';
import { getDoctorSettings } from '@snimok/contract/people/web-app-settings';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../entry/app.ts';
import { startServer } from '../../testing/portal/server.ts';
import { client } from '../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { sentences } from './sentences.ts';

const PIN = '482915';
const ENTRIES_AN_HOUR = 120;

/** A portal that is a public demonstration, with an assistant and a doctor, and clients without a session. */
const startDemo = async () => {
  const server = await startServer();
  const { make, context } = server;
  const assistant = await make.assistant();
  const doctor = await make.doctor();
  // not by a setting: the settings of a test name a database, which a public demonstration refuses
  const app = buildApp({ ...context, config: { ...context.config, publicDemo: true } });
  onTestFinished(async () => app.close());
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const newVisitor = () => client(address);
  const enter = async (role: 'assistant' | 'doctor') => {
    const visitor = newVisitor();
    const reply = await visitor.post('/demo/session', { role });
    return { visitor, signedIn: responseOf(enterDemo, reply) };
  };
  return { ...server, assistant, doctor, newVisitor, enter };
};

test('a visitor of a public demonstration enters as assistant or doctor without a password', async () => {
  const { assistant, doctor, enter, newVisitor, clock } = await startDemo();
  clock.freeze();
  const options = responseOf(getSignInOptions, await newVisitor().get('/auth/sign-in-options'));
  expect(Date.parse(options.demoEndsAt ?? '')).toBeGreaterThan(clock.now().getTime());
  const staff = await enter('assistant');
  expect(staff.signedIn).toMatchObject({ user_id: assistant.id, user_role: 'assistant' });
  expect((await staff.visitor.get('/assistant/studies?sortedBy=createdAt.desc')).status).toBe(200);
  const client = await enter('doctor');
  expect(client.signedIn).toMatchObject({ user_id: doctor.id, user_role: 'doctor' });
  const settings = responseOf(getDoctorSettings, await client.visitor.get('/doctor/settings'));
  expect(settings.demoEndsAt).toBe(options.demoEndsAt);
});

test('a visitor gets a link of a patient with a PIN of her own once a study is done', async () => {
  const { make, doctor, newVisitor } = await startDemo();
  const visitor = newVisitor();
  const patient = await make.patient({ doctor, name: 'Демидова Анна Петровна' });
  await make.study({ patient });
  const early = await visitor.post('/demo/patient-link', { pin: PIN });
  expect([early.status, early.body]).toEqual([409, { error: sentences.notReady }]);
  await make.study({ patient, status: 'done', picture: true });
  const { shareURL } = responseOf(handOutDemoStudy, await visitor.post('/demo/patient-link', { pin: PIN }));
  const opened = await newVisitor().get('/external/study', {
    authorization: `Bearer ${shareURL.split('#')[1]}`,
    'x-share-pin': PIN,
  });
  expect(opened.body).toMatchObject({ forPatient: true, patientName: 'Демидова Анна Петровна' });
});

test('one network enters a public demonstration at most 120 times an hour', async () => {
  const { newVisitor } = await startDemo();
  const visitor = newVisitor();
  const enter = () => visitor.post('/demo/session', { role: 'doctor' });
  for (let entry = 0; entry < ENTRIES_AN_HOUR; entry += 1) expect((await enter()).status).toBe(200);
  const refused = await enter();
  expect([refused.status, refused.body]).toEqual([429, { error: sentences.tooManyEntries }]);
});

const LOCKED = [
  ['assistant', 'PUT', '/account/password'],
  ['assistant', 'POST', '/account/passkeys/options'],
  ['assistant', 'DELETE', '/account/sessions'],
  ['assistant', 'POST', '/account/push-devices'],
  ['assistant', 'POST', '/assistant/staff'],
  ['assistant', 'PATCH', '/assistant/staff/1/reset-password'],
  ['assistant', 'POST', '/assistant/integrations/webhooks'],
  ['assistant', 'POST', '/assistant/integrations/tokens'],
  ['assistant', 'POST', '/assistant/archive-imports'],
  ['assistant', 'POST', '/assistant/erasures'],
  ['assistant', 'POST', '/assistant/portal-settings/restart'],
  ['assistant', 'POST', '/assistant/portal-health/updates'],
  ['assistant', 'PUT', '/assistant/doctors/2'],
  ['assistant', 'PATCH', '/assistant/doctors/2/reset-password'],
  ['assistant', 'POST', '/assistant/adv'],
  ['assistant', 'PUT', '/assistant/identity'],
  ['doctor', 'POST', '/doctor/people/invitations'],
  ['doctor', 'POST', '/auth/password/reset/request'],
] as const;

test('a visitor of a public demonstration is refused what changes its accounts or sends something outside', async () => {
  const { enter } = await startDemo();
  const visitors = {
    assistant: (await enter('assistant')).visitor,
    doctor: (await enter('doctor')).visitor,
  };
  for (const [role, method, path] of LOCKED) {
    const reply = await visitors[role].send(method, path, {});
    expect([reply.status, reply.body], `${method} ${path}`).toEqual([403, { error: sentences.locked }]);
  }
});

test('another portal has no entrance for visitors', async () => {
  const { nobody } = await startServer();
  expect((await nobody.post('/demo/session', { role: 'doctor' })).status).toBe(404);
  expect((await nobody.post('/demo/patient-link', { pin: PIN })).status).toBe(404);
  const options = responseOf(getSignInOptions, await nobody.get('/auth/sign-in-options'));
  expect(options).not.toHaveProperty('demoEndsAt');
});
