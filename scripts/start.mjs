import { buildWeb, giveUp, install, node, root, run } from './toolchain.mjs';

// `npm start`: install what is missing, build what is stale, start the whole portal.
try {
  await install();
  await buildWeb();
  process.exit(
    await run(node, ['--disable-warning=ExperimentalWarning', 'apps/server/src/main.ts'], {
      cwd: root,
      // files that are synced to disk keep a thread waiting; Node's four are too few for eight uploads at once
      env: { UV_THREADPOOL_SIZE: '16', ...process.env },
    }),
  );
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
