import { deviationOf, type Measurement, SOURCES } from '../../cephalometry/measurements.ts';
import { drawAtTrueSize } from '../../output/draw-pane.ts';
import { type PdfPage, writePdf } from '../../output/pdf.ts';
import { jpegOf, pdfBlob, PRINT_PX_PER_MM, textPicture } from '../../output/print.ts';
import { sheetFor, type SheetPicture, trueSizePage } from '../../output/sheets.ts';
import { shownPanes } from '../../pane/shown-panes.ts';

export const DEVIATIONS = { below: 'меньше нормы', above: 'больше нормы' } as const;

const number = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const withUnit = (value: string, unit: Measurement['unit']) =>
  unit === '°' ? `${value}°` : `${value} ${unit}`;

export const valueText = ({ value, unit }: Measurement): string =>
  value === undefined ? '—' : withUnit(number.format(value), unit);

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
  const rows = values.map(({ name, meaning, unit, value, norm }) =>
    [
      name,
      meaning,
      decimal(value),
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

interface PrintOptions {
  title: string;
  /** of the patient, with the day */
  name: string;
  magnification: number;
}

const [WIDTH_MM, HEIGHT_MM] = [190, 250] as const;
const ROW_MM = 5.2;
const TEXT_MM = 3.1;
const SOURCE_MM = 2.5;

/** A PDF of the cephalogram at true size and of the table of its values. */
export async function printAnalysis(values: readonly Measurement[], options: PrintOptions): Promise<Blob> {
  const caption = (text: string) => textPicture(`${options.name}. ${text}`, WIDTH_MM, 6);
  const pages = await cephalogramPages(await caption('Масштаб 1:1'));
  const scale =
    options.magnification === 1
      ? 'Расстояния истинные, в плоскости снимка'
      : `Расстояния увеличены на ${Math.round((options.magnification - 1) * 100)} %, как на плёнке`;
  const table = await jpegOf(drawTable(values), WIDTH_MM, HEIGHT_MM);
  return pdfBlob(
    writePdf([...pages, trueSizePage(table, await caption(scale))], `${options.title}: ${options.name}`),
  );
}

async function cephalogramPages(caption: SheetPicture): Promise<PdfPage[]> {
  const pane = shownPanes().find(({ name }) => name === 'cephalogram');
  const content = { annotations: true, lines: true };
  const whole = pane && (await drawAtTrueSize(pane, content, 1, [10_000, 10_000]));
  if (!whole) return [];
  const { spaceMm } = sheetFor(whole.widthMm, whole.heightMm);
  const drawn = await drawAtTrueSize(pane, content, PRINT_PX_PER_MM, spaceMm);
  return drawn ? [trueSizePage(await jpegOf(drawn.canvas, drawn.widthMm, drawn.heightMm), caption)] : [];
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
