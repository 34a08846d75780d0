import {
  GetBucketLifecycleConfigurationCommand,
  type LifecycleRule,
  PutBucketLifecycleConfigurationCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { S3Location } from '../../../settings/locations/s3-location.ts';
import { isNotFound } from './errors.ts';

/** The age at which an unfinished multipart upload is removed; it cannot be resumed after that. */
export const UNFINISHED_DAYS = 7;

const ruleFor = ({ prefix }: S3Location): LifecycleRule => ({
  ID: `snimok unfinished uploads ${prefix}`.trim(),
  Status: 'Enabled',
  Filter: { Prefix: prefix },
  AbortIncompleteMultipartUpload: { DaysAfterInitiation: UNFINISHED_DAYS },
});

const prefixOf = ({ Filter, Prefix }: LifecycleRule): string => Filter?.Prefix ?? Prefix ?? '';

/** Whether an existing rule removes unfinished uploads under the prefix. */
const covers = (rule: LifecycleRule, { prefix }: S3Location): boolean => {
  const isNarrow = rule.Filter?.And ?? rule.Filter?.Tag ?? rule.Filter?.ObjectSizeGreaterThan;
  return (
    rule.Status === 'Enabled' &&
    rule.AbortIncompleteMultipartUpload?.DaysAfterInitiation !== undefined &&
    isNarrow === undefined &&
    prefix.startsWith(prefixOf(rule))
  );
};

/** Adds a lifecycle rule that aborts unfinished multipart uploads; other rules remain. */
export const abortUnfinishedUploads = async (
  client: S3Client,
  location: S3Location,
): Promise<'created' | 'exists'> => {
  const { bucket: Bucket } = location;
  const found = await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket })).catch((cause) => {
    if (isNotFound(cause)) return { Rules: [] };
    throw cause;
  });
  const rules = found.Rules ?? [];
  if (rules.some((rule) => covers(rule, location))) return 'exists';
  const own = ruleFor(location);
  const Rules = [...rules.filter(({ ID }) => ID !== own.ID), own];
  await client.send(
    new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }),
  );
  return 'created';
};
