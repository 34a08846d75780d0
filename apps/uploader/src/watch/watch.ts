import { realpath, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Defaults } from '../delivery/find-target.ts';
import { type Ledger, openLedger } from '../ledger/ledger.ts';
import { listProblemDeliveries } from '../ledger/deliveries.ts';
import { openPortal } from '../portal/connection.ts';
import type { CommandContext } from '../program/context.ts';
import { usageError } from '../program/exit-error.ts';
import { sentences } from '../sentences.ts';
import { createDeliverAll } from './deliver-all.ts';
import { type FolderScan, folderScanner } from './folder-scan.ts';
import { recordStudy } from './record-study.ts';

export interface WatchOptions {
  folder: string;
  defaults: Defaults;
  quietSeconds: number;
  /** between two looks */
  everySeconds: number;
  /** end when everything is in the portal, or held for a person */
  once: boolean;
}

/** `snimok watch FOLDER`: sends whatever a device writes there, until it is stopped. */
export async function watch(
  desk: CommandContext,
  wish: WatchOptions,
  /** done once the folder is ours; what it answers is done after each look */
  begin: (ledger: Ledger) => Promise<() => Promise<void>> = async () => async () => undefined,
): Promise<void> {
  const root = await folderAt(wish.folder);
  const open = openPortal(desk);
  const ledger = openLedger(desk.paths.ledgers, `watch ${open.portal} ${root}`);
  const look = folderScanner({ root, quietMs: wish.quietSeconds * 1000, ledger });
  try {
    const deliverAll = createDeliverAll({ desk: open, ledger, defaults: wish.defaults });
    const doChores = await begin(ledger);
    desk.log('watching', { quietSeconds: wish.quietSeconds });
    desk.print(sentences.watching);
    for (const part of listProblemDeliveries(ledger)) desk.print(sentences.deliveryState(part));
    while (!desk.stop.aborted) {
      const settling = await lookAndTake();
      const moving = await deliverAll();
      await doChores();
      if (wish.once && moving === 0 && settling === 0) return;
      await sleep(wish.everySeconds * 1000, undefined, { signal: desk.stop }).catch(() => undefined);
    }
  } finally {
    ledger.close();
  }

  /** A network folder that is not there just now comes back. */
  async function lookAndTake(): Promise<number> {
    const seen = await look().catch(() => null);
    if (!seen) desk.print(sentences.folderUnavailable);
    if (!seen) return 0;
    if (seen.notDicom > 0) desk.print(sentences.notDicomFiles(seen.notDicom));
    await takeAll(seen.complete);
    return seen.pending;
  }

  async function takeAll(complete: FolderScan['complete']): Promise<void> {
    for (const [studyUID, files] of complete) {
      const taken = await recordStudy(ledger, studyUID, files).catch(() => undefined);
      // a file that changed just now is seen as changed by the next look
      if (taken === undefined) continue;
      desk.log('taken', { studyUID, part: taken?.deliveryID ?? null, files: taken?.files ?? 0 });
      desk.print(taken ? sentences.studyRecorded(taken) : sentences.alreadySent(studyUID, files.length));
    }
  }
}

async function folderAt(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) throw usageError(sentences.noFolder(path));
  return realpath(path);
}
