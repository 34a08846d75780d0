import { stat } from 'node:fs/promises';
import { getStudy } from '@snimok/contract/studies/studies';
import { phaseOf, studyStateOf } from '@snimok/contract/studies/study-state';
import { uploadCalls } from '@snimok/api-client/upload/upload-calls';
import { SendProblem } from '@snimok/api-client/transfer/send-problem';
import type { Upload } from '@snimok/api-client/transfer/upload-api';
import { runUpload, type UploadSnapshot } from '@snimok/api-client/upload/upload';
import type { Ledger } from '../ledger/ledger.ts';
import { type Delivery, findLastNumber, listFilesOf, updateDelivery } from '../ledger/deliveries.ts';
import type { LocalFile } from '../ledger/local-file.ts';
import { packers, packFile, packSpan } from '../portal/pack-file.ts';
import { checksum, senderOf } from '../portal/put-file.ts';
import type { PortalContext, Transfer } from '../program/context.ts';
import { sentences } from '../program/sentences.ts';
import { belongsTo, countSent, createStudyFor, listStudiesOf } from './find-study.ts';
import { findScheduledStudy } from './find-scheduled-study.ts';
import { type Defaults, findTarget } from './find-target.ts';

export interface SentBytes {
  originalBytes: number;
  /** bytes sent on the line, after compression */
  sentBytes: number;
  seconds: number;
}

export interface DeliveryContext extends PortalContext {
  ledger: Ledger;
  defaults: Defaults;
  transfer: Transfer;
  /** images that the portal has already are published once more; otherwise a person decides there */
  again?: boolean;
  onProgress?: (snapshot: UploadSnapshot) => void;
  /** all files of a delivery have been sent */
  onSent?: (sent: SentBytes) => void;
}

/**
 * Advances a delivery as far as possible now. The ledger records each step before the next one begins; a repeated step
 * has no second effect in the portal. Throws the problem of the connection or the portal.
 */
export async function deliver(context: DeliveryContext, delivery: Delivery): Promise<Delivery> {
  const { ledger } = context;
  let current = delivery;
  if (current.state === 'held')
    current = updateDelivery(ledger, delivery.id, { state: resumeState(delivery), note: null });
  if (current.state === 'ready') current = await assignPatient(context, current);
  if (current.state === 'placed') current = await findOrCreateStudy(context, current);
  if (current.state === 'created') current = await send(context, current);
  if (current.state === 'sent') current = await checkProcessing(context, current);
  return current;
}

/** The state from which a held delivery continues. */
const resumeState = ({ studyID, patientID }: Delivery): Delivery['state'] =>
  studyID !== null ? 'created' : patientID !== null ? 'placed' : 'ready';

async function assignPatient(
  { call, log, ledger, defaults }: DeliveryContext,
  delivery: Delivery,
): Promise<Delivery> {
  const { id } = delivery;
  const scheduled = await findScheduledStudy(call, delivery, defaults);
  if (scheduled && 'studyID' in scheduled) {
    log('scheduled', { part: id, ...scheduled });
    return updateDelivery(ledger, id, { state: 'created', ...scheduled });
  }
  if (scheduled && 'alreadyIn' in scheduled) {
    const { alreadyIn: studyID, ...place } = scheduled;
    log('found', { part: id, studyID });
    return updateDelivery(ledger, id, { state: 'done', studyID, ...place, note: sentences.alreadyThere });
  }
  const target = scheduled ?? (await findTarget(call, delivery.header, defaults));
  if ('undecided' in target) return updateDelivery(ledger, id, { state: 'held', note: target.undecided });
  const { doctorID, patientID, remark } = target;
  const comment = [delivery.comment, remark ?? ''].filter((line) => line !== '').join('\n');
  log('placed', { part: id, doctorID, patientID });
  return updateDelivery(ledger, id, { state: 'placed', doctorID, patientID, comment, note: remark });
}

/** Finds the study that an earlier attempt created, or creates one. */
async function findOrCreateStudy(context: DeliveryContext, delivery: Delivery): Promise<Delivery> {
  const { call, log, ledger } = context;
  const { id } = delivery;
  const patientID = delivery.patientID ?? 0;
  const studies = await listStudiesOf(call, patientID);
  const found = studies.find((study) => belongsTo(delivery, study));
  if (!found) {
    const afterStudyID = Math.max(0, ...studies.map(({ studyID }) => studyID));
    const recorded = updateDelivery(ledger, id, { afterStudyID });
    const studyID = await createStudyFor(call, patientID, recorded);
    log('created', { part: id, studyID });
    return updateDelivery(ledger, id, { state: 'created', studyID });
  }
  const { studyID } = found;
  log('found', { part: id, studyID });
  if (phaseOf(found) === 'preparing') return updateDelivery(ledger, id, { state: 'created', studyID });
  // A PC with another ledger has sent this study. With the same number of pictures nothing is missing; otherwise these
  // files become a further study.
  const { deliveries, pictures } = countSent(delivery.studyUID, studies);
  if (pictures === delivery.pictures) {
    return updateDelivery(ledger, id, { state: 'done', studyID, note: sentences.alreadyThere });
  }
  const number = Math.max(deliveries, findLastNumber(ledger, delivery.studyUID)) + 1;
  return findOrCreateStudy(context, updateDelivery(ledger, id, { number }));
}

