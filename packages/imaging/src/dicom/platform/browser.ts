import turboURL from '@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasm?url';
import openJpegURL from '@cornerstonejs/codec-openjpeg/decodewasm?url';
import openJphURL from '@cornerstonejs/codec-openjph/wasm?url';
import type { WasmCodec } from './wasm-codec.ts';

/** Browsers inflate only asynchronously: they do not read the rare files with a deflated data set or deflated frames. */
export const inflateRaw = (_deflated: Uint8Array, _maxBytes: number): Uint8Array => {
  throw new Error('deflated data is not read in a browser');
};

/** Browsers get no frames in JPEG XL: the server re-encodes them. */
export const jpegXlModule = (): Promise<WebAssembly.Module> => {
  throw new Error('JPEG XL is not read in a browser');
};

const URLS: Record<WasmCodec, string> = { openjpeg: openJpegURL, openjph: openJphURL, turbo: turboURL };

/** The bundler gives the files other names. */
export const wasmURLOf = (codec: WasmCodec): string | null => URLS[codec];
