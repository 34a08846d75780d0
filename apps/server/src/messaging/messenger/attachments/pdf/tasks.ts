/** A task for a parser process: a received file to check. */
export interface AttachmentTask {
  path: string;
  kind: 'image' | 'pdf';
  /** folder for the two JPEGs of a picture */
  out: string;
}

export const PICTURE = 'picture.jpg';
export const THUMBNAIL = 'thumbnail.jpg';

/** Why a file is refused; the names of sentences. */
export type RefusalReason =
  | 'brokenPicture'
  | 'pictureTooLarge'
  | 'brokenPDF'
  | 'protectedPDF'
  | 'activePDF'
  | 'embeddedPDF'
  | 'linkedPDF';

export type AttachmentReply =
  { picture: { width: number; height: number } } | { ok: true } | { refused: RefusalReason };
