import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_ANSWER_BYTES, type ModelAnswer, ModelRefusal, readAnswer, UnreadableAnswer } from './answer.ts';

/** The model server cannot be reached, is overloaded or takes too long. */
export class ModelUnavailable extends Error {
  override name = 'ModelUnavailable';
}

interface ModelServer {
  url: string;
  /** sent as bearer token */
  token: string | undefined;
}

interface ModelRequest {
  /** identifies the segmentation; the same in every attempt */
  id: string;
  /** path of the file with the volume, NIfTI-1 */
  volume: string;
  /** path of the file to create for the labels, NIfTI-1 */
  labels: string;
  /** the largest file of labels that is accepted */
  maxBytes: number;
  /** called with a fraction between 0 and 1 */
  onProgress: (done: number) => Promise<void>;
  signal: AbortSignal;
}

const ATTEMPTS = 3;
const TOTAL_MS = 30 * 60_000;
const MAX_STATE_BYTES = 10_000;
/** Seconds between questions about the job: the default, and the most that a server can ask for. */
const DEFAULT_DELAY = 2;
const MAX_DELAY = 60;

/**
 * Has a volume segmented by a model server (HTTP contract: docs/segmentation-server.md). The server gets the voxels and
 * their positions, and nothing else about study or patient. Returns what the server says about the labels; null from a
 * server with contract 1, whose answer consists of the labels alone.
 * @throws ModelRefusal, ModelUnavailable, or the reason of `signal`
 */
export const segmentByModel = async (
  server: ModelServer,
  request: ModelRequest,
): Promise<ModelAnswer | null> => {
  const limit = AbortSignal.timeout(TOTAL_MS);
  const signal = AbortSignal.any([request.signal, limit]);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await segmentOnce(server, { ...request, signal });
    } catch (cause) {
      request.signal.throwIfAborted();
      if (cause instanceof ModelRefusal) throw cause;
      if (attempt === ATTEMPTS || limit.aborted)
        throw new ModelUnavailable(limit.aborted ? 'no answer within 30 minutes' : textOf(cause), { cause });
      await sleep(attempt * DEFAULT_DELAY * 1000, undefined, { signal: request.signal });
    }
  }
};

const textOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
};

const segmentOnce = async (
  { url, token }: ModelServer,
  request: ModelRequest,
): Promise<ModelAnswer | null> => {
  const { id, volume, signal, onProgress } = request;
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const sending: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/x-nifti',
      'content-length': String((await stat(volume)).size),
      'idempotency-key': id,
      'segmentation-contract': '2',
    },
    body: Readable.toWeb(createReadStream(volume)) as unknown as BodyInit,
    duplex: 'half',
    redirect: 'error',
    signal,
  };
  let reply = await fetch(url, sending);
  if (reply.status !== 202) return takeResult(reply, url, headers, request);

  const job = onSameServer(reply.headers.get('location') ?? '', url, 'status 202 without a Location');
  let isDone = false;
  try {
    while (reply.status === 202) {
      const delay = Number(reply.headers.get('retry-after') ?? DEFAULT_DELAY);
      await onProgress(await progressOf(reply));
      await sleep(Math.min(MAX_DELAY, Math.max(0.2, delay || 0)) * 1000, undefined, { signal });
      reply = await fetch(job, { headers, redirect: 'error', signal });
    }
    const answer = await takeResult(reply, url, headers, request);
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
  const state: unknown = await readSmall(reply)
    .then(JSON.parse)
    .catch(() => null);
  const progress = Number((state as { progress?: unknown } | null)?.progress ?? 0);
  return Math.min(1, Math.max(0, progress || 0));
};

/** The labels, or in contract 2 a description that says where the labels are. */
const takeResult = async (
  reply: Response,
  url: string,
  headers: Record<string, string>,
  request: ModelRequest,
): Promise<ModelAnswer | null> => {
  await requireResult(reply);
  if (!/^application\/json\b/i.test(reply.headers.get('content-type') ?? '')) {
    await saveLabels(reply, request);
    return null;
  }
  const answer = readAnswer(await readSmall(reply, MAX_ANSWER_BYTES));
  const address = onSameServer(answer.labels, url, 'labels that are not');
  const labels = await fetch(address, { headers, redirect: 'error', signal: request.signal });
  await requireResult(labels);
  await saveLabels(labels, request);
  return answer;
};

const requireResult = async (reply: Response): Promise<void> => {
  if (reply.status === 200) return;
  const message = `status ${reply.status}: ${(await readSmall(reply).catch(() => '')).slice(0, 300)}`;
  const isFinal = reply.status < 500 && reply.status !== 408 && reply.status !== 429;
  throw isFinal ? new ModelRefusal(message) : new ModelUnavailable(message);
};

const saveLabels = async (reply: Response, { labels, maxBytes, signal }: ModelRequest): Promise<void> => {
  if (!reply.body) throw new ModelRefusal('status 200 without labels');
  const source = Readable.fromWeb(reply.body as ReadableStream);
  await pipeline(source, atMost(maxBytes), createWriteStream(labels, { mode: 0o600 }), { signal });
};

/** Reads a small body. Leaving the loop early, also by an error, ends the connection. */
const readSmall = async (reply: Response, maxBytes = MAX_STATE_BYTES): Promise<string> => {
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

const tooLong = (maxBytes: number) => new UnreadableAnswer(`the answer has more than ${maxBytes} bytes`);

const atMost = (maxBytes: number): Transform => {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      passed += chunk.length;
      if (passed > maxBytes) done(tooLong(maxBytes));
      else done(null, chunk);
    },
  });
};
