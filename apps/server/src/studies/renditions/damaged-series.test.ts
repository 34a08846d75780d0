import type { VolumeSeries } from '@snimok/contract/viewing/online-viewer';
import { decodeHtj2k } from '@snimok/imaging/dicom/codecs/jpeg-2000';
import { type DamagedSeries, damagedSeries, OUTSIDE } from '@snimok/phantom/damaged';
import { outlierSeries } from '@snimok/phantom/outlier-series';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { sendStudy } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { framesOf, readyStudy, ticketOf } from '../../testing/callers/viewer.ts';
import { zipOf } from '../../testing/scans/zips.ts';

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

const GAP = 'Не хватает 1 среза: место отмечено штриховкой';
/** The messages about a series whose slice 14 is left out for this reason. */
const leftOut = (why: string) => [GAP, `1 снимок (№ 14) ${why}: в отдельной серии`];
const second = (why: string) => [`40 снимков ${why}: в отдельной серии`];
const MISPLACED = 'с положением, которое не сходится с остальными';

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
  'a slice without a position': leftOut('без положения в файле'),
  'a slice at 1,000 mm': leftOut(MISPLACED),
  'a slice at 1,000 mm, without numbers': [GAP, `1 снимок ${MISPLACED}: в отдельной серии`],
  'a slice below the others': leftOut(MISPLACED),
  'a slice between two others': leftOut(MISPLACED),
  'a slice at the position of another': leftOut(MISPLACED),
  'a slice beside the others': leftOut(MISPLACED),
  'a slice of another orientation': leftOut('другого направления'),
  'a slice of another size': leftOut('другого размера'),
  'a slice of another spacing': leftOut('с другим размером пикселя'),
  'a slice in another frame of reference': leftOut('в другой системе координат'),
  'a slice of another patient': leftOut('другого пациента'),
  'a slice of another study': leftOut('другого исследования'),
  'an outlier of each attribute': [
    'Не хватает 5 срезов: места отмечены штриховкой',
    [
      '1 снимок (№ 4) без положения в файле',
      `1 снимок (№ 9) ${MISPLACED}`,
      '1 снимок (№ 16) другого направления',
      '1 снимок (№ 23) с другим размером пикселя',
      '1 снимок (№ 31) в другой системе координат: в отдельных сериях',
    ].join('; '),
  ],
  'two acquisitions': second('другой съёмки тех же мест'),
  'two acquisitions half a step apart': second('другой съёмки тех же мест'),
  'two acquisitions without numbers of theirs': second('другой съёмки тех же мест'),
  'two frames of reference': second('в другой системе координат'),
  'two places beside each other': second('другой области'),
  'two places above each other': second('другой области'),
  'every second slice lost': [
    'Толщина среза 1 мм, а шаг 2 мм: похоже, не хватает каждого второго среза, между показанными срезами значения не измерены',
  ],
  'one instance UID for all slices': [],
  'a frame of reference and an acquisition for each slice': [],
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
const wrongLayers = (layers: Int16Array[], truth: Pick<DamagedSeries['truth'], 'layers'>): number[] => {
  const isRight = (expected: Int16Array | null, at: number) =>
    !expected || expected.every((value, pixel) => value === OUTSIDE || value === layers[at]![pixel]);
  return truth.layers.flatMap((expected, at) => (isRight(expected, at) ? [] : [at]));
};

/** Sends the series to a study and compares what the viewer gets with the truth. */
const checkSeries = async (damaged: DamagedSeries[]) => {
  const { make, as, work, nobody, address } = await startServer();
  await work('process-upload', 'make-rendition');
  const assistant = await as(await make.assistant());
  const { studyID } = await make.study({ type: 'cbct' });
  const files = damaged.flatMap(({ files }, at) =>
    files.map(({ filename, bytes }) => ({ filename: `${at}/${filename}`, bytes })),
  );
  const sent = [{ filename: 'серии.zip', bytes: await zipOf(files) }];
  expect((await sendStudy(assistant, studyID, sent)).error).toBeNull();
  const ticket = ticketOf(await assistant.post(`/assistant/studies/${studyID}/remote-session`));
  const { series, status } = await readyStudy(nobody, ticket);
  expect(status).toBe('ready');
  const shownAs = Map.groupBy(series, ({ description }) => description);
  expect([...shownAs.keys()].toSorted()).toEqual(damaged.map(({ name }) => name).toSorted());
  for (const { name, truth, apart } of damaged) {
    const [shown, ...others] = shownAs.get(name)!;
    if (shown?.kind !== 'volume') throw new Error(`${name}: ${shown?.warnings.join()}`);
    const full = shown.levels.at(-1)!;
    const gaps = [...truth.layers.keys()].filter((layer) => truth.layers[layer] === null);
    expect([name, shown.missing, shown.warnings]).toEqual([name, gaps, MESSAGES[name]]);
    expect([name, full.size]).toEqual([name, truth.size]);
    const betweenMm = name === 'uneven spacing' ? [expect.closeTo(2, 6), expect.closeTo(3, 6)] : undefined;
    expect([name, shown.betweenMm]).toEqual([name, betweenMm]);
    expect([name, shown.imageCount]).toEqual([name, truth.imageCount]);
    const apartCount = apart.reduce((sum, { imageCount }) => sum + imageCount, 0);
    if (apartCount > 0) expect([name, shown.leftOut?.length]).toEqual([name, apartCount]);
    const offMm = full.originMm.map((mm, axis) => Math.abs(mm - truth.originMm[axis]!));
    expect([name, Math.max(...offMm)]).toEqual([name, expect.closeTo(0, 1)]);
    expect([name, full.spacingMm[2]]).toEqual([name, expect.closeTo(truth.spacingMm[2], 2)]);
    const layers = await layersOf(shown, address, ticket);
    expect([name, wrongLayers(layers, truth)]).toEqual([name, []]);
    const shapes = others.map(({ kind, imageCount }) => [kind, imageCount]);
    expect([name, shapes]).toEqual([
      name,
      apart.map(({ imageCount, layers }) => [layers ? 'volume' : 'pictures', imageCount]),
    ]);
    for (const [at, other] of others.entries()) {
      expect([name, other.warnings[0]]).toEqual([name, expect.stringContaining('Не вошло в объём серии: ')]);
      const expected = apart[at]!.layers;
      if (other.kind !== 'volume' || !expected) continue;
      const layers = await layersOf(other, address, ticket);
      expect([name, wrongLayers(layers, { layers: expected })]).toEqual([name, []]);
    }
  }
  return series;
};

test('each of ten damaged series becomes a volume with correct voxels, marked gaps and a message', async () => {
  const damaged = damagedSeries(STUDY);
  const series = await checkSeries(damaged);
  expect(series.map(({ description }) => description)).toEqual(damaged.map(({ name }) => name));
});

test('images that do not fit a volume leave gaps and are shown apart, as pictures or a second volume, with a message', async () => {
  await checkSeries(outlierSeries(STUDY));
});
