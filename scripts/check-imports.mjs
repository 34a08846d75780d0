import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// "Downwards only": what may import what. The rules of house-style.md, "The house", as a program.

/** apps/web: an area may use those before it, and `shared/` below all of them. */
export const areas = [
  'account',
  'letters',
  'banner',
  'search',
  'messenger',
  'layout',
  'doctors',
  'patients',
  'upload',
  'shares',
  'colleagues',
  'segmentation',
  'viewer',
  'studies',
  'history',
  'desktop',
  'schedule',
  'external',
];

/** apps/server, below the rooms: a layer may use those before it. */
export const layers = ['db', 'outside', 'access', 'audit', 'archive', 'backup', 'http'];

/** apps/server: the files that put everything together, and may therefore import everything. */
const doors = new Set([
  'app',
  'worker-loop',
  'start-portal',
  'main',
  'api',
  'worker',
  'account',
  'audit',
  'backup',
  'greet',
  'schema',
]);

/** Imaging runs in browsers too, save the files that only the server reads. */
const nodeInImaging = {
  // the deflated transfer syntax; a browser reads headers by apps/web/src/areas/upload/look/
  'packages/imaging/src/dicom/part10.ts': ['node:zlib'],
  'packages/imaging/src/dicom/codecs/deflated.ts': ['node:zlib'],
};

