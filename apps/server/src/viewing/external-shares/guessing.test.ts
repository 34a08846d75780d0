import { randomBytes } from 'node:crypto';
import { listExternalShares } from '@snimok/contract/viewing/external-shares';
import { expect, test } from 'vitest';
import { sendGuesses, statementsDuring } from '../../testing/callers/guessing.ts';
import { responseOf, refusal } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../testing/callers/share.ts';

const WINDOW_MS = 15 * 60_000;
const MISSING = [401, 'Введите ПИН-код, который сообщил центр'];
const wrongPIN = (triesLeft: number) => [401, `Неверный ПИН-код. Осталось попыток: ${triesLeft}`];
const LOCKED = [429, 'ПИН-код слишком много раз введён неверно. Повторите позже'];

const shared = async (pin?: string) => {
  const server = await startServer();
  const assistant = await server.as(await server.make.assistant());
  const study = await server.make.study({ status: 'done' });
  const share = await shareStudy(assistant, study.studyID, pin === undefined ? {} : { pin });
  const open = (given?: string, token = share.token, address = '203.0.113.5') =>
    server.nobody.get('/external/study', { ...shareHeaders(token, given), 'x-forwarded-for': address });
  return { ...server, assistant, study, share, open };
};

test('after a hundred wrong links an address is refused further ones, but a valid link still opens', async () => {
  const { open, clock, context } = await shared();
  const wrong = () => open(undefined, randomBytes(32).toString('base64url'));
  const tries = await Promise.all(Array.from({ length: 120 }, wrong));
  const statuses = tries.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array(100).fill(404), ...Array(20).fill(429)]);
  const refused = await wrong();
  expect(refusal(refused)).toEqual([429, 'Слишком много обращений по неверным ссылкам. Повторите позже']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await open()).status).toBe(200);
  expect(JSON.stringify(await context.db.selectFrom('throttles').selectAll().execute())).not.toMatch(/203/);
  clock.advance(WINDOW_MS);
  expect((await wrong()).status).toBe(404);
});

test('requests with a valid link do not count towards the limit', async () => {
  const { open } = await shared();
  for (let i = 0; i < 110; i++) expect((await open()).status).toBe(200);
});

test('every endpoint requires the PIN, and only a valid link gets a response about the PIN', async () => {
  const { open, nobody, share } = await shared('482913');
  expect(refusal(await open())).toEqual(MISSING);
  expect(refusal(await open('482914'))).toEqual(wrongPIN(4));
  expect(refusal(await open(''))).toEqual(wrongPIN(3));
  expect(refusal(await nobody.get('/external/study/download', shareHeaders(share.token)))).toEqual(MISSING);
  expect((await nobody.get('/external/study/download', shareHeaders(share.token, '482913'))).status).toBe(
    200,
  );
  expect((await open('482913')).status).toBe(200);
  expect((await open('482913', randomBytes(32).toString('base64url'))).status).toBe(404);
});

test('five wrong PINs, concurrent or in sequence, lock the link for a while, ten for longer', async () => {
  const { open, clock, assistant, study } = await shared('482913');
  const tries = await Promise.all(Array.from({ length: 30 }, (_, i) => open(String(100_000 + i))));
  const compared = tries.filter(({ status }) => status === 401);
  expect(compared.length).toBeLessThanOrEqual(4);
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(30 - compared.length);
  // the right PIN is refused too, from any address
  expect(refusal(await open('482913', undefined, '198.51.100.7'))).toEqual(LOCKED);
  expect(refusal(await open())).toEqual(LOCKED);
  const path = `/assistant/studies/${study.studyID}/external-shares`;
  const { shares } = responseOf(listExternalShares, await assistant.get(path));
  expect(shares[0]?.pinFailures).toBe(5);
  expect(Date.parse(shares[0]!.pinLockedUntil!)).toBeGreaterThan(clock.now().getTime());

  clock.advance(WINDOW_MS);
  for (const left of [4, 3, 2, 1]) expect(refusal(await open('000000'))).toEqual(wrongPIN(left));
  const second = await open('000000');
  expect(refusal(second)).toEqual(LOCKED);
  const seconds = Number(second.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(WINDOW_MS / 1000);
  expect(seconds).toBeLessThanOrEqual((2 * WINDOW_MS) / 1000);
  clock.advance(2 * WINDOW_MS);
  expect((await open('482913')).status).toBe(200);
});

test('the right PIN resets the count of wrong ones', async () => {
  const { open, assistant, study } = await shared('482913');
  const failures = async () => {
    const path = `/assistant/studies/${study.studyID}/external-shares`;
    return responseOf(listExternalShares, await assistant.get(path)).shares[0]?.pinFailures;
  };
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 4; i++) expect((await open('000000')).status).toBe(401);
    expect(await failures()).toBe(4);
    expect((await open('482913')).status).toBe(200);
    expect(await failures()).toBe(0);
  }
});

/** Each test makes half of ten thousand tries from one address, half from many. */
const HALF = 5_000;

const study = (token: string, pin?: string) => ({
  method: 'GET' as const,
  url: '/api/1/external/study',
  headers: shareHeaders(token, pin),
});
const random = () => randomBytes(32).toString('base64url');
/** Differs from the right token in the last character only. */
const nearTo = (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`;

test('ten thousand wrong links are throttled by address, and none succeeds', async () => {
  const { app, share, open, clock } = await shared();
  const wrong = (n: number) => study(n % 2 ? random() : nearTo(share.token));
  expect(await sendGuesses(app, { tries: HALF, addresses: 1 }, wrong)).toEqual({ 404: 100, 429: 4_900 });
  clock.advance(WINDOW_MS);
  expect(await sendGuesses(app, { tries: HALF, addresses: 25 }, wrong)).toEqual({ 404: 2_500, 429: 2_500 });
  expect((await open()).status).toBe(200);
});

test('of 10,000 guessed PINs only five per lock are compared, whatever addresses they come from', async () => {
  const { app, share, open, clock } = await shared('482913');
  const wrong = (n: number) => study(share.token, String(500_000 + n));
  expect(await sendGuesses(app, { tries: HALF, addresses: 1 }, wrong)).toEqual({ 401: 4, 429: 4_996 });
  clock.advance(WINDOW_MS);
  expect(await sendGuesses(app, { tries: HALF, addresses: 250 }, wrong)).toEqual({ 401: 4, 429: 4_996 });
  // the recipient is locked out too, but only for a while
  expect(refusal(await open('482913'))).toEqual(LOCKED);
  clock.advance(2 * WINDOW_MS);
  expect((await open('482913')).status).toBe(200);
});

test('a nearly right guess runs the same statements as any other', async () => {
  const { app, context, share } = await shared('482913');
  const statementsOf = (request: ReturnType<typeof study>) =>
    statementsDuring(context.pool, () => app.inject(request));
  const nearLink = await statementsOf(study(nearTo(share.token)));
  const farLink = await statementsOf(study(random()));
  expect(farLink).toEqual(nearLink);
  expect(nearLink.filter((statement) => /"token_hash" = /.test(statement))).toHaveLength(1);
  const nearPIN = await statementsOf(study(share.token, '482914'));
  const farPIN = await statementsOf(study(share.token, '00000000'));
  expect(farPIN).toEqual(nearPIN);
  // PINs are compared in the process, in constant time, not in SQL
  expect(nearPIN.filter((statement) => /"pin_hash" = /.test(statement))).toEqual([]);
});
