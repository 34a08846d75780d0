import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { isScenario, testsFor } from './changed-tests.mjs';
import { areas, modulesOf, readFiles, workspaces } from '../checks/imports.mjs';
import { root } from '../checks/report.mjs';
import { scenariosOf } from './scenarios-of.mjs';

const files = readFiles(root, [...workspaces, 'scripts'], /\.(tsx?|mjs)$/);

test('a change in a module selects the tests of its folder and its scenarios', () => {
  expect(testsFor(['apps/server/src/administration/statistics/queries.ts'], files)).toEqual({
    tests: ['apps/server/src/administration/statistics/statistics.test.ts'],
    scenarios: ['e2e/administration/statistics.test.ts'],
  });
});

test('a change in a component selects the tests that show it', () => {
  const { tests } = testsFor(['apps/web/src/areas/people/doctors/doctor-fields.tsx'], files);
  expect(tests).toContain('apps/web/src/areas/people/doctors/doctors-list.test.tsx');
});

test('a change in the contract selects the tests of both sides', () => {
  const { tests, scenarios } = testsFor(['packages/contract/src/administration/statistics.ts'], files);
  expect(tests).toContain('apps/server/src/administration/statistics/statistics.test.ts');
  expect(scenarios).toContain('e2e/administration/statistics.test.ts');
});

test('a changed test or scenario is selected itself', () => {
  const changed = ['apps/server/src/messaging/banner/banner.test.ts', 'e2e/messaging/banner.test.ts'];
  expect(testsFor(changed, files)).toEqual({ tests: [changed[0]], scenarios: [changed[1]] });
});

test('documents select nothing', () => {
  const changed = ['README.md', 'docs/security.md', 'docs/decisions/0001-one-runtime.md', 'bench/run.ts'];
  expect(testsFor(changed, files)).toEqual({ tests: [], scenarios: [] });
});

test.each([
  ['package-lock.json', /every test depends on package-lock\.json/],
  ['apps/server/migrations/0001_schema.sql', /every test depends on/],
  ['apps/server/src/testing/portal/server.ts', /every test depends on/],
  ['apps/server/src/entry/app.ts', /gathers all parts/],
  ['apps/server/src/platform/errors/errors.ts', /\d+ files of tests depend on this change/],
])('a change of %s needs the whole run', (path, why) => {
  expect(testsFor([path], files)).toEqual({ whole: expect.stringMatching(why) });
});

test('every area of the web app has scenarios, and every file of scenarios belongs to a part', () => {
  const modules = modulesOf(files.get('apps/server/src/entry/app.ts'));
  const shared = readdirSync(join(root, 'apps/web/src/shared'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const areaNames = Object.values(areas).flat();
  const parts = [
    ...areaNames,
    ...Object.values(modules).flat(),
    ...shared,
    'viewer',
    'uploader',
    'everything',
  ];
  expect(Object.keys(scenariosOf).filter((name) => !parts.includes(name))).toEqual([]);
  expect(areaNames.filter((area) => !scenariosOf[area])).toEqual([]);
  const written = [...files.keys()].filter(isScenario).map((path) => posix.basename(path, '.test.ts'));
  const listed = Object.values(scenariosOf).flat();
  expect([...new Set(listed)].sort()).toEqual(written.sort());
});
