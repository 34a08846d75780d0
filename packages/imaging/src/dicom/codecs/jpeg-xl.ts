import { jpegXlModule } from '#platform';
import { DicomProblem } from '../elements/problem.ts';
import type { FrameShape, RawFrame } from './frame.ts';
import { decodeJpeg } from './jpeg.ts';

/** The functions of `wasm/jpeg-xl.cc`; addresses and sizes are in bytes. */
type Decoder = {
  _initialize: () => void;
  reserve: (size: number) => number;
  /** @returns an index of OUTCOMES */
  decode: (columns: number, rows: number, samples: number, mostBits: number, asJpeg: number) => number;
  outputAt: () => number;
  outputBytes: () => number;
  bits: () => number;
  release: () => void;
};

/** What `decode` returns, by number. */
const OUTCOMES = ['decoded', 'damaged', 'truncated', 'other-shape', 'no-jpeg'] as const;
type Outcome = (typeof OUTCOMES)[number];

type Instance = { decoder: Decoder; memory: WebAssembly.Memory; pages: number };

const PAGE_BYTES = 65_536;
/** libjxl's own tables, and the compressed frame with what is read ahead of it. */
const BASE_BYTES = 64 * 1024 ** 2;
/** Measured: at most 13, or 23 when a JPEG is restored. */
const BYTES_PER_SAMPLE = 32;
/** The memory that the module needs to start, and the most that it can use (scripts/build-jpeg-xl.mjs). */
const INITIAL_PAGES = 64;
const MAX_PAGES = 32_768;
const MAX_BITS = 16;

let compiled: Promise<WebAssembly.Module> | null = null;
let running: Instance | null = null;

/**
 * JPEG XL of 1 to 16 bits, lossless or lossy, as codestream or in its container (PS3.5, A.4.12). Three components are
 * decoded to RGB. JPEG XL has no signed samples: two's complement is stored as unsigned words.
 * @throws DicomProblem `damaged-pixels`, `truncated-pixels`, `impossible-image`
 */
export async function decodeJpegXl(frame: Uint8Array, shape: FrameShape): Promise<RawFrame> {
  const { bytes, bits } = expectDecoded(await run(frame, shape, false), shape);
  return { words: bits > 8 ? new Uint16Array(bytes.buffer) : bytes, bits, isRgb: true };
}

/**
 * A JPEG that was recompressed as JPEG XL: its bytes are restored and decoded as JPEG, so that the samples equal those
 * of the JPEG. Decoding JPEG XL directly rounds differently. A frame that was not made from a JPEG is decoded directly.
 * @throws DicomProblem `damaged-pixels`, `truncated-pixels`, `impossible-image`
 */
export async function decodeRecompressedJpeg(frame: Uint8Array, shape: FrameShape): Promise<RawFrame> {
  const restored = await run(frame, shape, true);
  if (restored.outcome === 'no-jpeg') return decodeJpegXl(frame, shape);
  return decodeJpeg(expectDecoded(restored, shape).bytes, shape);
}

type Result = { outcome: Outcome; bytes: Uint8Array<ArrayBuffer>; bits: number };

function expectDecoded(result: Result, { rows, columns, samples, bitsAllocated }: FrameShape): Result {
  const { outcome } = result;
  if (outcome === 'decoded') return result;
  if (outcome === 'truncated') throw new DicomProblem('truncated-pixels', 'the JPEG XL frame is incomplete');
  if (outcome === 'damaged') throw new DicomProblem('damaged-pixels', 'libjxl could not decode the frame');
  const expected = `${columns}×${rows}×${samples} of ${bitsAllocated} bits`;
  throw new DicomProblem('impossible-image', `the JPEG XL frame is no image of ${expected}`);
}

/** Decodes with libjxl. After a trap its memory may be damaged, so the next frame gets a new instance. */
async function run(frame: Uint8Array, shape: FrameShape, asJpeg: boolean): Promise<Result> {
  const { decoder, memory } = await instanceFor(frame, shape);
  try {
    const inputAt = decoder.reserve(frame.length);
    if (inputAt === 0) throw new RangeError('no memory for the frame');
    new Uint8Array(memory.buffer, inputAt, frame.length).set(frame);
    const { columns, rows, samples, bitsAllocated } = shape;
    const mostBits = Math.min(bitsAllocated, MAX_BITS);
    const outcome = OUTCOMES[decoder.decode(columns, rows, samples, mostBits, asJpeg ? 1 : 0)] ?? 'damaged';
    const isDecoded = outcome === 'decoded';
    const bytes = isDecoded
      ? new Uint8Array(memory.buffer, decoder.outputAt(), decoder.outputBytes()).slice()
      : new Uint8Array();
    const result = { outcome, bytes, bits: decoder.bits() };
    decoder.release();
    return result;
  } catch {
    running = null;
    return { outcome: 'damaged', bytes: new Uint8Array(), bits: 0 };
  }
}

/** The running decoder, unless its memory cannot hold such a frame. The memory is bounded by the size of the frame. */
async function instanceFor(frame: Uint8Array, { rows, columns, samples }: FrameShape): Promise<Instance> {
  const bytes = BASE_BYTES + frame.length * 4 + rows * columns * samples * BYTES_PER_SAMPLE;
  const pages = Math.min(MAX_PAGES, Math.ceil(bytes / PAGE_BYTES));
  compiled ??= jpegXlModule();
  const module = await compiled;
  if (running && running.pages >= pages) return running;
  const wanted = WebAssembly.Module.imports(module);
  const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: pages });
  const system = Object.fromEntries(wanted.map(({ name }) => [name, refuse]));
  const { exports } = await WebAssembly.instantiate(module, {
    env: { memory },
    wasi_snapshot_preview1: system,
  });
  const decoder = exports as unknown as Decoder;
  decoder._initialize();
  running = { decoder, memory, pages };
  return running;
}

/** Stands for each function of an operating system, which libjxl calls only to report that it gives up. */
const refuse = () => {
  throw new Error('libjxl gave up');
};
