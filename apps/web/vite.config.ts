import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { codecsWithoutNode } from './build/codecs-without-node.ts';
import { compressAssets } from './build/compress-assets.ts';
import { preloadFont } from './build/preload-font.ts';
import { checkSignInSize } from './build/check-sign-in-size.ts';

const SERVER = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    react(),
    codecsWithoutNode(),
    preloadFont('golos-text-cyrillic-wght-normal'),
    compressAssets(),
    checkSignInSize(),
  ],
  worker: { plugins: () => [codecsWithoutNode()] },
  build: {
    // Clinic PCs run old Chrome versions; the portal does not work below ES2022.
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The Content-Security-Policy permits fonts from files only, not from `data:` URLs.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The initial chunk is one file: as thirty small files it is eleven kilobytes larger in brotli.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'entrance', tags: ['$initial'] }] } } },
  },
  server: {
    proxy: {
      '/api': { target: SERVER, ws: true },
      '/connection': { target: SERVER, ws: true },
      '/storage': SERVER,
    },
  },
});
