import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallProblem } from '@snimok/api-client/call';
import { DraftStore } from './draft-store.ts';
import type { Change, DraftPart } from './parts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const CONCLUSION = 'conclusion';
const text = (part: string, value: string, version: number): DraftPart => ({
  kind: 'text',
  part,
  value,
  version,
  changedByName: 'Иван',
  changedAt: '2026-11-23T10:00:00.000Z',
});

/**
 * A server that follows the rule of the real one: it saves a part if the change is based on the stored version of the
 * part.
 */
const openDraft = () => {
  const parts = new Map<string, DraftPart>(
    [CONCLUSION, 'field:bone'].map((part) => [part, text(part, '', 0)]),
  );
  let version = 1;
  let isLost: 'no' | 'request' | 'answer' = 'no';
  let draftUUID = 'first';
  const draft = () => ({
    draftUUID,
    version,
    changedAt: '2026-11-23T10:00:00.000Z',
    parts: [...parts.values()],
  });
  /** The draft was signed, and a correction of it begun. */
  const restart = () => {
    [draftUUID, version] = ['second', 1];
    for (const [part, { value }] of parts) parts.set(part, text(part, String(value), 1));
  };
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
  const send = async ({ changes, ...of }: { draftUUID?: string | undefined; changes: Change[] }) => {
    if (isLost === 'request') throw new CallProblem();
    if (of.draftUUID !== draftUUID) throw new CallProblem(404, 'Черновика нет');
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
  const lose = (what: typeof isLost) => void (isLost = what);
  return { open, draft, restart, apply, parts, kept: () => kept, lose };
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

test('a lost response is not mistaken for a colleague’s change', async () => {
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

test('a colleague’s change in another part appears, and in the same part the user chooses between both texts', async () => {
  const server = openDraft();
  const store = server.open();
  const other = server.open();
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

test('a version counts as seen only after all changes of colleagues in it have arrived', async () => {
  const server = openDraft();
  const store = server.open();
  const other = server.open();
  const { arrivals } = store.get();
  store.change('text', CONCLUSION, 'Кариес');
  await vi.advanceTimersByTimeAsync(900);
  expect(store.get()).toMatchObject({ version: 2, seenVersion: 2, arrivals });
  other.change('text', 'field:bone', 'Остеопороз');
  expect(await other.flush()).toBe(true);
  store.change('text', CONCLUSION, 'Кариес зуба 36');
  expect(await store.flush()).toBe(true);
  expect(store.get()).toMatchObject({ version: 4, seenVersion: 2, arrivals });
  store.receive(server.draft());
  expect(valueIn(store, 'field:bone')).toBe('Остеопороз');
  expect(store.get()).toMatchObject({ version: 4, seenVersion: 4, arrivals: arrivals + 1 });
  // a later version with the same texts
  store.receive({ ...server.draft(), version: 5 });
  expect(store.get()).toMatchObject({ seenVersion: 5, arrivals: arrivals + 1 });
});

test('saving pending input waits for the request in progress', async () => {
  const server = openDraft();
  const store = server.open();
  store.change('text', CONCLUSION, 'Кариес');
  const first = store.flush();
  store.change('text', CONCLUSION, 'Кариес зуба 36');
  expect(await store.flush()).toBe(true);
  expect(server.parts.get(CONCLUSION)?.value).toBe('Кариес зуба 36');
  await first;
});

test('a text that was kept for an earlier draft does not overwrite a later one', async () => {
  const server = openDraft();
  const store = server.open();
  store.change('text', CONCLUSION, 'Начало');
  expect(await store.flush()).toBe(true);
  server.lose('request');
  store.change('text', CONCLUSION, 'Не отправлено');
  await vi.advanceTimersByTimeAsync(900);
  store.close();
  server.lose('no');
  server.parts.set(CONCLUSION, text(CONCLUSION, 'Подписано', 1));
  server.restart();
  const reopened = server.open();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.parts.get(CONCLUSION)?.value).toBe('Подписано');
  const part = reopened.get().parts.find((one) => one.part === CONCLUSION);
  expect(part).toMatchObject({ value: 'Не отправлено', conflict: { value: 'Подписано' } });
});
