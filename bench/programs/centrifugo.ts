import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './program.ts';

/** Starts Centrifugo with the configuration of ops/. */
export const startCentrifugo = async (
  program: string,
  { apiKey, secret }: Record<'apiKey' | 'secret', string>,
) => {
  const port = await freePort();
  const config = join(import.meta.dirname, '../../ops/centrifugo.json');
  const child = spawn(program, ['--config', config, '--address', '127.0.0.1', '--port', String(port)], {
    env: { ...process.env, CENTRIFUGO_API_KEY: apiKey, CENTRIFUGO_TOKEN_HMAC_SECRET_KEY: secret },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) await sleep(50);
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
    },
  };
};
