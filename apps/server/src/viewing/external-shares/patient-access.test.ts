import { randomUUID } from 'node:crypto';
import { getExternalStudy } from '@snimok/contract/viewing/external-shares';
import { handToPatient, listPatientAccess } from '@snimok/contract/viewing/patient-access';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { client, type TestClient } from '../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { during, lockPatientRow } from '../../testing/portal/locks.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const PIN = '483920';

const start = async (settings: Record<string, string> = {}) => {
  const server = await startServer(settings);
  const { make, as, address } = server;
  const doctor = await make.doctor();
  const patient = await make.patient({ doctor, name: 'Берёзкина Алёна Петровна' });
  const { studyID } = await make.study({ patient, status: 'done', picture: true });
  const assistant = await as(await make.assistant());
  const path = `/studies/${studyID}/patient-access`;
  const hand = async (part: object = {}, by: TestClient = assistant) => {
    const reply = await by.post(path, { shareUUID: randomUUID(), pin: PIN, ...part });
    expect(reply.status).toBe(201);
    return responseOf(handToPatient, reply);
  };
  const listed = async (by: TestClient = assistant) =>
    responseOf(listPatientAccess, await by.get(path)).accesses;
  const phone = client(address, { 'user-agent': PHONE });
  const open = (shareURL: string, pin = PIN, what = '') =>
    phone.get(`/external/study${what}`, {
      authorization: `Bearer ${shareURL.split('#')[1]}`,
      'x-share-pin': pin,
    });
  return { ...server, doctor, patient, studyID, assistant, path, hand, listed, phone, open };
};

test('the patient opens, sees and saves the study, and the centre sees when and on what', async () => {
  const { hand, open, listed, clock, logged } = await start();
  clock.freeze();
  const sheet = await hand();
  expect(sheet).toMatchObject({ patientName: 'Берёзкина Алёна Петровна' });
  expect(Date.parse(sheet.expiresAt) - clock.now().getTime()).toBe(90 * DAY_MS);
  expect((await open(sheet.shareURL, '000000')).status).toBe(401);
  const study = responseOf(getExternalStudy, await open(sheet.shareURL));
  expect(study).toMatchObject({ forPatient: true, hasPicture: true, studyComment: '' });
  const picture = await open(sheet.shareURL, PIN, '/picture');
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
  expect(picture.headers.get('cache-control')).toBe('private, no-store');
  expect((await open(sheet.shareURL, PIN, '/picture?save=true')).status).toBe(200);
  expect((await open(sheet.shareURL, PIN, '/remote-session')).status).toBe(404);
  const [access] = await listed();
  expect(access).toMatchObject({ email: '', letter: null, revokedAt: null, downloads: 1 });
  expect(access?.events.map(({ action, device }) => [action, device])).toEqual([
    ['downloaded', 'Safari, iOS'],
    ['opened', 'Safari, iOS'],
    ['wrong-pin', 'Safari, iOS'],
  ]);
  const secrets = [PIN, sheet.shareURL.split('#')[1] ?? '', 'Берёзкина'];
  for (const line of logged) for (const secret of secrets) expect(line).not.toContain(secret);
});

test('the log shows that the patient has opened the study in the online viewer', async () => {
  const { hand, phone, listed } = await start();
  const { shareURL } = await hand();
  const headers = { authorization: `Bearer ${shareURL.split('#')[1]}`, 'x-share-pin': PIN };
  const opened = await phone.post('/external/study/remote-session', undefined, headers);
  expect([opened.status, (await listed())[0]?.events[0]?.action]).toEqual([200, 'viewed']);
});

