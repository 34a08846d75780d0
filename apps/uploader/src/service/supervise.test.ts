import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CommandContext } from '../program/context.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { freshPath, keptPath } from '../updates/program-files.ts';
import { readUpdateState } from '../updates/state.ts';
import { supervise } from './supervise.ts';

const poll = <T>(read: () => T) => expect.poll(read, { timeout: 60_000 });

const ENDS = 'process.exit(1);';
const REACHES = `process.send({ type: 'reached' });`;
const OFFERS = `setTimeout(() => process.send({ type: 'update', version: '2' }), 50);`;

/** A program that writes down when it starts and ends, and ends when the service stops it. */
const programOf = (name: string, behaviour: string) => `#!${process.execPath}
const { appendFileSync } = require('node:fs');
const write = (word) => appendFileSync(__dirname + '/events', '${name} ' + word + '\\n');
write('starts');
process.on('disconnect', () => { write('stops'); process.exit(0); });
setInterval(() => {}, 1000);
${behaviour}
`;

/** Starts a service of version 1 that finds version 2, which behaves as `next` says, beside itself. */
const startService = (next: string | Buffer, behaviour = OFFERS, reachMs = 60_000) => {
  const folder = temporaryFolder();
  const program = join(folder, 'snimok');
  const first = programOf('1', behaviour);
  writeFileSync(program, first, { mode: 0o755 });
  const second = typeof next === 'string' ? programOf('2', next) : next;
  // bytes are no program
  writeFileSync(freshPath(program), second, { mode: typeof next === 'string' ? 0o755 : 0o644 });
  const stop = new AbortController();
  const printed: string[] = [];
  const context: CommandContext = {
    paths: { credentials: '', log: join(folder, 'snimok.log'), ledgers: folder },
    log: () => {},
    print: (line) => void printed.push(line),
    stop: stop.signal,
  };
  const ended = supervise(context, { program, version: '1', args: [], aliveMs: 300, reachMs });
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  const events = () =>
    existsSync(join(folder, 'events')) ? readFileSync(join(folder, 'events'), 'utf8').trim().split('\n') : [];
  const files = () => readdirSync(folder).filter((name) => name.startsWith('snimok'));
  return {
    program,
    first,
    second,
    stop,
    ended,
    events,
    files,
    printed,
    state: () => readUpdateState(context.paths),
  };
};

test('a version that works replaces the program, which is kept, without another restart', async () => {
  const service = startService(REACHES);
  await poll(() => service.printed.join('\n')).toContain('Программа обновлена: 1 → 2.');
  expect(readFileSync(service.program, 'utf8')).toBe(service.second);
  expect(readFileSync(keptPath(service.program), 'utf8')).toBe(service.first);
  expect(service.files()).toEqual(['snimok', 'snimok.old']);
  expect(service.events()).toEqual(['1 starts', '1 stops', '2 starts']);
  expect(service.state()).toMatchObject({ previous: '1', problem: null, failed: null });
});

/** The old version works in its place, and the new one is gone. */
const expectReturn = async (service: ReturnType<typeof startService>, problem: string) => {
  await poll(service.events).toContain('1 stops');
  await poll(() => service.events().at(-1)).toBe('1 starts');
  expect(readFileSync(service.program, 'utf8')).toBe(service.first);
  expect(service.files()).toEqual(['snimok']);
  expect(service.state()).toMatchObject({ problem, updatedAt: null, failed: { version: '2', times: 1 } });
  expect(service.printed.at(-1)).toBe(`Программа не обновлена: ${problem}.`);
};

test('a version that ends at once is replaced by the old one', async () => {
  const problem = 'версия 2 закрылась сразу после запуска, работает прежняя';
  await expectReturn(startService(`${REACHES}${ENDS}`, once(OFFERS)), problem);
});

test('a version that cannot be started is replaced by the old one', async () => {
  const problem = 'версия 2 закрылась сразу после запуска, работает прежняя';
  await expectReturn(startService(Buffer.from([1, 2, 3]), once(OFFERS)), problem);
});

test('a version that does not reach the portal is replaced by the old one', async () => {
  const service = startService('', once(OFFERS), 1000);
  await expectReturn(service, 'версия 2 не связалась с порталом, работает прежняя');
  expect(service.events()).toEqual(['1 starts', '1 stops', '2 starts', '2 stops', '1 starts']);
});

/** What the program does at its first start only. */
function once(behaviour: string) {
  return `const { existsSync, writeFileSync } = require('node:fs');
if (!existsSync(__dirname + '/once')) { writeFileSync(__dirname + '/once', ''); ${behaviour} }`;
}

test('a service that is stopped while it tries a version keeps the old one', async () => {
  const service = startService('');
  await poll(service.events).toContain('2 starts');
  service.stop.abort();
  expect(await service.ended).toBe(0);
  expect(service.events()).toEqual(['1 starts', '1 stops', '2 starts', '2 stops']);
  expect(readFileSync(service.program, 'utf8')).toBe(service.first);
  expect(service.state().failed).toBeNull();
});

test('the exit code of the program is that of the service, which its manager starts again', async () => {
  const service = startService('', 'setTimeout(() => process.exit(3), 50);');
  expect(await service.ended).toBe(3);
});

test('a stopped service stops its program and has succeeded', async () => {
  const service = startService('', '');
  await poll(service.events).toEqual(['1 starts']);
  service.stop.abort();
  expect(await service.ended).toBe(0);
  expect(service.events()).toEqual(['1 starts', '1 stops']);
});
