import { getDraftKeys } from '@snimok/contract/people/profile';
import type { QueryKey } from '@tanstack/react-query';
import { CallProblem } from '../calls/call.ts';
import { connection } from '../connection/connection.ts';
import { saveSession } from '../session/session.ts';
import { removeAllInput } from '../session/stored-input.ts';
import { openUserStorage, useUserStorage } from '../storage/user-storage.ts';
import type { FakeServer } from '../../testing/server.ts';
import { showSignedIn } from '../../testing/show.tsx';
import { vi } from 'vitest';
import { expect, page, test } from '../../testing/test.ts';
import { WaitingQueue } from './waiting-queue.ts';

const NAME = 'Очередкина Инна';

/** What one server has executed, and the queue of one page of the same user. */
const openPage = (executed: { uuid: string; name: string }[], refusal?: CallProblem) => {
  const notices: string[] = [];
  const refreshes: QueryKey[] = [];
  const card = {
    name: 'card',
    title: ({ name }: { name: string }) => `Карточка: ${name}`,
    run: async ({ name }: { name: string }, { uuid }: { uuid: string }) => {
      if (refusal) throw refusal;
      executed.push({ uuid, name });
      return executed.length;
    },
    refreshes,
    done: ({ name }: { name: string }) => `Создано: ${name}`,
  };
  const queue = new WaitingQueue((sentence) => notices.push(sentence));
  return { queue, notices, card, open: () => queue.open([card]) };
};

const Opened = () => {
  useUserStorage();
  return <p>Открыто</p>;
};

const openStorage = async () => {
  showSignedIn(<Opened />);
  await expect.element(page.getByText('Открыто')).toBeVisible();
};

const lose = async (server: FakeServer) => {
  server.isReachable = false;
  expect(await connection.check()).toBe(true);
};

const find = async (server: FakeServer) => {
  server.isReachable = true;
  expect(await connection.check()).toBe(false);
};

test('a request without a connection outlives its page and is sent once with its id', async ({ server }) => {
  const executed: { uuid: string; name: string }[] = [];
  await openStorage();
  await lose(server);
  const left = openPage(executed);
  const answer = left.queue.start(left.card, { name: NAME }, 'id-1');
  left.queue.left('id-1');
  expect(executed).toEqual([]);
  // names of patients are not readable in the storage
  expect(JSON.stringify({ ...localStorage })).not.toContain(NAME);

  // the page that made the request is closed: here, its request is cancelled in memory only
  const saved = { ...localStorage };
  left.queue.discard('id-1');
  await expect(answer).rejects.toThrow();
  Object.assign(localStorage, saved);

  const { queue, notices, open } = openPage(executed);
  open();
  expect(queue.requests.map(queue.titleOf)).toEqual([`Карточка: ${NAME}`]);
  await find(server);
  await expect.poll(() => executed).toEqual([{ uuid: 'id-1', name: NAME }]);
  await expect.poll(() => notices).toEqual([`Создано: ${NAME}`]);
  expect(queue.requests).toEqual([]);
  const next = openPage(executed);
  next.open();
  expect(next.queue.requests).toEqual([]);
});

test('a cancelled request is not sent, and a form that shows it learns that it was cancelled', async ({
  server,
}) => {
  const executed: { uuid: string; name: string }[] = [];
  await openStorage();
  await lose(server);
  const { queue, card } = openPage(executed);
  const answer = queue.start(card, { name: NAME }, 'id-2');
  queue.discard('id-2');
  await expect(answer).rejects.toMatchObject({ error: 'Отменено: действие не выполнено.' });
  await find(server);
  await new Promise((resolve) => setTimeout(resolve));
  expect(executed).toEqual([]);
});

test('a refused request stays with the sentence of the server until it is tried again or cancelled', async () => {
  await openStorage();
  const { queue, notices, card } = openPage([], new CallProblem(409, 'Карточка уже есть'));
  queue.add(card, { name: NAME }, 'id-3');
  await expect.poll(() => queue.requests[0]?.state).toBe('failed');
  expect(queue.requests[0]?.problem).toBe('Карточка уже есть');
  expect(notices).toEqual([`Не выполнено: Карточка: ${NAME}. Карточка уже есть`]);

  const executed: { uuid: string; name: string }[] = [];
  const next = openPage(executed);
  next.open();
  // a failed request is not tried again by itself
  expect(next.queue.requests[0]?.state).toBe('failed');
  next.queue.retry('id-3');
  await expect.poll(() => executed).toEqual([{ uuid: 'id-3', name: NAME }]);
});

test('a refusal is shown by the form that is still open, and not also in the list', async () => {
  await openStorage();
  const { queue, notices, card } = openPage([], new CallProblem(409, 'Карточка уже есть'));
  await expect(queue.start(card, { name: NAME }, 'id-4')).rejects.toMatchObject({
    error: 'Карточка уже есть',
  });
  expect([queue.requests, notices]).toEqual([[], []]);
});

test('a request of more than a day is not sent by itself, because the server may have forgotten its id', async ({
  server,
}) => {
  const executed: { uuid: string; name: string }[] = [];
  await openStorage();
  await lose(server);
  const closed = openPage(executed);
  closed.queue.add(closed.card, { name: NAME }, 'id-5');
  const saved = { ...localStorage };
  closed.queue.discard('id-5');
  Object.assign(localStorage, saved);

  const tomorrow = Date.now() + 25 * 3600_000;
  vi.spyOn(Date, 'now').mockReturnValue(tomorrow);
  const { queue, notices, open } = openPage(executed);
  open();
  await find(server);
  expect(queue.requests[0]?.state).toBe('failed');
  expect(notices.join()).toContain('Ждёт больше суток');
  expect(executed).toEqual([]);
  queue.retry('id-5');
  await expect.poll(() => executed.length).toBe(1);
});

test('a request is never sent under the session of another user, and nothing of it stays after the sign-out', async ({
  server,
}) => {
  const executed: { uuid: string; name: string }[] = [];
  await openStorage();
  await lose(server);
  const { queue, card } = openPage(executed);
  queue.add(card, { name: NAME }, 'id-6');
  // in another tab
  saveSession({
    expires_in: 3600,
    user_id: 2,
    user_role: 'assistant',
    realtime_token: '',
    password_is_temporary: false,
  } as Parameters<typeof saveSession>[0]);
  await find(server);
  await new Promise((resolve) => setTimeout(resolve));
  expect(executed).toEqual([]);

  server.answer(getDraftKeys, { keys: ['00'.repeat(32)] });
  openUserStorage(2);
  removeAllInput();
  expect(Object.keys(localStorage).filter((key) => key.includes('waiting'))).toEqual([]);
});
