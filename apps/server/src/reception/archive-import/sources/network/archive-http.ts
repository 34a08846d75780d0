import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
  type RequestOptions,
} from 'node:http';
import { Agent as TLSAgent, request as httpsRequest } from 'node:https';
import type { Context } from '../../../../platform/context.ts';
import { hasBlockedPort } from '../../../../platform/networks/blocked-ports.ts';
import { SourceUnreachable } from '../source-unreachable.ts';
import type { SpooledFile, WorkingSpace } from '../working-space.ts';
import { reachable } from './reachable.ts';
import { ConnectionLost, retrying } from './retrying.ts';

/** How long the archive may be silent: it may search its database or decompress a volume before it answers. */
const SILENCE_MS = 120_000;
/** The maximum number of simultaneous requests. */
const MAX_CONNECTIONS = 8;
/** Statuses of an archive that is starting, overloaded, or unreachable for its proxy. */
const LATER = [408, 429, 500, 502, 503, 504];

/** The archive does not have, or does not give, what was asked for. */
export class NotGiven extends Error {
  override name = 'NotGiven';
}

interface Credentials {
  user: string | null;
  password: string | null;
  token?: string | null;
}

interface Asking {
  signal: AbortSignal;
  accept: string;
  /** sent by POST */
  body?: unknown;
}

/** The maximum size of an answer; a larger one is an error. */
interface Receiving extends Asking {
  maxBytes: number;
}

interface ReceivingJSON extends Omit<Receiving, 'accept'> {
  accept?: string;
  withHeaders?: (headers: IncomingHttpHeaders) => void;
}

type Send = (asking: Asking, path: string) => Promise<IncomingMessage>;

const openSender = (
  context: Pick<Context, 'config'>,
  { url: text, ...credentials }: { url: string } & Credentials,
): { send: Send; close(): void } => {
  const base = baseOf(text);
  const prefix = base.href.replace(/\/+$/, '');
  const isEncrypted = base.protocol === 'https:';
  const { assertAllowed, lookup } = reachable(context, { isEncrypted });
  assertAllowed(base.hostname.replace(/^\[|\]$/g, ''));
  const limits = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  const agent = isEncrypted ? new TLSAgent(limits) : new Agent(limits);
  const authorization = authorizationOf(credentials);

  const send: Send = ({ signal, accept, body }, path) => {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const options: RequestOptions = {
      agent,
      lookup,
      signal,
      timeout: SILENCE_MS,
      method: content === undefined ? 'GET' : 'POST',
      headers: {
        accept,
        ...(authorization !== null && { authorization }),
        ...(content !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(content),
        }),
      },
    };
    return new Promise((resolve, reject) => {
      const sent = (isEncrypted ? httpsRequest : httpRequest)(new URL(prefix + path), options, resolve);
      sent.on('timeout', () => sent.destroy(new Error('the archive is silent')));
      sent.on('error', reject);
      sent.end(content);
    });
  };
  return { send, close: () => agent.destroy() };
};

/**
 * Sends requests to an archive. A request whose connection is lost is repeated. Redirects are not followed, because the other
 * server would get the password.
 */
