import { formatBytes, formatNumber } from './format-numbers.ts';

/** «12,4 МБ/с» */
export const formatSpeed = (bytesPerSecond: number) => `${formatBytes(bytesPerSecond)}/с`;

/**
 * The remaining time, rounded, because an estimate like «1 мин 37 с» would claim a precision that it does not
 * have.
 */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 8) return 'осталось несколько секунд';
  if (seconds < 55) return `осталось ${formatNumber(Math.ceil(seconds / 10) * 10)} с`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `осталось ${formatNumber(minutes)} мин`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest > 0 ? `осталось ${hours} ч ${rest} мин` : `осталось ${hours} ч`;
}
