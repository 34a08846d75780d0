import { type SignedIn, signIn } from '@snimok/contract/people/auth';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@snimok/contract/platform/endpoint';
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

interface CallInput<E extends Endpoint> {
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
  body?: BodyOf<E>;
}

/** Calls an endpoint with the cookie of a session; throws for a refused call. */
export const callAPI = async <E extends Endpoint>(
  { address, cookie }: { address: string; cookie: string },
  endpoint: E,
  { params, query, body }: CallInput<E> = {},
): Promise<ResponseOf<E>> => {
  const values = (params ?? {}) as Record<string, unknown>;
  const path = endpoint.url.replace(/:(\w+)/g, (_, name: string) => String(values[name]));
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : '';
  const reply = await fetch(`${address}/api/1${path}${search}`, {
    method: endpoint.method,
    headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${endpoint.method} ${path}: ${reply.status} ${await reply.text()}`);
  return (reply.status === 204 ? undefined : await reply.json()) as ResponseOf<E>;
};

/** The calls of one signed-in person of the centre or of a clinic. */
export const callsOf = async (address: string, person: Person) => {
  const { cookie } = await signInByAPI(address, person);
  return <E extends Endpoint>(endpoint: E, input?: CallInput<E>) =>
    callAPI({ address, cookie }, endpoint, input);
};

export type Calls = Awaited<ReturnType<typeof callsOf>>;
