import { counted } from '@snimok/api-client/format-numbers';
import type { Subject } from './analyses/analysis-data.ts';
import { deviationOf, differenceOf, type Measurement } from './measurements.ts';
import { SOURCES } from './analyses/sources.ts';

const DEVIATIONS = { below: 'меньше нормы', above: 'больше нормы' } as const;
const NEEDS_SCALE = 'нужна калибровка';

const number = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const signed = new Intl.NumberFormat('ru-RU', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

const withUnit = (value: string, unit: Measurement['unit']) =>
  unit === '°' ? `${value}°` : `${value} ${unit}`;

export const valueText = ({ value, unit, needsScale }: Measurement): string =>
  needsScale ? NEEDS_SCALE : value === undefined ? '—' : withUnit(number.format(value), unit);

/** «82,0 ± 3,9°», «25,0 (16,0…35,0)°», «59,0…63,0 %», «22,0°»; empty without a norm. */
export function normText({ norm, unit }: Measurement): string {
  if (!norm) return '';
  const { mean, limits } = norm;
  if (!limits) return withUnit(number.format(mean ?? 0), unit);
  const range = `${number.format(limits[0])}…${number.format(limits[1])}`;
  if (mean === undefined) return withUnit(range, unit);
  const below = mean - limits[0];
  const above = limits[1] - mean;
  const isEven = Math.abs(below - above) < 0.01;
  return withUnit(
    isEven ? `${number.format(mean)} ± ${number.format(below)}` : `${number.format(mean)} (${range})`,
    unit,
  );
}

/** «+3,0», from the mean of the norm. */
export const differenceText = (measurement: Measurement): string => {
  const difference = differenceOf(measurement);
  return difference === undefined ? '' : signed.format(difference);
};

/** «больше нормы»; empty within it. */
export const deviationText = (measurement: Measurement): string => {
  const deviation = deviationOf(measurement);
  return deviation ? DEVIATIONS[deviation] : '';
};

/** «нормы: женщина, 24 года» */
export function subjectText({ sex, ageYears }: Subject): string {
  const age =
    ageYears === undefined ? 'возраст неизвестен' : counted(Math.floor(ageYears), 'год', 'года', 'лет');
  return `${sex === undefined ? 'пол неизвестен' : sex === 'male' ? 'мужчина' : 'женщина'}, ${age}`;
}

export const sourcesOf = (values: readonly Measurement[]) => [
  ...new Set(values.flatMap(({ norm }) => (norm ? [norm.source] : []))),
];

/**
 * A table for spreadsheets: separated by semicolons, with a byte order mark, as they expect Cyrillic. `before` are the
 * values of the tracing that is superimposed, in the same order.
 */
export function tableCsv(values: readonly Measurement[], before?: readonly Measurement[]): Blob {
  const cell = (value: string) => `"${value.replaceAll('"', '""')}"`;
  const decimal = (value: number | undefined) =>
    value === undefined ? '' : value.toFixed(1).replace('.', ',');
  const rows = values.map((one, at) =>
    [
      one.name,
      one.meaning,
      one.needsScale ? NEEDS_SCALE : decimal(one.value),
      one.unit,
      decimal(one.norm?.limits?.[0]),
      decimal(one.norm?.limits?.[1]),
      decimal(one.norm?.mean),
      decimal(differenceOf(one)),
      one.norm ? SOURCES[one.norm.source] : '',
      ...(before ? [decimal(before[at]?.value)] : []),
    ]
      .map(cell)
      .join(';'),
  );
  const head = [
    'Показатель',
    'Что описывает',
    'Значение',
    'Единица',
    'Норма от',
    'Норма до',
    'Средняя норма',
    'Отклонение',
    'Источник',
    ...(before ? ['Другая дата'] : []),
  ];
  return new Blob(['\uFEFF', [head.map(cell).join(';'), ...rows].join('\r\n'), '\r\n'], {
    type: 'text/csv;charset=utf-8',
  });
}
