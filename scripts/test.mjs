import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { findDcmtk } from './dcmtk.mjs';
import { findWorkstation } from './workstation.mjs';
import { bin, buildWeb, giveUp, install, node, root, run } from './toolchain.mjs';

// `npm test`: everything there is to try. One part after the other: each of them keeps every core busy by itself.

const results = join(root, 'test-results');
const vitestReport = join(results, 'vitest.json');
const storiesReport = join(results, 'stories.json');

const read = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

/** What broke outside of any test (a file that does not load, a server that does not start) is one failure more. */
const counted = (passed = 0, failed = 0, code) => ({ passed, failed: failed || (code === 0 ? 0 : 1) });

const check = async () => counted(0, 0, await run(node, ['scripts/check.mjs']));

const vitest = async () => {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const code = await run(node, [bin('vitest/vitest.mjs'), ...args]);
  const report = read(vitestReport);
  return counted(report?.numPassedTests, report?.numFailedTests, code);
};

const stories = async (browser) => {
  const code = await run(node, [bin('@playwright/test/cli.js'), 'test'], {
    cwd: join(root, 'e2e'),
    env: { ...process.env, CHROMIUM: browser, STORIES_REPORT: storiesReport },
  });
  const stats = read(storiesReport)?.stats;
  return counted(stats?.expected, stats?.unexpected, code);
};

try {
  await install();
  const browser = await findBrowser();
  await findDcmtk();
  await findWorkstation();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results);
  await buildWeb();
  const parts = [await check(), await vitest(), await stories(browser)];
  const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
  process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed\n`);
  process.exit(sum('failed') === 0 ? 0 : 1);
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
