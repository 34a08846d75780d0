import { addPushDevice, getNotifications } from '@snimok/contract/people/notification-choices';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import type { Account } from '../../testing/portal/make.ts';
import { startPushService } from '../../testing/outside/push-service.ts';
import { makeKeyedJobsDue } from '../../testing/portal/queued-jobs.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { LOCAL } from '../../testing/outside/webhook-receiver.ts';
import { deleteExpired } from '../accounts/sessions/delete-expired.ts';

const DEVICES = '/account/push-devices';

const start = async (settings: Record<string, string> = {}) => {
  const push = await startPushService();
  const server = await startServer({ ...LOCAL, ...settings });
  const doctor = await server.make.doctor();
  const asDoctor = await server.as(doctor);
  const keyOf = async (who: TestClient) =>
    responseOf(getNotifications, await who.get('/account/notifications')).pushKey;
  const subscribe = async (who: TestClient, name?: string) => {
    const body = { ...push.subscription(name), serverKey: await keyOf(who) };
    return responseOf(addPushDevice, await who.post(DEVICES, body));
  };
  const devicesOf = async (who: TestClient) =>
    responseOf(getNotifications, await who.get('/account/notifications')).devices;
  const subscriptions = () => server.context.db.selectFrom('pushSubscriptions').selectAll().execute();
  const centre = await server.as(await server.make.assistant());
  const write = (to: Account) =>
    centre.post(`/assistant/messenger/dialogs/${to.id}/messages/send`, { text: 'Снимок Иванова готов' });
  return { ...server, push, doctor, asDoctor, keyOf, subscribe, devicesOf, subscriptions, write };
};

test('a device gets an encrypted message, signed for its push service, without the text of the chat message', async () => {
  const { push, doctor, asDoctor, subscribe, devicesOf, write, work, keyOf } = await start();
  await work('send-notice');
  const { deviceUUID } = await subscribe(asDoctor);
  expect(await devicesOf(asDoctor)).toMatchObject([{ deviceUUID, current: true, deliveredAt: null }]);
  await write(doctor);
  await until('the message', () => push.received.length === 1);
  expect(push.received[0]).toMatchObject({
    payload: {
      title: 'Новое сообщение от центра',
      body: 'Откройте чат, чтобы прочитать его.',
      path: '/doctor-area/',
      tag: `dialog:${doctor.id}`,
    },
    claims: { aud: push.origin, sub: 'mailto:no-reply@localhost' },
    topic: expect.stringMatching(/^[\w-]{32}$/),
  });
  expect(push.received[0]?.claims.exp).toBeLessThan(Date.now() / 1000 + 24 * 3600);
  await until('the device to show it', async () => (await devicesOf(asDoctor))[0]?.deliveredAt);
  expect(await keyOf(asDoctor)).toMatch(/^B[\w-]{86}$/);
});

test('a message that the push service refuses with 429 is sent again later; 410 deletes the subscription', async () => {
  const { push, doctor, asDoctor, subscribe, subscriptions, write, work, context } = await start();
  await work('send-notice');
  await subscribe(asDoctor);
  push.setAnswer((reply) => void reply.writeHead(429, { 'retry-after': '60' }).end());
  await write(doctor);
  const notice = () => context.db.selectFrom('notices').selectAll().executeTakeFirst();
  await until('the first attempt', async () => (await notice())?.attempts === 1);
  expect(await notice()).toMatchObject({
    lastError: 'Служба уведомлений браузера не приняла сообщение (429)',
  });
  push.setAnswer((reply) => void reply.writeHead(410).end());
  await makeKeyedJobsDue(context.db);
  await until('the subscription to end', async () => (await subscriptions()).length === 0);
  expect(await notice()).toBeUndefined();
});

