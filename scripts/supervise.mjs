import { spawn } from 'node:child_process';
import { root } from './programs/toolchain.mjs';

// Plain JavaScript for Node 18 or newer, as scripts/programs/toolchain.mjs.

/** The delays before further starts. A portal that fails again and again must not occupy the machine with starts. */
const DELAYS_MS = [1, 2, 5, 10, 30, 60].map((seconds) => seconds * 1000);
/** A process that has run for this long was healthy: the next delay is the first one again. */
const STEADY_MS = 5 * 60_000;

/** The exit code of a portal that asks to be started again, after a change of its settings (start-portal.ts). */
const RESTART = 75;

const print = (line) => process.stderr.write(`${line}\n`);

/**
 * Runs a program and starts it again when it ends unexpectedly. The program reports by the IPC message `ready` that it
 * has started. If it ends before it ever was ready, it is not started again, since its settings are probably wrong.
 * With exit code 75 the program asks to be started again at once. SIGINT and SIGTERM are passed on, and SIGUSR2, by which a public
 * demonstration starts again with new data. Resolves with the exit code of the program when it has ended as requested.
 * @param options.cleanUp called when a signal arrives while no program runs; it ends what a killed program has left
 * running
 */
export const supervise = (command, args, options = {}) =>
  new Promise((resolve, reject) => {
    const { cleanUp = async () => {}, delaysMs = DELAYS_MS, steadyMs = STEADY_MS, report = print } = options;
    let child = null;
    let timer = null;
    let wasReady = false;
    let isStopping = false;
    let failures = 0;

    const start = () => {
      const startedAt = performance.now();
      const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
      child = spawn(command, args, { cwd: root, env: options.env ?? process.env, stdio });
      child.on('message', (message) => (wasReady ||= message === 'ready'));
      child.on('error', reject);
      child.on('exit', (code, signal) => {
        child = null;
        // 0: another program has stopped it normally
        if (isStopping || code === 0 || !wasReady) return finish(signal ? 1 : (code ?? 1));
        if (code === RESTART) return start();
        if (performance.now() - startedAt >= steadyMs) failures = 0;
        const delayMs = delaysMs[Math.min(failures++, delaysMs.length - 1)];
        const reason = signal ? `signal ${signal}` : `code ${code}`;
        report(`Snimok ended unexpectedly (${reason}) and starts again in ${delayMs / 1000} s.`);
        timer = setTimeout(start, delayMs);
      });
    };
    const onSignal = (signal) => {
      if (child) child.kill(signal);
      else if (!isStopping) {
        clearTimeout(timer);
        cleanUp().then(() => finish(0), reject);
      }
      isStopping = true;
    };
    const onReset = () => child?.kill('SIGUSR2');
    const finish = (code) => {
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal).off('SIGUSR2', onReset);
      resolve(code);
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGUSR2', onReset);
    start();
  });
