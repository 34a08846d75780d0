import {
  GetBucketEncryptionCommand,
  PutBucketEncryptionCommand,
  type S3Client,
  type ServerSideEncryptionByDefault,
} from '@aws-sdk/client-s3';
import type { S3Encryption } from '../../../settings/locations/s3-location.ts';
import { isNotFound } from './errors.ts';

/**
 * Makes the bucket encrypt objects that are sent without the header of server-side encryption. A presigned PUT of a
 * browser or another client may send only the body, and must not fail.
 */
export const encryptByDefault = async (
  client: S3Client,
  Bucket: string,
  { ServerSideEncryption, SSEKMSKeyId }: S3Encryption,
): Promise<'created' | 'exists'> => {
  const wanted: ServerSideEncryptionByDefault = {
    SSEAlgorithm: ServerSideEncryption,
    ...(SSEKMSKeyId !== undefined && { KMSMasterKeyID: SSEKMSKeyId }),
  };
  const found = await client.send(new GetBucketEncryptionCommand({ Bucket })).catch((cause: unknown) => {
    if (isNotFound(cause)) return undefined;
    throw cause;
  });
  const rules = found?.ServerSideEncryptionConfiguration?.Rules ?? [];
  const isSet = rules.some(
    ({ ApplyServerSideEncryptionByDefault: rule }) =>
      rule?.SSEAlgorithm === wanted.SSEAlgorithm &&
      (wanted.KMSMasterKeyID === undefined || rule?.KMSMasterKeyID === wanted.KMSMasterKeyID),
  );
  if (isSet) return 'exists';
  const ServerSideEncryptionConfiguration = {
    Rules: [
      { ApplyServerSideEncryptionByDefault: wanted, BucketKeyEnabled: ServerSideEncryption === 'aws:kms' },
    ],
  };
  await client.send(new PutBucketEncryptionCommand({ Bucket, ServerSideEncryptionConfiguration }));
  return 'created';
};
