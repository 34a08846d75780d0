import { readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { shown, type Table } from '../figures.ts';

/** What a process of Node holds on to once its garbage is collected, MB. */
interface LiveMemory {
  heap: number;
  /** Buffers and ArrayBuffers, outside of the heap */
  buffers: number;
}

const ANSWER_WITHIN_MS = 60_000;
const SHARES = [0.25, 0.5, 0.75, 1];
/** nginx stands among the portal's doors, and is none of Node's. */
const OURS = /^(API|worker)/;

/**
 * What lives in each process at the quarters of a time, a row each: memory that only waits for its collector may grow,
 * this may not.
 * Each look is a whole collection, which stops the process for some tenths of a second.
 */
export const watchLiveMemory = async (
  title: string,
  all: Record<string, number[]>,
  seconds: number,
): Promise<Table> => {
  const processes = Object.fromEntries(Object.entries(all).filter(([name]) => OURS.test(name)));
  const begin = performance.now();
  const seen: Record<string, LiveMemory>[] = [];
  for (const share of SHARES) {
    await sleep(share * seconds * 1000 - (performance.now() - begin));
    seen.push(await look(processes));
  }
  return {
    title,
    head: ['', ...SHARES.map((share) => `after ${share * 100} %, MB`), 'buffers, MB'],
    rows: Object.keys(processes).map((name) => [
      name,
      ...seen.map((one) => shown(one[name]?.heap ?? NaN)),
      seen.map((one) => shown(one[name]?.buffers ?? NaN)).join(', '),
    ]),
  };
};

const look = async (processes: Record<string, number[]>): Promise<Record<string, LiveMemory>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(processes).map(async ([name, pids]) => [name, await alive(pids)] as const),
    ),
  );

const alive = async (pids: number[]): Promise<LiveMemory> => {
  const each = await Promise.all(pids.map(aliveIn));
  return {
    heap: each.reduce((sum, { heap }) => sum + heap, 0),
    buffers: each.reduce((sum, { buffers }) => sum + buffers, 0),
  };
};

/** By the inspector (Chrome DevTools Protocol, HeapProfiler and Runtime), which SIGUSR1 opens in Node. */
const aliveIn = async (pid: number): Promise<LiveMemory> => {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await inspectorOf(pid));
  try {
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    await asked(socket, 'HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize } = await asked(socket, 'Runtime.getHeapUsage');
    return { heap: (usedSize ?? NaN) / 1e6, buffers: (backingStorageSize ?? NaN) / 1e6 };
  } finally {
    socket.close();
  }
};

/** Node says it where the program's errors go: in its log. */
const inspectorOf = async (pid: number): Promise<string> => {
  const log = await readlink(`/proc/${pid}/fd/2`);
  for (const deadline = Date.now() + ANSWER_WITHIN_MS; ; await sleep(50)) {
    const address = /Debugger listening on (ws:\S+)/.exec(await readFile(log, 'utf8'))?.[1];
    if (address) return address;
    if (Date.now() > deadline) throw new Error(`process ${pid} opens no inspector`);
  }
};

const asked = (socket: WebSocket, method: string): Promise<Record<string, number>> =>
  new Promise((resolve, reject) => {
    const id = Math.trunc(performance.now() * 1000);
    const timer = setTimeout(() => reject(new Error(`no answer to ${method}`)), ANSWER_WITHIN_MS);
    socket.addEventListener('message', ({ data }) => {
      const answer: { id?: number; result?: Record<string, number> } = JSON.parse(String(data));
      if (answer.id !== id) return;
      clearTimeout(timer);
      resolve(answer.result ?? {});
    });
    socket.send(JSON.stringify({ id, method }));
  });
