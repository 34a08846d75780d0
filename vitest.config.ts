import { defineConfig } from 'vitest/config';

/** Long enough for a machine that does other things too: a test is no stopwatch. */
const patient = { testTimeout: 240_000, hookTimeout: 240_000 };

/** What the server's tests stand on; those named `*.engine.test.ts` want real engines beside them (scripts/engines.mjs). */
const server = { ...patient, globalSetup: 'apps/server/src/testing/template-database.ts' };
const withEngines = 'apps/server/**/*.engine.test.ts';

/** The pure packages, the server through its door, and what of the web app has no screen. Screens are tested by e2e/. */
export default defineConfig({
  test: {
    projects: [
      { test: { ...patient, name: 'contract', include: ['packages/contract/**/*.test.ts'] } },
      { test: { ...patient, name: 'imaging', include: ['packages/imaging/**/*.test.ts'] } },
      { test: { ...patient, name: 'phantom', include: ['packages/phantom/**/*.test.ts'] } },
      { test: { ...patient, name: 'viewer', include: ['packages/viewer/**/*.test.ts'] } },
      { test: { ...patient, name: 'api-client', include: ['packages/api-client/**/*.test.ts'] } },
      {
        test: {
          ...server,
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          exclude: [withEngines, '**/node_modules/**'],
        },
      },
      ...(process.env.ENGINES ? [{ test: { ...server, name: 'engines', include: [withEngines] } }] : []),
      { test: { ...patient, name: 'uploader', include: ['apps/uploader/**/*.test.ts'] } },
      { test: { ...patient, name: 'scripts', include: ['scripts/*.test.mjs'] } },
      { test: { ...patient, name: 'web', include: ['apps/web/**/*.test.ts'] } },
    ],
  },
});
