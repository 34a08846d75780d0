import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  type StorageClass,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { S3Encryption } from '../../../settings/locations/s3-location.ts';
import { type ObjectSize, type Source, WrongLength } from '../storage.ts';

/** The storage class and the encryption are set only in requests that create an object. */
export interface S3Address extends Partial<S3Encryption> {
  Bucket: string;
  Key: string;
  StorageClass?: StorageClass;
}

/** S3 allows parts of at least 5 MiB and at most 10,000 parts. Memory holds the parts being sent and the next one. */
const PART_BYTES = 8 * 1024 * 1024;
const MAX_PARTS = 10_000;
const MAX_CONCURRENT_PARTS = 2;
/** For copies inside the server, whose parts may have up to 5 GiB. */
const COPY_PART_BYTES = 1024 ** 3;

/** Uploads an object: in one request if it fits into one part, else as a multipart upload. */
export async function uploadStream(
  client: S3Client,
  address: S3Address,
  source: Source,
  sizeBytes?: number,
): Promise<ObjectSize> {
  const partBytes = Math.max(PART_BYTES, Math.ceil((sizeBytes ?? 0) / MAX_PARTS));
  const parts = partsOf(source, partBytes, sizeBytes);
  const first = await parts.next();
  const second = await parts.next();
  const head = first.value ?? Buffer.alloc(0);
  const next = second.value;
  if (next === undefined) {
    await client.send(new PutObjectCommand({ ...address, Body: head, ContentLength: head.length }));
    return { sizeBytes: head.length };
  }
  async function* all() {
    yield head;
    yield next!;
    yield* parts;
  }
  return uploadParts(client, address, all(), async (upload, part) => {
    const sent = await client.send(
      new UploadPartCommand({ ...upload, Body: part, ContentLength: part.length }),
    );
    return { etag: sent.ETag, sizeBytes: part.length };
  });
}

/** Copies an object that is too large for CopyObject (5 GiB) inside the server. `copySource` is `bucket/key`. */
export function copyInParts(
  client: S3Client,
  address: S3Address,
  copySource: string,
  sizeBytes: number,
): Promise<ObjectSize> {
  function* spans() {
    for (let start = 0; start < sizeBytes; start += COPY_PART_BYTES) {
      yield { start, end: Math.min(start + COPY_PART_BYTES, sizeBytes) };
    }
  }
  return uploadParts(client, address, spans(), async (upload, { start, end }) => {
    const range = { CopySource: copySource, CopySourceRange: `bytes=${start}-${end - 1}` };
    const copied = await client.send(new UploadPartCopyCommand({ ...upload, ...range }));
    return { etag: copied.CopyPartResult?.ETag, sizeBytes: end - start };
  });
}

type PartOfUpload = S3Address & { UploadId: string | undefined; PartNumber: number };
type SendPart<P> = (
  upload: PartOfUpload,
  part: P,
) => Promise<{ etag: string | undefined; sizeBytes: number }>;

async function uploadParts<P>(
  client: S3Client,
  address: S3Address,
  parts: Iterable<P> | AsyncIterable<P>,
  send: SendPart<P>,
): Promise<ObjectSize> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(address));
  const sending = new Set<Promise<void>>();
  try {
    const finished: CompletedPart[] = [];
    let sizeBytes = 0;
    let number = 0;
    for await (const part of parts) {
      const PartNumber = ++number;
      const sendingPart = send({ ...address, UploadId, PartNumber }, part).then((sent) => {
        finished[PartNumber - 1] = { PartNumber, ETag: sent.etag };
        sizeBytes += sent.sizeBytes;
        sending.delete(sendingPart);
      });
      sendingPart.catch(() => {}); // stays in the set, so that the next await throws its error
      sending.add(sendingPart);
      if (sending.size >= MAX_CONCURRENT_PARTS) await Promise.race(sending);
    }
    await Promise.all(sending);
    await client.send(
      new CompleteMultipartUploadCommand({ ...address, UploadId, MultipartUpload: { Parts: finished } }),
    );
    return { sizeBytes };
  } catch (cause) {
    await Promise.allSettled(sending);
    // if this fails, the bucket's lifecycle rule removes the incomplete upload
    await client.send(new AbortMultipartUploadCommand({ ...address, UploadId })).catch(() => {});
    throw cause;
  }
}

/** Cuts the source into parts. Throws WrongLength before the last part if the source has not the expected length. */
async function* partsOf(
  source: Source,
  partBytes: number,
  expectedBytes?: number,
): AsyncGenerator<Buffer, undefined> {
  let sizeBytes = 0;
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.byteLength;
    if (expectedBytes !== undefined && sizeBytes > expectedBytes)
      throw new WrongLength(expectedBytes, sizeBytes);
    gathered.push(chunk);
    gatheredBytes += chunk.byteLength;
    while (gatheredBytes >= partBytes) {
      const bytes = Buffer.concat(gathered);
      yield bytes.subarray(0, partBytes);
      gathered = [bytes.subarray(partBytes)];
      gatheredBytes -= partBytes;
    }
  }
  if (expectedBytes !== undefined && sizeBytes !== expectedBytes)
    throw new WrongLength(expectedBytes, sizeBytes);
  if (gatheredBytes > 0) yield Buffer.concat(gathered);
  return undefined;
}
