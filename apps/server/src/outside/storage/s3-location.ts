/** Where an S3 store is, as one setting says it. */
export interface S3Location {
  bucket: string;
  /** Put before every key; empty or ending in `/`. */
  prefix: string;
  endpoint: string | undefined;
  region: string;
  pathStyle: boolean;
}

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
    (name) => !['endpoint', 'region', 'pathStyle'].includes(name),
  );
  if (unknown !== undefined) throw new TypeError(`an s3:// URL has no setting ${unknown}`);
  const endpoint = searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !/^https?:\/\/[^/]/.test(endpoint))
    throw new TypeError('endpoint is no http(s) URL');
  const folder = pathname.replace(/^\/+|\/+$/g, '');
  return {
    bucket: hostname,
    prefix: folder === '' ? '' : `${folder}/`,
    endpoint,
    region: searchParams.get('region') ?? 'us-east-1',
    pathStyle: isOn(searchParams.get('pathStyle') ?? (endpoint === undefined ? 'off' : 'on')),
  };
}

function isOn(value: string): boolean {
  if (['on', 'true', '1'].includes(value)) return true;
  if (['off', 'false', '0'].includes(value)) return false;
  throw new TypeError('pathStyle is on or off');
}
