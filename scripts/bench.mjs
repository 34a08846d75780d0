import { buildWeb, compileParsers, giveUp, install } from './programs/toolchain.mjs';

// `npm run bench [-- name …]`: measures the portal as `npm start` would build it.
try {
  await install();
  await Promise.all([buildWeb(), compileParsers()]);
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
await import('./run.mjs');
