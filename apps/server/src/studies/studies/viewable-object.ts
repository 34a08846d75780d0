import { conflict } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';

/** The id of the object of a study that is done; throws a conflict with the reason why the study cannot be viewed. */
export const findViewableObject = ({
  status,
  objectID,
}: {
  status: string;
  objectID: string | null;
}): string => {
  if (status === 'archived') throw conflict(sentences.viewerStudyArchived);
  if (status !== 'done' || !objectID) throw conflict(sentences.viewerStudyNotDone);
  return objectID;
};
