import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../programs/toolchain.mjs';
import { ownPackagesOf } from './portal-tree.mjs';

const sources = (path) =>
  readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));

test('an installed portal has every package of the repository that the server imports', () => {
  const packages = ownPackagesOf('apps/server');
  const folders = ['apps/server/src', ...packages.map((name) => `packages/${name}/src`)];
  const imported = folders
    .flatMap(sources)
    .filter((path) => !path.includes('/testing/'))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/from '@snimok\/([a-z-]+)/g)])
    .map(([, name]) => name);
  expect(packages).toContain('dicom-network');
  expect([...new Set(imported)].filter((name) => !packages.includes(name))).toEqual([]);
});
