import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../platform/context.ts';
import { contentOf } from './files.ts';
import type { Instance } from './instances.ts';

/** Frames of a file are asked for one request after the other; after this it is asked for no more. */
const IDLE_MS = 60_000;
/** A multi-frame volume has some hundred megabytes. */
const MOST = 8;

interface Opened {
  path: Promise<string>;
  users: number;
  timer: NodeJS.Timeout | null;
}

/** Files taken out of their objects for the child that decodes them, kept for a minute after their last use. */
export const openFiles = ({ storage, config }: Context) => {
  const folder = join(config.dataDir, 'work', `dicomweb-${randomUUID()}`);
  const opened = new Map<string, Opened>();

  const take = async (instance: Instance): Promise<string> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${randomUUID()}.dcm`);
    await pipeline(contentOf(storage, instance), createWriteStream(path, { mode: 0o600 }));
    return path;
  };
  const forget = (key: string): void => {
    const file = opened.get(key);
    if (!file || file.users > 0) return;
    opened.delete(key);
    if (file.timer) clearTimeout(file.timer);
    file.path.then((path) => rm(path, { force: true })).catch(() => undefined);
  };
  const makeRoom = (): void => {
    const idle = [...opened].find(([, { users }]) => users === 0);
    if (opened.size >= MOST && idle) forget(idle[0]);
  };

  return {
    /** Hands the file's path to `work`, and keeps the file until that is done. */
    async with<T>(instance: Instance, work: (path: string) => Promise<T>): Promise<T> {
      const key = `${instance.object.objectID}/${instance.entry}`;
      if (!opened.has(key)) makeRoom();
      const file = opened.get(key) ?? { path: take(instance), users: 0, timer: null };
      opened.set(key, file);
      file.users += 1;
      if (file.timer) clearTimeout(file.timer);
      try {
        return await work(await file.path);
      } catch (cause) {
        // a file that could not be taken out is tried anew by the next who asks
        file.path.catch(() => opened.delete(key));
        throw cause;
      } finally {
        file.users -= 1;
        file.timer = setTimeout(forget, IDLE_MS, key).unref();
      }
    },
    async close(): Promise<void> {
      for (const { timer } of opened.values()) if (timer) clearTimeout(timer);
      opened.clear();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type OpenedFiles = ReturnType<typeof openFiles>;
