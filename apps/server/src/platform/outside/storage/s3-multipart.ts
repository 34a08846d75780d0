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
import { type ObjectSize, type Source, WrongLength } from './storage.ts';

export interface S3Address {
  Bucket: string;
  Key: string;
  /** Heeded where an object is made; the rest of a request leaves it out. */
  StorageClass?: StorageClass;
}

/** S3 takes parts of at least 5 MiB and at most 10,000 of them; two on their way and one gathering are in memory. */
const PART_BYTES = 8 * 1024 * 1024;
const MAX_PARTS = 10_000;
const PARTS_UNDER_WAY = 2;
/** A server-side copy moves no bytes through us; a part may have up to 5 GiB. */
const COPY_PART_BYTES = 1024 ** 3;

/** Streams an object up: in one request when it fits one part, else in parts that become the object all at once. */
export async function uploadStream(
  client: S3Client,
  place: S3Address,
  source: Source,
  sizeBytes?: number,
): Promise<ObjectSize> {
  const partBytes = Math.max(PART_BYTES, Math.ceil((sizeBytes ?? 0) / MAX_PARTS));
  const parts = partsOf(source, partBytes, sizeBytes);
  const first = await parts.next();
  const second = await parts.next();
  const [head, next] = [first.value ?? Buffer.alloc(0), second.value];
  if (next === undefined) {
    await client.send(new PutObjectCommand({ ...place, Body: head, ContentLength: head.length }));
    return { sizeBytes: head.length };
  }
  async function* all() {
    yield head;
    yield next!;
    yield* parts;
  }
  return inParts(client, place, all(), async (upload, part) => {
    const sent = await client.send(
      new UploadPartCommand({ ...upload, Body: part, ContentLength: part.length }),
    );
    return { etag: sent.ETag, sizeBytes: part.length };
  });
}

/** Copies an object too large for CopyObject (5 GB), inside the store. `copySource` is `bucket/key`. */
export function copyInParts(
  client: S3Client,
  place: S3Address,
  copySource: string,
  sizeBytes: number,
): Promise<ObjectSize> {
  function* spans() {
    for (let start = 0; start < sizeBytes; start += COPY_PART_BYTES) {
      yield { start, end: Math.min(start + COPY_PART_BYTES, sizeBytes) };
    }
  }
  return inParts(client, place, spans(), async (upload, { start, end }) => {
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

async function inParts<P>(
  client: S3Client,
  place: S3Address,
  parts: Iterable<P> | AsyncIterable<P>,
  send: SendPart<P>,
): Promise<ObjectSize> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place));
  const underWay = new Set<Promise<void>>();
  try {
    const finished: CompletedPart[] = [];
    let sizeBytes = 0;
    let number = 0;
    for await (const part of parts) {
      const PartNumber = ++number;
      const sending = send({ ...place, UploadId, PartNumber }, part).then((sent) => {
        finished[PartNumber - 1] = { PartNumber, ETag: sent.etag };
        sizeBytes += sent.sizeBytes;
        underWay.delete(sending);
      });
      sending.catch(() => {}); // it stays in the set, and is met by the next wait
      underWay.add(sending);
      if (underWay.size >= PARTS_UNDER_WAY) await Promise.race(underWay);
    }
    await Promise.all(underWay);
    await client.send(
      new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts: finished } }),
    );
    return { sizeBytes };
  } catch (cause) {
    await Promise.allSettled(underWay);
    // what cannot be aborted now is left to the bucket's life-cycle rule for incomplete uploads
    await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => {});
    throw cause;
  }
}

/** Full parts and a last one; WrongLength before the last when the source is not as long as expected. */
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
