import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { writeCredentials } from '../portal/credentials.ts';
import type { CommandContext } from '../program/context.ts';
import { programOf, programsPortal, releaseKeyText, version } from '../testing/programs-portal.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { describeUpdates } from './describe.ts';
import { keepUpdated } from './keep-updated.ts';
import { readUpdateState, recordUpdateState, requestCheck, type UpdateState } from './state.ts';

const poll = <T>(read: () => T) => expect.poll(read, { timeout: 60_000 });

const DAY_MS = 24 * 60 * 60_000;

interface Options {
  isAutomatic?: boolean;
  isIdle?: () => Promise<boolean>;
  state?: Partial<UpdateState>;
}

/** A service of version 1 whose portal offers `program`; `installed` are the versions that it was handed. */
const startService = async (
  program: Buffer,
  { isAutomatic = true, isIdle = async () => true, state = {} }: Options = {},
) => {
  const portal = await programsPortal(program);
  const home = temporaryFolder();
  const path = join(home, 'snimok');
  writeFileSync(path, programOf(1), { mode: 0o755 });
  const stop = new AbortController();
  const paths = { credentials: join(home, 'credentials.json'), log: join(home, 'snimok.log'), ledgers: home };
  writeCredentials(paths.credentials, { portal: portal.address, token: 'secret', since: '' });
  recordUpdateState(paths, state);
  const logged: string[] = [];
  const context: CommandContext = {
    paths,
    log: (event) => void logged.push(event),
    print: () => {},
    stop: stop.signal,
  };
  const installed: string[] = [];
  const own = { program: path, version: version(1), releaseKey: releaseKeyText, system: 'linux-x64' };
  const ended = keepUpdated(context, {
    ...own,
    isAutomatic,
    isIdle,
    install: (next) => void installed.push(next),
    lookMs: 10,
    firstMs: 0,
  });
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  return { portal, paths, installed, logged, state: () => readUpdateState(paths) };
};

test('a service looks once a day and hands over what it finds', async () => {
  const { portal, installed, state } = await startService(programOf(2));
  await poll(() => installed).toEqual([version(2)]);
  await sleep(100);
  expect(portal.requests).toEqual(['release.json', 'release.json.sig', 'snimok']);
  const { checkedAt, nextAt, problem } = state();
  expect(problem).toBeNull();
  expect(Number(nextAt) - Number(checkedAt)).toBeCloseTo(DAY_MS, -3);
});

test('a clock that was wrong does not delay the next check', async () => {
  const nextAt = new Date(Date.now() + 30 * DAY_MS);
  const { installed } = await startService(programOf(2), { state: { nextAt } });
  await poll(() => installed).toEqual([version(2)]);
});

test('a service that is not to update itself looks on request only', async () => {
  const { portal, paths, installed } = await startService(programOf(2), { isAutomatic: false });
  await sleep(100);
  expect(portal.requests).toEqual([]);
  requestCheck(paths);
  await poll(() => installed).toEqual([version(2)]);
});

test('a new version waits until nothing is received or sent', async () => {
  let isIdle = false;
  const { installed, portal } = await startService(programOf(2), { isIdle: async () => isIdle });
  await poll(() => portal.requests).toContain('snimok');
  await sleep(200);
  expect(installed).toEqual([]);
  isIdle = true;
  await poll(() => installed).toEqual([version(2)]);
});

test('the reason of a refusal is logged and shown', async () => {
  const { state, logged, installed } = await startService(programOf(3));
  await poll(() => state().problem).toMatch(/не запускается на этом компьютере/);
  expect(logged).toEqual(['not-updated']);
  expect(installed).toEqual([]);
  const line = describeUpdates({ ...state(), impossible: null, isAutomatic: true });
  expect(line).toMatch(/^последняя проверка .*: версия .* не запускается на этом компьютере$/);
});

test('a version that did not work three times is tried again only by hand', async () => {
  const failed = { version: version(2), times: 3 };
  const { state, paths, installed } = await startService(programOf(2), { state: { failed } });
  await poll(() => state().problem).toMatch(/уже не заработала здесь/);
  expect(installed).toEqual([]);
  requestCheck(paths);
  await poll(() => installed).toEqual([version(2)]);
});

test('the page says when the program was updated, and that updates are switched off', () => {
  const facts = { checkedAt: null, problem: null, updatedAt: new Date(), previous: version(1) };
  const line = describeUpdates({ ...facts, impossible: null, isAutomatic: false });
  expect(line).toMatch(
    /^выключены \(--no-update\).*; проверки ещё не было; обновлена .* с версии 0\.1\.0\+1\./,
  );
});
