import { defineConfig } from 'vitest/config';

/** What the server's tests stand on; those named `*.engine.test.ts` want real engines beside them (scripts/engines.mjs). */
const server = {
  globalSetup: 'apps/server/src/testing/template-database.ts',
  testTimeout: 60_000,
  hookTimeout: 60_000,
};
const withEngines = 'apps/server/**/*.engine.test.ts';

/** The pure packages, the server through its door, and what of the web app has no screen. Screens are tested by e2e/. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', include: ['packages/contract/**/*.test.ts'] } },
      { test: { name: 'imaging', include: ['packages/imaging/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'sending', include: ['packages/sending/**/*.test.ts'] } },
      {
        test: {
          ...server,
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          exclude: [withEngines, '**/node_modules/**'],
        },
      },
      ...(process.env.ENGINES ? [{ test: { ...server, name: 'engines', include: [withEngines] } }] : []),
      { test: { name: 'uploader', include: ['apps/uploader/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'scripts', include: ['scripts/*.test.mjs'] } },
      { test: { name: 'web', include: ['apps/web/**/*.test.ts'] } },
    ],
  },
});
