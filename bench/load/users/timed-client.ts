import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { tallyOf, type Tally } from './tally.ts';

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  headers?: Record<string, string | number>;
  body?: Buffer | string | AsyncIterable<Buffer>;
  /**
   * when the request was due (`performance.now()`); default now, for a request that depends on the previous response
   */
  due?: number;
  /** speed of the simulated line; default unlimited */
  bytesPerSecond?: number;
  /** count the bytes of the response body and drop them */
  dropBody?: boolean;
}

export interface Reply {
  ok: boolean;
  text: string;
}

const FOUND = 302;
/** Refused by a rule of the product, such as a slot that another user has just booked. */
const CONFLICT = 409;

/**
 * Sends requests over keep-alive connections and records each response time from the moment at which the request was
 * due, so that a stall of the driver or the portal makes all requests due meanwhile late (no coordinated omission).
 */
export class TimedClient {
  #tally: Tally = {};
  /** the beginnings of the first errors, for the log */
  #errorTexts: string[] = [];
  readonly #agent = new Agent({ keepAlive: true });

  async send(call: string, url: string, options: RequestOptions = {}): Promise<Reply> {
    const due = options.due ?? performance.now();
    const tally = tallyOf(this.#tally, call);
    try {
      const { status, text, bytes } = await this.#exchange(url, options);
      tally.ms.push(performance.now() - due);
      tally.bytes += bytes;
      if (status < 400) return { ok: true, text };
      if (status === CONFLICT) tally.refused += 1;
      else this.#recordError(call, `${status} ${text}`);
    } catch (cause) {
      this.#recordError(call, String(cause));
    }
    return { ok: false, text: '' };
  }

  /** Records a time that does not belong to a single request; `error` is its message if it failed. */
  record(call: string, ms: number, error: string | null = null): void {
    tallyOf(this.#tally, call).ms.push(ms);
    if (error !== null) this.#recordError(call, error);
  }

  #recordError(call: string, message: string): void {
    tallyOf(this.#tally, call).errors += 1;
    if (this.#errorTexts.length < 20) this.#errorTexts.push(`${call}: ${message.slice(0, 200)}`);
  }

  /** Returns what was recorded since the last call. */
  takeResults(): { tally: Tally; errorTexts: string[] } {
    const taken = { tally: this.#tally, errorTexts: this.#errorTexts };
    this.#tally = {};
    this.#errorTexts = [];
    return taken;
  }

  #exchange(
    url: string,
    options: RequestOptions,
    mayRetry = true,
  ): Promise<{ status: number; text: string; bytes: number }> {
    return new Promise((resolve, reject) => {
      const sent = request(url, {
        agent: this.#agent,
        method: options.method ?? 'GET',
        headers: options.headers ?? {},
      });
      sent.on('response', (reply) => {
        const { location } = reply.headers;
        if (reply.statusCode === FOUND && location) {
          // for a study in a bucket the portal checks access and redirects to the S3 server
          reply.resume();
          this.#exchange(location, options).then(resolve, reject);
        } else readBody(reply, options).then(resolve, reject);
      });
      sent.on('error', (cause: NodeJS.ErrnoException) => {
        // the server closed the reused connection at the same moment: retry over a new one, as browsers do
        if (mayRetry && sent.reusedSocket && cause.code === 'ECONNRESET')
          this.#exchange(url, options, false).then(resolve, reject);
        else reject(cause);
      });
      sendBody(sent, options.body).catch(reject);
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

const readBody = async (reply: IncomingMessage, { dropBody, bytesPerSecond }: RequestOptions) => {
  const chunks: Buffer[] = [];
  const status = reply.statusCode ?? 0;
  const begin = performance.now();
  let bytes = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (!dropBody || status >= 400) chunks.push(chunk);
    if (!bytesPerSecond) continue;
    const wait = begin + (bytes / bytesPerSecond) * 1000 - performance.now();
    if (wait > 1) await sleep(wait);
  }
  return { status, bytes, text: Buffer.concat(chunks).toString() };
};
