import { AccessSheet } from '@snimok/contract/viewing/patient-access';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { refusal } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';

const PIN = '482913';
const GONE = [404, 'Код не подходит: проверьте цифры. Возможно, доступ закрыт или его срок истёк'];
const LIMITED = [429, 'Слишком много попыток. Повторите через 15 минут или позвоните в центр'];

const start = async () => {
  const server = await startServer({ PATIENT_ACCESS_MAX_AGE: '24h0m0s' });
  const assistant = await server.as(await server.make.assistant());
  const { studyID } = await server.make.study({ status: 'done', type: 'cbct' });
  const path = `/studies/${studyID}/patient-access`;
  const shareUUID = randomUUID();
  const hand = async () => AccessSheet.parse((await assistant.post(path, { shareUUID, pin: PIN })).body);
  const revoke = () => assistant.delete(`${path}/${shareUUID}`);
  const type = (code: string, address = '203.0.113.5') =>
    server.nobody.post('/share-code', { code }, { 'x-forwarded-for': address });
  return { ...server, hand, revoke, type };
};

const otherThan = (code: string) => `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`;

test('the code on the sheet gives the link, which still asks for the PIN', async () => {
  const { hand, type, nobody, context } = await start();
  const { code = '', codeURL, shareURL } = await hand();
  expect(code).toMatch(/^\d{16}$/);
  expect(codeURL).toBe('http://portal.test/snimok');
  // a repeated request gets the same code
  expect((await hand()).code).toBe(code);
  const opened = await type(code.replace(/(\d{4})(?=\d)/g, '$1 '));
  const token = shareURL.split('#')[1];
  expect([opened.status, opened.body]).toEqual([200, { token }]);
  expect((await nobody.get('/external/study', { authorization: `Bearer ${token}` })).status).toBe(401);
  const rows = await context.db.selectFrom('externalShares').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(code);
  expect(rows.map(({ codeHash }) => codeHash?.length)).toEqual([32]);
});

test('a wrong, a revoked and an expired code get the same answer', async () => {
  const { hand, revoke, type } = await start();
  const { code = '' } = await hand();
  expect(refusal(await type(otherThan(code)))).toEqual(GONE);
  for (const typed of ['', '1234', `${code}0`, code.slice(1)]) expect((await type(typed)).status).toBe(400);
  await revoke();
  expect(refusal(await type(code))).toEqual(GONE);

  const other = await start();
  const { code: late = '' } = await other.hand();
  expect((await other.type(late)).status).toBe(200);
  other.clock.advance(25 * 3_600_000);
  expect(refusal(await other.type(late))).toEqual(GONE);
});

test('thirty codes of a network are compared, also when sent at once; after that even the right code is refused', async () => {
  const { hand, type, clock } = await start();
  const { code = '' } = await hand();
  const tries = await Promise.all(Array.from({ length: 40 }, () => type(otherThan(code))));
  const statuses = tries.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array(30).fill(404), ...Array(10).fill(429)]);
  expect(refusal(await type(code))).toEqual(LIMITED);
  expect((await type(code, '198.51.100.7')).status).toBe(200);
  clock.advance(15 * 60_000);
  expect((await type(code)).status).toBe(200);
});

test('after 2,000 wrong codes from all networks no code is compared until a quarter of an hour has passed', async () => {
  const { hand, type, context, clock } = await start();
  const { code = '' } = await hand();
  expect((await type(code)).status).toBe(200);
  await context.db.updateTable('throttles').set({ failures: 2000 }).execute();
  expect(refusal(await type(code, '198.51.100.7'))).toEqual(LIMITED);
  clock.advance(15 * 60_000);
  expect((await type(code, '198.51.100.7')).status).toBe(200);
});
