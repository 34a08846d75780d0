import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Long enough for a busy machine. Tests do not measure time. */
const longTimeouts = { testTimeout: 240_000, hookTimeout: 240_000 };

/** Tests of the server copy a migrated template database. Those named `*.engine.test.ts` need engines (scripts/engines.mjs). */
const server = { ...longTimeouts, globalSetup: 'apps/server/src/testing/template-database.ts' };
const engineTests = 'apps/server/**/*.engine.test.ts';

/** The packages, the server by HTTP, the upload program, and the parts of the web app without a screen; e2e/ tests screens. */
export default defineConfig({
  test: {
    // some tests wait for a limit of time; with two files for each core they would only slow each other down
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    projects: [
      { test: { ...longTimeouts, name: 'contract', include: ['packages/contract/**/*.test.ts'] } },
      { test: { ...longTimeouts, name: 'imaging', include: ['packages/imaging/**/*.test.ts'] } },
      { test: { ...longTimeouts, name: 'phantom', include: ['packages/phantom/**/*.test.ts'] } },
      { test: { ...longTimeouts, name: 'viewer', include: ['packages/viewer/**/*.test.ts'] } },
      { test: { ...longTimeouts, name: 'api-client', include: ['packages/api-client/**/*.test.ts'] } },
      {
        test: {
          ...server,
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          exclude: [engineTests, '**/node_modules/**'],
        },
      },
      ...(process.env.ENGINES ? [{ test: { ...server, name: 'engines', include: [engineTests] } }] : []),
      { test: { ...longTimeouts, name: 'uploader', include: ['apps/uploader/**/*.test.ts'] } },
      { test: { ...longTimeouts, name: 'scripts', include: ['scripts/*.test.mjs'] } },
      { test: { ...longTimeouts, name: 'fuzz', include: ['fuzz/**/*.test.ts'] } },
      { test: { ...longTimeouts, name: 'web', include: ['apps/web/**/*.test.ts'] } },
    ],
  },
});
