import { createHash } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';

type Post = (path: string, body: unknown) => Promise<{ body: Record<string, unknown> }>;

/** What is wrong with a bundle; `payload` bytes that differ from the declaration, `crc32` a false declaration. */
export type Damage = 'none' | 'payload' | 'crc32';

/** Sends a file in a damaged bundle, after a bundle that contradicts itself. */
export const sendBundled = async (
  post: Post,
  uploadUUID: string,
  filename: string,
  bytes: Buffer,
  damage: Damage,
): Promise<void> => {
  const payload = deflateRawSync(bytes);
  const declared = {
    filename,
    filesize: bytes.length,
    method: 'deflate',
    sentBytes: payload.length,
    crc32: damage === 'crc32' ? '00000000' : crc32(bytes).toString(16).padStart(8, '0'),
    sha256: createHash('sha256').update(bytes).digest('base64'),
  };
  const register = (sizeBytes: number) =>
    post(`/assistant/uploads/${uploadUUID}/bundles`, {
      bundles: [{ number: 0, sizeBytes, files: [declared] }],
    });
  await register(payload.length + 1);
  const { bundles } = (await register(payload.length)).body as { bundles?: { presignedURL: string }[] };
  if (damage === 'payload') payload[payload.length >> 1]! ^= 1 << (bytes.length % 8);
  const [target] = bundles ?? [];
  if (target) await putObject(target.presignedURL, payload);
};

export const putObject = async (url: string, bytes: Uint8Array): Promise<void> => {
  const { status } = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) });
  if (status >= 500) throw new Error(`PUT: status ${status}`);
};
