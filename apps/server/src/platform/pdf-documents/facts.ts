import { russianDay } from '../time-and-sizes/calendar.ts';
import { INK, MARGIN, QUIET } from './page-style.ts';

const GAP = 24;

/** Writes facts in two columns, each label above its value. */
export const writeFacts = (pdf: PDFKit.PDFDocument, facts: [label: string, value: string][]): void => {
  const width = (pdf.page.width - 2 * MARGIN - GAP) / 2;
  for (let row = 0; row < facts.length; row += 2) {
    const top = pdf.y;
    const ends = facts.slice(row, row + 2).map(([label, value], column) => {
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

/** Writes a text below its title. */
export const writeParagraph = (pdf: PDFKit.PDFDocument, title: string, text: string, color = INK): void => {
  pdf.moveDown(1.2);
  pdf.font('bold').fontSize(10).fillColor(INK).text(title, MARGIN);
  pdf.moveDown(0.3);
  pdf.font('regular').fontSize(10).fillColor(color).text(text);
};

/** The line below the name of a patient; `birthday` is YYYY-MM-DD. */
export const aboutPatient = ({ sex, birthday }: { sex: string; birthday: string | null }): string => {
  const born = birthday ? russianDay(birthday) : 'не указана';
  return `${sex === 'female' ? 'Женский' : 'Мужской'} пол, дата рождения: ${born}`;
};
