import { expect, test } from 'vitest';
import { checkSizes, sizeInWords, sizesOf } from './entered-sizes.ts';

test('sizes are read with a decimal comma or point, in any order, each once', () => {
  const rows = [
    { diameter: '4', lengths: '8; 10; 11,5' },
    { diameter: ' 3,5 ', lengths: '11.5 8, 10, 8' },
    { diameter: '', lengths: ' ' },
  ];
  expect(checkSizes(rows)).toEqual([{}, {}, {}]);
  expect(sizesOf(rows)).toEqual([
    { diameterMm: 3.5, lengthsMm: [8, 10, 11.5] },
    { diameterMm: 4, lengthsMm: [8, 10, 11.5] },
  ]);
  expect(sizesOf(rows).map(sizeInWords)).toEqual(['Ø 3,5 × 8; 10; 11,5 мм', 'Ø 4 × 8; 10; 11,5 мм']);
});

test('each invalid row shows its error, and at least one row is required', () => {
  const diameter = 'Число от 1,5 до 8 мм';
  const lengths = 'Числа от 4 до 60 мм через пробел';
  expect(checkSizes([{ diameter: '', lengths: '' }])).toEqual([{ diameter, lengths }]);
  expect(checkSizes([{ diameter: '40', lengths: '10 мм' }])).toEqual([{ diameter, lengths }]);
  expect(checkSizes([{ diameter: '4', lengths: '10 3' }])).toEqual([{ lengths }]);
  expect(
    checkSizes([
      { diameter: '4', lengths: '10' },
      { diameter: '4,0', lengths: '12' },
    ]),
  ).toEqual([{}, { diameter: 'Такой диаметр уже есть' }]);
});
