import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionMonitor } from './monitor.ts';

/** The server of a test: answers, refuses connections, or hangs. */
type Server = 'answers' | 'is down' | 'hangs';

const start = () => {
  let server: Server = 'answers';
  let probes = 0;
  const probe = (signal: AbortSignal) => {
    probes += 1;
    if (server === 'answers') return Promise.resolve();
    if (server === 'is down') return Promise.reject(new TypeError('Failed to fetch'));
    return new Promise<void>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  const monitor = new ConnectionMonitor({ probe, isVisible: () => true, random: () => 1 });
  const changes: boolean[] = [];
  monitor.subscribe(() => changes.push(monitor.lost));
  return {
    monitor,
    changes,
    becomes: (now: Server) => {
      server = now;
    },
    probes: () => probes,
  };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a browser that goes offline has lost the connection at once', () => {
  const { monitor, changes } = start();
  monitor.wentOffline();
  expect(changes).toEqual([true]);
});

test('a failed request to a dead server, or a closed socket, is recognized at once', async () => {
  const { monitor, becomes } = start();
  becomes('is down');
  expect(await monitor.check()).toBe(true);
});

test('a failed request does not count as a lost connection when the server answers a probe', async () => {
  const { monitor, changes } = start();
  expect(await monitor.check()).toBe(false);
  expect(changes).toEqual([]);
});

test('a request to a hanging server shows the lost connection within three seconds', async () => {
  const { monitor, becomes } = start();
  await vi.advanceTimersByTimeAsync(10_000);
  becomes('hangs');
  monitor.requested();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(monitor.lost).toBe(true);
});

test('a slow response alone is not a lost connection, and the probes of a request end with it', async () => {
  const { monitor, probes, changes } = start();
  const ended = monitor.requested();
  await vi.advanceTimersByTimeAsync(6_000);
  expect([monitor.lost, probes() > 0]).toEqual([false, true]);
  ended();
  monitor.answered();
  const before = probes();
  await vi.advanceTimersByTimeAsync(15_000);
  expect([probes(), changes]).toEqual([before, []]);
});

test('an upload that fills the line delays the probe, which is no lost connection', async () => {
  const { monitor, becomes } = start();
  becomes('hangs');
  const checked = monitor.check();
  await vi.advanceTimersByTimeAsync(1_000);
  monitor.moved();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await checked).toBe(false);
});

test('an action after a silence, and an idle page, find a hanging server', async () => {
  const { monitor, becomes, probes } = start();
  monitor.active();
  expect(probes()).toBe(0);
  await vi.advanceTimersByTimeAsync(6_000);
  becomes('hangs');
  monitor.active();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(monitor.lost).toBe(true);

  const idle = start();
  idle.becomes('hangs');
  await vi.advanceTimersByTimeAsync(45_000);
  expect(idle.monitor.lost).toBe(true);
});

test('an idle page finds a hanging server within three seconds of the first missing heartbeat', async () => {
  const { monitor, becomes, probes } = start();
  for (let beat = 0; beat < 60; beat++) {
    monitor.heartbeat(2_000);
    await vi.advanceTimersByTimeAsync(2_000);
  }
  // heartbeats need no probe
  expect(probes()).toBe(0);
  becomes('hangs');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(monitor.lost).toBe(true);
});

test('a connection that is back is found by itself, and every action that waits for it continues', async () => {
  const { monitor, becomes, changes } = start();
  becomes('is down');
  await monitor.check();
  const found = vi.fn();
  void monitor.untilFound().then(found);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([monitor.lost, found.mock.calls.length]).toEqual([true, 0]);
  becomes('answers');
  await vi.advanceTimersByTimeAsync(13_000);
  expect(changes).toEqual([true, false]);
  expect(found).toHaveBeenCalledOnce();
});

test('a server that stays away is probed ever less often', async () => {
  const { monitor, becomes, probes } = start();
  becomes('is down');
  await monitor.check();
  await vi.advanceTimersByTimeAsync(60_000);
  const first = probes();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probes() - first).toBeLessThan(first);
});
