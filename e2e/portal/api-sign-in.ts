import { type SignedIn, signIn } from '@snimok/contract/auth';
import type { z } from 'zod';
import type { Person } from './portal.ts';

/** Signs in without a browser; returns the session cookie and the response. */
export const signInByAPI = async (address: string, { name, email, password }: Person) => {
  const credentials = Buffer.from(`${email}:${password}`).toString('base64');
  const reply = await fetch(`${address}/api/1${signIn.url}`, {
    method: signIn.method,
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials' }),
  });
  if (!reply.ok) throw new Error(`${name} could not sign in: ${reply.status}`);
  const cookie = reply.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  return { cookie, signedIn: (await reply.json()) as z.infer<typeof SignedIn> };
};
