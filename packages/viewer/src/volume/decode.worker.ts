import decoderURL from '@cornerstonejs/codec-openjph/wasm?url';
import loadDecoder from '@cornerstonejs/codec-openjph/wasmjs';
import type { DecodeResponse, DecodeRequest } from './decoder-pool.ts';

/* Unpacks frames beside the page. OpenJPH is WebAssembly: its own file, fetched from the portal. */

const decoder = loadDecoder({ locateFile: () => decoderURL, print: () => {}, printErr: () => {} });

async function samplesOf({ encoding, bits, bytes }: DecodeRequest): Promise<Uint16Array | Uint8Array> {
  if (encoding === 'deflate') {
    const inflated = new Response(bytes).body!.pipeThrough(new DecompressionStream('deflate'));
    const raw = await new Response(inflated).arrayBuffer();
    return bits === 8 ? new Uint8Array(raw) : new Uint16Array(raw);
  }
  const { HTJ2KDecoder } = await decoder;
  const one = new HTJ2KDecoder();
  try {
    one.getEncodedBuffer(bytes.length).set(bytes);
    one.decode();
    const decoded = one.getDecodedBuffer();
    // a copy: the decoder's memory is its own
    const own = decoded.slice();
    return one.getFrameInfo().bitsPerSample > 8 ? new Uint16Array(own.buffer) : own;
  } finally {
    one.delete();
  }
}

/** In the series' units, or as they come when no scale is asked for. */
function inUnits(samples: Uint16Array | Uint8Array, scale: DecodeRequest['scale']): Int16Array | Uint16Array {
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
  const answer = (decoded: DecodeResponse, transfer: Transferable[]) =>
    self.postMessage(decoded, { transfer });
  try {
    const values = inUnits(await samplesOf(data), data.scale);
    answer({ id: data.id, values }, [values.buffer]);
  } catch {
    answer({ id: data.id, values: null }, []);
  }
});
