import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CrowdOrder, CrowdReport } from './crowd.ts';
import type { SocketsReport } from './sockets.ts';
import type { World } from './world.ts';

/** The two processes of the driver. */
export interface People {
  pids: number[];
  /** connects everybody's WebSocket; until then nobody has one */
  connect(): Promise<void>;
  order(order: CrowdOrder): Promise<CrowdReport>;
  /** what the sockets heard and asked since the last time */
  heard(): Promise<SocketsReport>;
  stop(): Promise<void>;
}

export const gather = async (world: World, logs: string, phantomFolder: string): Promise<People> => {
  const file = join(logs, 'world.json');
  await writeFile(file, JSON.stringify(world), { mode: 0o600 });
  const crowd = await start('crowd.ts', [file, phantomFolder]);
  const pids = [crowd.pid ?? 0];
  let sockets: ChildProcess | null = null;
  return {
    pids,
    async connect() {
      sockets = await start('sockets.ts', [file]);
      pids.push(sockets.pid ?? 0);
    },
    order: (order) => answer<CrowdReport>(crowd, order),
    async heard() {
      if (!sockets) throw new Error('nobody is connected');
      return answer<SocketsReport>(sockets, 'report');
    },
    async stop() {
      crowd.kill();
      sockets?.kill();
    },
  };
};

const start = async (program: string, args: string[]): Promise<ChildProcess> => {
  const child = fork(join(import.meta.dirname, program), args, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  await nextMessage(child);
  return child;
};

const answer = <T>(child: ChildProcess, question: CrowdOrder | 'report'): Promise<T> => {
  const heard = nextMessage(child);
  child.send(question);
  return heard as Promise<T>;
};

const nextMessage = async (child: ChildProcess): Promise<unknown> => {
  const ended = new AbortController();
  const over = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error(`a process of the driver ended: ${child.spawnargs[1]}`);
  });
  // when the message came first nobody else waits for this
  over.catch(() => undefined);
  const [message] = (await Promise.race([once(child, 'message', { signal: ended.signal }), over])) as [
    unknown,
  ];
  ended.abort();
  return message;
};
