import { INK, MARGIN, QUIET } from './page-style.ts';

export interface ReportPicture {
  jpeg: Uint8Array;
  width: number;
  height: number;
  /** size of a pixel in the patient, for a panorama from a volume; null when it is not known */
  pixelMm: number | null;
}

/** Points kept free below the picture for its scale and the first lines of the comment. */
const SPACE_BELOW = 90;
/** The picture is placed on a new page if less height than this is left, in points. */
const MIN_HEIGHT = 200;
const BAR_MM = 20;

/** Writes the picture as large as the page allows, with its scale below. */
export const writePicture = (
  pdf: PDFKit.PDFDocument,
  { jpeg, width, height, pixelMm }: ReportPicture,
): void => {
  const availableHeight = () => pdf.page.height - MARGIN - SPACE_BELOW - pdf.y;
  const availableWidth = pdf.page.width - 2 * MARGIN;
  if (availableHeight() < MIN_HEIGHT) pdf.addPage();
  const scale = Math.min(availableWidth / width, availableHeight() / height);
  const shownWidth = width * scale;
  const shownHeight = height * scale;
  const left = MARGIN + (availableWidth - shownWidth) / 2;
  const top = pdf.y;
  pdf.image(Buffer.from(jpeg), left, top, { width: shownWidth, height: shownHeight });
  pdf.x = MARGIN;
  pdf.y = top + shownHeight + 8;
  if (pixelMm !== null) writeScale(pdf, left, shownWidth, scale / pixelMm);
};

/** Draws a scale bar of 20 mm and names the patient's side that is on the left. */
const writeScale = (pdf: PDFKit.PDFDocument, left: number, width: number, pointsPerMm: number): void => {
  const y = pdf.y + 3;
  const end = left + BAR_MM * pointsPerMm;
  pdf.lineWidth(1).strokeColor(INK).undash();
  pdf.moveTo(left, y - 3).lineTo(left, y + 3);
  pdf.moveTo(left, y).lineTo(end, y);
  pdf.moveTo(end, y - 3).lineTo(end, y + 3);
  pdf.stroke();
  pdf.font('regular').fontSize(8).fillColor(QUIET);
  pdf.text(`${BAR_MM} мм вдоль зубной дуги`, end + 6, y - 5, { lineBreak: false });
  const side = 'Правая сторона пациента — слева';
  pdf.text(side, left, y - 5, { width, align: 'right', lineBreak: false });
  pdf.x = MARGIN;
  pdf.y = y + 10;
};
