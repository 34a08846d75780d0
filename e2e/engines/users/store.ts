import { problemOfStore as problemOf, SendProblem } from '@snimok/api-client/send-problem';
import type { Diary, Entry } from './call-log.ts';

const refusalOf = (cause: unknown) =>
  cause instanceof SendProblem
    ? { status: cause.status, sentence: cause.message }
    : { status: null, sentence: String(cause) };

/** As long as our pages wait for a line that is silent. */
const PATIENCE_MS = 65_000;

const lineBroke = (): never => {
  throw new SendProblem('Нет связи с хранилищем', null);
};

const ask = async (url: string, init: RequestInit): Promise<Buffer> => {
  const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(lineBroke);
  if (!reply.ok) throw problemOf(reply.status, await reply.text(), reply.headers.get('retry-after'));
  return Buffer.from(await reply.arrayBuffer().catch(lineBroke));
};

/** A way that is no call of the portal's. */
export const isOfStore = ({ doing }: Entry): boolean => doing.endsWith('the store');

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
