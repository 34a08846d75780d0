import { giveUp, install, node, run } from './toolchain.mjs';

// `node scripts/run.mjs FILE …`: runs a program of this repository with the Node version of package.json.
try {
  await install();
  process.exit(await run(node, process.argv.slice(2)));
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
