import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UsersCommand, UsersReport } from './users.ts';
import type { SocketsReport } from './sockets.ts';
import type { Dataset } from '../dataset/dataset.ts';

/** The two processes that simulate the users: one sends their requests, one holds their WebSockets. */
export interface Driver {
  pids: number[];
  /** opens every user's WebSocket */
  connect(): Promise<void>;
  run(command: UsersCommand): Promise<UsersReport>;
  /** messages received and requests sent by the WebSocket process since the last report */
  socketsReport(): Promise<SocketsReport>;
  stop(): Promise<void>;
}

export const startDriver = async (dataset: Dataset, logs: string, phantomFolder: string): Promise<Driver> => {
  const file = join(logs, 'dataset.json');
  await writeFile(file, JSON.stringify(dataset), { mode: 0o600 });
  const users = await start('users.ts', [file, phantomFolder]);
  const pids = [users.pid ?? 0];
  let sockets: ChildProcess | null = null;
  return {
    pids,
    async connect() {
      sockets = await start('sockets.ts', [file]);
      pids.push(sockets.pid ?? 0);
    },
    run: (command) => send<UsersReport>(users, command),
    async socketsReport() {
      if (!sockets) throw new Error('the WebSockets are not connected');
      return send<SocketsReport>(sockets, 'report');
    },
    async stop() {
      users.kill();
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

const send = <T>(child: ChildProcess, command: UsersCommand | 'report'): Promise<T> => {
  const reply = nextMessage(child);
  child.send(command);
  return reply as Promise<T>;
};

const nextMessage = async (child: ChildProcess): Promise<unknown> => {
  const ended = new AbortController();
  const exited = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error(`a driver process exited: ${child.spawnargs[1]}`);
  });
  // otherwise the abort below would be an unhandled rejection
  exited.catch(() => undefined);
  const [message] = (await Promise.race([once(child, 'message', { signal: ended.signal }), exited])) as [
    unknown,
  ];
  ended.abort();
  return message;
};
