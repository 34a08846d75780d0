import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { codecsWithoutNode } from './build/codecs-without-node.ts';
import { checkCircles } from './build/check-circles.ts';
import { commonChunk, pageChunk } from './build/common-chunk.ts';
import { packUploadProgram } from './build/pack-upload-program.ts';
import { compressAssets } from './build/compress-assets.ts';
import { preloadFont } from './build/preload-font.ts';
import { preloadPages } from './build/preload-pages.ts';
import { stylesAfterSkeleton } from './build/styles-after-skeleton.ts';
import { writeServiceWorker } from './build/write-service-worker.ts';
import { checkSignInSize } from './build/check-sign-in-size.ts';

const SERVER = 'http://127.0.0.1:8080';

const EARLY_PICTURE = '/viewer/src/early-picture.ts';
const VIEWER_PAGE = '/src/pages/viewer-page.tsx';
/** The page of a link, and the viewer that patients open from it. */
const LINK_PAGE = '/src/pages/external/study-page.tsx';
const SIMPLE_VIEWER = '/viewer/src/simple/simple-viewer.tsx';
const SIMPLE_SCENE = '/viewer/src/simple/scene.tsx';

/**
 * Few, larger chunks: every request costs time on a slow line, and thirty small files are eleven kilobytes larger in
 * brotli than one. A chunk contains the modules that match and everything they import. The sign-in page loads
 * `entrance`; the main page of a signed-in user also loads `common` and `portal`. A link to the viewer loads
 * `early-picture` first, then `common`, `viewer-parts` and the viewer.
 */
const groups = [
  { name: 'entrance', tags: ['$initial' as const], priority: 3 },
  { ...pageChunk('early-picture', EARLY_PICTURE), priority: 2.95 },
  { ...commonChunk('common', ['/src/portal.tsx', VIEWER_PAGE, LINK_PAGE]), priority: 2.9 },
  { ...pageChunk('study-page', LINK_PAGE), priority: 2.8 },
  { ...commonChunk('viewer-parts', [VIEWER_PAGE, SIMPLE_VIEWER, SIMPLE_SCENE]), priority: 2.75 },
  { ...pageChunk('simple-viewer', SIMPLE_VIEWER), priority: 2.7 },
  { ...pageChunk('simple-scene', SIMPLE_SCENE), priority: 2.6 },
  { ...pageChunk('viewer-page', VIEWER_PAGE), priority: 2.2 },
  { name: 'portal', test: /[\\/]src[\\/](portal|routes)\.tsx$/, priority: 2 },
  // with a threshold of 4,000, merged chunks import each other in a circle
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3_000, priority: 1 },
];

/** The name of a shared chunk lists the pages that load it, which would make the list of files in the sign-in page longer. */
const shortName = (name: string): string => name.replace(/^shared~.*/, 'shared').replace(/\.\w+$/, '');

export default defineConfig({
  plugins: [
    react(),
    codecsWithoutNode(),
    preloadPages({
      '[/* PORTAL_ASSETS */]': '/src/portal.tsx',
      '[/* EARLY_PICTURE_ASSETS */]': EARLY_PICTURE,
      '[/* VIEWER_ASSETS */]': VIEWER_PAGE,
    }),
    stylesAfterSkeleton(),
    preloadFont('golos-text-cyrillic-wght-normal'),
    writeServiceWorker(),
    packUploadProgram(),
    compressAssets(),
    checkSignInSize(),
    checkCircles(),
  ],
  worker: { plugins: () => [codecsWithoutNode()] },
  build: {
    // Clinic PCs run old Chrome versions; the portal does not work below ES2022.
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The Content-Security-Policy permits fonts from files only, not from `data:` URLs.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
        assetFileNames: ({ names: [name = 'asset'] }) => `assets/${shortName(name)}-[hash][extname]`,
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: SERVER, ws: true },
      '/connection': { target: SERVER, ws: true },
      '/storage': SERVER,
      '/programs': SERVER,
    },
  },
});