test('a subscription ends when its session is signed out or ended, but not when the session expires', async () => {
  const { as, doctor, asDoctor, subscribe, subscriptions, context } = await start();
  const phone = await as(doctor);
  await subscribe(asDoctor, 'office');
  await subscribe(phone, 'phone');
  expect(await subscriptions()).toHaveLength(2);
  expect((await asDoctor.delete('/account/sessions')).status).toBe(204);
  expect((await subscriptions()).map(({ endpoint }) => endpoint.split('/').at(-1))).toEqual(['office']);
  await sql`update sessions set expires_at = now() - interval '1 minute'`.execute(context.db);
  await deleteExpired(context);
  expect(await context.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  expect(await subscriptions()).toHaveLength(1);

  const again = await as(doctor);
  await subscribe(again, 'office');
  expect((await again.delete('/auth/token')).status).toBe(204);
  expect(await subscriptions()).toEqual([]);
});

test('devices get no messages after the account was disabled or the centre reset its password', async () => {
  const { as, make, push, doctor, asDoctor, subscribe, subscriptions, write, work, context } = await start();
  await work('send-notice');
  await subscribe(asDoctor);
  // The session has expired, so ending sessions cannot stop the messages. The changed `credentialsVersion` of the account must.
  await sql`update sessions set expires_at = now() - interval '1 minute' where account_id = ${doctor.id}`.execute(
    context.db,
  );
  const centre = await as(await make.assistant());
  expect((await centre.patch(`/assistant/doctors/${doctor.id}/reset-password`)).status).toBe(204);
  await write(doctor);
  expect(await context.db.selectFrom('notices').selectAll().execute()).toEqual([]);

  const other = await make.doctor();
  const asOther = await as(other);
  await subscribe(asOther, 'other');
  await write(other);
  await until('the message', () => push.received.length === 1);
  await context.db
    .updateTable('accounts')
    .set({ disabledAt: new Date() })
    .where('id', '=', other.id)
    .execute();
  await write(other);
  expect(push.received).toHaveLength(1);
  expect(await subscriptions()).toHaveLength(2);
});

test("a browser's subscription belongs to the account that subscribed last; only that account can renew it", async () => {
  const { as, make, push, asDoctor, keyOf, subscribe, devicesOf } = await start();
  await subscribe(asDoctor);
  const asOther = await as(await make.doctor());
  const body = { ...push.subscription(), serverKey: await keyOf(asOther) };
  expect((await asDoctor.put(DEVICES, body)).status).toBe(204);
  expect(refusal(await asOther.put(DEVICES, body))).toEqual([404, 'Такого устройства уже нет']);
  const { deviceUUID } = await subscribe(asOther);
  expect(await devicesOf(asDoctor)).toEqual([]);
  expect((await asDoctor.delete(`${DEVICES}/${deviceUUID}`)).status).toBe(404);
  expect((await asOther.delete(`${DEVICES}/${deviceUUID}`)).status).toBe(204);
  expect(await devicesOf(asOther)).toEqual([]);
});

test('a subscription with an endpoint in a private network or with an unknown server key is refused', async () => {
  const { push, asDoctor, keyOf } = await start({ WEBHOOK_NETWORKS: '' });
  const serverKey = await keyOf(asDoctor);
  const { keys } = push.subscription();
  for (const endpoint of [
    push.subscription().endpoint,
    'https://127.0.0.1/x',
    'https://169.254.169.254/latest',
    'https://[::1]/x',
    'http://push.test/x',
    'https://push.test:25/x',
  ])
    expect(refusal(await asDoctor.post(DEVICES, { endpoint, keys, serverKey }))).toEqual([
      400,
      'Служба уведомлений этого браузера не поддерживается',
    ]);
  const endpoint = 'https://push.test/x';
  const unknown = `B${'A'.repeat(86)}`;
  expect((await asDoctor.post(DEVICES, { endpoint, keys, serverKey: unknown })).status).toBe(409);
});

test('devices that subscribed before a rotation of the secret still get messages', async () => {
  const before = 'a-secret-of-the-year-before';
  const first = await start({ SECRET: before });
  const key = await first.keyOf(first.asDoctor);
  const { push, doctor, asDoctor, write, work, keyOf } = await start({
    SECRET: 'a-secret-of-this-year',
    SECRET_PREVIOUS: before,
  });
  expect(await keyOf(asDoctor)).not.toBe(key);
  expect((await asDoctor.post(DEVICES, { ...push.subscription(), serverKey: key })).status).toBe(201);
  await work('send-notice');
  await write(doctor);
  await until('the message', () => push.received.length === 1);
});
