import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';

export interface Sending {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: Buffer | AsyncIterable<Buffer>;
}

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
  /** of the body */
  bytes: number;
}

/** So many connections, kept open, as a browser does. */
export const connections = (count: number) => new Agent({ keepAlive: true, maxSockets: count });

/** One request over `node:http`, which costs the sender less than `fetch`. `keep: false` counts the body and drops it. */
export const exchange = (
  agent: Agent,
  url: string,
  { method = 'GET', headers = {}, body }: Sending = {},
  { keep = true } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, (reply) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (keep) chunks.push(chunk);
      });
      reply.on('error', reject);
      reply.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const status = reply.statusCode ?? 0;
        const { location } = reply.headers;
        // a study in a bucket: the portal asks for the right and sends on
        if (status === 302 && location) resolve(exchange(agent, location, { headers }, { keep }));
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

/** So many hands take one item after the other. */
export const inParallel = async <T>(hands: number, items: T[], work: (item: T) => Promise<unknown>) => {
  const queue = items.values();
  const hand = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: hands }, hand));
};
