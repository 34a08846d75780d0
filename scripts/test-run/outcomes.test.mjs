import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { outcomeOfScenarios, runBeside, runCheck, runVitest, summary } from './outcomes.mjs';

const SILENT = { stdio: 'ignore' };

/** The outcome of a vitest run over some test files. */
const outcomeOfTests = async (files) => {
  const folder = mkdtempSync(join(tmpdir(), 'snimok-outcomes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.mjs`), text);
  const args = ['--root', folder, '--globals'];
  const outcome = await runVitest('tests', join(folder, 'outcome.json'), args, SILENT);
  const short = (list) =>
    list
      .map(({ name, why }) => ({ name: name.split('/').at(-1), why: why.split('\n')[0] }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  return { passed: outcome.passed, failures: short(outcome.failures), repeated: short(outcome.repeated) };
};

const report = (expected, suites, errors = []) => ({ stats: { expected }, errors, suites });
const scenario = (title, ok, ...messages) => ({
  title,
  file: 'booking.test.ts',
  ok,
  tests: [
    {
      status: ok ? 'expected' : 'unexpected',
      results: [{ errors: messages.map((message) => ({ message })) }],
    },
  ],
});

test('failed tests are reported, and errors outside of tests', async () => {
  const files = {
    a: "test('passes', () => {}); describe('a number', () => test('is four', () => expect(5).toBe(4)));",
    b: "import './nowhere.mjs'; test('is not reached', () => {});",
    c: "describe('a hook', () => { beforeAll(() => { throw new Error('no'); }); test('is not reached', () => {}); });",
    d: "test('ends', async () => { setImmediate(() => { throw new Error('late'); }); await new Promise((resolve) => setImmediate(resolve)); });",
  };
  expect(await outcomeOfTests(files)).toEqual({
    passed: 2,
    failures: [
      { name: 'a.test.mjs › a number > is four', why: expect.stringContaining('expected 5 to be 4') },
      { name: 'b.test.mjs', why: expect.stringContaining('nowhere.mjs') },
      { name: 'c.test.mjs › a hook', why: 'Error: no' },
      { name: 'unhandled error', why: 'Error: late' },
    ],
    repeated: [],
  });
});

test('a test that passes when it is repeated is named, and is no failure', async () => {
  const files = {
    a: "let runs = 0; test('is sorted', { retry: 1 }, () => expect(++runs).toBe(2)); test('passes', () => {});",
  };
  expect(await outcomeOfTests(files)).toEqual({
    passed: 2,
    failures: [],
    repeated: [{ name: 'a.test.mjs › is sorted', why: expect.stringContaining('expected 1 to be 2') }],
  });
});

test('tests that do not start are a failure, although an earlier run wrote an outcome', async () => {
  const outcome = join(mkdtempSync(join(tmpdir(), 'snimok-outcomes-')), 'outcome.json');
  onTestFinished(() => rmSync(join(outcome, '..'), { recursive: true }));
  writeFileSync(outcome, '{"passed":7,"failures":[]}');
  expect(await runVitest('tests', outcome, ['--config', 'nowhere.ts'], SILENT)).toEqual({
    phase: 'tests',
    seconds: expect.any(Number),
    passed: 0,
    failures: [{ name: 'tests', why: expect.stringContaining('ended with code') }],
    repeated: [],
  });
});

test('failed scenarios are reported, also those in groups', () => {
  const group = { specs: [scenario('is booked', false, '\u001B[31mno button\u001B[39m')] };
  const suites = [{ specs: [scenario('is shown', true)], suites: [group] }];
  expect(outcomeOfScenarios('scenarios', 1, report(1, suites))).toEqual({
    passed: 1,
    failures: [{ name: 'booking.test.ts › is booked', why: 'no button' }],
    repeated: [],
  });
  expect(outcomeOfScenarios('scenarios', 0, report(7, []))).toEqual({
    passed: 7,
    failures: [],
    repeated: [],
  });
  const withLongReason = report(0, [{ specs: [scenario('is long', false, 'x'.repeat(9_000))] }]);
  const [{ why }] = outcomeOfScenarios('scenarios', 1, withLongReason).failures;
  expect(why.length).toBeLessThan(1_600);
});

test('a scenario that passes when it is repeated is named, and is no failure', () => {
  const failed = { errors: [{ message: 'no row' }] };
  const passed = { errors: [] };
  const repeated = {
    ...scenario('is sorted', true),
    tests: [{ status: 'flaky', results: [failed, passed] }],
  };
  expect(outcomeOfScenarios('scenarios', 0, report(3, [{ specs: [repeated] }]))).toEqual({
    passed: 4,
    failures: [],
    repeated: [{ name: 'booking.test.ts › is sorted', why: 'no row' }],
  });
});

test.each([
  ['that write no report', undefined, 'ended with code 1: see the output above'],
  ['whose server does not start', report(0, [], [{ message: 'no server' }]), 'no server'],
])('scenarios %s are a failure', (_, written, why) => {
  expect(outcomeOfScenarios('scenarios', 1, written)).toEqual({
    passed: 0,
    failures: [{ name: 'scenarios', why }],
    repeated: [],
  });
});

test('a failed check is reported with its output', async () => {
  expect(await runCheck('a check', ['-e', ''])).toMatchObject({ phase: 'a check', passed: 0, failures: [] });
  expect(await runCheck('a check', ['-e', 'throw new Error("wrong")'])).toMatchObject({
    passed: 0,
    failures: [{ name: 'a check', why: expect.stringContaining('Error: wrong') }],
  });
});

test('the summary lists the failures, the repetitions, the durations and the counts', () => {
  const failures = [{ name: 'a.test.ts › a number is four', why: 'expected 5\nat a' }];
  const repeated = [{ name: 'booking.test.ts › is sorted', why: 'no row' }];
  const lines = [
    '',
    'PASSED WHEN REPEATED booking.test.ts › is sorted',
    '    no row',
    '',
    'FAILED a.test.ts › a number is four',
    '    expected 5',
    '    at a',
    '',
    '   2 min 5 s  tests',
    '  20 min 0 s  scenarios',
    '3 passed, 1 of them when repeated, 1 failed',
    '',
  ];
  expect(
    summary([
      { phase: 'tests', seconds: 125.9, passed: 1, failures, repeated: [] },
      { phase: 'scenarios', seconds: 1200, passed: 2, failures: [], repeated },
    ]),
  ).toBe(lines.join('\n'));
});

test('a failed command that runs beside a phase is reported with the end of its output', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'snimok-beside-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'beside.log');
  const failed = await runBeside('seq 1 2000; exit 3', Promise.resolve(), path);
  const name = 'beside the scenarios: seq 1 2000; exit 3';
  expect(failed).toMatchObject({
    phase: name,
    failures: [{ name, why: expect.stringMatching(/1999\n2000$/) }],
  });
  expect(readFileSync(path, 'utf8')).toMatch(/^1\n2\n/);
  expect(await runBeside('true', Promise.resolve(), path)).toMatchObject({ failures: [], passed: 0 });
});
