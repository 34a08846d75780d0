import { copyFile, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { startEmbedded } from '../../../apps/server/src/platform/db/embedded/embedded.ts';
import { startEntryPoint } from '../../programs/portal.ts';
import { freePort } from '../../programs/program.ts';
import { startRawServer } from '../../programs/raw.ts';
import {
  type PortalProcesses,
  type Backend,
  type RawEngine,
  type Installation,
  stopAll,
} from './installation.ts';

/**
 * The installation of one PC: the embedded PostgreSQL and a folder. API and worker are separate processes, so
 * that each can be measured.
 */
export const embedded: Installation = {
  kind: 'embedded',

  async startBackend(folder): Promise<Backend> {
    const database = await startEmbedded({ folder });
    const [pid = '0'] = (await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n', 1);
    return {
      folder,
      databaseURL: database.url,
      env: { DATABASE_URL: database.url, DATA_DIR: folder },
      engines: { PostgreSQL: [Number(pid)] },
      stop: () => database.stop(),
    };
  },

  async startRawEngine({ folder }): Promise<RawEngine> {
    const raw = await startRawServer();
    return {
      names: { up: 'bare Node server', down: 'bare Node server' },
      putURL: async (name) => `${raw.address}/${name}`,
      async getURL(key) {
        const name = basename(key);
        await copyFile(join(folder, 'storage', key), join(raw.folder, name));
        return `${raw.address}/${name}`;
      },
      stop: () => raw.stop(),
    };
  },

  async startPortal({ env }, logs): Promise<PortalProcesses> {
    const port = await freePort();
    const settings = { ...env, PORT: String(port) };
    const api = await startEntryPoint('api.ts', join(logs, 'api.log'), settings);
    const worker = await startEntryPoint('worker.ts', join(logs, 'worker.log'), settings);
    const address = `http://127.0.0.1:${port}`;
    return {
      address,
      socketAddress: address,
      processes: { API: [api.pid], worker: [worker.pid] },
      stop: () => stopAll([api, worker]),
    };
  },
};
