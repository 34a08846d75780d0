import type { ModuleInfo } from 'rolldown';

interface ChunkingContext {
  getModuleInfo(id: string): Pick<ModuleInfo, 'importedIds'> | null;
}

/**
 * The name of a chunk with the modules that two pages have in common: what both import, directly or through others. It
 * imports no other module of theirs, so that neither page loads what only the other needs, and chunks do not import
 * each other in a circle.
 * @param first the end of the path of a page's module, and `second` of the other's
 */
export function commonChunk(name: string, first: string, second: string) {
  const seen = new Set<string>();
  let common: ReadonlySet<string> | undefined;
  return {
    debugName: name,
    // called for every module before `name` is called for the first
    test: (id: string): boolean => {
      seen.add(id);
      return true;
    },
    name: (id: string, context: ChunkingContext): string | null => {
      if (!common) {
        const others = importedBy(second, seen, context);
        common = new Set([...importedBy(first, seen, context)].filter((module) => others.has(module)));
      }
      return common.has(id) ? name : null;
    },
  };
}

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
