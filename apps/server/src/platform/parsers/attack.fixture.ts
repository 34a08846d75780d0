import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { openSandbox } from '../outside/sandbox/open-sandbox.ts';
import type { Mechanism } from '../outside/sandbox/sandbox.ts';
import { ParserProcess } from './parser-process.ts';

export interface AttackTask {
  path: string;
  out: string;
  secret: string;
  store: string;
  port: number;
  victim: number;
  parent: number;
}

/** All descendants of a process. */
const descendants = async (pid: number): Promise<number[]> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = text.split(' ').filter(Boolean).map(Number);
  return [...children, ...(await Promise.all(children.map(descendants))).flat()];
};

/** The kernel's status of the parser process, as the portal sees it. */
const parserStatus = async () => {
  for (const pid of await descendants(process.pid)) {
    const [program] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    if (program !== process.execPath) continue;
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const limits = await readFile(`/proc/${pid}/limits`, 'utf8');
    const valueOf = (name: string) => new RegExp(`^${name}:\\s+(.+)$`, 'm').exec(status)?.[1]?.trim() ?? '';
    const limitOf = (name: string) => Number(new RegExp(`^${name} +(\\S+)`, 'm').exec(limits)?.[1]);
    return {
      uids: valueOf('Uid').split('\t').map(Number),
      noNewPrivs: valueOf('NoNewPrivs'),
      capabilities: valueOf('CapEff'),
      limits: ['Max data size', 'Max processes', 'Max core file size'].map(limitOf),
    };
  }
  return null;
};

/**
 * Starts a parser process with one mechanism, lets it attack, and prints the results as JSON. It is a program of its own, so
 * that it can run as another user. The parser process runs until this program ends.
 */
const [mechanism, folder = '', port, victim] = process.argv.slice(2);
const read = join(folder, 'work/run/in');
const write = join(folder, 'work/run/out');
const task: AttackTask = {
  path: join(read, 'file'),
  out: join(write, 'result'),
  secret: join(folder, 'secret'),
  store: join(folder, 'storage'),
  port: Number(port),
  victim: Number(victim),
  parent: process.pid,
};
const parser = new ParserProcess<AttackTask, { refused: object }>({
  sandbox: openSandbox(mechanism as Mechanism, pino({ level: 'silent' })),
  threadFile: join(import.meta.dirname, 'attacking-thread.fixture.ts'),
  accessOf: ({ path }) => ({ read: [read], write: [write], files: [path] }),
});
const result = await parser.run(task, new AbortController().signal).catch(String);
const written = await readdir(write);
process.stdout.write(`${JSON.stringify({ result, status: await parserStatus(), written })}\n`);
setInterval(() => {}, 60_000);
