import { S3ServiceException } from '@aws-sdk/client-s3';

const WRONG_KEYS = ['InvalidAccessKeyId', 'SignatureDoesNotMatch'];

const statusOf = (cause: unknown): number | undefined =>
  cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined;
const nameOf = (cause: unknown): string => (cause instanceof Error ? cause.name : '');

/** The requested thing does not exist, e.g. a bucket or its rules. */
export const isNotFound = (cause: unknown): boolean => statusOf(cause) === 404;

/** The server lacks the function or rejects its XML, as MinIO does for rules about unfinished uploads. */
export const isUnsupported = (cause: unknown): boolean =>
  ['NotImplemented', 'MalformedXML'].includes(nameOf(cause)) || [405, 501].includes(statusOf(cause) ?? 0);

/** The cause of an error in one line, for operators. */
export const reasonOf = (cause: unknown): string => {
  const name = nameOf(cause);
  if (name === 'CredentialsProviderError') return 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set';
  if (WRONG_KEYS.includes(name)) return 'the server rejects AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  // the response to a HEAD request has no body, so only the status is available
  if (statusOf(cause) === 403)
    return 'access denied: the keys are wrong or lack a permission (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY)';
  if (statusOf(cause) === 301) return 'the bucket is in another region';
  if (name === 'RequestTimeTooSkewed') return 'the clocks of this machine and the server differ too much';
  if (isUnsupported(cause)) return 'the server does not support it';
  if (isNotFound(cause)) return 'the bucket does not exist: run "setup"';
  const message = cause instanceof Error ? cause.message || name : String(cause);
  return message.split('\n', 1)[0] ?? name;
};
