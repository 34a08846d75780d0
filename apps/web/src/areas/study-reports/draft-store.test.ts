import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallProblem } from '@snimok/api-client/call';
import { DraftStore } from './draft-store.ts';
import type { Change, DraftPart } from './parts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const CONCLUSION = 'conclusion';
const text = (part: string, value: string, version: number): DraftPart => ({
  ...{ kind: 'text', part, value, version, changedByName: 'Иван', changedAt: '2026-11-23T10:00:00.000Z' },
});

/** A server with the rule of the real one: a part is saved when its version is the one that the change is based on. */
const openDraft = () => {
  const parts = new Map<string, DraftPart>(
    [CONCLUSION, 'field:bone'].map((part) => [part, text(part, '', 0)]),
  );
  let version = 1;
  let isLost: 'no' | 'request' | 'answer' = 'no';
  const draft = () => ({ parts: [...parts.values()], version, changedAt: '2026-11-23T10:00:00.000Z' });
  const apply = (changes: Change[]) => {
    const saved: { part: string; version: number }[] = [];
    const conflicts: DraftPart[] = [];
    for (const change of changes) {
      const before = parts.get(change.part);
      if (before && before.value === change.value) saved.push({ part: change.part, version: before.version });
      else if ((before?.version ?? 0) !== change.version) conflicts.push(before!);
      else {
        version += 1;
        parts.set(change.part, {
          ...text(change.part, '', change.version + 1),
          ...change,
          version: change.version + 1,
        } as DraftPart);
        saved.push({ part: change.part, version: change.version + 1 });
      }
    }
    return { version, savedAt: '2026-11-23T10:00:01.000Z', saved, conflicts };
  };
  const send = async (changes: Change[]) => {
    if (isLost === 'request') throw new CallProblem();
    const answer = apply(changes);
    if (isLost === 'answer') throw new CallProblem();
    return answer;
  };
  let kept: string | null = null;
  const keeper = {
    find: () => kept,
    save: (value: string) => void (kept = value),
    remove: () => void (kept = null),
  };
  const open = () => {
    const store = new DraftStore(send, keeper);
    store.receive(draft());
    return store;
  };
  return { open, draft, apply, parts, kept: () => kept, lose: (what: typeof isLost) => void (isLost = what) };
};

const valueIn = (store: DraftStore, part: string) =>
  store.get().parts.find((one) => one.part === part)?.value;

test('a change is saved after a moment, together with what is typed meanwhile', async () => {
  const server = openDraft();
  const store = server.open();
  store.change('text', CONCLUSION, 'Кари');
  store.change('text', CONCLUSION, 'Кариес');
  expect(store.get().saving).toBe('saving');
  await vi.advanceTimersByTimeAsync(900);
  expect(store.get()).toMatchObject({ saving: 'saved', version: 2 });
  expect(server.parts.get(CONCLUSION)?.value).toBe('Кариес');
  expect(server.kept()).toBeNull();
});

test('without a connection the text is kept in the browser and sent later, also after a reload', async () => {
  const server = openDraft();
  const store = server.open();
  server.lose('request');
  store.change('text', CONCLUSION, 'Кариес');
  await vi.advanceTimersByTimeAsync(900);
  expect(store.get().saving).toBe('waiting');
  expect(server.kept()).toContain('Кариес');
  const reloaded = server.open();
  expect(valueIn(reloaded, CONCLUSION)).toBe('Кариес');
  server.lose('no');
  await vi.advanceTimersByTimeAsync(4000);
  expect(server.parts.get(CONCLUSION)?.value).toBe('Кариес');
  expect(server.kept()).toBeNull();
});

test('an answer that is lost is not taken for the change of a colleague', async () => {
  const server = openDraft();
  const store = server.open();
  server.lose('answer');
  store.change('text', CONCLUSION, 'Кариес');
  await vi.advanceTimersByTimeAsync(900);
  store.change('text', CONCLUSION, 'Кариес зуба 36');
  server.lose('no');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(store.get().parts.some(({ conflict }) => conflict)).toBe(false);
  expect(server.parts.get(CONCLUSION)?.value).toBe('Кариес зуба 36');
  expect(store.get().saving).toBe('saved');
});

test('what a colleague writes in another part appears, and in the same part both texts stay until the user decides', async () => {
  const server = openDraft();
  const [store, other] = [server.open(), server.open()];
  other.change('text', CONCLUSION, 'Их текст');
  other.change('text', 'field:bone', 'Остеопороз');
  await vi.advanceTimersByTimeAsync(900);
  store.change('text', CONCLUSION, 'Мой текст');
  store.receive(server.draft());
  expect(valueIn(store, 'field:bone')).toBe('Остеопороз');
  const part = store.get().parts.find((one) => one.part === CONCLUSION);
  expect(part).toMatchObject({ value: 'Мой текст', conflict: { value: 'Их текст' } });
  await vi.advanceTimersByTimeAsync(5000);
  expect(server.parts.get(CONCLUSION)?.value).toBe('Их текст');
  expect(await store.flush()).toBe(false);
  store.resolve(CONCLUSION, 'mine');
  await vi.advanceTimersByTimeAsync(900);
  expect(server.parts.get(CONCLUSION)?.value).toBe('Мой текст');
  other.receive(server.draft());
  expect(valueIn(other, CONCLUSION)).toBe('Мой текст');
});
