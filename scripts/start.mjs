import { buildWeb, giveUp, install, node, root, run } from './toolchain.mjs';

// What a socket reads is freed when V8 next collects young objects. Every 2 MB of them instead of every 16 an upload
// of 130 MB takes half the CPU (1.0 s, not 1.8) and the API's peak is 185 MB instead of 250; see bench/README.md.
const youngSpace = '--max-semi-space-size=2';

// `npm start`: install what is missing, build what is stale, start the whole portal.
try {
  await install();
  await buildWeb();
  process.exit(
    await run(node, ['--disable-warning=ExperimentalWarning', youngSpace, 'apps/server/src/entry/main.ts'], {
      cwd: root,
      // files that are synced to disk keep a thread waiting; Node's four are too few for eight uploads at once
      env: { UV_THREADPOOL_SIZE: '16', ...process.env },
    }),
  );
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