test('a revoked link is closed at once, its letter is withdrawn and its log stays', async () => {
  const { hand, open, listed, assistant, path, outbox, work } = await start();
  const { shareURL, shareUUID } = await hand({ email: 'alena@mail.test' });
  expect((await open(shareURL)).status).toBe(200);
  for (const _ of ['first', 'second'])
    expect((await assistant.delete(`${path}/${shareUUID}`)).status).toBe(204);
  expect((await open(shareURL)).status).toBe(404);
  const [access] = await listed();
  expect(access?.revokedAt).not.toBeNull();
  expect(access?.events.map(({ action }) => action)).toEqual(['opened']);
  const { shareURL: later } = await hand({ email: 'alena@mail.test' });
  await work('send-letter');
  const letter = await until('the letter', () => outbox[0]);
  expect(letter.text).toContain(later);
  expect(outbox).toHaveLength(1);
});

test('the letter to the patient has the link, but neither PIN nor name', async () => {
  const { hand, outbox, work } = await start();
  const { shareURL } = await hand({ email: 'alena@mail.test' });
  await work('send-letter');
  const letter = await until('the letter', () => outbox[0]);
  expect(letter).toMatchObject({ to: 'alena@mail.test', subject: 'Ваш снимок готов' });
  expect(letter.text).toContain(shareURL);
  for (const secret of [PIN, 'Берёзкина']) expect(letter.text + letter.html).not.toContain(secret);
});

test('the text message to the patient has the link, but neither PIN nor name; a revoked link is not sent', async () => {
  const server = await start({ SMS_URL: 'https://sms.test/?to={to}&text={text}' });
  const { hand, listed, assistant, path, context } = server;
  const texts = () => context.db.selectFrom('notices').selectAll().orderBy('id').execute();
  const request = { shareUUID: randomUUID(), phone: '8 999 123-45-67' };
  const { shareURL } = await hand(request);
  await hand(request);
  const elsewhere = { ...request, pin: PIN, phone: '+79991234568' };
  expect((await assistant.post(path, elsewhere)).status).toBe(409);
  const [text, ...more] = await texts();
  expect(more).toEqual([]);
  expect(text).toMatchObject({ channel: 'sms', recipient: '+79991234567', isSecret: true });
  expect(text?.content.split('\n')[1]).toBe(shareURL);
  for (const secret of [PIN, 'Берёзкина']) expect(text?.content).not.toContain(secret);
  const again = await hand({ phone: '+79991234567', replaces: request.shareUUID });
  expect((await texts()).map(({ content }) => content.split('\n')[1])).toEqual([again.shareURL]);
  const printed = await hand();
  const ways = (await listed()).map(({ shareUUID, texted }) => [shareUUID, texted]);
  expect(Object.fromEntries(ways)).toEqual({
    [request.shareUUID]: true,
    [again.shareUUID]: true,
    [printed.shareUUID]: false,
  });
  await assistant.delete(`${path}/${again.shareUUID}`);
  expect(await texts()).toEqual([]);
  const refused = await assistant.post(path, { shareUUID: randomUUID(), pin: PIN, phone: '12-34-5' });
  expect(refused.status).toBe(400);
  expect((await assistant.get(path)).body).toMatchObject({ canText: true });
});

test('a portal without a gateway sends no link by text message', async () => {
  const { assistant, path, listed } = await start();
  const body = { shareUUID: randomUUID(), pin: PIN, phone: '+79991234567' };
  expect((await assistant.post(path, body)).status).toBe(404);
  expect(await listed()).toEqual([]);
  expect((await assistant.get(path)).body).toMatchObject({ canText: false });
});

test('a repeated request returns the same link, also when both run at once', async () => {
  const { hand, listed, assistant, path, as, make } = await start();
  const request = { shareUUID: randomUUID() };
  const [first, second] = await Promise.all([hand(request), hand(request)]);
  expect(first).toEqual(second);
  expect(await listed()).toHaveLength(1);
  const body = { ...request, pin: PIN };
  expect((await assistant.post(path, { ...body, pin: '314159' })).status).toBe(409);
  // the letter would go to another address than the answer says
  expect((await assistant.post(path, { ...body, email: 'alena@mail.test' })).status).toBe(409);
  const colleague = await as(await make.assistant());
  expect((await colleague.post(path, body)).status).toBe(409);
});

