import { russianDay } from '../../platform/time-and-sizes/calendar.ts';
import { type Cell, type Sheet, wallTime } from './sheet.ts';

/** A spreadsheet would execute a cell that begins like a formula; some read full-width signs as the usual ones. */
const harmless = (cell: string) => (/^[=+\-@＝＋－＠\t\r\n]/.test(cell) ? `'${cell}` : cell);
const quoted = (cell: string) => `"${harmless(cell).replaceAll('"', '""')}"`;
const line = (cells: string[]) => `${cells.map(quoted).join(';')}\r\n`;

const textOf = (cell: Cell, timeZone: string): string => {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return String(cell);
  if ('day' in cell)
    return cell.day === null ? '' : [russianDay(cell.day), cell.time].filter(Boolean).join(' ');
  if (cell.instant === null) return '';
  const [day = '', time = ''] = wallTime(cell.instant, timeZone).split(' ');
  return `${russianDay(day)} ${time}`;
};

/** RFC 4180, but with semicolons and a byte order mark, which Russian spreadsheets expect. */
export async function* csvOf({ columns, pages }: Sheet, timeZone: string): AsyncGenerator<string> {
  yield `\uFEFF${line(columns.map(({ label }) => label))}`;
  for await (const rows of pages)
    yield rows.map((row) => line(row.map((cell) => textOf(cell, timeZone)))).join('');
}
