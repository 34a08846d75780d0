import { buildEngines } from './programs/engine-programs.mjs';
import { giveUp } from './programs/toolchain.mjs';

// Builds the engines of `npm run test:engines`. This takes minutes, so CI does it beside the other tests.

try {
  await buildEngines();
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
