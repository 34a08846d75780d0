import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './programs/toolchain.mjs';

const supervisor = `
import { supervise } from ${JSON.stringify(join(root, 'scripts/supervise.mjs'))};
const cleanUp = async () => console.log('cleaned up');
const options = { delaysMs: JSON.parse(process.argv[3]), steadyMs: Number(process.argv[4]), cleanUp };
process.exit(await supervise(process.execPath, [process.argv[2]], options));
`;

/** A program that reports when it is ready, and ends as the test says; `lives` has a line for each start. */
const program = (lives) => `
import { appendFileSync, readFileSync } from 'node:fs';
const starts = new URL('starts', import.meta.url);
appendFileSync(starts, 'x');
const live = ${JSON.stringify(lives)}[readFileSync(starts, 'utf8').length - 1];
if (live !== 'fails') process.send('ready', undefined, undefined, () => {
  console.log('started', process.pid);
  if (live === 'crashes') process.abort();
  if (live === 'asks for a restart') process.exit(75);
  if (live === 'throws') throw new Error('a defect');
});
else process.exit(1);
process.on('SIGTERM', () => process.exit(0));
process.on('SIGINT', () => process.exit(3));
setInterval(() => {}, 1000);
`;

const start = (lives, { delaysMs = [1], steadyMs = 1e9 } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'snimok-supervise-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'supervisor.mjs'), supervisor);
  writeFileSync(join(folder, 'program.mjs'), program(lives));
  const args = ['supervisor.mjs', join(folder, 'program.mjs'), JSON.stringify(delaysMs), String(steadyMs)];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { out: [], err: [] };
  /** Resolves with the last line as soon as `count` lines match. */
  const collect = (stream, lines) => {
    const reader = createInterface(stream).on('line', (line) => lines.push(line));
    return async (pattern, count = 1) => {
      const matching = () => lines.filter((line) => pattern.test(line));
      while (matching().length < count) await once(reader, 'line');
      return matching()[count - 1];
    };
  };
  const out = collect(child.stdout, output.out);
  const err = collect(child.stderr, output.err);
  const nthStart = async (n) => Number((await out(/^started/, n)).split(' ')[1]);
  const ended = once(child, 'close').then(([code]) => code);
  const starts = () => readFileSync(join(folder, 'starts'), 'utf8').length;
  return { child, output, err, out, ended, starts, nthStart };
};

const restarts = ({ output }) => output.err.filter((line) => line.startsWith('Snimok ended unexpectedly'));

test('a program that asks to be started again is started at once, and the terminal says nothing', async () => {
  const running = start(['asks for a restart', 'lives'], { delaysMs: [600_000] });
  await running.nthStart(2);
  expect(restarts(running)).toEqual([]);
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);
});

test('a killed program is started again, and the terminal says so', async () => {
  const running = start(['lives', 'lives']);
  process.kill(await running.nthStart(1), 'SIGKILL');
  await running.nthStart(2);
  expect(restarts(running)).toEqual([
    'Snimok ended unexpectedly (signal SIGKILL) and starts again in 0.001 s.',
  ]);
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);
});

test('a program that crashes or throws is started again with increasing delays', async () => {
  const lives = ['crashes', 'throws', 'fails', 'lives'];
  const running = start(lives, { delaysMs: [1, 2, 3] });
  await running.nthStart(3);
  const delays = restarts(running).map((line) => /in (\S+) s/.exec(line)?.[1]);
  expect(delays).toEqual(['0.001', '0.002', '0.003']);
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);
});

test('after a stable run the delays start again from the first one', async () => {
  const running = start(['throws', 'throws', 'lives'], { delaysMs: [1, 2, 3], steadyMs: 0 });
  await running.nthStart(3);
  expect(restarts(running).map((line) => /in (\S+) s/.exec(line)?.[1])).toEqual(['0.001', '0.001']);
});

test('a program that never was ready is not started again', async () => {
  const running = start(['fails', 'lives']);
  expect(await running.ended).toBe(1);
  expect([running.starts(), running.output.err]).toEqual([1, []]);
});

test('a program that another one stops normally is not started again', async () => {
  const running = start(['lives', 'lives']);
  process.kill(await running.nthStart(1), 'SIGTERM');
  expect(await running.ended).toBe(0);
  expect([running.starts(), running.output.err]).toEqual([1, []]);
});

test('signals are passed on, and the exit code is that of the program', async () => {
  for (const [signal, code] of [
    ['SIGTERM', 0],
    ['SIGINT', 3],
  ]) {
    const running = start(['lives', 'lives']);
    await running.nthStart(1);
    running.child.kill(signal);
    expect([signal, await running.ended, running.starts()]).toEqual([signal, code, 1]);
  }
});

test('a signal before the next start ends the supervisor after it has cleaned up', async () => {
  const running = start(['lives', 'lives'], { delaysMs: [600_000] });
  process.kill(await running.nthStart(1), 'SIGKILL');
  await running.err(/ended unexpectedly/);
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);
  expect([running.output.out.at(-1), running.starts()]).toEqual(['cleaned up', 1]);
});
