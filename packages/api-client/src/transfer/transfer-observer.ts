/** What one PUT sends: a file, a part of one, or a bundle of files. */
export interface Piece {
  filenames: string[];
  originalBytes: number;
  /** bytes on the line: fewer than `originalBytes` if files are compressed */
  sentBytes: number;
}

/** Receives the progress of an upload. A piece is identified by its reference. */
export interface TransferObserver {
  /** this many bytes of the piece have been sent in this attempt */
  moved: (piece: Piece, sentBytes: number) => void;
  /** the piece waits for its next attempt */
  again: (piece: Piece) => void;
  /** the piece is not sent again */
  gaveUp: (piece: Piece) => void;
  arrived: (piece: Piece) => void;
  /** bytes that the server already has */
  alreadyStored: (originalBytes: number) => void;
  /** this many whole files have been stored */
  done: (files: number) => void;
  /** this many bytes are still to be packed into bundles */
  toPack: (originalBytes: number) => void;
  /** a bundle is ready to be sent */
  packed: (piece: Piece) => void;
}
