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

test('the connection counts as lost as soon as the browser goes offline', () => {
  const { monitor, changes } = start();
  monitor.wentOffline();
  expect(changes).toEqual([true]);
});

test('after a failed request or a closed socket, a server that is down is detected at once', async () => {
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

test('a slow response does not count as a lost connection, and probing ends with the request', async () => {
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

test('a probe that is delayed by an upload does not count as a lost connection', async () => {
  const { monitor, becomes } = start();
  becomes('hangs');
  const checked = monitor.check();
  await vi.advanceTimersByTimeAsync(1_000);
  monitor.moved();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await checked).toBe(false);
});

test('a hanging server is detected by the first action after a pause, and by an idle page', async () => {
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

test('a restored connection is detected automatically, and every waiting action continues', async () => {
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

test('a server that stays unreachable is probed less and less often', async () => {
  const { monitor, becomes, probes } = start();
  becomes('is down');
  await monitor.check();
  await vi.advanceTimersByTimeAsync(60_000);
  const first = probes();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probes() - first).toBeLessThan(first);
});
