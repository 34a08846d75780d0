import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UsersCommand, UsersReport } from './users.ts';
import type { SocketsReport } from './sockets.ts';
import type { Dataset } from './dataset.ts';

/** The two processes of the driver. */
export interface Driver {
  pids: number[];
  /** connects everybody's WebSocket; until then nobody has one */
  connect(): Promise<void>;
  order(order: UsersCommand): Promise<UsersReport>;
  /** what the sockets heard and asked since the last time */
  socketsReport(): Promise<SocketsReport>;
  stop(): Promise<void>;
}

export const startDriver = async (dataset: Dataset, logs: string, phantomFolder: string): Promise<Driver> => {
  const file = join(logs, 'world.json');
  await writeFile(file, JSON.stringify(dataset), { mode: 0o600 });
  const crowd = await start('crowd.ts', [file, phantomFolder]);
  const pids = [crowd.pid ?? 0];
  let sockets: ChildProcess | null = null;
  return {
    pids,
    async connect() {
      sockets = await start('sockets.ts', [file]);
      pids.push(sockets.pid ?? 0);
    },
    order: (order) => answer<UsersReport>(crowd, order),
    async socketsReport() {
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

const answer = <T>(child: ChildProcess, question: UsersCommand | 'report'): Promise<T> => {
  const socketsReport = nextMessage(child);
  child.send(question);
  return socketsReport as Promise<T>;
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
