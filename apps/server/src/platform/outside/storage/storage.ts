import type { Readable } from 'node:stream';
import type { Parts } from './parts.ts';

/**
 * Where the bytes live: a folder (`local-store.ts`) or a bucket (`s3-store.ts`), the code above unchanged.
 * An object is written once, whole, and never changed in place: putting a key again replaces the object, and
 * a reader that had opened the old one goes on reading the old one (local) or its requested range (S3).
 * Keys are made by the server, never from people's names; see `keys.ts` for their grammar.
 */
export interface Storage {
  readonly kind: 'local' | 's3';

  /** Streams an object in. When it resolves, the object survives a power cut; when it throws, nothing is left. */
  put(key: string, source: Source, expected?: { sizeBytes?: number | undefined }): Promise<ObjectSize>;

  /** Takes a finished file of this machine over as the object: afterwards the file is gone from its old place. */
  writeFrom(key: string, localFile: string): Promise<ObjectSize>;

  /** The bytes from `start` up to, not including, `end`; without a range all of them. */
  read(key: string, range?: ByteSpan): Promise<Readable>;

  /** Null when there is no such object. */
  head(key: string): Promise<ObjectSize | null>;

  /** Every object under a folder prefix (`''`, `uploads/` …), in no particular order. */
  list(prefix: string): AsyncIterable<StoredObject>;

  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;

  /** Removes everything under a folder prefix, which must not be empty. */
  removeAll(prefix: string): Promise<void>;

  /** Copies without passing the bytes through this process where the two stores allow it. */
  copyTo(key: string, other: Storage, otherKey: string): Promise<ObjectSize>;

  /** `copyTo`, then the first one removed. Doing it again after an interruption is no error. */
  move(key: string, other: Storage, otherKey: string): Promise<ObjectSize>;

  /** The object as a file to read (never to write): itself, or a download into `scratchFolder`. */
  localPath(key: string, scratchFolder: string): Promise<LocalFile>;

  /** An absolute URL for one method on one object, usable without a session until it expires. */
  presign(wish: PresignRequest): Promise<string>;

  /** Objects that come in parts. */
  readonly parts: Parts;

  /** Throws when objects could not be read and written now. */
  check(): Promise<void>;
}

export type Source = Readable | AsyncIterable<Uint8Array>;
export type ObjectSize = { sizeBytes: number };
/** `end` is exclusive, as in `slice`. */
export type ByteSpan = { start: number; end: number };

export interface StoredObject {
  key: string;
  sizeBytes: number;
  /** When the object came to stand under this key, so that a sweeper can leave young ones alone. */
  modifiedAt: Date;
}

export interface LocalFile {
  path: string;
  /** Removes the download, if there was one. Calling it twice is no error. */
  release(): Promise<void>;
}

export interface PresignRequest {
  method: 'GET' | 'PUT';
  key: string;
  /** The exact length a PUT must have; for a GET the length of the object. */
  sizeBytes: number;
  /** What the saved file is to be called; without it the last part of the key. */
  filename?: string | undefined;
  expiresAt: Date;
  /** A right that is asked for again when the bytes are served, e.g. `share:<uuid>`; local store only. */
  grant?: string | undefined;
  /** Scheme and host of the portal, e.g. `https://snimok.example`; S3 has its own. */
  origin: string;
}

export class ObjectMissing extends Error {
  override name = 'ObjectMissing';
  constructor(key: string) {
    super(`no object ${key}`);
  }
}

/** The disk (or quota) is full. */
export class StorageFull extends Error {
  override name = 'StorageFull';
}

/** The store cannot be asked now: it is dead, cut off, silent, or its folder is gone or read-only. */
export class StorageUnavailable extends Error {
  override name = 'StorageAway';
}

export class WrongLength extends Error {
  override name = 'WrongLength';
  constructor(expectedBytes: number, actualBytes: number) {
    super(`expected ${expectedBytes} bytes, got ${actualBytes}`);
  }
}
