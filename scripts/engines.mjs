import { prepareEngines } from './engine-programs.mjs';
import { bin, giveUp, install, node, root, run } from './toolchain.mjs';

// `npm run test:engines`: the tests that want real engines beside the portal. Arguments go to vitest.

try {
  await install();
  const env = { ...process.env, ENGINES: 'on', ...(await prepareEngines()) };
  const args = [bin('vitest/vitest.mjs'), 'run', '--project', 'engines', ...process.argv.slice(2)];
  process.exit(await run(node, args, { cwd: root, env }));
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
