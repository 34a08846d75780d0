import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
  type StorageClass,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { attachment } from '../content-disposition.ts';
import { checkKey, checkPrefix } from '../keys.ts';
import { withTimeout, throwWhenUnavailable } from './s3-availability.ts';
import { openS3Client } from './s3-client.ts';
import { parseS3URL, type S3Location } from '../../../settings/locations/s3-location.ts';
import { copyInParts, type S3Address, uploadStream } from './s3-multipart.ts';
import { S3Parts, secondsUntil } from './s3-parts.ts';
import type { URLClaims, URLSigner } from '../signed-url.ts';
import type {
  ByteSpan,
  LocalFile,
  ObjectSize,
  PresignRequest,
  Source,
  Storage,
  StoredObject,
} from '../storage.ts';
import { ObjectMissing, ObjectReplaced, StorageFull } from '../storage.ts';
import { writeWhole } from '../write-whole.ts';

/** The largest object that CopyObject accepts. */
const MAX_COPY_BYTES = 5 * 1024 ** 3;
const CONCURRENT_DELETES = 8;

/** Stores objects in a bucket of any S3 server, where a PUT is atomic. */
export class S3Store implements Storage {
  readonly kind = 's3';
  readonly parts: S3Parts;
  readonly #location: S3Location;
  readonly #client: S3Client;
  readonly #signer: URLSigner;

