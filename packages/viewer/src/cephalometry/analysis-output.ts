import { deviationOf, type Measurement, SOURCES } from './measurements.ts';
import { drawAtTrueSize } from '../output/draw-pane.ts';
import { type PdfPage, writePdf } from '../output/pdf.ts';
import { jpegOf, pdfBlob, PRINT_PX_PER_MM, textPicture } from '../output/print.ts';
import { sheetFor, type SheetPicture, trueSizePage } from '../output/sheets.ts';
import { shownPanes } from '../pane/shown-panes.ts';

export const DEVIATIONS = { below: 'меньше нормы', above: 'больше нормы' } as const;

const number = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const withUnit = (value: string, unit: Measurement['unit']) =>
  unit === '°' ? `${value}°` : `${value} ${unit}`;

const NEEDS_SCALE = 'нужна калибровка';

export const valueText = ({ value, unit, needsScale }: Measurement): string =>
  needsScale ? NEEDS_SCALE : value === undefined ? '—' : withUnit(number.format(value), unit);

export const normText = ({ norm, unit }: Measurement): string =>
  norm ? withUnit(`${number.format(norm.from)}…${number.format(norm.to)}`, unit) : '';

export const sourcesOf = (values: readonly Measurement[]) => [
  ...new Set(values.flatMap(({ norm }) => (norm ? [norm.source] : []))),
];

/** For spreadsheets: separated by semicolons, with a byte order mark, as they expect Cyrillic. */
export function tableCsv(values: readonly Measurement[]): Blob {
  const cell = (value: string) => `"${value.replaceAll('"', '""')}"`;
  const decimal = (value: number | undefined) =>
    value === undefined ? '' : value.toFixed(1).replace('.', ',');
  const rows = values.map(({ name, meaning, unit, value, needsScale, norm }) =>
    [
      name,
      meaning,
      needsScale ? NEEDS_SCALE : decimal(value),
      unit,
      decimal(norm?.from),
      decimal(norm?.to),
      norm ? SOURCES[norm.source] : '',
    ]
      .map(cell)
      .join(';'),
  );
  const head = ['Показатель', 'Что описывает', 'Значение', 'Единица', 'Норма от', 'Норма до', 'Источник'];
  return new Blob(['\uFEFF', [head.map(cell).join(';'), ...rows].join('\r\n'), '\r\n'], {
    type: 'text/csv;charset=utf-8',
  });
}

export interface PrintOptions {
  title: string;
  /** of the patient, with the day */
  name: string;
  /** where the lengths come from */
  scaleNote: string;
}

/** The name of the pane that is printed. */
export const CEPHALOGRAM_PANE = 'cephalogram';

const [WIDTH_MM, HEIGHT_MM] = [190, 250] as const;
const ROW_MM = 5.2;
const TEXT_MM = 3.1;
const SOURCE_MM = 2.5;

/** A PDF of the cephalogram and of the table of its values. */
export async function printAnalysis(values: readonly Measurement[], options: PrintOptions): Promise<Blob> {
  const caption = (text: string) => textPicture(`${options.name}. ${text}`, WIDTH_MM, 6);
  const pages = await cephalogramPages(caption);
  const table = await jpegOf(drawTable(values), WIDTH_MM, HEIGHT_MM);
  const tablePage = trueSizePage(table, await caption(options.scaleNote));
  return pdfBlob(writePdf([...pages, tablePage], `${options.title}: ${options.name}`));
}

/** At true size, if it is known and not larger than a sheet; otherwise as large as the sheet. */
async function cephalogramPages(caption: (text: string) => Promise<SheetPicture>): Promise<PdfPage[]> {
  const pane = shownPanes().find(({ name }) => name === CEPHALOGRAM_PANE);
  const picture = pane?.picture;
  if (!pane || !picture) return [];
  const drawn = (mmPerUnit: number, pxPerMm: number, mostMm: readonly [number, number]) =>
    drawAtTrueSize(
      { ...pane, picture: { ...picture, mmPerUnit } },
      { annotations: true, lines: true },
      pxPerMm,
      mostMm,
    );
  const trueMm = picture.mmPerUnit ?? 1;
  const whole = await drawn(trueMm, 1, [10_000, 10_000]);
  if (!whole) return [];
  const { spaceMm } = sheetFor(whole.widthMm, whole.heightMm);
  const fit = Math.min(spaceMm[0] / whole.widthMm, spaceMm[1] / whole.heightMm);
  const isTrueSize = picture.mmPerUnit !== undefined && fit >= 1;
  const printed = await drawn(isTrueSize ? trueMm : trueMm * fit, PRINT_PX_PER_MM, spaceMm);
  if (!printed) return [];
  const jpeg = await jpegOf(printed.canvas, printed.widthMm, printed.heightMm);
  return [trueSizePage(jpeg, await caption(isTrueSize ? 'Масштаб 1:1' : 'Размер подобран по листу'))];
}

const COLUMNS_MM = [0, 34, 112, 134, 166] as const;

function drawTable(values: readonly Measurement[]): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(WIDTH_MM * PRINT_PX_PER_MM);
  canvas.height = Math.round(HEIGHT_MM * PRINT_PX_PER_MM);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('no canvas');
  context.scale(PRINT_PX_PER_MM, PRINT_PX_PER_MM);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, WIDTH_MM, HEIGHT_MM);
  const family = getComputedStyle(document.body).fontFamily;
  const line = (cells: readonly string[], row: number, weight: number) => {
    context.font = `${weight} ${TEXT_MM}px ${family}`;
    context.fillStyle = '#1a2226';
    const y = (row + 1) * ROW_MM;
    cells.forEach((text, at) => context.fillText(text, COLUMNS_MM[at]!, y));
    context.fillStyle = '#c3cfd5';
    context.fillRect(0, y + 1.5, WIDTH_MM, 0.15);
  };
  line(['Показатель', 'Что описывает', 'Значение', 'Норма', 'Источник'], 0, 600);
  values.forEach((one, at) => {
    const deviation = deviationOf(one);
    const value = `${valueText(one)}${deviation === 'above' ? ' ↑' : deviation === 'below' ? ' ↓' : ''}`;
    line(
      [one.name, one.meaning, value, normText(one), one.norm?.source ?? ''],
      at + 1,
      deviation ? 600 : 400,
    );
  });
  context.font = `${SOURCE_MM}px ${family}`;
  context.fillStyle = '#1a2226';
  sourcesOf(values).forEach((source, at) => {
    context.fillText(SOURCES[source], 0, (values.length + 3) * ROW_MM + at * SOURCE_MM * 1.8, WIDTH_MM);
  });
  return canvas;
}
