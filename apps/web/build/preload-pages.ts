import type { Plugin } from 'vite';

/** Browsers request six files at once over HTTP/1.1, so every six further files delay a page by one round trip. */
const MOST_FILES = 9;

/**
 * Writes the file names of pages into the script of index.html, which preloads the files of the page that a browser
 * needs. Otherwise the browser would request the files only after the entry script has run. Fails the build if a page
 * needs more than `MOST_FILES`.
 * @param pages keys: the text in the script that the list of files replaces; values: the ends of the paths of the
 * pages' modules
 */
export function preloadPages(pages: Record<string, string>): Plugin {
  return {
    name: 'preload-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const filesOf = (module: string) => {
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
          const files = [...paths].filter((path) => !html.includes(path)).map((path) => `/${path}`);
          if (files.length > MOST_FILES)
            throw new Error(
              `${module} needs ${files.length} files, at most ${MOST_FILES}: ${files.join(' ')}`,
            );
          return files;
        };
        return Object.entries(pages).reduce(
          (written, [placeholder, module]) => written.replace(placeholder, JSON.stringify(filesOf(module))),
          html,
        );
      },
    },
  };
}
