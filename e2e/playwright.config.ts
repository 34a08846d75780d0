import { defineConfig, devices } from '@playwright/test';

/**
 * The last two features load the suggestions of Chromium's address bar for every browser context, in a process of their own,
 * which takes 0.7 s of CPU time. If `--disable-features` occurs several times, Chromium reads only the last one, so all names
 * are repeated here that Playwright passes for Chromium on Linux.
 */
const DISABLED_FEATURES = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/**
 * The scenarios in a real browser. Each Playwright worker starts one portal with its own database (`pages/test.ts`); the
 * scenarios of that worker share it, and each creates its own accounts.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  globalSetup: './portal/prepared-folder.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/reference-pictures/{arg}{ext}',
  forbidOnly: true,
  fullyParallel: true,
  // a scenario that fails by a race must not block a change that did not cause it; the end of the run lists it
  // (scripts/test-run/outcomes.mjs)
  retries: 1,
  // each runs a portal and a browser; on two cores, more than two slow each other down until tests time out
  workers: 2,
  // long enough for scenarios that start and stop servers on a busy machine
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: process.env.SCENARIOS_REPORT
    ? [['list'], ['json', { outputFile: process.env.SCENARIOS_REPORT }]]
    : 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // a page's routes do not see what a service worker answers; e2e/entry/service-worker tests the service worker
    serviceWorkers: 'block',
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        `--disable-features=${DISABLED_FEATURES.join(',')}`,
        '--disable-quic',
        '--no-first-run',
      ],
    },
  },
});
