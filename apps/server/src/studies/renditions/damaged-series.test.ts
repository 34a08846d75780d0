import type { VolumeSeries } from '@snimok/contract/viewer';
import { decodeHtj2k } from '@snimok/imaging/dicom/codecs/jpeg-2000';
import { type DamagedSeries, damagedSeries, OUTSIDE } from '@snimok/phantom/damaged';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { sendStudy } from '../../testing/sending.ts';
import { startServer } from '../../testing/server.ts';
import { framesOf, readyStudy, ticketOf } from '../../testing/viewer.ts';

type Volume = z.infer<typeof VolumeSeries>;

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

/** What the viewer says about each series. */
const MESSAGES: Record<string, string[]> = {
  'missing slices': ['Не хватает 4 срезов: места отмечены штриховкой'],
  'a duplicate file': ['2 файла повторяются: каждый срез показан один раз'],
  'two slices at one position': ['1 срез записан поверх другого: на каждом месте показан один срез'],
  'rounded positions': ['Положения срезов округлены в файлах: шаг уточнён до 0,16 мм'],
  'a rescale per slice': ['У срезов разные шкалы яркости: значения приведены к одной шкале'],
  'gantry tilt': ['Срезы сняты с наклоном аппарата 27°: объём выпрямлен'],
  'uneven spacing': ['Срезы сняты с разным шагом: объём пересчитан с шагом 2 мм'],
  'a truncated slice': ['1 срез не читается: место отмечено штриховкой'],
  'reversed numbers': [],
  'several defects': [
    'Не хватает 2 срезов: места отмечены штриховкой',
    '1 срез не читается: место отмечено штриховкой',
    '1 файл повторяется: каждый срез показан один раз',
    '1 срез записан поверх другого: на каждом месте показан один срез',
    'Положения срезов округлены в файлах: шаг уточнён до 0,25 мм',
    'У срезов разные шкалы яркости: значения приведены к одной шкале',
  ],
};

/** The values of the volume's layers, as the viewer computes them. */
const layersOf = async (series: Volume, address: string, ticket: string): Promise<Int16Array[]> => {
  const { size } = series.levels.at(-1)!;
  const { bits, slope, intercept } = series.scale;
  const shape = { columns: size[0], rows: size[1], samples: 1, bitsAllocated: bits };
  const layers: Int16Array[] = [];
  for (const { bytes } of await framesOf(address, ticket, `${series.series}/frames?count=512`)) {
    const { words } = await decodeHtj2k(bytes, shape);
    layers.push(Int16Array.from(words, (sample) => Math.round(sample * slope + intercept)));
  }
  return layers;
};

/** The numbers of the layers that differ from the truth. */
const wrongLayers = (layers: Int16Array[], truth: DamagedSeries['truth']): number[] => {
  const isRight = (expected: Int16Array | null, at: number) =>
    !expected || expected.every((value, pixel) => value === OUTSIDE || value === layers[at]![pixel]);
  return truth.layers.flatMap((expected, at) => (isRight(expected, at) ? [] : [at]));
};

test('ten damaged series become volumes with the true voxels, their gaps marked, and a message each', async () => {
  const damaged = damagedSeries(STUDY);
  const { make, as, work, nobody, address } = await startServer();
  await work('process-upload', 'make-view');
  const assistant = await as(await make.assistant());
  const { studyID } = await make.study({ type: 'cbct' });
  const files = damaged.flatMap(({ files }, at) =>
    files.map(({ filename, bytes }) => ({ filename: `${at}/${filename}`, bytes })),
  );
  expect((await sendStudy(assistant, studyID, files)).error).toBeNull();
  const ticket = ticketOf(await assistant.post(`/assistant/studies/${studyID}/remote-session`));
  const { series, status } = await readyStudy(nobody, ticket);
  expect(status).toBe('ready');
  expect(series.map(({ description }) => description)).toEqual(damaged.map(({ name }) => name));
  for (const [at, { name, truth }] of damaged.entries()) {
    const shown = series[at]!;
    if (shown.kind !== 'volume') throw new Error(`${name}: ${shown.warnings.join()}`);
    const full = shown.levels.at(-1)!;
    const gaps = [...truth.layers.keys()].filter((layer) => truth.layers[layer] === null);
    expect([name, shown.missing, shown.warnings]).toEqual([name, gaps, MESSAGES[name]]);
    expect([name, full.size]).toEqual([name, truth.size]);
    expect([name, shown.imageCount]).toEqual([name, truth.imageCount]);
    const offMm = full.originMm.map((mm, axis) => Math.abs(mm - truth.originMm[axis]!));
    expect([name, Math.max(...offMm)]).toEqual([name, expect.closeTo(0, 1)]);
    expect([name, full.spacingMm[2]]).toEqual([name, expect.closeTo(truth.spacingMm[2], 2)]);
    const layers = await layersOf(shown, address, ticket);
    expect([name, wrongLayers(layers, truth)]).toEqual([name, []]);
  }
});
