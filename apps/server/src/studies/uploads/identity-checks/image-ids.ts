import { createHash } from 'node:crypto';

/** Images by which files are compared: either DICOM images, or other pictures. */
export interface ComparedImages {
  ids: ImageID[];
  /** Other pictures count as repeated only all together, because a vendor's logo is in every export. */
  areDicom: boolean;
}

/** Identifies an image in `upload_images`: a signed 64-bit number in decimal digits. */
export type ImageID = string;

const firstBits = (hash: Buffer): ImageID => hash.readBigInt64BE(0).toString();

/** The id of a DICOM image. Another export of it may differ in its bytes, but not in its UIDs (PS3.5, section 9). */
export const idOfInstance = (studyUID: string, instanceUID: string): ImageID =>
  firstBits(createHash('sha256').update(`${studyUID} ${instanceUID}`).digest());

/** The id of every other image. @param sha256 of its content, hexadecimal */
export const idOfContent = (sha256: string): ImageID => firstBits(Buffer.from(sha256, 'hex'));
