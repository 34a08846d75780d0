import decoderURL from '@cornerstonejs/codec-openjph/wasm?url';
import loadDecoder from '@cornerstonejs/codec-openjph/wasmjs';
import type { DecodeRequest, DecodeResponse } from './decode-messages.ts';

/* Worker that decompresses frames. OpenJPH is WebAssembly in a file of its own, fetched from the portal. */

const decoder = loadDecoder({ locateFile: () => decoderURL, print: () => {}, printErr: () => {} });

const hasDecoder = decoder.then(
  () => true,
  () => false,
);

async function decompress({
  encoding,
  bits,
  isHalf,
  bytes,
  spare,
}: DecodeRequest): Promise<Uint16Array<ArrayBuffer> | Uint8Array> {
  if (encoding === 'deflate') {
    const inflated = new Response(bytes).body!.pipeThrough(new DecompressionStream('deflate'));
    const raw = await new Response(inflated).arrayBuffer();
    return bits === 8 ? new Uint8Array(raw) : new Uint16Array(raw);
  }
  const { HTJ2KDecoder } = await decoder;
  const frameDecoder = new HTJ2KDecoder();
  try {
    frameDecoder.getEncodedBuffer(bytes.length).set(bytes);
    if (isHalf) frameDecoder.decodeSubResolution(1);
    else frameDecoder.decode();
    // copied, because the decoded buffer is a view of the WebAssembly memory
    const decoded = frameDecoder.getDecodedBuffer();
    if (frameDecoder.getFrameInfo().bitsPerSample <= 8) return decoded.slice();
    if (spare?.byteLength !== decoded.length) return new Uint16Array(decoded.slice().buffer);
    new Uint8Array(spare.buffer).set(decoded);
    return spare;
  } finally {
    frameDecoder.delete();
  }
}

const asWords = (samples: Uint16Array<ArrayBuffer> | Uint8Array): Uint16Array<ArrayBuffer> =>
  samples instanceof Uint16Array ? samples : Uint16Array.from(samples);

self.addEventListener('message', async ({ data }: MessageEvent<DecodeRequest>) => {
  const respond = (response: DecodeResponse, transfer: Transferable[]) =>
    self.postMessage(response, { transfer });
  try {
    const values = asWords(await decompress(data));
    respond({ id: data.id, values }, [values.buffer]);
  } catch (reason) {
    // without its decoder, the worker is of no use: the page starts another one, which fetches it again
    if (data.encoding !== 'deflate' && !(await hasDecoder)) reportError(reason);
    else respond({ id: data.id, values: null }, []);
  }
});
