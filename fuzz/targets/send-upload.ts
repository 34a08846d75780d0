import { setTimeout as sleep } from 'node:timers/promises';
import { putObject } from './send-bundled.ts';

/** Much longer than the processing of a small file. */
const PROCESSED_WITHIN_MS = 60_000;
const POLL_EVERY_MS = 50;

/** Sends a request as an assistant. */
export type Ask = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: Record<string, unknown> }>;

/** Opens an upload to a study and returns its UUID. */
export const openUpload = async (ask: Ask, studyID: number): Promise<string> =>
  String((await ask('POST', `/assistant/studies/${studyID}/upload`)).body.uploadUUID);

export const sendAlone = async (ask: Ask, uploadUUID: string, filename: string, bytes: Buffer) => {
  const path = `/assistant/uploads/${uploadUUID}/presigned-url`;
  const { body: target } = await ask('POST', path, { filename, filesize: bytes.length });
  if (typeof target.presignedURL === 'string') await putObject(target.presignedURL, bytes);
};

/** The state of the upload after its processing. Null if its completion was refused, such as that of an empty file. */
export const completeUpload = async (ask: Ask, uploadUUID: string, filename: string) => {
  const { status } = await ask('POST', `/assistant/uploads/${uploadUUID}/complete`, {
    finalFiles: [filename],
  });
  if (status !== 200) return null;
  const endsAt = Date.now() + PROCESSED_WITHIN_MS;
  while (Date.now() < endsAt) {
    const { body: state } = await ask('GET', `/assistant/uploads/${uploadUUID}`);
    if (state.status === 'processed') return state;
    await sleep(POLL_EVERY_MS);
  }
  throw new Error(`not processed within ${PROCESSED_WITHIN_MS} ms`);
};
