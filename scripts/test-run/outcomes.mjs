import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bin, node, root, run, runQuietly } from '../programs/toolchain.mjs';

// The phases of a test run and their outcomes. The failures are printed a second time at the end of the run, because some
// CI systems keep only the end of a long output.

/**
 * The outcome of one phase. `repeated` are the tests and scenarios that failed once and passed when they were repeated: each
 * is a defect to be fixed by the next change, but does not fail the run.
 * @typedef {{ name: string, why: string }} Failure
 * @typedef {{ phase: string, seconds: number, passed: number, failures: Failure[], repeated: Failure[] }} Outcome
 */

const LONGEST_REASON = 1_500;
const COLOURS = /\u001B\[[0-9;]*m/g;

/** The first message without its colours, cut to a readable length. */
export const reason = (messages) => {
  const [first = ''] = messages;
  const plain = first.replaceAll(COLOURS, '').trim();
  return plain.length > LONGEST_REASON ? `${plain.slice(0, LONGEST_REASON)} …` : plain;
};

/** Runs a phase, prints its duration, and adds the duration to its outcome. */
export const timed = async (phase, work) => {
  const started = performance.now();
  const { passed = 0, failures = [], repeated = [] } = (await work()) ?? {};
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(`\n=== ${phase}: ${duration(seconds)}\n\n`);
  return { phase, seconds, passed, failures, repeated };
};

const duration = (seconds) => `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;

/** A phase that fails without a failed test, such as a server that does not start, counts as one failure. */
const withExitCode = (phase, code, { passed, failures }) => ({
  passed,
  failures:
    code === 0 || failures.length > 0
      ? failures
      : [{ name: phase, why: `ended with code ${code}: see the output above` }],
});

const specsIn = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)];

const failureOfSpec = ({ file, title, tests }) => ({
  name: `${file} › ${title}`,
  why: reason(
    tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map((e) => e.message ?? ''))),
  ),
});

/** The outcome in Playwright's JSON report; `report` is undefined when Playwright wrote none. */
export const outcomeOfScenarios = (phase, code, report) => {
  const specs = (report?.suites ?? []).flatMap(specsIn);
  const failures = specs.filter(({ ok }) => !ok).map(failureOfSpec);
  const repeated = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(failureOfSpec);
  const outsideOfTests = (report?.errors ?? []).map(({ message = '' }) => ({
    name: phase,
    why: reason([message]),
  }));
  const passed = (report?.stats.expected ?? 0) + repeated.length;
  return { ...withExitCode(phase, code, { passed, failures: [...failures, ...outsideOfTests] }), repeated };
};

const readReport = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

/** Runs a script that contains no tests; its output is printed when it ends. */
export const runCheck = (phase, args) =>
  timed(phase, async () => {
    const { code, output } = await runQuietly(node, args);
    process.stdout.write(output);
    return { failures: code === 0 ? [] : [{ name: phase, why: reason([output]) }] };
  });

/** Runs vitest, which prints its output and writes its outcome to `path`. */
export const runVitest = (phase, path, args = [], { env = process.env, ...options } = {}) =>
  timed(phase, async () => {
    const reporters = [
      '--reporter=default',
      `--reporter=${join(root, 'scripts/test-run/outcome-reporter.mjs')}`,
    ];
    rmSync(path, { force: true });
    mkdirSync(dirname(path), { recursive: true });
    const command = [bin('vitest/vitest.mjs'), 'run', ...reporters, ...args];
    const code = await run(node, command, { ...options, env: { ...env, OUTCOME: path } });
    const { passed = 0, failures = [], repeated = [] } = readReport(path) ?? {};
    return { ...withExitCode(phase, code, { passed, failures }), repeated };
  });

/**
 * Runs Playwright, which prints its output and writes its report to `path`.
 * @param {string[]} within a command that starts the program that follows it, with its arguments; empty for none
 */
export const runScenarios = (phase, path, args, env, within = []) =>
  timed(phase, async () => {
    rmSync(path, { force: true });
    const [program, ...words] = [...within, node, bin('@playwright/test/cli.js'), 'test', ...args];
    const code = await run(program, words, {
      cwd: `${root}/e2e`,
      env: { ...env, SCENARIOS_REPORT: path },
    });
    return outcomeOfScenarios(phase, code, readReport(path));
  });

/**
 * Runs a command of the shell while `phase` runs. When both have ended, prints the output of the command, which is in the file
 * `path`. If the command fails, the end of its output is the reason, because there it lists what failed.
 */
export const runBeside = async (command, phase, path) => {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'w');
  const name = `beside the scenarios: ${command}`;
  const outcome = timed(name, async () => {
    const code = await run(command, [], { shell: true, stdio: ['ignore', file, file] });
    const why = readFileSync(path, 'utf8').replaceAll(COLOURS, '').trim().slice(-LONGEST_REASON);
    return { failures: code === 0 ? [] : [{ name, why }] };
  }).finally(() => closeSync(file));
  await Promise.all([outcome, phase]);
  process.stdout.write(`\n=== ${name}\n\n${readFileSync(path, 'utf8')}`);
  return outcome;
};

const listed = (word, failures) =>
  failures.map(({ name, why }) => `${word} ${name}\n${why.replaceAll(/^/gm, '    ')}\n\n`).join('');

/** The end of the output: all failures, what passed only when repeated, how long each phase took, and the counts. */
export const summary = (outcomes) => {
  const repeated = outcomes.flatMap((outcome) => outcome.repeated);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  const passed = outcomes.reduce((total, outcome) => total + outcome.passed, 0);
  const phases = outcomes
    .map(({ phase, seconds }) => `${duration(seconds).padStart(12)}  ${phase}\n`)
    .join('');
  return `\n${listed('PASSED WHEN REPEATED', repeated)}${listed('FAILED', failures)}${phases}${passed} passed, ${repeated.length} of them when repeated, ${failures.length} failed\n`;
};

/** Prints the summary and ends the process: with 1 when anything failed. */
export const finish = (outcomes) => {
  process.stdout.write(summary(outcomes), () =>
    process.exit(outcomes.every(({ failures }) => failures.length === 0) ? 0 : 1),
  );
};
