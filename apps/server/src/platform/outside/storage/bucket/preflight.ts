import { REQUEST_HEADERS } from './cors.ts';

const listIn = (reply: Response, header: string): string[] =>
  (reply.headers.get(header) ?? '').split(',').map((one) => one.trim().toLowerCase());

const mustHold = (given: string[], wanted: string[], what: string): void => {
  const lacking = given.includes('*') ? [] : wanted.filter((one) => !given.includes(one.toLowerCase()));
  if (lacking.length > 0) throw new Error(`${what} ${lacking.join(', ')}`);
};

/** Asks as a browser does before it sends a file from a page of this origin; throws when it would not send it. */
export const checkPreflight = async (url: string, origin: string): Promise<void> => {
  const page = new URL(origin);
  if (page.protocol === 'https:' && new URL(url).protocol === 'http:')
    throw new Error('pages by https: may not send to a store by http:');
  // one that the portal passes on itself needs nobody's leave
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
    throw new Error(`the question before it is answered with ${reply.status}: no CORS rule for it`);
  mustHold(listIn(reply, 'access-control-allow-origin'), [origin], 'the CORS rules do not allow the origin');
  mustHold(listIn(reply, 'access-control-allow-methods'), ['PUT'], 'the CORS rules do not allow');
  mustHold(
    listIn(reply, 'access-control-allow-headers'),
    REQUEST_HEADERS,
    'the CORS rules do not allow the headers',
  );
};
