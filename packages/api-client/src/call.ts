import type { ResponseOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@snimok/contract/platform/endpoint';

type Needed<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : undefined extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

type Optional<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : { [K in Key]?: Partial<Value> };

type CallInput<P extends Endpoint> = Needed<'params', ParamsOf<P>> &
  Optional<'query', QueryOf<P>> &
  Needed<'body', BodyOf<P>> & {
    headers?: Record<string, string>;
    signal?: AbortSignal;
    /** the request continues after the page is left, unless its body is larger than browsers permit then */
    keepalive?: boolean;
  };

/** `status` is undefined without a response; `error` is the server's sentence, if it sent one. */
export class CallProblem extends Error {
  override name = 'CallProblem';
  status: number | undefined;
  error: string | undefined;
  retryAfterSeconds: number | undefined;
  /** the whole body of the answer */
  body: unknown;

  constructor(status?: number, error?: string, retryAfterSeconds?: number, body?: unknown) {
    super(`${status ?? 'no answer'} ${error ?? ''}`);
    this.status = status;
    this.error = error;
    this.retryAfterSeconds = retryAfterSeconds;
    this.body = body;
  }
}

/** Calls an endpoint of the contract: `call(getPatient, { params: { patientID } })`. */
export type Call = <P extends Endpoint>(
  endpoint: P,
  ...[input]: Record<never, never> extends CallInput<P> ? [CallInput<P>?] : [CallInput<P>]
) => Promise<ResponseOf<P>>;

interface Caller {
  /** URL of the portal; empty for the page's own origin */
  address: string;
  /** headers sent with every call */
  headers?: () => Record<string, string>;
  /** called on status 401: the session has ended */
  onUnauthorized?: () => void;
}

export const callerOf =
  ({ address, headers: always, onUnauthorized }: Caller): Call =>
  async (endpoint, ...[input]) => {
    const { params, query, body, headers, signal, keepalive = false } = (input ?? {}) as CallInput<Endpoint>;
    const text = body === undefined ? null : JSON.stringify(body);
    const reply = await send(`${address}${pathOf(endpoint.url, params, query)}`, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && JSON_BODY),
        ...always?.(),
        ...headers,
      },
      body: text,
      signal: signal ?? null,
      keepalive: keepalive && new Blob([text ?? '']).size < MAX_KEEPALIVE_BYTES,
    });
    if (reply.status === 401) onUnauthorized?.();
    if (!reply.ok) throw await problemOf(reply);
    return (reply.status === 204 ? undefined : await contentOf(reply, signal)) as ResponseOf<typeof endpoint>;
  };

/** An answer that breaks off in the middle, as when the portal restarts, counts as no answer. */
const contentOf = async (reply: Response, signal: AbortSignal | undefined): Promise<unknown> => {
  try {
    return await reply.json();
  } catch (reason) {
    if (signal?.aborted) throw reason;
    throw new CallProblem();
  }
};

/** Browsers permit 64 KiB for all such requests of a page together. */
const MAX_KEEPALIVE_BYTES = 60 * 1024;

const JSON_BODY = { 'content-type': 'application/json' };

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (reason) {
    if (init.signal?.aborted) throw reason;
    throw new CallProblem();
  }
}

/** The URL of an endpoint, relative to the portal. */
export function pathOf(pattern: string, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>;
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return `/api/1${path}${search.size > 0 ? `?${search}` : ''}`;
}

/** The problem of a refused request. */
export async function problemOf(reply: Response): Promise<CallProblem> {
  const answer: unknown = await reply.json().catch(() => undefined);
  const error = (answer as { error?: unknown } | undefined)?.error;
  const retryAfter = Number(reply.headers.get('retry-after'));
  return new CallProblem(
    reply.status,
    typeof error === 'string' ? forPeople(error) : undefined,
    retryAfter || undefined,
    answer,
  );
}

/** Removes the technical field name from «Телефон (phone): введите номер» and «Введите ФИО пациента (patientName)». */
const forPeople = (error: string) => error.replace(/ \(\w+\)(?=: |$)/, '');
