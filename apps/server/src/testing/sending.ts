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
import { promised } from './contract.ts';
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

export const checksumOf = (bytes: Uint8Array): string => crc32(bytes).toString(16).padStart(8, '0');

/** A large file and how it is cut, once it has been registered. */
export const registerInParts = async (
  assistant: TestClient,
  uploadUUID: string,
  filename: string,
  bytes: Uint8Array,
) => {
  const wish = { filename, filesize: bytes.length, inParts: true };
  const path = `/assistant/uploads/${uploadUUID}`;
  const { parts } = promised(registerFile, await assistant.post(`${path}/presigned-url`, wish));
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
    address: async (number: number) => {
      const wished = { filename, parts: [{ number, checksum: checksums[number - 1] }] };
      const [place] = promised(partURLs, await assistant.post(`${path}/part-urls`, wished)).parts;
      if (!place) throw new Error(`no address for part ${number}`);
      return place;
    },
    async send(...numbers: number[]) {
      for (const number of numbers) {
        const { presignedURL, headers } = await this.address(number);
        const body = Buffer.from(pieces[number - 1] ?? []);
        const reply = await fetch(presignedURL, { method: 'PUT', body, headers });
        if (reply.status !== 200) throw new Error(`part ${number}: ${reply.status} ${await reply.text()}`);
      }
    },
    join: async () =>
      promised(joinParts, await assistant.post(`${path}/join-parts`, { filename, checksums })),
  };
};

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
