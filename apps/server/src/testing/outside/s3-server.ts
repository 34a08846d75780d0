import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../requests-and-waiting/free-port.ts';
import { until } from '../requests-and-waiting/until.ts';

const REGION = 'ru-1';
/** The server also answers at `BUCKET.localhost`, which browsers resolve to this machine. */
const DOMAIN = 'localhost';

interface S3ServerOptions {
  /** The size of the server's disk; if absent, the server uses the machine's disk. */
  diskMB?: number;
}

/**
 * Command line prefix that mounts a tmpfs of this size over a folder, visible only to the program that follows. A user
 * namespace makes this possible without root rights.
 */
const onSmallDisk = (diskMB: number, folder: string) => [
  'unshare',
  '--user',
  '--map-root-user',
  '--mount',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${diskMB}m none "$0" && exec "$@"`,
  folder,
];

/**
 * Starts a real S3 server (versitygw) on a free port, with its own keys and folder; the caller must stop it. Buckets
 * are addressed by path at `endpoint` and by host name at `hosted`.
 */
export const startS3Server = async ({ diskMB }: S3ServerOptions = {}) => {
  const program = process.env.S3_SERVER;
  if (!program) throw new Error('S3_SERVER is not set to a program: run `npm run test:engines`');
  const folder = await mkdtemp(join(tmpdir(), 'snimok-s3-server-'));
  // the server keeps attributes in separate files, since the file system of /tmp may not support extended attributes
  const objects = join(folder, 'objects');
  const attributes = join(folder, 'attributes');
  await Promise.all([mkdir(objects), mkdir(attributes)]);
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const keys = {
    AWS_ACCESS_KEY_ID: `AK${randomBytes(8).toString('hex').toUpperCase()}`,
    AWS_SECRET_ACCESS_KEY: randomBytes(20).toString('hex'),
  };
  let child: ChildProcess;

  const start = async () => {
    const listenArgs = ['--port', `127.0.0.1:${port}`, '--region', REGION, '--virtual-domain', DOMAIN];
    const storageArgs = ['posix', '--sidecar', attributes, objects];
    const commandLine = [
      program,
      ...listenArgs,
      '--keep-alive',
      '--quiet',
      '--health',
      '/health',
      ...storageArgs,
    ];
    const [command = '', ...args] =
      diskMB === undefined ? commandLine : [...onSmallDisk(diskMB, objects), ...commandLine];
    child = spawn(command, args, {
      env: {
        PATH: process.env.PATH,
        ROOT_ACCESS_KEY: keys.AWS_ACCESS_KEY_ID,
        ROOT_SECRET_KEY: keys.AWS_SECRET_ACCESS_KEY,
      },
      stdio: 'ignore',
    });
    await untilHealthy(endpoint);
  };
  /** Kills the server; `start` starts it again with the same objects. */
  const kill = () =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
  await start();

  return {
    endpoint,
    hosted: `http://${DOMAIN}:${port}`,
    region: REGION,
    /** The credentials as environment variables. */
    keys,
    /** A value of STORAGE_URL or ARCHIVE_URL for a bucket of this server. */
    url: (bucket: string) => `s3://${bucket}?endpoint=${endpoint}&region=${REGION}`,
    /** An S3 client with these credentials, for operations that the portal does not use. */
    client: () =>
      new S3Client({
        endpoint,
        region: REGION,
        forcePathStyle: true,
        credentials: { accessKeyId: keys.AWS_ACCESS_KEY_ID, secretAccessKey: keys.AWS_SECRET_ACCESS_KEY },
      }),
    async makeBucket(Bucket: string) {
      await this.client().send(new CreateBucketCommand({ Bucket }));
    },
    start,
    kill,
    /** Kills the server and removes its objects. */
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const untilHealthy = (endpoint: string) =>
  until('the S3 server to answer', () =>
    fetch(`${endpoint}/health`).then(
      (reply) => reply.ok,
      () => false,
    ),
  );
