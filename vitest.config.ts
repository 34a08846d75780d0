import { defineConfig } from 'vitest/config';

/** The pure packages, the server through its door, and what of the web app has no screen. Screens are tested by e2e/. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', include: ['packages/contract/**/*.test.ts'] } },
      { test: { name: 'imaging', include: ['packages/imaging/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          globalSetup: 'apps/server/src/testing/template-database.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'scripts', include: ['scripts/*.test.mjs'] } },
      { test: { name: 'web', include: ['apps/web/**/*.test.ts'] } },
    ],
  },
});
