import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StudyType } from '@snimok/contract/studies/study-types';
import { deliver, type SentBytes, waitsInPortal } from '../delivery/deliver.ts';
import { recordFile } from '../ledger/files.ts';
import { inTransaction, type Ledger, openLedger } from '../ledger/ledger.ts';
import {
  type Delivery,
  findDelivery,
  insertDelivery,
  lastDelivery,
  updateDelivery,
} from '../ledger/deliveries.ts';
import { openPortal, toExitError } from '../portal/connection.ts';
import type { CommandContext, PortalContext, Transfer } from '../program/context.ts';
import { EXIT, ExitError } from '../program/exit-error.ts';
import { sentences } from '../program/sentences.ts';
import { type ChosenFile, chooseFiles } from './choose-files.ts';
import { findPatient, type PatientQuery } from './find-patient.ts';
import { retryCalls } from './retry-calls.ts';
import { progressLine } from './progress-line.ts';

interface UploadOptions extends PatientQuery {
  paths: string[];
  type: StudyType;
  comment: string;
  transfer: Transfer;
  /** send the files even if they were sent before */
  again: boolean;
}

const POLL_EVERY_MS = 1000;

/** `snimok upload`: sends one study and waits until it is processed. The same command resumes an interrupted upload. */
export async function upload(command: CommandContext, options: UploadOptions): Promise<void> {
  const files = await chooseFiles(options.paths);
  const context = openPortal(command);
  await send(context, options, files).catch((problem) => {
    throw toExitError(problem);
  });
}

async function send(context: PortalContext, options: UploadOptions, files: ChosenFile[]): Promise<void> {
  const { patientID, doctorID, name } = await findPatient(context.call, options);
  context.print(sentences.sendingTo(name, files.length));
  const ledger = openLedger(context.paths.ledgers, fingerprint(context.portal, patientID, options, files));
  try {
    const delivery = findOrCreateDelivery(ledger, options, files, { patientID, doctorID });
    if (delivery.state === 'done') return context.print(sentences.uploadedBefore);
    report(context, await deliverUntilProcessed(context, options, ledger, delivery.id));
  } finally {
    ledger.close();
  }
}

async function deliverUntilProcessed(
  context: PortalContext,
  { transfer, again }: Pick<UploadOptions, 'transfer' | 'again'>,
  ledger: Ledger,
  id: number,
): Promise<Delivery> {
  const { print, stop } = context;
  const line = progressLine(process.stdout);
  const deliveryContext = {
    ...context,
    ledger,
    transfer,
    again,
    defaults: { doctorID: undefined, unknownPatientID: undefined },
    onProgress: line.show,
    onSent: (sent: SentBytes) => {
      line.end();
      print(sentences.sentAt(sent));
    },
  };
  const wait = (ms: number) => sleep(ms, undefined, { signal: stop });
  const onPause = () => print(sentences.portalUnreachable);
  try {
    for (let isWaiting = false; ; isWaiting = true) {
      // each attempt reads the ledger again, which has the steps that a failed attempt recorded
      const delivery = await retryCalls(() => deliver(deliveryContext, findDelivery(ledger, id)), {
        wait,
        onPause,
      });
      line.end();
      if (delivery.state !== 'sent' || waitsInPortal(delivery)) return delivery;
      if (!isWaiting) print(sentences.processing);
      await wait(POLL_EVERY_MS);
    }
  } finally {
    line.end();
  }
}

/**
 * Names the ledger. The same files for the same patient have one ledger, so that a repeated command finds the earlier
 * delivery.
 */
function fingerprint(portal: string, patientID: number, options: UploadOptions, files: ChosenFile[]): string {
  const list = files.map(({ path, size, changedMs }) => `${path}\0${size}\0${changedMs}`);
  const identity = ['upload', portal, patientID, options.type, options.comment, ...list];
  return createHash('sha256').update(identity.join('\n')).digest('hex');
}

/**
 * The delivery of an earlier command, or a new one. Files that could not be processed are sent again to their study.
 */
function findOrCreateDelivery(
  ledger: Ledger,
  { type, comment, again }: UploadOptions,
  files: ChosenFile[],
  target: { patientID: number; doctorID: number },
): Delivery {
  const earlier = lastDelivery(ledger);
  if (earlier?.state === 'failed')
    return updateDelivery(ledger, earlier.id, { state: 'created', note: null });
  if (earlier && !(again && earlier.state === 'done')) return earlier;
  return inTransaction(ledger, () => {
    ledger.exec('delete from files; delete from parts');
    const header = {
      name: null,
      birthday: null,
      sex: null,
      referringPhysician: null,
      institution: null,
      accessionNumber: null,
    };
    const deliveryID = insertDelivery(ledger, {
      studyUID: '',
      number: 1,
      pictures: 0,
      header,
      state: 'placed',
      type,
      comment,
      ...target,
    });
    for (const file of files) recordFile(ledger, file, { deliveryID, filename: file.filename });
    return findDelivery(ledger, deliveryID);
  });
}

function report(
  { print, portal }: PortalContext,
  { state, studyID, doctorID, patientID, note }: Delivery,
): void {
  const page = `${portal}/assistant-area/doctors/${doctorID}/patients/${patientID}/studies`;
  if (state === 'done') return print(sentences.uploaded(studyID ?? 0, page));
  if (state === 'held') throw new ExitError(EXIT.failed, note ?? sentences.filesGone);
  if (state === 'sent') throw new ExitError(EXIT.notProcessed, `${note ?? sentences.heldInPortal}: ${page}`);
  throw new ExitError(EXIT.notProcessed, note ?? sentences.notProcessed);
}
