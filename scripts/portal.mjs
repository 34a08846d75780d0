import { supervise } from './supervise.mjs';
import { compileCache, giveUp, node, run } from './toolchain.mjs';

// Buffers read from a socket are freed when V8 next collects its young space. With a young space of 2 MB instead of 16 an
// upload of 130 MB takes 1.0 s of CPU instead of 1.8, and the API's peak is 185 MB instead of 250; see bench/README.md.
const youngSpace = '--max-semi-space-size=2';
const quiet = '--disable-warning=ExperimentalWarning';

// The part of `npm start` after installation and build: the portal, started again when it ends unexpectedly.
try {
  process.exit(
    await supervise(node, [quiet, youngSpace, 'apps/server/src/entry/main.ts'], {
      // fsync blocks a thread of Node's pool, and its default of 4 is too few for eight simultaneous uploads
      env: { UV_THREADPOOL_SIZE: '16', NODE_COMPILE_CACHE: compileCache, ...process.env },
      cleanUp: () => run(node, [quiet, 'apps/server/src/entry/commands/stop-database.ts']),
    }),
  );
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
