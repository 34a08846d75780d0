import { posix } from 'node:path';
import { IMPORT, isTest, partOf, resolverOf } from '../checks/imports.mjs';
import { scenariosOf } from './scenarios-of.mjs';

// Which tests a change can break: those that import a changed file, directly or through other files, and those in the folder
// of such a file, which call it by HTTP. Scenarios are found by the part of the product (scenarios-of.mjs).

/**
 * These files import every module, so every test depends on them. The other imports of a test and its folder show what it is
 * about.
 */
const ASSEMBLIES = [
  'apps/server/src/entry/app.ts',
  'apps/server/src/entry/jobs.ts',
  'apps/server/src/entry/worker-loop.ts',
  'apps/server/src/entry/start-portal.ts',
  'apps/server/src/testing/portal/server.ts',
  'apps/web/src/routes.tsx',
  'apps/web/src/portal.tsx',
];

/** Every test or scenario depends on these: settings of the tools, migrations, and what starts the portal of a test. */
const COMMON = [
  /^[^/]+$/,
  /^\.ci\//,
  /^scripts\//,
  /^apps\/server\/migrations\//,
  /^apps\/server\/src\/testing\/(?:[\w-]+\/)?(server|make|client|template-database)\.ts$/,
  /^e2e\/(pages\/test\.ts|portal\/(portal|process)\.ts|playwright\.config\.ts)$/,
];
const DOCUMENTS = /\.md$|^(docs|bench|ops)\//;

/** For more files than this the selection would take as long as the whole run. */
const MANY = 60;

/** Component tests run in a browser. */
export const isComponentTest = (path) => path.endsWith('.test.tsx');

const isUnitTest = (path) => /\.test\.(tsx?|mjs)$/.test(path) && !path.startsWith('e2e/');

export const isScenario = (path) => /^e2e\/[\w/-]+\.test\.ts$/.test(path);

/** For each file, the files that import it. */
const importersOf = (files) => {
  const resolve = resolverOf(files);
  const importers = new Map();
  for (const [path, text] of files) {
    for (const [, , specifier] of text.matchAll(IMPORT)) {
      const target = resolve(path, specifier.replace(/\?.*$/, ''));
      if (target) importers.set(target, (importers.get(target) ?? new Set()).add(path));
    }
  }
  return importers;
};

/** The changed files, and those that import them, directly or not. */
const affectedBy = (changed, files) => {
  const importers = importersOf(files);
  const affected = new Set(changed.filter((path) => files.has(path)));
  for (const path of affected) {
    if (ASSEMBLIES.includes(path)) continue;
    for (const importer of importers.get(path) ?? []) affected.add(importer);
  }
  return affected;
};

/**
 * The tests that a change can break.
 * @param {string[]} changed paths from the root
 * @param {Map<string, string>} files all sources and tests: paths from the root, and texts
 * @returns {{ whole: string } | { tests: string[], scenarios: string[] }} `whole`: why the whole run is needed
 */
export const testsFor = (changed, files) => {
  const relevant = changed.filter((path) => !DOCUMENTS.test(path));
  const common = relevant.find((path) => COMMON.some((pattern) => pattern.test(path)));
  if (common) return { whole: `every test depends on ${common}` };
  const assembly = relevant.find((path) => ASSEMBLIES.includes(path));
  if (assembly) return { whole: `${assembly} gathers all parts of the product` };

  const affected = affectedBy(relevant, files);
  const sources = [...affected].filter((path) => !isTest(path) && !ASSEMBLIES.includes(path));
  const folders = new Set(sources.filter((path) => partOf(path)).map((path) => posix.dirname(path)));
  const tests = [...files.keys()].filter(
    (path) => isUnitTest(path) && (affected.has(path) || folders.has(posix.dirname(path))),
  );
  if (tests.length > MANY) return { whole: `${tests.length} files of tests depend on this change` };

  const parts = new Set(sources.map(partOf));
  const names = new Set([...parts].flatMap((part) => scenariosOf[part] ?? []));
  const byPart = [...files.keys()].filter(
    (path) => isScenario(path) && names.has(posix.basename(path, '.test.ts')),
  );
  const own = [...affected].filter(isScenario);
  return { tests: tests.sort(), scenarios: [...new Set([...byPart, ...own])].sort() };
};
