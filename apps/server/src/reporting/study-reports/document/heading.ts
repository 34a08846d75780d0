import { licenceLine } from '../../../platform/letterhead/letterhead.ts';
import { drawLogo } from '../../../platform/pdf-documents/document.ts';
import { INK, MARGIN, QUIET, RULE, TEAL } from '../../../platform/pdf-documents/page-style.ts';
import type { SealedReportInput } from './input.ts';
import type { PagePicture } from './pictures.ts';

const LOGO_WIDTH = 130;
const LOGO_HEIGHT = 46;
const PORTAL_LOGO = 26;
const TOP = 38;

type Centre = Omit<SealedReportInput['centre'], 'logo'>;

/** Writes the centre's letterhead with a rule below. */
export const writeLetterhead = (pdf: PDFKit.PDFDocument, centre: Centre, logo: PagePicture | null): void => {
  const right = pdf.page.width - MARGIN;
  const logoWidth = logo ? placeLogo(pdf, logo) : PORTAL_LOGO;
  if (!logo) drawLogo(pdf, MARGIN, TOP);
  const left = MARGIN + logoWidth + 12;
  const width = right - left;
  pdf.font('bold').fontSize(12).fillColor(INK);
  pdf.text(centre.name || 'Снимок', left, TOP, { width });
  pdf.font('regular').fontSize(8).fillColor(QUIET);
  const legalName = centre.legalName === centre.name ? '' : centre.legalName;
  const contacts = [centre.phones.join(', '), centre.website, centre.hours].filter(Boolean).join(' · ');
  for (const line of [legalName, centre.address, contacts, licenceLine(centre.licence)]) {
    if (line) pdf.text(line, left, pdf.y + 1.5, { width });
  }
  const bottom = Math.max(pdf.y, TOP + (logo ? LOGO_HEIGHT : PORTAL_LOGO)) + 8;
  pdf.moveTo(MARGIN, bottom).lineTo(right, bottom).lineWidth(1).strokeColor(TEAL).stroke();
  pdf.x = MARGIN;
  pdf.y = bottom + 16;
};

/** Draws the logo and returns the width that it takes. */
const placeLogo = (pdf: PDFKit.PDFDocument, { bytes, width, height }: PagePicture): number => {
  const scale = Math.min(LOGO_WIDTH / width, LOGO_HEIGHT / height);
  pdf.image(bytes, MARGIN, TOP, { width: width * scale, height: height * scale });
  return width * scale;
};

/** Writes the patient's name and the report above the text of every page but the first. */
export const writeRunningHeads = (pdf: PDFKit.PDFDocument, patient: string, report: string): void => {
  const { start, count } = pdf.bufferedPageRange();
  const width = pdf.page.width - 2 * MARGIN;
  for (let page = start + 1; page < start + count; page++) {
    pdf.switchToPage(page);
    pdf.font('bold').fontSize(8).fillColor(INK);
    pdf.text(patient, MARGIN, 34, { width: width * 0.62, height: 10, ellipsis: true });
    pdf.font('regular').fillColor(QUIET);
    pdf.text(report, MARGIN, 34, { width, align: 'right', lineBreak: false });
    pdf
      .moveTo(MARGIN, 48)
      .lineTo(MARGIN + width, 48)
      .lineWidth(0.5)
      .strokeColor(RULE)
      .stroke();
  }
};
