import { INK, MARGIN, QUIET, TEAL } from '../../../platform/pdf-documents/page-style.ts';

/** The rows of the chart, as a dentist sees the patient: the right side is on the left (ISO 3950). */
const PERMANENT = [
  quadrant(1, 8).reverse().concat(quadrant(2, 8)),
  quadrant(4, 8).reverse().concat(quadrant(3, 8)),
];
const DECIDUOUS = [
  quadrant(5, 5).reverse().concat(quadrant(6, 5)),
  quadrant(8, 5).reverse().concat(quadrant(7, 5)),
];

function quadrant(number: number, teeth: number): string[] {
  return Array.from({ length: teeth }, (_, at) => `${number}${at + 1}`);
}

const CELL = 24;
const HEIGHT = 19;
const GAP_BETWEEN_SIDES = 8;
const GAP_BETWEEN_JAWS = 4;

/** Draws the teeth with their FDI numbers; teeth with findings are filled. Milk teeth are drawn if one has a finding. */
export const drawToothChart = (pdf: PDFKit.PDFDocument, marked: ReadonlySet<string>): void => {
  const rows = [...PERMANENT];
  const isMarked = (row: string[]) => row.some((tooth) => marked.has(tooth));
  if (DECIDUOUS.some(isMarked)) rows.splice(1, 0, ...DECIDUOUS);
  const height = rows.length * (HEIGHT + GAP_BETWEEN_JAWS);
  if (pdf.y + height > pdf.page.height - pdf.page.margins.bottom) pdf.addPage();
  const top = pdf.y;
  const middle = pdf.page.width / 2;
  rows.forEach((row, at) => {
    const y = top + at * (HEIGHT + GAP_BETWEEN_JAWS);
    const half = row.length / 2;
    row.forEach((tooth, place) => {
      const side = place < half ? -GAP_BETWEEN_SIDES / 2 : GAP_BETWEEN_SIDES / 2;
      drawTooth(pdf, tooth, { x: middle + side + (place - half) * CELL, y, marked: marked.has(tooth) });
    });
  });
  pdf.font('regular').fontSize(7).fillColor(QUIET);
  const labelY = top + height / 2 - 6;
  pdf.text('Справа', MARGIN, labelY, { width: 50, lineBreak: false });
  pdf.text('Слева', pdf.page.width - MARGIN - 50, labelY, { width: 50, align: 'right', lineBreak: false });
  pdf.x = MARGIN;
  pdf.y = top + height + 6;
};

const drawTooth = (
  pdf: PDFKit.PDFDocument,
  tooth: string,
  { x, y, marked }: { x: number; y: number; marked: boolean },
): void => {
  const box = pdf.roundedRect(x + 1, y, CELL - 2, HEIGHT, 4).lineWidth(0.7);
  if (marked) box.fillAndStroke(TEAL, TEAL);
  else box.stroke('#c5ced2');
  pdf
    .font(marked ? 'bold' : 'regular')
    .fontSize(8)
    .fillColor(marked ? '#ffffff' : INK);
  pdf.text(tooth, x, y + 5.5, { width: CELL, align: 'center', lineBreak: false });
};
