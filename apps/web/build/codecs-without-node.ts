import type { Plugin } from 'vite';

const NOTHING = '\0nothing-of-node';

/**
 * The codecs are compiled for Node and browsers at once, and ask for `fs` and `path` only after finding themselves in
 * Node. In a browser there is nothing behind these names; that anybody else asks for them stays a warning.
 */
export function codecsWithoutNode(): Plugin {
  return {
    name: 'codecs-without-node',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^(fs|path)$/ },
      handler: (_id, importer) => (importer?.includes('/@cornerstonejs/codec-') ? NOTHING : null),
    },
    load: { filter: { id: new RegExp(`^${NOTHING}$`) }, handler: () => 'export {};' },
  };
}
