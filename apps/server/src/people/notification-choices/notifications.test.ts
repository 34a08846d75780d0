import { getNotifications, type NotificationChannel } from '@snimok/contract/people/notification-choices';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/time-and-sizes/duration.ts';
import { sendDigests } from '../../platform/notices/send-digests.ts';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { deliverNotice } from '../../platform/notices/deliver.ts';
import { startServer } from '../../testing/portal/server.ts';
import { startTextGateway } from '../../testing/outside/text-gateway.ts';

const PATH = '/account/notifications';

const start = async () => {
  const gateway = await startTextGateway();
  const server = await startServer({ ...gateway.settings, SESSION_MAX_AGE: '8760h0m0s' });
  const { make, as, context } = server;
  const doctor = await make.doctor({ flags: ['schedule'] });
  const asDoctor = await as(doctor);
  const centre = await as(await make.assistant());
  const read = async (who: TestClient) => responseOf(getNotifications, await who.get(PATH));
  const choose = (who: TestClient, kind: string, channel: NotificationChannel, wanted = true) =>
    who.put(PATH, { kind, channel, wanted });
  const wantedOf = async (who: TestClient, kind: string) =>
    (await read(who)).choices
      .find((choice) => choice.kind === kind)
      ?.channels.flatMap(({ channel, wanted }) => (wanted ? channel : []));
  const signal = new AbortController().signal;
  /** Sends the waiting notices, as the worker does. */
  const deliverAll = async () => {
    const waiting = context.db.selectFrom('notices').select('id').where('sentAt', 'is', null);
    for (const { id } of await waiting.orderBy('id').execute())
      await deliverNotice(context, { noticeID: id }, signal);
  };
  const codeSent = async () => {
    await deliverAll();
    return /\d{6}/.exec(gateway.delivered.at(-1)?.text ?? '')?.[0] ?? '';
  };
  const confirmPhone = async (who: TestClient, phone = '8 999 123-45-67') => {
    expect((await who.post('/account/phone', { phone })).status).toBe(204);
    expect((await who.post('/account/phone/confirm', { code: await codeSent() })).status).toBe(204);
  };
  const write = () =>
    centre.post(`/assistant/messenger/dialogs/${doctor.id}/messages/send`, { text: 'Иванов готов' });
  const letters = async () =>
    (await context.db.selectFrom('letters').selectAll().orderBy('id').execute()).filter(
      ({ recipient }) => recipient === doctor.email,
    );
  return {
    ...server,
    gateway,
    doctor,
    asDoctor,
    centre,
    read,
    choose,
    wantedOf,
    deliverAll,
    codeSent,
    confirmPhone,
    write,
    letters,
  };
};

