import { counted } from '@snimok/api-client/format-numbers';
import { DAYS_IN_BIN } from '@snimok/contract/studies/lifecycle';

/** «30 дней» */
export const TIME_IN_BIN = counted(DAYS_IN_BIN, 'день', 'дня', 'дней');

const DAY_MS = 86_400_000;

/** «30 дней» from the deletion on, as its notice says; «меньше дня» at the end. */
export const timeLeft = (keptUntil: string, now: number = Date.now()): string => {
  const days = (Date.parse(keptUntil) - now) / DAY_MS;
  return days < 1 ? 'меньше дня' : counted(Math.ceil(days), 'день', 'дня', 'дней');
};
