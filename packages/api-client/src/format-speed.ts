import { formatBytes, formatNumber } from './format-numbers.ts';

/** «12,4 МБ/с» */
export const formatSpeed = (bytesPerSecond: number) => `${formatBytes(bytesPerSecond)}/с`;

/** Steps in which the remaining time is shown; a shown time differs from the exact one by at most a seventh. */
const STEPS = [
  { belowSeconds: 20, step: 2 },
  { belowSeconds: 60, step: 5 },
  { belowSeconds: 120, step: 15 },
  { belowSeconds: 300, step: 30 },
  { belowSeconds: 3600, step: 60 },
];
const LONGEST_STEP = 300;

/** The remaining time, rounded, because an estimate like «11 мин 37 с» would claim a precision that it does not have. */
export function formatTimeLeft(secondsLeft: number): string {
  if (secondsLeft < 7) return 'осталось несколько секунд';
  const step = STEPS.find(({ belowSeconds }) => secondsLeft < belowSeconds)?.step ?? LONGEST_STEP;
  const rounded = Math.round(secondsLeft / step) * step;
  const units: [number, string][] = [
    [Math.floor(rounded / 3600), 'ч'],
    [Math.floor(rounded / 60) % 60, 'мин'],
    [rounded % 60, 'с'],
  ];
  const shown = units.filter(([value]) => value > 0).map(([value, unit]) => `${formatNumber(value)} ${unit}`);
  return `осталось ${shown.join(' ')}`;
}
