import { signIn } from '@snimok/contract/people/auth';
import { userChannel } from '@snimok/contract/platform/realtime';
import { expect, test } from 'vitest';
import { client } from '../../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import type { Account } from '../../../testing/portal/make.ts';
import { realtimeClient } from '../../../testing/callers/realtime-client.ts';
import { withTOTP } from '../../../testing/callers/second-factor.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';

/** Whether a realtime connection with this token opens, or the code with which it is closed. */
const outcomeOf = async (server: TestServer, token: string): Promise<'open' | number> => {
  const page = realtimeClient(server.address, { token });
  page.centrifuge.connect();
  return until('the connection or its refusal', () =>
    page.centrifuge.state === 'connected' ? 'open' : page.disconnects.at(-1)?.code,
  );
};

const makeTemporary = async ({ context }: TestServer, account: Account) => {
  await context.db
    .updateTable('accounts')
    .set({ passwordIsTemporary: true })
    .where('id', '=', account.id)
    .execute();
  return account;
};

test('the realtime token of a one-time password opens no connection until a password is chosen', async () => {
  const server = await startServer();
  const doctor = await makeTemporary(server, await server.make.doctor());
  const browser = client(server.address);
  const { realtime_token: token } = responseOf(signIn, await browser.signIn(doctor.email, doctor.password));
  expect(await outcomeOf(server, token)).toBe(3500);
  const chosen = { password: 'Zub-Mudrosti-8', repeat_password: 'Zub-Mudrosti-8' };
  expect((await browser.put('/auth/password', chosen)).status).toBe(204);
  expect(await outcomeOf(server, token)).toBe('open');
});

test('the realtime token of a session whose second factor is due opens no connection', async () => {
  const server = await startServer({ MFA: 'all' });
  const doctor = await server.make.doctor();
  const reply = responseOf(signIn, await server.nobody.signIn(doctor.email, doctor.password));
  expect(reply.second_factor_required).toBe(true);
  expect(await outcomeOf(server, reply.realtime_token)).toBe(3500);
  const { owner } = await withTOTP(server, doctor);
  const refreshed = (await owner.post('/auth/centrifugo/refresh')).body as { realtime_token: string };
  expect(await outcomeOf(server, refreshed.realtime_token)).toBe('open');
});

test('a limited session gets neither new nor earlier chat messages over the realtime connection', async () => {
  const server = await startServer();
  const doctor = await server.make.doctor();
  const assistant = await server.as(await server.make.assistant());
  const own = await server.as(doctor);
  await own.post('/doctor/messenger/messages/send', { text: 'Добрый день' });
  await makeTemporary(server, doctor);
  const browser = client(server.address);
  const { realtime_token: token } = responseOf(signIn, await browser.signIn(doctor.email, doctor.password));
  const page = realtimeClient(server.address, { token });
  page.centrifuge.connect();
  const { refusalCode } = await page.subscribe(userChannel(doctor.id));
  const { body } = await assistant.get('/assistant/messenger/dialogs');
  const { dialogs } = body as { dialogs: { dialogID: number }[] };
  const path = `/assistant/messenger/dialogs/${dialogs[0]?.dialogID}/messages/send`;
  expect((await assistant.post(path, { text: 'Снимок Иванова готов' })).status).toBeLessThan(300);
  expect([refusalCode, page.events]).toEqual([3500, []]);
});
