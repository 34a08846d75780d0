import { connections, exchange, inParallel } from './exchange.ts';
import type { SliceFile } from './series.ts';
import type { PortalClient } from './portal-client.ts';

/** As many as our web client asks for at once. */
const BATCH = 200;

/** `batches` is our web client's way, `file by file` that of a client that knows spec.md's one call only. */
export type Method = 'batches' | 'file by file';

interface Named {
  filename: string;
  filesize: number;
}

/** Sends the files and completes the upload; resolves with its UUID. */
export const sendStudy = async (
  visitor: PortalClient,
  studyID: number,
  files: SliceFile[],
  lanes: number,
  way: Method = 'batches',
): Promise<string> => {
  const uploadUUID = await sendFiles(visitor, studyID, files, lanes, way);
  const finalFiles = files.map(({ name }) => name);
  await visitor.post(`/assistant/uploads/${uploadUUID}/complete`, { finalFiles });
  return uploadUUID;
};

/** The same without its end: nothing is processed. */
export const sendFiles = async (
  visitor: PortalClient,
  studyID: number,
  files: SliceFile[],
  lanes: number,
  way: Method = 'batches',
): Promise<string> => {
  const agent = connections(lanes);
  const { uploadUUID } = await visitor.post<{ uploadUUID: string }>(
    `/assistant/studies/${studyID}/upload`,
    undefined,
    agent,
  );
  const upload = `/assistant/uploads/${uploadUUID}`;
  const named = files.map(({ name, bytes }): Named => ({ filename: name, filesize: bytes.length }));

  const batches = new Map<number, Promise<string[]>>();
  const fromBatch = async (index: number): Promise<string | undefined> => {
    const start = index - (index % BATCH);
    let urls = batches.get(start);
    if (!urls) {
      const body = { files: named.slice(start, start + BATCH) };
      urls = visitor
        .post<{ files: { presignedURL: string }[] }>(`${upload}/presigned-urls`, body, agent)
        .then((answer) => answer.files.map(({ presignedURL }) => presignedURL));
      batches.set(start, urls);
    }
    return (await urls)[index - start];
  };
  const alone = async (index: number): Promise<string> => {
    const answer = await visitor.post<{ presignedURL: string }>(
      `${upload}/presigned-url`,
      named[index],
      agent,
    );
    return answer.presignedURL;
  };

  const urlOf = way === 'batches' ? fromBatch : alone;
  await inParallel(lanes, [...files.entries()], async ([index, { bytes }]) => {
    const url = await urlOf(index);
    if (!url) throw new Error('an answer without a URL');
    // a browser sends its cookie to the portal's own origin, whether anybody reads it or not
    await exchange(agent, url, {
      method: 'PUT',
      headers: putHeaders(bytes.length, visitor.cookie),
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
