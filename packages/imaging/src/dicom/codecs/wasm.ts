import { wasmURLOf } from '#platform';
import type { WasmCodec } from '../platform/wasm-codec.ts';
import { DicomProblem } from '../elements/problem.ts';
import type { RawFrame } from './frame.ts';

/**
 * Options that suppress the decoders' progress and error lines; errors are thrown as well. Emscripten uses
 * the given object as the module itself, so every module needs a new one.
 */
export const quietOptions = (): Emscripten.Options => ({ print: () => {}, printErr: () => {} });

/** `quietOptions` with the location of the decoder's WebAssembly. */
export function decoderOptions(codec: WasmCodec): Emscripten.Options {
  const url = wasmURLOf(codec);
  return url === null ? quietOptions() : { ...quietOptions(), locateFile: () => url };
}

/**
 * Returns a function that decodes with a WebAssembly module, which is loaded at the first call. After a
 * failure the module is discarded and loaded again by the next call, because an aborted module gives wrong
 * results and keeps its memory. `name` is used in error messages.
 */
export function lazyModule<Module>(load: () => Promise<Module>, name: string) {
  let loaded: Promise<Module> | null = null;
  return async (decode: (module: Module) => RawFrame): Promise<RawFrame> => {
    loaded ??= load();
    const module = await loaded;
    try {
      return decode(module);
    } catch (error) {
      loaded = null;
      if (error instanceof DicomProblem) throw error;
      throw new DicomProblem('damaged-pixels', `${name} could not decode the frame`);
    }
  };
}

/**
 * Decodes one frame and copies its samples out of the module's memory, in words of 8 or 16 bits. The decoder
 * is always deleted, because its buffers are in the module's memory, which never shrinks.
 * @throws DicomProblem `truncated-pixels`
 */
export function decodeWith<Decoder extends Emscripten.Decoder>(
  decoder: Decoder,
  frame: Uint8Array,
  convert: (raw: RawFrame, decoder: Decoder) => RawFrame = (raw) => raw,
): RawFrame {
  try {
    decoder.getEncodedBuffer(frame.length).set(frame);
    decoder.decode();
    const { bitsPerSample, width, height, componentCount } = decoder.getFrameInfo();
    // Copied to a Uint8Array, because the buffer of libjpeg-turbo is a Uint8ClampedArray.
    const bytes = new Uint8Array(decoder.getDecodedBuffer());
    const isWide = bitsPerSample > 8;
    const expected = width * height * componentCount * (isWide ? 2 : 1);
    if (bytes.length < expected)
      throw new DicomProblem('truncated-pixels', 'the decoder returned fewer samples than the frame has');
    const words = isWide ? new Uint16Array(bytes.buffer, 0, expected / 2) : bytes.subarray(0, expected);
    return convert({ words, bits: bitsPerSample }, decoder);
  } finally {
    decoder.delete();
  }
}
