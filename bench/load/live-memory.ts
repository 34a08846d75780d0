import { readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { shown, type Table } from '../measuring/figures.ts';

/** Memory of a Node process that is in use after a full garbage collection, MB. */
interface LiveMemory {
  heap: number;
  /** Buffers and ArrayBuffers, outside the heap */
  buffers: number;
}

const REPLY_TIMEOUT_MS = 60_000;
const SHARES = [0.25, 0.5, 0.75, 1];
/** The portal's processes that run Node; nginx does not. */
const NODE_PROCESSES = /^(API|worker)/;

/**
 * Measures the live memory of each process after each quarter of `seconds`, one row per process. Garbage that is not
 * yet collected may grow, live memory may not. Each measurement collects all garbage, which stops the process for some
 * tenths of a second.
 */
export const watchLiveMemory = async (
  title: string,
  all: Record<string, number[]>,
  seconds: number,
): Promise<Table> => {
  const processes = Object.fromEntries(Object.entries(all).filter(([name]) => NODE_PROCESSES.test(name)));
  const begin = performance.now();
  const measured: Record<string, LiveMemory>[] = [];
  for (const share of SHARES) {
    await sleep(share * seconds * 1000 - (performance.now() - begin));
    measured.push(await measureAll(processes));
  }
  return {
    title,
    head: ['', ...SHARES.map((share) => `after ${share * 100} %, MB`), 'buffers, MB'],
    rows: Object.keys(processes).map((name) => [
      name,
      ...measured.map((one) => shown(one[name]?.heap ?? NaN)),
      measured.map((one) => shown(one[name]?.buffers ?? NaN)).join(', '),
    ]),
  };
};

const measureAll = async (processes: Record<string, number[]>): Promise<Record<string, LiveMemory>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(processes).map(async ([name, pids]) => [name, await measureSum(pids)] as const),
    ),
  );

const measureSum = async (pids: number[]): Promise<LiveMemory> => {
  const each = await Promise.all(pids.map(measure));
  return {
    heap: each.reduce((sum, { heap }) => sum + heap, 0),
    buffers: each.reduce((sum, { buffers }) => sum + buffers, 0),
  };
};

/** Uses Node's inspector, which SIGUSR1 opens (Chrome DevTools Protocol, domains HeapProfiler and Runtime). */
const measure = async (pid: number): Promise<LiveMemory> => {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await inspectorOf(pid));
  try {
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    await callInspector(socket, 'HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize } = await callInspector(socket, 'Runtime.getHeapUsage');
    return { heap: (usedSize ?? NaN) / 1e6, buffers: (backingStorageSize ?? NaN) / 1e6 };
  } finally {
    socket.close();
  }
};

/** Node writes the inspector's address to stderr, which is the log file. */
const inspectorOf = async (pid: number): Promise<string> => {
  const log = await readlink(`/proc/${pid}/fd/2`);
  for (const deadline = Date.now() + REPLY_TIMEOUT_MS; ; await sleep(50)) {
    const address = /Debugger listening on (ws:\S+)/.exec(await readFile(log, 'utf8'))?.[1];
    if (address) return address;
    if (Date.now() > deadline) throw new Error(`process ${pid} did not open its inspector`);
  }
};

const callInspector = (socket: WebSocket, method: string): Promise<Record<string, number>> =>
  new Promise((resolve, reject) => {
    const id = Math.trunc(performance.now() * 1000);
    const timer = setTimeout(() => reject(new Error(`no reply to ${method}`)), REPLY_TIMEOUT_MS);
    socket.addEventListener('message', ({ data }) => {
      const reply: { id?: number; result?: Record<string, number> } = JSON.parse(String(data));
      if (reply.id !== id) return;
      clearTimeout(timer);
      resolve(reply.result ?? {});
    });
    socket.send(JSON.stringify({ id, method }));
  });
