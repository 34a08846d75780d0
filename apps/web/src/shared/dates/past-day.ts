import { readDay } from './read-day.ts';

const EARLIEST = '1900-01-01';
const COMPLETE = /\d{1,2}\D\d{1,2}\D\d{4}|\d{4}\D\d{1,2}\D\d{1,2}/;

/** Inserts the dots while digits are typed: «1.2.» → «01.02.», «31011980» → «31.01.1980». */
export function dotted(text: string): string {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  if (iso) return `${iso[3]}.${iso[2]}.${iso[1]}`;
  const fields = [''];
  for (const letter of text) {
    const at = fields.length - 1;
    if (/\d/.test(letter)) {
      if (at === 2 && fields[2]!.length === 4) break;
      fields[at] += letter;
      if (at < 2 && fields[at]!.length === 2) fields.push('');
    } else if (at < 2 && fields[at] !== '') {
      fields[at] = fields[at]!.padStart(2, '0');
      fields.push('');
    }
  }
  return fields.join('.');
}

export const typedDay = (day: string | null) => (day ? day.split('-').reverse().join('.') : '');

/** The typed date as YYYY-MM-DD, or a sentence with the reason why it is not a past day. */
export function readPastDay(text: string, today = new Date()): { day: string } | { error: string } {
  const day = readDay(text, today.getFullYear());
  if (!day) return { error: COMPLETE.test(text) ? 'Такой даты нет' : 'Введите дату полностью: ДД.ММ.ГГГГ' };
  if (day < EARLIEST) return { error: 'Проверьте год' };
  return day > localDay(today) ? { error: 'Эта дата ещё не наступила' } : { day };
}

function localDay(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
