import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bin, node, root, run, runQuietly } from './toolchain.mjs';

// The parts of a run of tests, and what came of each. What failed is told once more at the very end: nobody scrolls back
// over a thousand lines, and of a run elsewhere often only the last of them are kept.

/**
 * What came of one part.
 * @typedef {{ passed: number, failures: { name: string, why: string }[] }} Outcome
 */

const LONGEST_REASON = 1_500;
const COLOURS = /\u001B\[[0-9;]*m/g;

/** The first message, without its colours, cut where it grows long. */
export const reason = (messages) => {
  const [first = ''] = messages;
  const plain = first.replaceAll(COLOURS, '').trim();
  return plain.length > LONGEST_REASON ? `${plain.slice(0, LONGEST_REASON)} …` : plain;
};

/** What ended badly though nothing in it is known to have failed (a server that does not start) is one failure more. */
const orItself = (part, code, passed, failures) => ({
  passed,
  failures:
    code === 0 || failures.length > 0 ? failures : [{ name: part, why: `ended with ${code}: see above` }],
});

const specsIn = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)];

/** @returns {Outcome} what Playwright's JSON report tells; undefined when it wrote none */
export const ofStories = (part, code, report) => {
  const specs = (report?.suites ?? []).flatMap(specsIn);
  const failures = specs
    .filter((spec) => !spec.ok)
    .map(({ file, title, tests }) => ({
      name: `${file} › ${title}`,
      why: reason(
        tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map((e) => e.message ?? ''))),
      ),
    }));
  const outside = (report?.errors ?? []).map(({ message = '' }) => ({ name: part, why: reason([message]) }));
  return orItself(part, code, report?.stats.expected ?? 0, [...failures, ...outside]);
};

const read = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

/** Runs a command that is no tests, its output shown at its end. */
export const runCheck = async (part, args) => {
  const { code, output } = await runQuietly(node, args);
  process.stdout.write(output);
  return { passed: 0, failures: code === 0 ? [] : [{ name: part, why: reason([output]) }] };
};

/** Runs vitest, its output shown and its outcome written to `path`. */
export const runVitest = async (part, path, args = [], { env = process.env, ...options } = {}) => {
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/outcome-reporter.mjs')}`];
  rmSync(path, { force: true });
  const words = [bin('vitest/vitest.mjs'), 'run', ...reporters, ...args];
  const code = await run(node, words, { ...options, env: { ...env, OUTCOME: path } });
  const outcome = read(path);
  return orItself(part, code, outcome?.passed ?? 0, outcome?.failures ?? []);
};

/** Runs Playwright, its output shown and a report written to `path`. */
export const runStories = async (part, path, args, env) => {
  rmSync(path, { force: true });
  const code = await run(node, [bin('@playwright/test/cli.js'), 'test', ...args], {
    cwd: `${root}/e2e`,
    env: { ...env, STORIES_REPORT: path },
  });
  return ofStories(part, code, read(path));
};

/** The last words of a run. */
export const lastWords = (outcomes) => {
  const failures = outcomes.flatMap(({ failures }) => failures);
  const passed = outcomes.reduce((total, outcome) => total + outcome.passed, 0);
  const told = failures.map(({ name, why }) => `FAILED ${name}\n${why.replaceAll(/^/gm, '    ')}\n\n`);
  return `\n${told.join('')}${passed} passed, ${failures.length} failed\n`;
};

/** Tells what came of all parts, and ends the process as that asks. */
export const tell = (outcomes) => {
  process.stdout.write(lastWords(outcomes), () =>
    process.exit(outcomes.every(({ failures }) => failures.length === 0) ? 0 : 1),
  );
};
