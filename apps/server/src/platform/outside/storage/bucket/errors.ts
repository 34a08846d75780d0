import { S3ServiceException } from '@aws-sdk/client-s3';

const WRONG_KEYS = ['InvalidAccessKeyId', 'SignatureDoesNotMatch'];

const statusOf = (cause: unknown): number | undefined =>
  cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined;
const nameOf = (cause: unknown): string => (cause instanceof Error ? cause.name : '');

/** What is asked for is not there, e.g. rules that nobody has set. */
export const isNotFound = (cause: unknown): boolean => statusOf(cause) === 404;

/** The server has no such function, or does not even know its words, as MinIO those of unfinished uploads. */
export const isUnsupported = (cause: unknown): boolean =>
  ['NotImplemented', 'MalformedXML'].includes(nameOf(cause)) || [405, 501].includes(statusOf(cause) ?? 0);

/** Why something failed, in words for one line. */
export const reasonOf = (cause: unknown): string => {
  const name = nameOf(cause);
  if (name === 'CredentialsProviderError') return 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set';
  if (WRONG_KEYS.includes(name))
    return 'the server does not know AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  // a question without a body in its answer tells no more than the status
  if (statusOf(cause) === 403)
    return 'these keys may not, or are wrong (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY)';
  if (statusOf(cause) === 301) return 'the bucket is in another region';
  if (name === 'RequestTimeTooSkewed') return "this machine's clock and the server's differ too much";
  if (isUnsupported(cause)) return 'the server does not support it';
  if (isNotFound(cause)) return 'there is no such bucket: run "setup"';
  const words = cause instanceof Error ? cause.message || name : String(cause);
  return words.split('\n', 1)[0] ?? name;
};
