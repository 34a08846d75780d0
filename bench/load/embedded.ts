import { copyFile, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { startEmbedded } from '../../apps/server/src/platform/db/embedded/embedded.ts';
import { startDoor } from '../portal.ts';
import { freePort } from '../program.ts';
import { startRawServer } from '../raw.ts';
import { type Doors, type Ground, type Raw, type Stand, stopAll } from './stand.ts';

/** As on one PC: the embedded PostgreSQL and a folder; API and worker apart, so that each can be measured. */
export const embedded: Stand = {
  kind: 'embedded',

  async openGround(folder): Promise<Ground> {
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

  async openRaw({ folder }): Promise<Raw> {
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

  async openDoors({ env }, logs): Promise<Doors> {
    const port = await freePort();
    const settings = { ...env, PORT: String(port) };
    const api = await startDoor('api.ts', join(logs, 'api.log'), settings);
    const worker = await startDoor('worker.ts', join(logs, 'worker.log'), settings);
    const address = `http://127.0.0.1:${port}`;
    return {
      address,
      socketAddress: address,
      processes: { API: [api.pid], worker: [worker.pid] },
      stop: () => stopAll([api, worker]),
    };
  },
};
