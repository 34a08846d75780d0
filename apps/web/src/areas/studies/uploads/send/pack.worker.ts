import { packBytes, type PackingTools, packSpan } from '@snimok/api-client/compression/packed-file';
import { sha256 } from '@snimok/api-client/compression/sha256';
import type { PackRequest, PackResponse } from './pack-messages.ts';

/* Worker that reads, compresses and hashes files, so that the page stays responsive. */

const tools: PackingTools = {
  deflate: canDeflate() ? deflate : null,
  sha256: async (bytes) => {
    // absent where a clinic reaches its portal by plain http
    const subtle = crypto.subtle as SubtleCrypto | undefined;
    const hash = subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : sha256(bytes);
    return btoa(String.fromCharCode(...hash));
  },
};

/** Chrome has CompressionStream since 80, but `deflate-raw` since 103. */
function canDeflate(): boolean {
  try {
    new CompressionStream('deflate-raw').readable.cancel();
    return true;
  } catch {
    return false;
  }
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const deflated = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(deflated).arrayBuffer());
}

addEventListener('message', async ({ data }: MessageEvent<PackRequest>) => {
  const bytes = await data.blob.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  const { packed, transfer } = bytes ? await pack(bytes, data) : { packed: null, transfer: [] };
  postMessage({ id: data.id, packed } satisfies PackResponse, { transfer });
});

async function pack(bytes: Uint8Array<ArrayBuffer>, request: PackRequest) {
  if (request.task === 'part') {
    const packed = await packSpan(bytes, tools.deflate);
    return { packed, transfer: packed.deflated ? [packed.deflated.buffer] : [] };
  }
  const packed = await packBytes(bytes, request.compress, tools);
  return { packed, transfer: [packed.payload.buffer] };
}
