import { CallProblem } from '@snimok/api-client/call';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ViewerSession } from '../study/viewer-session.ts';
import type { Annotation } from './annotation.ts';
import { AnnotationsStore } from './annotations-store.ts';

type Body = Parameters<ViewerSession['saveAnnotations']>[0];

const note = (markID: string): Annotation =>
  ({
    markID,
    tool: 'note',
    series: 0,
    frame: 0,
    points: [[1, 2]],
    text: markID,
  }) as unknown as Annotation;

/** A server with the annotations of one author; the test sets with which failures it answers. */
class Server {
  revision = 0;
  marks: Body['marks'] = [];
  readonly saved: { marks: string[]; keepalive: boolean }[] = [];
  /** the problems with which the next requests to save are answered */
  readonly failures: CallProblem[] = [];
  /** requests to save are answered after this promise has resolved */
  hold: Promise<void> = Promise.resolve();

  readonly session = {
    annotations: async () => ({
      revision: this.revision,
      authors: [{ authorName: 'Врач', own: true, marks: this.marks }],
    }),
    saveAnnotations: async (body: Body, { keepalive }: { keepalive: boolean }) => {
      await this.hold;
      const failure = this.failures.shift();
      if (failure) throw failure;
      if (body.revision !== this.revision) throw new CallProblem(409);
      this.revision += 1;
      this.marks = body.marks;
      this.saved.push({ marks: body.marks.map(({ markID }) => markID), keepalive });
      return { revision: this.revision };
    },
  } as unknown as ViewerSession;
}

const open = async (server: Server) => {
  const store = new AnnotationsStore(server.session, { mark: true, seeMarks: true });
  await vi.advanceTimersByTimeAsync(0);
  return store;
};

const ids = (server: Server) => server.marks.map(({ markID }) => markID);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('changes are saved together after a short delay', async () => {
  const server = new Server();
  const store = await open(server);
  store.put(note('a'));
  store.put(note('b'));
  expect(server.saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(800);
  expect(server.saved).toEqual([{ marks: ['a', 'b'], keepalive: false }]);
  expect(store.get().saving).toBe('saved');
  expect(store.close()).toBeUndefined();
});

test('a change made while another is being saved is saved after the viewer is closed', async () => {
  const server = new Server();
  const store = await open(server);
  const answer = Promise.withResolvers<void>();
  server.hold = answer.promise;
  store.put(note('a'));
  await vi.advanceTimersByTimeAsync(800);
  store.put(note('b'));
  const saved = store.close();
  expect(store.needsPage).toBe(true);
  answer.resolve();
  await vi.advanceTimersByTimeAsync(100);
  await saved;
  expect(ids(server)).toEqual(['a', 'b']);
  expect(store.needsPage).toBe(false);
});

test('a closed viewer retries saving until the server responds', async () => {
  const server = new Server();
  const store = await open(server);
  server.failures.push(new CallProblem(), new CallProblem(503));
  store.put(note('a'));
  const saved = store.close();
  await vi.advanceTimersByTimeAsync(100);
  expect(store.get().saving).toBe('failed');
  expect(store.needsPage).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  await saved;
  expect(ids(server)).toEqual(['a']);
});

test('a closed viewer adds its annotations to what another window has saved meanwhile', async () => {
  const server = new Server();
  const store = await open(server);
  store.put(note('mine'));
  server.revision = 5;
  server.marks = [note('theirs')] as unknown as Body['marks'];
  const saved = store.close();
  await vi.advanceTimersByTimeAsync(2_000);
  await saved;
  expect(ids(server)).toEqual(['theirs', 'mine']);
});

test('a closed viewer reports that its annotations cannot be saved', async () => {
  const server = new Server();
  const store = await open(server);
  server.failures.push(new CallProblem(403, 'Доступ закрыт'));
  store.put(note('a'));
  const saved = expect(store.close()).rejects.toMatchObject({ status: 403 });
  await vi.advanceTimersByTimeAsync(100);
  await saved;
});

test('when the page is closed, the pending change is sent by a request that outlives the page', async () => {
  const server = new Server();
  const store = await open(server);
  store.put(note('a'));
  expect(store.needsPage).toBe(false);
  store.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.saved).toEqual([{ marks: ['a'], keepalive: true }]);
});
