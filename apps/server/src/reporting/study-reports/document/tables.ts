import { INK, MARGIN, QUIET, RULE, TEAL } from '../../../platform/pdf-documents/page-style.ts';

const PADDING = 4;
const GAP = 12;
/** In points. Only a row that is higher than this may be divided between two pages. */
const KEPT_TOGETHER = 220;

interface Column {
  title: string;
  /** share of the width */
  share: number;
}

/** Writes a table of two columns, the first one bold. A long text continues on the next page. */
export const writeTable = (
  pdf: PDFKit.PDFDocument,
  [first, second]: readonly [Column, Column],
  rows: readonly (readonly [string, string])[],
): void => {
  const width = pdf.page.width - 2 * MARGIN - GAP;
  const left = width * first.share;
  const right = width * second.share;
  const rightX = MARGIN + left + GAP;
  const bottom = () => pdf.page.height - pdf.page.margins.bottom;
  const rule = () => {
    const y = pdf.y + PADDING;
    pdf
      .moveTo(MARGIN, y)
      .lineTo(pdf.page.width - MARGIN, y)
      .lineWidth(0.5)
      .strokeColor(RULE)
      .stroke();
    pdf.y = y + PADDING;
  };
  if (pdf.y + 60 > bottom()) pdf.addPage();
  const top = pdf.y;
  pdf.font('regular').fontSize(8).fillColor(QUIET).text(first.title, MARGIN, top, { width: left });
  pdf.text(second.title, rightX, top, { width: right });
  rule();
  for (const [name, text] of rows) {
    const nameHeight = pdf.font('bold').fontSize(9.5).heightOfString(name, { width: left });
    const height = Math.max(nameHeight, pdf.font('regular').heightOfString(text, { width: right }));
    const needed = Math.min(height, KEPT_TOGETHER) + 2 * PADDING;
    if (pdf.y + needed > bottom()) pdf.addPage();
    const rowTop = pdf.y;
    const page = pdf.page;
    pdf.font('bold').fillColor(TEAL).text(name, MARGIN, rowTop, { width: left });
    const nameEnd = pdf.y;
    pdf.font('regular').fillColor(INK).text(text, rightX, rowTop, { width: right });
    if (pdf.page === page) pdf.y = Math.max(nameEnd, pdf.y);
    rule();
  }
  pdf.x = MARGIN;
  pdf.y += 6;
};
