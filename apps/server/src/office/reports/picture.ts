import { INK, MARGIN, QUIET } from './paper.ts';

export interface ReportPicture {
  jpeg: Buffer;
  width: number;
  height: number;
  /** of a panorama that was cut from a volume; null where the size of a pixel in the patient is not known */
  pixelMm: number | null;
}

/** What is left below the picture: its scale, and the first lines of the comment. */
const BELOW = 90;
const LEAST = 200;
const BAR_MM = 20;

/** Over the full width as far as the page allows, on a page of its own when little room is left; its scale below. */
export const writePicture = (
  pdf: PDFKit.PDFDocument,
  { jpeg, width, height, pixelMm }: ReportPicture,
): void => {
  const room = () => pdf.page.height - MARGIN - BELOW - pdf.y;
  const full = pdf.page.width - 2 * MARGIN;
  if (room() < LEAST) pdf.addPage();
  const scale = Math.min(full / width, room() / height);
  const [shownWidth, shownHeight] = [width * scale, height * scale];
  const left = MARGIN + (full - shownWidth) / 2;
  const top = pdf.y;
  pdf.image(jpeg, left, top, { width: shownWidth, height: shownHeight });
  pdf.x = MARGIN;
  pdf.y = top + shownHeight + 8;
  if (pixelMm !== null) writeScale(pdf, left, shownWidth, scale / pixelMm);
};

/** A bar of two centimetres in the patient, and which side of hers is where. */
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
