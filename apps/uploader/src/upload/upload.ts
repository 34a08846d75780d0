import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { deliver } from '../delivery/deliver.ts';
import { noteFile } from '../ledger/files.ts';
import { inOneGo, type Ledger, openLedger } from '../ledger/ledger.ts';
import { findPart, insertPart, lastPart, type Part, updatePart } from '../ledger/deliveries.ts';
import { openDesk, toEnd } from '../portal/connection.ts';
import type { Desk, OpenDesk } from '../program/context.ts';
import { Ended, EXIT } from '../program/exit-error.ts';
import { sentences } from '../sentences.ts';
import { type ChosenFile, chooseFiles } from './choose-files.ts';
import { findPatient, type PatientQuery } from './find-patient.ts';
import { outlast } from './retry-calls.ts';
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
export async function upload(desk: Desk, wish: UploadOptions): Promise<void> {
  const files = await chooseFiles(wish.paths);
  const open = openDesk(desk);
  await send(open, wish, files).catch((problem) => {
    throw toEnd(problem);
  });
}

async function send(desk: OpenDesk, wish: UploadOptions, files: ChosenFile[]): Promise<void> {
  const { patientID, doctorID, name } = await findPatient(desk.call, wish);
  desk.say(sentences.sendingTo(name, files.length));
  const ledger = openLedger(desk.places.ledgers, fingerprint(desk.portal, patientID, wish, files));
  const line = progressLine(process.stdout);
  try {
    let part = enter(ledger, wish, files, { patientID, doctorID });
    if (part.state === 'done') return desk.say(sentences.uploadedBefore);
    const delivery = {
      desk,
      ledger,
      defaults: { doctorID: undefined, unknownPatientID: undefined },
      onProgress: line.show,
    };
    const patience = {
      wait: (ms: number) => sleep(ms, undefined, { signal: desk.stop }),
      onPause: () => desk.say(sentences.lineWaiting),
    };
    for (let said = false; ;) {
      const { id } = part;
      // from what was noted: a study whose creation was not answered is found again
      part = await outlast(() => deliver(delivery, findPart(ledger, id)), patience);
      line.end();
      if (part.state !== 'sent') break;
      if (!said) desk.say(sentences.processing);
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
): Part {
  const begun = lastPart(ledger);
  if (begun?.state === 'failed') return updatePart(ledger, begun.id, { state: 'created', note: null });
  if (begun && !(again && begun.state === 'done')) return begun;
  return inOneGo(ledger, () => {
    ledger.exec('delete from files; delete from parts');
    const nobody = { name: null, birthday: null, sex: null, referringPhysician: null, institution: null };
    const partID = insertPart(ledger, {
      ...{ studyUID: '', number: 1, pictures: 0, header: nobody },
      ...{ state: 'placed', type, comment, ...whose },
    });
    for (const file of files) noteFile(ledger, file, { partID, filename: file.filename });
    return findPart(ledger, partID);
  });
}

function finish({ say, portal }: OpenDesk, { state, studyID, doctorID, patientID, note }: Part): void {
  const page = `${portal}/assistant-area/doctors/${doctorID}/patients/${patientID}/studies`;
  if (state === 'done') return say(sentences.uploaded(studyID ?? 0, page));
  if (state === 'held') throw new Ended(EXIT.failed, note ?? sentences.filesGone);
  throw new Ended(EXIT.notProcessed, note ?? sentences.notProcessed);
}
