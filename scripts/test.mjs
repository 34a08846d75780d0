import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from './programs/browser.mjs';
import { findDcmtk, findPoppler } from './programs/debian-tools.mjs';
import { finish, runBeside, runCheck, runScenarios, runVitest, timed } from './test-run/outcomes.mjs';
import { findWorkstation } from './programs/workstation.mjs';
import { buildWeb, compileCache, compileParsers, giveUp, install, root } from './programs/toolchain.mjs';

// `npm test`: all checks and tests, except those with engines. The checks run while missing programs are installed and the
// web app is built. The phases of tests run one after the other, because each of them keeps every core busy.
// `npm test -- --beside COMMAND` also runs a command of the shell beside the scenarios, which leave a core idle now and
// then.

const { values } = parseArgs({ options: { beside: { type: 'string' } } });
const results = join(root, 'test-results');

/** Installs what the tests need and builds the web app. Returns the path of the browser. */
const prepare = async () => {
  const browser = await findBrowser();
  await findDcmtk();
  await findPoppler();
  await findWorkstation();
  // inherited by every process of the portal that a test starts
  process.env.NODE_COMPILE_CACHE = compileCache;
  await Promise.all([buildWeb(), compileParsers()]);
  return browser;
};

try {
  await install();
  rmSync(results, { recursive: true, force: true });
  let CHROMIUM;
  const [preparation, check] = await Promise.all([
    timed('preparation', async () => {
      CHROMIUM = await prepare();
    }),
    runCheck('npm run check', ['scripts/check.mjs']),
  ]);
  const env = { ...process.env, CHROMIUM };
  const tests = await runVitest('tests', join(results, 'vitest.json'), [], { env });
  const scenarios = runScenarios('scenarios', join(results, 'scenarios.json'), [], env);
  const others =
    values.beside === undefined ? [] : [runBeside(values.beside, scenarios, join(results, 'beside.log'))];
  finish([preparation, check, tests, ...(await Promise.all([scenarios, ...others]))]);
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
