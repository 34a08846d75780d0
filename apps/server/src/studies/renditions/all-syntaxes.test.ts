import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import type { PictureSeries } from '@snimok/contract/viewing/online-viewer';
import { decodeHtj2k } from '@snimok/imaging/dicom/codecs/jpeg-2000';
import { modalityValues } from '@snimok/imaging/dicom/pixels/modality-values';
import { decodeFrame } from '@snimok/imaging/dicom/pixels/pixels';
import { isDicom, readDicom } from '@snimok/imaging/dicom/read';
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

test.runIf(haveSharedFiles).for(['transfer-syntaxes-ct', 'multiframe-fragments', 'malformed-pydicom'])(
  'every readable grey frame of %s reaches the viewer unchanged, whatever its transfer syntax',
  async (folder) => {
    const server = await startServer();
    await server.work('process-upload', 'make-rendition');
    const assistant = await server.as(await server.make.assistant());
    const { studyID } = await server.make.study({ type: 'rg' });
    const files = sharedFilesIn(folder).map((path, at) => ({
      filename: `${at}.dcm`,
      bytes: readShared(path),
    }));
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
    expect(expected.length).toBeGreaterThan(8);
    // `received` may have more frames: those of 32 bits are displayed too, but have no expected digest
    for (const frame of expected) expect([frame, received.includes(frame)]).toEqual([frame, true]);
    expect(received.length).toBeGreaterThanOrEqual(expected.length);
  },
);
