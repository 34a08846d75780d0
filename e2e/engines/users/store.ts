import { problemOfStore as problemOf, SendProblem } from '@snimok/api-client/transfer/send-problem';
import type { CallLog, CallRecord } from './call-log.ts';

const answerOf = (cause: unknown) =>
  cause instanceof SendProblem
    ? { status: cause.status, sentence: cause.message }
    : { status: null, sentence: String(cause) };

/** The web app aborts a transfer after the same time without data. */
const TRANSFER_TIMEOUT_MS = 65_000;

const failConnection = (): never => {
  throw new SendProblem('Нет связи с хранилищем', null);
};

const request = async (url: string, init: RequestInit): Promise<Buffer> => {
  const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(TRANSFER_TIMEOUT_MS) }).catch(
    failConnection,
  );
  if (!reply.ok) {
    const text = await reply.text().catch(failConnection);
    throw problemOf(reply.status, text, reply.headers.get('retry-after'));
  }
  return Buffer.from(await reply.arrayBuffer().catch(failConnection));
};

/** Whether the call is a request to the store, not an API call. */
export const isOfStore = ({ request }: CallRecord): boolean => request.endsWith('the store');

/** Downloads from a presigned URL. */
export const fetchFrom = (url: string, who: string, log: CallLog): Promise<Buffer> =>
  log.record(who, 'GET from the store', () => request(url, {}), answerOf);

/** Uploads to a presigned URL. */
export const putTo = (url: string, body: Buffer, who: string, log: CallLog): Promise<Buffer> =>
  log.record(
    who,
    'PUT to the store',
    () => request(url, { method: 'PUT', body: new Uint8Array(body) }),
    answerOf,
  );
