import { giveUp, install, node, run } from './toolchain.mjs';

// `node scripts/run.mjs FILE …`: one of the product's own programs, on the product's own Node.
try {
  await install();
  process.exit(await run(node, process.argv.slice(2)));
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
