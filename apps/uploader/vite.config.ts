import { defineConfig } from 'vite';

/**
 * Builds the program as one JavaScript file without dependencies, because installation on an acquisition PC must not
 * need a registry, and Node does not run TypeScript in node_modules.
 */
export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    target: 'node22',
    minify: false,
    // dcmjs-codecs contains Emscripten code with `eval`, for transcoding, which is not used
    rolldownOptions: {
      checks: { eval: false },
      output: { entryFileNames: 'snimok.js', codeSplitting: false },
    },
  },
  ssr: { noExternal: true },
});
