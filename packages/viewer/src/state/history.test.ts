import { expect, test } from 'vitest';
import { History, restoring } from './history.ts';
import { Store } from './store.ts';

const opened = () => {
  const store = new Store({ thickness: 10, shift: 0 });
  const history = new History();
  const change = (values: Partial<{ thickness: number; shift: number }>, key?: string, owner?: object) => {
    const { thickness, shift } = store.get();
    const before = 'thickness' in values ? { thickness } : { shift };
    history.remember(restoring(store, before), { ...(key && { key }), ...(owner && { owner }) });
    store.set(values);
  };
  return { store, history, change };
};

test('changes are undone and redone one by one, each with its own values', () => {
  const { store, history, change } = opened();
  change({ thickness: 20 });
  change({ shift: 3 });
  history.undo();
  expect(store.get()).toEqual({ thickness: 20, shift: 0 });
  history.undo();
  expect(store.get()).toEqual({ thickness: 10, shift: 0 });
  history.undo();
  history.redo();
  history.redo();
  expect(store.get()).toEqual({ thickness: 20, shift: 3 });
  history.undo();
  change({ thickness: 5 });
  history.redo();
  expect(store.get()).toEqual({ thickness: 5, shift: 0 });
});

test('one undo reverts all moves of a slider, and the steps of a closed series are removed', () => {
  const { store, history, change } = opened();
  for (const shift of [1, 2, 3]) change({ shift }, 'shift');
  history.undo();
  expect(store.get().shift).toBe(0);
  change({ shift: 4 }, 'shift');
  history.undo();
  expect(store.get().shift).toBe(0);

  const owner = {};
  change({ thickness: 15 });
  change({ thickness: 30 }, undefined, owner);
  history.forget(owner);
  history.undo();
  expect(store.get().thickness).toBe(10);
});
