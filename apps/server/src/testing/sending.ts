import { completeUpload, getUpload, registerFiles, startUpload } from '@snimok/contract/uploads';
import type { TestClient } from './client.ts';
import { promised } from './promised.ts';
import { until } from './until.ts';

export interface FileToSend {
  filename: string;
  bytes: Uint8Array;
}

export const startUploadOf = async (assistant: TestClient, studyID: number) =>
  promised(startUpload, await assistant.post(`/assistant/studies/${studyID}/upload`));

/** As the browser sends a file: nothing goes along but its bytes. */
export const putBytes = (url: string, bytes: Uint8Array): Promise<Response> =>
  fetch(url, { method: 'PUT', body: Buffer.from(bytes) });

/** Registers and sends, and leaves the upload open. */
export const sendFiles = async (
  assistant: TestClient,
  studyID: number,
  files: FileToSend[],
): Promise<string> => {
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const wish = files.map(({ filename, bytes }) => ({ filename, filesize: bytes.length }));
  const { files: places } = promised(
    registerFiles,
    await assistant.post(`/assistant/uploads/${uploadUUID}/presigned-urls`, { files: wish }),
  );
  const urls = new Map(places.map(({ filename, presignedURL }) => [filename, presignedURL]));
  for (const { filename, bytes } of files) {
    const reply = await putBytes(urls.get(filename) ?? '', bytes);
    if (reply.status !== 200) throw new Error(`${filename} was not taken: ${reply.status}`);
  }
  return uploadUUID;
};

export const completed = async (assistant: TestClient, uploadUUID: string, files: FileToSend[]) =>
  promised(
    completeUpload,
    await assistant.post(`/assistant/uploads/${uploadUUID}/complete`, {
      finalFiles: files.map(({ filename }) => filename),
    }),
  );

/** How the upload ended; a worker must be at work. */
export const processed = (assistant: TestClient, uploadUUID: string) => {
  const look = async () => {
    const upload = promised(getUpload, await assistant.get(`/assistant/uploads/${uploadUUID}`));
    return upload.status === 'processed' && upload;
  };
  return until(`the upload ${uploadUUID} to be processed`, look, 100);
};

/** From files on a person's disk to the end of their processing. */
export const sendStudy = async (assistant: TestClient, studyID: number, files: FileToSend[]) => {
  const uploadUUID = await sendFiles(assistant, studyID, files);
  await completed(assistant, uploadUUID, files);
  return processed(assistant, uploadUUID);
};
