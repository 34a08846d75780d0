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
} from '../parts.ts';
import { withTimeout } from './s3-availability.ts';
import type { S3Encryption } from '../../../settings/locations/s3-location.ts';
import type { S3Address } from './s3-multipart.ts';

/**
 * Parts of S3 multipart uploads. A part that is sent again replaces the previous one. The bucket compares each part
 * with the checksum in its signed header, and joins only the parts whose ETags are listed in the request.
 */
export class S3Parts implements Parts {
  /** A bucket cannot inflate, and deflated parts could have less than the 5 MiB that all parts but the last must have. */
  readonly inflates = false;
  readonly #client: S3Client;
  readonly #addressOf: (key: string) => S3Address;
  readonly #encryption: S3Encryption | undefined;

  constructor(client: S3Client, addressOf: (key: string) => S3Address, encryption?: S3Encryption) {
    this.#client = client;
    this.#addressOf = addressOf;
    this.#encryption = encryption;
  }

  /** A server whose response does not name the algorithm does not verify checksums; files are then sent as a whole. */
  async begin(key: string): Promise<string | null> {
    const command = new CreateMultipartUploadCommand({
      ...this.#addressOf(key),
      ...this.#encryption,
      ChecksumAlgorithm: 'CRC32',
    });
    const { UploadId = '', ChecksumAlgorithm } = await withTimeout((abortSignal) =>
      this.#client.send(command, { abortSignal }),
    );
    if (ChecksumAlgorithm === 'CRC32') return UploadId;
    await this.discard({ key, partsID: UploadId });
    return null;
  }

  async list(object: MultipartObject): Promise<StoredPart[] | null> {
    const found = await this.#listWithETags(object);
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
    // the SDK would put the checksum into the query, where it is signed but not compared with the bytes
    const presignedURL = await getSignedUrl(this.#client, command, {
      expiresIn: secondsUntil(expiresAt),
      signableHeaders: new Set(['host', 'content-length', CHECKSUM]),
      unhoistableHeaders: new Set([CHECKSUM]),
    });
    return { presignedURL, headers: { [CHECKSUM]: ChecksumCRC32 } };
  }

  async join(object: MultipartObject, checksums: string[]): Promise<{ missing: number[] }> {
    const stored = await this.#listWithETags(object);
    if (!stored) throw new PartsGone(object.key);
    const missing = missingParts(stored, checksums);
    if (missing.length > 0) return { missing };
    const Parts = stored
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
      if (!hasName(cause, 'InvalidPart')) throw cause;
      // another browser tab has replaced one of the parts since they were listed
      const replaced = missingParts((await this.list(object)) ?? [], checksums);
      if (replaced.length === 0) throw cause;
      return { missing: replaced };
    }
    return { missing: [] };
  }

  async discard({ key, partsID }: MultipartReference): Promise<void> {
    try {
      await this.#client.send(
        new AbortMultipartUploadCommand({ ...this.#addressOf(key), UploadId: partsID }),
      );
    } catch (cause) {
      if (!isGone(cause)) throw cause;
    }
  }

  async #listWithETags(
    object: MultipartObject,
  ): Promise<(StoredPart & { etag: string | undefined })[] | null> {
    const parts: Part[] = [];
    let PartNumberMarker: string | undefined;
    try {
      do {
        const command = new ListPartsCommand({ ...this.#upload(object), PartNumberMarker });
        const page = await withTimeout((abortSignal) => this.#client.send(command, { abortSignal }));
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
    return { ...this.#addressOf(key), UploadId: partsID };
  }
}

const CHECKSUM = 'x-amz-checksum-crc32';

const toBase64 = (checksum: string): string => Buffer.from(checksum, 'hex').toString('base64');

export const secondsUntil = (instant: Date): number =>
  Math.max(1, Math.ceil((instant.getTime() - Date.now()) / 1000));

const hasName = (cause: unknown, name: string): boolean =>
  cause instanceof S3ServiceException && cause.name === name;

/** Some servers respond to an unknown upload id with another error of status 404. */
const isGone = (cause: unknown): boolean =>
  hasName(cause, 'NoSuchUpload') ||
  (cause instanceof S3ServiceException && cause.$metadata.httpStatusCode === 404);
