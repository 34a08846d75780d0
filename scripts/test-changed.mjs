import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './programs/browser.mjs';
import { isComponentTest, testsFor } from './test-run/changed-tests.mjs';
import { readFiles, workspaces } from './checks/imports.mjs';
import { finish, runScenarios, runVitest } from './test-run/outcomes.mjs';
import { buildWeb, compileCache, giveUp, install, root, runQuietly } from './programs/toolchain.mjs';

// `npm run test:changed [-- REVISION]`: runs the tests that the changes since a revision (HEAD if absent) can break. This
// suffices while working on one part of the product; the whole run is needed before a change is submitted.

const results = join(root, 'test-results');

const gitLines = async (...args) => {
  const { code, output } = await runQuietly('git', args);
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output.trim()}`);
  return output.split('\n').filter(Boolean);
};

const changedSince = async (revision) => [
  ...(await gitLines('diff', '--name-only', revision)),
  ...(await gitLines('ls-files', '--others', '--exclude-standard')),
];

const list = (heading, names) =>
  process.stdout.write(`${heading}:\n${names.map((name) => `  ${name}\n`).join('') || '  none\n'}`);

/** Scenarios and tests of components need a browser. */
const environmentFor = async ({ tests, scenarios }) =>
  scenarios.length > 0 || tests.some(isComponentTest)
    ? { ...process.env, CHROMIUM: await findBrowser() }
    : process.env;

try {
  await install();
  const changed = await changedSince(process.argv[2] ?? 'HEAD');
  const chosen = testsFor(changed, readFiles(root, [...workspaces, 'scripts'], /\.(tsx?|mjs)$/));
  if ('whole' in chosen) giveUp(`Run npm test: ${chosen.whole}.`);
  const { tests, scenarios } = chosen;
  list('Tests', tests);
  list('Scenarios', scenarios);
  process.env.NODE_COMPILE_CACHE = compileCache;
  rmSync(results, { recursive: true, force: true });
  const outcomes = [];
  const env = await environmentFor(chosen);
  if (tests.length > 0) outcomes.push(await runVitest('tests', join(results, 'vitest.json'), tests, { env }));
  if (scenarios.length > 0) {
    await buildWeb();
    const names = scenarios.map((path) => path.slice('e2e/'.length));
    outcomes.push(await runScenarios('scenarios', join(results, 'scenarios.json'), names, env));
  }
  finish(outcomes);
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