/** Sends the files that the portal does not have yet. */
async function send(context: DeliveryContext, delivery: Delivery): Promise<Delivery> {
  const { ledger, log, stop } = context;
  const { id, studyID } = delivery;
  const files = listFilesOf(ledger, id);
  log('sending', { part: id, studyID, files: files.length });
  // files without a patient fit no card, and are published on the card for unknown patients
  const holdIfDiffers = delivery.patientID !== context.defaults.unknownPatientID;
  const { stage, problem, status, failed } = await sendFiles(context, studyID ?? 0, files, holdIfDiffers);
  stop.throwIfAborted();
  if (stage === 'completed') {
    log('sent', { part: id, studyID });
    return updateDelivery(ledger, id, { state: 'sent' });
  }
  if (failed.length === 0) throw new SendProblem(problem ?? sentences.noAnswer, status);
  const unchanged = await Promise.all(files.map(({ file }) => isUnchanged(file)));
  if (unchanged.every(Boolean)) throw new SendProblem(failed[0]?.reason ?? sentences.noAnswer, null);
  return updateDelivery(ledger, id, { state: 'held', note: sentences.filesGone });
}

async function sendFiles(
  { call, stop, transfer, again, onProgress, onSent }: DeliveryContext,
  studyID: number,
  files: { filename: string; file: LocalFile }[],
  holdIfDiffers: boolean,
): Promise<UploadSnapshot> {
  const messages = { noAnswer: sentences.noAnswer, later: sentences.noPortal };
  const { put, putBundle } = senderOf(transfer.pace);
  const bundling = { compression: transfer.compression, packers, pack: packFile, packSpan, put: putBundle };
  const portal = uploadCalls<LocalFile>(call, { put, checksum, bundling, holdIfDiffers }, messages);
  const startedAt = performance.now();
  const upload = runUpload({ studyID, files, keep: [], ifRepeated: again ? 'publish' : 'hold' }, portal);
  if (onProgress) upload.subscribe(() => onProgress(upload.snapshot));
  const cancel = () => upload.cancel();
  stop.addEventListener('abort', cancel);
  await upload.stopped;
  stop.removeEventListener('abort', cancel);
  const { progress } = upload.snapshot;
  const sent = { ...progress.arrived, seconds: (performance.now() - startedAt) / 1000 };
  if (upload.snapshot.stage === 'completed' && sent.originalBytes > 0) onSent?.(sent);
  return upload.snapshot;
}

const isUnchanged = ({ path, size }: LocalFile) =>
  stat(path).then(
    (found) => found.size === size,
    () => false,
  );

/** If an upload is held for both reasons, files of another patient are the more serious one. */
const noteOf = ({ held }: Upload): string =>
  held?.repeats && held.people.length === 0 ? sentences.repeatedInPortal : sentences.heldInPortal;

/** Whether the delivery is sent and a person has to decide in the portal. */
export const waitsInPortal = ({ note }: Delivery): boolean =>
  note === sentences.heldInPortal || note === sentences.repeatedInPortal;

/** Done once the portal has processed the upload; failed if it could not. */
async function checkProcessing(
  { call, log, ledger }: DeliveryContext,
  delivery: Delivery,
): Promise<Delivery> {
  const { id, studyID } = delivery;
  const state = studyStateOf(await call(getStudy, { params: { studyID: studyID ?? 0 } }));
  switch (state.kind) {
    case 'restoring':
    case 'available':
    case 'archived': {
      log('done', { part: id, studyID });
      const isReleased = waitsInPortal(delivery);
      return updateDelivery(ledger, id, { state: 'done', ...(isReleased && { note: null }) });
    }
    case 'held': {
      const note = noteOf(state.upload);
      if (delivery.note === note) return delivery;
      log('held-in-portal', { part: id, studyID });
      return updateDelivery(ledger, id, { note });
    }
    case 'waits-for-files':
    case 'uploading':
    case 'processing':
      return delivery;
    case 'failed':
      log('not-processed', { part: id, studyID });
      return updateDelivery(ledger, id, {
        state: 'failed',
        note: state.upload.error ?? sentences.notProcessed,
      });
  }
}
