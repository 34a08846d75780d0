import type { Readable } from 'node:stream';
import type { Parts } from './parts.ts';

/**
 * A store for objects: a folder (`local-store.ts`) or an S3 bucket (`s3-store.ts`).
 * An object is written as a whole and never changed in place. Putting a key again replaces the object; a reader that
 * has opened the old object continues to read the old object (local) or the requested range of it (S3).
 * The server makes the keys, never from names of people; see `keys.ts` for their grammar.
 */
export interface Storage {
  readonly kind: 'local' | 's3';

  /**
   * Writes an object. When it resolves, the object survives a power cut; if it throws, no new object exists. With `consume` the memory of
   * each chunk may be freed once it is written.
   */
  put(
    key: string,
    source: Source,
    expected?: { sizeBytes?: number | undefined; consume?: boolean | undefined },
  ): Promise<ObjectSize>;

  /** Moves a complete file of this machine into the store. */
  writeFrom(key: string, localFile: string): Promise<ObjectSize>;

  /** The bytes of the range, or the whole object. */
  read(key: string, range?: ByteSpan): Promise<Readable>;

  /** Null if the object does not exist. */
  head(key: string): Promise<ObjectSize | null>;

  /** All objects under a folder prefix (`''`, `uploads/` …), unordered. */
  list(prefix: string): AsyncIterable<StoredObject>;

  /** Removes the object if it exists. */
  remove(key: string): Promise<void>;

  /** Removes all objects under a folder prefix, which must not be `''`. */
  removeAll(prefix: string): Promise<void>;

  /** Copies an object; inside the store or its server if both stores allow it, else through this process. */
  copyTo(key: string, other: Storage, otherKey: string): Promise<ObjectSize>;

  /**
   * The object as a read-only file: the stored file itself, or a download into `scratchFolder`. With the `etag` of a
   * listing, throws ObjectReplaced if the object has been put again since.
   */
  localPath(key: string, scratchFolder: string, etag?: string | null): Promise<LocalFile>;

  /** An absolute URL that permits one method on one object without a session until it expires. */
  presign(request: PresignRequest): Promise<string>;

  /** Multipart uploads. */
  readonly parts: Parts;

  /** Throws if the store cannot be used at present. */
  check(): Promise<void>;
}

export type Source = Readable | AsyncIterable<Uint8Array>;
export type ObjectSize = { sizeBytes: number };
/** `end` is exclusive, as in `slice`. */
export type ByteSpan = { start: number; end: number };

export interface StoredObject {
  key: string;
  sizeBytes: number;
  /** When the object was written to this key, so that clean-up can skip recent ones. */
  modifiedAt: Date;
  /** Changes with the bytes. Only in S3, where a client with a presigned URL can put the object again. */
  etag?: string | undefined;
}

export interface LocalFile {
  path: string;
  /** Removes the download, if there is one. May be called twice. */
  release(): Promise<void>;
}

export interface PresignRequest {
  method: 'GET' | 'PUT';
  key: string;
  /** The exact length a PUT must have; for a GET the length of the object. */
  sizeBytes: number;
  /** The name under which browsers save the file; default: the last segment of the key. */
  filename?: string | undefined;
  expiresAt: Date;
  /** A permission that is checked again when the bytes are transferred, e.g. `share:<uuid>`; not for an S3 PUT. */
  grant?: string | undefined;
  /** The credential to which the URL is issued. It is checked together with the permission; not for an S3 PUT. */
  issuedTo?: string | undefined;
  /** The session in which the URL is issued, and with which it ends; not for an S3 PUT. */
  session?: string | undefined;
  /** Scheme and host of the portal, e.g. `https://snimok.example`; not used for an S3 PUT. */
  origin: string;
}

export class ObjectMissing extends Error {
  override name = 'ObjectMissing';
  constructor(key: string) {
    super(`no object ${key}`);
  }
}

/** The object has been replaced since it was listed. */
export class ObjectReplaced extends Error {
  override name = 'ObjectReplaced';
  constructor(key: string) {
    super(`the object ${key} was replaced`);
  }
}

/** The bytes on the disk differ from the bytes that were written. */
export class ObjectDamaged extends Error {
  override name = 'ObjectDamaged';
}

/** The disk or the quota is full. */
export class StorageFull extends Error {
  override name = 'StorageFull';
}

/** The store does not respond, or its folder is missing or read-only. The object may exist nevertheless. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

export class WrongLength extends Error {
  override name = 'WrongLength';
  constructor(expectedBytes: number, actualBytes: number) {
    super(`expected ${expectedBytes} bytes, got ${actualBytes}`);
  }
}
