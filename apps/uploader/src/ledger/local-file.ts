/** A file on this PC's disk, with the size it had when it was chosen. */
export interface LocalFile {
  path: string;
  size: number;
}
