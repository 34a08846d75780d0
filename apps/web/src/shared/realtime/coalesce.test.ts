import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesce, coalesceWhileVisible } from './coalesce.ts';

const page = Object.assign(new EventTarget(), { hidden: false });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a burst of events causes one request, and a later event another', () => {
  const request = vi.fn();
  const schedule = coalesce(request);
  schedule();
  schedule();
  expect(request).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(request).toHaveBeenCalledTimes(1);
  schedule();
  vi.advanceTimersByTime(1000);
  expect(request).toHaveBeenCalledTimes(2);
});

test('a hundred tabs that receive the same event spread their requests', () => {
  const moments = new Set<number>();
  const begin = Date.now();
  for (let tab = 0; tab < 100; tab++) coalesce(() => moments.add(Date.now() - begin))();
  vi.advanceTimersByTime(1000);
  expect(moments.size).toBeGreaterThan(50);
});

test('a hidden tab sends one request when it becomes visible', () => {
  const request = vi.fn();
  const schedule = coalesceWhileVisible(request);
  page.hidden = true;
  for (let event = 0; event < 3; event++) {
    schedule();
    vi.advanceTimersByTime(5000);
  }
  expect(request).not.toHaveBeenCalled();
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(1000);
  expect(request).toHaveBeenCalledTimes(1);
});
