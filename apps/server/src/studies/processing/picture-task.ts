export interface PictureRequest {
  path: string;
  /** null for a plain image */
  frame: number | null;
  /** paths of the JPEGs to write */
  full: string;
  card: string;
}

export interface PictureSize {
  width: number;
  height: number;
}
