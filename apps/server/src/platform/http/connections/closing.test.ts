import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../../settings/config.ts';
import { createServer } from '../server.ts';

test('a request that arrives while the server closes is answered, and its connection is closed', async () => {
  const app = createServer({
    log: pino({ level: 'silent' }),
    config: readConfig({}),
  }) as unknown as FastifyInstance;
  const closing = Promise.withResolvers<void>();
  const closeAllowed = Promise.withResolvers<void>();
  // delays the closing, as open WebSockets do
  app.addHook('preClose', () => {
    closing.resolve();
    return closeAllowed.promise;
  });
  app.get('/late', async () => 'answer');
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const closed = app.close();
  await closing.promise;
  const reply = await fetch(`${address}/late`);
  expect([reply.status, await reply.text()]).toEqual([200, 'answer']);
  expect(reply.headers.get('connection')).toBe('close');
  closeAllowed.resolve();
  await closed;
});
