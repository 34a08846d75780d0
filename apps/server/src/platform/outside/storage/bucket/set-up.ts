import { CreateBucketCommand, HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import { openS3Client } from '../s3/s3-client.ts';
import type { S3Encryption, S3Location } from '../../../settings/locations/s3-location.ts';
import { allowOrigin } from './cors.ts';
import { encryptByDefault } from './encryption.ts';
import { abortUnfinishedUploads, UNFINISHED_DAYS } from './lifecycle.ts';
import { isNotFound, isUnsupported, reasonOf } from './errors.ts';

interface SetUpOptions {
  /** The origin of the portal's pages; null for a store to which pages send no requests. */
  origin: string | null;
  print(line: string): void;
}

interface Rule {
  what: string;
  create(): Promise<'created' | 'exists'>;
  /** What the operator can do if the server does not support the rule. */
  workaround: string;
}

/**
 * Creates the bucket and its rules if they are missing; removes nothing and leaves other rules unchanged. Returns the
 * number of failures. A rule that the server does not support is printed but not counted, because `probe` checks
 * whether the store works without it.
 */
export const setUpBucket = async (
  location: S3Location,
  { origin, print }: SetUpOptions,
): Promise<{ refused: number }> => {
  const client = openS3Client(location);
  const { bucket } = location;
  try {
    const isNew = await createBucket(client, bucket);
    print(isNew ? '  created: the bucket' : '  exists: the bucket');
  } catch (cause) {
    print(`  FAILED: the bucket: ${reasonOf(cause)}`);
    return { refused: 1 };
  }
  let refused = 0;
  const unfinished = {
    what: `rule that removes unfinished multipart uploads after ${UNFINISHED_DAYS} days (lifecycle)`,
    create: () => abortUnfinishedUploads(client, location),
    workaround:
      'configure the server to remove unfinished multipart uploads (MinIO removes them after a day by default)',
  };
  const rules = [
    ...(origin === null ? [] : [corsRule(client, bucket, origin)]),
    unfinished,
    ...(location.encryption ? [encryptionRule(client, bucket, location.encryption)] : []),
  ];
  for (const rule of rules) {
    try {
      print(`  ${await rule.create()}: ${rule.what}`);
    } catch (cause) {
      if (!isUnsupported(cause)) refused += 1;
      print(`  FAILED: ${rule.what}: ${reasonOf(cause)}`);
      if (isUnsupported(cause)) print(`    instead: ${rule.workaround}`);
    }
  }
  return { refused };
};

const corsRule = (client: S3Client, bucket: string, origin: string): Rule => ({
  what: `rule that pages of ${origin} may send files (CORS)`,
  create: () => allowOrigin(client, bucket, origin),
  workaround: `allow ${origin} in the server's settings (MinIO: MINIO_API_CORS_ALLOW_ORIGIN), then run "check"`,
});

const encryptionRule = (client: S3Client, bucket: string, encryption: S3Encryption): Rule => ({
  what: `encryption of new objects by default (${encryption.ServerSideEncryption})`,
  create: () => encryptByDefault(client, bucket, encryption),
  workaround: 'switch on encryption in the server\'s settings, then run "check"',
});

/** Returns false if the bucket exists already. */
const createBucket = async (client: S3Client, Bucket: string): Promise<boolean> => {
  try {
    await client.send(new HeadBucketCommand({ Bucket }));
    return false;
  } catch (cause) {
    if (!isNotFound(cause)) throw cause;
  }
  await client.send(new CreateBucketCommand({ Bucket }));
  return true;
};
