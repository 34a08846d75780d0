import { join } from 'node:path';
import { giveUp, install, node, root, run } from './programs/toolchain.mjs';

// `npm run dev`: the portal, restarted after every change of the server, behind Vite, which serves the web app.
try {
  await install();
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const codes = await Promise.all([
    run(node, ['--watch', '--disable-warning=ExperimentalWarning', 'apps/server/src/entry/main.ts']),
    run(node, [vite], { cwd: join(root, 'apps/web') }),
  ]);
  process.exit(Math.max(...codes));
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
