import { DicomProblem } from '../problem.ts';
import type { RawFrame } from './frame.ts';

/**
 * Decoders report their progress on standard output, and their complaints twice: the reason is thrown anyway. A new
 * object each time, for a module keeps the one it is given as itself.
 */
export const quietOptions = (): Emscripten.Options => ({ print: () => {}, printErr: () => {} });

/**
 * Runs one decode in a module loaded on first need. The decoder is always deleted, for its buffers live in the
 * module's memory, which grows and never shrinks; after a failure the whole module is dropped, because an aborted one
 * answers nothing right any more and keeps what it had allocated.
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

/** Feeds a decoder and copies the samples out of its memory, in words as wide as the codestream's precision asks. */
export function decodeWith<Decoder extends Emscripten.Decoder>(
  decoder: Decoder,
  frame: Uint8Array,
  finish: (raw: RawFrame, decoder: Decoder) => RawFrame = (raw) => raw,
): RawFrame {
  try {
    decoder.getEncodedBuffer(frame.length).set(frame);
    decoder.decode();
    const { bitsPerSample, width, height, componentCount } = decoder.getFrameInfo();
    // A copy, and a plain one: libjpeg-turbo's view is clamped.
    const bytes = new Uint8Array(decoder.getDecodedBuffer());
    const wide = bitsPerSample > 8;
    const expected = width * height * componentCount * (wide ? 2 : 1);
    if (bytes.length < expected)
      throw new DicomProblem('truncated-pixels', 'the decoder gave fewer samples than promised');
    const words = wide ? new Uint16Array(bytes.buffer, 0, expected / 2) : bytes.subarray(0, expected);
    return finish({ words, bits: bitsPerSample }, decoder);
  } finally {
    decoder.delete();
  }
}