  constructor(url: string, signer: URLSigner) {
    this.#location = parseS3URL(url);
    this.#signer = signer;
    this.#client = openS3Client(this.#location);
    throwWhenUnavailable(this.#client);
    this.parts = new S3Parts(this.#client, (key) => this.#address(key), this.#location.encryption);
  }

  async put(
    key: string,
    source: Source,
    expected: { sizeBytes?: number | undefined } = {},
  ): Promise<ObjectSize> {
    return uploadStream(this.#client, this.#newAddress(key), source, expected.sizeBytes).catch(rethrow(key));
  }

  async writeFrom(key: string, localFile: string): Promise<ObjectSize> {
    const { size } = await stat(localFile);
    const stored = await this.put(key, createReadStream(localFile, { highWaterMark: READ_BYTES }), {
      sizeBytes: size,
    });
    await rm(localFile);
    return stored;
  }

  async read(key: string, range?: ByteSpan): Promise<Readable> {
    if (range && range.start >= range.end) return Readable.from([]);
    return this.#read(key, { Range: range && `bytes=${range.start}-${range.end - 1}` });
  }

  async #read(key: string, options: Pick<GetObjectCommandInput, 'Range' | 'IfMatch'>): Promise<Readable> {
    try {
      const { Body } = await withTimeout((abortSignal) =>
        this.#client.send(new GetObjectCommand({ ...this.#address(key), ...options }), { abortSignal }),
      );
      return Body as Readable; // in Node.js the SDK returns the response stream
    } catch (cause) {
      if (status(cause) === 416) return Readable.from([]); // the range begins after the end
      if (status(cause) === 412) throw new ObjectReplaced(key);
      return rethrow(key)(cause);
    }
  }

  async head(key: string): Promise<ObjectSize | null> {
    try {
      const { ContentLength = 0 } = await withTimeout((abortSignal) =>
        this.#client.send(new HeadObjectCommand(this.#address(key)), { abortSignal }),
      );
      return { sizeBytes: ContentLength };
    } catch (cause) {
      if (status(cause) === 404) return null;
      throw cause;
    }
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    const { bucket: Bucket, prefix: own } = this.#location;
    const Prefix = own + (prefix === '' ? '' : checkPrefix(prefix));
    let ContinuationToken: string | undefined;
    do {
      const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken });
      const page = await withTimeout((abortSignal) => this.#client.send(command, { abortSignal }));
      for (const { Key = '', Size = 0, LastModified = new Date(), ETag } of page.Contents ?? []) {
        yield { key: Key.slice(own.length), sizeBytes: Size, modifiedAt: LastModified, etag: ETag };
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  async remove(key: string): Promise<void> {
    await withTimeout((abortSignal) =>
      this.#client.send(new DeleteObjectCommand(this.#address(key)), { abortSignal }),
    );
  }

  /** Deletes objects singly, because DeleteObjects requires a checksum that servers handle differently. */
  async removeAll(prefix: string): Promise<void> {
    const keys: string[] = [];
    for await (const { key } of this.list(checkPrefix(prefix))) keys.push(key);
    const remaining = keys.values();
    const removeRemaining = async () => {
      for (const key of remaining) await this.remove(key);
    };
    await Promise.all(Array.from({ length: CONCURRENT_DELETES }, removeRemaining));
  }

  async copyTo(key: string, other: Storage, otherKey: string): Promise<ObjectSize> {
    const found = await this.head(key);
    if (!found) throw new ObjectMissing(key);
    if (!(other instanceof S3Store && other.#server === this.#server)) {
      return other.put(otherKey, await this.read(key), found);
    }
    const from = this.#address(key);
    const to = other.#newAddress(otherKey);
    const CopySource = `${from.Bucket}/${from.Key}`;
    const copying =
      found.sizeBytes > MAX_COPY_BYTES
        ? copyInParts(other.#client, to, CopySource, found.sizeBytes)
        : other.#client.send(new CopyObjectCommand({ ...to, CopySource }));
    await copying.catch(rethrow(key));
    return found;
  }

  async localPath(key: string, scratchFolder: string, etag: string | null = null): Promise<LocalFile> {
    const found = await this.head(key);
    if (!found) throw new ObjectMissing(key);
    const path = join(scratchFolder, randomUUID());
    const release = () => rm(path, { force: true });
    const file = await open(path, 'wx', 0o600);
    try {
      await writeWhole(file, await this.#read(key, { IfMatch: etag ?? undefined }), found.sizeBytes);
    } catch (cause) {
      await release();
      throw cause;
    } finally {
      await file.close();
    }
    return { path, release };
  }

  /**
   * A PUT URL leads to the bucket. A GET URL leads to the portal's route, which checks the permission and redirects to
   * the bucket (`redirectFor`): a bucket's URL would end in the key instead of the file name.
   */
  async presign({ origin, ...claims }: PresignRequest): Promise<string> {
    if (claims.method === 'GET') return this.#signer.sign({ ...claims, key: checkKey(claims.key) }, origin);
    const command = new PutObjectCommand({ ...this.#address(claims.key), ContentLength: claims.sizeBytes });
    // with the length signed, the server refuses a body of any other length
    const signableHeaders = new Set(['host', 'content-length']);
    return getSignedUrl(this.#client, command, {
      expiresIn: secondsUntil(claims.expiresAt),
      signableHeaders,
    });
  }

  /** A short-lived URL of the bucket for the object that a signed URL permits. */
  async redirectFor({ key, filename = '' }: URLClaims, method: 'GET' | 'HEAD'): Promise<string> {
    const wanted: GetObjectCommandInput = {
      ...this.#address(key),
      ResponseContentDisposition: attachment(filename),
      ResponseContentType: /\.zip$/i.test(filename) ? 'application/zip' : 'application/octet-stream',
      ResponseCacheControl: 'private, no-store',
    };
    const command = method === 'GET' ? new GetObjectCommand(wanted) : new HeadObjectCommand(wanted);
    return getSignedUrl(this.#client, command, { expiresIn: REDIRECT_SECONDS });
  }

  /** Whether an object is encrypted as the store's URL requires; true if the URL requires nothing. */
  async isEncryptedAsRequired(key: string): Promise<boolean> {
    const { encryption } = this.#location;
    const { ServerSideEncryption, SSEKMSKeyId = '' } = await withTimeout((abortSignal) =>
      this.#client.send(new HeadObjectCommand(this.#address(key)), { abortSignal }),
    );
    if (!encryption) return true;
    if (ServerSideEncryption !== encryption.ServerSideEncryption) return false;
    // the response has the key's ARN, whose last part is the id
    return encryption.SSEKMSKeyId === undefined || SSEKMSKeyId.endsWith(encryption.SSEKMSKeyId);
  }

  async check(): Promise<void> {
    await withTimeout((abortSignal) =>
      this.#client.send(new HeadBucketCommand({ Bucket: this.#location.bucket }), { abortSignal }),
    );
  }

  get #server(): string {
    return `${this.#location.endpoint ?? ''} ${this.#location.region}`;
  }

  /** The address for creating an object. */
  #newAddress(key: string): S3Address {
    // other vendors have storage classes that are not in the SDK's type
    const StorageClass = this.#location.storageClass as StorageClass | undefined;
    return { ...this.#address(key), ...(StorageClass && { StorageClass }), ...this.#location.encryption };
  }

  #address(key: string): S3Address {
    return { Bucket: this.#location.bucket, Key: this.#location.prefix + checkKey(key) };
  }
}

const READ_BYTES = 1024 * 1024;
const REDIRECT_SECONDS = 60;

const status = (cause: unknown): number | undefined =>
  cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined;

/** A full disk has status 507; the error names of a full quota end the same way on all servers tried. */
const isFull = (cause: unknown): boolean =>
  status(cause) === 507 || (cause instanceof S3ServiceException && /QuotaExceeded$/.test(cause.name));

const rethrow =
  (key: string) =>
  (cause: unknown): never => {
    if (status(cause) === 404) throw new ObjectMissing(key);
    if (isFull(cause)) throw new StorageFull('the object store is full', { cause });
    throw cause;
  };
