import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../programs/toolchain.mjs';
import { commandCases } from './contents.mjs';

const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;

test('the installed program has every command of the server that administrators run', () => {
  const names = commandCases(scripts)
    .split('\n')
    .map((line) => /^ {2}([a-z-]+)\) set -- /.exec(line)?.[1]);
  const runs = Object.entries(scripts).filter(([, script]) => script.includes('/entry/commands/'));
  expect(names.toSorted()).toEqual(
    runs
      .map(([name]) => name)
      .filter((name) => name !== 'schema')
      .toSorted(),
  );
});

test('each command of the installed program is a file with its arguments before those of the user', () => {
  expect(commandCases(scripts).split('\n')).toContain(
    '  restore) set -- apps/server/src/entry/commands/backup.ts restore "$@" ;;',
  );
  for (const line of commandCases(scripts).split('\n'))
    expect([line, existsSync(join(root, /set -- (\S+)/.exec(line)?.[1] ?? ''))]).toEqual([line, true]);
});
