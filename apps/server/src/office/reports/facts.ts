import { INK, MARGIN, QUIET } from './paper.ts';

const GAP = 24;

/** Facts in two columns, each with its name above it. */
export const writeFacts = (pdf: PDFKit.PDFDocument, facts: [label: string, value: string][]): void => {
  const width = (pdf.page.width - 2 * MARGIN - GAP) / 2;
  for (let at = 0; at < facts.length; at += 2) {
    const top = pdf.y;
    const ends = facts.slice(at, at + 2).map(([label, value], column) => {
      const x = MARGIN + column * (width + GAP);
      pdf.font('regular').fontSize(8).fillColor(QUIET).text(label, x, top, { width });
      pdf
        .fontSize(10)
        .fillColor(INK)
        .text(value, x, pdf.y + 1, { width });
      return pdf.y;
    });
    pdf.y = Math.max(...ends) + 8;
  }
  pdf.x = MARGIN;
};
