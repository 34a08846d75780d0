import { expect, test } from 'vitest';
import { startServer } from '../../../testing/portal/server.ts';

test('an assistant signs in, reads the counters and signs out', async () => {
  const { nobody, make } = await startServer();
  const { email, password, id } = await make.assistant();
  const reply = await nobody.signIn(email, password);
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({ user_id: id, user_role: 'assistant', expires_in: 12 * 3600 });
  expect((await nobody.get('/assistant/counters')).status).toBe(200);
  const cookie = nobody.cookie;
  expect((await nobody.delete('/auth/token')).status).toBe(204);
  nobody.cookie = cookie;
  expect((await nobody.get('/assistant/counters')).status).toBe(401);
});
