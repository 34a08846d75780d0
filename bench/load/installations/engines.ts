import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { startCentrifugo } from '../../programs/centrifugo.ts';
import { startEntryPoint } from '../../programs/portal.ts';
import { freePort } from '../../programs/program.ts';
import {
  type PortalProcesses,
  type Backend,
  type RawEngine,
  type Installation,
  stopAll,
} from './installation.ts';
import { startBalancer, startFileServer } from './nginx.ts';
import { startPostgres } from './postgres.ts';
import { findPrograms, type Programs } from './programs.ts';
import { BUCKETS, KEYS, REGION, startS3 } from './s3.ts';

/** A backend with the programs and ports that the portal and the raw engines need in addition. */
interface EngineBackend extends Backend {
  programs: Programs;
  s3: Awaited<ReturnType<typeof startS3>>;
  storePort: number;
}

const SECRET = 'snimok-load-secret';

const startBackend = async (folder: string): Promise<EngineBackend> => {
  const programs = await findPrograms();
  const started: { stop(): Promise<void> }[] = [];
  const track = <T extends { stop(): Promise<void> }>(one: T): T => {
    started.push(one);
    return one;
  };
  const postgres = track(await startPostgres(programs.POSTGRES_BIN, join(folder, 'postgres')));
  const s3 = track(await startS3(programs.S3_SERVER, join(folder, 's3')));
  const keys = { apiKey: randomUUID(), secret: randomUUID() };
  const centrifugo = track(await startCentrifugo(programs.CENTRIFUGO, keys));
  const storePort = await freePort();
  const store = (bucket: string) => `s3://${bucket}?endpoint=http://127.0.0.1:${storePort}&region=${REGION}`;
  return {
    folder,
    programs,
    s3,
    storePort,
    databaseURL: postgres.url,
    env: {
      ...KEYS,
      SECRET,
      DATABASE_URL: postgres.url,
      STORAGE_URL: store(BUCKETS.studies),
      ARCHIVE_URL: store(BUCKETS.archive),
      CENTRIFUGO_URL: centrifugo.url,
      CENTRIFUGO_API_KEY: keys.apiKey,
      CENTRIFUGO_SECRET: keys.secret,
    },
    engines: { PostgreSQL: [postgres.pid], 'S3 server': [s3.pid], Centrifugo: [centrifugo.pid] },
    stop: () => stopAll(started),
  };
};

/** As in ops/compose.yaml: two APIs and two workers behind nginx, with PostgreSQL, an S3 server and Centrifugo. */
export const engines: Installation<EngineBackend> = {
  kind: 'engines',
  startBackend,

  async startPortal({ env, programs, s3, storePort, folder }, logs): Promise<PortalProcesses> {
    const apiPorts = [await freePort(), await freePort()];
    const portalPort = await freePort();
    const address = `http://127.0.0.1:${portalPort}`;
    const settings = (name: string, port = 0) => ({
      ...env,
      PUBLIC_URL: address,
      DATA_DIR: join(folder, name),
      ...(port && { PORT: String(port) }),
    });
    // nginx starts first, because the APIs and workers reach the store through it
    const ports = { apiPorts, portalPort, storePort, s3Port: s3.port };
    const nginx = await startBalancer(
      programs.NGINX,
      await mkdtemp(join(tmpdir(), 'snimok-load-nginx-')),
      ports,
    );
    const start = (kind: string, n: number, port?: number) =>
      startEntryPoint(`${kind}.ts`, join(logs, `${kind}-${n}.log`), settings(`${kind}-${n}`, port));
    const apis = [await start('api', 1, apiPorts[0]), await start('api', 2, apiPorts[1])];
    const workers = [await start('worker', 1), await start('worker', 2)];
    return {
      address,
      socketAddress: address,
      processes: {
        'API 1': [apis[0]?.pid ?? 0],
        'API 2': [apis[1]?.pid ?? 0],
        'worker 1': [workers[0]?.pid ?? 0],
        'worker 2': [workers[1]?.pid ?? 0],
        nginx: [nginx.pid],
      },
      stop: () => stopAll([nginx, ...apis, ...workers]),
    };
  },

  async startRawEngine({ programs, s3 }): Promise<RawEngine> {
    const folder = await mkdtemp(join(tmpdir(), 'snimok-load-raw-'));
    const files = await startFileServer(programs.NGINX, folder, join(s3.disk, BUCKETS.studies));
    const client = new S3Client({
      endpoint: s3.endpoint,
      region: REGION,
      forcePathStyle: true,
      credentials: { accessKeyId: KEYS.AWS_ACCESS_KEY_ID, secretAccessKey: KEYS.AWS_SECRET_ACCESS_KEY },
    });
    return {
      names: { up: 'the S3 server alone', down: 'nginx alone' },
      putURL: (name) =>
        getSignedUrl(client, new PutObjectCommand({ Bucket: BUCKETS.raw, Key: name }), { expiresIn: 3600 }),
      getURL: async (key) => `${files.address}/${key}`,
      async stop() {
        client.destroy();
        await files.stop();
      },
    };
  },
};
