import { buildEngines } from './engine-programs.mjs';
import { giveUp } from './toolchain.mjs';

// Beforehand what `npm run test:engines` would build first: it takes minutes, and nothing of it waits for other tests.

try {
  await buildEngines();
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
