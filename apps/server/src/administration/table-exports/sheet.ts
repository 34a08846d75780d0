/** A list as a table of cells, read page by page. */
export interface Sheet {
  /** the title of the file and the worksheet, in Russian */
  title: string;
  columns: { label: string; /** in characters */ width: number }[];
  pages: AsyncIterable<Cell[][]>;
}

/** `instant` is shown on the clock of the centre; `day` is YYYY-MM-DD and `time` HH:MM, which are shown as they are. */
export type Cell = string | number | { instant: Date | null } | { day: string | null; time?: string | null };

interface Rows<Row> {
  title: string;
  pages: AsyncIterable<Row[]>;
  columns: (Sheet['columns'][number] & { cell: (row: Row) => Cell })[];
}

/** The table of these rows. */
export const sheetOf = <Row>({ pages, ...sheet }: Rows<Row>): Sheet => ({
  ...sheet,
  pages: (async function* () {
    for await (const rows of pages) yield rows.map((row) => sheet.columns.map(({ cell }) => cell(row)));
  })(),
});

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-11-22 13:40`, as a clock in the time zone shows it. */
export const wallTime = (instant: Date, timeZone: string): string => {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, format);
  return format.format(instant);
};
