import { realpath, stat } from 'node:fs/promises';
import type { Defaults } from '../delivery/find-target.ts';
import { createApplyDecisions } from '../held/apply-decisions.ts';
import { openHeld } from '../held/held-studies.ts';
import { type Ledger, ledgerNameOf, openLedger } from '../ledger/ledger.ts';
import { listProblemDeliveries } from '../ledger/deliveries.ts';
import { openPortal } from '../portal/connection.ts';
import type { CommandContext, Transfer } from '../program/context.ts';
import { usageError } from '../program/exit-error.ts';
import { sentences } from '../program/sentences.ts';
import { createDeliverAll } from './deliver-all.ts';
import { type FolderScan, folderScanner } from './folder-scan.ts';
import { recordStudy } from './record-study.ts';
import { senderOf } from '../machines/sender-folders.ts';
import { pause } from '../program/pause.ts';

export interface WatchOptions {
  folder: string;
  /** a folder of `receive` with one folder per sender that is not listed */
  unlistedFolder?: string;
  defaults: Defaults;
  transfer: Transfer;
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
  const subject = `watch ${context.portal} ${root}`;
  const ledger = openLedger(context.paths.ledgers, subject);
  context.onLedger?.(ledger);
  const quietMs = options.quietSeconds * 1000;
  const scan = folderScanner({ root, quietMs, ledger });
  const scanUnlisted =
    options.unlistedFolder &&
    folderScanner({ root: options.unlistedFolder, quietMs, ledger, bySender: true });
  const held = openHeld(context.paths.ledgers);
  const ledgerName = ledgerNameOf(subject);
  const applyDecisions = createApplyDecisions({ ledger, ledgerName, held, log, print });
  try {
    const deliverAll = createDeliverAll({
      ...context,
      ledger,
      defaults: options.defaults,
      transfer: options.transfer,
      onSent: (sent) => print(sentences.sentAt(sent)),
    });
    const afterScan = await begin(ledger);
    log('watching', { quietSeconds: options.quietSeconds });
    print(sentences.watching);
    for (const delivery of listProblemDeliveries(ledger)) print(sentences.deliveryState(delivery));
    while (!stop.aborted) {
      const pending = await scanAndRecord();
      applyDecisions();
      const inProgress = await deliverAll();
      applyDecisions();
      await afterScan();
      if (options.once && inProgress === 0 && pending === 0) return;
      await pause(options.everySeconds * 1000, stop);
    }
  } finally {
    held.close();
    context.onLedger?.(null);
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
    if (scanUnlisted) await recordAll((await scanUnlisted()).complete, senderOf);
    return found.pending;
  }

  async function recordAll(
    complete: FolderScan['complete'],
    senderOfPath?: (name: string) => string,
  ): Promise<void> {
    for (const files of complete.values()) {
      const [first] = files;
      if (!first) continue;
      const { name, header } = first;
      const { studyUID } = header;
      const sender = senderOfPath?.(name) ?? null;
      const recorded = await recordStudy(ledger, studyUID, files, sender).catch(() => undefined);
      // the next scan finds the file that changed meanwhile
      if (recorded === undefined) continue;
      log('taken', { studyUID, part: recorded?.deliveryID ?? null, files: recorded?.files ?? 0, sender });
      print(
        recorded ? sentences.studyRecorded(recorded) : sentences.alreadySent(studyUID, files.length, sender),
      );
    }
  }
}

async function resolveFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) throw usageError(sentences.noFolder(path));
  return realpath(path);
}
