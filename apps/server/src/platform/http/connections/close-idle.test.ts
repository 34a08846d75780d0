import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { closeConnectionsThatBecomeIdle } from './close-idle.ts';

test('a server that closes does not wait for a connection whose last response has ended', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  closeConnectionsThatBecomeIdle(app);
  const body = new PassThrough();
  body.write('begun');
  app.get('/', () => body);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const [reply] = (await once(get(address, { agent }), 'response')) as [IncomingMessage];
  const ended = once(reply.resume(), 'end');
  const closed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  body.end();
  await ended;
  // the agent keeps the connection: without the hook this waits for keepAliveTimeout
  await closed;
}, 20_000);
