import { examinedMoment } from '@snimok/contract/studies/examined-at';
import { acceptedFrom } from '@snimok/contract/viewing/segmentation-labels';
import { russianDay } from '../../../platform/time-and-sizes/calendar.ts';
import { openDocument, writeFooters } from '../../../platform/pdf-documents/document.ts';
import { writeFacts } from '../../../platform/pdf-documents/facts.ts';
import { INK, MARGIN, QUIET, TEAL } from '../../../platform/pdf-documents/page-style.ts';
import { printableReport } from './printable-report.ts';
import { writeLetterhead, writeRunningHeads } from './heading.ts';
import type { SealedReportInput } from './input.ts';
import { heightOfFirstRow, readPicture, writePictures } from './pictures.ts';
import { DATA_FILE, reportData } from './report-data.ts';
import { addSealFields, type SealFields } from './seal-fields.ts';
import { writeTable } from './tables.ts';
import { drawToothChart } from './tooth-chart.ts';

export interface WriteTask {
  report: SealedReportInput;
  /** null for the preview of a draft, in which every page says that it is a draft */
  seal: SealFields | null;
  /** what the last page says about the seal */
  sealedBy: string;
  timeZone: string;
}

/** The report as PDF/A-3b (ISO 19005-3) with its data attached. The seal's place is filled with zeros; a preview has none. */
export const writeReport = async ({ report, seal, sealedBy, timeZone }: WriteTask): Promise<Buffer> => {
  const { signedAt } = report;
  const signed = seal && momentOf(signedAt, timeZone);
  const logo = report.centre.logo && (await readPicture(report.centre.logo, 'logo', '#ffffff'));
  const pictures = [];
  for (const [at, picture] of report.pictures.entries())
    pictures.push({ ...(await readPicture(picture, at + 1, '#000000')), caption: picture.caption });
  const { pdf, close } = openDocument(`Заключение № ${report.reportID}`, signedAt, {
    subset: 'PDF/A-3b',
    margins: { top: 62, bottom: 56, left: MARGIN, right: MARGIN },
  });
  const printable = printableReport(pdf, { ...report, sealedBy });
  writeLetterhead(pdf, printable.centre, logo);
  writeTitle(pdf, printable, { signed, timeZone });
  writeSection(pdf, 'Вопрос врача', printable.question);
  for (const { title, text } of printable.sections) writeSection(pdf, title, text);
  writeFindings(pdf, printable.findings);
  writeMeasurements(pdf, printable.measurements);
  if (pictures.length > 0) {
    const captioned = pictures.map((picture, at) => ({
      ...picture,
      caption: printable.pictures[at]?.caption ?? '',
    }));
    writeHeadline(pdf, 'Снимки', heightOfFirstRow(pdf, captioned) + 30);
    writePictures(pdf, captioned);
  }
  writeConclusion(pdf, printable.conclusion);
  writeSignature(pdf, printable, signed);
  const label = `Заключение № ${report.reportID}, версия ${report.version}`;
  writeRunningHeads(pdf, printable.patient.name, label);
  writeFooters(pdf, signed ? `${label}, подписано ${signed}` : `${label}, черновик, не подписано`);
  if (seal) {
    attachData(pdf, report);
    addSealFields(pdf, seal, signedAt);
  } else markAsDraft(pdf);
  return close();
};

type Printable = ReturnType<typeof printableReport>;

const momentOf = (at: Date, timeZone: string): string => {
  const time = at.toLocaleTimeString('ru-RU', { timeZone, hour: '2-digit', minute: '2-digit' });
  return `${at.toLocaleDateString('ru-RU', { timeZone })} в ${time}`;
};
const signatoryOf = ({ name, post }: Printable['author']): string => (post ? `${name}, ${post}` : name);

const sexes: Record<string, string> = { male: 'мужской', female: 'женский' };

/** Writes across every page, so that a preview that was printed or sent is not taken for a report. */
const markAsDraft = (pdf: PDFKit.PDFDocument): void => {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page);
    const { width, height } = pdf.page;
    pdf.save().rotate(-45, { origin: [width / 2, height / 2] });
    pdf.font('bold').fontSize(90).fillColor(INK).fillOpacity(0.1);
    pdf.text('ЧЕРНОВИК', 0, height / 2 - 45, { width, align: 'center', lineBreak: false }).restore();
  }
};

