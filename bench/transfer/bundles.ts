import { join } from 'node:path';
import { BUNDLE_BYTES } from '@snimok/contract/studies/bundles';
import type { NewBundle } from '@snimok/api-client/compression/bundling';
import { gatherBundles } from '@snimok/api-client/bundles/gather';
import { callerOf } from '@snimok/api-client/call';
import { runUpload } from '@snimok/api-client/upload/upload';
import { uploadCalls } from '@snimok/api-client/upload/upload-calls';
import type { LocalFile } from '../../apps/uploader/src/ledger/local-file.ts';
import { packers, packFile } from '../../apps/uploader/src/portal/pack-file.ts';
import { checksum, senderOf } from '../../apps/uploader/src/portal/put-file.ts';
import { connections, exchange, inParallel } from '../measuring/exchange.ts';
import type { PortalClient } from '../programs/portal-client.ts';
import { putHeaders } from './sending.ts';
import type { SliceFile } from '../measuring/series.ts';

/** A bundle in memory, so that the sender's compressor is not measured. */
export interface PreparedBundle {
  declared: NewBundle;
  bytes: Buffer;
}

const sources = (files: SliceFile[], folder: string) =>
  files.map(({ name, bytes }) => ({
    filename: name,
    file: { path: join(folder, name.slice(name.indexOf('/') + 1)), size: bytes.length },
  }));

/** The files in bundles of 8 MiB, compressed as `snimok` compresses them. */
export const prepareBundles = async (files: SliceFile[], folder: string): Promise<PreparedBundle[]> => {
  const { signal } = new AbortController();
  const bundles: PreparedBundle[] = [];
  const gathered = gatherBundles<LocalFile>({
    files: sources(files, folder),
    packers: 4,
    pack: ({ file }) => packFile(file, true, signal),
    targetBytes: () => BUNDLE_BYTES,
    onLeftOut: ({ filename }, cause) => {
      throw new Error(`${filename} fits into no bundle`, { cause });
    },
  });
  for await (const { number, sizeBytes, files: packed } of gathered) {
    const described = packed.map(({ one, packed: { method, payload, crc32, sha256 } }) => ({
      filename: one.filename,
      filesize: one.file.size,
      method,
      sentBytes: payload.length,
      crc32,
      sha256,
    }));
    bundles.push({
      declared: { number, sizeBytes, files: described },
      bytes: Buffer.concat(packed.map(({ packed: { payload } }) => payload)),
    });
  }
  return bundles;
};

export const openUpload = async (client: PortalClient, studyID: number): Promise<string> =>
  (await client.post<{ uploadUUID: string }>(`/assistant/studies/${studyID}/upload`)).uploadUUID;

/** Registers and sends bundles, each with one call and one PUT. */
export const sendBundles = async (
  client: PortalClient,
  uploadUUID: string,
  bundles: PreparedBundle[],
  connectionCount: number,
): Promise<void> => {
  const agent = connections(connectionCount);
  await inParallel(connectionCount, bundles, async ({ declared, bytes }) => {
    const path = `/assistant/uploads/${uploadUUID}/bundles`;
    const body = { bundles: [declared] };
    const reply = await client.post<{ bundles: { presignedURL: string }[] }>(path, body, agent);
    const [target] = reply.bundles;
    if (!target) throw new Error('the response contains no URL');
    const headers = putHeaders(bytes.length, client.cookie);
    await exchange(agent, target.presignedURL, { method: 'PUT', headers, body: bytes });
  });
  agent.destroy();
};

export const completeUpload = (client: PortalClient, uploadUUID: string, files: SliceFile[]) =>
  client.post(`/assistant/uploads/${uploadUUID}/complete`, { finalFiles: files.map(({ name }) => name) });

const unthrottled = async (): Promise<void> => {};

/** The sender of `snimok` with its compressor, in this process. */
export const sendByProgram = async (
  { address, cookie }: PortalClient,
  studyID: number,
  files: SliceFile[],
  folder: string,
): Promise<void> => {
  const { put, putBundle } = senderOf(unthrottled);
  const api = uploadCalls<LocalFile>(
    callerOf({ address, headers: () => ({ cookie }) }),
    { put, checksum, bundling: { compression: true, packers, pack: packFile, put: putBundle } },
    { noAnswer: 'no answer', later: 'later' },
  );
  const upload = runUpload({ studyID, files: sources(files, folder), keep: [], ifRepeated: 'publish' }, api);
  await upload.stopped;
  const { stage, problem, failed } = upload.snapshot;
  if (stage !== 'completed') throw new Error(problem ?? failed[0]?.reason ?? stage);
};
