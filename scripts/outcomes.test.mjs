import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lastWords, ofStories, runCheck, runVitest } from './outcomes.mjs';

const NOWHERE = { stdio: 'ignore' };

/** A folder of test files, run by vitest itself. */
const ofTests = async (files) => {
  const folder = mkdtempSync(join(tmpdir(), 'snimok-outcomes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.mjs`), text);
  const args = ['--root', folder, '--globals'];
  const { passed, failures } = await runVitest('tests', join(folder, 'outcome.json'), args, NOWHERE);
  const short = failures.map(({ name, why }) => ({ name: name.split('/').at(-1), why: why.split('\n')[0] }));
  return { passed, failures: short.sort((a, b) => (a.name < b.name ? -1 : 1)) };
};

const report = (expected, suites, errors = []) => ({ stats: { expected }, errors, suites });
const story = (title, ok, ...messages) => ({
  title,
  file: 'booking.test.ts',
  ok,
  tests: [{ results: [{ errors: messages.map((message) => ({ message })) }] }],
});

test('of tests each that failed is told, and what went wrong outside of them', async () => {
  const files = {
    a: "test('goes well', () => {}); describe('a number', () => test('is four', () => expect(5).toBe(4)));",
    b: "import './nowhere.mjs'; test('is not reached', () => {});",
    c: "describe('a hook', () => { beforeAll(() => { throw new Error('no'); }); test('is not reached', () => {}); });",
    d: "test('ends', async () => { setTimeout(() => { throw new Error('late'); }); await new Promise((r) => setTimeout(r, 50)); });",
  };
  expect(await ofTests(files)).toEqual({
    passed: 2,
    failures: [
      { name: 'a.test.mjs › a number > is four', why: expect.stringContaining('expected 5 to be 4') },
      { name: 'b.test.mjs', why: expect.stringContaining('nowhere.mjs') },
      { name: 'c.test.mjs › a hook', why: 'Error: no' },
      { name: 'what no test had awaited', why: 'Error: late' },
    ],
  });
});

test('tests that do not start are a failure, whatever an earlier run wrote', async () => {
  const outcome = join(mkdtempSync(join(tmpdir(), 'snimok-outcomes-')), 'outcome.json');
  onTestFinished(() => rmSync(join(outcome, '..'), { recursive: true }));
  writeFileSync(outcome, '{"passed":7,"failures":[]}');
  expect(await runVitest('tests', outcome, ['--config', 'nowhere.ts'], NOWHERE)).toEqual({
    passed: 0,
    failures: [{ name: 'tests', why: expect.stringContaining('ended with') }],
  });
});

test('of stories each that failed is told, in whatever group', () => {
  const inner = { specs: [story('is booked', false, '\u001B[31mno button\u001B[39m')] };
  const outcome = ofStories('stories', 1, report(1, [{ specs: [story('is shown', true)], suites: [inner] }]));
  expect(outcome).toEqual({
    passed: 1,
    failures: [{ name: 'booking.test.ts › is booked', why: 'no button' }],
  });
  expect(ofStories('stories', 0, report(7, []))).toEqual({ passed: 7, failures: [] });
  const long = ofStories('stories', 1, report(0, [{ specs: [story('is long', false, 'x'.repeat(9_000))] }]));
  expect(long.failures[0].why.length).toBeLessThan(1_600);
});

test.each([
  ['that wrote no report', undefined, 'ended with 1: see above'],
  ['whose server did not start', report(0, [], [{ message: 'no server' }]), 'no server'],
])('stories %s are a failure', (_, told, why) => {
  expect(ofStories('stories', 1, told)).toEqual({ passed: 0, failures: [{ name: 'stories', why }] });
});

test('a check that ended badly is told with what it printed', async () => {
  expect(await runCheck('a check', ['-e', ''])).toEqual({ passed: 0, failures: [] });
  expect(await runCheck('a check', ['-e', 'throw new Error("wrong")'])).toEqual({
    passed: 0,
    failures: [{ name: 'a check', why: expect.stringContaining('Error: wrong') }],
  });
});

test('the last words tell what failed and count', () => {
  const failures = [{ name: 'a.test.ts › a number is four', why: 'expected 5\nat a' }];
  expect(
    lastWords([
      { passed: 1, failures },
      { passed: 2, failures: [] },
    ]),
  ).toBe('\nFAILED a.test.ts › a number is four\n    expected 5\n    at a\n\n3 passed, 1 failed\n');
});
