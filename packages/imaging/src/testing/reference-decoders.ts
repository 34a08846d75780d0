import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DicomFile } from '../dicom/elements/file.ts';
import { compressedFrame } from '../dicom/pixels/fragments.ts';
import { decodeFrame } from '../dicom/pixels/pixels.ts';
import { readDicom } from '../dicom/read.ts';
import { codecOf, type PixelCodec } from '../dicom/elements/transfer-syntax.ts';

type Frames = (bytes: Uint8Array, file: DicomFile, folder: string) => Promise<ArrayLike<number>[]>;

/**
 * Decodes with a program that rewrites a DICOM file without compression; the output is read as native pixel
 * data.
 */
const rewriter =
  (program: string, ...options: string[]): Frames =>
  async (bytes, _file, folder) => {
    const from = join(folder, 'in.dcm');
    const to = join(folder, 'out.dcm');
    writeFileSync(from, bytes);
    execFileSync(program, [...options, from, to], { stdio: 'pipe' });
    const uncompressed = readFileSync(to);
    const file = readDicom(uncompressed);
    const frames = Array.from({ length: file.numberOfFrames }, (_, at) =>
      decodeFrame(uncompressed, file, at),
    );
    return (await Promise.all(frames)).map(({ values }) => values);
  };

/** OpenJPEG decodes bare codestreams to a portable pixmap: a header with three numbers, then RGB. */
const openJpeg: Frames = async (bytes, file, folder) =>
  Array.from({ length: file.numberOfFrames }, (_, at) => {
    const from = join(folder, 'in.j2c');
    const to = join(folder, 'out.ppm');
    writeFileSync(from, compressedFrame(bytes, file, at));
    execFileSync('opj_decompress', ['-i', from, '-o', to], { stdio: 'pipe' });
    const pixmap = readFileSync(to);
    const [header] = /^P6\s(#[^\n]*\n)?\s*\d+\s+\d+\s+255\s/.exec(
      pixmap.subarray(0, 200).toString('latin1'),
    ) ?? [''];
    return pixmap.subarray(header.length);
  });

/**
 * Programs of other projects: dcmtk, which refuses JPEG-LS of 15 bits and has no JPEG 2000; gdcm for these
 * two; OpenJPEG for high-throughput JPEG 2000, which the others cannot read. None reads deflated frames.
 */
const DECODERS: Partial<Record<PixelCodec, readonly [program: string, frames: Frames]>> = {
  native: ['dcmconv', rewriter('dcmconv', '+te')],
  rle: ['dcmdrle', rewriter('dcmdrle')],
  jpeg: ['dcmdjpeg', rewriter('dcmdjpeg', '+cn')],
  'jpeg-lossless': ['dcmdjpeg', rewriter('dcmdjpeg', '+cn')],
  'jpeg-ls': ['gdcmconv', rewriter('gdcmconv', '--raw')],
  'jpeg-2000': ['gdcmconv', rewriter('gdcmconv', '--raw')],
  htj2k: ['opj_decompress', openJpeg],
};

const decoderOf = (file: DicomFile) => DECODERS[codecOf(file.transferSyntaxUID) ?? 'native'];

/** Whether a program that decodes the file is installed. */
export function hasReferenceDecoder(bytes: Uint8Array): boolean {
  const [program] = decoderOf(readDicom(bytes)) ?? [];
  return program !== undefined && existsSync(`/usr/bin/${program}`);
}

/** The values of all frames, decoded by that program. */
export async function decodeByReference(bytes: Uint8Array): Promise<ArrayLike<number>[]> {
  const file = readDicom(bytes);
  const [program, frames] = decoderOf(file) ?? [];
  if (!program || !frames) throw new Error(`no reference decoder for ${file.transferSyntaxUID}`);
  const folder = mkdtempSync(join(tmpdir(), 'snimok-reference-'));
  try {
    return await frames(bytes, file, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
