import { expect, test } from 'vitest';
import { fieldsSelector, Store } from './store.ts';

test('selected fields are the same object until one of them changes', () => {
  const store = new Store({ tool: 'zoom', slice: 1, saving: false });
  const select = fieldsSelector<{ tool: string; slice: number; saving: boolean }, 'tool' | 'slice'>([
    'tool',
    'slice',
  ]);
  const first = select(store.get());
  expect(first).toEqual({ tool: 'zoom', slice: 1 });
  store.set({ saving: true, slice: 1 });
  expect(select(store.get())).toBe(first);
  store.set({ slice: 2 });
  expect(select(store.get())).toEqual({ tool: 'zoom', slice: 2 });
});

test('a field that was set to undefined has changed', () => {
  const select = fieldsSelector<{ draft?: string | undefined; own: string }, 'draft' | 'own'>([
    'draft',
    'own',
  ]);
  expect(select({ own: 'a', draft: 'line' }).draft).toBe('line');
  expect(select({ own: 'a', draft: undefined }).draft).toBeUndefined();
});
