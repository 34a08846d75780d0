import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import type { PictureSeries } from '@snimok/contract/viewing/online-viewer';
import { decodeHtj2k } from '@snimok/imaging/dicom/codecs/jpeg-2000';
import { modalityValues } from '@snimok/imaging/dicom/pixels/modality-values';
import { decodeFrame } from '@snimok/imaging/dicom/pixels/pixels';
import { isDicom, readDicom } from '@snimok/imaging/dicom/read';
import { encodeHtj2k, encodeJpegXl } from '@snimok/imaging/testing/encoders';
import { encapsulated } from '@snimok/imaging/testing/raw-dicom';
import { RECOMPRESSED } from '@snimok/imaging/testing/recompressed-jpegs';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { type FileToSend, sendStudy } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import {
  haveSharedFiles,
  readShared,
  sharedFilesIn,
} from '../../testing/pictures-and-documents/shared-files.ts';
import { framesOf, readyStudy, ticketOf } from '../../testing/callers/viewer.ts';

type Picture = z.infer<typeof PictureSeries>['frames'][number];

/** Rounded to 1e-6, because a fractional slope is applied in a different order. */
const digest = (values: number[]) =>
  createHash('sha256')
    .update(Float64Array.from(values, (value) => Math.round(value * 1e6)))
    .digest('hex')
    .slice(0, 16);

/** Digests of the grey frames, decoded by packages/imaging, whose own tests compare it with reference decoders. */
const greyFramesIn = async (files: FileToSend[]): Promise<string[]> => {
  const found: string[] = [];
  for (const { bytes } of files) {
    if (!isDicom(bytes)) continue;
    const dicom = await Promise.resolve()
      .then(() => readDicom(bytes))
      .catch(() => null);
    const isGrey = dicom?.samplesPerPixel === 1 && dicom.photometricInterpretation !== 'PALETTE COLOR';
    if (!dicom?.hasPixelData || !isGrey || (dicom.bitsAllocated ?? 0) > 16) continue;
    for (let frame = 0; frame < dicom.numberOfFrames; frame += 1) {
      const decoded = await decodeFrame(bytes, dicom, frame).catch(() => null);
      if (!decoded) continue;
      const { values, slope, intercept } = modalityValues(bytes, dicom, decoded);
      found.push(digest(Array.from(values, (value) => value * slope + intercept)));
    }
  }
  return found.toSorted();
};

const valuesOf = async (
  { encoding, columns, rows, scale }: Picture,
  bytes: Uint8Array,
): Promise<number[]> => {
  if (!scale) throw new Error('no grey frame');
  const { bits, slope, intercept } = scale;
  const raw = encoding === 'htj2k' ? null : inflateSync(bytes);
  const samples = raw
    ? bits === 8
      ? raw
      : Array.from({ length: raw.length / 2 }, (_, at) => raw.readUInt16LE(at * 2))
    : (await decodeHtj2k(bytes, { columns, rows, samples: 1, bitsAllocated: bits })).words;
  return Array.from(samples, (sample) => sample * slope + intercept);
};

/** Sends the files as an X-ray study, and expects each of their frames in the viewer. @returns how many there are */
const expectInViewer = async (files: FileToSend[]): Promise<number> => {
  const server = await startServer();
  await server.work('process-upload', 'make-rendition');
  const assistant = await server.as(await server.make.assistant());
  const { studyID } = await server.make.study({ type: 'rg' });
  expect((await sendStudy(assistant, studyID, files)).error).toBeNull();
  const ticket = ticketOf(await assistant.post(`/assistant/studies/${studyID}/remote-session`));
  const { series, status } = await readyStudy(server.nobody, ticket);
  expect(status).toBe('ready');
  const received: string[] = [];
  for (const one of series) {
    const descriptions: Picture[] =
      one.kind === 'pictures'
        ? one.frames
        : Array.from({ length: one.frameCount }, () => {
            const full = one.levels.find(({ level }) => level === 'full')!;
            const [columns, rows] = full.size;
            const { scale, window, inverted } = one;
            const none = {
              spacingMm: null,
              measuredAt: null,
              pixelAspect: 1,
              patientOrientation: null,
              sizeBytes: 0,
            };
            return { columns, rows, encoding: full.encoding, scale, window, inverted, ...none };
          });
    const sent = await framesOf(server.address, ticket, `${one.series}/frames?count=512`);
    expect(sent).toHaveLength(descriptions.length);
    for (const { position, bytes } of sent) {
      const frame = descriptions[position]!;
      if (frame.scale) received.push(digest(await valuesOf(frame, bytes)));
    }
  }
  const expected = await greyFramesIn(files);
  // `received` may have more frames: those of 32 bits are displayed too, but have no expected digest
  for (const frame of expected) expect([frame, received.includes(frame)]).toEqual([frame, true]);
  expect(received.length).toBeGreaterThanOrEqual(expected.length);
  return expected.length;
};

test.runIf(haveSharedFiles).for(['transfer-syntaxes-ct', 'multiframe-fragments', 'malformed-pydicom'])(
  'every readable grey frame of %s reaches the viewer unchanged, whatever its transfer syntax',
  async (folder) => {
    const files = sharedFilesIn(folder).map((path, at) => ({
      filename: `${at}.dcm`,
      bytes: readShared(path),
    }));
    expect(await expectInViewer(files)).toBeGreaterThan(8);
  },
);

test('frames in JPEG XL and HTJ2K reach the viewer unchanged, also signed ones and several in one file', async () => {
  const size = { rows: 40, columns: 56 };
  const shape = { ...size, samples: 1, bitsAllocated: 16 };
  const wordsOf = (bits: number, frame = 0) =>
    Uint16Array.from({ length: 40 * 56 }, (_, at) => (at * 91 + (at % 56) ** 3 + frame * 777) % 2 ** bits);
  const fileOf = (
    syntax: string,
    uid: number,
    frames: Uint8Array[],
    more: { bits?: 8; signed?: true } = {},
  ) => ({
    filename: `${uid}.dcm`,
    bytes: Buffer.from(
      encapsulated(
        `1.2.840.10008.1.2.4.${syntax}`,
        { ...size, ...more, uid: `2.25.${uid}`, frames: frames.length },
        // each frame in two fragments, which only their first bytes assign to frames
        frames.flatMap((frame) => [frame.subarray(0, 64), frame.subarray(64)]),
      ),
    ),
  });
  const xl = (bits: number, frame?: number) => encodeJpegXl(wordsOf(bits, frame), shape, { bits });
  const jph = (bits: number, frame?: number) => encodeHtj2k(wordsOf(bits, frame), shape, { bits });
  const { jpegXl, shape: ofJpeg } = RECOMPRESSED.grey;
  const files = [
    fileOf('110', 1, [await xl(12)]),
    fileOf('110', 2, [await xl(16, 1)], { signed: true }),
    fileOf('110', 3, [await xl(16, 2), await xl(16, 3), await xl(16, 4)]),
    fileOf('112', 4, [await xl(10)]),
    fileOf('201', 5, [await jph(16, 5)], { signed: true }),
    fileOf('202', 6, [await jph(12, 6), await jph(12, 7)]),
    fileOf('203', 7, [await jph(10, 8)]),
    {
      filename: '8.dcm',
      bytes: Buffer.from(
        encapsulated('1.2.840.10008.1.2.4.111', { ...ofJpeg, bits: 8, uid: '2.25.8' }, [jpegXl]),
      ),
    },
  ];
  expect(await expectInViewer(files)).toBe(11);
});
