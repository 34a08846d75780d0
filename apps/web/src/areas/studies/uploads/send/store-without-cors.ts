import { StoreUnreachable } from '@snimok/api-client/transfer/send-problem';
import { areaSentences } from '../../../../shared/calls/area-sentences.ts';

/**
 * After a failed PUT: distinguishes a store without CORS headers for this site from a lost connection, which
 * look the same to a page. Returns a problem if the store responds to a `no-cors` request but not to a PUT.
 * This PUT has an empty body; its length differs from the signed one, so it stores nothing.
 */
export async function detectStoreWithoutCors(
  url: string,
  headers: Record<string, string>,
): Promise<StoreUnreachable | null> {
  const { origin, protocol } = new URL(url, location.href);
  if (origin === location.origin) return null;
  const isMixedContent = location.protocol === 'https:' && protocol === 'http:';
  if (
    isMixedContent ||
    ((await isReachable(origin)) && !(await acceptsPut(url, headers)) && (await isReachable(origin)))
  )
    return new StoreUnreachable(areaSentences.upload.closedStore);
  return null;
}

const isReachable = (origin: string) => fetch(origin, { mode: 'no-cors', cache: 'no-store' }).then(yes, no);
const acceptsPut = (url: string, headers: Record<string, string>) =>
  fetch(url, { method: 'PUT', headers, body: '' }).then(yes, no);
const yes = () => true;
const no = () => false;
