import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp, newMachine, only, release, version } from './testing/machine.mjs';

let machine;
beforeAll(async () => {
  machine = await newMachine();
  machine.saveSource(await release(2));
});
afterAll(cleanUp);

const requestOf = (fields = {}) => ({
  id: randomUUID(),
  version: version(2),
  requestedAt: new Date().toISOString(),
  ...fields,
});

/** Nothing was unpacked or run, and the request no longer starts the unit. */
const expectRefusal = async (sentence, of = machine) => {
  const { code, output } = await of.updateRequested();
  expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
  expect(existsSync(of.request)).toBe(false);
  expect(await of.facts()).toEqual(only(1));
  expect(of.backups()).toBe(0);
};

const ask = (fields, of = machine) => writeFileSync(of.request, JSON.stringify(requestOf(fields)));

test('a request that is a symbolic link is refused, and the file to which it leads stays', async () => {
  const target = join(dirname(machine.request), 'target');
  writeFileSync(target, JSON.stringify(requestOf()));
  symlinkSync(target, machine.request);
  await expectRefusal('it is a symbolic link');
  expect(existsSync(target)).toBe(true);
});

test('a folder in the place of the request is refused and moved away, with what is in it', async () => {
  mkdirSync(join(machine.request, 'inner'), { recursive: true });
  await expectRefusal('it is not a regular file');
  const [moved] = readdirSync(dirname(machine.request)).filter((name) => name.includes('.refused-'));
  expect(readdirSync(join(dirname(machine.request), moved))).toEqual(['inner']);
  rmSync(join(dirname(machine.request), moved), { recursive: true });
});

test('a pipe in the place of the request is refused without waiting', async () => {
  execFileSync('mkfifo', [machine.request]);
  await expectRefusal('it is not a regular file');
});

test('a request that is too large is refused', async () => {
  writeFileSync(machine.request, `${JSON.stringify(requestOf())}${' '.repeat(1024 ** 2)}`);
  await expectRefusal('it is too large');
});

const WRONG = [
  ['no JSON', '{{', 'it is not JSON'],
  ['no object', '[]', 'its fields are wrong'],
  ['an option as version', JSON.stringify(requestOf({ version: '--no-backup' })), 'its fields are wrong'],
  ['a path as version', JSON.stringify(requestOf({ version: '../../etc' })), 'its fields are wrong'],
  ['a path as id', JSON.stringify(requestOf({ id: '../progress' })), 'its fields are wrong'],
  ['a source of its own', JSON.stringify(requestOf({ source: '/etc' })), 'its fields are wrong'],
];

test.for(WRONG)('a request with %s is refused', async ([, text, sentence]) => {
  writeFileSync(machine.request, text);
  await expectRefusal(sentence);
});

test('a request that is older than fifteen minutes is refused, and the portal sees why', async () => {
  const request = requestOf({ requestedAt: new Date(Date.now() - 16 * 60_000).toISOString() });
  writeFileSync(machine.request, JSON.stringify(request));
  await expectRefusal('is valid for 15 minutes');
  expect(machine.progress()).toMatchObject({ id: request.id, outcome: 'refused', reason: 'stale' });
});

test('a request with a time in the future is refused', async () => {
  ask({ requestedAt: '2099-01-01T00:00:00.000Z' });
  await expectRefusal('is valid for 15 minutes');
});

test('a version other than the requested one is refused', async () => {
  ask({ version: version(3) });
  await expectRefusal(`Version ${version(3)} was asked for, but the release is version ${version(2)}`);
  expect(machine.progress()).toMatchObject({ outcome: 'refused', reason: 'offered' });
});

const SOURCES = [
  ['an address without https', 'http://127.0.0.1/releases'],
  ['a relative folder', 'releases'],
  ['an address with a password', 'https://user:password@updates.test/'],
];

test.for(SOURCES)('%s as source is refused', async ([, source]) => {
  const one = await newMachine();
  one.saveSource(source);
  ask({}, one);
  await expectRefusal('is neither an https address nor an absolute folder', one);
  expect(one.progress()).toMatchObject({ outcome: 'refused', reason: 'source' });
});

test('a device and a pipe in the place of a release are refused without reading them', async () => {
  const one = await newMachine();
  for (const [command, ...args] of [
    ['ln', '-s', '/dev/zero', '/run/release/release.json'],
    ['mkfifo', '/run/release/release.json'],
  ]) {
    await one.run('rm', '-rf', '/run/release');
    await one.run('mkdir', '/run/release');
    expect((await one.run(command, ...args)).code).toBe(0);
    one.saveSource('/run/release');
    ask({}, one);
    await expectRefusal('release.json is missing or cannot be read', one);
  }
});

test('a setting of the server wins over the source that was saved in the browser', async () => {
  const one = await newMachine();
  one.saveSource(await release(2));
  one.writeSettings('UPDATE_SOURCE=/nowhere\n');
  ask({}, one);
  await expectRefusal('/nowhere/release.json is missing', one);
});

test('without a request nothing is done', async () => {
  expect(await machine.updateRequested()).toEqual({ code: 0, output: 'Nobody has asked for an update.\n' });
});

test('a requested update is installed from the source that was saved in the browser', async () => {
  const one = await newMachine();
  one.saveSource(await release(2));
  const request = requestOf();
  writeFileSync(one.request, JSON.stringify(request));
  const { code, output } = await one.updateRequested();
  expect([code, output]).toEqual([0, expect.stringContaining('Installed.')]);
  expect(await one.facts()).toEqual(only(2));
  expect(one.backups()).toBe(1);
  expect(one.progress()).toMatchObject({
    id: request.id,
    from: version(1),
    to: version(2),
    outcome: 'done',
    reason: null,
  });
});

test('a request waits for the update that runs, and is then refused', async () => {
  const one = await newMachine();
  const next = await release(2);
  one.saveSource(next);
  const first = await one.beginUpdate(next);
  await expect.poll(() => one.unfinished(), { timeout: 30_000 }).toContain('state.json');
  ask({}, one);
  const second = await one.updateRequested();
  expect([second.code, second.output]).toEqual([1, expect.stringContaining('is installed already')]);
  expect((await first.ended).code).toBe(0);
  expect(await one.facts()).toEqual(only(2));
});

test('the portal sees why the old version was kept, and why it was restored', async () => {
  const one = await newMachine();
  await one.update(await release(2, { migration: 'fails' }));
  expect(one.progress()).toMatchObject({ id: null, to: version(2), outcome: 'kept', reason: 'start' });
  await one.update(await release(2, { service: { livesForMs: 700 } }), '--watch', '1');
  expect(one.progress()).toMatchObject({ to: version(2), outcome: 'returned', reason: 'health' });
});

test('only root may list what an update keeps, and everybody may read its progress', async () => {
  const { output } = await machine.run(
    'stat',
    '--format=%a',
    '/var/lib/snimok-update',
    '/var/lib/snimok-update/progress.json',
  );
  expect(output).toBe('711\n644\n');
});
