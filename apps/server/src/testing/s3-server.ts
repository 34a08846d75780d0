import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

const REGION = 'ru-1';
/** Beside its address the server answers as `bucket.localhost`, which browsers know to be this machine. */
const DOMAIN = 'localhost';

export interface S3ServerOptions {
  /** How much its disk holds; without it as much as the machine's. */
  diskMB?: number;
}

/** Puts a disk of this size over a folder for one program alone, which wants no rights of the machine's. */
const onSmallDisk = (diskMB: number, folder: string) => [
  ...['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c'],
  ...[`mount -t tmpfs -o size=${diskMB}m none "$0" && exec "$@"`, folder],
];

/**
 * A real S3 server (versitygw) on a free port, with keys and a folder of its own; whoever starts it stops it. Buckets
 * are found by path at `endpoint`, and by host name at `hosted`.
 */
export const startS3Server = async ({ diskMB }: S3ServerOptions = {}) => {
  const program = process.env.S3_SERVER;
  if (!program) throw new Error('S3_SERVER names no program: run `npm run test:engines`');
  const folder = await mkdtemp(join(tmpdir(), 'snimok-s3-server-'));
  // what the files know about themselves lies beside them: not every file system of a /tmp keeps attributes
  const [objects, attributes] = [join(folder, 'objects'), join(folder, 'attributes')];
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
    const commandLine = [program, ...listenArgs, '--keep-alive', '--quiet', '--health', '/health', ...storageArgs];
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
    await until('the S3 server to answer', () =>
      fetch(`${endpoint}/health`).then(
        (reply) => reply.ok,
        () => false,
      ),
    );
  };
  /** As a power cut ends it; `start` brings it back with all it had. */
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
    /** For the environment of whoever uses it. */
    keys,
    /** As STORAGE_URL or ARCHIVE_URL name a bucket of it. */
    url: (bucket: string) => `s3://${bucket}?endpoint=${endpoint}&region=${REGION}`,
    /** A client with its keys, for what the portal itself would not ask. */
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
    /** Ends it and removes all it had. */
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
