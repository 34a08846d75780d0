/** Receives the progress of single files; `part` is the number of a part that is sent by itself. */
export interface TransferObserver {
  moved: (filename: string, bytes: number, part?: number) => void;
  again: (filename: string, part?: number) => void;
  arrived: (filename: string, bytes: number, part?: number) => void;
  /** bytes that the server already has */
  alreadyStored: (bytes: number) => void;
  /** a whole file has been stored */
  done: () => void;
}
