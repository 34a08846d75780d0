import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './testing/temporary-folder.ts';

const workspace = join(import.meta.dirname, '..');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

test('the packed program installs without a network and runs on Node alone', () => {
  const folder = temporaryFolder();
  const run = (program: string, args: string[], cwd: string) =>
    execFileSync(program, args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: folder, SNIMOK_HOME: folder },
    });
  const [packed] = JSON.parse(
    run(npm, ['pack', '--json', '--silent', '--pack-destination', folder], workspace),
  );
  expect(packed.files.map(({ path }: { path: string }) => path)).toEqual(['dist/snimok.js', 'package.json']);
  run(npm, ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename)], folder);
  const program = join(folder, 'node_modules/@snimok/uploader/dist/snimok.js');
  expect(run(process.execPath, [program, '--version'], folder).trim()).toBe(packed.version);
  expect(run(process.execPath, [program, '--help'], folder)).toContain('snimok receive');
});
