import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import type { CentreIdentity } from '../letterhead/letterhead.ts';
import { INK, MARGIN, QUIET, TEAL } from './page-style.ts';

const font = (name: string) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
const REGULAR = font('DejaVuSans');
const BOLD = font('DejaVuSans-Bold');

interface DocumentOptions extends Pick<PDFKit.PDFDocumentOptions, 'subset' | 'margins'> {
  /** the centre's name; may be empty */
  author?: string | undefined;
}

/**
 * An A4 document as PDF/A-2b (ISO 19005-2), the archival format, which embeds fonts and colour profiles. `close` returns
 * its bytes.
 */
export const openDocument = (
  title: string,
  now: Date,
  { author, ...options }: DocumentOptions = {},
): { pdf: PDFKit.PDFDocument; close: () => Promise<Buffer> } => {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
    pdfVersion: '1.7',
    subset: 'PDF/A-2b',
    lang: 'ru-RU',
    displayTitle: true,
    bufferPages: true,
    // replaces PDFKit's default Helvetica, which is not embedded: PDF/A requires embedded fonts
    font: REGULAR,
    info: { Title: title, Author: author || 'Снимок', CreationDate: now },
    ...options,
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  pdf.registerFont('regular', REGULAR).registerFont('bold', BOLD);
  const close = async () => {
    pdf.end();
    await finished;
    return Buffer.concat(chunks);
  };
  return { pdf, close };
};

/** Points; a wide logo is as tall as a line of text. */
const LOGO_BOX = { width: 96, height: 30 };
const TITLE_GAP = 24;

/**
 * Writes the logo, the name and the contacts of the centre and the title, with a rule below. If the centre has no address,
 * its locations are named instead.
 */
export const writeHeading = (
  pdf: PDFKit.PDFDocument,
  locations: string[],
  title: string,
  centre: CentreIdentity | null,
): void => {
  const right = pdf.page.width - MARGIN;
  const top = pdf.y;
  const left = MARGIN + writeLogo(pdf, centre, top) + 8;
  pdf.font('regular').fontSize(9);
  // one point wider, so that rounding does not break the line
  const titleWidth = Math.min((right - MARGIN) / 2, pdf.widthOfString(title) + 1);
  const width = right - titleWidth - TITLE_GAP - left;
  pdf.font('bold').fontSize(12).fillColor(INK);
  pdf.text(centre?.name || 'Снимок', left, top + 1, { width });
  pdf.font('regular').fontSize(8).fillColor(QUIET);
  pdf.text(headingLines(centre, locations).join('\n'), left, pdf.y + 1, { width });
  const leftEnd = pdf.y;
  pdf.font('regular').fontSize(9).fillColor(QUIET);
  pdf.text(title, right - titleWidth, top + 4, { width: titleWidth, align: 'right' });
  const bottom = Math.max(leftEnd, pdf.y, top + 26) + 10;
  pdf.moveTo(MARGIN, bottom).lineTo(right, bottom).lineWidth(1).strokeColor(TEAL).stroke();
  pdf.x = MARGIN;
  pdf.y = bottom + 18;
};

const headingLines = (centre: CentreIdentity | null, locations: string[]): string[] => {
  const places = locations.join(' · ');
  if (!centre) return [places || 'Диагностический центр'];
  const licence = centre.licence && `Лицензия ${centre.licence}`;
  const lines = [
    [centre.address || places, centre.phones.join(', ')].filter(Boolean).join(' · '),
    [centre.legalName, licence].filter(Boolean).join(' · '),
    centre.website,
  ].filter(Boolean);
  return lines.length > 0 ? lines : ['Диагностический центр'];
};

/** Returns the width of what it draws. */
const writeLogo = (pdf: PDFKit.PDFDocument, centre: CentreIdentity | null, top: number): number => {
  if (!centre?.logo) {
    drawLogo(pdf, MARGIN, top);
    return LOGO_SIZE;
  }
  const png = Buffer.from(centre.logo.bytes);
  // IHDR is the first chunk (PNG, 3rd edition, 5.6)
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const scale = Math.min(LOGO_BOX.width / width, LOGO_BOX.height / height);
  pdf.image(png, MARGIN, top, { width: width * scale });
  return width * scale;
};

/**
 * Half of the teeth of the logo (apps/web/public/favicon.svg, 32 units wide): x from the middle, y from the top,
 * radius.
 */
const TEETH: [x: number, y: number, radius: number][] = [
  [1.9, 8.2, 1.75],
  [4.4, 11, 1.55],
  [5.9, 14.4, 1.75],
  [7.2, 18.4, 2.05],
  [8.3, 23.2, 2.35],
];
const LOGO_SIZE = 26;

export const drawLogo = (pdf: PDFKit.PDFDocument, left: number, top: number): void => {
  const unit = LOGO_SIZE / 32;
  pdf.roundedRect(left, top, LOGO_SIZE, LOGO_SIZE, 8 * unit).fill(TEAL);
  for (const [x, y, radius] of TEETH) {
    for (const side of [-x, x]) pdf.circle(left + (16 + side) * unit, top + y * unit, radius * unit);
  }
  pdf.fill('#ffffff');
};

/** Writes a line and the number of the page below each page. */
export const writeFooters = (pdf: PDFKit.PDFDocument, line: string): void => {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page);
    const y = pdf.page.height - MARGIN + 12;
    // the footer is below the text area, where PDFKit would otherwise add a page
    pdf.page.margins.bottom = 0;
    pdf.font('regular').fontSize(8).fillColor(QUIET);
    pdf.text(line, MARGIN, y, { lineBreak: false });
    pdf.text(`${page + 1} из ${count}`, MARGIN, y, { align: 'right', width: pdf.page.width - 2 * MARGIN });
  }
};
