import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { PARTS_FROM_BYTES } from '@snimok/contract/studies/uploads';
import { startUploadOf } from '../../../testing/scans/sending.ts';
import type { TestServer } from '../../../testing/portal/server.ts';
import { makeStudyToSend } from './upload.fixture.ts';

export const MIB = 1024 ** 2;
export const FILENAME = 'Снимки/скан.zip';

/** A file of five different parts; the last part is shorter. */
export const fileOf = (letter: string): Buffer => {
  const bytes = Buffer.alloc(PARTS_FROM_BYTES + MIB, letter);
  for (let at = 0; at < bytes.length; at += MIB) bytes.writeUInt32BE(at, at);
  return bytes;
};

export const startUploadToSend = async (server: TestServer) => {
  const { studyID, assistant } = await makeStudyToSend(server);
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  return { studyID, assistant, uploadUUID };
};

export const uploadFolder = ({ context }: TestServer, uploadUUID: string) =>
  join(context.config.dataDir, 'storage/uploads', uploadUUID);

/** The hidden folder in which the file store records the parts of a file; undefined if there is none. */
export const partsFolder = async (server: TestServer, uploadUUID: string) => {
  const folder = uploadFolder(server, uploadUUID);
  const [hidden] = (await readdir(folder)).filter((name) => /^\.[^.]+$/.test(name));
  return hidden && join(folder, hidden);
};

/** The contents of all objects that uploads have in the store. */
export const storedUploads = async ({ context: { storage } }: TestServer) => {
  const objects: Buffer[] = [];
  for await (const { key } of storage.list('uploads/')) objects.push(await buffer(await storage.read(key)));
  return objects;
};
