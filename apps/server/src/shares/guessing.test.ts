import { randomBytes } from 'node:crypto';
import { listExternalShares } from '@snimok/contract/shares';
import { expect, test } from 'vitest';
import { promised, refusal } from '../testing/promised.ts';
import { startServer } from '../testing/server.ts';
import { bearing, shareStudy } from '../testing/share.ts';

const WINDOW_MS = 15 * 60_000;
const MISSING = [401, 'Введите ПИН-код, который сообщил центр'];
const WRONG = [401, 'Неверный ПИН-код'];
const LOCKED = [429, 'ПИН-код слишком много раз введён неверно. Повторите позже'];

const shared = async (pin?: string) => {
  const server = await startServer();
  const assistant = await server.as(await server.make.assistant());
  const study = await server.make.study({ status: 'done' });
  const share = await shareStudy(assistant, study.studyID, pin === undefined ? {} : { pin });
  const open = (given?: string, token = share.token, address = '203.0.113.5') =>
    server.nobody.get('/external/study', { ...bearing(token, given), 'x-forwarded-for': address });
  return { ...server, assistant, study, share, open };
};

test('an address that tries a hundred wrong links is refused for a while, even with a right one', async () => {
  const { open, clock, share, context } = await shared();
  const tries = await Promise.all(
    Array.from({ length: 120 }, () => open(undefined, randomBytes(32).toString('base64url'))),
  );
  const statuses = tries.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array(100).fill(404), ...Array(20).fill(429)]);
  const refused = await open();
  expect(refusal(refused)).toEqual([429, 'Слишком много обращений по неверным ссылкам. Повторите позже']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await open(undefined, share.token, '198.51.100.7')).status).toBe(200);
  expect(JSON.stringify(await context.db.selectFrom('throttles').selectAll().execute())).not.toMatch(/203/);
  clock.pass(WINDOW_MS);
  expect((await open()).status).toBe(200);
});

test('whoever has the right link is never counted', async () => {
  const { open } = await shared();
  for (let i = 0; i < 110; i++) expect((await open()).status).toBe(200);
});

test('a PIN is asked for by every call, and told apart from a wrong link only by who has the link', async () => {
  const { open, nobody, share } = await shared('482913');
  expect(refusal(await open())).toEqual(MISSING);
  expect(refusal(await open('482914'))).toEqual(WRONG);
  expect(refusal(await open(''))).toEqual(WRONG);
  expect(refusal(await nobody.get('/external/study/download', bearing(share.token)))).toEqual(MISSING);
  expect((await nobody.get('/external/study/download', bearing(share.token, '482913'))).status).toBe(200);
  expect((await open('482913')).status).toBe(200);
  expect((await open('482913', randomBytes(32).toString('base64url'))).status).toBe(404);
});

test('five wrong PINs at once or one after another close the link for a while, ten for longer', async () => {
  const { open, clock, assistant, study } = await shared('482913');
  const tries = await Promise.all(Array.from({ length: 30 }, (_, i) => open(String(100_000 + i))));
  const judged = tries.filter(({ status }) => status === 401);
  expect(judged.length).toBeLessThanOrEqual(4);
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(30 - judged.length);
  // the right one too, from anywhere
  expect(refusal(await open('482913', undefined, '198.51.100.7'))).toEqual(LOCKED);
  expect(refusal(await open())).toEqual(LOCKED);
  const path = `/assistant/studies/${study.studyID}/external-shares`;
  const { shares } = promised(listExternalShares, await assistant.get(path));
  expect(Date.parse(shares[0]!.pinLockedUntil!)).toBeGreaterThan(clock.now().getTime());

  clock.pass(WINDOW_MS);
  for (let i = 0; i < 4; i++) expect(refusal(await open('000000'))).toEqual(WRONG);
  const second = await open('000000');
  expect(refusal(second)).toEqual(LOCKED);
  const seconds = Number(second.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(WINDOW_MS / 1000);
  expect(seconds).toBeLessThanOrEqual((2 * WINDOW_MS) / 1000);
  clock.pass(2 * WINDOW_MS);
  expect((await open('482913')).status).toBe(200);
});

test('the right PIN forgets the wrong ones before it', async () => {
  const { open } = await shared('482913');
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 4; i++) expect((await open('000000')).status).toBe(401);
    expect((await open('482913')).status).toBe(200);
  }
});
