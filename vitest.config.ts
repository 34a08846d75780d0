import { defineConfig } from 'vitest/config';

/** The pure packages and the server are tested in Node; the screens are tested in a real Chromium by e2e/. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'imaging', include: ['packages/imaging/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'contract', include: ['packages/contract/**/*.test.ts'] } },
    ],
  },
});
