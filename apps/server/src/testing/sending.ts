import { crc32 } from 'node:zlib';
import {
  completeUpload,
  getUpload,
  joinParts,
  partURLs,
  registerFile,
  registerFiles,
  startUpload,
} from '@snimok/contract/uploads';
import type { TestClient } from './client.ts';
import { responseOf } from './contract.ts';
import { until } from './until.ts';

export interface FileToSend {
  filename: string;
  bytes: Uint8Array;
}

export const startUploadOf = async (assistant: TestClient, studyID: number) =>
  responseOf(startUpload, await assistant.post(`/assistant/studies/${studyID}/upload`));

/** As the browser sends a file: nothing goes along but its bytes. */
export const putBytes = (url: string, bytes: Uint8Array): Promise<Response> =>
  fetch(url, { method: 'PUT', body: Buffer.from(bytes) });

export const checksumOf = (bytes: Uint8Array): string => crc32(bytes).toString(16).padStart(8, '0');

/** A large file and how it is cut, once it has been registered. */
export const registerInParts = async (
  assistant: TestClient,
  uploadUUID: string,
  filename: string,
  bytes: Uint8Array,
) => {
  const file = { filename, filesize: bytes.length, inParts: true };
  const path = `/assistant/uploads/${uploadUUID}`;
  const { parts } = responseOf(registerFile, await assistant.post(`${path}/presigned-url`, file));
  if (!parts) throw new Error(`${filename} is to be sent whole`);
  const { partSize } = parts;
  const pieces = Array.from({ length: Math.ceil(bytes.length / partSize) }, (_, i) =>
    bytes.subarray(i * partSize, (i + 1) * partSize),
  );
  const checksums = pieces.map(checksumOf);
  return {
    parts,
    pieces,
    checksums,
    urlOfPart: async (number: number) => {
      const request = { filename, parts: [{ number, checksum: checksums[number - 1] }] };
      const [place] = responseOf(partURLs, await assistant.post(`${path}/part-urls`, request)).parts;
      if (!place) throw new Error(`no address for part ${number}`);
      return place;
    },
    async send(...numbers: number[]) {
      for (const number of numbers) {
        const { presignedURL, headers } = await this.urlOfPart(number);
        const body = Buffer.from(pieces[number - 1] ?? []);
        const reply = await fetch(presignedURL, { method: 'PUT', body, headers });
        if (reply.status !== 200) throw new Error(`part ${number}: ${reply.status} ${await reply.text()}`);
      }
    },
    join: async () =>
      responseOf(joinParts, await assistant.post(`${path}/join-parts`, { filename, checksums })),
  };
};

/** Registers and sends, and leaves the upload open. */
export const sendFiles = async (
  assistant: TestClient,
  studyID: number,
  files: FileToSend[],
): Promise<string> => {
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const registrations = files.map(({ filename, bytes }) => ({ filename, filesize: bytes.length }));
  const { files: targets } = responseOf(
    registerFiles,
    await assistant.post(`/assistant/uploads/${uploadUUID}/presigned-urls`, { files: registrations }),
  );
  const urls = new Map(targets.map(({ filename, presignedURL }) => [filename, presignedURL]));
  for (const { filename, bytes } of files) {
    const reply = await putBytes(urls.get(filename) ?? '', bytes);
    if (reply.status !== 200) throw new Error(`${filename} was not taken: ${reply.status}`);
  }
  return uploadUUID;
};

export const completeUploadOf = async (assistant: TestClient, uploadUUID: string, files: FileToSend[]) =>
  responseOf(
    completeUpload,
    await assistant.post(`/assistant/uploads/${uploadUUID}/complete`, {
      finalFiles: files.map(({ filename }) => filename),
    }),
  );

/** How the upload ended; a worker must be at work. */
export const waitUntilProcessed = (assistant: TestClient, uploadUUID: string) => {
  const findProcessed = async () => {
    const upload = responseOf(getUpload, await assistant.get(`/assistant/uploads/${uploadUUID}`));
    return upload.status === 'processed' && upload;
  };
  return until(`the upload ${uploadUUID} to be processed`, findProcessed, 100);
};

/** From files on a person's disk to the end of their processing. */
export const sendStudy = async (assistant: TestClient, studyID: number, files: FileToSend[]) => {
  const uploadUUID = await sendFiles(assistant, studyID, files);
  await completeUploadOf(assistant, uploadUUID, files);
  return waitUntilProcessed(assistant, uploadUUID);
};
