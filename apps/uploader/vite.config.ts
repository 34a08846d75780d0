import { defineConfig } from 'vite';

/**
 * The program as one file of plain JavaScript that needs Node and nothing else: what is installed on an acquisition PC
 * must not depend on a registry, and Node runs no TypeScript out of node_modules.
 */
export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    target: 'node22',
    minify: false,
    // dcmjs-codecs carries code that Emscripten made, for transcoding that we never ask for
    rolldownOptions: {
      checks: { eval: false },
      output: { entryFileNames: 'snimok.js', codeSplitting: false },
    },
  },
  ssr: { noExternal: true },
});
