import type * as files from 'node:fs/promises';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testSandbox } from '../../../testing/outside/sandbox.ts';
import { ParserProcess } from '../../../platform/parsers/parser-process.ts';

/** Lets the test delay the answers of /proc about memory. Other files are read as usual. */
const proc = vi.hoisted(() => ({ read: (_path: string): Promise<string> | null => null }));
vi.mock('node:fs/promises', async (original) => {
  const actual = await original<typeof files>();
  const readFile = (path: string, options: never) =>
    proc.read(String(path)) ?? actual.readFile(path, options);
  return { ...actual, readFile };
});

const thread = join(import.meta.dirname, '../../../platform/parsers/waiting-thread.fixture.ts');
const MANY_PAGES = `0 ${1024 ** 4} 0`;

test('memory that was measured during one file does not kill the process during the next file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-watch-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const parser = new ParserProcess<{ path: string }, { found: string }>({
    sandbox: testSandbox,
    threadFile: thread,
    accessOf: () => ({ read: [folder], write: [], files: [] }),
  });
  onTestFinished(() => parser.close());
  const { signal } = new AbortController();
  const paths = ['first', 'second'].map((name) => join(folder, name));
  const [first = '', second = ''] = paths;

  const late = Promise.withResolvers<string>();
  const measuring = new Promise<void>((resolve) => {
    proc.read = (path) => {
      if (!path.endsWith('/statm')) return null;
      resolve();
      return late.promise;
    };
  });
  const firstReply = parser.run({ path: first }, signal);
  await measuring;
  proc.read = () => null;
  await writeFile(first, '');
  expect(await firstReply).toEqual({ found: first });

  const secondReply = parser.run({ path: second }, signal);
  late.resolve(MANY_PAGES);
  await late.promise;
  await new Promise(setImmediate);
  await writeFile(second, '');
  expect(await secondReply).toEqual({ found: second });
});
