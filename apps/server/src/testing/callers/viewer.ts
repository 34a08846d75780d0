import { getViewerStudy } from '@snimok/contract/viewing/online-viewer';
import { FRAME_HEADER_BYTES } from '../../studies/renditions/packed-frames.ts';
import type { TestClient, TestReply } from '../requests-and-waiting/client.ts';
import { responseOf } from '../requests-and-waiting/contract.ts';
import { until } from '../requests-and-waiting/until.ts';

/** The ticket in a response to `…/remote-session`. */
export const ticketOf = ({ body }: TestReply): string =>
  new URL((body as { remoteSessionURL: string }).remoteSessionURL).hash.slice(1);

export const withTicket = (ticket: string) => ({ authorization: `Bearer ${ticket}` });

/** Waits until the rendition of the ticket's study is made. Returns the study as the viewer gets it. Needs a running worker. */
export const readyStudy = (nobody: TestClient, ticket: string) =>
  until('the rendition to be made', async () => {
    const study = responseOf(getViewerStudy, await nobody.get('/viewer/study', withTicket(ticket)));
    return study.status !== 'making' && study;
  });

interface SentFrame {
  position: number;
  bytes: Uint8Array;
}

/** Fetches frames of a series and splits them at their headers. */
export const framesOf = async (address: string, ticket: string, path: string): Promise<SentFrame[]> => {
  const reply = await fetch(`${address}/api/1/viewer/series/${path}`, { headers: withTicket(ticket) });
  if (reply.status !== 200) throw new Error(`${path}: HTTP ${reply.status}`);
  const bytes = Buffer.from(await reply.arrayBuffer());
  if (bytes.length !== Number(reply.headers.get('content-length')))
    throw new Error(`${path}: the body is not as long as Content-Length`);
  const frames: SentFrame[] = [];
  for (let at = 0; at < bytes.length;) {
    const position = bytes.readUInt32LE(at);
    const length = bytes.readUInt32LE(at + 4);
    at += FRAME_HEADER_BYTES;
    frames.push({ position, bytes: bytes.subarray(at, at + length) });
    at += length;
  }
  return frames;
};
