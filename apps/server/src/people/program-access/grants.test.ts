import { getProgramGrant, listGrantedPrograms } from '@snimok/contract/people/program-access';
import { expect, test } from 'vitest';
import { deleteEndedGrants } from './delete-ended-grants.ts';
import { requestCodes, grantProgramAccess } from '../../testing/callers/program.ts';
import { responseOf, refusal } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';

const NO_GRANT = [404, 'Такого запроса нет. Сверьте код с тем, который показывает программа'];

const centre = async () => {
  const server = await startServer();
  const person = await server.make.assistant({ name: 'Ольга Смирнова' });
  const assistant = await server.as(person);
  const statusOf = async (path: string) => responseOf(getProgramGrant, await assistant.get(path)).status;
  const listed = async () =>
    responseOf(listGrantedPrograms, await assistant.get('/assistant/desktop-app/grants')).grants;
  return { ...server, server, person, assistant, statusOf, listed };
};

test('actions that the status of a grant does not allow get 409 and change nothing', async () => {
  const { nobody, assistant, person, statusOf, clock } = await centre();
  const grantAfter = async (...actions: string[]) => {
    const codes = await requestCodes(nobody);
    for (const action of actions) {
      if (action === 'poll') expect((await codes.poll()).status).toBe(200);
      else expect((await assistant.patch(`${codes.path}/${action}`)).status).toBe(204);
    }
    return codes.path;
  };
  const paths = {
    granted: await grantAfter('accept'),
    declined: await grantAfter('decline'),
    authorized: await grantAfter('accept', 'poll'),
    revoked: await grantAfter('accept', 'poll', 'revoke'),
    issued: await grantAfter(),
  };
  const refused = async (path: string, ...actions: string[]) => {
    const before = await statusOf(path);
    const refusals = [];
    for (const action of actions) refusals.push(refusal(await assistant.patch(`${path}/${action}`)));
    expect(await statusOf(path)).toBe(before);
    expect(new Set(refusals.map(String)).size).toBe(1);
    return [before, ...refusals[0]!];
  };
  expect(await refused(paths.issued, 'revoke')).toEqual([
    'issued',
    409,
    'Запрос ещё не разрешён: отзывать нечего',
  ]);
  expect(await refused(paths.granted, 'accept', 'decline')).toEqual([
    'granted',
    409,
    'Этот запрос уже разрешён',
  ]);
  expect(await refused(paths.authorized, 'accept', 'decline')).toEqual([
    'authorized',
    409,
    'Этот запрос уже разрешён, программа получила доступ',
  ]);
  expect(await refused(paths.declined, 'accept', 'decline', 'revoke')).toEqual([
    'declined',
    409,
    'Этот запрос уже отклонён',
  ]);
  expect(await refused(paths.revoked, 'accept', 'decline', 'revoke')).toEqual([
    'revoked',
    409,
    'Доступ по этому запросу уже отозван',
  ]);
  clock.advance(10 * 60_000);
  const confirmation = { method: 'password', password: person.password };
  expect((await assistant.post('/account/confirmation', confirmation)).status).toBe(204);
  expect(await refused(paths.issued, 'accept', 'decline', 'revoke')).toEqual([
    'expired',
    409,
    'Срок действия запроса истёк. Начните вход в программе заново',
  ]);
  // the grant was accepted, but the program never fetched its token
  expect(await statusOf(paths.granted)).toBe('expired');
  expect(await statusOf(paths.authorized)).toBe('authorized');
  expect(await statusOf(paths.declined)).toBe('declined');
});

test('exactly one of several concurrent accepts and declines succeeds', async () => {
  const { nobody, assistant, statusOf } = await centre();
  for (let round = 0; round < 5; round++) {
    const { path } = await requestCodes(nobody);
    const replies = await Promise.all([
      assistant.patch(`${path}/accept`),
      assistant.patch(`${path}/decline`),
      assistant.patch(`${path}/accept`),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409, 409]);
    expect(await statusOf(path)).toBe(replies[1]?.status === 204 ? 'declined' : 'granted');
  }
});

test('a user code is accepted in lower case, without the dash, with spaces and in Cyrillic letters', async () => {
  const { nobody, assistant } = await centre();
  const { user_code: code } = await requestCodes(nobody);
  const russian: Record<string, string> = { B: 'В', C: 'с', H: 'Н', K: 'К', M: 'М', P: 'р', T: 'Т', X: 'х' };
  const written = [
    code.toLowerCase(),
    code.replace('-', ''),
    code.replace('-', ' – '),
    ` ${[...code].join(' ')} `,
    [...code].map((letter) => russian[letter] ?? letter).join(''),
  ];
  for (const each of written) {
    const reply = await assistant.get(`/assistant/desktop-app/grant/${encodeURIComponent(each)}`);
    expect([each, responseOf(getProgramGrant, reply).userCode]).toEqual([each, code]);
  }
  for (const wrong of [code.slice(1), `${code}B`, 'AEIO-UAEI', '%00', "'or'1'='1", 'Щ'.repeat(90)]) {
    const reply = await assistant.get(`/assistant/desktop-app/grant/${encodeURIComponent(wrong)}`);
    expect([wrong, ...refusal(reply)]).toEqual([wrong, ...NO_GRANT]);
  }
});

