import { ASSISTANTS_CHANNEL, userChannel } from '@snimok/contract/platform/realtime';
import { STAFF_RIGHTS } from '@snimok/contract/people/staff';
import { expect, test } from 'vitest';
import { channelToken, newConnectionToken, realtimeClient } from '../../testing/callers/realtime-client.ts';
import type { Account } from '../../testing/portal/make.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { publish } from './publish.ts';

/** A page of this account that listens on its own channel. */
const listen = async ({ as, address }: TestServer, account: Account) => {
  const client = await as(account);
  const page = realtimeClient(address, { getToken: () => newConnectionToken(client) });
  await page.connected();
  await page.subscribe(userChannel(account.id));
  const waitFor = (type: string) =>
    until(`the event ${type}`, () => page.events.some((event) => event.type === type));
  return { client, page, waitFor };
};

test('an assistant without the right to the messenger receives the other events but no messages', async () => {
  const server = await startServer();
  const { make, as, context } = server;
  const clerk = await make.assistant();
  const doctor = await make.doctor();
  const withoutMessenger = STAFF_RIGHTS.filter((right) => right !== 'messenger');
  await context.db
    .updateTable('accounts')
    .set({ rights: withoutMessenger })
    .where('id', '=', clerk.id)
    .execute();
  const { client, page, waitFor } = await listen(server, clerk);
  expect(await channelToken(client, ASSISTANTS_CHANNEL)).toBe('');
  await (await as(doctor)).post('/doctor/messenger/messages/send', { text: 'Здравствуйте' });
  await publish(context.db, ['assistants'], { type: 'booking_changed', data: { bookingID: 1 } });
  await waitFor('booking_changed');
  expect(page.events.map(({ type }) => type)).toEqual(['booking_changed']);
});

test('an open page learns that its account was given a right, a role or a feature', async () => {
  const server = await startServer();
  const { make, as, context } = server;
  const chief = await make.assistant();
  const clerk = await make.assistant();
  const doctor = await make.doctor();
  const nurse = await make.member(doctor, 'reception');
  await context.db
    .updateTable('accounts')
    .set({ rights: ['studies'] })
    .where('id', '=', clerk.id)
    .execute();
  const pages = [await listen(server, clerk), await listen(server, nurse)];
  const centre = await as(chief);
  await centre.put(`/assistant/staff/${clerk.id}`, { name: clerk.name, rights: ['studies', 'messenger'] });
  await pages[0]?.waitFor('account_changed');
  // the same session may read the channel now
  expect(await channelToken(pages[0]!.client, ASSISTANTS_CHANNEL)).not.toBe('');
  await centre.put(`/assistant/doctors/${doctor.id}`, { name: doctor.name, featureFlags: ['schedule'] });
  await pages[1]?.waitFor('account_changed');
  pages[1]!.page.events.length = 0;
  await (await as(doctor)).put(`/doctor/people/${nurse.id}`, { role: 'doctor' });
  await pages[1]?.waitFor('account_changed');
});
