/** Why a file could not be used, as a word the caller can switch on. */
export type DicomProblemCode =
  | 'not-dicom'
  | 'damaged-header'
  | 'inflated-too-large'
  | 'no-pixel-data'
  | 'no-such-frame'
  | 'impossible-image'
  | 'image-too-large'
  | 'truncated-pixels'
  | 'damaged-pixels'
  | 'unknown-compression';

/** The only error thrown by this package while it reads foreign bytes. The reason is English, for logs and tests. */
export class DicomProblem extends Error {
  override readonly name = 'DicomProblem';
  readonly code: DicomProblemCode;

  constructor(code: DicomProblemCode, reason: string) {
    super(reason);
    this.code = code;
  }
}
