import { isIP } from 'node:net';

/** An S3 store as configured by an `s3://` URL. */
export interface S3Location {
  bucket: string;
  /** Prepended to every key; empty or ends in `/`. */
  prefix: string;
  endpoint: string | undefined;
  region: string;
  pathStyle: boolean;
  /** The storage class of new objects, e.g. `STANDARD_IA`; the server's default if undefined. */
  storageClass: string | undefined;
  /** How the server encrypts new objects; its default if undefined. */
  encryption: S3Encryption | undefined;
}

/** The headers of server-side encryption, by their names in the SDK. */
export interface S3Encryption {
  ServerSideEncryption: 'AES256' | 'aws:kms';
  /** The id of the key; if absent, the default key of the bucket or of the server. */
  SSEKMSKeyId?: string;
}

const OPTIONS = ['endpoint', 'region', 'pathStyle', 'storageClass', 'sse'];

/** Objects in these classes must be restored for hours before they can be read. */
const OFFLINE_CLASSES = ['GLACIER', 'DEEP_ARCHIVE'];

/**
 * Parses `s3://bucket/optional/prefix?endpoint=https://s3.example&region=ru-1&pathStyle=off`. The default endpoint is
 * AWS. With another endpoint the default is path style, because such servers rarely have a DNS name for each bucket.
 * Credentials are not part of the URL: the client takes them from AWS's usual environment variables and files.
 */
export function parseS3URL(url: string): S3Location {
  const { protocol, hostname, pathname, searchParams, username } = new URL(url);
  if (protocol !== 's3:' || hostname === '') throw new TypeError('an s3:// URL must contain a bucket');
  if (username !== '')
    throw new TypeError('an s3:// URL must not contain credentials: set them in the environment');
  const unknown = [...searchParams.keys()].find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) throw new TypeError(`an s3:// URL has no setting ${unknown}`);
  const endpoint = parseEndpoint(searchParams.get('endpoint') ?? undefined);
  const folder = pathname.replace(/^\/+|\/+$/g, '');
  return {
    bucket: hostname,
    prefix: folder === '' ? '' : `${folder}/`,
    endpoint,
    region: searchParams.get('region') ?? 'us-east-1',
    pathStyle: isOn(searchParams.get('pathStyle') ?? (endpoint === undefined ? 'off' : 'on')),
    storageClass: parseStorageClass(searchParams.get('storageClass') ?? undefined),
    encryption: parseEncryption(searchParams.get('sse') ?? 'off'),
  };
}

function parseEndpoint(text: string | undefined): string | undefined {
  if (text !== undefined && !/^https?:\/\/[^/]/.test(text))
    throw new TypeError('endpoint must be an http(s) URL');
  return text;
}

function parseStorageClass(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!/^[A-Z][A-Z_]*$/.test(text)) throw new TypeError('storageClass must be a name such as STANDARD_IA');
  if (OFFLINE_CLASSES.includes(text))
    throw new TypeError(`storageClass ${text} is not supported: its objects cannot be read at once`);
  return text;
}

/** Parses one of `AES256`, `aws:kms`, `aws:kms:` followed by the id of a key, and `off`. */
function parseEncryption(text: string): S3Encryption | undefined {
  if (text === 'off') return undefined;
  if (text === 'AES256') return { ServerSideEncryption: text };
  const [, keyID] = /^aws:kms(?::(.+))?$/.exec(text) ?? [null, null];
  if (keyID === null) throw new TypeError('sse must be AES256, aws:kms, aws:kms:KEY or off');
  return { ServerSideEncryption: 'aws:kms', ...(keyID !== undefined && { SSEKMSKeyId: keyID }) };
}

/** The origin (scheme and host) of the bucket's presigned URLs. */
export function originOf({ bucket, endpoint, region, pathStyle }: S3Location): string {
  const { protocol, host, hostname } = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  // a wildcard certificate does not cover a bucket name with dots, and an IP address has no subdomains
  const isVirtualHost = !pathStyle && !isIP(hostname) && !(protocol === 'https:' && bucket.includes('.'));
  return `${protocol}//${isVirtualHost ? `${bucket}.` : ''}${host}`;
}

function isOn(value: string): boolean {
  if (['on', 'true', '1'].includes(value)) return true;
  if (['off', 'false', '0'].includes(value)) return false;
  throw new TypeError('pathStyle must be on or off');
}
