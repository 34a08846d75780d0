import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { messageOf } from '@snimok/contract/platform/webhook-messages';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../testing/requests-and-waiting/free-port.ts';
import { startServer } from '../../testing/portal/server.ts';
import { LOCAL, makeWebhook } from '../../testing/outside/webhook-receiver.ts';

const RECEIVER = join(import.meta.dirname, '../../../../../docs/examples/webhook-receiver.mjs');

test('the documented receiver accepts messages of the portal and refuses all others', async () => {
  const server = await startServer(LOCAL);
  const assistant = await server.as(await server.make.assistant());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const { secret, path } = await makeWebhook(assistant, { url, events: ['study.ready'] });
  const env = { WEBHOOK_SECRET: secret, PORT: String(port) };
  const receiver = spawn(process.execPath, [RECEIVER], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void receiver.kill());
  const lines = createInterface(receiver.stdout);
  const [listening] = await once(lines, 'line');
  expect(listening).toBe('listening');
  const next = once(lines, 'line');
  await server.work();
  await assistant.post(`${path}/test`);
  const [line] = await next;
  const message = JSON.parse(String(line)) as unknown;
  expect(messageOf('webhook.test').strict().parse(message)).toEqual(message);

  const forged = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) };
  for (const headers of [{}, forged, { ...forged, 'webhook-signature': 'v1,AAAA' }])
    expect((await fetch(url, { method: 'POST', headers, body: String(line) })).status).toBe(401);
});
