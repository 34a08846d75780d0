import { MessageRefusal } from '../message-refusal.ts';
import { retryAfterMs } from '../retry-after.ts';
import { requestFor } from '../../settings/text-gateway-request.ts';
import type { TextGateway, TextMessage } from '../../settings/text-gateway.ts';

/** The time within which the answer's status and its beginning must arrive. */
const ANSWER_WITHIN_MS = 15_000;
const ANSWER_BYTES = 4096;
const SHOWN_CHARACTERS = 200;

const sentences = {
  silent: 'Шлюз сообщений не ответил вовремя',
  unreachable: 'Нет связи со шлюзом сообщений',
  unreadable: 'Шлюз сообщений не подтвердил приём',
};

/** For these statuses the message or the number is wrong. Other 4xx concern the settings, which the operator can correct. */
const PERMANENT = new Set([400, 413, 422]);

/**
 * Hands one message to the gateway. Resolves when the gateway has accepted it.
 * @throws MessageRefusal
 */
export const sendText = async (
  gateway: TextGateway,
  message: TextMessage,
  { signal, withinMs = ANSWER_WITHIN_MS }: { signal?: AbortSignal | undefined; withinMs?: number } = {},
): Promise<void> => {
  const { url, ...request } = requestFor(gateway, message);
  const timeout = AbortSignal.timeout(withinMs);
  const both = signal ? AbortSignal.any([timeout, signal]) : timeout;
  const { answer, text } = await exchange(url, { ...request, redirect: 'manual', signal: both }).catch(() => {
    signal?.throwIfAborted();
    throw new MessageRefusal(timeout.aborted ? sentences.silent : sentences.unreachable);
  });
  const isAccepted = answer.ok && (gateway.accept === null || gateway.accept.test(text));
  if (!isAccepted)
    throw new MessageRefusal(describe(answer.status, text), {
      isPermanent: PERMANENT.has(answer.status),
      retryAfterMs: retryAfterMs(answer.headers.get('retry-after')),
    });
};

const exchange = async (url: string, request: RequestInit) => {
  const answer = await fetch(url, request);
  return { answer, text: await readStart(answer) };
};

const readStart = async (answer: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    // leaving the loop cancels the body
    if (length >= ANSWER_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8');
};

/** Shortens phone numbers in the answer, because the portal shows them in full nowhere else. */
const describe = (status: number, text: string): string => {
  const shown = text
    .replace(/\p{C}+/gu, ' ')
    .replace(/\d{7,}/g, (digits) => `…${digits.slice(-2)}`)
    .trim()
    .slice(0, SHOWN_CHARACTERS);
  return shown ? `${status} ${shown}` : `${sentences.unreadable} (${status})`;
};
