import { listErasures } from '@snimok/contract/administration/erasures';
import { STAFF_RIGHTS } from '@snimok/contract/people/staff';
import { expect, test } from 'vitest';
import {
  askToErase,
  NAME,
  startWithAdministrators,
} from '../../../administration/erasure/erasure.fixture.ts';
import { beginConfirmed } from '../../../administration/erasure/requests.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { commandInitiator, record } from '../../../platform/audit/record.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import type { TestServer } from '../../../testing/portal/server.ts';
import { client } from '../../../testing/requests-and-waiting/client.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';

const PASSWORD = 'Второй-человек-1';

/** Creates an account and signs in to it. The creator can do this if she reads the mail of the account's address. */
const createAndEnter = async (server: TestServer, creator: TestClient, email: string) => {
  const body = { name: 'Выдуманный Коллега', email, rights: [...STAFF_RIGHTS] };
  const created = await creator.post('/assistant/staff', body);
  expect(created.status).toBe(201);
  const letter = await until('the letter', () => server.outbox.find(({ to }) => to === email));
  const password = /^Пароль: (\S+)$/m.exec(letter.text)?.[1] ?? '';
  const entered = client(server.address);
  await entered.signIn(email, password);
  await entered.put('/auth/password', { password: PASSWORD, repeat_password: PASSWORD });
  return { id: (created.body as { accountID: number }).accountID, asCreated: entered };
};

const confirm = (who: TestClient, uuid: string) => who.post(`/assistant/erasures/${uuid}/confirm`);
const NOT_INDEPENDENT = { status: 403, body: { error: expect.stringContaining('не связан') } };

const start = async (settings: Record<string, string> = {}) => {
  const portal = await startWithAdministrators(settings);
  await portal.server.work('send-letter');
  const { patientID } = await portal.server.make.patient({ name: NAME });
  return { ...portal, patientID };
};

test('an erasure cannot be confirmed by an administrator whom its author has created, nor the other way round', async () => {
  const { server, asFirst, asSecond, patientID } = await start();
  const { asCreated } = await createAndEnter(server, asFirst, 'shadow@centre.test');
  const asked = await askToErase(asFirst, patientID);
  expect(await confirm(asCreated, asked)).toMatchObject(NOT_INDEPENDENT);
  const { erasures } = responseOf(listErasures, await asCreated.get('/assistant/erasures'));
  expect(erasures).toMatchObject([{ can: { decide: true, confirm: false } }]);
  expect((await asFirst.delete(`/assistant/erasures/${asked}`)).status).toBe(204);

  const byShadow = await askToErase(asCreated, patientID);
  expect(await confirm(asFirst, byShadow)).toMatchObject(NOT_INDEPENDENT);
  // two accounts that the same person has created are no more independent than one
  const { asCreated: asOther } = await createAndEnter(server, asFirst, 'other@centre.test');
  expect(await confirm(asOther, byShadow)).toMatchObject(NOT_INDEPENDENT);
  // an account that a created account has created is not independent either
  const { asCreated: asThird } = await createAndEnter(server, asOther, 'third@centre.test');
  expect((await asCreated.delete(`/assistant/erasures/${byShadow}`)).status).toBe(204);
  const again = await askToErase(asFirst, patientID);
  expect(await confirm(asThird, again)).toMatchObject(NOT_INDEPENDENT);
  expect((await confirm(asSecond, again)).status).toBe(204);
});

test('an erasure is not confirmed by a colleague whom its author reset or enabled, or who got the right later', async () => {
  const { server, second, asFirst, patientID } = await start();
  const third = await server.make.assistant();
  const asThird = await server.as(third);
  const erasureUUID = await askToErase(asFirst, patientID);
  const staff = `/assistant/staff/${second.id}`;
  const facts = { name: second.name, rights: STAFF_RIGHTS.filter((right) => right !== 'admin') };
  await asThird.put(staff, facts);
  await asThird.put(staff, { ...facts, rights: [...STAFF_RIGHTS] });
  expect(await confirm(await server.as(second), erasureUUID)).toMatchObject({
    status: 403,
    body: { error: expect.stringContaining('после') },
  });
  for (const reset of [
    () => asFirst.delete(`/assistant/staff/${third.id}/second-factors`),
    () => asFirst.put(`/assistant/staff/${third.id}/disabled`, { disabled: false }),
  ]) {
    expect((await reset()).status).toBe(204);
    expect(await confirm(await server.as(third), erasureUUID)).toMatchObject(NOT_INDEPENDENT);
    // the operator of the server vouches for the account: `npm run account -- rights`
    const details = { rights: STAFF_RIGHTS.join(' ') };
    await record(server.context.db, commandInitiator, {
      action: 'staff.change',
      doctorID: third.id,
      details,
    });
  }
  // this request is older than the enabling of her account, so she cannot confirm it
  const again = await server.as(third);
  expect((await confirm(again, erasureUUID)).status).toBe(403);
  expect((await asFirst.delete(`/assistant/erasures/${erasureUUID}`)).status).toBe(204);
  expect((await confirm(again, await askToErase(asFirst, patientID))).status).toBe(204);
});

