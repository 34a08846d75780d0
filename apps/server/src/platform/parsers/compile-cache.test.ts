import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openSandbox } from '../outside/sandbox/open-sandbox.ts';

const COMPILE = join(import.meta.dirname, '../../entry/commands/compile-parsers.ts');
const CHILD = join(import.meta.dirname, 'compile-cache.fixture.ts');

test('a sandboxed process can read the modules that are compiled in advance', async () => {
  expect(spawnSync(process.execPath, [COMPILE]).status).toBe(0);
  const sandbox = openSandbox('auto', pino({ level: 'silent' }));
  const access = { read: [], write: [] };
  const child = await sandbox.start({ file: CHILD, args: [], execArgv: [], access });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [reply] = (await once(child, 'message')) as [{ readable: number }];
  // more than the codecs and their modules
  expect(reply.readable).toBeGreaterThan(50);
});