test('a replaced link stops working, and only one of two simultaneous replacements succeeds', async () => {
  const { hand, open, listed, as, make, path, assistant } = await start();
  const old = await hand();
  const relative = await hand();
  const colleague = await as(await make.assistant());
  const again = () => ({ shareUUID: randomUUID(), pin: '271828', replaces: old.shareUUID });
  const replies = await Promise.all([assistant, colleague].map((person) => person.post(path, again())));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect((await open(old.shareURL)).status).toBe(404);
  expect((await open(relative.shareURL)).status).toBe(200);
  const created = replies.find(({ status }) => status === 201)?.body ?? {};
  const { shareURL } = created as { shareURL: string };
  expect((await open(shareURL)).status).toBe(401);
  expect((await open(shareURL, '271828')).status).toBe(200);
  expect((await listed()).filter(({ revokedAt }) => revokedAt === null)).toHaveLength(2);
});

test('a study that is moved to another patient at the same moment is not handed out to the first one', async () => {
  const { assistant, path, listed, make, doctor, patient, studyID, context } = await start();
  const other = await make.patient({ doctor });
  const body = { shareUUID: randomUUID(), pin: PIN };
  const reply = await during(context, {
    hold: (tx) => lockPatientRow(tx, patient.patientID),
    request: () => assistant.post(path, body),
    change: (tx) =>
      tx.updateTable('studies').set({ patientID: other.patientID }).where('id', '=', studyID).execute(),
  });
  expect(reply.status).toBe(409);
  expect(await listed()).toEqual([]);
});

test('an expired link is closed', async () => {
  const { hand, open, clock } = await start();
  const { shareURL } = await hand();
  clock.advance(90 * DAY_MS - 60_000);
  expect((await open(shareURL)).status).toBe(200);
  clock.advance(120_000);
  expect((await open(shareURL)).status).toBe(404);
});

test('the doctor of the patient hands out a study; others do not, and do not see the log', async () => {
  const { as, make, doctor, patient, path, hand, listed, context } = await start();
  const owner = await as(doctor);
  await hand({}, owner);
  expect(await listed(owner)).toHaveLength(1);
  const colleague = await make.doctor();
  await context.db
    .insertInto('patientShares')
    .values({ patientID: patient.patientID, doctorID: colleague.id })
    .execute();
  const shared = await as(colleague);
  const other = await as(await make.doctor());
  const body = () => ({ shareUUID: randomUUID(), pin: PIN });
  expect([(await shared.get(path)).status, (await shared.post(path, body())).status]).toEqual([403, 403]);
  expect([(await other.get(path)).status, (await other.post(path, body())).status]).toEqual([404, 404]);
  const limited = await make.assistant();
  await context.db
    .updateTable('accounts')
    .set({ rights: ['booking'] })
    .where('id', '=', limited.id)
    .execute();
  expect((await (await as(limited)).post(path, body())).status).toBe(403);
});

test('no study is handed out before it is done or while links are switched off', async () => {
  const { make, assistant } = await start();
  const { studyID } = await make.study();
  const body = { shareUUID: randomUUID(), pin: PIN };
  expect((await assistant.post(`/studies/${studyID}/patient-access`, body)).status).toBe(409);
  const off = await startServer({ STUDY_EXTERNAL_SHARE_ENABLED: 'off' });
  const study = await off.make.study({ status: 'done' });
  const centre = await off.as(await off.make.assistant());
  expect((await centre.post(`/studies/${study.studyID}/patient-access`, body)).status).toBe(404);
});

test('a link of the patient is not among those that were sent to others', async () => {
  const { hand, studyID, assistant } = await start();
  const { shareUUID } = await hand();
  const path = `/assistant/studies/${studyID}/external-shares`;
  expect((await assistant.get(path)).body).toEqual({ shares: [] });
  expect((await assistant.delete(`${path}/${shareUUID}`)).status).toBe(404);
});