test('an account chooses among the notification kinds and channels of its role', async () => {
  const { make, as, context, doctor, asDoctor, centre, read, choose, wantedOf } = await start();
  const kinds = async (who: TestClient) => (await read(who)).choices.map(({ kind }) => kind);
  const all = ['studies', 'reports', 'bookings', 'messages', 'shares', 'requests', 'sign-ins'];
  expect(await kinds(asDoctor)).toEqual(all);
  const reception = await as(await make.member(doctor, 'reception'));
  expect(await kinds(reception)).toEqual(all.filter((kind) => kind !== 'requests' && kind !== 'reports'));
  expect((await choose(reception, 'requests', 'mail', false)).status).toBe(404);
  expect(await kinds(centre)).toEqual(['messages', 'sign-ins']);
  expect((await choose(centre, 'studies', 'mail', false)).status).toBe(404);
  const employee = await make.assistant();
  await context.db
    .updateTable('accounts')
    .set({ rights: ['studies'] })
    .where('id', '=', employee.id)
    .execute();
  const clerk = await as(employee);
  expect(await kinds(clerk)).toEqual(['sign-ins']);
  // the portal has no gateway for messengers, and messages cause no single letters
  expect((await choose(asDoctor, 'studies', 'messenger')).status).toBe(404);
  expect((await choose(asDoctor, 'messages', 'mail')).status).toBe(404);

  expect(await wantedOf(asDoctor, 'studies')).toEqual(['mail', 'push']);
  expect((await choose(asDoctor, 'studies', 'digest')).status).toBe(204);
  expect(await wantedOf(asDoctor, 'studies')).toEqual(['digest', 'push']);
  expect((await choose(asDoctor, 'studies', 'mail')).status).toBe(204);
  expect(await wantedOf(asDoctor, 'studies')).toEqual(['mail', 'push']);
  expect((await choose(asDoctor, 'studies', 'push', false)).status).toBe(204);
  expect(await wantedOf(asDoctor, 'studies')).toEqual(['mail']);
  // the choices of two open pages do not overwrite each other
  const page = await as(doctor);
  const replies = await Promise.all([
    choose(asDoctor, 'studies', 'mail', false),
    choose(page, 'shares', 'push', false),
    choose(asDoctor, 'bookings', 'digest'),
    choose(page, 'requests', 'digest'),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
  expect(await wantedOf(asDoctor, 'studies')).toEqual([]);
  expect(await wantedOf(asDoctor, 'shares')).toEqual(['mail']);
  expect(await wantedOf(asDoctor, 'bookings')).toEqual(['digest', 'push']);
  expect(await wantedOf(asDoctor, 'requests')).toEqual(['digest', 'push']);
  // on a page of an earlier version, only letters can be chosen
  expect((await page.put('/account/letters', { declined: ['bookings'] })).status).toBe(204);
  expect(await wantedOf(asDoctor, 'requests')).toEqual(['mail', 'push']);
});

test('text messages need a phone that was confirmed by a code', async () => {
  const { asDoctor, choose, gateway, confirmPhone, read, wantedOf, write, deliverAll, clock } = await start();
  expect(refusal(await choose(asDoctor, 'messages', 'sms'))).toEqual([
    409,
    'Сначала подтвердите номер телефона',
  ]);
  expect(refusal(await asDoctor.post('/account/phone', { phone: '123-45-67' }))).toEqual([
    400,
    'Введите номер телефона полностью, с кодом страны',
  ]);
  await confirmPhone(asDoctor);
  expect(await read(asDoctor)).toMatchObject({ phone: '+79991234567', pendingPhone: null });
  expect((await choose(asDoctor, 'messages', 'sms')).status).toBe(204);
  await write();
  await deliverAll();
  expect(gateway.delivered.at(-1)).toMatchObject({
    to: '+79991234567',
    text: 'Новое сообщение от центра. Откройте чат, чтобы прочитать его.\nhttp://portal.test/doctor-area/',
  });
  // one conversation causes at most one text message an hour
  const before = gateway.delivered.length;
  await write();
  await deliverAll();
  expect(gateway.delivered).toHaveLength(before);
  clock.advance(HOUR_MS + 1000);
  await write();
  await deliverAll();
  expect(gateway.delivered).toHaveLength(before + 1);

  expect((await asDoctor.delete('/account/phone')).status).toBe(204);
  expect(await wantedOf(asDoctor, 'messages')).toEqual(['push']);
  clock.advance(HOUR_MS + 1000);
  await write();
  await deliverAll();
  expect(gateway.delivered).toHaveLength(before + 1);
});

test('a phone code works once, within ten minutes, for one account and number, and guesses are limited', async () => {
  const { make, as, asDoctor, codeSent, read, clock, context } = await start();
  const confirm = (who: TestClient, code: string) => who.post('/account/phone/confirm', { code });
  await asDoctor.post('/account/phone', { phone: '+79991234567' });
  expect(await read(asDoctor)).toMatchObject({ phone: null, pendingPhone: '+79991234567' });
  const code = await codeSent();
  const stored = JSON.stringify(await context.db.selectFrom('notices').selectAll().execute());
  expect(stored).not.toContain(code);
  const asOther = await as(await make.doctor());
  await asOther.post('/account/phone', { phone: '+79990000000' });
  expect((await confirm(asOther, code)).status).toBe(400);
  clock.advance(11 * 60_000);
  expect((await confirm(asDoctor, code)).status).toBe(400);

  await asDoctor.post('/account/phone', { phone: '+79991234567' });
  const next = await codeSent();
  const wrong = next === '000000' ? '000001' : '000000';
  for (let n = 0; n < 5; n += 1) expect((await confirm(asDoctor, wrong)).status).toBe(400);
  expect((await confirm(asDoctor, next)).status).toBe(429);

  await asDoctor.post('/account/phone', { phone: '+79991234567' });
  const last = await codeSent();
  const replies = await Promise.all([confirm(asDoctor, last), confirm(asDoctor, last)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 400]);
  for (const expected of [204, 204, 429])
    expect((await asDoctor.post('/account/phone', { phone: '+79991234567' })).status).toBe(expected);
});

test('a digest is one letter about all chosen events, and is not sent if there are none', async () => {
  const { make, as, doctor, asDoctor, choose, write, letters, clock, context } = await start();
  clock.freeze();
  for (const kind of ['messages', 'shares']) await choose(asDoctor, kind, 'digest');
  expect((await asDoctor.put(`${PATH}/digest`, { every: 'day', hour: 8 })).status).toBe(204);
  const due = async () => {
    const { nextDigestAt } = await context.db
      .selectFrom('notificationSettings')
      .selectAll()
      .executeTakeFirstOrThrow();
    return nextDigestAt ?? new Date(0);
  };
  const moscowHour = (at: Date) => (at.getUTCHours() + 3) % 24;
  expect([moscowHour(await due()), (await due()) > clock.now()]).toEqual([8, true]);
  const untilDue = async () => clock.advance((await due()).getTime() - clock.now().getTime());

  await untilDue();
  await sendDigests(context);
  expect(await letters()).toEqual([]);

  const colleague = await make.doctor({ name: 'Клиника «Заря»' });
  const patient = await make.patient({ doctor: colleague, name: 'Иванов Иван' });
  const asColleague = await as(colleague);
  const url = `/doctor/patients/${patient.patientID}/shares`;
  expect((await asColleague.post(url, { shareDoctorEmail: doctor.email })).status).toBe(201);
  await write();
  await write();
  expect(await letters()).toEqual([]);
  await untilDue();
  // two workers run in the same minute
  await Promise.all([sendDigests(context), sendDigests(context)]);
  const [letter, ...others] = await letters();
  expect(others).toEqual([]);
  expect(letter).toMatchObject({
    template: 'digest',
    recipient: doctor.email,
    facts: {
      isWeekly: false,
      sections: [
        { kind: 'messages', items: [{ title: 'Новое сообщение от центра', path: '/doctor-area/' }] },
        { kind: 'shares', items: [{ title: 'Открывает Клиника «Заря»' }] },
      ],
      more: 0,
    },
  });
  await untilDue();
  await sendDigests(context);
  expect(await letters()).toHaveLength(1);

  expect((await asDoctor.put(`${PATH}/digest`, { every: 'week', hour: 23 })).status).toBe(204);
  const weekly = await due();
  expect([moscowHour(weekly), new Date(weekly.getTime() + 3 * HOUR_MS).getUTCDay()]).toEqual([23, 1]);
  expect(weekly.getTime() - clock.now().getTime()).toBeLessThanOrEqual(7 * 24 * HOUR_MS);
});
