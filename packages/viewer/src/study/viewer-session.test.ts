import { afterEach, expect, test, vi } from 'vitest';
import { CallProblem } from '@snimok/api-client/call';
import { ViewerSession } from './viewer-session.ts';

const ANSWER = { revision: 0, authors: [] };

/** Stubs `fetch` with a server that accepts only the ticket `known`. Returns the list of tickets that the server receives. */
const answerTo = (known: string) => {
  const seen: string[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    const ticket = headers['authorization']!.replace('Bearer ', '');
    seen.push(ticket);
    return ticket === known
      ? Response.json(ANSWER)
      : Response.json({ error: 'Просмотр закончен.' }, { status: 403 });
  });
  return seen;
};

afterEach(() => vi.unstubAllGlobals());

test('requests that are refused together share one new ticket and are sent again', async () => {
  const seen = answerTo('second');
  const newTicket = vi.fn(async () => 'second');
  const session = new ViewerSession('first', newTicket);
  expect(await Promise.all([session.annotations(), session.annotations()])).toEqual([ANSWER, ANSWER]);
  expect(newTicket).toHaveBeenCalledOnce();
  expect(seen).toEqual(['first', 'first', 'second', 'second']);
  await session.annotations();
  expect(seen.at(-1)).toBe('second');
});

test('if no new ticket is issued, a refused request fails with its own error, not with that of the ticket request', async () => {
  answerTo('second');
  const session = new ViewerSession('first', () =>
    Promise.reject(new CallProblem(404, 'Исследование не найдено')),
  );
  await expect(session.annotations()).rejects.toMatchObject({ status: 403, error: 'Просмотр закончен.' });
});

test('a new ticket can be requested again after a lost connection', async () => {
  answerTo('second');
  const newTicket = vi.fn(async () => 'second').mockRejectedValueOnce(new CallProblem());
  const session = new ViewerSession('first', newTicket);
  await expect(session.annotations()).rejects.toMatchObject({ status: undefined });
  expect(await session.annotations()).toEqual(ANSWER);
});

test('a viewer opened by a link gets no new ticket: its requests fail once the ticket is refused', async () => {
  answerTo('second');
  await expect(new ViewerSession('first').annotations()).rejects.toMatchObject({ status: 403 });
});
