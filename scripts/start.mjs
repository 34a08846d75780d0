import { buildWeb, compileParsers, giveUp, install } from './programs/toolchain.mjs';

// `npm start`: installs missing packages, builds the web app if its sources have changed, and starts the portal.
try {
  await install();
  await Promise.all([buildWeb(), compileParsers()]);
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
await import('./portal.mjs');
