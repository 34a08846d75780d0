import type { Plugin } from 'vite';

const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/g;
/** Matches the call in Vite's minified style-sheet loader that appends a link to the head. */
const APPENDED_TO_HEAD = /document\.head\.appendChild\((\w+)\)(?=,\w+\)return new Promise)/;

/**
 * Moves the style sheets below the skeleton of index.html, which has its own styles: a browser draws nothing below a
 * style sheet until the style sheet has loaded. Scripts still wait until the style sheets have loaded.
 *
 * Vite appends the style sheets of chunks to the head. This plugin appends them to the body: the style sheets of the
 * entry are there now, and a chunk's rules override the entry's rules only if they come later.
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
