import type { ModuleInfo } from 'rolldown';

interface ChunkingContext {
  getModuleInfo(id: string): Pick<ModuleInfo, 'importedIds'> | null;
}

/** A group of rolldown's code splitting with chosen modules. */
function chunkOf(
  name: string,
  choose: (ids: ReadonlySet<string>, context: ChunkingContext) => ReadonlySet<string>,
) {
  const seen = new Set<string>();
  let chosen: ReadonlySet<string> | undefined;
  return {
    debugName: name,
    // called for every module before `name` is called for the first
    test: (id: string): boolean => {
      seen.add(id);
      return true;
    },
    name: (id: string, context: ChunkingContext): string | null => {
      chosen ??= choose(seen, context);
      return chosen.has(id) ? name : null;
    },
  };
}

/**
 * A chunk with the modules that two pages have in common: what both import, directly or through others. It imports no other
 * module of theirs, so that neither page loads what only the other needs, and chunks do not import each other in a circle.
 * @param first the end of the path of a page's module, and `second` of the other's
 */
export const commonChunk = (name: string, first: string, second: string) =>
  chunkOf(name, (ids, context) => {
    const others = importedBy(second, ids, context);
    return new Set([...importedBy(first, ids, context)].filter((id) => others.has(id)));
  });

/**
 * A chunk with all modules that a page imports, directly or through others, except those of groups with a higher priority.
 * Otherwise small modules that other pages import too are merged with unrelated ones, and the page loads what those need.
 * @param page the end of the path of the page's module
 */
export const pageChunk = (name: string, page: string) =>
  chunkOf(name, (ids, context) => importedBy(page, ids, context));

function importedBy(end: string, ids: Iterable<string>, context: ChunkingContext): Set<string> {
  const found = new Set<string>();
  const waiting = [...ids].filter((id) => id.endsWith(end));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
