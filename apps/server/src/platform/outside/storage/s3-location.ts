import { isIP } from 'node:net';

/** Where an S3 store is, as one setting says it. */
export interface S3Location {
  bucket: string;
  /** Put before every key; empty or ending in `/`. */
  prefix: string;
  endpoint: string | undefined;
  region: string;
  pathStyle: boolean;
  /** Of what is written, e.g. `STANDARD_IA`; the server's own choice without. */
  storageClass: string | undefined;
}

/** Objects in these are thawed for hours before they can be read. */
const FROZEN = ['GLACIER', 'DEEP_ARCHIVE'];

/**
 * `s3://bucket/optional/prefix?endpoint=https://s3.example&region=ru-1&pathStyle=off`. Without an endpoint it is
 * AWS; with one, buckets are addressed by path unless told otherwise, as a server of one's own has no DNS name for
 * each. Credentials are never in it: the client takes them from AWS's usual environment.
 */
export function parseS3URL(url: string): S3Location {
  const { protocol, hostname, pathname, searchParams, username } = new URL(url);
  if (protocol !== 's3:' || hostname === '') throw new TypeError('not an s3:// URL with a bucket');
  if (username !== '') throw new TypeError('credentials belong in the environment, not in the s3:// URL');
  const unknown = [...searchParams.keys()].find(
    (name) => !['endpoint', 'region', 'pathStyle', 'storageClass'].includes(name),
  );
  if (unknown !== undefined) throw new TypeError(`an s3:// URL has no setting ${unknown}`);
  const endpoint = searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !/^https?:\/\/[^/]/.test(endpoint))
    throw new TypeError('endpoint is no http(s) URL');
  const storageClass = searchParams.get('storageClass') ?? undefined;
  if (storageClass !== undefined && !/^[A-Z][A-Z_]*$/.test(storageClass))
    throw new TypeError('storageClass is a name such as STANDARD_IA');
  if (FROZEN.includes(storageClass ?? ''))
    throw new TypeError(`objects in ${storageClass} cannot be read at once`);
  const folder = pathname.replace(/^\/+|\/+$/g, '');
  return {
    bucket: hostname,
    prefix: folder === '' ? '' : `${folder}/`,
    endpoint,
    region: searchParams.get('region') ?? 'us-east-1',
    pathStyle: isOn(searchParams.get('pathStyle') ?? (endpoint === undefined ? 'off' : 'on')),
    storageClass,
  };
}

/** Scheme and host that the bucket's signed URLs begin with. */
export function originOf({ bucket, endpoint, region, pathStyle }: S3Location): string {
  const { protocol, host, hostname } = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  // no certificate holds for a name with dots before the server's, and no address has names before it
  const hasOwnName = !pathStyle && !isIP(hostname) && !(protocol === 'https:' && bucket.includes('.'));
  return `${protocol}//${hasOwnName ? `${bucket}.` : ''}${host}`;
}

function isOn(value: string): boolean {
  if (['on', 'true', '1'].includes(value)) return true;
  if (['off', 'false', '0'].includes(value)) return false;
  throw new TypeError('pathStyle is on or off');
}
