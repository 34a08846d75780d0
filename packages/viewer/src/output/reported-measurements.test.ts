import { expect, test } from 'vitest';
import { type Annotation, newAnnotation, type Point } from '../annotations/annotation.ts';
import { reportedMeasurements } from './reported-measurements.ts';

const drawn = (kind: Annotation['kind'], points: Point[], more: Partial<Annotation> = {}): Annotation =>
  newAnnotation({ kind, on: 'volume', series: 0, frame: null, points, ...more });
const onFrame = (kind: Annotation['kind'], points: Point[], frame = 0) =>
  drawn(kind, points, { on: 'picture', frame });

const report = (marks: Annotation[], unitMm?: readonly [number, number, number]) =>
  reportedMeasurements([{ authorName: 'Клиника', marks }], {
    series: 0,
    unitMmOf: (frame) => (frame === 0 ? unitMm : undefined),
    imageOf: () => undefined,
  });

test('lengths, angles, areas, implants and canals have their values and units', () => {
  const found = report([
    drawn('length', [
      [0, 0, 0],
      [3, 4, 0],
    ]),
    drawn('angle', [
      [1, 0, 0],
      [0, 0, 0],
      [0, 0, 1],
    ]),
    drawn('polygon', [
      [0, 0, 2],
      [4, 0, 2],
      [0, 3, 2],
    ]),
    drawn(
      'implant',
      [
        [0, 0, 0],
        [0, 0, 10],
      ],
      { sizeMm: 4, product: { manufacturer: 'М', line: 'Л' } },
    ),
    drawn('canal', [
      [0, 0, 0],
      [3, 0, 0],
      [3, 4, 0],
    ]),
    drawn('note', [[1, 2, 3]], { text: 'киста' }),
  ]);
  expect(
    found.map(({ label, values }) => [label, ...values.map(({ value, unit }) => `${value} ${unit}`)]),
  ).toEqual([
    ['Длина 1', '5 mm'],
    ['Угол 1', '90 deg'],
    ['Область 1', '6 mm2'],
    ['Имплантат 1', '10 mm', '4 mm'],
    ['Нижнечелюстной канал 1', '7 mm'],
    ['Заметка 1'],
  ]);
  expect(found.map(({ comment }) => comment)).toEqual(['', '', '', 'М Л', '', 'киста']);
  expect(found[2]?.place).toMatchObject({ space: 'patient', isClosed: true });
});

test('lengths on X-rays use the scale of the frame, or pixels if it has no scale', () => {
  const length = (frame: number) =>
    onFrame(
      'length',
      [
        [0, 0, 0],
        [30, 40, 0],
      ],
      frame,
    );
  const found = report([length(0), length(1)], [0.1, 0.1, 0]);
  expect(found.map(({ values }) => values[0])).toEqual([
    { quantity: 'length', unit: 'mm', value: 5 },
    { quantity: 'length', unit: 'pixels', value: 50 },
  ]);
});

test('calibrations, drawings on a panorama and other series are not reported', () => {
  const points: Point[] = [
    [0, 0, 0],
    [1, 0, 0],
  ];
  expect(
    report([
      onFrame('calibration', points),
      drawn('length', points, { on: 'panorama' }),
      drawn('length', points, { series: 1 }),
    ]),
  ).toEqual([]);
});

test('the comment of an implant names its tooth, and that of an unchecked canal says so', () => {
  const axis: Point[] = [
    [0, 0, 0],
    [0, 0, 10],
  ];
  const marks = [
    drawn('implant', axis, { sizeMm: 4 }),
    drawn('canal', axis, { setPoints: axis, unchecked: true }),
    drawn('canal', axis),
  ];
  const found = reportedMeasurements([{ authorName: 'Клиника', marks }], {
    series: 0,
    unitMmOf: () => undefined,
    imageOf: () => undefined,
    toothOf: () => ({ number: 36, isEntered: false }),
  });
  expect(found.map(({ comment }) => comment)).toEqual([
    'зуб\u00A0≈\u00A036',
    'найден автоматически, не проверен',
    '',
  ]);
});
