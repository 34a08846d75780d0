import { compileCache, giveUp, install, node, run } from './programs/toolchain.mjs';

// `node scripts/run.mjs FILE …`: runs a program of this repository with the Node version of package.json.
try {
  await install();
  const env = { NODE_COMPILE_CACHE: compileCache, ...process.env };
  process.exit(await run(node, process.argv.slice(2), { env }));
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