test('a confirmed erasure waits a day, all administrators get a letter, and each of them can stop it', async () => {
  const { server, first, second, asFirst, asSecond, patientID } = await start({ ERASURE_DELAY: '24h0m0s' });
  const third = await server.make.assistant();
  const asThird = await server.as(third);
  const erasureUUID = await askToErase(asFirst, patientID);
  expect((await confirm(asSecond, erasureUUID)).status).toBe(204);
  expect((await confirm(asThird, erasureUUID)).status).toBe(409);
  const list = async (who: TestClient) =>
    responseOf(listErasures, await who.get('/assistant/erasures')).erasures[0];
  const dueAt = new Date(server.clock.now().getTime() + DAY_MS).getTime();
  const waiting = await list(asThird);
  expect(waiting).toMatchObject({
    status: 'waiting',
    requestedBy: first.name,
    decidedBy: second.name,
    can: { decide: false, confirm: false, withdraw: false, stop: true },
  });
  expect(Math.abs(Date.parse(waiting?.eraseAt ?? '') - dueAt)).toBeLessThan(60_000);
  const letters = await until('the letters', () => {
    const about = server.outbox.filter(({ subject }) => subject.includes('Удаление'));
    return about.length === 3 && about;
  });
  expect(letters.map(({ to }) => to).toSorted()).toEqual(
    [first, second, third].map(({ email }) => email).toSorted(),
  );
  for (const { text } of letters) {
    expect(text).toContain(first.name);
    expect(text).toContain(second.name);
    expect(text).not.toContain(NAME.split(' ')[0]);
  }
  await beginConfirmed(server.context, { erasureUUID });
  expect((await asFirst.get(`/assistant/patients/${patientID}`)).status).toBe(200);

  expect((await asThird.post(`/assistant/erasures/${erasureUUID}/refuse`)).status).toBe(204);
  expect(await list(asThird)).toMatchObject({ status: 'refused', decidedBy: third.name });
  server.clock.advance(DAY_MS + HOUR_MS);
  await beginConfirmed(server.context, { erasureUUID });
  expect((await (await server.as(first)).get(`/assistant/patients/${patientID}`)).status).toBe(200);
});

test('a confirmed erasure begins after a day unless one of the two is no longer an administrator', async () => {
  const { server, first, second, asFirst, asSecond, patientID } = await start({ ERASURE_DELAY: '24h0m0s' });
  const third = await server.make.assistant();
  const confirmed = async (author: TestClient, other: TestClient) => {
    const erasureUUID = await askToErase(author, patientID);
    expect((await confirm(other, erasureUUID)).status).toBe(204);
    return erasureUUID;
  };
  const stopped = await confirmed(asFirst, asSecond);
  await (await server.as(third)).put(`/assistant/staff/${second.id}/disabled`, { disabled: true });
  server.clock.advance(DAY_MS);
  await beginConfirmed(server.context, { erasureUUID: stopped });
  const author = await server.as(first);
  expect((await author.get(`/assistant/patients/${patientID}`)).status).toBe(200);

  const erasureUUID = await confirmed(author, await server.as(third));
  server.clock.advance(DAY_MS);
  await beginConfirmed(server.context, { erasureUUID });
  expect((await (await server.as(first)).get(`/assistant/patients/${patientID}`)).status).toBe(404);
});

test('the number of erasures that can be confirmed within a day is limited', async () => {
  const { server, asFirst, asSecond } = await start({ ERASURES_DAILY: '2' });
  const asked: string[] = [];
  for (let at = 0; at < 3; at += 1)
    asked.push(await askToErase(asFirst, (await server.make.patient({ name: NAME })).patientID));
  const statuses: number[] = [];
  for (const uuid of asked) statuses.push((await confirm(asSecond, uuid)).status);
  expect(statuses).toEqual([204, 204, 429]);
});
