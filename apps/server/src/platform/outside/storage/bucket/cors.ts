import { type CORSRule, GetBucketCorsCommand, PutBucketCorsCommand, type S3Client } from '@aws-sdk/client-s3';
import { isNotFound } from './errors.ts';

/** The headers that pages send: with files, with parts and their checksums, and with range requests. */
export const REQUEST_HEADERS = ['content-type', 'content-md5', 'x-amz-checksum-crc32', 'range', 'if-range'];
const METHODS = ['GET', 'HEAD', 'PUT'];
const EXPOSED_HEADERS = ['ETag', 'Content-Range', 'Accept-Ranges', 'Content-Length'];
/** How long browsers cache the response to a preflight request. */
const PREFLIGHT_CACHE_SECONDS = 3600;

/** One rule for each portal; the id lets several portals share a bucket and find their own rules. */
const ruleFor = (origin: string): CORSRule => ({
  ID: `snimok ${origin}`,
  AllowedOrigins: [origin],
  AllowedMethods: METHODS,
  AllowedHeaders: REQUEST_HEADERS,
  ExposeHeaders: EXPOSED_HEADERS,
  MaxAgeSeconds: PREFLIGHT_CACHE_SECONDS,
});

const includesAll = (allowed: string[] = [], required: string[]): boolean => {
  const values = new Set(allowed.map((one) => one.toLowerCase()));
  return values.has('*') || required.every((one) => values.has(one.toLowerCase()));
};

/** Whether an existing rule permits everything that the portal requires. */
const covers = (rule: CORSRule, origin: string): boolean =>
  includesAll(rule.AllowedOrigins, [origin]) &&
  includesAll(rule.AllowedMethods, METHODS) &&
  includesAll(rule.AllowedHeaders, REQUEST_HEADERS) &&
  includesAll(rule.ExposeHeaders, EXPOSED_HEADERS);

/** Adds a CORS rule for pages of this origin; other rules remain. */
export const allowOrigin = async (
  client: S3Client,
  Bucket: string,
  origin: string,
): Promise<'created' | 'exists'> => {
  const found = await client.send(new GetBucketCorsCommand({ Bucket })).catch((cause) => {
    if (isNotFound(cause)) return { CORSRules: [] };
    throw cause;
  });
  const rules = found.CORSRules ?? [];
  if (rules.some((rule) => covers(rule, origin))) return 'exists';
  const own = ruleFor(origin);
  const CORSRules = [...rules.filter(({ ID }) => ID !== own.ID), own];
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
  return 'created';
};
