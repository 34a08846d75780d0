import { createPublicKey, type KeyObject } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { calculateJwkThumbprint, exportJWK, FlattenedSign } from 'jose';
import { z } from 'zod';
import { signingRequest } from './signing-request.ts';

const ANSWER_WITHIN_MS = 30_000;
const POLL_MS = 2_000;
/** The authority opens the address of the challenge from several places, and may repeat this. */
const VALID_WITHIN_MS = 3 * 60_000;
const BAD_NONCE = 'urn:ietf:params:acme:error:badNonce';
const NONCE_ATTEMPTS = 5;

const Directory = z.object({ newNonce: z.url(), newAccount: z.url(), newOrder: z.url() });
const Order = z.object({
  status: z.string(),
  authorizations: z.array(z.url()),
  finalize: z.url(),
  certificate: z.url().optional(),
});
const Failure = z.object({ type: z.string().default(''), detail: z.string().default('') });
const Authorization = z.object({
  status: z.string(),
  challenges: z.array(
    z.object({ type: z.string(), url: z.url(), token: z.string().optional(), error: Failure.optional() }),
  ),
});

/**
 * The authority has refused something. `type` is an error type of RFC 8555, 6.7, without its prefix; the message names
 * no secret.
 */
export class Refused extends Error {
  override name = 'Refused';
  readonly type: string;

  constructor({ type, detail }: z.output<typeof Failure>) {
    const short = type.replace(/^urn:ietf:params:acme:error:/, '');
    super(`${short}: ${detail}`);
    this.type = short;
  }
}

interface Authority {
  /** the address of its directory */
  directory: string;
  /** on the curve P-256; identifies the account */
  accountKey: KeyObject;
}

interface Ordered {
  hostname: string;
  /** the private key of the certificate, on the curve P-256 */
  key: KeyObject;
  /** what port 80 answers at /.well-known/acme-challenge/TOKEN, by token */
  answers: Map<string, string>;
  signal: AbortSignal;
}

/**
 * Orders a certificate for a host by the challenge HTTP-01 (RFC 8555). Returns the chain in PEM, the certificate
 * first. Throws Refused, or an error of `fetch` if the authority does not answer.
 */
export const orderCertificate = async (
  authority: Authority,
  { hostname, key, answers, signal }: Ordered,
): Promise<string> => {
  const session = await Session.open(authority, signal);
  const created = await session.post(session.directory.newOrder, {
    identifiers: [{ type: 'dns', value: hostname }],
  });
  const place = locationOf(created.headers);
  for (const url of Order.parse(created.body).authorizations) await authorize(session, url, answers);
  const { finalize } = Order.parse((await session.post(place)).body);
  await session.post(finalize, { csr: signingRequest(hostname, key).toString('base64url') });
  const url = await session.poll(place, Order, (order) => order.status === 'valid' && order.certificate);
  return (await session.post(url)).text;
};

const authorize = async (session: Session, url: string, answers: Map<string, string>): Promise<void> => {
  const { status, challenges } = Authorization.parse((await session.post(url)).body);
  if (status === 'valid') return;
  const challenge = challenges.find(({ type }) => type === 'http-01');
  if (!challenge?.token) throw new Refused({ type: 'unsupported', detail: 'the authority has no HTTP-01' });
  const { token } = challenge;
  answers.set(token, `${token}.${session.thumbprint}`);
  try {
    await session.post(challenge.url, {});
    await session.poll(url, Authorization, (found) => found.status === 'valid' && url);
  } finally {
    answers.delete(token);
  }
};

const locationOf = (headers: Headers): string => {
  const url = headers.get('location');
  if (url === null) throw new Refused({ type: 'malformed', detail: 'the answer has no Location' });
  return url;
};

interface Reply {
  headers: Headers;
  /** the JSON of the answer; null if it is none */
  body: unknown;
  text: string;
}

/**
 * Signed requests of one account. Each needs a new nonce, which comes with the previous answer or from a request for
 * one.
 */
class Session {
  readonly thumbprint: string;
  readonly directory: z.output<typeof Directory>;
  readonly #authority: Authority;
  readonly #publicJWK: Awaited<ReturnType<typeof exportJWK>>;
  readonly #signal: AbortSignal;
  #account: string | undefined;
  #nonce: string | null = null;

