import { ASSISTANTS_CHANNEL } from '@snimok/contract/platform/realtime';
import { STAFF_RIGHTS } from '@snimok/contract/people/staff';
import { expect, test } from 'vitest';
import { grantProgramAccess } from '../../testing/callers/program.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';

const start = async () => {
  const server = await startServer();
  const admin = await server.make.assistant();
  const colleague = await server.make.assistant();
  return {
    server,
    admin,
    colleague,
    asAdmin: await server.as(admin),
    asColleague: await server.as(colleague),
  };
};

const actionsOf = async ({ context }: TestServer, accountID: number) => {
  const events = context.db.selectFrom('auditEvents').select(['action', 'actorID', 'details']);
  return events.where('doctorID', '=', accountID).orderBy('id').execute();
};

test('an account has every right by default, and a withdrawn right is lost at once', async () => {
  const { server, admin, colleague, asAdmin, asColleague } = await start();
  const { body: member } = await asAdmin.get(`/assistant/staff/${colleague.id}`);
  expect(member).toMatchObject({ rights: [...STAFF_RIGHTS], self: false, sessionsCount: 1 });

  const rights = STAFF_RIGHTS.filter((right) => right !== 'messenger');
  const changed = await asAdmin.put(`/assistant/staff/${colleague.id}`, { name: 'Зимина Вера', rights });
  expect(changed.status).toBe(204);
  // her sessions end, and with them open sockets and transfers
  expect((await asColleague.get('/assistant/settings')).status).toBe(401);
  const again = await server.as(colleague);
  expect((await again.get('/assistant/settings')).body).toMatchObject({ rights });
  const refused = await again.get('/assistant/messenger/dialogs');
  expect(refused).toMatchObject({ status: 403, body: { error: expect.stringContaining('«Мессенджер»') } });
  const subscription = { client: 'x', channels: [ASSISTANTS_CHANNEL] };
  expect((await again.post('/auth/centrifugo/subscribe', subscription)).body).toMatchObject({ channels: [] });

  // a new right needs no new session
  await asAdmin.put(`/assistant/staff/${colleague.id}`, { name: 'Зимина Вера', rights: [...STAFF_RIGHTS] });
  expect((await again.get('/assistant/messenger/dialogs')).status).toBe(200);
  expect(await actionsOf(server, colleague.id)).toEqual([
    expect.objectContaining({
      action: 'staff.change',
      actorID: admin.id,
      details: { rights: rights.join(' '), withdrawn: 'messenger' },
    }),
    expect.objectContaining({ action: 'staff.change' }),
  ]);
});

test('the last administrator can neither be disabled nor lose the right, also by two at once', async () => {
  const { server, admin, colleague, asAdmin, asColleague } = await start();
  const withoutAdmin = { name: 'Кто-то', rights: ['studies'] };
  const replies = await Promise.all([
    asAdmin.put(`/assistant/staff/${colleague.id}/disabled`, { disabled: true }),
    asColleague.put(`/assistant/staff/${admin.id}`, withoutAdmin),
  ]);
  expect(replies.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
  const { db } = server.context;
  const administrators = await db
    .selectFrom('accounts')
    .select(['id', 'rights'])
    .where('role', '=', 'assistant')
    .where('disabledAt', 'is', null)
    .execute();
  const last = administrators.filter(({ rights }) => rights.includes('admin'));
  expect(last).toHaveLength(1);
  const self = await server.as(last[0]?.id === admin.id ? admin : colleague);
  const url = `/assistant/staff/${last[0]?.id}`;
  for (const refused of [
    await self.put(`${url}/disabled`, { disabled: true }),
    await self.put(url, withoutAdmin),
  ])
    expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining('последний') } });
  expect((await self.get(url)).status).toBe(200);
});

test('an administrator creates an account, which signs in with the password of its letter', async () => {
  const { server, asAdmin } = await start();
  await server.work('send-letter');
  const body = { name: 'Орлова Анна', email: 'orlova@centre.test', rights: ['booking', 'messenger'] };
  const created = await asAdmin.post('/assistant/staff', body);
  expect(created.status).toBe(201);
  const { accountID } = created.body as { accountID: number };
  expect((await asAdmin.post('/assistant/staff', body)).status).toBe(409);
  const letter = await until('the letter', () => server.outbox[0]);
  expect(letter.text).toContain('учётную запись сотрудника');
  const password = /^Пароль: (\S+)$/m.exec(letter.text)?.[1] ?? '';
  expect(await asAdmin.get(`/assistant/staff/${accountID}`)).toMatchObject({
    body: { lastSignInAt: null, disabledAt: null, rights: body.rights, letter: expect.anything() },
  });
  const signedIn = await server.nobody.signIn(body.email, password);
  expect(signedIn).toMatchObject({ status: 200, body: { password_is_temporary: true } });
  const { body: member } = await asAdmin.get(`/assistant/staff/${accountID}`);
  expect(member).toMatchObject({
    lastSignInAt: expect.any(String),
    lastSeenAt: expect.any(String),
    sessionsCount: 1,
  });

  await asAdmin.put(`/assistant/staff/${accountID}/disabled`, { disabled: true });
  expect(await asAdmin.get(`/assistant/staff/${accountID}`)).toMatchObject({
    body: { disabledAt: expect.any(String), sessionsCount: 0 },
  });
  await asAdmin.put(`/assistant/staff/${accountID}/disabled`, { disabled: false });
  await asAdmin.delete(`/assistant/staff/${accountID}/sessions`);
  await asAdmin.delete(`/assistant/staff/${accountID}/second-factors`);
  await asAdmin.patch(`/assistant/staff/${accountID}/reset-password`);
  const { events } = (await asAdmin.get(`/assistant/staff/${accountID}/history`)).body as {
    events: { action: string }[];
  };
  expect(events.map(({ action }) => action)).toEqual([
    'staff.reset-password',
    'staff.reset-factors',
    'staff.end-sessions',
    'staff.enable',
    'staff.disable',
    'account.sign-in',
    'staff.create',
  ]);
});

test('the accounts of clients are not treated as employees', async () => {
  const { server, asAdmin } = await start();
  const doctor = await server.make.doctor();
  expect((await asAdmin.get(`/assistant/staff/${doctor.id}`)).status).toBe(404);
  const disabled = await asAdmin.put(`/assistant/staff/${doctor.id}/disabled`, { disabled: true });
  expect(disabled.status).toBe(404);
  const { staff } = (await asAdmin.get('/assistant/staff')).body as { staff: unknown[] };
  expect(staff).toHaveLength(2);
});

test('an upload program loses its access when the assistant who granted it loses the right', async () => {
  const { server, asAdmin, colleague, asColleague } = await start();

  const { bearer } = await grantProgramAccess(server, asColleague);
  expect((await server.nobody.get('/assistant/doctors', bearer)).status).toBe(200);
  await asAdmin.put(`/assistant/staff/${colleague.id}`, { name: 'Зимина', rights: ['programs'] });
  expect((await server.nobody.get('/assistant/doctors', bearer)).status).toBe(401);
});
