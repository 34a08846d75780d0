import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { deliver } from '../delivery/deliver.ts';
import { recordFile } from '../ledger/files.ts';
import { inTransaction, type Ledger, openLedger } from '../ledger/ledger.ts';
import { findDelivery, insertDelivery, lastDelivery, type Delivery, updateDelivery } from '../ledger/deliveries.ts';
import { openPortal, toExitError } from '../portal/connection.ts';
import type { CommandContext, PortalContext } from '../program/context.ts';
import { ExitError, EXIT } from '../program/exit-error.ts';
import { sentences } from '../sentences.ts';
import { type ChosenFile, chooseFiles } from './choose-files.ts';
import { findPatient, type PatientQuery } from './find-patient.ts';
import { retryCalls } from './retry-calls.ts';
import { progressLine } from './progress-line.ts';

export interface UploadOptions extends PatientQuery {
  paths: string[];
  type: 'rg' | 'cbct';
  comment: string;
  /** though the portal has them already */
  again: boolean;
}

const LOOK_EVERY_MS = 1000;

/** `snimok upload`: one study, from its files to its place in the portal. Given again after a cut, it goes on. */
export async function upload(desk: CommandContext, wish: UploadOptions): Promise<void> {
  const files = await chooseFiles(wish.paths);
  const open = openPortal(desk);
  await send(open, wish, files).catch((problem) => {
    throw toExitError(problem);
  });
}

async function send(desk: PortalContext, wish: UploadOptions, files: ChosenFile[]): Promise<void> {
  const { patientID, doctorID, name } = await findPatient(desk.call, wish);
  desk.print(sentences.sendingTo(name, files.length));
  const ledger = openLedger(desk.paths.ledgers, fingerprint(desk.portal, patientID, wish, files));
  const line = progressLine(process.stdout);
  try {
    let part = enter(ledger, wish, files, { patientID, doctorID });
    if (part.state === 'done') return desk.print(sentences.uploadedBefore);
    const delivery = {
      desk,
      ledger,
      defaults: { doctorID: undefined, unknownPatientID: undefined },
      onProgress: line.show,
    };
    const patience = {
      wait: (ms: number) => sleep(ms, undefined, { signal: desk.stop }),
      onPause: () => desk.print(sentences.portalUnreachable),
    };
    for (let said = false; ;) {
      const { id } = part;
      // from what was noted: a study whose creation was not answered is found again
      part = await retryCalls(() => deliver(delivery, findDelivery(ledger, id)), patience);
      line.end();
      if (part.state !== 'sent') break;
      if (!said) desk.print(sentences.processing);
      said = true;
      await sleep(LOOK_EVERY_MS, undefined, { signal: desk.stop });
    }
    finish(desk, part);
  } finally {
    line.end();
    ledger.close();
  }
}

/** The same files for the same card are the same order, whether it was cut off or is given twice. */
function fingerprint(portal: string, patientID: number, wish: UploadOptions, files: ChosenFile[]): string {
  const list = files.map(({ path, size, changedMs }) => `${path}\0${size}\0${changedMs}`);
  const order = ['upload', portal, patientID, wish.type, wish.comment, ...list];
  return createHash('sha256').update(order.join('\n')).digest('hex');
}

/** How far this order has come, or its beginning. What could not be processed is sent to its study once more. */
function enter(
  ledger: Ledger,
  { type, comment, again }: UploadOptions,
  files: ChosenFile[],
  whose: { patientID: number; doctorID: number },
): Delivery {
  const begun = lastDelivery(ledger);
  if (begun?.state === 'failed') return updateDelivery(ledger, begun.id, { state: 'created', note: null });
  if (begun && !(again && begun.state === 'done')) return begun;
  return inTransaction(ledger, () => {
    ledger.exec('delete from files; delete from parts');
    const nobody = { name: null, birthday: null, sex: null, referringPhysician: null, institution: null };
    const partID = insertDelivery(ledger, {
      ...{ studyUID: '', number: 1, pictures: 0, header: nobody },
      ...{ state: 'placed', type, comment, ...whose },
    });
    for (const file of files) recordFile(ledger, file, { deliveryID: partID, filename: file.filename });
    return findDelivery(ledger, partID);
  });
}

function finish({ print: say, portal }: PortalContext, { state, studyID, doctorID, patientID, note }: Delivery): void {
  const page = `${portal}/assistant-area/doctors/${doctorID}/patients/${patientID}/studies`;
  if (state === 'done') return say(sentences.uploaded(studyID ?? 0, page));
  if (state === 'held') throw new ExitError(EXIT.failed, note ?? sentences.filesGone);
  throw new ExitError(EXIT.notProcessed, note ?? sentences.notProcessed);
}