  private constructor(
    authority: Authority,
    directory: z.output<typeof Directory>,
    known: { publicJWK: Awaited<ReturnType<typeof exportJWK>>; thumbprint: string; signal: AbortSignal },
  ) {
    this.#authority = authority;
    this.directory = directory;
    this.#publicJWK = known.publicJWK;
    this.thumbprint = known.thumbprint;
    this.#signal = known.signal;
  }

  /** Reads the directory, and opens the account of the key or creates it. Accepts the authority's terms. */
  static async open(authority: Authority, signal: AbortSignal): Promise<Session> {
    const publicJWK = await exportJWK(createPublicKey(authority.accountKey));
    const reply = await fetch(authority.directory, { redirect: 'error', signal: within(signal) });
    if (!reply.ok) throw new Refused({ type: 'unavailable', detail: `status ${reply.status}` });
    const directory = Directory.parse(await reply.json());
    const thumbprint = await calculateJwkThumbprint(publicJWK);
    const session = new Session(authority, directory, { publicJWK, thumbprint, signal });
    const { headers } = await session.post(directory.newAccount, { termsOfServiceAgreed: true });
    session.#account = locationOf(headers);
    return session;
  }

  /** Without a payload, the request only reads (POST-as-GET). */
  async post(url: string, payload?: object): Promise<Reply> {
    for (let attempt = 1; ; attempt++) {
      const reply = await this.#send(url, payload);
      this.#nonce = reply.headers.get('replay-nonce');
      const text = await reply.text();
      const isJSON = /\bjson\b/.test(reply.headers.get('content-type') ?? '');
      const body: unknown = isJSON ? JSON.parse(text) : null;
      if (reply.ok) return { headers: reply.headers, body, text };
      const failure = Failure.safeParse(body).data ?? {
        type: 'unavailable',
        detail: `status ${reply.status}`,
      };
      if (failure.type !== BAD_NONCE || attempt >= NONCE_ATTEMPTS) throw new Refused(failure);
    }
  }

  /** Reads `url` until `isDone` gives a text. Throws Refused if the order or a challenge has become invalid. */
  async poll<T extends { status: string }>(
    url: string,
    schema: z.ZodType<T>,
    isDone: (found: T) => string | false | undefined,
  ): Promise<string> {
    const end = performance.now() + VALID_WITHIN_MS;
    for (;;) {
      const { body } = await this.post(url);
      const found = schema.parse(body);
      const result = isDone(found);
      if (result) return result;
      if (found.status === 'invalid') throw new Refused(failureIn(body));
      if (performance.now() > end) throw new Refused({ type: 'timeout', detail: 'no result in time' });
      await pause(POLL_MS, undefined, { signal: this.#signal });
    }
  }

  async #send(url: string, payload: object | undefined): Promise<Response> {
    const nonce = this.#nonce ?? (await this.#newNonce());
    const identity = this.#account === undefined ? { jwk: this.#publicJWK } : { kid: this.#account };
    const signed = await new FlattenedSign(
      new TextEncoder().encode(payload === undefined ? '' : JSON.stringify(payload)),
    )
      .setProtectedHeader({ alg: 'ES256', nonce, url, ...identity })
      .sign(this.#authority.accountKey);
    return fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/jose+json' },
      body: JSON.stringify(signed),
      signal: within(this.#signal),
    });
  }

  async #newNonce(): Promise<string> {
    const reply = await fetch(this.directory.newNonce, {
      method: 'HEAD',
      redirect: 'error',
      signal: within(this.#signal),
    });
    const nonce = reply.headers.get('replay-nonce');
    if (nonce === null) throw new Refused({ type: 'unavailable', detail: 'the authority gives no nonce' });
    return nonce;
  }
}

const within = (signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);

/** Why an authorization or an order is invalid. */
const failureIn = (body: unknown): z.output<typeof Failure> => {
  const ofChallenge = Authorization.safeParse(body).data?.challenges.find(({ error }) => error)?.error;
  const ofOrder = z.object({ error: Failure }).safeParse(body).data?.error;
  return ofChallenge ?? ofOrder ?? { type: 'invalid', detail: 'no reason is given' };
};
