export interface PictureRequest {
  path: string;
  /** null for a plain image */
  frame: number | null;
  /** paths of the JPEGs to write */
  full: string;
  card: string;
}

/** A small picture of one image, before the upload is completed. */
export interface PreviewRequest {
  path: string;
  /** null for a plain image */
  frame: number | null;
  /** path of the JPEG to write */
  into: string;
}

export interface PictureSize {
  width: number;
  height: number;
}
