import { StoreUnreachable } from '@snimok/api-client/send-problem';
import { sentences } from '../../../shared/sentences.ts';

/**
 * A store that allows our pages nothing (CORS) fails like a cut line: a browser tells no more. Yet such a store answers a
 * question whose answer we may not read. The PUT is tried once more without its bytes: of another length than was signed,
 * it stores nothing.
 */
export async function detectStoreWithoutCors(
  url: string,
  headers: Record<string, string>,
): Promise<StoreUnreachable | null> {
  const { origin, protocol } = new URL(url, location.href);
  if (origin === location.origin) return null;
  const isBlocked = location.protocol === 'https:' && protocol === 'http:';
  if (isBlocked || ((await isThere(origin)) && !(await answers(url, headers)) && (await isThere(origin))))
    return new StoreUnreachable(sentences.upload.closedStore);
  return null;
}

const isThere = (origin: string) => fetch(origin, { mode: 'no-cors', cache: 'no-store' }).then(yes, no);
const answers = (url: string, headers: Record<string, string>) =>
  fetch(url, { method: 'PUT', headers, body: '' }).then(yes, no);
const yes = () => true;
const no = () => false;
