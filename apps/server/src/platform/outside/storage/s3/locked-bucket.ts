import { createHash } from 'node:crypto';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { withTimeout } from './s3-availability.ts';
import { openS3Client } from './s3-client.ts';
import { parseLockedURL } from '../../../settings/locations/locked-location.ts';
import { parseS3URL } from '../../../settings/locations/s3-location.ts';

/** Access to small objects in a bucket with S3 Object Lock. They cannot be replaced or deleted before a date. */
export const openLockedBucket = (given: string) => {
  const { url, mode, lockMs } = parseLockedURL(given);
  const location = parseS3URL(url);
  const client = openS3Client(location);
  const { bucket: Bucket, prefix } = location;
  return {
    lockMs,
    async put(name: string, content: string, lockedUntil: Date, contentType: string): Promise<void> {
      const command = new PutObjectCommand({
        Bucket,
        Key: prefix + name,
        Body: content,
        ContentType: contentType,
        // S3 requires a checksum of an object with a lock
        ContentMD5: createHash('md5').update(content).digest('base64'),
        ...(mode && { ObjectLockMode: mode, ObjectLockRetainUntilDate: lockedUntil }),
      });
      await withTimeout((abortSignal) => client.send(command, { abortSignal }));
    },
    /** Names and contents of the objects whose names begin with `beginning`. */
    async *readAll(beginning: string): AsyncGenerator<[name: string, content: string]> {
      let ContinuationToken: string | undefined;
      do {
        const command = new ListObjectsV2Command({ Bucket, Prefix: prefix + beginning, ContinuationToken });
        const page = await withTimeout((abortSignal) => client.send(command, { abortSignal }));
        for (const { Key = '' } of page.Contents ?? []) {
          const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
          yield [Key.slice(prefix.length), (await Body?.transformToString()) ?? ''];
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },
  };
};
