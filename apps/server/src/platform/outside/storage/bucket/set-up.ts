import { CreateBucketCommand, HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import { openS3Client } from '../s3-client.ts';
import type { S3Location } from '../s3-location.ts';
import { allowOrigin } from './cors.ts';
import { abortUnfinishedUploads, UNFINISHED_DAYS } from './lifecycle.ts';
import { isNotFound, isUnsupported, reasonOf } from './errors.ts';

export interface SetUpOptions {
  /** Scheme and host of the portal, by which its pages ask; null for a store that no page talks to. */
  origin: string | null;
  print(line: string): void;
}

interface Rule {
  what: string;
  set(): Promise<'set' | 'there'>;
  /** What helps with a server that has no such rules. */
  byHand: string;
}

/**
 * Makes the bucket and its rules where they are missing. Nothing is removed, and rules of others stay as they are.
 * Answers how much was refused; what a server has no function for is told, and `probe` sees whether it matters.
 */
export const setUpBucket = async (
  location: S3Location,
  { origin, print: say }: SetUpOptions,
): Promise<{ refused: number }> => {
  const client = openS3Client(location);
  const { bucket } = location;
  try {
    const isNew = await makeBucket(client, bucket);
    say(isNew ? '  made: the bucket' : '  already there: the bucket');
  } catch (cause) {
    say(`  NOT MADE: the bucket: ${reasonOf(cause)}`);
    return { refused: 1 };
  }
  let refused = 0;
  const unfinished = {
    what: `unfinished uploads in parts go after ${UNFINISHED_DAYS} days (life cycle)`,
    set: () => abortUnfinishedUploads(client, location),
    byHand:
      'have the server remove unfinished multipart uploads by a setting of its own (MinIO does after a day)',
  };
  for (const rule of [...(origin === null ? [] : [forPages(client, bucket, origin)]), unfinished]) {
    try {
      say(`  ${(await rule.set()) === 'set' ? 'set' : 'already there'}: ${rule.what}`);
    } catch (cause) {
      if (!isUnsupported(cause)) refused += 1;
      say(`  NOT SET: ${rule.what}: ${reasonOf(cause)}`);
      if (isUnsupported(cause)) say(`    by hand: ${rule.byHand}`);
    }
  }
  return { refused };
};

const forPages = (client: S3Client, bucket: string, origin: string): Rule => ({
  what: `pages of ${origin} may send files (CORS)`,
  set: () => allowOrigin(client, bucket, origin),
  byHand: `allow ${origin} in the server's own settings (MinIO: MINIO_API_CORS_ALLOW_ORIGIN), then run "check"`,
});

/** Whether it had to be made. */
const makeBucket = async (client: S3Client, Bucket: string): Promise<boolean> => {
  try {
    await client.send(new HeadBucketCommand({ Bucket }));
    return false;
  } catch (cause) {
    if (!isNotFound(cause)) throw cause;
  }
  await client.send(new CreateBucketCommand({ Bucket }));
  return true;
};
