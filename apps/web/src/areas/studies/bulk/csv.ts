/** A spreadsheet would execute a cell that begins like a formula. */
const harmless = (cell: string) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);
const quoted = (cell: string) => `"${harmless(cell).replaceAll('"', '""')}"`;

/** With semicolons and a byte order mark, as Russian spreadsheets read it. */
export const csvOf = (rows: string[][]): string =>
  `\uFEFF${rows.map((row) => row.map(quoted).join(';')).join('\r\n')}\r\n`;
