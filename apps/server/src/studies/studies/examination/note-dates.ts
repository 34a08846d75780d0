import type { FileDate } from '@snimok/imaging/dicom/dates';
import type { Tx } from '../../../platform/db/client.ts';
import { updateImageDates } from '../../objects/queries.ts';
import { decideExaminations } from './decide-examination.ts';

/** The studies of an object, also those in the bin, locked in the order of their ids. */
const lockStudiesOfObject = async (tx: Tx, objectID: string): Promise<number[]> => {
  const studies = tx.selectFrom('studies').select('id').where('objectID', '=', objectID);
  return (await studies.orderBy('id').forNoKeyUpdate().execute()).map(({ id }) => id);
};

/** Stores the dates of an object whose files had not been searched for dates, and decides about its studies. */
export const noteDates = async (
  tx: Tx,
  objectID: string,
  dates: readonly FileDate[],
  timeZone: string,
): Promise<void> => {
  if (await updateImageDates(tx, objectID, JSON.stringify(dates)))
    await decideStudiesOf(tx, objectID, timeZone);
};

export const decideStudiesOf = async (tx: Tx, objectID: string, timeZone: string): Promise<void> =>
  decideExaminations(tx, await lockStudiesOfObject(tx, objectID), timeZone);
