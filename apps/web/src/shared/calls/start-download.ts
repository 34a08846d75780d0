import { problemOf } from '@snimok/api-client/call';
import { CallProblem } from './call.ts';
import { sendConfirmed } from './confirmation.ts';
import { endSession } from '../session/session.ts';

/**
 * Saves a file without leaving the page: the response is an attachment with a file name. A browser shows a refused
 * download only as failed, without the server's sentence, so a URL of the portal is requested by HEAD first. This is
 * not done for presigned URLs, which the portal has just issued.
 * @throws CallProblem
 */
export async function startDownload(url: string): Promise<void> {
  if (url.startsWith('/api/')) await sendConfirmed(() => assertAllowed(url));
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}

async function assertAllowed(url: string): Promise<void> {
  if ((await request(url, 'HEAD')).ok) return;
  // the response to HEAD has no sentence
  const ends = new AbortController();
  const reply = await request(url, 'GET', ends.signal);
  if (reply.ok) return ends.abort();
  if (reply.status === 401) endSession();
  throw await problemOf(reply);
}

const request = (url: string, method: 'GET' | 'HEAD', signal?: AbortSignal): Promise<Response> =>
  fetch(url, { method, headers: { accept: 'application/json' }, signal: signal ?? null }).catch(() => {
    throw new CallProblem();
  });
