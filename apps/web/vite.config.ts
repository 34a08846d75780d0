import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { codecsWithoutNode } from './build/codecs-without-node.ts';
import { compressAssets } from './build/compress-assets.ts';
import { preloadFont } from './build/preload-font.ts';
import { checkEntranceSize } from './build/check-sign-in-size.ts';

const SERVER = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    react(),
    codecsWithoutNode(),
    preloadFont('golos-text-cyrillic-wght-normal'),
    compressAssets(),
    checkEntranceSize(),
  ],
  worker: { plugins: () => [codecsWithoutNode()] },
  build: {
    // Old clinic PCs run old Chromes; nothing below this one can show the portal at all.
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The Content-Security-Policy lets fonts come from files only, never from `data:`.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // What every visitor loads first is one file: thirty small ones weigh eleven kilobytes more in brotli.
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
