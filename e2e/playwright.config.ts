import { defineConfig, devices } from '@playwright/test';

/** The portal as people use it: a real browser, a real server with its own database, one file a story. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  fullyParallel: true,
  retries: 0,
  // each has a portal and a browser of its own: more than two starve one another on two cores
  workers: 2,
  // stories that bring a server up and down, on a machine that does other things too
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: process.env.STORIES_REPORT
    ? [['list'], ['json', { outputFile: process.env.STORIES_REPORT }]]
    : 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-quic',
        '--no-first-run',
      ],
    },
  },
});
