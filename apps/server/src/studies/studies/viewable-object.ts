import { conflict } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';

/** The object of a study that is done and at hand; else why there is nothing to look at. */
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
