import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { reportProblems } from '../report-problems.ts';
import { reasonSentences, updateSentences } from './sentences.ts';
import { otherKey, startPackaged, startWithOffer, version } from './updates.fixture.ts';

const MINUTE_MS = 60_000;

test('a newer signed release of the source is offered once it was looked for', async () => {
  const { publish, setSource, releases, look, update, line } = await startPackaged();
  expect(await line()).toMatchObject({
    state: 'ok',
    summary: expect.stringContaining(updateSentences.noSource),
  });
  expect(await update()).toMatchObject({ installed: version(1), offered: null, canLook: false });
  await publish(2);
  expect((await setSource(releases)).status).toBe(204);
  expect(await line()).toMatchObject({ summary: expect.stringContaining('ещё не проверялись') });
  expect((await look()).status).toBe(204);
  expect(await update()).toMatchObject({ offered: version(2), canLook: true, canUpdate: true, step: null });
  expect(await line()).toMatchObject({
    state: 'attention',
    summary: expect.stringContaining(`Доступна версия ${version(2)}`),
  });
  await publish(1);
  await look();
  expect(await update()).toMatchObject({ offered: null, canUpdate: false });
  expect(await line()).toMatchObject({ state: 'ok', summary: expect.stringContaining('Новее нет') });
});

test('an older release is never offered', async () => {
  const { publish, setSource, releases, look, update, line } = await startPackaged();
  await publish(0);
  await setSource(releases);
  await look();
  expect(await update()).toMatchObject({ offered: null, canUpdate: false });
  expect(await line()).toMatchObject({ state: 'ok', summary: expect.stringContaining('Новее нет') });
});

test('a release that cannot be installed is not offered, and the page says why', async () => {
  const { publish, setSource, releases, look, update, line } = await startPackaged();
  await setSource(releases);
  const expectProblem = async (sentence: string) => {
    await look();
    expect(await update()).toMatchObject({ offered: null, canUpdate: false });
    expect(await line()).toMatchObject({ state: 'attention', summary: expect.stringContaining(sentence) });
  };
  await expectProblem(reasonSentences.unreadable);
  await publish(2, { signedBy: otherKey });
  await expectProblem(reasonSentences.signature);
  await publish(2);
  const file = join(releases, 'release.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace(version(2), version(3)));
  await expectProblem(reasonSentences.signature);
  await publish(3, { oldestVersion: version(2) });
  await expectProblem(reasonSentences.between);
  await publish(2, { arch: 'riscv64' });
  await expectProblem(reasonSentences.architecture);
});

test('a worker looks once a day, and once an hour while that fails', async () => {
  const { publish, setSource, releases, plan, update, clock } = await startPackaged();
  clock.freeze();
  await setSource(releases);
  await plan();
  await publish(2);
  clock.advance(HOUR_MS - MINUTE_MS);
  await plan();
  expect(await update()).toMatchObject({ offered: null });
  clock.advance(MINUTE_MS);
  await plan();
  expect(await update()).toMatchObject({ offered: version(2) });
  await publish(3);
  clock.advance(10 * HOUR_MS);
  await plan();
  expect(await update()).toMatchObject({ offered: version(2) });
});

test('a source that cannot be reached is reported in a letter after two days', async () => {
  const { setSource, look, context, clock } = await startPackaged();
  await setSource('/nowhere');
  await look();
  const known = async () => {
    await reportProblems.run(context, {}, new AbortController().signal);
    return (await context.db.selectFrom('healthProblems').select('line').execute()).map(({ line }) => line);
  };
  expect(await known()).not.toContain('update');
  clock.advance(2 * DAY_MS);
  expect(await known()).toContain('update');
});

test('a source that is neither a folder nor an https address without a password cannot be saved', async () => {
  const { setSource } = await startPackaged();
  for (const text of ['http://updates.test/', 'https://a:b@updates.test/', 'releases', 'file:///releases'])
    expect((await setSource(text)).status).toBe(400);
  for (const text of ['https://updates.test/snimok/', '/srv/releases'])
    expect((await setSource(text)).status).toBe(204);
});

test('looking for updates is limited', async () => {
  const { look } = await startWithOffer();
  const statuses = [];
  for (let looks = 0; looks < 30; looks += 1) statuses.push((await look()).status);
  expect(statuses).toEqual([...Array(29).fill(204), 429]);
});
