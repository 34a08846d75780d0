import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { askModel, ModelUnavailable } from './ask-model.ts';

/** Sends a request to a server that answers it with a job that never ends. */
const askSlow = async (withinMs: number, signal: AbortSignal) => {
  const open = new Set<ServerResponse>();
  const asked: string[] = [];
  const server = createServer((request, reply) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.method === 'DELETE') return void reply.writeHead(204).end();
    open.add(reply);
    reply.on('close', () => open.delete(reply));
    if (request.method === 'POST') reply.writeHead(202, { location: '/jobs/1', 'retry-after': '0' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ask`;
  const request = { id: 'one', headers: {}, body: () => 'image', withinMs, signal };
  const result = askModel({ url, token: undefined }, { ...request, take: (reply) => reply.text() });
  return { result, asked, open };
};

test('a server that does not answer in time is unavailable, and its job is cancelled', async () => {
  const { result, asked, open } = await askSlow(600, new AbortController().signal);
  await expect(result).rejects.toThrow(ModelUnavailable);
  await expect(result).rejects.toThrow('no answer within 0.6 seconds');
  expect(asked).toEqual(['POST /ask', 'GET /jobs/1', 'DELETE /jobs/1']);
  await until('the end of the connections', () => open.size === 0);
});

test('aborting the signal cancels the job and throws the reason of the abort', async () => {
  const leaving = new AbortController();
  const { result, asked } = await askSlow(60_000, leaving.signal);
  const outcome = expect(result).rejects.toThrow('left');
  await until('the question about the job', () => asked.includes('GET /jobs/1'));
  leaving.abort(new Error('left'));
  await outcome;
  expect(asked.at(-1)).toBe('DELETE /jobs/1');
});
