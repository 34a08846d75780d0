import type { Centre } from '../queries.ts';

export const WEEKDAYS = [
  'Понедельник',
  'Вторник',
  'Среда',
  'Четверг',
  'Пятница',
  'Суббота',
  'Воскресенье',
] as const;

const SHORT = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'];

type Week = Centre['hours'];

const textOf = (week: Week, weekday: number): string =>
  week
    .filter((one) => one.weekday === weekday)
    .map(({ from, to }) => `${from}–${to}`)
    .toSorted()
    .join(', ');

/** «пн–пт 09:00–18:00; сб 10:00–14:00»: consecutive days with the same hours are grouped. */
export function weekInWords(week: Week): string {
  const runs: { first: number; last: number; text: string }[] = [];
  for (let weekday = 1; weekday <= 7; weekday += 1) {
    const text = textOf(week, weekday);
    const run = runs.at(-1);
    if (run && run.text === text) run.last = weekday;
    else runs.push({ first: weekday, last: weekday, text });
  }
  const open = runs.filter(({ text }) => text !== '');
  if (open.length === 0) return 'закрыт всю неделю';
  const nameOf = (weekday: number) => SHORT[weekday - 1];
  return open
    .map(({ first, last, text }) =>
      first === last ? `${nameOf(first)} ${text}` : `${nameOf(first)}–${nameOf(last)} ${text}`,
    )
    .join('; ');
}
