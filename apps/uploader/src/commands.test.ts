import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLedger } from './ledger/ledger.ts';
import { readCredentials, writeCredentials } from './portal/credentials.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { commands } from './commands.ts';
import { openLog } from './program/log-file.ts';
import { resolvePaths } from './program/paths.ts';
import { parseNumber, parseChoice, parseArguments } from './arguments.ts';

test('a full log is renamed, and the oldest of four is deleted', () => {
  const folder = temporaryFolder();
  const log = openLog(join(folder, 'snimok.log'), 200, () => new Date(0));
  for (let at = 0; at < 30; at++) log('sent', { part: at });
  const names = readdirSync(folder).sort();
  expect(names).toEqual(['snimok.log', 'snimok.log.1', 'snimok.log.2', 'snimok.log.3']);
  for (const name of names) expect(statSync(join(folder, name)).size).toBeLessThan(400);
  expect(readFileSync(join(folder, 'snimok.log'), 'utf8')).toContain('"part":29');
});

test('settings and ledgers are in the folders of the operating system, or in SNIMOK_HOME', () => {
  const home = temporaryFolder();
  const env = { APPDATA: join(home, 'Roaming'), LOCALAPPDATA: join(home, 'Local') };
  expect(resolvePaths(env, 'win32')).toEqual({
    credentials: join(home, 'Roaming/snimok/credentials.json'),
    log: join(home, 'Local/snimok/snimok.log'),
    ledgers: join(home, 'Local/snimok/ledgers'),
  });
  const xdg = { XDG_CONFIG_HOME: join(home, 'c'), XDG_STATE_HOME: join(home, 's') };
  expect(resolvePaths(xdg, 'linux').credentials).toBe(join(home, 'c/snimok/credentials.json'));
  expect(resolvePaths({ ...xdg, SNIMOK_HOME: home }, 'linux').ledgers).toBe(join(home, 'ledgers'));
});

test('folders of an earlier version become accessible to their user only', () => {
  const home = temporaryFolder();
  for (const folder of [home, join(home, 'ledgers')]) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
  }
  resolvePaths({ SNIMOK_HOME: home }, 'linux');
  expect(statSync(home).mode & 0o777).toBe(0o700);
  expect(statSync(join(home, 'ledgers')).mode & 0o777).toBe(0o700);
});

test('the token file is readable by its owner only; a missing file gives no credentials', () => {
  const path = join(temporaryFolder(), 'credentials.json');
  expect(readCredentials(path)).toBeNull();
  const credentials = { portal: 'https://p.test', token: 't', since: '2026-11-21' };
  writeCredentials(path, credentials);
  expect(readCredentials(path)).toEqual(credentials);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a ledger cannot be opened twice at the same time', () => {
  const folder = temporaryFolder();
  const first = openLedger(folder, 'one folder');
  expect(() => openLedger(folder, 'one folder')).toThrow('другая программа');
  openLedger(folder, 'another').close();
  first.close();
  openLedger(folder, 'one folder').close();
});

test('unknown options and invalid values throw with exit code 2', () => {
  const invalid = [
    () => parseArguments(['--portl', 'x'], { portal: 'string' }),
    () => parseArguments(['--portal'], { portal: 'string' }),
    () => parseNumber('1e3', '--doctor'),
    () => parseNumber('-1', '--doctor'),
    () => parseChoice('mri', ['rg', 'cbct'], '--type'),
  ];
  for (const parse of invalid) expect(parse).toThrow(expect.objectContaining({ code: 2 }));
  expect(parseArguments(['a', '--again', 'b'], { again: 'boolean' })).toEqual({
    values: { again: true },
    positionals: ['a', 'b'],
  });
});

test('limits and hours that cannot be read throw with exit code 2', () => {
  const context = {
    paths: { credentials: '', log: '', ledgers: '' },
    log: () => undefined,
    print: () => undefined,
    stop: AbortSignal.abort(),
  };
  const watch = (...args: string[]) => commands.watch?.(context, ['/tmp', ...args]);
  expect(() => watch('--limit', '10')).toThrow('--limit');
  expect(() => watch('--limit', '10Mbit', '--hours', '8')).toThrow('--hours');
  expect(() => watch('--hours', '8-20')).toThrow('Укажите и скорость');
});
