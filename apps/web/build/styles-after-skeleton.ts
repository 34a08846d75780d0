import type { Plugin } from 'vite';

const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/g;

/**
 * Moves the style sheets below the skeleton of index.html, which has its own styles: a browser draws nothing below
 * a style sheet until it has loaded. Scripts still wait for it.
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
});
