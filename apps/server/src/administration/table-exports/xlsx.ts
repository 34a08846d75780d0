import { streamZip, type StreamedFile } from '../../platform/zip/stream-zip.ts';
import { type Cell, type Sheet, wallTime } from './sheet.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Indexes of `cellXfs` in the style sheet. */
const STYLE = { heading: 1, day: 2, moment: 3 };
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Escapes a text for XML. Removes characters that XML 1.0 §2.2 forbids. A spreadsheet would read `_x0041_` as a character
 * (ECMA-376 part 1, §22.9.2.19), so the underscore is escaped.
 */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

const DAY_MS = 86_400_000;
/** The serial number of `YYYY-MM-DD hh:mm`: days since 30.12.1899 (ECMA-376 part 1, §18.17.4.1). */
const serialOf = (wall: string): number =>
  (Date.parse(`${wall.replace(' ', 'T')}Z`) - Date.UTC(1899, 11, 30)) / DAY_MS;
const daySerialOf = (day: string): number => serialOf(`${day} 00:00`);

/** Inline strings, which are never formulas. */
const textCell = (text: string, style = 0) =>
  text === ''
    ? '<c/>'
    : `<c t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
const dateCell = (serial: number, style: number) => `<c s="${style}"><v>${serial}</v></c>`;

const dayCell = ({ day, time }: Extract<Cell, { day: string | null }>): string => {
  if (day === null) return '<c/>';
  return time ? dateCell(serialOf(`${day} ${time}`), STYLE.moment) : dateCell(daySerialOf(day), STYLE.day);
};

const cellOf = (cell: Cell, timeZone: string): string => {
  if (typeof cell === 'string') return textCell(cell);
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if ('day' in cell) return dayCell(cell);
  return cell.instant === null ? '<c/>' : dateCell(serialOf(wallTime(cell.instant, timeZone)), STYLE.moment);
};

async function* worksheet({ columns, pages }: Sheet, timeZone: string): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  );
  const headings = columns.map(({ label }) => textCell(label, STYLE.heading));
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row>${headings.join('')}</row>`;
  for await (const rows of pages)
    yield rows.map((row) => `<row>${row.map((cell) => cellOf(cell, timeZone)).join('')}</row>`).join('');
  yield '</sheetData></worksheet>';
}

const parts = (title: string): StreamedFile[] =>
  Object.entries({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  }).map(([name, xml]) => ({ name, content: [XML + xml] }));

/** An Office Open XML workbook (ECMA-376) with one worksheet. Dates and times are given in the time zone. */
export const xlsxOf = (sheet: Sheet, timeZone: string, now: Date): AsyncGenerator<Buffer> =>
  streamZip(
    [
      ...parts(sheet.title),
      { name: 'xl/styles.xml', content: [STYLES] },
      { name: 'xl/worksheets/sheet1.xml', content: worksheet(sheet, timeZone) },
    ],
    now,
  );
