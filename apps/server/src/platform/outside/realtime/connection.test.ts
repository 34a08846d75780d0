import { PassThrough } from 'node:stream';
import { WebSocket } from 'ws';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Connection } from './connection.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setImmediate', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** A signed-in connection and what it writes. */
const connect = () => {
  const duplex = new PassThrough();
  const socket = Object.assign(Object.create(WebSocket.prototype) as WebSocket, { _readyState: 1 });
  const connection = new Connection(socket, duplex);
  const inAnHour = new Date(Date.now() + 3_600_000);
  connection.identity = {
    userID: '1',
    session: 's',
    tokenExpiresAt: inAnHour,
    sessionExpiresAt: inAnHour,
  };
  return { connection, duplex };
};

test('clients that connect together are not pinged together', () => {
  const clients = Array.from({ length: 200 }, connect);
  const perSecond: number[] = [];
  for (let second = 0; second < 26; second++) {
    vi.advanceTimersByTime(1000);
    for (const { connection } of clients) connection.tick(new Date());
    vi.runAllTicks();
    vi.advanceTimersByTime(0);
    // a ping is an empty reply
    const pinged = clients.filter(({ duplex }) => (duplex.read() as Buffer | null)?.includes('{}'));
    for (const { connection } of pinged) connection.receivePong();
    perSecond.push(pinged.length);
  }
  expect(perSecond.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(200);
  expect(Math.max(...perSecond)).toBeLessThan(50);
});
