import { bin, giveUp, install, node, runQuietly } from './toolchain.mjs';

// `npm run check`: types, lint, format, import rules and left-out tests, all at once; what failed is shown in full.

const checks = {
  types: [bin('typescript/bin/tsc'), '-p', '.'],
  'types of the web app': [bin('typescript/bin/tsc'), '-p', 'apps/web'],
  'types of the stories': [bin('typescript/bin/tsc'), '-p', 'e2e'],
  lint: [bin('oxlint/bin/oxlint'), '--deny-warnings'],
  format: [
    bin('prettier/bin/prettier.cjs'),
    '--check',
    '--log-level=warn',
    '--cache',
    '--cache-strategy=content',
    '.',
  ],
  imports: ['scripts/check-imports.mjs'],
  'left-out tests': ['scripts/check-tests.mjs'],
  migrations: ['scripts/check-migrations.mjs'],
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
