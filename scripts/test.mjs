import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { findDcmtk } from './dcmtk.mjs';
import { runCheck, runStories, runVitest, tell } from './outcomes.mjs';
import { findWorkstation } from './workstation.mjs';
import { buildWeb, giveUp, install, root } from './toolchain.mjs';

// `npm test`: everything there is to try. One part after the other: each of them keeps every core busy by itself.

const results = join(root, 'test-results');

try {
  await install();
  const CHROMIUM = await findBrowser();
  await findDcmtk();
  await findWorkstation();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results);
  await buildWeb();
  tell([
    await runCheck('npm run check', ['scripts/check.mjs']),
    await runVitest('tests', join(results, 'vitest.json')),
    await runStories('stories', join(results, 'stories.json'), [], { ...process.env, CHROMIUM }),
  ]);
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
