import { refusalOf as problemOf, SendProblem } from '@snimok/sending/problem';
import type { Diary } from './diary.ts';
import { PATIENCE_MS } from './visitor.ts';

const refusalOf = (cause: unknown) =>
  cause instanceof SendProblem
    ? { status: cause.status, sentence: cause.message }
    : { status: null, sentence: String(cause) };

const ask = async (url: string, init: RequestInit): Promise<Buffer> => {
  const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => {
    throw new SendProblem('Нет связи с хранилищем', null);
  });
  if (!reply.ok) throw problemOf(reply.status, await reply.text(), reply.headers.get('retry-after'));
  return Buffer.from(await reply.arrayBuffer());
};

/** What lies behind a presigned URL. */
export const fetchFrom = (url: string, who: string, diary: Diary): Promise<Buffer> =>
  diary.note(who, 'GET from the store', () => ask(url, {}), refusalOf);

/** Puts a file where a presigned URL says. */
export const putTo = (url: string, body: Buffer, who: string, diary: Diary): Promise<Buffer> =>
  diary.note(
    who,
    'PUT to the store',
    () => ask(url, { method: 'PUT', body: new Uint8Array(body) }),
    refusalOf,
  );
