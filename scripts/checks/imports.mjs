import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { isMain, report, root } from './report.mjs';

// Imports go downwards only: a workspace, a folder, a module and a web area import only what is below them. A new folder must
// be listed before it may hold a file.

/**
 * apps/web: the areas of each floor, `areas/<floor>/<area>`, lowest first. An area may import the areas before it, and `shared/`. The
 * floors have the names of the server's, in another order: the card of a study shows the buttons of viewing and reporting.
 */
export const areas = {
  platform: ['access', 'letterhead', 'letters', 'lists'],
  people: [
    'accounts',
    'second-factors',
    'profile',
    'confirmation',
    'search',
    'doctors',
    'client-members',
    'patients',
    'patient-shares',
    'program-access',
  ],
  viewing: [
    'external-shares',
    'patient-access',
    'segmentation-review',
    'remote-desktop',
    'online-viewer',
    'implants',
    'deliveries',
    'clinic-programs',
  ],
  reporting: ['study-reports'],
  studies: [
    'uploads',
    'discs',
    'studies',
    'lifecycle',
    'study-actions',
    'study-card',
    'create-study',
    'study-lists',
    'bin',
    'recipient',
  ],
  reception: ['referrals', 'schedule', 'visit', 'scan-intake', 'move-and-merge', 'archive-import'],
  messaging: ['banner', 'messenger'],
  administration: [
    'centre-identity',
    'portal-settings',
    'first-start',
    'erasure',
    'history',
    'day-overview',
    'staff',
    'access-alerts',
    'statistics',
    'integrations',
    'public-demo',
    'portal-health',
  ],
  frame: ['palette', 'waiting', 'layout'],
};
const areaPaths = Object.entries(areas).flatMap(([floor, names]) => names.map((name) => `${floor}/${name}`));

/** Imaging runs in browsers too, except for these files, which `imports` of its package.json selects for Node. */
const nodeInImaging = {
  // zlib for deflated data and the decoder of JPEG XL, which a browser does not read
  'packages/imaging/src/dicom/platform/node.ts': ['node:fs', 'node:zlib'],
};

const ofPrograms = ['@snimok/contract', '@snimok/imaging', '@snimok/dicom-network'];
/** The workspaces, and which packages of this repository each may import. */
const mayUse = {
  'packages/contract': [],
  'packages/imaging': [],
  'packages/releases': [],
  'packages/phantom': ['@snimok/imaging'],
  'packages/dicom-network': ['@snimok/imaging'],
  'packages/api-client': ['@snimok/contract'],
  'packages/viewer': ['@snimok/contract', '@snimok/imaging', '@snimok/api-client'],
  'apps/server': [...ofPrograms, '@snimok/phantom', '@snimok/releases'],
  'apps/web': ['@snimok/contract', '@snimok/imaging', '@snimok/api-client', '@snimok/viewer'],
  // draws the picture that stands in the place of a segmentation, at build time
  'apps/web/build': ['@snimok/imaging', '@snimok/phantom'],
  'apps/uploader': [...ofPrograms, '@snimok/api-client', '@snimok/releases'],
  e2e: ['@snimok/contract', '@snimok/imaging', '@snimok/phantom', '@snimok/api-client'],
  bench: ['@snimok/api-client', '@snimok/contract', '@snimok/imaging', '@snimok/phantom'],
  fuzz: ['@snimok/contract', '@snimok/imaging', '@snimok/phantom'],
};
export const workspaces = Object.keys(mayUse).filter((workspace) => workspace !== 'apps/web/build');

