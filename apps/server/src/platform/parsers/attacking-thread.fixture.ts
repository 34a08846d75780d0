import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import type { AttackTask } from './attack.fixture.ts';

/** The thread of a parser process tries what malicious code would try. Returns the error, or null if the attempt succeeds. */
const attempt = async (action: () => unknown): Promise<string | null> => {
  try {
    await action();
    return null;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code ?? String(cause);
  }
};

const connect = async (port: number) => {
  const { connect: open } = await import('node:net');
  await new Promise((resolve, reject) => open(port, '127.0.0.1').on('connect', resolve).on('error', reject));
};

const environments = async (): Promise<string> => {
  const pids = await readdir('/proc').catch(() => []);
  const texts = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')),
  );
  return [JSON.stringify(process.env), ...texts].join();
};

const attack = async ({ path, out, secret, store, port, victim, parent }: AttackTask) => ({
  reads: await readFile(path, 'utf8').catch(String),
  writes: await attempt(() => writeFile(out, 'written')),
  refused: {
    'another file of the folder of data': await attempt(() => readFile(secret)),
    'the list of the folder of data': await attempt(() => readdir(store)),
    'a change of the input': await attempt(() => writeFile(path, 'changed')),
    'a file beside the output': await attempt(() => writeFile(`${store}/new`, 'new')),
    'accounts of the machine': await attempt(() => readFile('/etc/shadow')),
    'the environment of the parent': await attempt(() => readFile(`/proc/${parent}/environ`)),
    'open files of the parent': await attempt(() => readlink(`/proc/${parent}/fd/0`)),
    'a TCP connection': await attempt(() => connect(port)),
    'an HTTP request': await attempt(() => fetch(`http://127.0.0.1:${port}/`)),
    'a signal to another process': await attempt(() => process.kill(victim, 'SIGKILL')),
    'a signal to the parent': await attempt(() => process.kill(parent, 0)),
    'another user': await attempt(() => process.setuid?.(0)),
  },
  seesSecret: (await environments()).includes('marker-of-the-environment'),
});

parentPort?.on('message', async (task: AttackTask) => {
  parentPort?.postMessage(await attack(task));
});
