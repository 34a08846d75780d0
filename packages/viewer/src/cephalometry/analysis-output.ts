import { differenceText, normText, sourcesOf, valueText } from './analysis-texts.ts';
import { barOf, deviationOf, type Measurement } from './measurements.ts';
import { SOURCES } from './analyses/sources.ts';
import { drawAtTrueSize } from '../output/draw-pane.ts';
import { type PdfPage, writePdf } from '../output/pdf.ts';
import { jpegOf, pdfBlob, PRINT_PX_PER_MM, textPicture } from '../output/print.ts';
import { sheetFor, type SheetPicture, trueSizePage } from '../output/sheets.ts';
import { shownPanes } from '../pane/shown-panes.ts';

export interface PrintOptions {
  title: string;
  /** of the patient, with the day */
  name: string;
  /** where the lengths come from */
  scaleNote: string;
  /** the analysis, and the person whose norms are used */
  heading: string;
  /** the values of the tracing that is superimposed */
  before: readonly Measurement[] | undefined;
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
  const table = await jpegOf(drawTable(values, options), WIDTH_MM, HEIGHT_MM);
  const tablePage = trueSizePage(table, await caption(options.scaleNote));
  return pdfBlob(writePdf([...pages, tablePage], `${options.title}: ${options.name}`));
}

/** The picture is at true size, if this is known and not larger than a sheet; otherwise as large as the sheet. */
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

/** The left edges of the columns, and the last one's right edge. */
const COLUMNS_MM = [0, 28, 98, 118, 146, 166, WIDTH_MM] as const;
const BAR_MM = 10;
const BAR_TOP_MM = 2.4;
const INK = '#1a2226';
const FAINT = '#c3cfd5';

function drawTable(
  values: readonly Measurement[],
  { heading, before }: Pick<PrintOptions, 'heading' | 'before'>,
): HTMLCanvasElement {
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
    context.fillStyle = INK;
    const y = (row + 1) * ROW_MM;
    cells.forEach((text, at) => {
      const from = COLUMNS_MM[at]!;
      context.fillText(text, from, y, (cells.length === 1 ? WIDTH_MM : COLUMNS_MM[at + 1]!) - from - 1);
    });
    context.fillStyle = FAINT;
    context.fillRect(0, y + 1.5, WIDTH_MM, 0.15);
  };
  line([heading], 0, 600);
  line(['Показатель', 'Что описывает', 'Значение', 'Норма', 'Отклонение', 'Источник'], 1, 600);
  values.forEach((one, at) => {
    const row = at + 2;
    const { name, meaning, norm, normsOfOthers } = one;
    const normCell = normsOfOthers ? `только ${normsOfOthers}` : normText(one);
    const earlier = before?.[at];
    const inBrackets = earlier?.value === undefined ? '' : ` (${valueText(earlier)})`;
    const cells = [
      name,
      meaning,
      `${valueText(one)}${inBrackets}`,
      normCell,
      differenceText(one),
      norm?.source ?? '',
    ];
    line(cells, row, deviationOf(one) ? 600 : 400);
    const bar = barOf(one);
    if (bar !== undefined) drawBar(context, bar, (row + 1) * ROW_MM - BAR_TOP_MM);
  });
  context.font = `${SOURCE_MM}px ${family}`;
  context.fillStyle = INK;
  sourcesOf(values).forEach((source, at) => {
    context.fillText(SOURCES[source], 0, (values.length + 4) * ROW_MM + at * SOURCE_MM * 1.8, WIDTH_MM);
  });
  return canvas;
}

/** The norm as the middle third, and the value as a mark, at the right end of the column of deviations. */
function drawBar(context: CanvasRenderingContext2D, at: number, top: number): void {
  const left = COLUMNS_MM[5] - BAR_MM - 1.5;
  context.fillStyle = FAINT;
  context.fillRect(left, top + 0.9, BAR_MM, 0.3);
  context.fillRect(left + BAR_MM / 3, top + 0.4, BAR_MM / 3, 1.3);
  context.fillStyle = INK;
  context.fillRect(left + at * BAR_MM - 0.25, top, 0.5, 2.1);
}
