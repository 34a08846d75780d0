import { join } from 'node:path';
import { bin, giveUp, install, node, root, runQuietly } from './programs/toolchain.mjs';

// `npm run check`: all checks of the sources, at the same time; the output of a check is printed when it fails.

/** Keeps what was found about unchanged files for the next run. */
const types = (folder) => [
  bin('typescript/bin/tsc'),
  '-p',
  folder,
  '--incremental',
  '--tsBuildInfoFile',
  join(root, 'node_modules/.cache/snimok-types', folder, 'tsconfig.tsbuildinfo'),
];

const checks = {
  types: types('.'),
  'types of the web app': types('apps/web'),
  'types of the end-to-end tests': types('e2e'),
  lint: [bin('oxlint/bin/oxlint'), '--deny-warnings'],
  format: [
    bin('prettier/bin/prettier.cjs'),
    '--check',
    '--log-level=warn',
    '--cache',
    '--cache-strategy=content',
    '.',
  ],
  imports: ['scripts/checks/imports.mjs'],
  folders: ['scripts/checks/folders.mjs'],
  'circles of imports': ['scripts/checks/circles.mjs'],
  'table owners': ['scripts/checks/owners.mjs'],
  exports: ['scripts/checks/exports.mjs'],
  words: ['scripts/checks/words.mjs'],
  idioms: ['scripts/checks/idioms.mjs'],
  'Russian texts': ['scripts/checks/texts.mjs'],
  'citations of tests': ['scripts/checks/coverage.mjs'],
  'citations of rules': ['scripts/checks/citations.mjs'],
  'style sheets': ['scripts/checks/styles.mjs'],
  'skipped tests': ['scripts/checks/left-out-tests.mjs'],
  migrations: ['scripts/checks/migrations.mjs'],
};

try {
  await install();
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, args]) => {
      const { code, output, seconds } = await runQuietly(node, args);
      const word = code === 0 ? 'ok' : 'FAILED';
      process.stdout.write(`${name}: ${word} (${seconds.toFixed(1)} s)\n${code === 0 ? '' : output}`);
      return code;
    }),
  );
  process.exit(results.every((code) => code === 0) ? 0 : 1);
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
