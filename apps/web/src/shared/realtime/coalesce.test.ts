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

test('a burst of events is one question, and a later event another', () => {
  const ask = vi.fn();
  const wish = coalesce(ask);
  wish();
  wish();
  expect(ask).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(ask).toHaveBeenCalledTimes(1);
  wish();
  vi.advanceTimersByTime(1000);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('a hundred tabs that hear the same do not ask in the same moment', () => {
  const moments = new Set<number>();
  const begin = Date.now();
  for (let tab = 0; tab < 100; tab++) coalesce(() => moments.add(Date.now() - begin))();
  vi.advanceTimersByTime(1000);
  expect(moments.size).toBeGreaterThan(50);
});

test('a tab that nobody looks at asks once when somebody does', () => {
  const ask = vi.fn();
  const wish = coalesceWhileVisible(ask);
  page.hidden = true;
  for (let event = 0; event < 3; event++) {
    wish();
    vi.advanceTimersByTime(5000);
  }
  expect(ask).not.toHaveBeenCalled();
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(1000);
  expect(ask).toHaveBeenCalledTimes(1);
});
