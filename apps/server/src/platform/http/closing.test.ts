import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createServer } from './server.ts';

test('what is asked while the portal closes is answered, and the connection with it ends', async () => {
  const app = createServer({
    log: pino({ level: 'silent' }),
    config: readConfig({}),
  }) as unknown as FastifyInstance;
  const [closing, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // as long as WebSockets are being ended
  app.addHook('preClose', () => {
    closing.resolve();
    return answered.promise;
  });
  app.get('/question', async () => 'answer');
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const closed = app.close();
  await closing.promise;
  const reply = await fetch(`${address}/question`);
  expect([reply.status, await reply.text()]).toEqual([200, 'answer']);
  expect(reply.headers.get('connection')).toBe('close');
  answered.resolve();
  await closed;
});
