import { connections, exchange, inParallel } from '../measuring/exchange.ts';
import type { SliceFile } from '../measuring/series.ts';
import type { PortalClient } from '../programs/portal-client.ts';

/** The web app requests this many presigned URLs at once. */
const BATCH = 200;

/** `batches` as the web app does; `file by file` as a client that uses only the simple calls (product 2.14). */
export type SendMethod = 'batches' | 'file by file';

interface FileEntry {
  filename: string;
  filesize: number;
}

/** Sends the files and completes the upload; resolves with its UUID. */
export const sendStudy = async (
  client: PortalClient,
  studyID: number,
  files: SliceFile[],
  connectionCount: number,
  method: SendMethod = 'batches',
): Promise<string> => {
  const uploadUUID = await sendFiles(client, studyID, files, connectionCount, method);
  const finalFiles = files.map(({ name }) => name);
  await client.post(`/assistant/uploads/${uploadUUID}/complete`, { finalFiles });
  return uploadUUID;
};

/** Sends the files but does not complete the upload, so nothing is processed. */
export const sendFiles = async (
  client: PortalClient,
  studyID: number,
  files: SliceFile[],
  connectionCount: number,
  method: SendMethod = 'batches',
): Promise<string> => {
  const agent = connections(connectionCount);
  const { uploadUUID } = await client.post<{ uploadUUID: string }>(
    `/assistant/studies/${studyID}/upload`,
    undefined,
    agent,
  );
  const upload = `/assistant/uploads/${uploadUUID}`;
  const entries = files.map(({ name, bytes }): FileEntry => ({ filename: name, filesize: bytes.length }));

  const batches = new Map<number, Promise<string[]>>();
  const fromBatch = async (index: number): Promise<string | undefined> => {
    const start = index - (index % BATCH);
    let urls = batches.get(start);
    if (!urls) {
      const body = { files: entries.slice(start, start + BATCH) };
      urls = client
        .post<{ files: { presignedURL: string }[] }>(`${upload}/presigned-urls`, body, agent)
        .then((reply) => reply.files.map(({ presignedURL }) => presignedURL));
      batches.set(start, urls);
    }
    return (await urls)[index - start];
  };
  const singly = async (index: number): Promise<string> => {
    const reply = await client.post<{ presignedURL: string }>(
      `${upload}/presigned-url`,
      entries[index],
      agent,
    );
    return reply.presignedURL;
  };

  const urlOf = method === 'batches' ? fromBatch : singly;
  await inParallel(connectionCount, [...files.entries()], async ([index, { bytes }]) => {
    const url = await urlOf(index);
    if (!url) throw new Error('the response contains no URL');
    // a browser sends its cookie with every request to the portal's origin
    await exchange(agent, url, {
      method: 'PUT',
      headers: putHeaders(bytes.length, client.cookie),
      body: bytes,
    });
  });
  agent.destroy();
  return uploadUUID;
};

export const putHeaders = (lengthBytes: number, cookie?: string) => ({
  'content-type': 'application/octet-stream',
  'content-length': lengthBytes,
  ...(cookie && { cookie }),
});