const writeTitle = (
  pdf: PDFKit.PDFDocument,
  report: Printable,
  { signed, timeZone }: { signed: string | null; timeZone: string },
): void => {
  const { patient, study, author, replaces, version } = report;
  pdf.font('bold').fontSize(18).fillColor(INK).text('Заключение', MARGIN);
  pdf.font('regular').fontSize(10).fillColor(QUIET).text(`№ ${report.reportID}, версия ${version}`);
  pdf.moveDown(0.9);
  pdf.font('bold').fontSize(13).fillColor(INK).text(patient.name);
  pdf.moveDown(0.5);
  writeFacts(pdf, [
    ['Дата рождения', patient.birthDate ? russianDay(patient.birthDate) : 'не указана'],
    ['Пол', sexes[patient.sex] ?? 'не указан'],
    ['Исследование', `${study.type}, № ${study.id}`],
    dateOf(study),
    ['Автор заключения', signatoryOf(author)],
    ['Подписано', signed ?? 'нет, это черновик'],
  ]);
  if (replaces) {
    pdf.moveDown(0.4);
    const sentence = `Исправленная версия. Заменяет версию ${replaces.version}, подписанную ${momentOf(replaces.signedAt, timeZone)}.`;
    writeBar(pdf, '#e8a317', `${sentence}${replaces.reason ? ` Причина: ${replaces.reason}` : ''}`, 9);
  }
};

const dateOf = ({ date, examined }: Printable['study']): [label: string, value: string] =>
  examined ? ['Дата исследования', examinedMoment(examined)] : ['Загружено', russianDay(date)];

const HEADLINE_NEEDS = 70;

/** Writes a headline; on a new page if there is no space for it and the beginning of its content. */
const writeHeadline = (pdf: PDFKit.PDFDocument, title: string, needs = HEADLINE_NEEDS): void => {
  pdf.moveDown(0.7);
  if (pdf.y + needs > pdf.page.height - pdf.page.margins.bottom) pdf.addPage();
  pdf.font('bold').fontSize(11).fillColor(TEAL).text(title, MARGIN);
  pdf.moveDown(0.35);
};

const writeSection = (pdf: PDFKit.PDFDocument, title: string, text: string): void => {
  if (!text) return;
  writeHeadline(pdf, title);
  pdf.font('regular').fontSize(10).fillColor(INK).text(text, MARGIN, pdf.y, { lineGap: 1.5 });
};

const writeFindings = (pdf: PDFKit.PDFDocument, findings: Printable['findings']): void => {
  if (findings.length === 0) return;
  writeHeadline(pdf, 'Находки');
  const marked = new Set(findings.flatMap(({ teeth }) => teeth));
  if (marked.size > 0) drawToothChart(pdf, marked);
  writeTable(
    pdf,
    [
      { title: 'Зуб', share: 0.16 },
      { title: 'Описание', share: 0.84 },
    ],
    findings.map(({ teeth, text, model }) => [
      teeth.join(', ') || '—',
      model ? `${text}\n${acceptedFrom(model)}` : text,
    ]),
  );
};

const writeMeasurements = (pdf: PDFKit.PDFDocument, measurements: Printable['measurements']): void => {
  if (measurements.length === 0) return;
  writeHeadline(pdf, 'Измерения');
  writeTable(
    pdf,
    [
      { title: 'Что измерено', share: 0.6 },
      { title: 'Значение', share: 0.4 },
    ],
    measurements.map(({ label, value }) => [label, value]),
  );
};

const writeConclusion = (pdf: PDFKit.PDFDocument, conclusion: string): void => {
  if (!conclusion) return;
  writeHeadline(pdf, 'Заключение');
  writeBar(pdf, TEAL, conclusion, 10.5);
};

/** Writes a text with a bar on its left side, on each page that the text takes. */
const writeBar = (pdf: PDFKit.PDFDocument, color: string, text: string, size: number): void => {
  const top = pdf.y;
  const first = pdf.bufferedPageRange().count;
  pdf.font('regular').fontSize(size).fillColor(INK);
  pdf.text(text, MARGIN + 12, top, { width: pdf.page.width - 2 * MARGIN - 12, lineGap: 1.5 });
  const end = pdf.y;
  const last = pdf.bufferedPageRange().count;
  for (let page = first; page <= last; page++) {
    pdf.switchToPage(page - 1);
    const from = page === first ? top : pdf.page.margins.top;
    const to = page === last ? end : pdf.page.height - pdf.page.margins.bottom;
    pdf.rect(MARGIN, from - 1, 3, to - from + 1).fill(color);
  }
  pdf.x = MARGIN;
  pdf.y = end;
  pdf.moveDown(0.6);
};

const SIGNATURE_NEEDS = 80;

const writeSignature = (
  pdf: PDFKit.PDFDocument,
  { author, sealedBy }: Printable,
  signed: string | null,
): void => {
  pdf.moveDown(0.8);
  if (pdf.y + SIGNATURE_NEEDS > pdf.page.height - pdf.page.margins.bottom) pdf.addPage();
  pdf.font('bold').fontSize(10).fillColor(INK).text(signatoryOf(author), MARGIN);
  pdf.font('regular').fontSize(8).fillColor(QUIET);
  pdf.text(signed ? `Подписано в электронном виде ${signed}.` : 'Не подписано.').text(sealedBy);
};

const attachData = (pdf: PDFKit.PDFDocument, report: SealedReportInput): void => {
  const options = {
    name: DATA_FILE,
    type: 'application/json',
    description: 'The report as data',
    relationship: 'Data',
    creationDate: report.signedAt,
    modifiedDate: report.signedAt,
  };
  pdf.file(Buffer.from(reportData(report)), options);
};
