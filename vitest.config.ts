import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

/**
 * The time limits are long enough for a busy machine; tests do not measure time. A failed test is repeated once, so that a
 * race does not refuse a change that did not cause it; the end of the run lists it (scripts/test-run/outcomes.mjs).
 */
const common = { testTimeout: 240_000, hookTimeout: 240_000, retry: 1 };

/** Tests of the server copy a migrated template database. Those named `*.engine.test.ts` need engines (scripts/engines.mjs). */
const server = { ...common, globalSetup: 'apps/server/src/testing/portal/template-database.ts' };
const engineTests = 'apps/server/**/*.engine.test.ts';
const engineScripts = 'scripts/**/*.engine.test.mjs';

/** Tests that replace a module by another: they need Vite's module runner and a process of their own, those of components a page. */
const MOCKING = [
  'apps/server/src/entry/attacks/uploads-and-files/12-closed-while-verified.test.ts',
  'apps/server/src/entry/attacks/uploads-and-files/12-parser-memory-watch.test.ts',
];
const MOCKING_COMPONENTS = ['src/areas/frame/palette/slow-palette.test.tsx'];

/** Node loads the modules, as in the product, and once for all files that a worker runs (decision 98). */
const loadedOnce = { isolate: false, experimental: { viteModuleRunner: false, nodeLoader: false } };

/** Components of the web app in Chromium, with the product's styles and a server that the test replaces (decision 99). */
const componentsOf = (
  name: string,
  groupOrder: number,
  files: { include: string[]; exclude?: string[] },
) => ({
  root: 'apps/web',
  plugins: [react()],
  // every package that the tests import is found before the first of them; one that is found later would reload the page
  optimizeDeps: {
    entries: ['src/**/*.test.tsx'],
    // only workers import them, where they are not found
    include: [
      '@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs',
      '@cornerstonejs/codec-openjpeg/decodewasmjs',
      '@cornerstonejs/codec-openjph/wasmjs',
    ],
    force: true,
  },
  test: {
    ...common,
    name,
    ...files,
    // one page, which loads the modules of the web app once; alone, because vitest runs only projects with equally many workers
    // at the same time
    isolate: false,
    fileParallelism: false,
    sequence: { groupOrder },
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1440, height: 900 },
      instances: [{ browser: 'chromium' as const }],
      provider: playwright({
        actionTimeout: 30_000,
        launchOptions: {
          executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
          args: [
            '--no-sandbox',
            '--disable-background-networking',
            '--disable-component-update',
            '--no-first-run',
          ],
        },
        contextOptions: { locale: 'ru-RU', timezoneId: 'Europe/Moscow' },
      }),
    },
  },
});

/** The packages, the server by HTTP, the upload program, and the parts of the web app without a screen; e2e/ tests screens. */
export default defineConfig({
  test: {
    // some tests wait for a limit of time; with two files for each core they would only slow each other down
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    projects: [
      { test: { ...common, name: 'contract', include: ['packages/contract/**/*.test.ts'] } },
      { test: { ...common, name: 'imaging', include: ['packages/imaging/**/*.test.ts'] } },
      { test: { ...common, name: 'phantom', include: ['packages/phantom/**/*.test.ts'] } },
      { test: { ...common, name: 'dicom-network', include: ['packages/dicom-network/**/*.test.ts'] } },
      { test: { ...common, name: 'viewer', include: ['packages/viewer/**/*.test.ts'] } },
      { test: { ...common, name: 'api-client', include: ['packages/api-client/**/*.test.ts'] } },
      {
        test: {
          ...server,
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          exclude: [engineTests, ...MOCKING, '**/node_modules/**'],
          ...loadedOnce,
        },
      },
      { test: { ...server, name: 'server, mocked', include: MOCKING } },
      ...(process.env.ENGINES
        ? [{ test: { ...server, name: 'engines', include: [engineTests, engineScripts] } }]
        : []),
      { test: { ...common, name: 'uploader', include: ['apps/uploader/**/*.test.ts'] } },
      {
        test: {
          ...common,
          name: 'scripts',
          include: ['scripts/**/*.test.{mjs,ts}'],
          exclude: [engineScripts],
        },
      },
      { test: { ...common, name: 'fuzz', include: ['fuzz/**/*.test.ts'] } },
      { test: { ...common, name: 'web', include: ['apps/web/**/*.test.ts'] } },
      componentsOf('components', 1, { include: ['src/**/*.test.tsx'], exclude: MOCKING_COMPONENTS }),
      componentsOf('components, mocked', 2, { include: MOCKING_COMPONENTS }),
    ],
  },
});
