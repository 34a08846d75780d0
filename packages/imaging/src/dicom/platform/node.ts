import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import type { WasmCodec } from './wasm-codec.ts';

/**
 * Inflates a raw deflate stream (RFC 1951).
 * @throws RangeError if there are more than `maxBytes`; other errors if the stream is damaged
 */
export const inflateRaw = (deflated: Uint8Array, maxBytes: number): Uint8Array =>
  inflateRawSync(deflated, { maxOutputLength: maxBytes });

/** The decoders find their WebAssembly beside their own files. */
export const wasmURLOf = (_codec: WasmCodec): string | null => null;

/** The decoder of JPEG XL. */
export const jpegXlModule = (): Promise<WebAssembly.Module> =>
  WebAssembly.compile(readFileSync(new URL('../../../wasm/jpeg-xl.wasm', import.meta.url)));
