import type { Plugin } from 'vite';

const PLACEHOLDER = '[/* PORTAL_ASSETS */]';

/**
 * Writes the files of the signed-in application into the script of index.html, which preloads them in a browser
 * with a session: otherwise they are requested only after the entrance has run.
 */
export function preloadPortal(module: string): Plugin {
  return {
    name: 'preload-portal',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const paths = new Set<string>();
        const add = (fileName: string) => {
          const chunk = chunks.find((one) => one.fileName === fileName);
          if (!chunk || chunk.isEntry || paths.has(fileName)) return;
          paths.add(fileName);
          for (const style of chunk.viteMetadata?.importedCss ?? []) paths.add(style);
          chunk.imports.forEach(add);
        };
        for (const { fileName, facadeModuleId } of chunks)
          if (facadeModuleId?.endsWith(module)) add(fileName);
        const absent = [...paths].filter((path) => !html.includes(path));
        return html.replace(PLACEHOLDER, JSON.stringify(absent.map((path) => `/${path}`)));
      },
    },
  };
}
