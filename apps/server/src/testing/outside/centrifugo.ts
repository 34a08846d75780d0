import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../requests-and-waiting/free-port.ts';
import { until } from '../requests-and-waiting/until.ts';

const config = join(import.meta.dirname, '../../../../../ops/centrifugo.json');

/** A real Centrifugo with the configuration from ops/, and the portal's settings for it. */
export const startCentrifugo = async () => {
  const program = process.env.CENTRIFUGO;
  if (!program) throw new Error('CENTRIFUGO is not set to a program: run `npm run test:engines`');
  const port = await freePort();
  const apiKey = randomBytes(16).toString('hex');
  const secret = randomBytes(16).toString('hex');
  const run = async () => {
    const child = spawn(program, ['--config', config, '--address', '127.0.0.1', '--port', String(port)], {
      env: {
        ...process.env,
        CENTRIFUGO_API_KEY: apiKey,
        CENTRIFUGO_TOKEN_HMAC_SECRET_KEY: secret,
        CENTRIFUGO_ALLOWED_ORIGINS: 'http://portal.test',
      },
      stdio: 'ignore',
    });
    await until('Centrifugo to answer', () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        (reply) => reply.ok,
        () => false,
      ),
    );
    const ended = new Promise((resolve) => child.once('exit', resolve));
    return () => {
      child.kill('SIGKILL');
      return ended;
    };
  };
  let kill = await run();
  onTestFinished(async () => {
    await kill();
  });
  return {
    settings: {
      CENTRIFUGO_URL: `http://127.0.0.1:${port}`,
      CENTRIFUGO_API_KEY: apiKey,
      CENTRIFUGO_SECRET: secret,
    },
    kill: () => kill(),
    async restart() {
      kill = await run();
    },
  };
};
