import { TRANSFER_SYNTAX } from '@snimok/imaging/dicom/transfer-syntax';
import type { CharacterSet } from './character-set.ts';
import { type DataSet, EncodedDataSet } from './encoded-data-set.ts';
import { findScheduled, hasLongKey } from './find.ts';
import type { Worklist } from './worklist.ts';

/** The matching data sets, in the transfer syntax of the query, or why there is no answer. */
export type AnswerQuery = (
  calling: string,
  query: DataSet,
) => Promise<DataSet[] | 'no-worklist-yet' | 'key-too-long'>;

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
    if (hasLongKey(query.getElements())) return 'key-too-long';
    const items = await worklist.list();
    if (items === null) return 'no-worklist-yet';
    const syntax = query.getTransferSyntaxUid();
    const machine = {
      ...{ portal, station: calling, characterSet: characterSetOf(calling) },
      implicit: syntax === TRANSFER_SYNTAX.implicitLittleEndian,
    };
    const found = findScheduled(items, query.getElements(), machine, new Date());
    return found.map((bytes) => new EncodedDataSet(bytes, syntax));
  };
