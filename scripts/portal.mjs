import { supervise } from './supervise.mjs';
import { compileCache, giveUp, node, run } from './programs/toolchain.mjs';

// Buffers read from a socket are freed when V8 next collects its young space. A large young space, 16 MB by default, makes
// uploads slower and the API larger. V8 collects the old space when it has grown by half, which keeps the API below 250 MB
// while 16 clients request lists; see docs/decisions/0056-less-node-per-list.md.
const memory = ['--max-semi-space-size=4', '--heap-growing-percent=50'];
const quiet = '--disable-warning=ExperimentalWarning';

// The part of `npm start` after installation and build: the portal, started again when it ends unexpectedly.
try {
  process.exit(
    await supervise(node, [quiet, ...memory, 'apps/server/src/entry/main.ts'], {
      // fsync blocks a thread of Node's pool, and the default of 4 threads is too few for eight simultaneous uploads. With
      // more than two arenas of glibc each of these threads keeps freed memory for itself.
      env: {
        UV_THREADPOOL_SIZE: '16',
        MALLOC_ARENA_MAX: '2',
        NODE_COMPILE_CACHE: compileCache,
        ...process.env,
      },
      cleanUp: () => run(node, [quiet, 'apps/server/src/entry/commands/stop-database.ts']),
    }),
  );
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
