import type { Plugin } from 'vite';

const EMPTY_MODULE = '\0empty-node-module';

/**
 * Resolves `fs` and `path` to an empty module for the codecs: they are compiled for Node and browsers, and
 * use these modules in Node only. Vite still warns about any other package that imports them.
 */
export function codecsWithoutNode(): Plugin {
  return {
    name: 'codecs-without-node',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^(fs|path)$/ },
      handler: (_id, importer) => (importer?.includes('/@cornerstonejs/codec-') ? EMPTY_MODULE : null),
    },
    load: { filter: { id: new RegExp(`^${EMPTY_MODULE}$`) }, handler: () => 'export {};' },
  };
}
