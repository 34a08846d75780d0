import { getViewerStudy } from '@snimok/contract/viewer';
import { FRAME_HEADER_BYTES } from '../studies/renditions/packed-frames.ts';
import type { TestClient, TestReply } from './client.ts';
import { responseOf } from './contract.ts';
import { until } from './until.ts';

/** The ticket out of an answer to `…/remote-session`. */
export const ticketOf = ({ body }: TestReply): string =>
  new URL((body as { remoteSessionURL: string }).remoteSessionURL).hash.slice(1);

export const withTicket = (ticket: string) => ({ authorization: `Bearer ${ticket}` });

/** What the viewer is told once everything was made; a worker must be at work. */
export const readyStudy = (nobody: TestClient, ticket: string) =>
  until('the view to be made', async () => {
    const study = responseOf(getViewerStudy, await nobody.get('/viewer/study', withTicket(ticket)));
    return study.status !== 'making' && study;
  });

export interface SentFrame {
  position: number;
  bytes: Uint8Array;
}

/** Frames as a browser reads them: each behind its header. */
export const framesOf = async (address: string, ticket: string, path: string): Promise<SentFrame[]> => {
  const reply = await fetch(`${address}/api/1/viewer/series/${path}`, { headers: withTicket(ticket) });
  if (reply.status !== 200) throw new Error(`${path} was answered with ${reply.status}`);
  const bytes = Buffer.from(await reply.arrayBuffer());
  if (bytes.length !== Number(reply.headers.get('content-length'))) throw new Error('another length');
  const frames: SentFrame[] = [];
  for (let at = 0; at < bytes.length;) {
    const [place, length] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
    at += FRAME_HEADER_BYTES;
    frames.push({ position: place, bytes: bytes.subarray(at, at + length) });
    at += length;
  }
  return frames;
};