export const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*(['"])([^'"\n]+)\1/g;
export const isTest = (path) => /\.(test|fixture)\.tsx?$/.test(path) || /\/testing\//.test(path);
const workspaceOf = (path) => workspaces.find((workspace) => path.startsWith(`${workspace}/`));

/**
 * One line for every import that does not go downwards.
 * @param files a map of paths relative to the repository, with `/`, to their texts
 * @param modules the modules of each folder of the server, by `modulesOf`
 */
export const violations = (files, modules) => {
  const found = [];
  for (const [path, text] of files) {
    if (!workspaceOf(path)) continue;
    const why = misplaced(path, modules);
    if (why) found.push(`${path}:1: ${why}`);
    for (const match of text.matchAll(IMPORT)) {
      const [, , specifier] = match;
      const reason = specifier.startsWith('.')
        ? wrongPath(path, posix.join(posix.dirname(path), specifier), modules)
        : wrongPackage(path, specifier);
      if (reason) found.push(`${path}:${lineOf(text, match.index)}: imports ${specifier}: ${reason}`);
    }
  }
  return found;
};

/** Packages that only tests may use in addition, because the geometry of the phantom is known. */
const testsMayUse = { 'packages/viewer': ['@snimok/phantom'] };

const lineOf = (text, index) => text.slice(0, index).split('\n').length;

const browserOnly = [
  'packages/imaging/',
  'packages/phantom/',
  'packages/api-client/',
  'packages/viewer/',
  'apps/web/src/',
];

const wrongPackage = (path, specifier) => {
  const from = workspaceOf(path);
  if (specifier.startsWith('@snimok/')) {
    if (/\/(dist|index)(\/|\.|$)/.test(specifier)) return 'import a source file by its path';
    const user = path.startsWith('apps/web/build/') ? 'apps/web/build' : from;
    const packages = [...mayUse[user], ...(path.endsWith('.test.ts') ? (testsMayUse[user] ?? []) : [])];
    const allowed = packages.some((name) => specifier.startsWith(`${name}/`));
    return allowed ? undefined : `${user} may not use this package`;
  }
  if (isTest(path)) return undefined;
  if (from === 'packages/contract' && specifier !== 'zod') return 'the contract uses only zod';
  if (!specifier.startsWith('node:') || nodeInImaging[path]?.includes(specifier)) return undefined;
  return browserOnly.some((folder) => path.startsWith(folder)) ? 'this file runs in browsers too' : undefined;
};

const wrongPath = (path, target, modules) => {
  const from = workspaceOf(path);
  if (!target.startsWith(`${from}/`) && !mayReach(from, target)) return 'import another package by its name';
  if (/(^|\/)index\.tsx?$/.test(target)) return 'import the file itself, not an index';
  if (/(^|\/)dist\//.test(target)) return 'dist holds what browsers load';
  if (target.includes('/testing/') && !isTest(path)) return 'only tests import testing/';
  if (from === 'apps/server') return wrongInServer(path, target, modules);
  if (from === 'apps/web') return wrongInWeb(path, target);
  return undefined;
};

/**
 * Whether benchmarks and fuzzing may call functions of the programs directly: the programs are no packages that export them.
 */
const mayReach = (from, target) =>
  (from === 'bench' && /^apps\/(server|uploader)\/src\//.test(target)) ||
  (from === 'fuzz' && /^apps\/(server|uploader)\/src\//.test(target));

const SERVER = 'apps/server/src/';
const WEB = 'apps/web/src/';

/** The folders of a path below `base`, without the file. */
const foldersOf = (path, base) => path.slice(base.length).split('/').slice(0, -1);

const LOWEST = -1;

/**
 * The rank of a file of the server: [rank of the folder, rank of the module in it]; undefined when it is not listed.
 * Files directly in `platform/` (the context of all modules) are below its modules, those directly in `entry/` above all.
 */
const rankInServer = (path, modules) => {
  const [folder, module] = foldersOf(path, SERVER);
  const names = Object.keys(modules);
  const folderRank = names.indexOf(folder);
  if (folderRank === -1) return undefined;
  if (module === undefined) {
    if (folder === names.at(0)) return [folderRank, LOWEST];
    return folder === names.at(-1) ? [folderRank, Infinity] : undefined;
  }
  const moduleRank = modules[folder].indexOf(module);
  return moduleRank === -1 ? undefined : [folderRank, moduleRank];
};

const wrongInServer = (path, target, modules) => {
  // a test may import whatever it needs to observe its subject
  if (!path.startsWith(SERVER) || !target.startsWith(SERVER) || isTest(path)) return undefined;
  const own = rankInServer(path, modules);
  const other = rankInServer(target, modules);
  if (!own || !other) return undefined;
  const [folder, module] = own;
  const [otherFolder, otherModule] = other;
  if (otherFolder > folder) return `folders import downwards: ${Object.keys(modules).reverse().join(' → ')}`;
  if (otherFolder < folder || otherModule <= module) return undefined;
  // the context in platform/ holds the interfaces of the layers, so it and the layers import each other
  if (folder === 0 && module === LOWEST) return undefined;
  return 'a module imports the modules before it in entry/app.ts';
};

const webFolders = ['shared', 'areas', 'pages'];

const wrongInWeb = (path, target) => {
  if (!path.startsWith(WEB) || !target.startsWith(WEB)) return undefined;
  const [from, ...inner] = foldersOf(path, WEB);
  const [to, ...otherInner] = foldersOf(target, WEB);
  // a test may import whatever it needs to show its subject
  if (from === undefined || isTest(path)) return undefined;
  if (to === undefined) return 'only the files directly in src/ import one another';
  if (webFolders.indexOf(to) > webFolders.indexOf(from)) return 'pages import areas, areas import shared';
  if (from !== 'areas' || to !== 'areas') return undefined;
  const rankOf = (folders) => areaPaths.indexOf(folders.slice(0, 2).join('/'));
  if (rankOf(otherInner) <= rankOf(inner)) return undefined;
  return 'an area imports the areas before it in scripts/checks/imports.mjs';
};

/** Why a file may not be at its place; undefined when its folder is listed. */
const misplaced = (path, modules) => {
  if (path.startsWith(SERVER)) {
    const [folder, module] = foldersOf(path, SERVER);
    if (folder === 'testing' || rankInServer(path, modules)) return undefined;
    if (!modules[folder]) return `put it into one of ${Object.keys(modules).join(', ')}, testing`;
    if (module === undefined) return `put it into a module of ${folder}/`;
    return `add the module ${folder}/${module} to the list in entry/app.ts`;
  }
  if (path.startsWith(WEB)) {
    const [folder, floor, area] = foldersOf(path, WEB);
    if (folder === 'testing') return undefined;
    if (folder !== undefined && !webFolders.includes(folder))
      return `put it into one of ${webFolders.join(', ')}, testing`;
    if (folder === 'areas' && !areas[floor]?.includes(area))
      return `add the area ${area ? `${floor}/${area}` : path} to the list in scripts/checks/imports.mjs`;
  }
  return undefined;
};

/** Reads `export const modules = { folder: ['module', …], … }` of entry/app.ts, lowest folder first. */
export const modulesOf = (text) => {
  const list = /export const modules = \{([^}]*)\}/.exec(text)?.[1];
  if (!list)
    throw new Error('apps/server/src/entry/app.ts has no list of modules: export const modules = { … }');
  const folders = [...list.matchAll(/(\w+): \[([^\]]*)\]/g)];
  return Object.fromEntries(
    folders.map(([, folder, names]) => [folder, [...names.matchAll(/'([^']+)'/g)].map(([, name]) => name)]),
  );
};

/** How Node resolves specifiers by the `imports` of package.json. */
const IMPORTS = { '#platform': 'packages/imaging/src/dicom/platform/node' };

/** Finds the file that a specifier names: relative, `@snimok/package/path`, or in the `imports` of a package. */
export const resolverOf = (files) => (path, specifier) => {
  const named = IMPORTS[specifier] ?? specifier;
  const target = named.startsWith('.')
    ? posix.join(posix.dirname(path), named)
    : named.replace(/^@snimok\/([\w-]+)\//, 'packages/$1/src/');
  return [target, `${target}.ts`, `${target}.tsx`].find((candidate) => files.has(candidate));
};

/** The name of the part of the product that a file belongs to: a module of the server, an area of the web app, or a package. */
export const partOf = (path) => {
  const [, inServer] = /^apps\/server\/src\/(?!entry\/|testing\/)[\w-]+\/([\w-]+)\//.exec(path) ?? [];
  const [, area, shared] = /^apps\/web\/src\/(?:areas\/[\w-]+\/([\w-]+)|shared\/([\w-]+))\//.exec(path) ?? [];
  const [, workspace] = /^(?:packages|apps)\/(viewer|uploader)\//.exec(path) ?? [];
  return inServer ?? area ?? shared ?? workspace;
};

const NOT_SOURCES = ['node_modules', 'dist', 'screenshots', 'test-results'];

const listFiles = (folder, pattern) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_SOURCES.includes(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path, pattern);
    return pattern.test(entry.name) ? [path] : [];
  });

/** The files of some folders of the repository whose names match: their paths from the root, and their texts. */
export const readFiles = (base, folders, pattern) =>
  new Map(
    folders
      .flatMap((folder) => listFiles(join(base, folder), pattern))
      .map((path) => [relative(base, path).split(sep).join('/'), readFileSync(path, 'utf8')]),
  );

export const readSources = (base) => readFiles(base, workspaces, /\.tsx?$/);

if (isMain(import.meta.url)) {
  const files = readSources(root);
  report(violations(files, modulesOf(files.get('apps/server/src/entry/app.ts') ?? '')));
}
