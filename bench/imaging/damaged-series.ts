import type { DicomFile } from '@snimok/imaging/dicom/elements/file';
import { modalityValues } from '@snimok/imaging/dicom/pixels/modality-values';
import { decodeFrame } from '@snimok/imaging/dicom/pixels/pixels';
import { DicomProblem } from '@snimok/imaging/dicom/elements/problem';
import { readDicom } from '@snimok/imaging/dicom/read';
import { resampleLayer } from '@snimok/imaging/volume/fill';
import { planVolume, type VolumePlan } from '@snimok/imaging/volume/plan';
import { type DamagedSeries, damagedSeries, OUTSIDE } from '@snimok/phantom/damaged';
import { outlierSeries } from '@snimok/phantom/outlier-series';
import { volumeSentences } from '../../apps/server/src/studies/renditions/volume-sentences.ts';
import type { Benchmark } from '../measuring/figures.ts';

const STUDY = {
  patient: { name: 'Иванов Иван Иванович', id: '1', birthDate: '1980-01-02', sex: 'M' as const },
  takenOn: '2026-11-22',
  studyInstanceUID: '2.25.8001',
  seriesInstanceUID: '2.25.8002',
  seriesNumber: 1,
  seriesDescription: 'КЛКТ',
  manufacturer: 'Снимок',
  model: 'Фантом',
};
const FOR_VIEWER = { fewestSlices: 8, mostVoxels: Number.POSITIVE_INFINITY, bridgesGaps: false };
/** A scale that is finer than the values of every series. */
const SCALE = { bits: 16, slope: 0.25, intercept: -4096 } as const;

/**
 * Compares every kind of damaged series with the truth of its phantom, built into a volume as by the server.
 */
export const damaged: Benchmark = async () => {
  const rows: string[][] = [];
  for (const series of [...damagedSeries(STUDY), ...outlierSeries(STUDY)]) rows.push(await rowOf(series));
  const right = rows.filter((row) => row.slice(1, 4).every((cell) => cell === '0')).length;
  return [
    {
      title: `Damaged series: ${right} of ${rows.length} kinds right`,
      head: ['kind', 'wrong layers', 'wrong gaps', 'wrongly left out', 'messages'],
      rows,
    },
  ];
};

type Slice = ReturnType<typeof modalityValues>;

const rowOf = async ({ name, files, truth, apart }: DamagedSeries): Promise<string[]> => {
  const headers = files.map(({ bytes }) => readDicom(bytes));
  const slices = await Promise.all(files.map(({ bytes }, at) => decoded(bytes, headers[at]!)));
  const plan = planVolume(headers, { ...FOR_VIEWER, isUsable: ({ file }) => slices[file] !== null });
  if (typeof plan === 'string') return [name, 'no volume', plan, '', '0'];
  const layers = plan.layers.map((_, at) => layerOf(plan, slices, at));
  const isWrong = (expected: Int16Array, at: number) =>
    expected.some((value, pixel) => value !== OUTSIDE && value !== layers[at]?.[pixel]);
  const wrong = truth.layers.filter((expected, at) => expected && layers[at] && isWrong(expected, at));
  const count = Math.max(truth.layers.length, layers.length);
  const gaps = Array.from({ length: count }, (_, at) => !truth.layers[at] !== !layers[at]).filter(Boolean);
  const leftOut = apart.reduce((sum, { imageCount }) => sum + imageCount, 0);
  const messages = plan.notes.map(volumeSentences.volumeNote);
  return [
    ...[name, wrong.length, gaps.length, Math.abs(plan.others.length - leftOut), messages.length].map(String),
  ];
};

const decoded = async (bytes: Uint8Array, header: DicomFile): Promise<Slice | null> => {
  try {
    return modalityValues(bytes, header, await decodeFrame(bytes, header, 0));
  } catch (cause) {
    if (cause instanceof DicomProblem) return null;
    throw cause;
  }
};

/** A layer in Hounsfield units; null if it is a gap. */
const layerOf = (plan: VolumePlan, slices: (Slice | null)[], at: number): Int16Array | null => {
  const sources = plan.layers[at]!.map(({ slice, weight }) => {
    const { file, shiftPx } = plan.slices[slice]!;
    return { ...slices[file]!, weight, shiftPx };
  });
  if (sources.length === 0) return null;
  const [columns, rows] = plan.stack.size;
  const samples = resampleLayer(sources, {
    source: { rows: plan.rows, columns: plan.columns },
    size: { columns, rows },
    scale: SCALE,
    blank: 0,
  });
  return Int16Array.from(samples, (sample) => Math.round(sample * SCALE.slope + SCALE.intercept));
};