test('every assistant sees the granted programs with assistant and address, and can revoke them', async () => {
  const { server, nobody, assistant, listed, as, make, clock } = await centre();
  await requestCodes(nobody);
  const { program } = await grantProgramAccess(server, assistant);
  const waiting = await requestCodes(nobody, { 'x-forwarded-for': '203.0.113.5' });
  clock.advance(1_000);
  await assistant.patch(`${waiting.path}/accept`);
  const [first, second] = await listed();
  expect(first).toMatchObject({ status: 'granted', address: '203.0.113.5', lastUsedAt: null });
  expect(second).toEqual({
    grantID: expect.any(Number),
    status: 'authorized',
    scope: 'upload-studies',
    appVersion: '1.4.2',
    assistantName: 'Ольга Смирнова',
    address: '127.0.0.1',
    issuedAt: expect.any(String),
    grantedAt: expect.any(String),
    expiresAt: expect.any(String),
    lastUsedAt: null,
    lastUsedAddress: null,
    lastUploadAt: null,
  });
  expect((await program.get('/assistant/doctors')).status).toBe(200);
  expect((await listed())[1]).toMatchObject({
    lastUsedAt: expect.any(String),
    lastUsedAddress: '127.0.0.1',
  });

  const colleague = await as(await make.assistant());
  const revoke = `/assistant/desktop-app/grants/${second!.grantID}/revoke`;
  expect((await colleague.patch(revoke)).status).toBe(204);
  expect((await program.get('/assistant/doctors')).status).toBe(401);
  expect(refusal(await colleague.patch(revoke))).toEqual([409, 'Доступ по этому запросу уже отозван']);
  expect((await listed()).map(({ status }) => status)).toEqual(['granted']);
  expect(refusal(await assistant.patch('/assistant/desktop-app/grants/1000000/revoke'))).toEqual(NO_GRANT);
});

test('accepting, declining, revoking and the issue of the token are recorded in the audit', async () => {
  const { server, nobody, assistant, context, person } = await centre();
  const { path } = await grantProgramAccess(server, assistant);
  await assistant.patch(`${path}/revoke`);
  await assistant.patch(`${(await requestCodes(nobody)).path}/decline`);
  const events = await context.db
    .selectFrom('auditEvents')
    .select(['action', 'actorKind', 'actorID', 'address', 'details'])
    .where('action', 'like', 'desktop.%')
    .orderBy('id')
    .execute();
  const by = { actorID: person.id, address: '127.0.0.1' };
  expect(events).toEqual([
    { action: 'desktop.accept', actorKind: 'assistant', ...by, details: { grantID: 1 } },
    { action: 'desktop.receive', actorKind: 'desktop', ...by, details: { grantID: 1 } },
    { action: 'desktop.revoke', actorKind: 'assistant', ...by, details: { grantID: 1 } },
    { action: 'desktop.decline', actorKind: 'assistant', ...by, details: { grantID: 2 } },
  ]);
});

test('a grant is deleted a day after its end, and one in use is kept', async () => {
  const { server, nobody, assistant, context, clock, as, person } = await centre();
  const { path } = await requestCodes(nobody);
  const { program } = await grantProgramAccess(server, assistant);
  clock.advance(DAY_MS + 5 * 60_000);
  await deleteEndedGrants(context);
  // the assistant's session has expired, so there is a new sign-in
  const later = await as(person);
  expect(responseOf(getProgramGrant, await later.get(path)).status).toBe('expired');
  clock.advance(10 * 60_000);
  await deleteEndedGrants(context);
  expect(refusal(await later.get(path))).toEqual(NO_GRANT);
  expect((await program.get('/assistant/doctors')).status).toBe(200);
});

test('the list of programs says when each of them completed its latest upload', async () => {
  const { context, make, listed, assistant, nobody } = await centre();
  const grants = [];
  for (let program = 0; program < 2; program++) {
    const codes = await requestCodes(nobody);
    await assistant.patch(`${codes.path}/accept`);
    expect((await codes.poll()).status).toBe(200);
    grants.push((await listed())[0]!.grantID);
  }
  const { studyID, patientID } = await make.study();
  const upload = { actorKind: 'desktop', action: 'study.upload', studyID, patientID };
  const at = (hour: number) => new Date(`2026-11-20T0${hour}:00Z`);
  for (const hour of [8, 9, 7])
    await context.db
      .insertInto('auditEvents')
      .values({ ...upload, at: at(hour), details: JSON.stringify({ grantID: grants[0] }) })
      .execute();
  const found = await listed();
  expect(found.map(({ grantID, lastUploadAt }) => [grantID, lastUploadAt])).toEqual([
    [grants[1], null],
    [grants[0], at(9).toISOString()],
  ]);
});
