import decoderURL from '@cornerstonejs/codec-openjph/wasm?url';
import loadDecoder from '@cornerstonejs/codec-openjph/wasmjs';
import type { DecodeRequest, DecodeResponse } from './decode-messages.ts';

/* Worker that decompresses frames. OpenJPH is WebAssembly in a file of its own, fetched from the portal. */

const decoder = loadDecoder({ locateFile: () => decoderURL, print: () => {}, printErr: () => {} });

async function decompress({ encoding, bits, bytes }: DecodeRequest): Promise<Uint16Array | Uint8Array> {
  if (encoding === 'deflate') {
    const inflated = new Response(bytes).body!.pipeThrough(new DecompressionStream('deflate'));
    const raw = await new Response(inflated).arrayBuffer();
    return bits === 8 ? new Uint8Array(raw) : new Uint16Array(raw);
  }
  const { HTJ2KDecoder } = await decoder;
  const frameDecoder = new HTJ2KDecoder();
  try {
    frameDecoder.getEncodedBuffer(bytes.length).set(bytes);
    frameDecoder.decode();
    // copied, because the decoded buffer is a view of the WebAssembly memory
    const samples = frameDecoder.getDecodedBuffer().slice();
    return frameDecoder.getFrameInfo().bitsPerSample > 8 ? new Uint16Array(samples.buffer) : samples;
  } finally {
    frameDecoder.delete();
  }
}

const asWords = (samples: Uint16Array | Uint8Array): Uint16Array =>
  samples instanceof Uint16Array ? samples : Uint16Array.from(samples);

self.addEventListener('message', async ({ data }: MessageEvent<DecodeRequest>) => {
  const respond = (response: DecodeResponse, transfer: Transferable[]) =>
    self.postMessage(response, { transfer });
  try {
    const values = asWords(await decompress(data));
    respond({ id: data.id, values }, [values.buffer]);
  } catch {
    respond({ id: data.id, values: null }, []);
  }
});
