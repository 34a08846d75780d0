import { REQUEST_HEADERS } from './cors.ts';

const listIn = (reply: Response, header: string): string[] =>
  (reply.headers.get(header) ?? '').split(',').map((one) => one.trim().toLowerCase());

const assertAllowed = (allowed: string[], required: string[], message: string): void => {
  const missing = allowed.includes('*') ? [] : required.filter((one) => !allowed.includes(one.toLowerCase()));
  if (missing.length > 0) throw new Error(`${message} ${missing.join(', ')}`);
};

/** Sends the preflight request that a browser sends before a PUT; throws if a page of the origin may not send files. */
export const checkPreflight = async (url: string, origin: string): Promise<void> => {
  const page = new URL(origin);
  if (page.protocol === 'https:' && new URL(url).protocol === 'http:')
    throw new Error('browsers do not let an https: page send files to an http: store');
  // if the portal's own server proxies the store, requests are same-origin and need no CORS rule
  if (new URL(url).origin === page.origin) return;
  const reply = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': REQUEST_HEADERS.join(','),
    },
  });
  if (!reply.ok)
    throw new Error(`the preflight request is answered with ${reply.status}: no CORS rule permits it`);
  assertAllowed(
    listIn(reply, 'access-control-allow-origin'),
    [origin],
    'the CORS rules do not allow the origin',
  );
  assertAllowed(listIn(reply, 'access-control-allow-methods'), ['PUT'], 'the CORS rules do not allow');
  assertAllowed(
    listIn(reply, 'access-control-allow-headers'),
    REQUEST_HEADERS,
    'the CORS rules do not allow the headers',
  );
};
