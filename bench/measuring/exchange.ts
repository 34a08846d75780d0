import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';

export interface RequestOptions {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: Buffer | AsyncIterable<Buffer>;
}

export interface Reply {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
  /** length of the body */
  bytes: number;
}

/** An agent with at most `count` keep-alive connections. */
export const connections = (count: number) => new Agent({ keepAlive: true, maxSockets: count });

/**
 * One request over `node:http`, which costs the driver less CPU time than `fetch`. Throws for a status of 300 or more,
 * except that a redirect is followed. `keepBody: false` counts the bytes of the body and drops them.
 */
export const exchange = (
  agent: Agent,
  url: string,
  { method = 'GET', headers = {}, body }: RequestOptions = {},
  { keepBody = true } = {},
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, (reply) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (keepBody) chunks.push(chunk);
      });
      reply.on('error', reject);
      reply.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const status = reply.statusCode ?? 0;
        const { location } = reply.headers;
        // for a study in a bucket the portal checks access and redirects to the S3 server
        if (status === 302 && location) resolve(exchange(agent, location, { headers }, { keepBody }));
        else if (status >= 300) reject(new Error(`${method} ${url.slice(0, 120)}: ${status} ${text}`));
        else resolve({ status, headers: reply.headers, text, bytes });
      });
    });
    sent.on('error', reject);
    if (body === undefined || Buffer.isBuffer(body)) sent.end(body);
    else sendAll(sent, body).catch(reject);
  });

const sendAll = async (sent: ReturnType<typeof request>, body: AsyncIterable<Buffer>): Promise<void> => {
  for await (const chunk of body) {
    if (!sent.write(chunk)) await new Promise((resolve) => sent.once('drain', resolve));
  }
  sent.end();
};

/** Processes the items in order, at most `concurrency` at once. */
export const inParallel = async <T>(concurrency: number, items: T[], work: (item: T) => Promise<unknown>) => {
  const queue = items.values();
  const takeItems = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, takeItems));
};
