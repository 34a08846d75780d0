import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { type Antivirus, AntivirusUnavailable } from './antivirus.ts';

/**
 * The time limit for each chunk, and for the answer. clamd answers only after it has scanned the whole content, for which
 * its own limit is two minutes (`MaxScanTime`).
 */
const SILENCE_MS = 5 * 60_000;
const CONNECT_MS = 10_000;
/** Answers are one short line. */
const MAX_ANSWER_BYTES = 4096;

/**
 * ClamAV's daemon, over its protocol `INSTREAM` (clamd(8)). The content is sent in chunks, each after its length, so clamd
 * needs no access to the files. One connection per file.
 * @param url `tcp://host:port` or `unix:/path`
 */
export const clamd = (url: string, { silenceMs = SILENCE_MS } = {}): Antivirus => ({
  async check() {
    await withSocket({ url, silenceMs }, undefined, async (socket) => {
      socket.write('zPING\0');
      const answer = await answerOf(socket);
      if (answer !== 'PONG') throw unexpected(answer);
    });
  },
  scan: (content, signal) =>
    withSocket({ url, silenceMs }, signal, async (socket, onProgress) => {
      const answer = answerOf(socket);
      // clamd may answer and close before the end, for example when the content is too large
      answer.catch(() => {});
      const sent = send(socket, content, onProgress);
      try {
        await Promise.race([sent, answer]);
        return resultOf(await answer);
      } finally {
        sent.catch(() => {});
        content.destroy();
      }
    }),
});

const addressOf = (url: string) => {
  if (url.startsWith('unix:')) return { path: url.slice('unix:'.length).replace(/^\/\/(?=\/)/, '') };
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
};

/**
 * Closes the connection when `onProgress` has not been called for `silenceMs`. The socket's own timeout does not
 * suffice, because it begins again with every byte that is sent or received.
 */
const withSocket = async <T>(
  { url, silenceMs }: { url: string; silenceMs: number },
  signal: AbortSignal | undefined,
  use: (socket: Socket, onProgress: () => void) => Promise<T>,
): Promise<T> => {
  const socket = connect(addressOf(url));
  const onAbort = () => socket.destroy();
  const silence = setTimeout(() => socket.destroy(new Error('clamd is silent')), silenceMs);
  signal?.addEventListener('abort', onAbort);
  // the code that reads or writes gets the error
  socket.on('error', () => {});
  try {
    const limits = [AbortSignal.timeout(CONNECT_MS), ...(signal ? [signal] : [])];
    await once(socket, 'connect', { signal: AbortSignal.any(limits) });
    return await use(socket, () => void silence.refresh());
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof AntivirusUnavailable || isOfContent(cause)) throw cause;
    throw new AntivirusUnavailable('clamd cannot be used', { cause });
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener('abort', onAbort);
    socket.destroy();
  }
};

/** An error of the file that is read, not of the connection. */
class ContentError extends Error {}
const isOfContent = (cause: unknown) => cause instanceof ContentError;

const send = async (socket: Socket, content: Readable, onProgress: () => void): Promise<void> => {
  const write = async (bytes: Uint8Array | string) => {
    if (!socket.write(bytes)) await drained(socket);
  };
  await write('zINSTREAM\0');
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (socket.destroyed) return;
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      socket.write(length);
      await write(chunk);
      onProgress();
    }
  } catch (cause) {
    if (socket.destroyed) throw cause;
    throw new ContentError('the file cannot be read', { cause });
  }
  await write(Buffer.alloc(4));
};

/** Waits until the socket drains or is closed, since a closed socket never drains. */
const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const onEnd = () => {
      socket.off('drain', onEnd).off('close', onEnd);
      resolve();
    };
    socket.on('drain', onEnd).on('close', onEnd);
    if (socket.destroyed) onEnd();
  });

const answerOf = async (socket: Socket): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES || chunk.includes(0)) break;
  }
  return Buffer.concat(chunks).toString('utf8').split('\0')[0]?.trim() ?? '';
};

const resultOf = (answer: string): string | null => {
  if (answer === 'stream: OK') return null;
  const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (found !== undefined) return found.slice(0, 100);
  throw unexpected(answer);
};

const unexpected = (answer: string) =>
  new AntivirusUnavailable(`clamd answers ${answer.slice(0, 100) || 'nothing'}`);
