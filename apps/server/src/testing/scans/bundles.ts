import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { registerBundles } from '@snimok/contract/studies/bundles';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import type { TestClient } from '../requests-and-waiting/client.ts';
import { responseOf } from '../requests-and-waiting/contract.ts';
import { checksumOf, type FileToSend, putBytes } from './sending.ts';

type DeclaredBundle = BodyOf<typeof registerBundles>['bundles'][number];

/** A bundle as a sender makes it. */
export interface TestBundle {
  declared: DeclaredBundle;
  bytes: Buffer;
}

/** Bundles the files, compressed unless `method` says otherwise. */
export const bundleOf = (
  files: FileToSend[],
  { number = 0, method = 'deflate' }: { number?: number; method?: 'deflate' | 'stored' } = {},
): TestBundle => {
  const payloads = files.map(({ bytes }) =>
    method === 'stored' ? Buffer.from(bytes) : deflateRawSync(bytes),
  );
  const declared = files.map(({ filename, bytes }, i) => ({
    filename,
    filesize: bytes.length,
    method,
    sentBytes: payloads[i]?.length ?? 0,
    crc32: checksumOf(bytes),
    sha256: createHash('sha256').update(bytes).digest('base64'),
  }));
  const bytes = Buffer.concat(payloads);
  return { declared: { number, sizeBytes: bytes.length, files: declared }, bytes };
};

export const postBundles = (assistant: TestClient, uploadUUID: string, bundles: unknown) =>
  assistant.post(`/assistant/uploads/${uploadUUID}/bundles`, { bundles });

/** Registers bundles and returns what the portal answers for each. */
export const registerBundlesOf = async (assistant: TestClient, uploadUUID: string, bundles: TestBundle[]) =>
  responseOf(
    registerBundles,
    await postBundles(
      assistant,
      uploadUUID,
      bundles.map(({ declared }) => declared),
    ),
  ).bundles;

/** Registers and sends bundles. */
export const sendBundles = async (
  assistant: TestClient,
  uploadUUID: string,
  bundles: TestBundle[],
): Promise<void> => {
  const targets = await registerBundlesOf(assistant, uploadUUID, bundles);
  for (const [i, { presignedURL }] of targets.entries()) {
    const reply = await putBytes(presignedURL, bundles[i]?.bytes ?? Buffer.alloc(0));
    if (reply.status !== 200) throw new Error(`PUT of a bundle: HTTP ${reply.status}`);
  }
};
