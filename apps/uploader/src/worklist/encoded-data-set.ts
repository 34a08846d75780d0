import dimse from 'dcmjs-dimse';

export type DataSet = InstanceType<typeof dimse.Dataset>;

/** A data set that is encoded already: the library knows no character set but UTF-8. */
export class EncodedDataSet extends dimse.Dataset {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, transferSyntaxUID: string) {
    super({}, transferSyntaxUID);
    this.#bytes = bytes;
  }

  override getDenaturalizedDataset(): Buffer {
    return Buffer.from(this.#bytes);
  }
}
