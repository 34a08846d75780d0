import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { of, type Tally } from './tally.ts';

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  headers?: Record<string, string | number>;
  body?: Buffer | string | AsyncIterable<Buffer>;
  /** when it was due, by `performance.now()`; now when absent: it follows from an answer that has just come */
  due?: number;
  /** what its line takes in a second; absent: all that comes */
  bytesPerSecond?: number;
  /** the answer is read and dropped: only its length is of interest */
  drop?: boolean;
}

export interface Reply {
  ok: boolean;
  text: string;
}

const MOVED = 302;
/** Refusals that the product means: somebody else was first. */
const REFUSED = 409;

/**
 * Calls over connections that stay open, each counted from the moment it was due: when the driver or the portal stands
 * still, all that was due meanwhile counts as late.
 */
export class TimedClient {
  #tally: Tally = {};
  /** the first words of errors, a few of them */
  #said: string[] = [];
  readonly #agent = new Agent({ keepAlive: true });

  async ask(call: string, url: string, asked: RequestOptions = {}): Promise<Reply> {
    const due = asked.due ?? performance.now();
    const tally = of(this.#tally, call);
    try {
      const { status, text, bytes } = await this.#exchange(url, asked);
      tally.ms.push(performance.now() - due);
      tally.bytes += bytes;
      if (status < 400) return { ok: true, text };
      if (status === REFUSED) tally.refused += 1;
      else this.#failed(call, `${status} ${text}`);
    } catch (cause) {
      this.#failed(call, String(cause));
    }
    return { ok: false, text: '' };
  }

  /** What is no single call but was waited for; `error` in words when it failed. */
  count(what: string, ms: number, error: string | null = null): void {
    of(this.#tally, what).ms.push(ms);
    if (error !== null) this.#failed(what, error);
  }

  #failed(call: string, words: string): void {
    of(this.#tally, call).errors += 1;
    if (this.#said.length < 20) this.#said.push(`${call}: ${words.slice(0, 200)}`);
  }

  /** All that was counted since the last time. */
  take(): { tally: Tally; errorTexts: string[] } {
    const taken = { tally: this.#tally, errorTexts: this.#said };
    this.#tally = {};
    this.#said = [];
    return taken;
  }

  #exchange(
    url: string,
    asked: RequestOptions,
    again = true,
  ): Promise<{ status: number; text: string; bytes: number }> {
    return new Promise((resolve, reject) => {
      const sent = request(url, {
        agent: this.#agent,
        method: asked.method ?? 'GET',
        headers: asked.headers ?? {},
      });
      sent.on('response', (reply) => {
        const { location } = reply.headers;
        if (reply.statusCode === MOVED && location) {
          // a study in a bucket: the portal asks for the right and sends on
          reply.resume();
          this.#exchange(location, asked).then(resolve, reject);
        } else read(reply, asked).then(resolve, reject);
      });
      sent.on('error', (cause: NodeJS.ErrnoException) => {
        // a kept connection that the other side closed in this moment is asked over a new one, as browsers do
        if (again && sent.reusedSocket && cause.code === 'ECONNRESET')
          this.#exchange(url, asked, false).then(resolve, reject);
        else reject(cause);
      });
      sendBody(sent, asked.body).catch(reject);
    });
  }
}

const sendBody = async (sent: ClientRequest, body: RequestOptions['body']): Promise<void> => {
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) {
    sent.end(body);
    return;
  }
  for await (const piece of body) if (!sent.write(piece)) await once(sent, 'drain');
  sent.end();
};

const read = async (reply: IncomingMessage, { drop, bytesPerSecond }: RequestOptions) => {
  const chunks: Buffer[] = [];
  const status = reply.statusCode ?? 0;
  const begin = performance.now();
  let bytes = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (!drop || status >= 400) chunks.push(chunk);
    if (!bytesPerSecond) continue;
    const wait = begin + (bytes / bytesPerSecond) * 1000 - performance.now();
    if (wait > 1) await sleep(wait);
  }
  return { status, bytes, text: Buffer.concat(chunks).toString() };
};
