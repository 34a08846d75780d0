import { IMPORT, readFiles, resolverOf, workspaces } from './imports.mjs';
import { isMain, report, root } from './report.mjs';

// No file imports itself through other files. Imports of types, imports on demand and those of tests count too: to understand one
// file of a circle, all of its files have to be read. Move what two files share to a file below both.

/** The paths that each file imports. */
const importsOf = (files) => {
  const resolve = resolverOf(files);
  const targetsOf = ([path, text]) =>
    [...text.matchAll(IMPORT)]
      // Vite reads suffixes such as `?worker&url`
      .map(([, , specifier]) => resolve(path, specifier.replace(/\?.*/, '')))
      .filter((target) => target !== undefined);
  return new Map([...files].map((file) => [file[0], new Set(targetsOf(file))]));
};

/** Groups of files that reach each other (Tarjan's algorithm), and files that import themselves. */
const groupsIn = (imports) => {
  const found = [];
  const order = new Map();
  /** for each file, the earliest file on the search path that it reaches */
  const earliest = new Map();
  const open = [];
  const visit = (path) => {
    order.set(path, order.size);
    earliest.set(path, order.get(path));
    open.push(path);
    for (const target of imports.get(path)) {
      if (!order.has(target)) visit(target);
      if (open.includes(target)) earliest.set(path, Math.min(earliest.get(path), earliest.get(target)));
    }
    if (earliest.get(path) !== order.get(path)) return;
    const group = open.splice(open.indexOf(path));
    if (group.length > 1 || imports.get(path).has(path)) found.push(group.toSorted());
  };
  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return found;
};

/**
 * One line for each circle.
 * @internal
 */
export const circles = (files) =>
  groupsIn(importsOf(files)).map((group) => `${group[0]}:1: imports itself through ${group.join(', ')}`);

if (isMain(import.meta.url)) report(circles(readFiles(root, [...workspaces, 'scripts'], /\.(tsx?|mjs)$/)));
