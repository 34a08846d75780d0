import { createStudy, listPatientStudies, type Study } from '@snimok/contract/studies';
import { PAGE_SIZE } from '@snimok/contract/fields';
import type { Call } from '@snimok/api-client/call';
import type { z } from 'zod';
import type { Delivery } from '../ledger/deliveries.ts';
import { sentences } from '../sentences.ts';

export type PortalStudy = z.infer<typeof Study>;

/** The line of the comment by which a study sent before is found again, by another PC or after the ledger was lost. */
export const referenceOf = ({ studyUID, number }: Pick<Delivery, 'studyUID' | 'number'>): string =>
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
 * Whether a study in the portal is the one that this part became: the answer to its creation may have been lost, or the
 * program killed before it was noted. Files sent by hand bear no mark: for them it is younger than all that were there.
 */
export function belongsTo(part: Delivery, study: PortalStudy): boolean {
  if (part.studyUID !== '') return hasReference(study, referenceOf(part));
  const { type, comment, afterStudyID } = part;
  const younger = study.studyID > (afterStudyID ?? Number.MAX_SAFE_INTEGER);
  return younger && study.status === 'in-work' && study.type === type && study.comment === comment;
}

const hasReference = ({ comment }: PortalStudy, mark: string) => comment.split('\n').includes(mark);

/** All that the portal has of a DICOM study, in its parts: how many there are, and how many pictures. */
export function countSent(studyUID: string, studies: PortalStudy[]): { parts: number; pictures: number } {
  let pictures = 0;
  for (let number = 1; ; number++) {
    const study = studies.find((one) => hasReference(one, referenceOf({ studyUID, number })));
    if (!study) return { parts: number - 1, pictures };
    pictures += study.imageCount ?? 0;
  }
}

/** What people read on the study card; the mark is its last line. */
function commentOf(part: Delivery): string {
  if (part.studyUID === '') return part.comment;
  const lines = [part.comment, part.number > 1 ? sentences.supplement : '', referenceOf(part)];
  return lines.filter((line) => line !== '').join('\n');
}

export const createStudyFor = async (call: Call, patientID: number, part: Delivery): Promise<number> => {
  const body = { studyType: part.type, comment: commentOf(part) };
  return (await call(createStudy, { params: { patientID }, body })).studyID;
};
