import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createWebhook } from '@snimok/contract/platform/webhooks';
import { onTestFinished } from 'vitest';
import type { TestClient } from '../requests-and-waiting/client.ts';
import { responseOf } from '../requests-and-waiting/contract.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver of webhooks on this machine; `answer` gets the number of the request, from 1. */
export const startReceiver = async (
  answer: (reply: ServerResponse, count: number) => void = (reply) => void reply.writeHead(204).end(),
) => {
  const received: Received[] = [];
  const server = createServer(async (request, reply) => {
    received.push({ headers: request.headers, body: await text(request) });
    answer(reply, received.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { received, port, url: `http://127.0.0.1:${port}/hook` };
};

/** Lets the portal reach receivers on this machine. */
export const LOCAL = { WEBHOOK_NETWORKS: '127.0.0.0/8' };

export const makeWebhook = async (
  assistant: TestClient,
  { url, events }: { url: string; events: string[] },
) => {
  const base = '/assistant/integrations/webhooks';
  const reply = await assistant.post(base, { name: 'Учётная система', url, events });
  const { webhookID, secret } = responseOf(createWebhook, reply);
  return { webhookID, secret, path: `${base}/${webhookID}` };
};
