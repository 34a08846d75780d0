import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startProgram } from './program.ts';

export interface RawServer {
  address: string;
  folder: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts `raw-server.ts` on a temporary folder, which is on the same disk as the portal's. */
export const startRawServer = async (): Promise<RawServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-raw-'));
  const port = await freePort();
  const program = await startProgram(join(import.meta.dirname, 'raw-server.ts'), {
    log: `${folder}/.log`,
    args: [String(port), folder],
  });
  return {
    address: `http://127.0.0.1:${port}`,
    folder,
    pid: program.pid,
    async stop() {
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
