import { type SignedIn, signIn } from '@snimok/contract/auth';
import { type Call, CallProblem, callerOf } from '@snimok/api-client/call';
import type { z } from 'zod';
import type { Person } from '../../portal/portal.ts';
import type { Diary } from './call-log.ts';

/** Nobody waits for longer; an answer that takes so long is a hang. */
export const PATIENCE_MS = 30_000;

/** Somebody who is signed in and works by calls, as pages and programs do; what she is answered stands in the diary. */
export interface Visitor {
  name: string;
  id: number;
  realtimeToken: string;
  call: Call;
  /** The same person at one of the things she does at a time. */
  at(work: string): Visitor;
}

const basic = ({ email, password }: Person) =>
  `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;

export const arrive = async (address: string, person: Person, diary: Diary): Promise<Visitor> => {
  const reply = await fetch(`${address}/api/1${signIn.url}`, {
    method: signIn.method,
    headers: { authorization: basic(person), 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials' }),
  });
  if (!reply.ok) throw new Error(`${person.name} could not sign in: ${reply.status}`);
  const { user_id, realtime_token } = (await reply.json()) as z.infer<typeof SignedIn>;
  const cookie = reply.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const call = callerOf({ address, headers: () => ({ cookie }) });
  const as = (name: string): Visitor => {
    const noted: Call = (promise, ...[input]) => {
      const ask = { ...input, signal: AbortSignal.timeout(PATIENCE_MS) };
      const doing = `${promise.method} ${promise.url}`;
      return diary.note(name, doing, () => call(promise, ...([ask] as never)), refusalOf);
    };
    const at = (work: string) => as(`${person.name}, ${work}`);
    return { name, id: user_id, realtimeToken: realtime_token, call: noted, at };
  };
  return as(person.name);
};

export const refusalOf = (cause: unknown) =>
  cause instanceof CallProblem
    ? { status: cause.status ?? null, sentence: cause.error ?? null }
    : { status: null, sentence: String(cause) };
