import { teethInWords } from '@snimok/contract/values/teeth';
import { encode } from 'uqr';
import type { CentreIdentity } from '../letterhead/letterhead.ts';
import { openDocument, writeFooters, writeHeading } from './document.ts';
import { aboutPatient, writeFacts, writeParagraph } from './facts.ts';
import { INK, MARGIN, QUIET } from './page-style.ts';

export interface ReferralReportFacts {
  /** null for a centre that has entered nothing about itself */
  centre: CentreIdentity | null;
  /** names and addresses of the centre's open locations */
  centres: string[];
  number: number;
  createdAt: Date;
  patient: { name: string; sex: string; birthday: string | null; phone: string | null };
  examination: string;
  urgency: string;
  teeth: number[];
  question: string;
  contraindications: string[];
  /** names of doctors and e-mails */
  recipients: string[];
  preparation: string;
  booking: { beginsAt: Date; place: string } | null;
  doctorName: string;
  senderName: string;
  /** the page that a signed-in assistant opens by the QR code */
  url: string;
  timeZone: string;
  now: Date;
}

const QR_SIZE = 96;

/** A referral on one sheet: patient, request, and the QR code by which the centre opens it. */
export const writeReferralReport = async (facts: ReferralReportFacts): Promise<Buffer> => {
  const { number, createdAt, patient, timeZone, now } = facts;
  const day = (instant: Date) => instant.toLocaleDateString('ru-RU', { timeZone });
  const title = `Направление № ${number}`;
  const { pdf, close } = openDocument(title, now, { author: facts.centre?.name });
  writeHeading(pdf, facts.centres, title, facts.centre);
  const top = pdf.y;
  const textWidth = pdf.page.width - 2 * MARGIN - QR_SIZE - 24;
  drawCode(pdf, facts.url, pdf.page.width - MARGIN - QR_SIZE, top);
  pdf.font('bold').fontSize(17).fillColor(INK).text(patient.name, MARGIN, top, { width: textWidth });
  pdf.font('regular').fontSize(10).fillColor(QUIET).moveDown(0.2);
  pdf.text(aboutPatient(patient), { width: textWidth });
  if (patient.phone) pdf.text(`Телефон: ${patient.phone}`, { width: textWidth });
  pdf.moveDown(0.8).font('bold').fontSize(13).fillColor(INK).text(facts.examination, { width: textWidth });
  pdf.x = MARGIN;
  pdf.y = Math.max(pdf.y, top + QR_SIZE) + 18;
  writeFacts(pdf, [
    ['Срочность', facts.urgency],
    ['Дата направления', day(createdAt)],
    ['Зубы (ISO 3950)', facts.teeth.length > 0 ? teethInWords(facts.teeth) : 'не указаны'],
    ['Направивший врач', [facts.senderName, facts.doctorName].filter(unique).join(', ')],
    ...(facts.booking ? [['Запись', whenAndWhere(facts.booking, timeZone)] as [string, string]] : []),
  ]);
  writeParagraph(pdf, 'Клинический вопрос', facts.question || 'Не указан');
  writeParagraph(pdf, 'Противопоказания и особенности', facts.contraindications.join('; ') || 'Не указаны');
  if (facts.recipients.length > 0)
    writeParagraph(pdf, 'Исследование получат также', facts.recipients.join(', '));
  if (facts.preparation) writeParagraph(pdf, 'Как подготовиться', facts.preparation);
  writeSignature(pdf, facts.senderName);
  writeFooters(pdf, 'В центре покажите код: сотрудник откроет направление на портале.');
  return close();
};

const unique = (text: string, at: number, all: string[]): boolean => all.indexOf(text) === at;

const whenAndWhere = ({ beginsAt, place }: { beginsAt: Date; place: string }, timeZone: string): string => {
  const moment = beginsAt.toLocaleString('ru-RU', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return `${moment}, ${place}`;
};

/** Each row of dark modules as rectangles, so that the code stays sharp at any size. */
const drawCode = (pdf: PDFKit.PDFDocument, text: string, left: number, top: number): void => {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const module = QR_SIZE / size;
  for (const [row, cells] of data.entries())
    for (const [column, isDark] of cells.entries())
      if (isDark) pdf.rect(left + column * module, top + row * module, module, module);
  pdf.fill('#000000');
};

const writeSignature = (pdf: PDFKit.PDFDocument, name: string): void => {
  pdf.moveDown(3);
  pdf.font('regular').fontSize(10).fillColor(QUIET);
  pdf.text(`Врач: ${name}`, MARGIN, pdf.y, { continued: false });
  const y = pdf.y - 2;
  const right = pdf.page.width - MARGIN;
  pdf
    .moveTo(right - 180, y)
    .lineTo(right, y)
    .lineWidth(0.5)
    .strokeColor(QUIET)
    .stroke();
  pdf.fontSize(8).text('подпись', right - 180, y + 3, { width: 180, align: 'center' });
};
