import type { ModuleInfo } from 'rolldown';

interface ChunkingContext {
  getModuleInfo(id: string): Pick<ModuleInfo, 'importedIds'> | null;
}

/** A code-splitting group of rolldown for the modules that `choose` returns. */
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
 * A chunk with the modules that at least two pages import, directly or through others. All that these modules import is
 * in the chunk too, so chunks do not import each other in a circle. It is a single chunk, because each chunk costs the
 * pages one or two requests.
 * @param pages the ends of the paths of the pages' modules
 */
export const commonChunk = (name: string, pages: readonly string[]) =>
  chunkOf(name, (ids, context) => {
    const trees = pages.map((page) => importedBy(page, ids, context));
    return new Set([...ids].filter((id) => trees.filter((tree) => tree.has(id)).length > 1));
  });

/**
 * A chunk with all modules that a page imports, directly or through others, except modules of groups with a higher
 * priority. Without this chunk, small modules that several pages import are merged with unrelated modules, and the page
 * also loads what the unrelated modules import.
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
