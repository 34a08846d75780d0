import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import type { Call } from '@snimok/api-client/call';
import { listWorklist, WorklistItem } from '@snimok/contract/reception/dicom-worklist';
import { z } from 'zod';
import type { Log } from '../program/log-file.ts';
import type { Item } from './attributes.ts';

/** Fifty machines that poll every second cost the portal one call in this time. */
const FRESH_MS = 5_000;
/** A portal that has not answered by then does not answer. */
const CALL_MS = 10_000;
/** How long a machine waits for the portal before it gets the last worklist. */
const ANSWER_MS = 3_000;
/** While the portal is away, machines get the last worklist at once between attempts. */
const RETRY_MS = 5_000;

const Saved = z.object({ at: z.number(), items: z.array(WorklistItem) });
type Saved = z.infer<typeof Saved>;

export interface Worklist {
  /** The current worklist, or the last one while the portal does not answer; null if there never was one. */
  list: () => Promise<Item[] | null>;
}

interface WorklistOptions {
  call: Call;
  /** where the last worklist is kept */
  file: string;
  log: Log;
  now?: () => number;
  answerMs?: number;
}

/** The portal's worklist for X-ray machines. It survives a restart of this program and of the portal. */
export function openWorklist({
  call,
  file,
  log,
  now = Date.now,
  answerMs = ANSWER_MS,
}: WorklistOptions): Worklist {
  let last = readSaved(file);
  let nextAt = 0;
  let fetching: Promise<void> | null = null;

  const fetchNow = async (): Promise<void> => {
    try {
      const { items } = await call(listWorklist, { signal: AbortSignal.timeout(CALL_MS) });
      last = { at: now(), items };
      nextAt = now() + FRESH_MS;
      await save(file, last).catch((problem: NodeJS.ErrnoException) =>
        log('worklist-not-saved', { why: problem.code ?? 'unknown' }),
      );
    } catch {
      nextAt = now() + RETRY_MS;
      log('worklist-old', { ageSeconds: last && Math.round((now() - last.at) / 1000) });
    }
  };

  return {
    list: async () => {
      if (now() >= nextAt) {
        fetching ??= fetchNow().finally(() => (fetching = null));
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<void>((resolve) => {
          timer = setTimeout(() => {
            nextAt = now() + RETRY_MS;
            resolve();
          }, answerMs);
        });
        await Promise.race([fetching, late]);
        clearTimeout(timer);
      }
      return last?.items ?? null;
    },
  };
}

const readSaved = (file: string): Saved | null => {
  try {
    return Saved.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // no file yet, or one of another version: the portal has the worklist
    return null;
  }
};

async function save(file: string, saved: Saved): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, JSON.stringify(saved), { mode: 0o600 });
  await rename(draft, file);
}
