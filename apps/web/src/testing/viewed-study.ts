import { getFrames, renewViewer, type ViewerStudy } from '@snimok/contract/viewing/online-viewer';
import type { z } from 'zod';
import type { FakeServer } from './server.ts';

export type ViewedStudy = z.output<typeof ViewerStudy>;
type Series = ViewedStudy['series'][number];

const COLUMNS = 40;
const ROWS = 30;
const SIDE = 8;

export const viewedStudy = (study: Partial<ViewedStudy> = {}): ViewedStudy => ({
  studyID: 7,
  type: 'rg',
  createdAt: '2026-11-24T09:00:00.000Z',
  examinedAt: null,
  patientName: 'Ромашкина Алла Петровна',
  status: 'ready',
  progress: null,
  reason: null,
  series: [],
  firstSeries: 0,
  panorama: null,
  can: { mark: false, seeMarks: false, correctArch: false },
  ...study,
});

const seriesFields = (series: number, frameCount: number) => ({
  series,
  seriesInstanceUID: null,
  seriesNumber: null,
  modality: 'CT',
  description: null,
  frameCount,
  warnings: [],
});

/** A series of photographs. */
export const pictureSeries = (count: number): Series => ({
  ...seriesFields(0, count),
  kind: 'pictures',
  frames: Array.from({ length: count }, () => ({
    columns: COLUMNS,
    rows: ROWS,
    encoding: 'png',
    scale: null,
    window: null,
    inverted: false,
    spacingMm: null,
    measuredAt: null,
    pixelAspect: 1,
    patientOrientation: null,
    sizeBytes: 100,
  })),
});

/** A cube of a few voxels. */
export const volumeSeries = (): Series => ({
  ...seriesFields(0, SIDE),
  kind: 'volume',
  scale: { bits: 16, slope: 1, intercept: -1000 },
  window: { center: 0, width: 2000 },
  inverted: false,
  directions: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  levels: [
    {
      level: 'full',
      size: [SIDE, SIDE, SIDE],
      factor: [1, 1, 1],
      spacingMm: [1, 1, 1],
      originMm: [0, 0, 0],
      encoding: 'deflate',
      lossless: true,
      sizeBytes: 1000,
    },
  ],
});

/** Frames with the headers of `getFrames`. */
const packed = (frames: readonly (readonly [index: number, bytes: Uint8Array<ArrayBuffer>])[]) => {
  const whole = new Uint8Array(frames.reduce((length, [, bytes]) => length + 8 + bytes.length, 0));
  let at = 0;
  for (const [index, bytes] of frames) {
    const header = new DataView(whole.buffer, at, 8);
    header.setUint32(0, index, true);
    header.setUint32(4, bytes.length, true);
    whole.set(bytes, at + 8);
    at += 8 + bytes.length;
  }
  return whole;
};

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

const png = async () => {
  const canvas = new OffscreenCanvas(COLUMNS, ROWS);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#bbb';
  context.fillRect(10, 5, 20, 20);
  return bytesOf(await canvas.convertToBlob({ type: 'image/png' }));
};

const slice = () => {
  const samples = new Uint16Array(SIDE * SIDE).fill(1500);
  const deflated = new Blob([samples]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Response(deflated).blob().then(bytesOf);
};

/** Answers the calls of a viewer that shows a study: its ticket and its frames. The frames in `broken` cannot be read. */
export function answerFrames(server: FakeServer, { series }: ViewedStudy, broken: readonly number[] = []) {
  server.answer(renewViewer, {
    ticket: 'renewed',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  return server.answerBytes(getFrames, async ({ params, query }) => {
    const from = Number(query['from']);
    const count = Number(query['count']);
    const frame = await (series[Number(params['series'])]?.kind === 'volume' ? slice() : png());
    const indexes = Array.from({ length: count }, (_, at) => from + at);
    return packed(indexes.map((index) => [index, broken.includes(index) ? Uint8Array.of(1, 2, 3) : frame]));
  });
}
