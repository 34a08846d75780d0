import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../programs/program.ts';

export const REGION = 'us-east-1';
export const BUCKETS = { studies: 'snimok', archive: 'snimok-archive', raw: 'raw' };
export const KEYS = { AWS_ACCESS_KEY_ID: 'snimok', AWS_SECRET_ACCESS_KEY: 'snimok-load-secret' };

/** Starts an S3 server on a folder that is kept for later runs; each bucket is a folder in it. */
export const startS3 = async (program: string, folder: string) => {
  const disk = join(folder, 'disk');
  const attributes = join(folder, 'attributes');
  await mkdir(attributes, { recursive: true });
  for (const bucket of Object.values(BUCKETS)) await mkdir(join(disk, bucket), { recursive: true });
  const port = await freePort();
  const options = [
    '--port',
    `127.0.0.1:${port}`,
    '--region',
    REGION,
    '--keep-alive',
    '--quiet',
    '--health',
    '/health',
  ];
  const child = spawn(program, [...options, 'posix', '--sidecar', attributes, disk], {
    env: {
      PATH: process.env.PATH,
      ROOT_ACCESS_KEY: KEYS.AWS_ACCESS_KEY_ID,
      ROOT_SECRET_KEY: KEYS.AWS_SECRET_ACCESS_KEY,
    },
    stdio: 'ignore',
  });
  const endpoint = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${endpoint}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) await sleep(50);
  return {
    endpoint,
    port,
    /** the folder that contains the buckets */
    disk,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
};
