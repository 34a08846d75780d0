import { expect, test } from 'vitest';
import { decodeFrame } from '@snimok/imaging/dicom/pixels/pixels';
import { readDicom } from '@snimok/imaging/dicom/read';
import { groupSeries } from '@snimok/imaging/dicom/series';
import { pictureOf } from '@snimok/imaging/pictures/picture';
import { drawJaws } from './jaws.ts';
import { drawPanoramic } from './panoramic.ts';
import { cbctSeries, panoramicFile } from './series.ts';

const STUDY = {
  patient: {
    name: 'Снимкова Анна Петровна',
    id: '42',
    birthDate: '1990-05-17',
    sex: 'F' as const,
  },
  takenOn: '2026-01-15',
  studyInstanceUID: '2.25.100',
  seriesInstanceUID: '2.25.101',
  seriesNumber: 1,
  seriesDescription: 'КЛКТ',
  manufacturer: 'Снимок',
  model: 'Фантом',
};
const JAWS = { size: [64, 64, 40], spacingMm: 1.6 } as const;

test('a scan is a volume of evenly spaced slices with the drawn values', async () => {
  const files = [...cbctSeries(JAWS, STUDY)];
  const facts = files.map(({ bytes }) => readDicom(bytes));
  expect(groupSeries(facts)).toMatchObject([
    {
      modality: 'CT',
      instanceCount: 40,
      sliceStepMm: expect.closeTo(1.6),
      isVolume: true,
    },
  ]);
  expect(new Set(files.map(({ filename }) => filename)).size).toBe(40);
  const { values } = await decodeFrame(files[7]!.bytes, facts[7]!, 0);
  const drawn = drawJaws(JAWS).values.subarray(7 * 64 * 64, 8 * 64 * 64);
  expect(Int16Array.from(values, (value) => value - 1024)).toEqual(drawn);
  const picture = await pictureOf(files[20]!.bytes, facts[20]!, 0);
  expect(new Set(picture.pixels).size).toBeGreaterThan(50);
});

test('a panoramic radiograph has dark air, grey bone, bright teeth in the centre, and a marker on each side', async () => {
  const { width, height, values } = drawPanoramic({ width: 480, height: 250 });
  expect(values).toHaveLength(480 * 250);
  const meanOf = (x: number, y: number, reach: number) => {
    let sum = 0;
    for (let row = y - reach; row < y + reach; row += 1) {
      for (let column = x - reach; column < x + reach; column += 1) sum += values[row * width + column]!;
    }
    return sum / (4 * reach * reach);
  };
  const molars = meanOf(Math.round(width * 0.31), Math.round(height * 0.43), 8);
  const chin = meanOf(width / 2, Math.round(height * 0.75), 6);
  const sinus = meanOf(Math.round(width * 0.29), Math.round(height * 0.17), 6);
  expect(molars).toBeGreaterThan(chin * 1.2);
  expect(chin).toBeGreaterThan(sinus * 2);
  expect(values.reduce((count, value) => count + Number(value === 4000), 0)).toBeGreaterThan(15);
});

test('a panoramic file is a PX image with a usable window', async () => {
  const { bytes } = panoramicFile({ width: 240, height: 125 }, STUDY);
  const file = readDicom(bytes);
  expect(file).toMatchObject({
    modality: 'PX',
    rows: 125,
    columns: 240,
    patient: { name: 'Снимкова Анна Петровна' },
  });
  expect(await pictureOf(bytes, file, 0)).toMatchObject({
    width: 240,
    height: 125,
    channels: 1,
    pixelAspect: 1,
  });
});

test('files state the time of the acquisition only if it is given', () => {
  const elementsOf = (takenAt?: string) => {
    const study = { ...STUDY, ...(takenAt !== undefined && { takenAt }) };
    const { bytes } = panoramicFile({ width: 48, height: 25 }, study);
    return Buffer.from(bytes).toString('latin1');
  };
  // group 0008, element 0032, TM, 6 bytes
  const acquisitionTime = '\x08\0\x32\0TM\x06\0';
  expect(elementsOf('13:05')).toContain(`${acquisitionTime}130500`);
  expect(elementsOf()).not.toContain(acquisitionTime);
});
