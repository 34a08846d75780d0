import { stat } from 'node:fs/promises';
import { getStudy } from '@snimok/contract/studies';
import { uploadCalls } from '@snimok/api-client/upload-calls';
import { SendProblem } from '@snimok/api-client/send-problem';
import { runUpload, type UploadSnapshot } from '@snimok/api-client/upload';
import type { Ledger } from '../ledger/ledger.ts';
import { listFilesOf, findLastNumber, type Delivery, updateDelivery } from '../ledger/deliveries.ts';
import { checksum, type LocalFile, putFile } from '../portal/put-file.ts';
import type { PortalContext } from '../program/context.ts';
import { sentences } from '../sentences.ts';
import { createStudyFor, belongsTo, listStudiesOf, countSent } from './find-study.ts';
import { type Defaults, findTarget } from './find-target.ts';

export interface DeliveryContext {
  desk: PortalContext;
  ledger: Ledger;
  defaults: Defaults;
  onProgress?: (view: UploadSnapshot) => void;
}

/**
 * Carries a part as far as it goes now: each step is noted before the next begins, and each can be done twice without
 * being done twice in the portal. Throws what the line or the portal had against it.
 */
export async function deliver(delivery: DeliveryContext, part: Delivery): Promise<Delivery> {
  const { ledger } = delivery;
  let now = part;
  if (now.state === 'held') now = updateDelivery(ledger, part.id, { state: stepBefore(part), note: null });
  if (now.state === 'ready') now = await place(delivery, now);
  if (now.state === 'placed') now = await create(delivery, now);
  if (now.state === 'created') now = await send(delivery, now);
  if (now.state === 'sent') now = await look(delivery, now);
  return now;
}

const stepBefore = ({ studyID, patientID }: Delivery): Delivery['state'] =>
  studyID !== null ? 'created' : patientID !== null ? 'placed' : 'ready';

async function place({ desk, ledger, defaults }: DeliveryContext, part: Delivery): Promise<Delivery> {
  const found = await findTarget(desk.call, part.header, defaults);
  if ('held' in found) return updateDelivery(ledger, part.id, { state: 'held', note: found.held });
  const { doctorID, patientID, remark } = found;
  const comment = [part.comment, remark ?? ''].filter((line) => line !== '').join('\n');
  desk.log('placed', { part: part.id, doctorID, patientID });
  return updateDelivery(ledger, part.id, { state: 'placed', doctorID, patientID, comment, note: remark });
}

/** The study that was made for it before, or a new one. */
async function create(delivery: DeliveryContext, part: Delivery): Promise<Delivery> {
  const { desk, ledger } = delivery;
  const patientID = part.patientID ?? 0;
  const studies = await listStudiesOf(desk.call, patientID);
  const found = studies.find((study) => belongsTo(part, study));
  if (!found) {
    const afterStudyID = Math.max(0, ...studies.map(({ studyID }) => studyID));
    const noted = updateDelivery(ledger, part.id, { afterStudyID });
    const studyID = await createStudyFor(desk.call, patientID, noted);
    desk.log('created', { part: part.id, studyID });
    return updateDelivery(ledger, part.id, { state: 'created', studyID });
  }
  const { studyID } = found;
  desk.log('found', { part: part.id, studyID });
  if (found.status === 'in-work') return updateDelivery(ledger, part.id, { state: 'created', studyID });
  // sent by a PC whose ledger this is not: all of it, or what is here follows as a study of its own
  const { parts, pictures } = countSent(part.studyUID, studies);
  if (pictures === part.pictures) {
    return updateDelivery(ledger, part.id, { state: 'done', studyID, note: sentences.alreadyThere });
  }
  const number = Math.max(parts, findLastNumber(ledger, part.studyUID)) + 1;
  return create(delivery, updateDelivery(ledger, part.id, { number }));
}

/** Asks the portal what it has and sends the rest. */
async function send({ desk, ledger, onProgress }: DeliveryContext, part: Delivery): Promise<Delivery> {
  const words = { noAnswer: sentences.noAnswer, later: sentences.noPortal };
  const portal = uploadCalls<LocalFile>(desk.call, { put: putFile, checksum }, words);
  const files = listFilesOf(ledger, part.id);
  desk.log('sending', { part: part.id, studyID: part.studyID, files: files.length });
  const upload = runUpload({ studyID: part.studyID ?? 0, files, keep: [] }, portal);
  if (onProgress) upload.subscribe(() => onProgress(upload.view));
  const cancel = () => upload.cancel();
  desk.stop.addEventListener('abort', cancel);
  await upload.stopped;
  desk.stop.removeEventListener('abort', cancel);
  const { stage, problem, status, failed } = upload.view;
  desk.stop.throwIfAborted();
  if (stage === 'completed') {
    desk.log('sent', { part: part.id, studyID: part.studyID });
    return updateDelivery(ledger, part.id, { state: 'sent' });
  }
  if (failed.length === 0) throw new SendProblem(problem ?? sentences.noAnswer, status);
  const gone = await Promise.all(files.map(async ({ file }) => !(await isStill(file))));
  if (!gone.includes(true)) throw new SendProblem(failed[0]?.reason ?? sentences.noAnswer, null);
  return updateDelivery(ledger, part.id, { state: 'held', note: sentences.filesGone });
}

const isStill = ({ path, size }: { path: string; size: number }) =>
  stat(path).then(
    (found) => found.size === size,
    () => false,
  );

/** Has the portal made a study of it? */
async function look({ desk, ledger }: DeliveryContext, part: Delivery): Promise<Delivery> {
  const { status, upload } = await desk.call(getStudy, { params: { studyID: part.studyID ?? 0 } });
  if (status !== 'in-work') {
    desk.log('done', { part: part.id, studyID: part.studyID });
    return updateDelivery(ledger, part.id, { state: 'done' });
  }
  if (upload?.status !== 'processed') return part;
  desk.log('not-processed', { part: part.id, studyID: part.studyID });
  return updateDelivery(ledger, part.id, { state: 'failed', note: upload.error ?? sentences.notProcessed });
}
