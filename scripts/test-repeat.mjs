import { join } from 'node:path';
import { findBrowser } from './programs/browser.mjs';
import { isComponentTest } from './test-run/changed-tests.mjs';
import { finish, runScenarios, runVitest } from './test-run/outcomes.mjs';
import { buildWeb, compileCache, giveUp, install, root } from './programs/toolchain.mjs';

// `npm run test:repeat -- FILE TIMES`: runs a file of tests or scenarios that many times, to find races. Two runs go on at a
// time, and failed tests are not repeated.

const AT_A_TIME = 2;
const results = join(root, 'test-results');

const repeatScenarios = async (name, times) => {
  await buildWeb();
  const env = { ...process.env, CHROMIUM: await findBrowser() };
  const args = [name, '--repeat-each', String(times), '--workers', String(AT_A_TIME), '--retries', '0'];
  return [await runScenarios(`${name}, ${times} times`, join(results, 'scenarios.json'), args, env)];
};

const repeatTests = async (file, times) => {
  const env = isComponentTest(file) ? { ...process.env, CHROMIUM: await findBrowser() } : process.env;
  const outcomes = [];
  let started = 0;
  const lane = async () => {
    while (started < times) {
      started += 1;
      const phase = `${file}, time ${started}`;
      outcomes.push(
        await runVitest(phase, join(results, `repeat-${started}.json`), [file, '--retry=0'], { env }),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  return outcomes;
};

try {
  const [file = '', text = ''] = process.argv.slice(2);
  const times = Number(text);
  if (!file || !Number.isInteger(times) || times < 1) giveUp('Usage: npm run test:repeat -- FILE TIMES');
  await install();
  process.env.NODE_COMPILE_CACHE = compileCache;
  const scenario = /^(?:\.\/)?e2e\/([\w/-]+\.test\.ts)$/.exec(file)?.[1];
  finish(await (scenario ? repeatScenarios(scenario, times) : repeatTests(file, times)));
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