export const openHTTP = (context: Pick<Context, 'config'>, settings: { url: string } & Credentials) => {
  const { send, close } = openSender(context, settings);

  /** Calls `take` with an answer whose status is 200; null for a status that says that there is nothing. */
  const ask = <Result>(
    path: string,
    asking: Asking,
    take: (answer: IncomingMessage) => Promise<Result>,
  ): Promise<Result | null> =>
    retrying(asking.signal, async () => {
      try {
        const answer = await send(asking, path);
        try {
          return assertStatus(answer.statusCode ?? 0) ? await take(answer) : null;
        } finally {
          // an answer that was read to its end leaves its connection to the next request
          if (!answer.complete) answer.destroy();
          else answer.resume();
        }
      } catch (cause) {
        throw asLost(cause);
      }
    });

  return {
    /** The answer as JSON; null if there is none (204 and 404). @throws SourceUnreachable, NotGiven */
    json: (path: string, receiving: ReceivingJSON): Promise<unknown> =>
      ask(path, { accept: 'application/json', ...receiving }, async (answer) => {
        receiving.withHeaders?.(answer.headers);
        return jsonOf(answer, receiving.maxBytes);
      }),
    /** The answer as text; null if there is none. */
    text: (path: string, receiving: Receiving): Promise<string | null> =>
      ask(path, receiving, async (answer) =>
        Buffer.concat(await chunksOf(answer, receiving.maxBytes)).toString('utf8'),
      ),
    /** The first bytes of an answer, at most `maxBytes`; the rest is not fetched. */
    beginning: (path: string, receiving: Receiving): Promise<Buffer | null> =>
      ask(path, receiving, async (answer) => {
        const chunks: Buffer[] = [];
        let left = receiving.maxBytes;
        for await (const chunk of answer as AsyncIterable<Buffer>) {
          chunks.push(chunk.subarray(0, left));
          left -= Math.min(left, chunk.length);
          if (left === 0) break;
        }
        return Buffer.concat(chunks);
      }),
    /**
     * Receives a whole answer; the result can be read once. `contentOf` returns the bytes of the file; its errors are thrown, except a
     * lost connection, which is repeated.
     * @throws NotGiven if there is none
     */
    async receive(
      path: string,
      receiving: Receiving,
      space: WorkingSpace,
      contentOf: (answer: IncomingMessage, body: AsyncIterable<Buffer>) => AsyncIterable<Uint8Array>,
    ): Promise<SpooledFile> {
      const file = await ask(path, receiving, async (answer) => {
        const spooling = space.spool({ inMemory: true });
        try {
          const body = bounded(answer, receiving.maxBytes);
          for await (const chunk of contentOf(answer, body)) await spooling.add(chunk);
          return await spooling.end();
        } catch (cause) {
          await spooling.abandon();
          throw cause;
        }
      });
      if (!file) throw new NotGiven('the archive no longer has the file');
      return file;
    },
    close,
  };
};

export type ArchiveHTTP = ReturnType<typeof openHTTP>;

const baseOf = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SourceUnreachable('the address must begin with http:// or https://');
  if (url.username || url.password)
    throw new SourceUnreachable('the address must not contain a user name or password');
  if (hasBlockedPort(text)) throw new SourceUnreachable('the port belongs to another protocol');
  return new URL(url.origin + url.pathname);
};

const authorizationOf = ({ user, password, token }: Credentials): string | null => {
  if (token) return `Bearer ${token}`;
  if (user === null) return null;
  return `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}`;
};

/** Whether there is an answer. */
const assertStatus = (status: number): boolean => {
  if (status === 200) return true;
  if (status === 204 || status === 404) return false;
  if (status === 401 || status === 403)
    throw new SourceUnreachable(`the archive refuses the credentials (status ${status})`);
  if (LATER.includes(status)) throw new ConnectionLost(`the archive answers with status ${status}`);
  throw new NotGiven(`the archive answers with status ${status}`);
};

async function* bounded(answer: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new NotGiven(`an answer has more than ${maxBytes} bytes`);
    yield chunk;
  }
  // a proxy may end a connection without an error
  if (!answer.complete) throw new ConnectionLost('the archive closed the connection within an answer');
}

const chunksOf = async (answer: IncomingMessage, maxBytes: number): Promise<Buffer[]> => {
  const chunks: Buffer[] = [];
  for await (const chunk of bounded(answer, maxBytes)) chunks.push(chunk);
  return chunks;
};

const jsonOf = async (answer: IncomingMessage, maxBytes: number): Promise<unknown> => {
  const text = Buffer.concat(await chunksOf(answer, maxBytes)).toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new NotGiven('the archive answers something other than JSON');
  }
};

const CERTIFICATE = /CERT|SIGNATURE|ALTNAME|SSL|TLS|EPROTO/;

/** Errors of the network are repeated. The text has only their code, because their messages name addresses. */
const asLost = (cause: unknown): unknown => {
  if (cause instanceof SourceUnreachable || cause instanceof ConnectionLost || !(cause instanceof Error))
    return cause;
  const code = String((cause as NodeJS.ErrnoException).code ?? '');
  if (CERTIFICATE.test(code))
    return new SourceUnreachable(`no encrypted connection is possible: ${code}`, { cause });
  // errors of the disk have a code too
  const isOfNetwork =
    cause.message === 'the archive is silent' ||
    /^(ECONN|EHOST|ENET|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|HPE_|ERR_STREAM_PREMATURE_CLOSE)/.test(code);
  return isOfNetwork
    ? new ConnectionLost(`the archive does not answer: ${code || 'silent'}`, { cause })
    : cause;
};
