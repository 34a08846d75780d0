import type { Plugin } from 'vite';

const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/g;
/** Found in the minified function of Vite that loads the style sheets of a chunk. */
const APPENDED_TO_HEAD = /document\.head\.appendChild\((\w+)\)(?=,\w+\)return new Promise)/;

/**
 * Moves the style sheets below the skeleton of index.html, which has its own styles: a browser draws nothing below a
 * style sheet until it has loaded. Scripts still wait for it.
 *
 * Vite appends the style sheets of chunks to the head. They are appended to the body instead, because rules of a chunk
 * override those of the entrance only if they follow them.
 */
export const stylesAfterSkeleton = (): Plugin => ({
  name: 'styles-after-skeleton',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const links = html.match(STYLE_SHEET) ?? [];
      return html.replace(STYLE_SHEET, '').replace(/\s*<\/body>/, (end) => links.join('') + end);
    },
  },
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter(
      (file) => file.type === 'chunk' && APPENDED_TO_HEAD.test(file.code),
    );
    if (chunks.length !== 1)
      throw new Error(`Vite's function that loads style sheets is in ${chunks.length} chunks instead of 1`);
    for (const chunk of chunks)
      if (chunk.type === 'chunk')
        chunk.code = chunk.code.replace(APPENDED_TO_HEAD, 'document.body.appendChild($1)');
  },
});
