import { afterEach, expect, test, vi } from 'vitest';
import type { DecodeRequest } from './decode-messages.ts';
import { DecoderPool } from './decoder-pool.ts';

class FakeWorker extends EventTarget {
  static readonly started: FakeWorker[] = [];
  readonly requests: DecodeRequest[] = [];
  isTerminated = false;

  constructor() {
    super();
    FakeWorker.started.push(this);
  }

  postMessage(request: DecodeRequest) {
    this.requests.push(request);
  }

  terminate() {
    this.isTerminated = true;
  }

  answer(value: number) {
    const data = { id: this.requests.at(-1)!.id, values: Uint16Array.of(value) };
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  end() {
    this.dispatchEvent(new Event('error'));
  }
}

vi.stubGlobal('Worker', FakeWorker);
const frame = () => ({ encoding: 'htj2k' as const, bits: 16 as const, bytes: new Uint8Array(4) });

afterEach(() => FakeWorker.started.splice(0));

test('frames of a decoder that has ended fail, and the next frame starts another decoder', async () => {
  const pool = new DecoderPool(1);
  const lost = pool.decode(frame());
  FakeWorker.started[0]!.end();
  await expect(lost).rejects.toThrow('ended');
  expect(FakeWorker.started[0]!.isTerminated).toBe(true);
  expect(FakeWorker.started).toHaveLength(1);

  const again = pool.decode(frame());
  expect(FakeWorker.started).toHaveLength(2);
  FakeWorker.started[1]!.answer(7);
  expect(await again).toEqual(Uint16Array.of(7));
});

test('each frame goes to the least busy decoder, and pending frames become null when the pool is closed', async () => {
  const pool = new DecoderPool(2);
  const one = pool.decode(frame());
  const other = pool.decode(frame());
  const third = pool.decode(frame());
  expect(FakeWorker.started.map(({ requests }) => requests.length)).toEqual([2, 1]);
  FakeWorker.started[1]!.answer(5);
  expect(await other).toEqual(Uint16Array.of(5));
  pool.close();
  expect(await Promise.all([one, third])).toEqual([null, null]);
});
