import { createStudy, listPatientStudies, type Study } from '@snimok/contract/studies/studies';
import { phaseOf } from '@snimok/contract/studies/study-state';
import { PAGE_SIZE } from '@snimok/contract/values/fields';
import type { Call } from '@snimok/api-client/call';
import type { z } from 'zod';
import type { Delivery } from '../ledger/deliveries.ts';
import { sentences } from '../program/sentences.ts';

type PortalStudy = z.infer<typeof Study>;

/**
 * The last line of the comment. By it another PC, or this one without its ledger, finds a study that was sent before.
 */
const referenceOf = ({ studyUID, number }: Pick<Delivery, 'studyUID' | 'number'>): string =>
  number === 1 ? `DICOM ${studyUID}` : `DICOM ${studyUID}, часть ${number}`;

export async function listStudiesOf(call: Call, patientID: number): Promise<PortalStudy[]> {
  const studies: PortalStudy[] = [];
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const page = await call(listPatientStudies, { params: { patientID }, query: { offset } });
    studies.push(...page.studies);
    if (page.studies.length < PAGE_SIZE) return studies;
  }
}

/**
 * Whether a study in the portal was created for this delivery. The ledger does not know the study if the answer to its
 * creation was lost or the program was killed. Files sent by `snimok upload` have no reference line: their study is
 * newer than all studies that existed before.
 */
export function belongsTo(delivery: Delivery, study: PortalStudy): boolean {
  if (delivery.studyUID !== '') return hasReference(study, referenceOf(delivery));
  const { type, comment, afterStudyID } = delivery;
  const isNewer = study.studyID > (afterStudyID ?? Number.MAX_SAFE_INTEGER);
  return isNewer && phaseOf(study) === 'preparing' && study.type === type && study.comment === comment;
}

const hasReference = ({ comment }: PortalStudy, reference: string) => comment.split('\n').includes(reference);

/** How many deliveries of a DICOM study the portal has, and their pictures in total. */
export function countSent(
  studyUID: string,
  studies: PortalStudy[],
): { deliveries: number; pictures: number } {
  let pictures = 0;
  for (let number = 1; ; number++) {
    const study = studies.find((one) => hasReference(one, referenceOf({ studyUID, number })));
    if (!study) return { deliveries: number - 1, pictures };
    pictures += study.imageCount ?? 0;
  }
}

/** The comment on the study card; its last line is the reference. */
function commentOf(delivery: Delivery): string {
  if (delivery.studyUID === '') return delivery.comment;
  const lines = [delivery.comment, delivery.number > 1 ? sentences.supplement : '', referenceOf(delivery)];
  return lines.filter((line) => line !== '').join('\n');
}

export const createStudyFor = async (call: Call, patientID: number, delivery: Delivery): Promise<number> => {
  const body = { studyType: delivery.type, comment: commentOf(delivery) };
  return (await call(createStudy, { params: { patientID }, body })).studyID;
};
