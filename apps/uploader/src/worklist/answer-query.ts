import { TRANSFER_SYNTAX } from '@snimok/imaging/dicom/elements/transfer-syntax';
import type { CharacterSet } from './character-set.ts';
import { type DataSet, EncodedDataSet } from './encoded-data-set.ts';
import { findScheduled } from './find.ts';
import { readKeys } from './keys.ts';
import type { Worklist } from './worklist.ts';

interface Found {
  /** the matching data sets, in the transfer syntax of the query */
  dataSets: DataSet[];
  /** a key of the query was not compared */
  isPartlyCompared: boolean;
}

/** What was found, or why there is no answer. */
export type AnswerQuery = (
  calling: string,
  query: DataSet,
) => Promise<Found | 'no-worklist-yet' | 'invalid-key'>;

export const queryAnswerer =
  ({
    worklist,
    portal,
    characterSetOf,
  }: {
    worklist: Worklist;
    portal: string;
    characterSetOf: (aet: string) => CharacterSet;
  }): AnswerQuery =>
  async (calling, query) => {
    const elements = query.getElements();
    const keys = readKeys(elements);
    if (!keys) return 'invalid-key';
    const items = await worklist.list();
    if (items === null) return 'no-worklist-yet';
    const syntax = query.getTransferSyntaxUid();
    const machine = {
      portal,
      station: calling,
      characterSet: characterSetOf(calling),
      implicit: syntax === TRANSFER_SYNTAX.implicitLittleEndian,
    };
    const found = findScheduled(items, elements, machine, new Date());
    const dataSets = found.map((bytes) => new EncodedDataSet(bytes, syntax));
    return { dataSets, isPartlyCompared: keys.isPartlyCompared };
  };
