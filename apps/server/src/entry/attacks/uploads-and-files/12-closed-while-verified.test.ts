import { expect, test, vi } from 'vitest';
import { WebSocket as WebSocketClient } from 'ws';
import type * as tokens from '../../../platform/outside/realtime/tokens.ts';
import { startWithDoctor } from '../../../platform/realtime/behaviour.fixture.ts';
import { newConnectionToken, realtimeClient } from '../../../testing/callers/realtime-client.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';

const verification = vi.hoisted(() => ({ begun: 0, mayEnd: Promise.resolve() }));

/** Ends the verification of a token only when the test permits it. */
vi.mock('../../../platform/outside/realtime/tokens.ts', async (importOriginal) => {
  const original = await importOriginal<typeof tokens>();
  return {
    ...original,
    readConnection: async (...given: Parameters<typeof tokens.readConnection>) => {
      verification.begun += 1;
      await verification.mayEnd;
      return original.readConnection(...given);
    },
  };
});

test('sockets that close while their token is verified do not count as connections of the account', async () => {
  const { server, client } = await startWithDoctor();
  const token = await newConnectionToken(client);
  const { promise, resolve } = Promise.withResolvers<void>();
  verification.mayEnd = promise;
  verification.begun = 0;
  const url = `${server.address.replace('http', 'ws')}/connection/websocket`;
  const sockets = Array.from({ length: 40 }, () => new WebSocketClient(url));
  for (const socket of sockets)
    socket.on('open', () => socket.send(JSON.stringify({ id: 1, connect: { token } })));
  await until('all verifications to begin', () => verification.begun === 40);
  for (const socket of sockets) socket.terminate();
  await until('the server to see the closes', async () =>
    /snimok_websockets 1\n/.test(await (await fetch(`${server.address}/metrics`)).text()),
  );
  resolve();
  const late = realtimeClient(server.address, { token });
  await late.connected();
  expect(late.disconnects).toEqual([]);
});
