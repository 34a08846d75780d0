import { type CORSRule, GetBucketCorsCommand, PutBucketCorsCommand, type S3Client } from '@aws-sdk/client-s3';
import { isNotFound } from './errors.ts';

/** What a page sends beside the bytes: of a file, of a part with its checksum, and of a question for a range. */
export const REQUEST_HEADERS = ['content-type', 'content-md5', 'x-amz-checksum-crc32', 'range', 'if-range'];
const METHODS = ['GET', 'HEAD', 'PUT'];
const EXPOSED_HEADERS = ['ETag', 'Content-Range', 'Accept-Ranges', 'Content-Length'];
/** Browsers ask once in so long whether they may. */
const REMEMBERED_SECONDS = 3600;

/** One rule a portal: several may share a bucket, and each knows its own again. */
const ruleFor = (origin: string): CORSRule => ({
  ID: `snimok ${origin}`,
  AllowedOrigins: [origin],
  AllowedMethods: METHODS,
  AllowedHeaders: REQUEST_HEADERS,
  ExposeHeaders: EXPOSED_HEADERS,
  MaxAgeSeconds: REMEMBERED_SECONDS,
});

const holds = (given: string[] = [], wanted: string[]): boolean => {
  const has = new Set(given.map((one) => one.toLowerCase()));
  return has.has('*') || wanted.every((one) => has.has(one.toLowerCase()));
};

/** Whether somebody's rule allows all of ours. */
const covers = (rule: CORSRule, origin: string): boolean =>
  holds(rule.AllowedOrigins, [origin]) &&
  holds(rule.AllowedMethods, METHODS) &&
  holds(rule.AllowedHeaders, REQUEST_HEADERS) &&
  holds(rule.ExposeHeaders, EXPOSED_HEADERS);

/** Lets pages of this origin talk to the bucket; rules of others stay. */
export const allowOrigin = async (
  client: S3Client,
  Bucket: string,
  origin: string,
): Promise<'set' | 'there'> => {
  const found = await client.send(new GetBucketCorsCommand({ Bucket })).catch((cause) => {
    if (isNotFound(cause)) return { CORSRules: [] };
    throw cause;
  });
  const rules = found.CORSRules ?? [];
  if (rules.some((rule) => covers(rule, origin))) return 'there';
  const own = ruleFor(origin);
  const CORSRules = [...rules.filter(({ ID }) => ID !== own.ID), own];
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
  return 'set';
};
