import type { ConfirmedPeople, IfRepeated } from '@snimok/api-client/transfer/upload-api';
import { explain } from '../../../shared/calls/explain.ts';
import type { ChosenFile } from '../../studies/uploads/choose/chosen-file.ts';
import { notifyUploadEnd } from '../../studies/uploads/send/notify-upload-end.ts';
import { portalApi } from '../../studies/uploads/send/portal-api.ts';
import { beginUpload, forgetUpload, retryUpload } from '../../studies/uploads/send/uploads.ts';
import { readFacts } from '../../people/patients/patient-fields.tsx';
import type { Kind } from '../../studies/studies/labels.ts';
import { newUUID } from '../../../shared/calls/uuid.ts';
import { changeRow, findRow, type IntakeRow } from './intake-rows.ts';
import { INTAKE } from './paths.ts';
import {
  createForBooking,
  createForCard,
  createWithCard,
  refreshLists,
  type StartedStudy,
} from './queries.ts';
import { birthdayOf, type Target } from './target.ts';

/** Creates one study at a time, so that two studies of a new patient get one card. */
let last: Promise<unknown> = Promise.resolve();
const createdCards = new Map<string, number>();

/**
 * The id of a request of a row. A request without a response is repeated with the same id, also after a reload, so the
 * server executes it once.
 */
function requestUUIDOf(rowID: IntakeRow['id'], body: object): string {
  const requests = findRow(rowID)?.requests ?? {};
  const key = JSON.stringify(body);
  const uuid = requests[key] ?? newUUID();
  changeRow(rowID, { requests: { ...requests, [key]: uuid } });
  return uuid;
}

/** What the assistant has decided before sending. */
interface Decided {
  confirmed?: ConfirmedPeople | undefined;
  ifRepeated?: IfRepeated;
}

/** Creates what the target lacks and starts the upload, which continues on every page of the portal. */
export async function startRow(row: IntakeRow, target: Target, patientName: string, decided: Decided = {}) {
  const { type } = row;
  if (row.isCreating || row.started || type === null || row.files === null) return;
  changeRow(row.id, { isCreating: true, problem: null, stopped: null });
  const creating = last.then(() => createStudyFor(row.id, target, type));
  // its failure is shown in its own row and does not stop the next
  last = creating.catch(() => undefined);
  try {
    const started = await creating;
    changeRow(row.id, { isCreating: false, started: { ...started, patientName } });
    sendFiles({ ...started, patientName }, row.files, decided);
  } catch (reason) {
    changeRow(row.id, { isCreating: false, problem: explain(reason) });
  }
  // after a lost response, the suggestions show the card and the study that were created nevertheless
  await refreshLists();
}

/** Sends the files; what the server has from an interrupted upload is not sent again. */
export function sendFiles(
  { studyID, patientName }: NonNullable<IntakeRow['started']>,
  files: ChosenFile[],
  decided: Decided = {},
) {
  const request = { studyID, files, keep: [], ...decided };
  const upload = beginUpload(request, portalApi, { patientName, path: INTAKE }, refreshLists);
  void notifyUploadEnd(upload, patientName);
}

async function createStudyFor(
  rowID: IntakeRow['id'],
  target: Target,
  studyType: Kind,
): Promise<StartedStudy> {
  const { doctorID } = target;
  const ofCard = (patientID: number) => {
    const wanted = { doctorID, patientID };
    return createForCard(wanted, studyType, requestUUIDOf(rowID, { ...wanted, studyType }));
  };
  switch (target.kind) {
    case 'study':
      return { doctorID, patientID: target.patientID, studyID: target.studyID };
    case 'card':
      return ofCard(target.patientID);
    case 'booking': {
      const { bookingID, patientID, patient } = target;
      return createForBooking(bookingID, {
        doctorID,
        studyType,
        ...(patientID === null
          ? { sex: patient.sex || undefined, birthday: birthdayOf(patient) }
          : { patientID, birthday: null }),
      });
    }
    case 'new': {
      const facts = readFacts(target.patient);
      const key = JSON.stringify([doctorID, facts.name.toLowerCase(), facts.birthday]);
      const patientID = createdCards.get(key);
      if (patientID !== undefined) return ofCard(patientID);
      const wanted = { doctorID, studyType, ...facts };
      const started = await createWithCard({ ...wanted, requestUUID: requestUUIDOf(rowID, wanted) });
      createdCards.set(key, started.patientID);
      return started;
    }
  }
}

export const retryRow = ({ studyID }: StartedStudy) => retryUpload(studyID, refreshLists);

/** Stops the upload; the server keeps what has arrived. The study's card continues it. */
export const stopRow = ({ studyID }: StartedStudy) => forgetUpload(studyID);
