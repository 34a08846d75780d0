import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  type Part,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import {
  missingParts,
  type PresignedPart,
  type MultipartObject,
  type Parts,
  PartsGone,
  type MultipartReference,
  type PresignPartRequest,
  sizeOfPart,
  type StoredPart,
} from './parts.ts';
import { withTimeout } from './s3-availability.ts';
import type { S3Address } from './s3-multipart.ts';

/**
 * Parts of S3's own multipart uploads. A part that is sent again replaces the former one; the bucket compares each with
 * the checksum in its signed header, and joins those only whose ETags we name.
 */
export class S3Parts implements Parts {
  readonly #client: S3Client;
  readonly #placeOf: (key: string) => S3Address;

  constructor(client: S3Client, placeOf: (key: string) => S3Address) {
    this.#client = client;
    this.#placeOf = placeOf;
  }

  /** A server that does not answer with the algorithm knows nothing of checksums: files go there whole. */
  async begin(key: string): Promise<string | null> {
    const wish = new CreateMultipartUploadCommand({ ...this.#placeOf(key), ChecksumAlgorithm: 'CRC32' });
    const { UploadId = '', ChecksumAlgorithm } = await withTimeout((abortSignal) =>
      this.#client.send(wish, { abortSignal }),
    );
    if (ChecksumAlgorithm === 'CRC32') return UploadId;
    await this.discard({ key, partsID: UploadId });
    return null;
  }

  async list(object: MultipartObject): Promise<StoredPart[] | null> {
    const found = await this.#find(object);
    return found && found.map(({ number, checksum }) => ({ number, checksum }));
  }

  async presign({ object, part, expiresAt }: PresignPartRequest): Promise<PresignedPart> {
    const ChecksumCRC32 = toBase64(part.checksum);
    const command = new UploadPartCommand({
      ...this.#upload(object),
      PartNumber: part.number,
      ContentLength: sizeOfPart(object, part.number),
      ChecksumCRC32,
    });
    // moved into the query, as is usual for such headers, it would be signed and not compared
    const presignedURL = await getSignedUrl(this.#client, command, {
      expiresIn: secondsUntil(expiresAt),
      signableHeaders: new Set(['host', 'content-length', CHECKSUM]),
      unhoistableHeaders: new Set([CHECKSUM]),
    });
    return { presignedURL, headers: { [CHECKSUM]: ChecksumCRC32 } };
  }

  async join(object: MultipartObject, checksums: string[]): Promise<{ missing: number[] }> {
    const there = await this.#find(object);
    if (!there) throw new PartsGone(object.key);
    const missing = missingParts(there, checksums);
    if (missing.length > 0) return { missing };
    const Parts = there
      .filter(({ number }) => number <= checksums.length)
      .map(({ number, etag, checksum }) => ({
        PartNumber: number,
        ETag: etag,
        ChecksumCRC32: toBase64(checksum),
      }));
    try {
      await this.#client.send(
        new CompleteMultipartUploadCommand({ ...this.#upload(object), MultipartUpload: { Parts } }),
      );
    } catch (cause) {
      if (isGone(cause)) throw new PartsGone(object.key);
      if (!isCode(cause, 'InvalidPart')) throw cause;
      // another tab has sent one of them anew since we looked
      const now = missingParts((await this.list(object)) ?? [], checksums);
      if (now.length === 0) throw cause;
      return { missing: now };
    }
    return { missing: [] };
  }

  async discard({ key, partsID }: MultipartReference): Promise<void> {
    try {
      await this.#client.send(new AbortMultipartUploadCommand({ ...this.#placeOf(key), UploadId: partsID }));
    } catch (cause) {
      if (!isGone(cause)) throw cause;
    }
  }

  async #find(object: MultipartObject): Promise<(StoredPart & { etag: string | undefined })[] | null> {
    const parts: Part[] = [];
    let PartNumberMarker: string | undefined;
    try {
      do {
        const wish = new ListPartsCommand({ ...this.#upload(object), PartNumberMarker });
        const page = await withTimeout((abortSignal) => this.#client.send(wish, { abortSignal }));
        parts.push(...(page.Parts ?? []));
        PartNumberMarker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
      } while (PartNumberMarker !== undefined);
    } catch (cause) {
      if (isGone(cause)) return null;
      throw cause;
    }
    return parts.map(({ PartNumber = 0, ChecksumCRC32 = '', ETag }) => ({
      number: PartNumber,
      checksum: Buffer.from(ChecksumCRC32, 'base64').toString('hex'),
      etag: ETag,
    }));
  }

  #upload({ key, partsID }: MultipartReference) {
    return { ...this.#placeOf(key), UploadId: partsID };
  }
}

const CHECKSUM = 'x-amz-checksum-crc32';

const toBase64 = (checksum: string): string => Buffer.from(checksum, 'hex').toString('base64');

export const secondsUntil = (instant: Date): number =>
  Math.max(1, Math.ceil((instant.getTime() - Date.now()) / 1000));

const isCode = (cause: unknown, code: string): boolean =>
  cause instanceof S3ServiceException && cause.name === code;

/** Some servers call an id that is not one of theirs invalid. */
const isGone = (cause: unknown): boolean =>
  isCode(cause, 'NoSuchUpload') ||
  (cause instanceof S3ServiceException && cause.$metadata.httpStatusCode === 404);
