import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface Received {
  method: string | undefined;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Answer = (reply: ServerResponse, message: { id: string; deliver: () => void }) => void;

const accepting: Answer = (reply, { deliver }) => {
  deliver();
  reply.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"OK"}');
};

/**
 * A gateway for text messages on this machine. Like real gateways, it delivers a message once even if it gets its id several
 * times. Requests: `GET /send?to=…&text=…&id=…`, or POST with the same fields as JSON.
 */
export const startTextGateway = async () => {
  const received: Received[] = [];
  const delivered: { id: string; to: string; text: string }[] = [];
  let answer = accepting;
  const server = createServer(async (request, reply) => {
    const body = await text(request);
    received.push({ method: request.method, url: request.url ?? '', headers: request.headers, body });
    const query = new URL(request.url ?? '', 'http://gateway.test').searchParams;
    const fields = (body ? JSON.parse(body) : Object.fromEntries(query)) as Record<string, string>;
    const message = { id: fields.id ?? '', to: fields.to ?? '', text: fields.text ?? '' };
    const deliver = () => {
      if (!delivered.some(({ id }) => id === message.id)) delivered.push(message);
    };
    answer(reply, { id: message.id, deliver });
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(async () => {
    if (server.listening) await stop();
  });
  const address = `http://127.0.0.1:${port}/send`;
  return {
    received,
    delivered,
    stop,
    startAgain: () => listen(port),
    setAnswer: (next: Answer) => void (answer = next),
    accept: () => void (answer = accepting),
    address,
    /** Settings with which the portal sends to this gateway. */
    settings: { SMS_URL: `${address}?to={to}&text={text}&id={id}` },
  };
};
