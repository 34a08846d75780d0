import { expect, test } from 'vitest';
import { startServer } from '../../testing/portal/server.ts';

test('the service worker is revalidated at every check and may fetch from the portal only', async () => {
  const { address } = await startServer();
  const reply = await fetch(`${address}/service-worker.js`);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toContain('javascript');
  expect(reply.headers.get('cache-control')).toBe('no-cache');
  expect(reply.headers.get('content-security-policy')).toContain("connect-src 'self'");
  expect(await reply.text()).toContain('assets-');
});

test('a service worker that is switched off is replaced by one that removes itself', async () => {
  const { address } = await startServer({ SERVICE_WORKER: 'off' });
  const reply = await fetch(`${address}/service-worker.js`);
  expect(reply.headers.get('cache-control')).toBe('no-cache');
  expect(await reply.text()).toContain('registration.unregister()');
});
