import { registerFile } from '@snimok/contract/studies/uploads';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import type { TestServer } from '../../../testing/portal/server.ts';

export const bytes = (text: string) => Buffer.from(text);

/** Registers one file and returns the URL to send it to. */
export const register = async (
  assistant: TestClient,
  uploadUUID: string,
  filename: string,
  filesize: number,
) =>
  responseOf(
    registerFile,
    await assistant.post(`/assistant/uploads/${uploadUUID}/presigned-url`, { filename, filesize }),
  ).presignedURL;

export const complete = (assistant: TestClient, uploadUUID: string, finalFiles: unknown) =>
  assistant.post(`/assistant/uploads/${uploadUUID}/complete`, { finalFiles });

/** A study «in work» and an assistant. */
export const makeStudyToSend = async (server: TestServer) => {
  const { studyID } = await server.make.study();
  return { studyID, assistant: await server.as(await server.make.assistant()) };
};
