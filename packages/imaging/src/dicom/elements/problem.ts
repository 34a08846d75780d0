/** Why a file cannot be used. */
type DicomProblemCode =
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

/**
 * The only error that this package throws when it reads untrusted bytes. The message is English, for logs.
 */
export class DicomProblem extends Error {
  override readonly name = 'DicomProblem';
  readonly code: DicomProblemCode;

  constructor(code: DicomProblemCode, reason: string) {
    super(reason);
    this.code = code;
  }
}
