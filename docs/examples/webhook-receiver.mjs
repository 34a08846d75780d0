// A receiver of webhooks of «Снимок»: node webhook-receiver.mjs, with WEBHOOK_SECRET (whsec_…) and PORT.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
const seen = new Set();

const isGenuine = (headers, body) => {
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(seconds)) < 300)) return false;
  const own = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest();
  const given = String(signatures)
    .split(' ')
    .map((one) => Buffer.from(one.replace('v1,', ''), 'base64'));
  return given.some((one) => one.length === own.length && timingSafeEqual(one, own));
};

const server = createServer(async (request, reply) => {
  const body = await text(request);
  if (!isGenuine(request.headers, body)) return reply.writeHead(401).end();
  // the same message may come again: it has the same id
  if (!seen.has(request.headers['webhook-id'])) console.log(body);
  seen.add(request.headers['webhook-id']);
  reply.writeHead(204).end();
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'));
