/** A decoder in WebAssembly. */
export type WasmCodec = 'openjpeg' | 'openjph' | 'turbo';
