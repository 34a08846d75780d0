import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longStyles } from './styles.mjs';
import { bin, node, root, runQuietly } from '../programs/toolchain.mjs';

const lines = (count, line = '') =>
  Array.from({ length: count }, (_, index) => line || `x${index}();`).join('\n');

/**
 * The report of oxlint about some files under the rules of this repository. The rules are copied, because with
 * `--config` oxlint finds no cycles.
 */
const lint = async (files) => {
  const folder = mkdtempSync(join(tmpdir(), 'snimok-lint-'));
  try {
    copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return await runQuietly(node, [bin('oxlint/bin/oxlint'), '--format=unix'], { cwd: folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
};

test('a file of more than 300 lines is refused', async () => {
  expect(await lint({ 'a.ts': lines(300, '// a') })).toMatchObject({ code: 0 });
  const { code, output } = await lint({ 'a.ts': lines(301, '// a') });
  expect([code, output]).toEqual([1, expect.stringContaining('max-lines')]);
});

test('a function of more than 80 lines is refused, also in a test', async () => {
  const body = (count) => `(() => {\n${lines(count, '  // a')}\n});\n`;
  expect(await lint({ 'a.ts': `export const a = ${body(78)}` })).toMatchObject({ code: 0 });
  for (const text of [`export const a = ${body(79)}`, `test('a', ${body(79).slice(1)}`]) {
    const { code, output } = await lint({ 'a.test.ts': text });
    expect([code, output]).toEqual([1, expect.stringContaining('max-lines-per-function')]);
  }
});

test('a cycle of imports is refused, also one of types', async () => {
  const b = "import { a } from './a.ts';\nexport const b = a;\n";
  for (const a of [
    "import { b } from './b.ts';\nexport const a = () => b;\n",
    "import type { b } from './b.ts';\nexport const a = (x: typeof b) => x;\n",
  ]) {
    const { code, output } = await lint({ 'a.ts': a, 'b.ts': b });
    expect([code, output]).toEqual([1, expect.stringContaining('no-cycle')]);
  }
});

test('a style sheet of more than 300 lines is refused', () => {
  const check = (count) => longStyles(new Map([['apps/web/src/a.css', `${lines(count, 'a {}')}\n`]]));
  expect(check(300)).toEqual([]);
  expect(check(301)).toEqual([expect.stringContaining('apps/web/src/a.css:301: 301 lines')]);
});
