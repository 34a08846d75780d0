import type { ServerResponse } from 'node:http';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { limitSilence } from './limit-silence.ts';

test('the timeout of a response that has no connection throws no error', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  limitSilence(app, 60_000);
  let response: ServerResponse | undefined;
  app.get('/', async (_request, reply) => {
    response = reply.raw;
    return 'all';
  });
  expect((await app.inject('/')).body).toBe('all');
  // the timer of the limit emits this
  expect(() => response?.emit('timeout')).not.toThrow();
});
