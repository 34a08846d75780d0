import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { freePort } from '../portal/process.ts';

const ACCESS = { ROOT_ACCESS_KEY: 'snimok', ROOT_SECRET_KEY: 'a-secret-of-the-scenario' };

/** A real S3 server on this machine, for a portal in one process. Its origin differs from the portal's. */
export class LocalS3Server {
  readonly #folder: string;
  readonly #child: ChildProcess;
  /** The settings of a portal that uses it. */
  readonly settings: Record<string, string>;
  readonly endpoint: string;

  private constructor(folder: string, port: number, program: string) {
    this.#folder = folder;
    this.endpoint = `http://127.0.0.1:${port}`;
    const urlOf = (bucket: string) => `s3://${bucket}?endpoint=${this.endpoint}&region=ru-1`;
    this.settings = {
      STORAGE_URL: urlOf('snimok'),
      ARCHIVE_URL: urlOf('snimok-archive'),
      AWS_ACCESS_KEY_ID: ACCESS.ROOT_ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: ACCESS.ROOT_SECRET_KEY,
    };
    const serverOptions = ['--port', `127.0.0.1:${port}`, '--region', 'ru-1', '--keep-alive', '--quiet'];
    const backend = ['posix', '--sidecar', join(folder, 'attributes'), join(folder, 'objects')];
    this.#child = spawn(program, [...serverOptions, '--health', '/health', ...backend], {
      env: ACCESS,
      stdio: 'ignore',
    });
  }

  static async start(): Promise<LocalS3Server> {
    const program = process.env.S3_SERVER;
    if (!program) throw new Error('S3_SERVER is not set: start the tests with npm run test:engines');
    const folder = await mkdtemp(join(tmpdir(), 'snimok-scenario-s3-'));
    for (const name of ['objects', 'attributes']) await mkdir(join(folder, name));
    const server = new LocalS3Server(folder, await freePort(), program);
    await expect
      .poll(() =>
        fetch(`${server.endpoint}/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true);
    return server;
  }

  /** Creates a bucket without CORS rules. */
  async createBucket(name: string): Promise<void> {
    await mkdir(join(this.#folder, 'objects', name));
  }

  async remove(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
    await rm(this.#folder, { recursive: true, force: true });
  }
}
