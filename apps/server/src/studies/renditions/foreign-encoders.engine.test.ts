import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { decodeFrame } from '@snimok/imaging/dicom/pixels/pixels';
import { readDicom } from '@snimok/imaging/dicom/read';
import { encapsulated } from '@snimok/imaging/testing/raw-dicom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const execute = promisify(execFile);
const ENCODE = join(import.meta.dirname, '../../testing/scans/encode_frames.py');

interface Frame {
  name: string;
  /** last components of the UID */
  syntax: string;
  rows: number;
  columns: number;
  samples: 1 | 3;
  bits: 1 | 8 | 10 | 12 | 16;
  signed: boolean;
}

let folder = '';
let frames: Frame[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snimok-frames-'));
  const env = { ...process.env, PYTHONPATH: process.env.IMAGECODECS };
  await execute('python3', [ENCODE, folder], { env });
  frames = JSON.parse(await readFile(join(folder, 'frames.json'), 'utf8')) as Frame[];
});

afterAll(() => rm(folder, { recursive: true }));

type Description = Omit<Frame, 'name'>;

/** A colour sample of one bit is allocated eight bits, because DICOM permits no fewer for colour. */
const allocatedFor = ({ bits, samples }: Description) => {
  if (bits > 8) return 16;
  return bits === 1 && samples === 1 ? 1 : 8;
};

const decodedBytes = async (bytes: Uint8Array, description: Description) => {
  const { rows, columns, samples, signed } = description;
  const photometric = samples === 3 ? 'RGB' : 'MONOCHROME2';
  const shape = { rows, columns, samples, signed, photometric, bits: allocatedFor(description) } as const;
  const dicom = encapsulated(`1.2.840.10008.1.2.4${description.syntax}`, shape, [bytes]);
  const { values } = await decodeFrame(dicom, readDicom(dicom), 0);
  const { buffer, byteOffset, byteLength } = values;
  return { kind: values.constructor.name, bytes: Buffer.from(buffer, byteOffset, byteLength) };
};

const kindOf = ({ bits, signed }: Description) => `${signed ? 'Int' : 'Uint'}${bits > 8 ? 16 : 8}Array`;

describe('frames of foreign encoders are decoded to the samples that were encoded', () => {
  test.each(['.90', '.110', '.111', '.112', '.201', '.202', '.203'])('transfer syntax %s', async (syntax) => {
    const ofSyntax = frames.filter((frame) => frame.syntax === syntax);
    expect(ofSyntax.length).toBeGreaterThan(3);
    for (const frame of ofSyntax) {
      const { name } = frame;
      const decoded = await decodedBytes(await readFile(join(folder, `${name}.frame`)), frame);
      const expected = await readFile(join(folder, `${name}.raw`));
      expect([name, decoded.kind, decoded.bytes.equals(expected)]).toEqual([name, kindOf(frame), true]);
    }
  });

  test.each([10, 12] as const)('HTJ2K of %i bits, by OpenJPH', async (bits) => {
    const samples = Uint16Array.from({ length: 48 * 80 }, (_, at) => (at * at * 7 + at * 131) % 2 ** bits);
    const from = join(folder, 'samples.yuv');
    const to = join(folder, 'samples.j2c');
    await writeFile(from, new Uint8Array(samples.buffer));
    const shape = ['-dims', '{80,48}', '-num_comps', '1', '-downsamp', '{1,1}', '-bit_depth', String(bits)];
    const options = ['-signed', 'false', '-reversible', 'true', '-num_decomps', '3'];
    await execute('ojph_compress', ['-i', from, '-o', to, ...shape, ...options]);
    const described = { rows: 48, columns: 80, syntax: '.201', samples: 1, bits, signed: false } as const;
    const decoded = await decodedBytes(await readFile(to), described);
    expect(decoded.kind).toBe(kindOf(described));
    expect(decoded.bytes.equals(Buffer.from(samples.buffer))).toBe(true);
  });
});