/** What a workspace may take from another one, by package name. */
const mayUse = {
  'packages/contract': [],
  'packages/imaging': [],
  // the way to the portal, for the web app and for the desktop program
  'packages/sending': ['@snimok/contract'],
  'apps/server': ['@snimok/contract', '@snimok/imaging'],
  'apps/web': ['@snimok/contract', '@snimok/imaging', '@snimok/sending'],
  'apps/uploader': ['@snimok/contract', '@snimok/imaging', '@snimok/sending'],
  e2e: ['@snimok/contract', '@snimok/imaging', '@snimok/sending'],
  bench: ['@snimok/contract', '@snimok/imaging', '@snimok/server'],
};
const workspaces = Object.keys(mayUse);

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*(['"])([^'"\n]+)\1/g;
const isTest = (path) => /\.(test|fixture)\.tsx?$/.test(path) || /\/testing\//.test(path);
const workspaceOf = (path) => workspaces.find((workspace) => path.startsWith(`${workspace}/`));

/**
 * Every import that goes another way than down. `files` is a map of paths from the root, with `/`, to their texts;
 * `rooms` is the list of apps/server/src/entry/app.ts.
 */
export const violations = (files, rooms) => {
  const found = [];
  for (const [path, text] of files) {
    const from = workspaceOf(path);
    if (!from) continue;
    for (const why of misplaced(path, rooms)) found.push(`${path}: ${why}`);
    for (const [, , wanted] of text.matchAll(IMPORT)) {
      const why = wanted.startsWith('.')
        ? wrongWithin(path, posix.join(posix.dirname(path), wanted), rooms)
        : wrongPackage(path, wanted);
      if (why) found.push(`${path} imports ${wanted}: ${why}`);
    }
  }
  return found;
};

const wrongPackage = (path, wanted) => {
  const from = workspaceOf(path);
  if (wanted.startsWith('@snimok/')) {
    if (/\/(dist|index)(\/|\.|$)/.test(wanted)) return 'import a source file by its path';
    const allowed = mayUse[from].some((name) => wanted.startsWith(`${name}/`));
    return allowed ? undefined : `${from} may not use this package`;
  }
  if (isTest(path)) return undefined;
  if (from === 'packages/contract' && wanted !== 'zod')
    return 'the contract knows zod and itself, nothing else';
  if (from === 'packages/imaging' && wanted.startsWith('node:') && !nodeInImaging[path]?.includes(wanted))
    return 'imaging runs in browsers too';
  if (from === 'packages/sending' && wanted.startsWith('node:')) return 'sending runs in browsers too';
  if (path.startsWith('apps/web/src/') && wanted.startsWith('node:')) return 'there is no Node in a browser';
  return undefined;
};

const wrongWithin = (path, target, rooms) => {
  const from = workspaceOf(path);
  if (!target.startsWith(`${from}/`) && !mayReach(from, target))
    return 'the way into another package is its name';
  if (/(^|\/)index\.tsx?$/.test(target)) return 'import the file itself, not an index';
  if (/(^|\/)dist\//.test(target)) return 'dist is for browsers';
  if (target.includes('/testing/') && !isTest(path)) return 'testing/ is for tests';
  if (from === 'apps/server') return wrongInServer(path, target, rooms);
  if (from === 'apps/web') return wrongInWeb(path, target);
  return undefined;
};

/** The tests of the whole and the measurements read the product's own texts beside them. */
const mayReach = (from, target) => from === 'bench' && target.startsWith('apps/server/src/');

const SERVER = 'apps/server/src/';
const WEB = 'apps/web/src/';
/** [folder, file without its ending]; the folder is '' at the root of the sources. */
const placeOf = (path, root) => {
  const [first, ...rest] = path.slice(root.length).split('/');
  return rest.length > 0 ? [first, rest.join('/')] : ['', first.replace(/\.\w+$/, '')];
};

const wrongInServer = (path, target, rooms) => {
  if (!path.startsWith(SERVER) || !target.startsWith(SERVER)) return undefined;
  const [from, fromFile] = placeOf(path, SERVER);
  const [to, toFile] = placeOf(target, SERVER);
  if (from === to && from !== '') return undefined;
  // a test stands above what it tests, and takes whatever shows it
  if (isTest(path) || from === 'testing' || (from === '' && doors.has(fromFile))) return undefined;
  if (to === 'testing') return undefined;
  if (to === '' && doors.has(toFile)) return 'this file stands above all rooms';
  if (to === '') return undefined;
  const order = [...layers, ...rooms];
  // the ground (context, jobs …) stands on the lowest layers and below every room
  const own = from === '' ? layers.length : order.indexOf(from);
  if (order.indexOf(to) < own) return undefined;
  return rooms.includes(from) ? 'a room uses the rooms above it in app.ts' : 'what is below knows no rooms';
};

const levels = ['shared', 'areas', 'pages'];

const wrongInWeb = (path, target) => {
  if (!path.startsWith(WEB) || !target.startsWith(WEB)) return undefined;
  const [from, fromRest] = placeOf(path, WEB);
  const [to, toRest] = placeOf(target, WEB);
  if (from === '') return undefined;
  if (to === '') return 'this file stands above all pages';
  if (levels.indexOf(to) > levels.indexOf(from)) return 'pages use areas, areas use shared';
  if (from !== 'areas' || to !== 'areas') return undefined;
  const [one, other] = [fromRest, toRest].map((rest) => rest.split('/')[0]);
  if (areas.indexOf(other) <= areas.indexOf(one)) return undefined;
  return `an area uses those before it: ${areas.join(', ')}`;
};

/** A new folder gets its place in the order before anything stands in it. */
const misplaced = (path, rooms) => {
  if (path.startsWith(SERVER)) {
    const [folder] = placeOf(path, SERVER);
    const known = folder === '' || folder === 'testing' || layers.includes(folder) || rooms.includes(folder);
    return known ? [] : [`${folder}/ is neither a room of app.ts nor a layer of scripts/check-imports.mjs`];
  }
  if (path.startsWith(WEB)) {
    const [folder, rest] = placeOf(path, WEB);
    const area = rest.split('/')[0];
    if (folder !== '' && !levels.includes(folder)) return [`${folder}/ is none of ${levels.join(', ')}`];
    if (folder === 'areas' && !areas.includes(area)) return [`area ${area} has no place in the order`];
  }
  return [];
};

/** The words between the brackets of `export const rooms = [ … ]`. */
export const roomsOf = (text) => {
  const list = /export const rooms = \[([^\]]*)\]/.exec(text)?.[1];
  if (!list) throw new Error('apps/server/src/entry/app.ts names no rooms');
  return [...list.matchAll(/'([^']+)'/g)].map(([, room]) => room);
};

const sources = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'screenshots', 'test-results'].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });

export const readSources = (root) =>
  new Map(
    workspaces
      .flatMap((workspace) => sources(join(root, workspace)))
      .map((path) => [relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8')]),
  );

const isMain = import.meta.url === pathToFileURL(process.argv[1] ?? '').href;
if (isMain) {
  const files = readSources(dirname(dirname(fileURLToPath(import.meta.url))));
  const found = violations(files, roomsOf(files.get('apps/server/src/entry/app.ts') ?? ''));
  for (const line of found) process.stderr.write(`${line}\n`);
  if (found.length > 0) process.exit(1);
}
