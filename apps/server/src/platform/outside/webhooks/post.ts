import { type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { ANSWER_KEPT_BYTES } from '@snimok/contract/platform/webhooks';
import { hasBlockedPort } from '../../networks/blocked-ports.ts';
import type { Networks } from '../../networks/networks.ts';
import { checkedLookup } from '../checked-lookup.ts';
import { type Answer, MessageRefusal } from '../message-refusal.ts';
import { isLoopback, isPublicAddress } from './addresses.ts';

/** The time within which the answer's status and its first kilobyte must arrive. */
const ANSWER_WITHIN_MS = 10_000;

const sentences = {
  scheme: 'Адрес должен начинаться с https://',
  credentials: 'В адресе не должно быть имени и пароля',
  port: 'Этот порт занят другим протоколом, на него сообщения не отправляются',
  address: 'Адрес ведёт во внутреннюю сеть, туда сообщения не отправляются',
  unknownHost: 'Сервер с таким именем не найден',
  refused: 'Сервер не принимает соединения на этом порту',
  plain: 'Сервер отвечает на этом порту не по HTTPS',
  certificate: 'Сертификат сервера недействителен',
  silent: 'Сервер не ответил за 10 секунд',
  broken: 'Соединение с сервером прервалось',
};

const isAllowed = (address: string, networks: Networks): boolean =>
  isPublicAddress(address) || networks.include(address);

/** Judges a URL by its text alone: null if messages may be sent to it, else a sentence that says why not. */
export const problemOfURL = (text: string, networks: Networks): string | null => {
  const url = new URL(text);
  const host = hostOf(url);
  // HTTP without TLS is permitted only to this machine, and only if the operator permits its address
  const isLocal = isIP(host) !== 0 && isLoopback(host) && networks.include(host);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) return sentences.scheme;
  if (url.username || url.password) return sentences.credentials;
  if (hasBlockedPort(text)) return sentences.port;
  if (isIP(host) !== 0 && !isAllowed(host, networks)) return sentences.address;
  return null;
};

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Sends a message to a receiver outside the centre. Follows no redirect and reads no more than a kilobyte of the answer.
 * `networks` are private networks that may be reached.
 * @throws MessageRefusal if the address is not allowed or no answer arrives
 */
export const postToReceiver = async (
  to: string,
  { body, headers }: { body: string | Buffer; headers: Record<string, string> },
  {
    networks,
    signal,
    withinMs = ANSWER_WITHIN_MS,
  }: { networks: Networks; signal?: AbortSignal | undefined; withinMs?: number },
): Promise<Answer> => {
  const problem = problemOfURL(to, networks);
  if (problem) throw new MessageRefusal(problem);
  const timeout = AbortSignal.timeout(withinMs);
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    lookup: checkedLookup(
      (address) => isAllowed(address, networks),
      () => new MessageRefusal(sentences.address),
    ),
    signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
  };
  try {
    return await exchange(new URL(to), options, body);
  } catch (cause) {
    signal?.throwIfAborted();
    throw cause instanceof MessageRefusal ? cause : new MessageRefusal(sentenceOf(cause, timeout), { cause });
  }
};

const exchange = (to: URL, options: RequestOptions, body: string | Buffer): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const send = to.protocol === 'https:' ? httpsRequest : httpRequest;
    const sent = send(to, options, (answer) => {
      readStart(answer).then((text) => {
        const retryAfter = answer.headers['retry-after'];
        resolve({ status: answer.statusCode ?? 0, text, ...(retryAfter !== undefined && { retryAfter }) });
        sent.destroy();
      }, reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });

const readStart = async (answer: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= ANSWER_KEPT_BYTES) break;
  }
  // PostgreSQL cannot store NUL; the last character may be incomplete
  return Buffer.concat(chunks).subarray(0, ANSWER_KEPT_BYTES).toString('utf8').replaceAll('\0', '');
};

const sentenceOf = (cause: unknown, timeout: AbortSignal): string => {
  if (timeout.aborted) return sentences.silent;
  const code = String((cause as NodeJS.ErrnoException)?.code ?? '');
  if (/^(ENOTFOUND|EAI_)/.test(code)) return sentences.unknownHost;
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/.test(code)) return sentences.refused;
  if (code === 'EPROTO') return sentences.plain;
  if (/CERT|SIGNATURE|ALTNAME|SSL|TLS/.test(code)) return sentences.certificate;
  return sentences.broken;
};
