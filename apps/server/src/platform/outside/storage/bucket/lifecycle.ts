import {
  GetBucketLifecycleConfigurationCommand,
  type LifecycleRule,
  PutBucketLifecycleConfigurationCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { S3Location } from '../s3-location.ts';
import { isNotFound } from './errors.ts';

/** An upload in parts that nobody has gone on with for so long is not resumed any more. */
export const UNFINISHED_DAYS = 7;

const ruleFor = ({ prefix }: S3Location): LifecycleRule => ({
  ID: `snimok unfinished uploads ${prefix}`.trim(),
  Status: 'Enabled',
  Filter: { Prefix: prefix },
  AbortIncompleteMultipartUpload: { DaysAfterInitiation: UNFINISHED_DAYS },
});

const prefixOf = ({ Filter, Prefix }: LifecycleRule): string => Filter?.Prefix ?? Prefix ?? '';

/** Whether somebody's rule removes what we would. */
const covers = (rule: LifecycleRule, { prefix }: S3Location): boolean => {
  const isNarrow = rule.Filter?.And ?? rule.Filter?.Tag ?? rule.Filter?.ObjectSizeGreaterThan;
  return (
    rule.Status === 'Enabled' &&
    rule.AbortIncompleteMultipartUpload?.DaysAfterInitiation !== undefined &&
    isNarrow === undefined &&
    prefix.startsWith(prefixOf(rule))
  );
};

/** Has the bucket remove what was begun in parts and never ended; rules of others stay. */
export const abortUnfinishedUploads = async (
  client: S3Client,
  location: S3Location,
): Promise<'set' | 'there'> => {
  const { bucket: Bucket } = location;
  const found = await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket })).catch((cause) => {
    if (isNotFound(cause)) return { Rules: [] };
    throw cause;
  });
  const rules = found.Rules ?? [];
  if (rules.some((rule) => covers(rule, location))) return 'there';
  const own = ruleFor(location);
  const Rules = [...rules.filter(({ ID }) => ID !== own.ID), own];
  await client.send(
    new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }),
  );
  return 'set';
};
