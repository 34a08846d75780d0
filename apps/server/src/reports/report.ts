import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';

export interface ReportFacts {
  study: {
    id: number;
    type: string;
    createdAt: Date;
    comment: string;
    doctorName: string;
    creatorName: string;
  };
  patient: { name: string; sex: string; birthday: string | null };
  jpeg: Buffer;
  timeZone: string;
  now: Date;
}

const font = (name: string) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
const REGULAR = font('DejaVuSans');
const BOLD = font('DejaVuSans-Bold');

/** PDF points: A4 is 595 × 842, a point is 1/72 inch. */
const MARGIN = 48;
const INK = '#1a2226';
const QUIET = '#5c6a70';
const TEAL = '#0b7285';

const typeNames: Record<string, string> = { rg: 'Рентген (2D)', cbct: 'КЛКТ (3D)' };

/** One document for the patient's folder: whose study, its facts, its picture over the full width. */
export const writeReport = async ({ study, patient, jpeg, timeZone, now }: ReportFacts): Promise<Buffer> => {
  const day = (instant: Date) => instant.toLocaleDateString('ru-RU', { timeZone });
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    pdfVersion: '1.7',
    lang: 'ru-RU',
    displayTitle: true,
    bufferPages: true,
    info: { Title: `Отчёт по исследованию № ${study.id}`, Author: 'Снимок', CreationDate: now },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  pdf.registerFont('regular', REGULAR).registerFont('bold', BOLD);
  const width = pdf.page.width - 2 * MARGIN;

  pdf.font('bold').fontSize(11).fillColor(TEAL).text('Снимок');
  pdf.moveDown(0.8).fontSize(18).fillColor(INK).text('Отчёт по исследованию');
  pdf.moveDown(0.8);
  writeFacts(pdf, [
    ['Пациент', patient.name],
    ['Пол', patient.sex === 'female' ? 'женский' : 'мужской'],
    ['Дата рождения', patient.birthday ? patient.birthday.split('-').reverse().join('.') : 'не указана'],
    ['Исследование', `${typeNames[study.type] ?? study.type}, № ${study.id}`],
    ['Дата', day(study.createdAt)],
    ['Клиент', study.doctorName],
    ['Выполнено', study.creatorName],
    ['Комментарий', study.comment || 'отсутствует'],
  ]);
  pdf.moveDown(1);
  writePicture(pdf, jpeg, width);
  writeFooters(pdf, `Составлено ${day(now)}. Документ не содержит заключения врача.`);
  pdf.end();
  await finished;
  return Buffer.concat(chunks);
};

const LABEL_WIDTH = 120;

const writeFacts = (pdf: PDFKit.PDFDocument, facts: [label: string, value: string][]): void => {
  for (const [label, value] of facts) {
    const { y } = pdf;
    pdf.font('regular').fontSize(10).fillColor(QUIET).text(label, MARGIN, y, { width: LABEL_WIDTH });
    const labelEnd = pdf.y;
    const room = pdf.page.width - 2 * MARGIN - LABEL_WIDTH;
    pdf.fillColor(INK).text(value, MARGIN + LABEL_WIDTH, y, { width: room });
    pdf.y = Math.max(labelEnd, pdf.y) + 4;
  }
  pdf.x = MARGIN;
};

/** As large as the page allows, on a page of its own when little room is left. */
const writePicture = (pdf: PDFKit.PDFDocument, jpeg: Buffer, width: number): void => {
  const bottom = () => pdf.page.height - MARGIN - 24;
  if (bottom() - pdf.y < 240) pdf.addPage();
  pdf.image(jpeg, MARGIN, pdf.y, { fit: [width, bottom() - pdf.y], align: 'center' });
};

const writeFooters = (pdf: PDFKit.PDFDocument, line: string): void => {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page);
    const y = pdf.page.height - MARGIN - 10;
    // below the text area, where pdfkit would otherwise begin another page
    pdf.page.margins.bottom = 0;
    pdf.font('regular').fontSize(8).fillColor(QUIET);
    pdf.text(line, MARGIN, y, { lineBreak: false });
    pdf.text(`${page + 1} из ${count}`, MARGIN, y, { align: 'right', width: pdf.page.width - 2 * MARGIN });
  }
};
