import type { StudyType } from '@snimok/contract/studies/study-types';
import type { Actor } from '../../platform/access/actor.ts';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Tx } from '../../platform/db/client.ts';
import { lockPatientOrKept } from '../../people/patients/merged-patients.ts';
import { findPatient } from '../../people/patients/queries.ts';
import { publishStudyChange, publishStudyToAssistants } from '../../platform/realtime/publish-changes.ts';
import { insertStudy } from './study-rows/insert-studies.ts';
import type { OriginValues } from './study-rows/origin.ts';
import { publishReportChange, requestColumns } from './study-rows/report-state.ts';

interface StudyRequest {
  who: Actor;
  patientID: number;
  type: StudyType;
  comment: string;
  creatorID: number;
  createdAt: Date;
  /** true: nobody is informed of the study */
  isSilent?: boolean;
  /** the archive of an imported study */
  origin?: OriginValues;
  /** asks for a report */
  report?: { question: string } | undefined;
}

/** Creates a study «in work» with the current names of patient and doctor, and its audit record. */
export const createStudyOf = async (
  tx: Tx,
  by: Initiator,
  { who, patientID: requestedID, report, origin, isSilent = false, ...request }: StudyRequest,
): Promise<number> => {
  const patientID = await lockPatientOrKept(tx, requestedID);
  const { doctorID, name, doctorName } = await findPatient(tx, who, patientID);
  const study = { ...request, ...origin, isSilent, patientID, doctorID, patientName: name, doctorName };
  const { creatorID: requestedBy, createdAt: at } = request;
  const wanted = report && requestColumns({ at, by: requestedBy, ...report });
  const { id: studyID } = await insertStudy(tx, { ...study, ...wanted });
  const details = { type: request.type };
  await record(tx, by, { action: 'study.create', doctorID, patientID, studyID, details });
  if (wanted) {
    await record(tx, by, { action: 'report.request', doctorID, patientID, studyID });
    await publishReportChange(tx, studyID);
  }
  const publishChange = isSilent ? publishStudyToAssistants : publishStudyChange;
  await publishChange(tx, { studyID, patientID });
  return studyID;
};
