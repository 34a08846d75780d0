import { TRANSFER_SYNTAX } from '@snimok/imaging/dicom/transfer-syntax';
import dimse from 'dcmjs-dimse';
import type { CharacterSet } from './character-set.ts';
import { findScheduled } from './find.ts';
import type { Worklist } from './worklist.ts';

type DataSet = InstanceType<typeof dimse.Dataset>;

/** The matching data sets, in the transfer syntax of the query; null if there is no worklist yet. */
export type AnswerQuery = (calling: string, query: DataSet) => Promise<DataSet[] | null>;

/** A data set that is encoded already: the library knows no character set but UTF-8. */
class EncodedDataSet extends dimse.Dataset {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, transferSyntaxUID: string) {
    super({}, transferSyntaxUID);
    this.#bytes = bytes;
  }

  override getDenaturalizedDataset(): Buffer {
    return Buffer.from(this.#bytes);
  }
}

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
    const items = await worklist.list();
    if (items === null) return null;
    const syntax = query.getTransferSyntaxUid();
    const machine = {
      ...{ portal, station: calling, characterSet: characterSetOf(calling) },
      implicit: syntax === TRANSFER_SYNTAX.implicitLittleEndian,
    };
    const found = findScheduled(items, query.getElements(), machine, new Date());
    return found.map((bytes) => new EncodedDataSet(bytes, syntax));
  };
