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
  /** between two scans */
  everySeconds: number;
  /** end once every delivery is in the portal or waits for a person */
  once: boolean;
}

/** `snimok watch FOLDER`: sends every study that an X-ray machine writes there, until it is stopped. */
export async function watch(
  command: CommandContext,
  options: WatchOptions,
  /** runs once the ledger is locked; the returned function runs after each scan */
  begin: (ledger: Ledger) => Promise<() => Promise<void>> = async () => async () => undefined,
): Promise<void> {
  const root = await resolveFolder(options.folder);
  const context = openPortal(command);
  const { log, print, stop } = context;
  const ledger = openLedger(context.paths.ledgers, `watch ${context.portal} ${root}`);
  const scan = folderScanner({ root, quietMs: options.quietSeconds * 1000, ledger });
  try {
    const deliverAll = createDeliverAll({ ...context, ledger, defaults: options.defaults });
    const afterScan = await begin(ledger);
    log('watching', { quietSeconds: options.quietSeconds });
    print(sentences.watching);
    for (const delivery of listProblemDeliveries(ledger)) print(sentences.deliveryState(delivery));
    while (!stop.aborted) {
      const pending = await scanAndRecord();
      const inProgress = await deliverAll();
      await afterScan();
      if (options.once && inProgress === 0 && pending === 0) return;
      await sleep(options.everySeconds * 1000, undefined, { signal: stop }).catch(() => undefined);
    }
  } finally {
    ledger.close();
  }

  /** Returns how many files are pending. A network folder that is unavailable is scanned again later. */
  async function scanAndRecord(): Promise<number> {
    const found = await scan().catch(() => null);
    if (!found) {
      print(sentences.folderUnavailable);
      return 0;
    }
    if (found.notDicom > 0) print(sentences.notDicomFiles(found.notDicom));
    await recordAll(found.complete);
    return found.pending;
  }

  async function recordAll(complete: FolderScan['complete']): Promise<void> {
    for (const [studyUID, files] of complete) {
      const recorded = await recordStudy(ledger, studyUID, files).catch(() => undefined);
      // the next scan finds the file that changed meanwhile
      if (recorded === undefined) continue;
      log('taken', { studyUID, part: recorded?.deliveryID ?? null, files: recorded?.files ?? 0 });
      print(recorded ? sentences.studyRecorded(recorded) : sentences.alreadySent(studyUID, files.length));
    }
  }
}

async function resolveFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) throw usageError(sentences.noFolder(path));
  return realpath(path);
}
