import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { ModelRefusal, UnreadableAnswer } from './answers.ts';

/** The model server cannot be reached, is overloaded or takes too long. */
export class ModelUnavailable extends Error {
  override name = 'ModelUnavailable';
}

export interface ModelServer {
  url: string;
  /** sent as bearer token */
  token: string | undefined;
}

interface ModelRequest<Result> {
  /** the same in every attempt */
  id: string;
  headers: Record<string, string>;
  /** called for each attempt, because a stream can be sent once */
  body: () => BodyInit;
  /** after this time the model counts as unavailable */
  withinMs: number;
  /** called with a fraction between 0 and 1 */
  onProgress?: (done: number) => Promise<void>;
  signal: AbortSignal;
  /** Reads the answer, whose status is 200. `get` fetches from another address of the same server. */
  take: (reply: Response, get: (address: string, problem: string) => Promise<Response>) => Promise<Result>;
}

const ATTEMPTS = 3;
const MAX_STATE_BYTES = 10_000;
/** Seconds between requests for the state of the job: the default, and the maximum that a server can set. */
const DEFAULT_DELAY = 2;
const MAX_DELAY = 60;

/**
 * Sends an image to a model server and reads the answer, which is the reply itself or the result of a job that the
 * server names (docs/segmentation-server.md).
 * @throws ModelRefusal, ModelUnavailable, or the reason of `signal`
 */
export const askModel = async <Result>(
  server: ModelServer,
  request: ModelRequest<Result>,
): Promise<Result> => {
  const limit = AbortSignal.timeout(request.withinMs);
  const signal = AbortSignal.any([request.signal, limit]);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await askOnce(server, { ...request, signal });
    } catch (cause) {
      request.signal.throwIfAborted();
      if (cause instanceof ModelRefusal) throw cause;
      if (attempt === ATTEMPTS || limit.aborted) {
        const late = `no answer within ${request.withinMs / 1000} seconds`;
        throw new ModelUnavailable(limit.aborted ? late : textOf(cause), { cause });
      }
      // if the time limit passes meanwhile, the next attempt fails at once
      await sleep(attempt * DEFAULT_DELAY * 1000, undefined, { signal: request.signal });
    }
  }
};

const textOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
};

const askOnce = async <Result>(
  { url, token }: ModelServer,
  request: ModelRequest<Result>,
): Promise<Result> => {
  const { id, body, signal, onProgress } = request;
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const sending: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { ...headers, ...request.headers, 'idempotency-key': id },
    body: body(),
    duplex: 'half',
    redirect: 'error',
    signal,
  };
  const get = (address: string, problem: string) =>
    fetch(onSameServer(address, url, problem), { headers, redirect: 'error', signal });
  const take = async (reply: Response): Promise<Result> => {
    await requireResult(reply);
    return request.take(reply, async (address, problem) => {
      const further = await get(address, problem);
      await requireResult(further);
      return further;
    });
  };
  let reply = await fetch(url, sending);
  if (reply.status !== 202) return take(reply);

  const job = onSameServer(reply.headers.get('location') ?? '', url, 'status 202 without a Location');
  let isDone = false;
  try {
    while (reply.status === 202) {
      const delay = Number(reply.headers.get('retry-after') ?? DEFAULT_DELAY);
      const progress = await progressOf(reply);
      await onProgress?.(progress);
      await sleep(Math.min(MAX_DELAY, Math.max(0.2, delay || 0)) * 1000, undefined, { signal });
      reply = await fetch(job, { headers, redirect: 'error', signal });
    }
    const answer = await take(reply);
    isDone = true;
    return answer;
  } finally {
    // lets the server free its memory; if this request fails, the server only finishes work that is no longer needed
    if (!isDone)
      await fetch(job, { method: 'DELETE', headers, signal: AbortSignal.timeout(5000) }).catch(() => {});
  }
};

/** Resolves an address from an answer. It must be on the server that answered, because the server's token is sent there. */
const onSameServer = (address: string, url: string, problem: string): URL => {
  const named = URL.canParse(address, url) ? new URL(address, url) : null;
  if (address === '' || named?.origin !== new URL(url).origin)
    throw new ModelRefusal(`${problem} on the same server`);
  return named;
};

const progressOf = async (reply: Response): Promise<number> => {
  // the body is optional; if it is absent or unreadable, the progress is unknown and the work continues
  const state: unknown = await readSmall(reply, MAX_STATE_BYTES)
    .then(JSON.parse)
    .catch(() => null);
  const progress = Number((state as { progress?: unknown } | null)?.progress ?? 0);
  return Math.min(1, Math.max(0, progress || 0));
};

const requireResult = async (reply: Response): Promise<void> => {
  if (reply.status === 200) return;
  const body = await readSmall(reply, MAX_STATE_BYTES).catch(() => '');
  const message = `status ${reply.status}: ${body.slice(0, 300)}`;
  const isFinal = reply.status < 500 && reply.status !== 408 && reply.status !== 429;
  throw isFinal ? new ModelRefusal(message) : new ModelUnavailable(message);
};

/** Reads a small body. Leaving the loop early, also by an error, ends the connection. */
export const readSmall = async (reply: Response, maxBytes: number): Promise<string> => {
  if (!reply.body) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of reply.body as ReadableStream<Uint8Array>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLong(maxBytes);
  }
  return Buffer.concat(chunks).toString('utf8');
};

export const tooLong = (maxBytes: number) =>
  new UnreadableAnswer(`the answer has more than ${maxBytes} bytes`);
