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

/**
 * Applies the rescale slope and intercept (rounded, clamped to 16 bits); without a scale the samples are
 * returned.
 */
function rescale(samples: Uint16Array | Uint8Array, scale: DecodeRequest['scale']): Int16Array | Uint16Array {
  if (!scale) return samples instanceof Uint16Array ? samples : Uint16Array.from(samples);
  const { slope, intercept } = scale;
  const values = new Int16Array(samples.length);
  for (let at = 0; at < values.length; at += 1) {
    const value = Math.round(samples[at]! * slope + intercept);
    values[at] = value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value;
  }
  return values;
}

self.addEventListener('message', async ({ data }: MessageEvent<DecodeRequest>) => {
  const respond = (response: DecodeResponse, transfer: Transferable[]) =>
    self.postMessage(response, { transfer });
  try {
    const values = rescale(await decompress(data), data.scale);
    respond({ id: data.id, values }, [values.buffer]);
  } catch {
    respond({ id: data.id, values: null }, []);
  }
});
