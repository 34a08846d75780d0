import { posix } from 'node:path';
import { parseSync } from 'vite';
import { isTest, readFiles, resolverOf, workspaces } from './imports.mjs';
import { isMain, report, root } from './report.mjs';

// Every export is imported by another file; otherwise it need not be exported, or the code is dead. An import by a unit
// test does not count, because a unit test normally calls what the product calls. An export for its test alone has the
// tag `@internal` in its doc comment.
// `node scripts/checks/exports.mjs [folder or file …]`

/** Exports that a program reads although no import of this repository shows it. */
const readElsewhere = [
  [
    /^vitest\.config\.ts$|(^|\/)(playwright|vite)[\w.]*\.config\.ts$/,
    'default',
    'by the program that it configures',
  ],
  [/^apps\/server\/src\/entry\/app\.ts$/, 'modules', 'by scripts/checks/imports.mjs'],
  [/^apps\/server\/src\/platform\/jobs\/jobs\.ts$/, 'ListedJobs', 'by entry/jobs.ts, which extends it'],
  [/^packages\/imaging\/src\/dicom\/platform\/browser\.ts$/, 'inflateRaw', 'as #platform, in browsers'],
  [/^packages\/imaging\/src\/dicom\/platform\/browser\.ts$/, 'jpegXlModule', 'as #platform, in browsers'],
  [/^packages\/imaging\/src\/dicom\/platform\/browser\.ts$/, 'wasmURLOf', 'as #platform, in browsers'],
  [/^scripts\/test-run\/outcome-reporter\.mjs$/, 'default', 'by vitest'],
  [/^apps\/server\/src\/testing\/portal\/template-database\.ts$/, 'default', 'by vitest, as a global setup'],
  [/^e2e\/portal\/prepared-folder\.ts$/, 'default', 'by Playwright, as a global setup'],
];

/** Tests of e2e/ observe the whole product, so they and the helpers of tests count as programs of their own. */
const isUnitTest = (path) => /\.test\.[mt]sx?$/.test(path) && !path.startsWith('e2e/');
const isTestCode = (path) => isTest(path) || /^(e2e|bench)\//.test(path);

export const LANGUAGES = { '.ts': 'ts', '.tsx': 'tsx', '.mjs': 'js' };

/** The exports and imports of a file from oxc's module record, with specifiers as paths from the root. */
const recordOf = (path, text, resolve) => {
  const { module, errors } = parseSync(path, text, { lang: LANGUAGES[posix.extname(path)] });
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const exports = [];
  const imports = [];
  const add = (specifier, names) => {
    const target = resolve(path, specifier);
    if (target) imports.push({ target, names });
  };
  for (const { entries, start: statement } of module.staticExports) {
    const internal = isInternal(text.slice(0, statement));
    for (const { moduleRequest, importName, exportName, start } of entries) {
      if (exportName.kind !== 'None')
        exports.push({ name: exportName.name ?? 'default', at: start, internal });
      if (moduleRequest) add(moduleRequest.value, importName.name ? [importName.name] : ALL);
    }
  }
  for (const { moduleRequest, entries } of module.staticImports) {
    for (const { importName, localName } of entries)
      add(moduleRequest.value, namesOf(importName, localName, text));
  }
  for (const { start, end, moduleRequest } of module.dynamicImports) {
    const specifier = text.slice(moduleRequest.start + 1, moduleRequest.end - 1);
    add(specifier, namesOfDynamic(text.slice(0, start), text.slice(end)));
  }
  return { path, text, exports, imports };
};

/** Whether the doc comment that ends here has the tag `@internal`. */
const isInternal = (before) => {
  const trimmed = before.trimEnd();
  return trimmed.endsWith('*/') && trimmed.slice(trimmed.lastIndexOf('/**')).includes('@internal');
};

const ALL = Symbol('all names of a module');

const namesOf = ({ kind, name }, { value: local }, text) => {
  if (kind === 'Default') return ['default'];
  if (kind === 'Name') return [name];
  const members = [...text.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))].map(([, member]) => member);
  const uses = [...text.matchAll(new RegExp(`\\b${local}\\b`, 'g'))].length - 1;
  return uses === members.length ? members : ALL;
};

/** `const { a, b: c } = await import(…)` and `(await import(…)).a` name what they use; other forms use everything. */
const namesOfDynamic = (before, after) => {
  const destructured = /\{([^{}]*)\} = await $/.exec(before)?.[1];
  if (destructured) return destructured.split(',').map((item) => item.split(':')[0].trim());
  const member = /\(await $/.test(before) && /^\)\.(\w+)/.exec(after)?.[1];
  return member ? [member] : ALL;
};

/** The names of each file that other files import; only importing files for which `counts` is true are considered. */
const usedNames = (records, counts) => {
  const used = new Map(records.map(({ path }) => [path, new Set()]));
  for (const { path, imports } of records) {
    for (const { target, names } of imports) {
      if (target === path || !counts(path, target)) continue;
      for (const name of names === ALL ? [ALL] : names) used.get(target).add(name);
    }
  }
  return (path, name) => used.get(path).has(ALL) || used.get(path).has(name);
};

/** `file:line: …` for every export that no other file imports. @param files paths from the root, and texts */
export const unusedExports = (files) => {
  const resolve = resolverOf(files);
  const records = [...files].map(([path, text]) => recordOf(path, text, resolve));
  const isUsed = usedNames(records, (path, target) => !isUnitTest(path) || isTestCode(target));
  const isTested = usedNames(records, () => true);
  const isRead = (path, name) =>
    readElsewhere.some(([pattern, exported]) => exported === name && pattern.test(path));
  const findingOf = (path, { name, internal }) => {
    if (isUsed(path, name) || isRead(path, name)) return undefined;
    if (!isTested(path, name))
      return `no other file imports ${name}: remove \`export\`, or the code if nothing uses it`;
    if (internal) return undefined;
    return `only tests import ${name}: test it through what uses it, delete it, or tag its doc comment @internal`;
  };
  return records.flatMap(({ path, text, exports }) =>
    exports.flatMap((exported) => {
      const finding = findingOf(path, exported);
      return finding ? [`${path}:${text.slice(0, exported.at).split('\n').length}: ${finding}`] : [];
    }),
  );
};

if (isMain(import.meta.url)) {
  const files = readFiles(root, [...workspaces, 'scripts'], /\.(tsx?|mjs)$/);
  const wanted = process.argv.slice(2);
  const found = unusedExports(files);
  report(wanted.length > 0 ? found.filter((line) => wanted.some((path) => line.startsWith(path))) : found);
}
