import { crc32 } from 'node:zlib';
import {
  completeUpload,
  getUpload,
  joinParts,
  partURLs,
  registerFile,
  registerFiles,
  startUpload,
} from '@snimok/contract/studies/uploads';
import type { TestClient } from '../requests-and-waiting/client.ts';
import { responseOf } from '../requests-and-waiting/contract.ts';
import { until } from '../requests-and-waiting/until.ts';

export interface FileToSend {
  filename: string;
  bytes: Uint8Array;
}

export const startUploadOf = async (assistant: TestClient, studyID: number) =>
  responseOf(startUpload, await assistant.post(`/assistant/studies/${studyID}/upload`));

/** PUTs the bytes without further headers, as the browser does. */
export const putBytes = (url: string, bytes: Uint8Array): Promise<Response> =>
  fetch(url, { method: 'PUT', body: Buffer.from(bytes) });

export const checksumOf = (bytes: Uint8Array): string => crc32(bytes).toString(16).padStart(8, '0');

/** Registers a file for a multipart upload and splits it into parts. Part numbers begin at 1. */
export const registerInParts = async (
  assistant: TestClient,
  uploadUUID: string,
  filename: string,
  bytes: Uint8Array,
) => {
  const file = { filename, filesize: bytes.length, inParts: true };
  const path = `/assistant/uploads/${uploadUUID}`;
  const { parts } = responseOf(registerFile, await assistant.post(`${path}/presigned-url`, file));
  if (!parts) throw new Error(`The portal does not accept ${filename} in parts`);
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
      const [part] = responseOf(partURLs, await assistant.post(`${path}/part-urls`, request)).parts;
      if (!part) throw new Error(`No URL for part ${number}`);
      return part;
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

/** Starts an upload, registers and sends the files, and does not complete the upload. Returns its UUID. */
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
    if (reply.status !== 200) throw new Error(`PUT ${filename}: HTTP ${reply.status}`);
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

/** Waits until the upload is processed, and returns it. Needs a running worker. */
export const waitUntilProcessed = (assistant: TestClient, uploadUUID: string) => {
  const findProcessed = async () => {
    const upload = responseOf(getUpload, await assistant.get(`/assistant/uploads/${uploadUUID}`));
    return upload.status === 'processed' && upload;
  };
  return until(`the upload ${uploadUUID} to be processed`, findProcessed, 100);
};

/** Uploads the files, completes the upload and waits until it is processed. Needs a running worker. */
export const sendStudy = async (assistant: TestClient, studyID: number, files: FileToSend[]) => {
  const uploadUUID = await sendFiles(assistant, studyID, files);
  await completeUploadOf(assistant, uploadUUID, files);
  return waitUntilProcessed(assistant, uploadUUID);
};
